//! Numbers that several threads may work on at once, each on places of its own.

use std::marker::PhantomData;

/// A view of numbers. Several views may see the same numbers
/// ([`Io::share`](crate::Io::share)), so that it holds a pointer and no slice:
/// slices that overlap must not be written to.
#[derive(Debug)]
pub(crate) struct Numbers<'a> {
    first: *mut f64,
    len: usize,
    numbers: PhantomData<&'a mut [f64]>,
}

impl<'a> Numbers<'a> {
    /// # Safety
    /// The numbers must be there for `'a`; whoever makes several views answers
    /// for what they touch: as long as they are in use, none writes a number
    /// that another reads or writes.
    #[inline(always)]
    pub(crate) unsafe fn new(first: *mut f64, len: usize) -> Self {
        Self { first, len, numbers: PhantomData }
    }

    /// `N` numbers from `place` on, if they lie within. Compared with the last
    /// place that fits, which is the same all through a batch, so that one
    /// comparison is left of the check.
    #[inline(always)]
    pub(crate) fn chunk<const N: usize>(self, place: u32) -> Option<[f64; N]> {
        if self.fits::<N>(place) {
            // SAFETY: the `N` numbers lie within those that were lent for `'a`,
            // and nobody writes them now: this view is not being written
            // through, and no other writes what this one reads (`new`).
            Some(unsafe { self.first.add(place as usize).cast::<[f64; N]>().read() })
        } else {
            None
        }
    }

    /// `N` numbers from `place` on, to be changed, if they lie within.
    #[inline(always)]
    pub(crate) fn chunk_mut<const N: usize>(self, place: u32) -> Option<&'a mut [f64; N]> {
        if self.fits::<N>(place) {
            // SAFETY: as in `chunk`; the mutable borrow of this view keeps it
            // from being used otherwise, and no other view touches what this
            // one writes (`new`).
            Some(unsafe { &mut *self.first.add(place as usize).cast::<[f64; N]>() })
        } else {
            None
        }
    }

    /// `width` numbers from `place` on, if they lie within.
    #[inline(always)]
    pub(crate) fn slice(self, place: u32, width: u32) -> Option<&'a [f64]> {
        if self.holds(place, width) {
            // SAFETY: as in `chunk`.
            Some(unsafe { std::slice::from_raw_parts(self.first.add(place as usize), width as usize) })
        } else {
            None
        }
    }

    /// `width` numbers from `place` on, to be changed, if they lie within.
    #[inline(always)]
    pub(crate) fn slice_mut(self, place: u32, width: u32) -> Option<&'a mut [f64]> {
        if self.holds(place, width) {
            // SAFETY: as in `chunk_mut`.
            Some(unsafe { std::slice::from_raw_parts_mut(self.first.add(place as usize), width as usize) })
        } else {
            None
        }
    }

    /// In 64 bits, where the sum of a place outside and a width does not wrap.
    #[inline(always)]
    fn holds(&self, place: u32, width: u32) -> bool {
        u64::from(place) + u64::from(width) <= self.len as u64
    }

    #[inline(always)]
    fn fits<const N: usize>(&self, place: u32) -> bool {
        self.len >= N && place as usize <= self.len - N
    }
}
