use std::ffi::c_void;

use super::{Creator, Text};

/// A set of SimObject types under one name.
///
/// The library exports, for its name and each alias, a function
/// `bowline_library_<Name>` without arguments that returns a pointer to it. It
/// is never unloaded, so what it says stays valid.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Library {
    /// Major version of the ABI that it was built for. The first three fields
    /// stay what they are in all versions.
    pub abi_major: u32,
    /// Minor version of the ABI that it was built for.
    pub abi_minor: u32,
    /// Size of this struct, bytes.
    pub size: u32,
    /// `LIBRARY_KEEPS_TO_ROWS` or 0.
    pub flags: u32,
    /// The `LibName` of scenarios: ASCII letters, digits and `_`, no digit first.
    pub name: Text,
    /// Its version.
    pub version: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Other names that scenarios may use for it.
    pub aliases: *const Text,
    /// How many.
    pub alias_count: usize,
    /// Its types.
    pub types: *const *const Type,
    /// How many.
    pub type_count: usize,
    /// The least minor version of the ABI that a host must have: `ABI_MINOR`, or
    /// less if it uses nothing that came later.
    pub needs_minor: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: nobody changes it.
unsafe impl Sync for Library {}

/// One type of SimObject.
///
/// The host provides the memory of the SimObjects: those of one type lie side
/// by side, and are never moved.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Type {
    /// Size of this struct, bytes.
    pub size: u32,
    /// Any of `TYPE_NOT_REENTRANT`, `TYPE_ONE_PER_RUN`.
    pub flags: u32,
    /// Its name in scenarios, with or without a group: `Cable/Spring`, `Spring`.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Size of a SimObject, bytes; a multiple of its alignment.
    pub object_size: usize,
    /// Alignment of a SimObject, bytes; a power of two.
    pub object_alignment: usize,
    /// Constructs a SimObject in the given memory, declaring what it is to the
    /// creator; returns 0. If it cannot go on it tells the creator the fault,
    /// leaves nothing in the memory, and returns anything else.
    ///
    /// It is called several times for each SimObject: once to declare it, which is
    /// destroyed at once; once for each access set, that is, for each different set
    /// of signals that its calculations touch (once in all, if the type is not
    /// re-entrant, and again for each run); and again by whoever inspects it. It
    /// must make the same calls each time. Constructors of one type may run at once.
    pub construct: Option<unsafe extern "C" fn(creator: *mut Creator, object: *mut c_void) -> u32>,
    /// Destroys a SimObject; null if there is nothing to do.
    pub destroy: Option<unsafe extern "C" fn(object: *mut c_void)>,
    /// Null; for what a SimObject keeps outside of the run's numbers. Passes its
    /// bytes to `write`, with `to`, and returns 0.
    pub save: Option<
        unsafe extern "C" fn(
            object: *mut c_void,
            to: *mut c_void,
            write: Option<unsafe extern "C" fn(to: *mut c_void, bytes: *const u8, count: usize)>,
        ) -> u32,
    >,
    /// Null; takes up what `save` passed, and returns 0.
    pub restore: Option<unsafe extern "C" fn(object: *mut c_void, bytes: *const u8, count: usize) -> u32>,
}

// SAFETY: nobody changes it.
unsafe impl Sync for Type {}

/// The library's language keeps it to the rows of numbers that it gets. The host
/// leaves guards around the rows of other libraries.
pub const LIBRARY_KEEPS_TO_ROWS: u32 = 1;

/// The calculations of this type keep intermediate results in the SimObject:
/// each run gets its own, and never runs two of their calculations at once.
pub const TYPE_NOT_REENTRANT: u32 = 1;
/// Reserved: a SimObject drives something outside, of which there is one in each
/// run, with `save` and `restore`.
pub const TYPE_ONE_PER_RUN: u32 = 2;
