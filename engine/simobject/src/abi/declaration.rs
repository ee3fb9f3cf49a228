use std::ffi::c_void;

use super::{Bundle, Io, Look, Parameter, Resource, Text, Value};

/// What a constructor talks to: a host's table of functions. What follows it
/// in memory is the host's.
#[derive(Debug)]
#[repr(C)]
pub struct Creator {
    /// The functions.
    pub calls: *const CreatorCalls,
}

/// What a constructor can ask and tell. The first argument is the creator.
#[derive(Debug)]
#[repr(C)]
pub struct CreatorCalls {
    /// Size of this struct, bytes.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// The SimObject's name in the scenario, valid while it is constructed.
    pub object_name: unsafe extern "C" fn(*mut Creator) -> Text,
    /// Declares a parameter and asks for its value.
    pub parameter: unsafe extern "C" fn(*mut Creator, *const Parameter, *mut Value),
    /// Declares a port, a state or a private value; where it will be.
    pub signal: unsafe extern "C" fn(*mut Creator, *const Signal) -> Place,
    /// Declares numbers that belong to a signal.
    pub number: unsafe extern "C" fn(*mut Creator, *const Number),
    /// Registers a calculation.
    pub calculation: unsafe extern "C" fn(*mut Creator, *const Calculation),
    /// Registers a function that announces time events, or stops.
    pub time_events: unsafe extern "C" fn(*mut Creator, *const TimeEvents),
    /// Declares on which elements of a state or in-port derivatives depend.
    pub pattern: unsafe extern "C" fn(*mut Creator, *const Pattern),
    /// Adds a shape to what the SimObject looks like.
    pub look: unsafe extern "C" fn(*mut Creator, *const Look),
    /// Declares a resource that the SimObject provides or asks; where it will be.
    pub resource: unsafe extern "C" fn(*mut Creator, *const Resource) -> Place,
    /// Notes that something is wrong.
    pub fault: unsafe extern "C" fn(*mut Creator, *const Fault),
    /// Says something to the user: `ERROR` to `TRACE`.
    pub log: unsafe extern "C" fn(*mut Creator, level: u32, message: Text),
    /// The period of the clock `SAMPLE_TIME`, s: the SimObject's own, else that of
    /// the scenario; if there is neither, that is noted, and it is 1.
    pub sample_time: unsafe extern "C" fn(*mut Creator) -> f64,
    /// Declares a bundle; by which number its members name it.
    pub bundle: unsafe extern "C" fn(*mut Creator, *const Bundle) -> u32,
}

/// A row of numbers: a port, a state, a private value, memory or an indicator.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Signal {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `IN_PORT`, `SUM_PORT`, `OUT_PORT`, `OUT_PORT_OF_STATE`, `STATE`, `PRIVATE`,
    /// `DISCRETE_STATE`, `MEMORY` or `INDICATOR`.
    pub role: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Number of elements.
    pub width: u64,
    /// For an out-port that is a state: the state's `index`.
    pub state: u32,
    /// What travels through a port: 0, numbers.
    pub kind: u32,
    /// For an indicator: `FALLING`, `RISING` or `EITHER`.
    pub crossing: u32,
    /// For a member of a bundle, which is an in-port or out-port: what `bundle`
    /// returned, and 1 more; else 0. Its `name` is that of the member; unit and
    /// description are those of the kind, and not read here.
    pub bundle: u32,
}

/// An in-port with one source.
pub const IN_PORT: u32 = 0;
/// An in-port that adds up any number of sources.
pub const SUM_PORT: u32 = 1;
/// An out-port that a common computation fills.
pub const OUT_PORT: u32 = 2;
/// An out-port that is a state.
pub const OUT_PORT_OF_STATE: u32 = 3;
/// A state.
pub const STATE: u32 = 4;
/// A value that one calculation leaves for another of the same SimObject.
pub const PRIVATE: u32 = 5;
/// A state that stays the same between the ticks of a clock: an update sets
/// its next value, or an event handler its value.
pub const DISCRETE_STATE: u32 = 6;
/// Room for delay lines and the like: one update writes it in place.
pub const MEMORY: u32 = 7;
/// A number whose sign the host watches, of width 1.
pub const INDICATOR: u32 = 8;

