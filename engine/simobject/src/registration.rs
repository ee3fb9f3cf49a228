//! Registering calculations: what they read and what they give.

use std::marker::PhantomData;

use crate::abi;
use crate::clock::Clock;
use crate::handle::{DependencyHandle, StateHandle};
use crate::host_calls::HostCalls;
use crate::pattern::Pattern;
use crate::rate::Rate;
use crate::signals::{Fills, Initials, Reads, States, Unknowns, Updated};

/// A calculation being registered: when it runs, what it reads and what it gives.
pub struct Registration<'c, K> {
    host: HostCalls<'c>,
    name: &'static str,
    purpose: u32,
    rate: (u32, f64, f64),
    flags: u32,
    indicator: u32,
    tag: usize,
    reads: Vec<u32>,
    previous: Vec<u32>,
    gives: Vec<u32>,
    calculate: abi::Calculate,
    kind: PhantomData<K>,
}

/// Marks the registration of a common computation.
pub struct Common;
/// Marks the registration of derivatives.
pub struct Derivatives;
/// Marks the registration of an initial condition.
pub struct Initial;
/// Marks the registration of an update.
pub struct Update;
/// Marks the registration of an event handler.
pub struct Handler;
/// Marks the registration of residuals.
pub struct Residual;

impl<'c, K> Registration<'c, K> {
    pub(crate) fn new(host: HostCalls<'c>, name: &'static str, purpose: u32, calculate: abi::Calculate) -> Self {
        let rate = (abi::RATE_CONTINUOUS, 0.0, 0.0);
        let (reads, previous, gives) = (Vec::new(), Vec::new(), Vec::new());
        let kind = PhantomData;
        Self { host, name, purpose, rate, flags: 0, indicator: 0, tag: 0, reads, previous, gives, calculate, kind }
    }

    /// Names what the function reads: of in-ports, resources, private values and
    /// out-ports exactly these; of the SimObject's own states of both kinds these,
    /// or all if none is among them. `.reads(())` says that it reads nothing at all.
    /// Without this it counts as reading all in-ports, all resources that the
    /// SimObject asks and all of its states, but an initial condition none that
    /// initial conditions set. What is not read is out of its bounds, so that the
    /// engine knows exactly what depends on what.
    pub fn reads(mut self, signals: impl Reads) -> Self {
        signals.collect_into(&mut self.reads);
        self.flags |= abi::CALCULATION_READS_NAMED;
        self
    }

    /// Says that the function reads none of the SimObject's own states.
    pub fn reads_no_states(mut self) -> Self {
        self.flags |= abi::CALCULATION_READS_NO_STATES;
        self
    }

    fn at(mut self, clock: Clock) -> Self {
        self.rate = clock.as_abi();
        self
    }

    fn before(mut self, signals: impl Reads) -> Self {
        signals.collect_into(&mut self.previous);
        self
    }
}

impl<K> Drop for Registration<'_, K> {
    /// Everything has been said: it goes to the host.
    fn drop(&mut self) {
        let (rate, period, offset) = self.rate;
        self.host.calculation(&abi::Calculation {
            purpose: self.purpose,
            name: abi::Text::of(self.name),
            rate,
            flags: self.flags,
            reads: self.reads.as_ptr(),
            read_count: self.reads.len(),
            gives: self.gives.as_ptr(),
            give_count: self.gives.len(),
            calculate: Some(self.calculate),
            tag: self.tag,
            previous: self.previous.as_ptr(),
            previous_count: self.previous.len(),
            period,
            offset,
            indicator: self.indicator,
            ..abi::Calculation::NOTHING
        });
    }
}

impl Registration<'_, Common> {
    /// Names the out-ports, private values and indicators that the function fills.
    pub fn fills(mut self, signals: impl Fills) -> Self {
        signals.collect_into(&mut self.gives);
        self
    }

    /// Says how often it has to run; [`Rate::Continuous`] if nothing is said.
    pub fn rate(self, rate: Rate) -> Self {
        match rate {
            Rate::Sampled(clock) => self.on(clock),
            Rate::Constant => Self::of_rate(self, abi::RATE_CONSTANT),
            Rate::Continuous => Self::of_rate(self, abi::RATE_CONTINUOUS),
        }
    }

    fn of_rate(mut self, rate: u32) -> Self {
        self.rate = (rate, 0.0, 0.0);
        self
    }

    /// Says that the function runs at the ticks of a clock: what it fills is
    /// held until the next one. It runs once more when a run begins, as tick 0,
    /// if that comes later.
    pub fn on(self, clock: Clock) -> Self {
        self.at(clock)
    }

    /// Names signals of which the function, which runs on a clock, reads the
    /// values held when the instant began, before anything ran in it: so two
    /// functions may read each other's results without a loop. These signals must
    /// be filled at ticks, and have an initial value for the time before the
    /// first tick ([`Creator::initial_value`](crate::Creator::initial_value), or
    /// an initial condition that sets it,
    /// [`Creator::initial`](crate::Creator::initial)).
    pub fn reads_previous(self, signals: impl Reads) -> Self {
        self.before(signals)
    }
}

