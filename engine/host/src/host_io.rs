//! What a host lends to calculations: the workspace of a run.

use std::marker::PhantomData;
use std::ptr;
use std::slice;

use simobject::abi;

use crate::Providers;
use crate::numbers::Numbers;

/// A run's numbers, as a calculation is given them: its
/// [`Io`](simobject::Io).
#[derive(Debug)]
#[repr(transparent)]
pub struct HostIo<'a> {
    raw: abi::Io,
    workspace: PhantomData<&'a mut [f64]>,
}

// SAFETY: it stands for mutable slices, which may move to another thread;
// whoever makes several answers for what they touch (see `share`).
unsafe impl Send for HostIo<'_> {}

impl<'a> HostIo<'a> {
    /// Of a workspace: `values` is `[x | held | constants | signals |
    /// private values]`, `results` takes dx/dt, or the next values of `[x |
    /// held]`, and is empty where nobody gives any, `places` lists the sources
    /// of the sums, `time` is in seconds.
    pub fn new(values: &'a mut [f64], results: &'a mut [f64], places: &'a [u32], time: f64) -> Self {
        let raw = abi::Io {
            size: abi::size::<abi::Io>(),
            provider_size: abi::size::<abi::Provider>(),
            values: values.as_mut_ptr(),
            value_count: values.len(),
            results: results.as_mut_ptr(),
            result_count: results.len(),
            places: places.as_ptr(),
            place_count: places.len(),
            time,
            tick: 0,
            object: 0,
            calls: ptr::null(),
            notes: ptr::null_mut(),
            resources: ptr::null(),
            resource_count: 0,
            asking: abi::NOT_ASKING,
            reserved: 0,
        };
        Self { raw, workspace: PhantomData }
    }

    /// The same, with those who answer for resources.
    #[must_use]
    pub fn asking(mut self, providers: &'a Providers<'_>) -> Self {
        let row = providers.row();
        (self.raw.resources, self.raw.resource_count) = (row.as_ptr(), row.len());
        self
    }

    /// A second one of the same workspace, for another thread.
    ///
    /// # Safety
    /// As long as both are in use, the calculations that run with one must not
    /// write what those that run with the other read or write. An engine knows
    /// that of calculations that keep to what they declared.
    pub unsafe fn share(&self) -> HostIo<'_> {
        HostIo { raw: self.raw, workspace: PhantomData }
    }

    /// Which tick it is to what runs on a clock.
    pub fn tick(&self) -> u64 {
        self.raw.tick
    }

    /// Says which tick it is to what runs on a clock from now on.
    pub fn set_tick(&mut self, tick: u64) {
        self.raw.tick = tick;
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.raw.time
    }

    /// Calculates at another time, s, from now on.
    pub fn set_time(&mut self, time: f64) {
        self.raw.time = time;
    }

    /// The numbers of the workspace before a place, for loops over places.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn numbers(&mut self, end: u32) -> Numbers<'_> {
        let (end, count) = (end as usize, self.raw.value_count);
        assert!(end <= count, "{end} of {count} numbers");
        Numbers { first: self.raw.values, end, workspace: PhantomData }
    }

    /// The numbers of the workspace, `[x | held | constants | signals | private values]`.
    pub fn values(&mut self) -> &mut [f64] {
        // SAFETY: they are lent for as long as this lives, which is borrowed; see `share`.
        unsafe { rows(self.raw.values, self.raw.value_count) }
    }

    /// The numbers that receive dx/dt, or next values.
    pub fn results(&mut self) -> &mut [f64] {
        // SAFETY: as in `values`.
        unsafe { rows(self.raw.results, self.raw.result_count) }
    }

    /// What a library sees.
    #[inline(always)]
    pub(crate) fn raw_mut(&mut self) -> &mut abi::Io {
        &mut self.raw
    }
}

/// # Safety
/// There must be this many numbers, which nobody else uses while the row lives.
unsafe fn rows<'r>(first: *mut f64, count: usize) -> &'r mut [f64] {
    // SAFETY: the caller's promise; for an empty row, the pointer may be
    // anything.
    if count == 0 { &mut [] } else { unsafe { slice::from_raw_parts_mut(first, count) } }
}
