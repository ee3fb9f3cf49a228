use std::ffi::c_void;

use super::{Branch, Bundle, Io, Look, Parameter, RateGain, Resource, Terminal, Text, Value};

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
    /// Says something to the user: `LEVEL_ERROR` to `LEVEL_TRACE`.
    pub log: unsafe extern "C" fn(*mut Creator, level: u32, message: Text),
    /// The period of the clock `RATE_SAMPLE_TIME`, s: the SimObject's own, else that of
    /// the scenario; if there is neither, that is noted, and it is 1.
    pub sample_time: unsafe extern "C" fn(*mut Creator) -> f64,
    /// Declares a bundle; by which number its members name it.
    pub bundle: unsafe extern "C" fn(*mut Creator, *const Bundle) -> u32,
    /// Declares a terminal; by which number branches name it.
    pub terminal: unsafe extern "C" fn(*mut Creator, *const Terminal) -> u32,
    /// Declares what lies between terminals.
    pub branch: unsafe extern "C" fn(*mut Creator, *const Branch),
    /// Reserved: declares that an output follows the rate of an input.
    pub rate_gain: unsafe extern "C" fn(*mut Creator, *const RateGain),
    /// Reserved: the key of a sequence of random numbers, of a seed and the
    /// SimObject's name.
    pub random_key: unsafe extern "C" fn(*mut Creator, seed: u64) -> u64,
}

/// A row of numbers: a port, a state, a private value, memory or an indicator.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Signal {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `ROLE_IN_PORT`, `ROLE_SUM_PORT`, `ROLE_OUT_PORT`, `ROLE_OUT_PORT_OF_STATE`,
    /// `ROLE_STATE`, `ROLE_PRIVATE`, `ROLE_DISCRETE_STATE`, `ROLE_MEMORY`,
    /// `ROLE_INDICATOR`, `ROLE_UNKNOWN` or `ROLE_RESIDUAL`.
    pub role: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Number of elements.
    pub width: u64,
    /// For an out-port that is a state: the state's `index`. For a residual: that of its unknown.
    pub state: u32,
    /// What travels through a port: 0, numbers.
    pub kind: u32,
    /// For an indicator: `CROSSING_FALLING`, `CROSSING_RISING` or `CROSSING_EITHER`.
    pub crossing: u32,
    /// For a member of a bundle, which is an in-port or out-port: what `bundle`
    /// returned, and 1 more; else 0. Its `name` is that of the member; unit and
    /// description are those of the kind, and not read here.
    pub bundle: u32,
    /// Reserved: 0, or `SIGNAL_OPTIONAL`.
    pub flags: u32,
    /// Reserved: what `terminal` returned, and 1 more, for a signal of a terminal.
    pub terminal: u32,
    /// Reserved: names of its elements, as other names are.
    pub element_names: *const Text,
    /// How many: none, or as many as it has elements.
    pub element_name_count: usize,
    /// Reserved: which part of the terminal it is.
    pub part: u32,
    /// For memory that is a ring: the width of an entry. At the tick with number n, counted from 0, its update replaces
    /// entry n modulo their number, and the oldest entry is the one that is replaced.
    pub ring: u32,
}

/// Reserved: an in-port that need not be connected.
pub const SIGNAL_OPTIONAL: u32 = 1;

/// An in-port with one source.
pub const ROLE_IN_PORT: u32 = 1;
/// An in-port that adds up any number of sources.
pub const ROLE_SUM_PORT: u32 = 2;
/// An out-port that a common computation fills.
pub const ROLE_OUT_PORT: u32 = 3;
/// An out-port that is a state.
pub const ROLE_OUT_PORT_OF_STATE: u32 = 4;
/// A state.
pub const ROLE_STATE: u32 = 5;
/// A value that one calculation leaves for another of the same SimObject.
pub const ROLE_PRIVATE: u32 = 6;
/// A state that stays the same between the ticks of a clock: an update sets
/// its next value, or an event handler its value.
pub const ROLE_DISCRETE_STATE: u32 = 7;
/// Room for delay lines and the like: one update writes it in place.
pub const ROLE_MEMORY: u32 = 8;
/// A number whose sign the host watches, of width 1.
pub const ROLE_INDICATOR: u32 = 9;
/// A number that the host solves for, so that its residual becomes 0; to others it is
/// an out-port.
pub const ROLE_UNKNOWN: u32 = 10;
/// What has to become 0: `state` is the `index` of the unknown, which is as wide. A
/// `PURPOSE_RESIDUAL` fills it.
pub const ROLE_RESIDUAL: u32 = 11;

