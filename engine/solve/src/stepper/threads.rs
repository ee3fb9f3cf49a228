//! The threads that share what goes through all states.

use crate::thread_pool::{Region, ThreadPool};

/// What goes through the states is cut into so many pieces for each thread, as
/// levels are: so each finds in its cache what it wrote.
const PIECES_A_THREAD: usize = 8;

/// A piece has at least so many states, some tenths of a microsecond's work, and
/// a multiple of these, so that few lie on a cache line of two pieces.
const LEAST_PIECE: usize = 512;
const MULTIPLE: usize = 16;

/// The threads that share what goes through all states: those of a pool, or the
/// calling one alone. The results are the same bits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Threads<'p>(Option<&'p ThreadPool>);

impl<'p> Threads<'p> {
    /// The calling thread alone.
    pub const ONE: Self = Self(None);

    /// Those of a pool, if there is one.
    #[inline]
    pub fn of(pool: Option<&'p ThreadPool>) -> Self {
        Self(pool)
    }

    /// Whether there are several.
    #[inline]
    pub fn are_several(self) -> bool {
        self.0.is_some()
    }

    /// Makes a step, which has much to do for all threads.
    #[inline]
    pub(super) fn step<R>(self, work: impl FnOnce() -> R) -> R {
        match self.0 {
            Some(pool) => pool.region(Region::Step, work),
            None => work(),
        }
    }

    /// Does `work` for all of `out`, in pieces that begin at multiples of `each`:
    /// it is told where a piece begins. Several threads may do pieces of it.
    #[inline]
    pub(super) fn fill<T: Send>(self, out: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        match self.0 {
            Some(pool) => pool.fill(out, each, work),
            None => work(0, out),
        }
    }

    /// The same for numbers of states, one for each.
    #[inline]
    pub(super) fn fill_states(self, out: &mut [f64], work: impl Fn(usize, &mut [f64]) + Sync) {
        match self.0 {
            Some(pool) => pool.fill(out, piece(out.len(), pool), work),
            None => work(0, out),
        }
    }

    /// Copies numbers.
    #[inline]
    pub(super) fn copy(self, numbers: &[f64], into: &mut [f64]) {
        let numbers = &numbers[..into.len()];
        self.fill_states(into, move |first, piece| piece.copy_from_slice(&numbers[first..first + piece.len()]));
    }
}

/// How many states of so many are done at once.
pub fn piece(states: usize, pool: &ThreadPool) -> usize {
    states.div_ceil(PIECES_A_THREAD * pool.threads()).next_multiple_of(MULTIPLE).max(LEAST_PIECE)
}
