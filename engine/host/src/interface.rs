//! What a SimObject declared about itself: the one source of the reader's
//! checks, of `describe`, of the CSV header and of the wiring.

use std::hash::{Hash, Hasher};

use simobject::{Clock, Crossing, Datum, Look, Pattern, Rate, Text, Towards};

use crate::repeated::Repeated;
use crate::{Branch, Bundle, Kernel, NextTimeEvent, Resource, Terminal};

/// The wiring side of a declaration. Like SimObjects have equal interfaces,
/// which a host may share.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interface {
    /// Ports, states, private values and resources, in the order of their declaration.
    pub signals: Vec<Signal>,
    /// Common computations, derivatives and initial conditions, in the order of their declaration.
    pub calculations: Vec<Calculation>,
    /// Ports that are connected together, in the order of their declaration.
    pub bundles: Vec<Bundle>,
    /// Where it is joined to others, in the order of their declaration.
    pub terminals: Vec<Terminal>,
    /// What lies between its terminals, in the order of their declaration.
    pub branches: Vec<Branch>,
    /// Resources that it provides or asks, in the order of their declaration.
    pub resources: Vec<Resource>,
    /// Announces time events, where the SimObject has any.
    pub time_events: Option<NextTimeEvent>,
    /// Announces times at which steps must end, where the SimObject has any.
    pub stops: Option<NextTimeEvent>,
    /// Which derivatives depend on which elements of the SimObject's own
    /// states and in-ports, where that is less than all.
    pub patterns: Vec<StatePattern>,
    /// What else its constructor said, which has to repeat itself.
    pub(crate) said: Repeated,
    /// The signals in the order of their names, and those of one name in the
    /// order of their declaration.
    by_name: Vec<u32>,
}

/// By what tells interfaces apart: functions and widths. Names go with them.
impl Hash for Interface {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.signals.len().hash(state);
        self.signals.iter().filter(|signal| signal.width != 1).for_each(|signal| signal.width.hash(state));
        self.calculations.iter().for_each(|calculation| calculation.kernel.hash(state));
    }
}

impl Interface {
    /// Index of the signal of that name for which `role` holds.
    pub fn find(&self, name: &str, role: impl Fn(&Role) -> bool) -> Option<usize> {
        let signal = |index: &u32| &self.signals[*index as usize];
        let namesakes = self.from(name).iter().take_while(|index| signal(index).name == name);
        namesakes.copied().find(|index| role(&signal(index).role)).map(|index| index as usize)
    }

    /// The signals, in the order of their names, from that name on.
    fn from(&self, name: &str) -> &[u32] {
        let first = self.by_name.partition_point(|index| *self.signals[*index as usize].name < *name);
        &self.by_name[first..]
    }

    /// Index of the bundle of that name.
    pub fn bundle(&self, name: &str) -> Option<usize> {
        if self.bundles.is_empty() {
            return None;
        }
        // Every bundle has members, and they begin with its name.
        let start = format!("{name}.");
        let first = &self.signals[*self.from(&start).first()? as usize];
        first.bundle.filter(|_| first.name.starts_with(&start)).map(|bundle| bundle as usize)
    }

    /// Notes where names are to be found, when all signals are declared.
    pub(crate) fn index_names(&mut self) {
        let signals = &self.signals;
        let mut by_name: Vec<u32> = (0..).zip(signals).map(|(index, _)| index).collect();
        by_name.sort_by(|a, b| signals[*a as usize].name.cmp(&signals[*b as usize].name));
        self.by_name = by_name;
    }

    /// Signals for which `role` holds, with their indices.
    pub fn signals_with(&self, role: impl Fn(&Role) -> bool) -> impl Iterator<Item = (usize, &Signal)> {
        self.signals.iter().enumerate().filter(move |(_, s)| role(&s.role))
    }
}

/// A named row of numbers: a port, a state or a private value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Signal {
    /// Its name, unique in the SimObject (but an out-port that is a state may
    /// have the state's name).
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Number of elements.
    pub width: u32,
    /// What it is.
    pub role: Role,
    /// What kind of thing travels through it.
    pub kind: PortKind,
    /// Index of the bundle that it is a member of.
    pub bundle: Option<u32>,
    /// From where its numbers are counted, if that was said.
    pub datum: Option<Datum>,
    /// For an indicator: the mode in which it has to be on a side.
    pub mode: Option<SidedMode>,
    /// For an in-port that reads a rate: that of this in-port.
    pub rate_of: Option<u32>,
    /// For memory that is a ring: the width of an entry; else 0.
    pub ring: u32,
}

