use std::ffi::c_void;

use super::{Io, Text};

/// One side of a shared resource: numbers that one SimObject gives for numbers
/// that many others ask with.
///
/// It counts as a signal, so that calculations can name it in what they read;
/// but it has no numbers in the workspace.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Resource {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `RESOURCE_PROVIDES` or `RESOURCE_USES`.
    pub role: u32,
    /// Its name in the SimObject: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What can be asked.
    pub kind: *const ResourceKind,
    /// For `RESOURCE_PROVIDES`: the function that answers.
    // An `Answer`, written out: simobject.h cannot name an option of it.
    pub answer: Option<
        unsafe extern "C" fn(
            object: *const c_void,
            io: *mut Io,
            inputs: *const f64,
            outputs: *mut f64,
            count: usize,
            tag: usize,
        ) -> usize,
    >,
    /// Handed back to the function.
    pub tag: usize,
    /// The function's name, for messages.
    pub function: Text,
    /// Indices of the signals that the answers depend on.
    pub reads: *const u32,
    /// How many.
    pub read_count: usize,
    /// Any of `CALCULATION_READS_NAMED`, `CALCULATION_READS_NO_STATES`, which
    /// mean the same here.
    pub flags: u32,
    /// 0.
    pub reserved: u32,
}

/// What can be asked, and how it is answered. Who asks and who answers agree in
/// its name and in all quantities.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ResourceKind {
    /// Size of this struct, bytes.
    pub size: u32,
    /// Size of a `Quantity`, bytes.
    pub quantity_size: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// One line about it.
    pub doc: Text,
    /// What is asked with, in its order.
    pub inputs: *const Quantity,
    /// How many quantities.
    pub input_count: usize,
    /// What is answered, in its order.
    pub outputs: *const Quantity,
    /// How many quantities.
    pub output_count: usize,
}

/// The SimObject answers.
pub const RESOURCE_PROVIDES: u32 = 1;
/// The SimObject asks. Calculations that do so name it in what they read.
pub const RESOURCE_USES: u32 = 2;

/// Some of the numbers that a resource is asked with, or answers.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Quantity {
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// Number of elements.
    pub width: u64,
}

/// The most answers to one request.
pub const MOST_ANSWERS: usize = 1 << 20;

/// Who answers. `Io::resources` is a row of them; the `first` place of what a
/// SimObject `RESOURCE_USES` is a position in it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Provider {
    // An `Answer`, written out as in `Resource`.
    /// The function.
    pub answer: unsafe extern "C" fn(
        object: *const c_void,
        io: *mut Io,
        inputs: *const f64,
        outputs: *mut f64,
        count: usize,
        tag: usize,
    ) -> usize,
    /// To be passed on.
    pub object: *const c_void,
    /// To be passed on.
    pub tag: usize,
}

/// Answers `count` times, in order: the inputs and outputs of one after those
/// of the other. Returns `count`, or the position that failed (after
/// `calls->fail`). It writes nothing but the outputs, and several threads may
/// ask at once.
///
/// `count` is at most `MOST_ANSWERS`: a larger request fails.
///
/// Who asks sets `asking` in its `Io` to the position of the resource, passes it
/// on, and puts back what was there; without an answer it fails too, and need not
/// say why.
pub type Answer = unsafe extern "C" fn(
    object: *const c_void,
    io: *mut Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    tag: usize,
) -> usize;

/// `Io::asking` while the calculation itself is at work.
pub const NOT_ASKING: u32 = u32::MAX;
