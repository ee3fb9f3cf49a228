//! What a reference page tells of a computation: when it runs, what it reads
//! and what it gives.

use bowline_decimal::Shortest;
use serde::Serialize;
use simobject::{Clock, Crossing};
use simobject_host::{Calculation, Interface, Purpose, Rate, Role};

#[derive(Debug, Serialize)]
pub(super) struct Computation {
    pub(super) name: String,
    purpose: Aim,
    /// Runs only once, before the first evaluation.
    once: bool,
    /// At the ticks of which it runs.
    clock: Option<ClockPage>,
    /// Of a handler: what it waits for.
    event: Option<Event>,
    reads: Vec<String>,
    /// Of what it reads what was held when the instant began.
    reads_previous: Vec<String>,
    /// What a common computation fills, derivatives differentiate, an initial
    /// condition completes, and updates and handlers set.
    gives: Vec<String>,
    /// What of that is memory, which is written in place.
    #[serde(skip)]
    writes: Vec<String>,
}

/// What a computation is for.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Aim {
    Common,
    Derivatives,
    Initial,
    Update,
    Handler,
    Answer,
}

/// A clock.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClockPage {
    /// Of its own, s.
    Every { period: f64, offset: f64 },
    /// The scenario gives its period.
    SampleTime,
    /// After each step that was accepted.
    Steps,
}

/// Which crossing of 0 is an event.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CrossingPage {
    Falling,
    Rising,
    Either,
}

/// What a handler waits for.
#[derive(Debug, Serialize)]
struct Event {
    indicator: String,
    crossing: CrossingPage,
}

impl ClockPage {
    pub(super) fn new(clock: Clock) -> Self {
        match clock.period_and_offset() {
            Some((period, offset)) => Self::Every { period, offset },
            None if clock.is_model() => Self::SampleTime,
            None => Self::Steps,
        }
    }

    pub(super) fn words(&self) -> String {
        match self {
            Self::Every { period, offset: 0.0 } => format!("every {} s", Shortest(*period)),
            Self::Every { period, offset } => {
                format!("every {} s, first after {} s", Shortest(*period), Shortest(*offset))
            }
            Self::SampleTime => "every SampleTime".to_owned(),
            Self::Steps => "after each accepted step".to_owned(),
        }
    }
}

impl CrossingPage {
    pub(super) fn new(crossing: Crossing) -> Self {
        match crossing {
            Crossing::Falling => Self::Falling,
            Crossing::Rising => Self::Rising,
            Crossing::Either => Self::Either,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Falling => "falls below 0",
            Self::Rising => "rises above 0",
            Self::Either => "crosses 0",
        }
    }
}

impl Event {
    fn new(interface: &Interface, indicator: u32) -> Option<Self> {
        let signal = &interface.signals[indicator as usize];
        let Role::Indicator(crossing) = signal.role else { return None };
        Some(Self { indicator: signal.name.to_string(), crossing: CrossingPage::new(crossing) })
    }
}

impl Computation {
    pub(super) fn new(interface: &Interface, calculation: &Calculation) -> Self {
        let name = |signal: &u32| interface.signals[*signal as usize].name.to_string();
        let names = |signals: &[u32]| signals.iter().map(name).collect::<Vec<_>>();
        let is_memory = |signal: &&u32| interface.signals[**signal as usize].role == Role::Memory;
        let (purpose, event) = match calculation.purpose {
            Purpose::Common(_) => (Aim::Common, None),
            Purpose::Derivatives => (Aim::Derivatives, None),
            Purpose::Initial => (Aim::Initial, None),
            Purpose::Update(_) => (Aim::Update, None),
            Purpose::Answer => (Aim::Answer, None),
            Purpose::Handler(indicator) => (Aim::Handler, Event::new(interface, indicator)),
        };
        Self {
            name: calculation.name.to_string(),
            purpose,
            once: calculation.purpose == Purpose::Common(Rate::Constant),
            clock: calculation.purpose.clock().map(ClockPage::new),
            event,
            reads: names(&calculation.reads),
            reads_previous: names(&calculation.previous),
            gives: names(&calculation.gives),
            writes: calculation.gives.iter().filter(is_memory).map(name).collect(),
        }
    }

    /// What it does, in words, each name as `name` writes it.
    pub(super) fn words(&self, name: impl Fn(&str) -> String) -> String {
        let list = |names: &mut dyn Iterator<Item = &String>| names.map(|n| name(n)).collect::<Vec<_>>().join(", ");
        let previous = format!("the previous {}", list(&mut self.reads_previous.iter()));
        let reads = match (self.reads.is_empty(), self.reads_previous.is_empty()) {
            (true, true) => "nothing".to_owned(),
            (true, false) => previous,
            (false, true) => list(&mut self.reads.iter()),
            (false, false) => format!("{}, {previous}", list(&mut self.reads.iter())),
        };
        let when = match (&self.clock, &self.event) {
            (Some(clock), _) => format!("{}: ", clock.words()),
            (None, Some(event)) => format!("when {} {}: ", name(&event.indicator), event.crossing.words()),
            (None, None) => String::new(),
        };
        let verb = match self.purpose {
            Aim::Common => "fills",
            Aim::Derivatives => "gives the derivatives of",
            Aim::Initial => "completes",
            Aim::Update => "sets the next values of",
            Aim::Handler => "sets",
            Aim::Answer => "answers for",
        };
        let is_update = matches!(self.purpose, Aim::Update);
        let gives = list(&mut self.gives.iter().filter(|given| !is_update || !self.writes.contains(given)));
        let gives = (!gives.is_empty()).then(|| format!("{verb} {gives}"));
        let writes =
            (is_update && !self.writes.is_empty()).then(|| format!("writes {}", list(&mut self.writes.iter())));
        let does = gives.into_iter().chain(writes).collect::<Vec<_>>().join("; ");
        let once = if self.once { "; once" } else { "" };
        format!("{when}reads {reads}; {does}{once}")
    }
}