impl Registration<'_, Update> {
    /// Says at which ticks the function runs. Every update needs a clock.
    pub fn on(self, clock: Clock) -> Self {
        self.at(clock)
    }

    /// As for computations: see [`Registration::<Common>::reads_previous`].
    pub fn reads_previous(self, signals: impl Reads) -> Self {
        self.before(signals)
    }

    /// Says that what the function keeps depends on how long the ticks are, as a
    /// delay of so many ticks does: a run continues from a state file only with the
    /// period and offset with which that was kept. Memory counts as such anyway.
    pub fn counts_ticks(mut self) -> Self {
        self.flags |= abi::CALCULATION_COUNTS_TICKS;
        self
    }

    /// Names the discrete states whose next values the function sets
    /// ([`Io::set_next`](crate::Io::set_next)), and the memory that it writes.
    pub fn sets(mut self, states: impl Updated) -> Self {
        states.collect_into(&mut self.gives);
        self
    }
}

impl Registration<'_, Handler> {
    /// The handler of the indicator with that index.
    pub(crate) fn of_indicator(mut self, indicator: u32) -> Self {
        self.indicator = indicator;
        self
    }

    /// Passes this element to the function.
    pub(crate) fn for_element(mut self, element: usize) -> Self {
        self.tag = element;
        self
    }

    /// Names the states of both kinds that the function sets
    /// ([`Io::set_now`](crate::Io::set_now)).
    pub fn sets(mut self, states: impl States) -> Self {
        states.collect_into(&mut self.gives);
        self
    }
}

impl Registration<'_, Residual> {
    /// Names the unknowns whose residuals the function sets
    /// ([`Io::set_residual`](crate::Io::set_residual)).
    pub fn of(mut self, unknowns: impl Unknowns) -> Self {
        unknowns.collect_residuals(&mut self.gives);
        self
    }
}

impl Registration<'_, Derivatives> {
    /// Says that the derivatives of `rows` depend on no other elements of the
    /// state or in-port `columns` than those of the pattern: what is not said
    /// counts as all. (`columns` must be among what it reads.) The more of it
    /// is known, the faster are implicit methods.
    pub fn pattern(self, rows: impl StateHandle, columns: impl DependencyHandle, pattern: Pattern) -> Self {
        let elements: Vec<u32> = match &pattern {
            Pattern::Elements(elements) => elements.iter().flat_map(|(row, column)| [*row, *column]).collect(),
            Pattern::Band { .. } => Vec::new(),
        };
        let (kind, below, above) = match pattern {
            Pattern::Elements(_) => (abi::PATTERN_ELEMENTS, 0, 0),
            Pattern::Band { below, above } => (abi::PATTERN_BAND, below, above),
        };
        self.host.pattern(&abi::Pattern {
            kind,
            rows: rows.index_and_width().0,
            columns: columns.dependency(),
            below,
            above,
            elements: elements.as_ptr(),
            element_count: elements.len() / 2,
            ..abi::Pattern::NOTHING
        });
        self
    }
}

impl Registration<'_, Initial> {
    /// Restricts the function to a first start, which it completes or checks.
    /// Without this it also runs when a run continues from a state: the engine
    /// drops what it sets, and rejects the state if it fails.
    pub fn only_at_the_start(mut self) -> Self {
        self.flags |= abi::CALCULATION_ONLY_AT_START;
        self
    }

    /// Names the states of both kinds, and the memory, that the function sets;
    /// and the out-ports and private values whose values before their first tick
    /// it sets, for readers of previous values.
    pub fn sets(mut self, states: impl Initials) -> Self {
        states.collect_into(&mut self.gives);
        self
    }
}
