//! The places that the computations of each evaluation fill.

use std::ops::Range;

use simobject_host::{Purpose, Role};

use super::clocks::Clocks;
use super::layout::Layout;
use super::object::Object;
use super::schedule::{Batch, Level, Schedule};
use super::store::Store;
use crate::workspace::unset::{UNSET, any_unset};

/// Rows of places, rising.
#[derive(Debug, Default)]
pub(crate) struct Filled(Vec<Range<usize>>);

/// The numbers that calculations fill.
#[derive(Debug, Default)]
pub(crate) struct FilledBy {
    /// Those that the derivatives need.
    pub(crate) needed: Filled,
    /// Those that only a recorder or a view needs.
    pub(crate) observed: Filled,
    /// The outputs of sampled computations, clock by clock.
    pub(crate) at_ticks: Vec<Filled>,
    /// The next values that updates set, clock by clock.
    pub(crate) next: Vec<Filled>,
}

impl FilledBy {
    pub(crate) fn new(
        schedule: &Schedule,
        stores: &[Store],
        clocks: &Clocks,
        objects: &[Object],
        layout: &Layout,
    ) -> Self {
        let of = |levels: &[Level]| Filled::new(schedule, levels, stores, objects, layout);
        let mut at_ticks = vec![Vec::new(); clocks.timings().len()];
        let mut next = at_ticks.clone();
        for (object, number) in objects.iter().zip(0..) {
            let signals = &object.interface.signals;
            for calculation in &object.interface.calculations {
                let Some(clock) = calculation.purpose.clock() else { continue };
                let is_update = matches!(calculation.purpose, Purpose::Update(_));
                let places = layout.places_of(number, signals.len());
                for given in calculation.gives.iter().map(|signal| *signal as usize) {
                    let first = places[given].first as usize;
                    let row = first..first + signals[given].width as usize;
                    match (is_update, signals[given].role) {
                        (false, _) => at_ticks[clocks.number(clock)].push(row),
                        (true, Role::DiscreteState) => next[clocks.number(clock)].push(row),
                        (true, _) => {}
                    }
                }
            }
        }
        let [at_ticks, next] = [at_ticks, next].map(|rows| rows.into_iter().map(Filled::of).collect());
        Self { needed: of(&schedule.needed), observed: of(&schedule.observed), at_ticks, next }
    }
}

impl Filled {
    fn new(schedule: &Schedule, levels: &[Level], stores: &[Store], objects: &[Object], layout: &Layout) -> Self {
        let mut rows = Vec::new();
        let mut batches = Vec::new();
        schedule.each_within(levels, &mut |batch| batches.push(batch));
        for batch in batches {
            match batch {
                Batch::Block(_) => {}
                Batch::Assemblies { numbers, .. } => rows.extend(layout.filled_by(numbers)),
                Batch::Kernel { store, calculation, range, .. } => {
                    for number in range.clone().map(|position| stores[*store].number(position) as usize) {
                        let interface = &objects[number].interface;
                        let places = layout.places_of(number, interface.signals.len());
                        rows.extend(interface.calculations[*calculation as usize].gives.iter().map(|signal| {
                            let first = places[*signal as usize].first as usize;
                            first..first + interface.signals[*signal as usize].width as usize
                        }));
                    }
                }
            }
        }
        Self::of(rows)
    }

    fn of(mut rows: Vec<Range<usize>>) -> Self {
        rows.sort_unstable_by_key(|row| row.start);
        let mut merged: Vec<Range<usize>> = Vec::new();
        for row in rows {
            match merged.last_mut() {
                Some(last) if last.end == row.start => last.end = row.end,
                _ => merged.push(row),
            }
        }
        merged.shrink_to_fit();
        Self(merged)
    }

    /// Makes them unset.
    pub(crate) fn unset(&self, values: &mut [f64]) {
        self.0.iter().for_each(|row| values[row.clone()].fill(UNSET));
    }

    /// Whether one of them is unset.
    pub(crate) fn any_unset(&self, values: &[f64]) -> bool {
        self.first_unset(values).is_some()
    }

    /// The first row that contains an unset number.
    pub(crate) fn first_unset(&self, values: &[f64]) -> Option<Range<usize>> {
        self.0.iter().find(|row| any_unset(&values[(*row).clone()])).cloned()
    }
}
