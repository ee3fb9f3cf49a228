//! What a library must leave as it was lent to it.

use simobject::abi::{Io, Provider};

/// What an [`Io`] lends to a calculation, which has to leave it so.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lent {
    values: *mut f64,
    value_count: usize,
    results: *mut f64,
    result_count: usize,
    places: *const u32,
    place_count: usize,
    time: f64,
    tick: u64,
    resources: *const Provider,
    resource_count: usize,
    asking: u32,
}

impl Lent {
    #[inline]
    pub(crate) fn of(io: &Io) -> Self {
        let Io {
            values,
            value_count,
            results,
            result_count,
            places,
            place_count,
            time,
            tick,
            resources,
            resource_count,
            asking,
            ..
        } = *io;
        Self {
            values,
            value_count,
            results,
            result_count,
            places,
            place_count,
            time,
            tick,
            resources,
            resource_count,
            asking,
        }
    }

    /// Puts back what was changed of it. Whether anything was.
    #[inline]
    pub(crate) fn restore(&self, io: &mut Io) -> bool {
        // All compared at once: a branch for each would cost more.
        let is_same = (io.values == self.values)
            & (io.value_count == self.value_count)
            & (io.results == self.results)
            & (io.result_count == self.result_count)
            & (io.places == self.places)
            & (io.place_count == self.place_count)
            & (io.time.to_bits() == self.time.to_bits())
            & (io.tick == self.tick)
            & (io.resources == self.resources)
            & (io.resource_count == self.resource_count)
            & (io.asking == self.asking);
        if !is_same {
            io.values = self.values;
            io.value_count = self.value_count;
            io.results = self.results;
            io.result_count = self.result_count;
            io.places = self.places;
            io.place_count = self.place_count;
            io.time = self.time;
            io.tick = self.tick;
            io.resources = self.resources;
            io.resource_count = self.resource_count;
            io.asking = self.asking;
        }
        !is_same
    }
}