/// The mode in which an indicator has to be on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SidedMode {
    /// Index of the discrete state.
    pub state: u32,
    /// Which of its elements.
    pub element: u32,
    /// Whether the side is that where it is 0.
    pub is_inverted: bool,
    /// Whether that counts at the start alone.
    pub is_at_start: bool,
}

/// What a signal is to its SimObject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// An in-port with one source.
    In,
    /// An in-port that adds up sources.
    Sum,
    /// An out-port that a computation fills.
    Out,
    /// An out-port that is a state: the signal of this index.
    OutOfState(u32),
    /// A state.
    State,
    /// A value that one computation leaves for another of the same SimObject.
    Private,
    /// A state that is constant between ticks and events.
    DiscreteState,
    /// Room that an update writes in place.
    Memory,
    /// A number whose crossings of 0 are events.
    Indicator(Crossing),
    /// A number that is solved for.
    Unknown,
    /// What has to become 0 by the choice of the unknown of this index.
    Residual(u32),
    /// A resource that the SimObject provides. It has no numbers.
    Provides,
    /// A resource that the SimObject asks. It has no numbers.
    Uses,
}

impl Role {
    /// An in-port of either kind.
    pub fn is_in_port(&self) -> bool {
        matches!(self, Self::In | Self::Sum)
    }

    /// An out-port of either kind.
    pub fn is_out_port(&self) -> bool {
        matches!(self, Self::Out | Self::OutOfState(_) | Self::Unknown)
    }

    /// What a connection feeds: an in-port, or a resource that is asked.
    pub fn is_fed(&self) -> bool {
        self.is_in_port() || *self == Self::Uses
    }

    /// A resource, which has no numbers.
    pub fn is_resource(&self) -> bool {
        matches!(self, Self::Provides | Self::Uses)
    }

    /// A state that has derivatives.
    pub fn is_state(&self) -> bool {
        matches!(self, Self::State)
    }

    /// A state of either kind.
    pub fn is_any_state(&self) -> bool {
        matches!(self, Self::State | Self::DiscreteState)
    }

    /// What has an initial condition: a state of either kind, or memory.
    pub fn is_initialised(&self) -> bool {
        matches!(self, Self::State | Self::DiscreteState | Self::Memory)
    }

    /// An indicator.
    pub fn is_indicator(&self) -> bool {
        matches!(self, Self::Indicator(_))
    }

    /// What may be an unknown: what is declared so, or an out-port, which may be in a loop.
    pub fn may_be_solved_for(&self) -> bool {
        matches!(self, Self::Out | Self::Unknown)
    }

    /// What a computation may fill.
    pub fn is_filled(&self) -> bool {
        matches!(self, Self::Out | Self::Private | Self::Indicator(_) | Self::Residual(_))
    }
}

/// What kind of thing travels through a port.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortKind {
    /// Numbers, from one out-port to any number of in-ports.
    #[default]
    Signal,
}

/// A function of one SimObject that the host calls in batches.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Calculation {
    /// The function's name, for messages.
    pub name: Text,
    /// What it is for.
    pub purpose: Purpose,
    /// Indices of the signals that it reads.
    pub reads: Vec<u32>,
    /// Whether it did not say what it reads, so that it counts as reading all
    /// in-ports and all resources that it asks.
    pub reads_all: bool,
    /// Indices of the signals of which it reads what was held when the instant
    /// began.
    pub previous: Vec<u32>,
    /// Indices of the signals that it gives: filled by a common computation,
    /// differentiated by derivatives, set by an initial condition, an update or
    /// a handler.
    pub gives: Vec<u32>,
    /// The loop over like SimObjects.
    pub kernel: Kernel,
    /// Whether it is an initial condition that does not apply to a state from
    /// which a run continues.
    pub only_at_start: bool,
    /// Whether it is an update that keeps what depends on how long its ticks are.
    pub counts_ticks: bool,
}

/// Which derivatives of a state depend on which elements of a state or an
/// in-port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StatePattern {
    /// Index of the state whose derivatives are meant.
    pub rows: u32,
    /// Index of the state or in-port that they depend on.
    pub columns: u32,
    /// On which elements.
    pub pattern: Pattern,
}

/// What a calculation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Fills out-ports and private values.
    Common(Rate),
    /// Gives the derivatives of the states.
    Derivatives,
    /// Completes initial conditions.
    Initial,
    /// Sets next values of discrete states, and writes memory, at ticks.
    Update(Clock),
    /// Sets states when the indicator of this index crosses 0.
    Handler(u32),
    /// Answers for the resource that it gives: it runs when it is asked.
    Answer,
}

