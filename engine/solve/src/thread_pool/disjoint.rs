//! A slice of which several threads change ranges that do not overlap.

use std::marker::PhantomData;
use std::ops::Range;

pub(super) struct Disjoint<'a, T> {
    first: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: it lends nothing but mutable slices, each to one thread, as whoever
// calls `range` answers for.
unsafe impl<T: Send> Sync for Disjoint<'_, T> {}

impl<'a, T> Disjoint<'a, T> {
    pub(super) fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), len: slice.len(), slice: PhantomData }
    }

    /// # Safety
    /// No two ranges that are asked for overlap.
    #[allow(clippy::mut_from_ref, reason = "who calls answers for it")]
    pub(super) unsafe fn range(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: it lies within the slice that is lent for `'a`, and nobody else
        // has any of it.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) }
    }
}