/// An event when the number falls from 0 or more below 0.
pub const CROSSING_FALLING: u32 = 1;
/// An event when the number rises from 0 or less above 0.
pub const CROSSING_RISING: u32 = 2;
/// An event at both.
pub const CROSSING_EITHER: u32 = 3;

/// A declared signal. It never gets another field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Place {
    /// By which other declarations name it: its position among the signals.
    pub index: u32,
    /// First place of its numbers in the workspace; for a sum, position of its
    /// first source in the list of places. Only for calculations: it is not
    /// known yet when the SimObject is constructed for the first time.
    pub first: u32,
    /// Number of sources of a sum. Of another signal 0; but 1 if the calculation did not
    /// declare it: then it has no numbers there, and who wants them tells so with
    /// `IoCalls::out_of_bounds`.
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
    /// `PURPOSE_COMMON_COMPUTATION`, `PURPOSE_DERIVATIVES`, `PURPOSE_INITIAL_CONDITION`,
    /// `PURPOSE_UPDATE`, `PURPOSE_HANDLER` or `PURPOSE_RESIDUAL`.
    pub purpose: u32,
    /// The function's name, for messages.
    pub name: Text,
    /// `RATE_CONTINUOUS` or `RATE_CONSTANT`, or a clock: `RATE_EVERY`, `RATE_SAMPLE_TIME` or
    /// `RATE_STEPS`. An update has a clock.
    pub rate: u32,
    /// Any of `CALCULATION_READS_NAMED`, `CALCULATION_READS_NO_STATES`,
    /// `CALCULATION_ONLY_AT_START`, `CALCULATION_COUNTS_TICKS`.
    pub flags: u32,
    /// Indices of the signals that it reads: see `CALCULATION_READS_NAMED`.
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
    /// For `RATE_EVERY`: the period of the clock, s, more than 0.
    pub period: f64,
    /// For `RATE_EVERY`: its first tick, s after the start of the run, 0 or more.
    pub offset: f64,
    /// For a handler: index of the indicator.
    pub indicator: u32,
    /// 0.
    pub reserved: u32,
    /// Reserved: other loops of the same function.
    pub loops: *const *const Loop,
    /// How many.
    pub loop_count: usize,
}

/// Reserved: a loop that does what that of a `Calculation` does, for several sets of
/// numbers at once.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Loop {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `LOOP_LANES` or `LOOP_TANGENT`.
    pub kind: u32,
    /// How many sets, or directions.
    pub width: u32,
    /// 0.
    pub reserved: u32,
    /// The loop.
    pub calculate: Option<unsafe extern "C" fn(objects: *mut c_void, count: usize, io: *mut Io, tag: usize) -> usize>,
    /// Handed back to the loop.
    pub tag: usize,
}

/// The numbers of several runs side by side.
pub const LOOP_LANES: u32 = 1;
/// Each number followed by its derivatives in several directions.
pub const LOOP_TANGENT: u32 = 2;

/// A function that announces times.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TimeEvents {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `TIMES_EVENT` or `TIMES_STOP`; a SimObject may register one of each.
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
pub const TIMES_EVENT: u32 = 1;
/// Smooth, but a step must not jump over what begins there: it ends there, and
/// the method goes on.
pub const TIMES_STOP: u32 = 2;