/// An event when the number falls from 0 or more below 0.
pub const FALLING: u32 = 0;
/// An event when the number rises from 0 or less above 0.
pub const RISING: u32 = 1;
/// An event at both.
pub const EITHER: u32 = 2;

/// A declared signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Place {
    /// By which other declarations name it: its position among the signals.
    pub index: u32,
    /// First place of its numbers in the workspace; for a sum, position of its
    /// first source in the list of places. Only for calculations: it is not
    /// known yet when the SimObject is constructed for the first time.
    pub first: u32,
    /// Number of sources of a sum.
    pub count: u32,
    /// 0.
    pub reserved: u32,
}

/// A function of one SimObject that the host calls in batches.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Calculation {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `COMMON_COMPUTATION`, `DERIVATIVES`, `INITIAL_CONDITION`, `UPDATE` or `HANDLER`.
    pub purpose: u32,
    /// The function's name, for messages.
    pub name: Text,
    /// `CONTINUOUS` or `CONSTANT`, or a clock: `EVERY`, `SAMPLE_TIME` or
    /// `STEPS`. An update has a clock.
    pub rate: u32,
    /// Any of `READS_ALL_IN_PORTS`, `READS_NO_STATES`, `ONLY_AT_START`.
    pub flags: u32,
    /// Indices of the signals that it reads.
    pub reads: *const u32,
    /// How many.
    pub read_count: usize,
    /// Indices of what it gives: out-ports, private values and indicators that
    /// a common computation fills; states and memory that an initial condition
    /// sets; discrete states of which an update sets the next values, and memory
    /// that it writes in place; states that a handler sets.
    pub gives: *const u32,
    /// How many.
    pub give_count: usize,
    /// The loop over like SimObjects.
    // A `Calculate`, written out: simobject.h cannot name an option of it.
    pub calculate: Option<unsafe extern "C" fn(objects: *mut c_void, count: usize, io: *mut Io, tag: usize) -> usize>,
    /// Handed back to the loop, so that one may serve several calculations.
    pub tag: usize,
    /// Indices of the signals whose previous values it reads: what was held
    /// when the instant began. Only on a clock.
    pub previous: *const u32,
    /// How many.
    pub previous_count: usize,
    /// For `EVERY`: the period of the clock, s, more than 0.
    pub period: f64,
    /// For `EVERY`: its first tick, s after the start of the run, 0 or more.
    pub offset: f64,
    /// For a handler: index of the indicator.
    pub indicator: u32,
    /// 0.
    pub reserved: u32,
}

/// A function that announces times.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TimeEvents {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `TIME_EVENT` or `STOP`; a SimObject may register one of each.
    pub kind: u32,
    // A `NextTimeEvent`, written out: see `Calculation::calculate`.
    /// The first such time of a SimObject strictly after `io->time`, s;
    /// infinite if there is none. There are no values then.
    pub next: Option<unsafe extern "C" fn(object: *mut c_void, io: *mut Io, tag: usize) -> f64>,
    /// Handed back to the function.
    pub tag: usize,
}

/// Something jumps or bends there: the method steps exactly to it and starts
/// afresh.
pub const TIME_EVENT: u32 = 0;
/// Smooth, but a step must not jump over what begins there: it ends there, and
/// the method goes on.
pub const STOP: u32 = 1;

/// Fills out-ports and private values.
pub const COMMON_COMPUTATION: u32 = 0;
/// Gives the derivatives of all states.
pub const DERIVATIVES: u32 = 1;
/// Completes initial conditions: sets states that are not a number yet.
pub const INITIAL_CONDITION: u32 = 2;
/// Sets, at the ticks of a clock, the next values of discrete states.
pub const UPDATE: u32 = 3;
/// Sets states when an indicator crosses 0.
pub const HANDLER: u32 = 4;

