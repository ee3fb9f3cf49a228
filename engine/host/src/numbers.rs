//! The numbers of a workspace, place by place.

use std::marker::PhantomData;

/// What [`HostIo::numbers`](crate::HostIo::numbers) gives: a loop over places checks them once, before it begins.
#[derive(Debug)]
pub struct Numbers<'w> {
    pub(crate) first: *mut f64,
    /// One more than the last place that may be asked for.
    pub(crate) end: usize,
    pub(crate) workspace: PhantomData<&'w mut f64>,
}

impl Numbers<'_> {
    /// The number at a place.
    ///
    /// # Safety
    /// The place must be before the end that these were asked for with.
    #[inline(always)]
    pub unsafe fn get(&self, place: u32) -> f64 {
        // SAFETY: the end was checked against the workspace, which is lent for
        // as long as this lives; see `HostIo::share`.
        unsafe { self.at(place).read() }
    }

    /// Writes the number at a place.
    ///
    /// # Safety
    /// As of [`get`](Self::get).
    #[inline(always)]
    pub unsafe fn set(&mut self, place: u32, number: f64) {
        // SAFETY: as in `get`.
        unsafe { self.at(place).write(number) }
    }

    #[inline(always)]
    fn at(&self, place: u32) -> *mut f64 {
        debug_assert!((place as usize) < self.end, "place {place} of {}", self.end);
        self.first.wrapping_add(place as usize)
    }
}
