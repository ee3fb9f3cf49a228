//! What a library must leave as it was lent to it.

use simobject::abi::Io;

/// An [`Io`] as it was lent to a calculation, which has to leave it so, but for
/// which object calculates, and what is noted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lent(Io);

impl Lent {
    #[inline]
    pub(crate) fn of(io: &Io) -> Self {
        Self(*io)
    }

    /// Puts back what was changed of it. Whether anything was.
    #[inline]
    pub(crate) fn restore(&self, io: &mut Io) -> bool {
        let lent = &self.0;
        // All compared at once: a branch for each would cost more.
        let is_same = (io.size == lent.size)
            & (io.provider_size == lent.provider_size)
            & (io.values == lent.values)
            & (io.value_count == lent.value_count)
            & (io.results == lent.results)
            & (io.result_count == lent.result_count)
            & (io.places == lent.places)
            & (io.place_count == lent.place_count)
            & (io.time.to_bits() == lent.time.to_bits())
            & (io.tick == lent.tick)
            & (io.resources == lent.resources)
            & (io.resource_count == lent.resource_count)
            & (io.asking == lent.asking);
        if !is_same {
            *io = Io { object: io.object, calls: io.calls, notes: io.notes, ..*lent };
        }
        !is_same
    }
}