/// Fills out-ports and private values.
pub const PURPOSE_COMMON_COMPUTATION: u32 = 1;
/// Gives the derivatives of all states.
pub const PURPOSE_DERIVATIVES: u32 = 2;
/// Completes initial conditions: sets states that are not a number yet.
pub const PURPOSE_INITIAL_CONDITION: u32 = 3;
/// Sets, at the ticks of a clock, the next values of discrete states.
pub const PURPOSE_UPDATE: u32 = 4;
/// Sets states when an indicator crosses 0.
pub const PURPOSE_HANDLER: u32 = 5;
/// Fills residuals, which the host makes 0 by its choice of their unknowns. What it does not say it
/// reads are all in-ports, resources, states and unknowns.
pub const PURPOSE_RESIDUAL: u32 = 6;

/// The result may change with time and state.
pub const RATE_CONTINUOUS: u32 = 0;
/// The result depends on parameters and constant results only.
pub const RATE_CONSTANT: u32 = 1;
/// It runs at the ticks of a clock of its own `period` and `offset`; what it
/// fills is held until the next one.
pub const RATE_EVERY: u32 = 2;
/// It runs at the ticks of the clock of which the scenario gives the period, to
/// the SimObject itself or to all.
pub const RATE_SAMPLE_TIME: u32 = 3;
/// It runs after each step that was accepted.
pub const RATE_STEPS: u32 = 4;

/// `reads` says what it reads: of in-ports, resources, private values and out-ports
/// exactly these; of its own states these, or all if none is among them. If
/// `reads` is empty it reads nothing at all. Without this it counts as reading all
/// in-ports, all resources that it uses and all of its own states, beside `reads`.
pub const CALCULATION_READS_NAMED: u32 = 1;
/// It reads none of the SimObject's own states.
pub const CALCULATION_READS_NO_STATES: u32 = 2;
/// The `PURPOSE_INITIAL_CONDITION` does not apply to a state from which a run continues;
/// without this it runs there too, and the host drops what it sets.
pub const CALCULATION_ONLY_AT_START: u32 = 4;
/// What it remembers depends on how long the ticks of its clock are: a run that
/// continues from a state file must have the same `period` and `offset`, and the
/// same parameters that say how much is remembered.
pub const CALCULATION_COUNTS_TICKS: u32 = 8;

/// Numbers that belong to a signal.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Number {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `MEANING_NOMINAL`, `MEANING_DEFAULT_INPUT`, `MEANING_DEFAULT_INPUT_PARAMETER`,
    /// `MEANING_INITIAL_VALUE`, `MEANING_IN_STEP`, `MEANING_NO_FINER`, `MEANING_DATUM`,
    /// `MEANING_GUESS`, `MEANING_LOWER`, `MEANING_UPPER`, `MEANING_SIDE` or `MEANING_RATE`.
    pub meaning: u32,
    /// The signal's index.
    pub signal: u32,
    /// For `MEANING_DATUM`: `DATUM_ABSOLUTE`, `DATUM_RELATIVE` or `DATUM_BOOKKEEPING`; for `MEANING_SIDE`: the
    /// index of the mode, a discrete state; for `MEANING_RATE`: the index of the in-port whose rate it is; else 0.
    pub datum: u32,
    /// As many as the signal is wide, or one that fills it; none of an `MEANING_IN_STEP`,
    /// `MEANING_NO_FINER`, `MEANING_DATUM` or `MEANING_RATE`; of an `MEANING_SIDE` none, or which element is the mode, and `SIDE_INVERTED`,
    /// `SIDE_AT_START`, both added, or 0.
    pub values: *const f64,
    /// How many.
    pub count: usize,
    /// Name of the parameter whose value a `MEANING_DEFAULT_INPUT_PARAMETER` is; why, of an `MEANING_IN_STEP` or `MEANING_NO_FINER`.
    pub parameter: Text,
}

