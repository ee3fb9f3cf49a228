//! What is constant between ticks and events: the second part of the workspace.

use std::collections::HashSet;
use std::ops::Range;

use simobject::Clock;
use simobject_host::{Calculation, Interface, Place, Purpose, Rate, Role, Signal};

use super::clocks::Clocks;

use super::object::Object;
use super::signal_id::SignalId;
use crate::assembly::AssemblyPass;

/// The discrete values, in the order of their places.
#[derive(Debug, Default)]
pub(super) struct DiscreteValues {
    /// The discrete states of each clock, so that their next values take effect
    /// in one go.
    pub(super) of_clocks: Vec<Vec<SignalId>>,
    /// Discrete states that only events change, and what sampled computations fill.
    pub(super) others: Vec<SignalId>,
    pub(super) memory: Vec<SignalId>,
    /// Signals of which previous values are read: each has a copy.
    pub(super) previous: Vec<SignalId>,
}

impl DiscreteValues {
    pub(super) fn of(objects: &[Object], clocks: &Clocks) -> Self {
        let mut discrete = Self { of_clocks: vec![Vec::new(); clocks.timings().len()], ..Self::default() };
        for (object, number) in objects.iter().zip(0..) {
            let calculations = &object.interface.calculations;
            if calculations.iter().all(|c| c.purpose.clock().is_none() && !matches!(c.purpose, Purpose::Handler(_))) {
                continue;
            }
            let id = |signal: &u32| SignalId { object: number, signal: *signal };
            let mut seen = HashSet::new();
            for calculation in calculations {
                if let Purpose::Update(clock) = calculation.purpose {
                    let is_state =
                        |signal: &&u32| object.interface.signals[**signal as usize].role == Role::DiscreteState;
                    let states = calculation.gives.iter().filter(is_state).filter(|signal| seen.insert(**signal));
                    discrete.of_clocks[clocks.number(clock)].extend(states.map(id));
                }
            }
            for index in discrete_in(&object.interface).into_iter().filter(|signal| seen.insert(*signal)) {
                let is_memory = object.interface.signals[index as usize].role == Role::Memory;
                let of_role = if is_memory { &mut discrete.memory } else { &mut discrete.others };
                of_role.push(id(&index));
            }
            let mut previous = HashSet::new();
            let read = calculations.iter().flat_map(|c| &c.previous).filter(|signal| previous.insert(**signal));
            discrete.previous.extend(read.map(id));
        }
        discrete
    }
}

/// The signals whose numbers are discrete values, in the order of their declaration.
pub fn discrete_in(interface: &Interface) -> Vec<u32> {
    let filled: HashSet<u32> =
        interface.calculations.iter().filter(is_sampled).flat_map(|c| c.gives.iter().copied()).collect();
    let is_discrete = |(index, signal): &(u32, &Signal)| {
        matches!(signal.role, Role::DiscreteState | Role::Memory) || filled.contains(index)
    };
    (0..).zip(&interface.signals).filter(is_discrete).map(|(index, _)| index).collect()
}

/// The discrete states that an update sets, in the order of their declaration:
/// only these have next values.
pub fn updated_in(interface: &Interface) -> Vec<u32> {
    let updates = interface.calculations.iter().filter(|c| matches!(c.purpose, Purpose::Update(_)));
    let set: HashSet<u32> = updates.flat_map(|c| c.gives.iter().copied()).collect();
    let sampled = interface.signals_with(|role| *role == Role::DiscreteState).map(|(index, _)| index as u32);
    sampled.filter(|index| set.contains(index)).collect()
}

/// The discrete states and memory that updates set at the ticks of a clock of a
/// known period, with that clock.
pub fn ticking_in(interface: &Interface) -> Vec<(u32, Clock)> {
    let mut ticking = Vec::new();
    for calculation in &interface.calculations {
        if let Purpose::Update(clock) = calculation.purpose
            && !clock.is_steps()
        {
            ticking.extend(calculation.gives.iter().map(|signal| (*signal, clock)));
        }
    }
    ticking.sort_by_key(|(signal, _)| *signal);
    ticking.dedup_by_key(|(signal, _)| *signal);
    ticking
}

fn is_sampled(calculation: &&Calculation) -> bool {
    matches!(calculation.purpose, Purpose::Common(Rate::Sampled(_)))
}

/// A signal of which somebody reads the value of when the instant began.
#[derive(Debug, Clone, PartialEq)]
pub struct Previous {
    /// The signal.
    pub of: SignalId,
    /// The first place of its copy.
    pub place: u32,
    /// Its width.
    pub width: u32,
    pub(crate) source: PreviousSource,
    /// As a handle of the signal is bound that reads it.
    pub(crate) bound: Place,
}

/// Where a previous value is copied from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PreviousSource {
    /// Numbers side by side.
    Place(u32),
    /// Sums or formulas.
    Pass(AssemblyPass),
}

/// The places of the discrete values.
#[derive(Debug, Clone, Default)]
pub struct DiscretePlaces {
    /// All of it.
    pub all: Range<usize>,
    /// The discrete states of each clock.
    pub of_clocks: Vec<Range<usize>>,
    /// What sampled computations fill, among others.
    pub(crate) filled: Range<usize>,
    /// What is a copy of something else.
    pub(crate) copies: Range<usize>,
}
