//! Registering calculations: what they read and what they give.

use std::marker::PhantomData;

use crate::abi;
use crate::handle::{DependencyHandle, StateHandle};
use crate::host::{Pattern, Rate};
use crate::host_calls::HostCalls;
use crate::signals::{Fills, Reads, States};

/// A calculation being registered: what it reads and what it gives.
pub struct Registration<'c, K> {
    host: HostCalls<'c>,
    name: &'static str,
    purpose: u32,
    rate: Rate,
    flags: u32,
    reads: Vec<u32>,
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

impl<'c, K> Registration<'c, K> {
    pub(crate) fn new(host: HostCalls<'c>, name: &'static str, purpose: u32, calculate: abi::Calculate) -> Self {
        let (reads, gives) = (Vec::new(), Vec::new());
        Self { host, name, purpose, rate: Rate::Continuous, flags: 0, reads, gives, calculate, kind: PhantomData }
    }

    /// Names what the function reads. In-ports that are not named here are out
    /// of its reach, so that the engine knows exactly what depends on what.
    /// The SimObject's own states count as read unless some are named; an
    /// initial condition reads only what is named.
    pub fn reads(mut self, signals: impl Reads) -> Self {
        signals.collect_into(&mut self.reads);
        self
    }

    /// Says that the function reads none of the SimObject's own states.
    pub fn reads_no_states(mut self) -> Self {
        self.flags |= abi::READS_NO_STATES;
        self
    }
}

impl<K> Drop for Registration<'_, K> {
    /// Everything has been said: it goes to the host.
    fn drop(&mut self) {
        self.host.calculation(&abi::Calculation {
            size: abi::size::<abi::Calculation>(),
            purpose: self.purpose,
            name: abi::Text::of(self.name),
            rate: if self.rate == Rate::Constant { abi::CONSTANT } else { abi::CONTINUOUS },
            flags: self.flags,
            reads: self.reads.as_ptr(),
            read_count: self.reads.len(),
            gives: self.gives.as_ptr(),
            give_count: self.gives.len(),
            calculate: Some(self.calculate),
            tag: 0,
        });
    }
}

impl Registration<'_, Common> {
    /// Names the out-ports and private values that the function fills.
    pub fn fills(mut self, signals: impl Fills) -> Self {
        signals.collect_into(&mut self.gives);
        self
    }

    /// Says how often it has to run; [`Rate::Continuous`] if nothing is said.
    pub fn rate(mut self, rate: Rate) -> Self {
        self.rate = rate;
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
            Pattern::Elements(_) => (abi::ELEMENTS, 0, 0),
            Pattern::Band { below, above } => (abi::BAND, below, above),
        };
        self.host.pattern(&abi::Pattern {
            size: abi::size::<abi::Pattern>(),
            kind,
            rows: rows.index_and_width().0,
            columns: columns.dependency(),
            below,
            above,
            elements: elements.as_ptr(),
            element_count: elements.len() / 2,
        });
        self
    }
}

impl Registration<'_, Initial> {
    /// Names the states that the function sets.
    pub fn sets(mut self, states: impl States) -> Self {
        states.collect_into(&mut self.gives);
        self
    }
}
