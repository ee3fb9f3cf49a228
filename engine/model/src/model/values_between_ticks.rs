//! Values that sampled parts hold between ticks: which there are, and where.

use std::ops::Range;

use simobject_host::{Purpose, Role};

use super::clocks::Timing;
use super::{Column, Model, SignalId};

/// Memory that updates write at the ticks of a clock of a known period.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryAtTicks {
    /// `Object.Memory`.
    pub name: String,
    /// Where its numbers are.
    pub places: Range<usize>,
    /// The width of its entries, if each tick replaces one after the other; else 0.
    pub ring: usize,
}

impl Model {
    /// Whether derivatives or indicators see values that are held between ticks.
    pub fn sees_held_values(&self) -> bool {
        !self.schedule.sampled.seen.is_empty()
    }

    /// Where the discrete value is that a column is, if it is one.
    pub fn held_place_of(&self, column: &Column) -> Option<usize> {
        let place = column.numbers().next()?.state()? as usize;
        Some(place).filter(|place| self.layout.discrete.all.contains(place) && column.is_state())
    }

    /// Where discrete states are that updates set.
    pub fn updated_places(&self) -> Vec<usize> {
        self.layout.discrete.of_clocks.iter().cloned().flatten().collect()
    }

    /// A discrete state that an update sets at each accepted step, if there is one.
    pub fn changed_at_steps(&self) -> Option<String> {
        let clock = self.clocks.timings().iter().position(|timing| *timing == Timing::Steps)?;
        let places = self.layout.discrete.of_clocks.get(clock)?;
        (!places.is_empty()).then(|| self.name_of_place(places.start))
    }

    /// Where the numbers are that sampled computations fill.
    pub fn filled_places(&self) -> Vec<usize> {
        let filled = self.signals_of(|role| role.is_filled()).map(|(_, range)| range);
        filled.filter(|range| self.layout.discrete.filled.contains(&range.start)).flatten().collect()
    }

    /// Memory that updates write at the ticks of clocks of a known period.
    pub fn memory_at_ticks(&self) -> Vec<MemoryAtTicks> {
        let is_written = |object: u32, signal: u32| {
            let calculations = &self.objects[object as usize].interface.calculations;
            calculations.iter().any(|calculation| {
                let is_timed = matches!(calculation.purpose, Purpose::Update(clock) if !clock.is_steps());
                is_timed && calculation.gives.contains(&signal)
            })
        };
        let memory = self.signals_of(|role| *role == Role::Memory).filter(|(id, _)| is_written(id.object, id.signal));
        let of = |(id, places): (SignalId, Range<usize>)| MemoryAtTicks {
            name: self.signal_name(id),
            places,
            ring: self.objects[id.object as usize].interface.signals[id.signal as usize].ring as usize,
        };
        memory.map(of).collect()
    }
}
