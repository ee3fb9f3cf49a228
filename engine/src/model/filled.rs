//! The places that the computations of each evaluation fill.

use std::ops::Range;

use super::layout::Layout;
use super::object::Object;
use super::schedule::{Batch, Level, Schedule};
use super::store::Store;
use crate::workspace::unset::{UNSET, any_unset};

/// Rows of places, rising.
#[derive(Debug, Default)]
pub(crate) struct Filled(Vec<Range<usize>>);

/// What computations fill.
#[derive(Debug, Default)]
pub(crate) struct FilledBy {
    /// Those that the derivatives need.
    pub(crate) needed: Filled,
    /// Those that only a recorder or a view needs.
    pub(crate) observed: Filled,
}

impl FilledBy {
    pub(crate) fn new(schedule: &Schedule, stores: &[Store], objects: &[Object], layout: &Layout) -> Self {
        let of = |levels: &[Level]| Filled::new(levels, stores, objects, layout);
        Self { needed: of(&schedule.needed), observed: of(&schedule.observed) }
    }
}

impl Filled {
    fn new(levels: &[Level], stores: &[Store], objects: &[Object], layout: &Layout) -> Self {
        let mut rows = Vec::new();
        for batch in levels.iter().flat_map(|level| &level.batches) {
            match batch {
                Batch::Gather(gather) => {
                    let rows_of = &layout.gathers[*gather].rows;
                    rows.extend(rows_of.iter().map(|row| row.place as usize..(row.place + row.width) as usize));
                }
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
        self.0.iter().any(|row| any_unset(&values[row.clone()]))
    }
}