impl Purpose {
    /// The clock that it runs on.
    pub fn clock(self) -> Option<Clock> {
        match self {
            Self::Common(Rate::Sampled(clock)) | Self::Update(clock) => Some(clock),
            _ => None,
        }
    }
}

/// Everything that one construction declared.
#[derive(Debug, Clone, Default)]
pub struct Declaration {
    /// The wiring side.
    pub interface: Interface,
    /// The parameters, in the order of their declaration.
    pub parameters: Vec<ParameterDeclaration>,
    /// Numbers given by handle, which may depend on parameters.
    pub numbers: Vec<Number>,
    /// The numbers of each branch: its coefficient, or its factors.
    pub branch_numbers: Vec<Vec<f64>>,
    /// What the SimObject looks like in 3D.
    pub looks: Vec<Look>,
}

/// Numbers that belong to a signal.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// Index of the signal.
    pub signal: u32,
    /// What the numbers say.
    pub meaning: Meaning,
    /// As many as the signal is wide.
    pub values: Vec<f64>,
}

impl Number {
    /// The values that a signal has with such a meaning: the first, if several are declared.
    pub fn find(numbers: &[Self], signal: u32, is_meant: impl Fn(&Meaning) -> bool) -> Option<&[f64]> {
        let found = numbers.iter().find(|number| number.signal == signal && is_meant(&number.meaning));
        found.map(|number| number.values.as_slice())
    }
}

/// What the numbers that belong to a signal say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// Typical magnitude of a state, of an unknown, or of an out-port; scales the absolute tolerance.
    Nominal,
    /// Value of an in-port that is not connected; the parameter it comes from, if any.
    DefaultInput(Option<Text>),
    /// Initial value of a state or memory that the scenario does not give, or
    /// of what is held.
    InitialValue,
    /// From where an unknown is solved for at the start, or an out-port in a loop.
    Guess,
    /// An in-port that should be given at the ticks at which it is read, and why.
    InStep(Text),
    /// One that should not be given more often than it is read, and why.
    NoFiner(Text),
    /// From where an in-port is moved by hand.
    Lower,
    /// To where.
    Upper,
}

impl Meaning {
    /// What the numbers are: a signal has one of each.
    pub(crate) fn what(&self) -> What {
        match self {
            Self::Nominal => What::Nominal,
            Self::DefaultInput(_) => What::DefaultInput,
            Self::InitialValue => What::InitialValue,
            Self::Guess => What::Guess,
            Self::InStep(_) | Self::NoFiner(_) => What::Step,
            Self::Lower => What::Lower,
            Self::Upper => What::Upper,
        }
    }
}

/// What the numbers of a signal are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    Nominal,
    DefaultInput,
    InitialValue,
    Guess,
    Step,
    Lower,
    Upper,
}

impl What {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Nominal => "nominal values",
            Self::DefaultInput => "default inputs",
            Self::InitialValue => "initial values",
            Self::Guess => "guesses",
            Self::Step => "reasons for its step",
            Self::Lower => "lower ends of its range",
            Self::Upper => "upper ends of its range",
        }
    }
}

/// A parameter as the constructor asked for it.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterDeclaration {
    /// The attribute's name.
    pub name: Text,
    /// SI unit, empty for a pure number or a text.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What values it takes, in words: `number`, `vector of 3`, `one of A, B`.
    pub kind: String,
    /// Whether it must be given, and what holds if not.
    pub requirement: Requirement,
    /// The allowed range in words, where there is one.
    pub range: Option<String>,
    /// The numbers of its value, where it has any.
    pub numbers: Vec<f64>,
    /// Where it pulls when it is positive, if it is an acceleration of gravity.
    pub gravity: Option<Towards>,
}

/// Whether a parameter must be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requirement {
    /// It must.
    Required,
    /// This text holds if it is not.
    Default(String),
    /// It may be left out.
    Optional,
}

/// Something wrong with a construction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What it is about.
    pub subject: Subject,
    /// What is wrong.
    pub message: String,
    /// What would be right, or what to do; empty if the message says it all.
    pub advice: String,
}

/// What a [`Fault`] is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A required parameter is missing.
    MissingParameter(Text),
    /// A parameter's text is malformed or out of range.
    Parameter(Text),
    /// A parameter contradicts another.
    CrossCheck(Text),
    /// The constructor failed or panicked.
    Construction,
    /// The declarations contradict each other: a mistake in the library.
    Declaration,
}