/// The result may change with time and state.
pub const CONTINUOUS: u32 = 0;
/// The result depends on parameters and constant results only.
pub const CONSTANT: u32 = 1;
/// It runs at the ticks of a clock of its own `period` and `offset`; what it
/// fills is held until the next one.
pub const EVERY: u32 = 2;
/// It runs at the ticks of the clock of which the scenario gives the period, to
/// the SimObject itself or to all.
pub const SAMPLE_TIME: u32 = 3;
/// It runs after each step that was accepted.
pub const STEPS: u32 = 4;

/// It counts as reading every in-port of the SimObject, beside what is named.
pub const READS_ALL_IN_PORTS: u32 = 1;
/// It reads none of the SimObject's own states; without this it counts as
/// reading all of them, unless `reads` names some.
pub const READS_NO_STATES: u32 = 2;
/// The `INITIAL_CONDITION` does not apply to a state from which a run continues;
/// without this it runs there too, and the host drops what it sets.
pub const ONLY_AT_START: u32 = 4;

/// Numbers that belong to a signal.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Number {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `NOMINAL`, `DEFAULT_INPUT`, `DEFAULT_INPUT_PARAMETER`, `INITIAL_VALUE`, `IN_STEP` or `NO_FINER`.
    pub meaning: u32,
    /// The signal's index.
    pub signal: u32,
    /// 0.
    pub reserved: u32,
    /// As many as the signal is wide, or one that fills it; none of an `IN_STEP` or `NO_FINER`.
    pub values: *const f64,
    /// How many.
    pub count: usize,
    /// Name of the parameter whose value a `DEFAULT_INPUT_PARAMETER` is; why, of an `IN_STEP` or `NO_FINER`.
    pub parameter: Text,
}

/// Typical magnitude of a state; the absolute tolerance is multiplied by it.
pub const NOMINAL: u32 = 0;
/// Value of an in-port that is not connected.
pub const DEFAULT_INPUT: u32 = 1;
/// The parameter whose value an in-port has that is not connected.
pub const DEFAULT_INPUT_PARAMETER: u32 = 2;
/// Initial value of a state or memory that the scenario does not give; or of
/// an out-port or private value whose previous value is read before there is any.
pub const INITIAL_VALUE: u32 = 3;
/// What gives an in-port its value should tick together with what reads it; a
/// warning says why, where it does not.
pub const IN_STEP: u32 = 4;
/// What gives an in-port its value should not tick more often than what reads
/// it; a warning says why, where it does.
pub const NO_FINER: u32 = 5;

/// Says that the derivatives of one state depend on no other elements of a
/// state or in-port than these; what is not said counts as all.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Pattern {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `BAND` or `ELEMENTS`.
    pub kind: u32,
    /// Index of the state whose derivatives are meant.
    pub rows: u32,
    /// Index of the state or in-port that they depend on.
    pub columns: u32,
    /// Diagonals of a band below the main one.
    pub below: u32,
    /// Diagonals of a band above the main one.
    pub above: u32,
    /// Pairs of row and column, one after the other.
    pub elements: *const u32,
    /// How many pairs.
    pub element_count: usize,
}

/// A band about the main diagonal.
pub const BAND: u32 = 0;
/// Listed elements.
pub const ELEMENTS: u32 = 1;

/// Something wrong with a construction.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Fault {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `WRONG_PARAMETER`, `NOT_CONSTRUCTED`, `EXCEPTION` or `MISTAKE`.
    pub kind: u32,
    /// Name of the parameter, for `WRONG_PARAMETER`.
    pub parameter: Text,
    /// What is wrong.
    pub message: Text,
}

/// A parameter contradicts another, or is wrong in a way that its bounds do not say.
pub const WRONG_PARAMETER: u32 = 0;
/// The constructor cannot go on.
pub const NOT_CONSTRUCTED: u32 = 1;
/// The constructor panicked or threw an exception; the message says so, as in
/// `panicked: index out of bounds`.
pub const EXCEPTION: u32 = 2;
/// The library contradicts itself.
pub const MISTAKE: u32 = 3;

/// Levels of messages: something failed.
pub const ERROR: u32 = 1;
/// Something may be wrong.
pub const WARNING: u32 = 2;
/// Worth knowing.
pub const INFO: u32 = 3;
/// For who looks for an error.
pub const DEBUG: u32 = 4;
/// For who looks very closely.
pub const TRACE: u32 = 5;
