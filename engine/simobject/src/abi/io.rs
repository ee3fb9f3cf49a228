use std::ffi::c_void;

use super::{Provider, Text};

/// What a calculation sees of a run.
///
/// Every access goes to a place that the constructor got, and is checked
/// against `value_count` (or `result_count`). A place outside is told with
/// `calls->out_of_bounds`, which gives numbers to go on with.
///
/// A library uses the one that it was lent, and passes it on; never a copy, which
/// would lack what the library does not know. It writes `object`, and `asking`
/// while it asks.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Io {
    /// Size of this struct, bytes.
    pub size: u32,
    /// Size of a `Provider`, bytes.
    pub provider_size: u32,
    /// `[x | held | constants | signals | private values]`.
    pub values: *mut f64,
    /// How many.
    pub value_count: usize,
    /// By the places of the states: the derivatives that `PURPOSE_DERIVATIVES` give, or
    /// the next values of discrete states that an `PURPOSE_UPDATE` gives. A `PURPOSE_HANDLER`
    /// writes the values that it sets there too. None for others.
    pub results: *mut f64,
    /// How many.
    pub result_count: usize,
    /// Places of the sources of sums.
    pub places: *const u32,
    /// How many.
    pub place_count: usize,
    /// Simulated time, s.
    pub time: f64,
    /// In what runs on a clock: how many ticks came before this one.
    pub tick: u64,
    /// Position of the SimObject that calculates; the loop sets it.
    pub object: usize,
    /// What a calculation can tell its host.
    pub calls: *const IoCalls,
    /// The host's.
    pub notes: *mut c_void,
    /// Who answers for resources, by their places: each so many bytes behind the one
    /// before as `provider_size` says.
    pub resources: *const Provider,
    /// How many.
    pub resource_count: usize,
    /// The place of the resource that is being asked, else `NOT_ASKING`.
    pub asking: u32,
    /// 0.
    pub reserved: u32,
}

/// What a calculation can tell its host.
#[derive(Debug)]
#[repr(C)]
pub struct IoCalls {
    /// Size of this struct, bytes.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// Notes why the calculation fails: `FAILURE_RECOVERABLE`, `FAILURE_FATAL` or `FAILURE_THROWN`.
    /// The calculation has to return all the same. The first call counts.
    pub fail: unsafe extern "C" fn(io: *mut Io, kind: u32, message: Text),
    /// Notes that a place outside was used. Returns `width` numbers to go on
    /// with, which are not a number, until the loop returns.
    pub out_of_bounds: unsafe extern "C" fn(io: *mut Io, place: u32, width: usize) -> *mut f64,
    /// Says something to the user: `LEVEL_ERROR` to `LEVEL_TRACE`.
    pub log: unsafe extern "C" fn(io: *mut Io, level: u32, message: Text),
}

/// A smaller step may succeed.
pub const FAILURE_RECOVERABLE: u32 = 1;
/// The run cannot go on.
pub const FAILURE_FATAL: u32 = 2;
/// A panic or an exception; the message says so, as in `panicked: index out of bounds`.
pub const FAILURE_THROWN: u32 = 3;

/// Calculates for `count` SimObjects that lie side by side, in order. Returns
/// `count`, or the position of the one that failed (after `calls->fail`).
pub type Calculate = unsafe extern "C" fn(objects: *mut c_void, count: usize, io: *mut Io, tag: usize) -> usize;

/// The first time event of a SimObject strictly after `io->time`, s; infinite
/// if there is none. There are no values then.
pub type NextTimeEvent = unsafe extern "C" fn(object: *mut c_void, io: *mut Io, tag: usize) -> f64;