/// Typical magnitude of a state, by which the absolute tolerance is multiplied; or of an unknown, an out-port or an indicator.
pub const MEANING_NOMINAL: u32 = 1;
/// Value of an in-port that is not connected.
pub const MEANING_DEFAULT_INPUT: u32 = 2;
/// The parameter whose value an in-port has that is not connected.
pub const MEANING_DEFAULT_INPUT_PARAMETER: u32 = 3;
/// Initial value of a state or memory that the scenario does not give; or of
/// an out-port or private value whose previous value is read before there is any.
pub const MEANING_INITIAL_VALUE: u32 = 4;
/// What gives an in-port its value should tick together with what reads it; a
/// warning says why, where it does not.
pub const MEANING_IN_STEP: u32 = 5;
/// What gives an in-port its value should not tick more often than what reads
/// it; a warning says why, where it does.
pub const MEANING_NO_FINER: u32 = 6;
/// From where the numbers of a port, state or private value are counted; a
/// connection of ports that differ is told with a warning.
pub const MEANING_DATUM: u32 = 7;
/// Where the search for an unknown begins, or for an out-port in a loop.
pub const MEANING_GUESS: u32 = 8;
/// From where an in-port is moved by hand. Reserved: the least value of an unknown.
pub const MEANING_LOWER: u32 = 9;
/// To where an in-port is moved by hand. Reserved: the largest value of an unknown.
pub const MEANING_UPPER: u32 = 10;
/// On which side an indicator has to be in a mode: where it is not at the start, or at the end of an instant, its
/// handler runs. A falling or rising one has to be before 0, and one for `CROSSING_EITHER` above 0 where the mode is not 0.
pub const MEANING_SIDE: u32 = 11;
/// An in-port reads the rate of another one, of the same width. There is one in equilibria, 0, and in frequency responses; a
/// model in which it is not connected does not run.
pub const MEANING_RATE: u32 = 12;

/// The side is that where the mode is 0.
pub const SIDE_INVERTED: u32 = 1;
/// The side counts at the start alone, unless the SimObject is part of a loop.
pub const SIDE_AT_START: u32 = 2;

/// Counted from a zero of nature, as pressures above vacuum.
pub const DATUM_ABSOLUTE: u32 = 1;
/// Counted from a reference, as pressures above that of the air.
pub const DATUM_RELATIVE: u32 = 2;
/// A number of the method and of nothing physical, as a wave of a transmission line.
pub const DATUM_BOOKKEEPING: u32 = 3;

/// Says that the derivatives of one state depend on no other elements of a
/// state or in-port than these; what is not said counts as all.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Pattern {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `PATTERN_BAND` or `PATTERN_ELEMENTS`.
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
pub const PATTERN_BAND: u32 = 1;
/// Listed elements.
pub const PATTERN_ELEMENTS: u32 = 2;

/// Something wrong with a construction.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Fault {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `FAULT_WRONG_PARAMETER`, `FAULT_NOT_CONSTRUCTED`, `FAULT_EXCEPTION` or `FAULT_MISTAKE`.
    pub kind: u32,
    /// Name of the parameter, for `FAULT_WRONG_PARAMETER`.
    pub parameter: Text,
    /// What is wrong.
    pub message: Text,
}

/// A parameter contradicts another, or is wrong in a way that its bounds do not say.
pub const FAULT_WRONG_PARAMETER: u32 = 1;
/// The constructor cannot go on.
pub const FAULT_NOT_CONSTRUCTED: u32 = 2;
/// The constructor panicked or threw an exception; the message says so, as in
/// `panicked: index out of bounds`.
pub const FAULT_EXCEPTION: u32 = 3;
/// The library contradicts itself.
pub const FAULT_MISTAKE: u32 = 4;

/// Levels of messages: something failed.
pub const LEVEL_ERROR: u32 = 1;
/// Something may be wrong.
pub const LEVEL_WARNING: u32 = 2;
/// Worth knowing.
pub const LEVEL_INFO: u32 = 3;
/// For who looks for an error.
pub const LEVEL_DEBUG: u32 = 4;
/// For who looks very closely.
pub const LEVEL_TRACE: u32 = 5;
