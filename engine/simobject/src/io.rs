//! What a calculation sees of a run: the workspace, through its handles.

use crate::failure::stray;
use crate::handle::{In, InSlice, Out, OutSlice, Private, PrivateSlice, State, StateSlice, Sum};
use crate::numbers::Numbers;

/// The numbers of a run, as one calculation of one SimObject sees them.
///
/// ```
/// # use simobject::*;
/// # struct Gain { input: In<1>, output: Out<1>, gain: f64 }
/// # impl Gain {
/// fn output(&self, io: &mut Io<'_>) {
///     let [input] = io.get(self.input);
///     io.set(self.output, [self.gain * input]);
/// }
/// # }
/// ```
///
/// Every access is checked against the workspace's bounds. In a checked
/// evaluation (`bowline check`, debug builds) a port that the calculation did
/// not declare lies outside them and is reported by name.
#[derive(Debug)]
pub struct Io<'a> {
    values: Numbers<'a>,
    derivatives: Numbers<'a>,
    places: &'a [u32],
    time: f64,
}

impl<'a> Io<'a> {
    /// A view of a workspace: `values` is `[x | constants | signals | private
    /// values]`, `derivatives` takes dx/dt and is empty where no derivatives
    /// are calculated, `places` lists the sources of the sums, `time` is in seconds.
    pub fn new(values: &'a mut [f64], derivatives: &'a mut [f64], places: &'a [u32], time: f64) -> Self {
        Self { values: Numbers::new(values), derivatives: Numbers::new(derivatives), places, time }
    }

    /// The same view for a shorter time: a local whose fields the optimiser
    /// keeps in registers.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Io<'_> {
        Io {
            values: self.values.reborrow(),
            derivatives: self.derivatives.reborrow(),
            places: self.places,
            time: self.time,
        }
    }

    /// A second view of the same workspace, for another thread.
    ///
    /// # Safety
    /// As long as both are in use, the calculations that run with one must not
    /// write what those that run with the other read or write. An engine knows
    /// that of calculations that keep to what they declared.
    pub unsafe fn share(&self) -> Io<'_> {
        // SAFETY: the caller's promise is the one that `Numbers::share` asks for.
        let (values, derivatives) = unsafe { (self.values.share(), self.derivatives.share()) };
        Io { values, derivatives, places: self.places, time: self.time }
    }

    /// Simulated time, s.
    ///
    /// In a step that ends at a time event it stays below the event: what
    /// happens at the event belongs to the step after it.
    #[inline(always)]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The numbers of a port, state or private value of fixed width.
    #[inline(always)]
    pub fn get<const N: usize>(&self, signal: impl Read<N>) -> [f64; N] {
        signal.read(self)
    }

    /// Fills an out-port or a private value of fixed width.
    #[inline(always)]
    pub fn set<const N: usize>(&mut self, signal: impl Write<N>, value: [f64; N]) {
        *self.chunk_mut(signal.place()) = value;
    }

    /// Sets the time derivative of a state, in the state's unit per second.
    #[inline(always)]
    pub fn set_derivative<const N: usize>(&mut self, state: State<N>, value: [f64; N]) {
        match self.derivatives.chunk_mut(state.place) {
            Some(slot) => *slot = value,
            None => stray(state.place),
        }
    }

    /// Sets the initial value of a state, where the scenario or the
    /// declaration gave none (elements still not-a-number). It has an effect in
    /// initial conditions only; see [`Creator::initial`](crate::Creator::initial).
    pub fn set_initial<const N: usize>(&mut self, state: State<N>, value: [f64; N]) {
        let slot: &mut [f64; N] = self.chunk_mut(state.place);
        for (old, new) in slot.iter_mut().zip(value) {
            if old.is_nan() {
                *old = new;
            }
        }
    }

    /// The numbers of a port, state or private value of run-time width.
    #[inline(always)]
    pub fn slice(&self, signal: impl ReadSlice) -> &[f64] {
        let (place, width) = signal.range();
        match self.values.slice(place, width) {
            Some(slice) => slice,
            None => stray(place),
        }
    }

    /// One element of a port, state or private value of run-time width.
    #[inline(always)]
    pub fn at(&self, signal: impl ReadSlice, index: usize) -> f64 {
        self.slice(signal)[index]
    }

    /// Where a computation fills an out-port or private value of run-time width.
    #[inline(always)]
    pub fn slice_mut(&mut self, signal: impl WriteSlice) -> &mut [f64] {
        let (place, width) = signal.range();
        match self.values.slice_mut(place, width) {
            Some(slice) => slice,
            None => stray(place),
        }
    }

    /// Sets one element of an out-port or private value of run-time width.
    #[inline(always)]
    pub fn set_at(&mut self, signal: impl WriteSlice, index: usize, value: f64) {
        self.slice_mut(signal)[index] = value;
    }

    /// Where the derivatives of a state of run-time width go.
    #[inline(always)]
    pub fn derivative_slice_mut(&mut self, state: StateSlice) -> &mut [f64] {
        match self.derivatives.slice_mut(state.place, state.width) {
            Some(slice) => slice,
            None => stray(state.place),
        }
    }

    /// Sets the initial values of a state of run-time width, where none are
    /// given; see [`Io::set_initial`].
    pub fn set_initial_slice(&mut self, state: StateSlice, value: &[f64]) {
        match self.values.slice_mut(state.place, state.width) {
            Some(slot) => {
                for (old, new) in slot.iter_mut().zip(value) {
                    if old.is_nan() {
                        *old = *new;
                    }
                }
            }
            None => stray(state.place),
        }
    }

    #[doc(hidden)]
    #[inline]
    pub fn number(&self, place: u32) -> f64 {
        self.chunk::<1>(place)[0]
    }

    #[doc(hidden)]
    #[inline]
    pub fn set_number(&mut self, place: u32, number: f64) {
        *self.chunk_mut(place) = [number];
    }

    #[inline(always)]
    fn chunk<const N: usize>(&self, place: u32) -> [f64; N] {
        match self.values.chunk(place) {
            Some(chunk) => chunk,
            None => stray(place),
        }
    }

    #[inline(always)]
    fn chunk_mut<const N: usize>(&mut self, place: u32) -> &mut [f64; N] {
        match self.values.chunk_mut(place) {
            Some(chunk) => chunk,
            None => stray(place),
        }
    }
}

/// Handles of fixed width that [`Io::get`] reads.
pub trait Read<const N: usize> {
    #[doc(hidden)]
    fn read(self, io: &Io<'_>) -> [f64; N];
}

/// Handles of fixed width that [`Io::set`] fills.
pub trait Write<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of run-time width that [`Io::slice`] reads.
pub trait ReadSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::slice_mut`] fills.
pub trait WriteSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

macro_rules! reads {
    ($($name:ident)*) => {$(
        impl<const N: usize> Read<N> for $name<N> {
            #[inline(always)]
            fn read(self, io: &Io<'_>) -> [f64; N] {
                io.chunk(self.place)
            }
        }
    )*};
}
reads!(In Out State Private);

impl<const N: usize> Read<N> for Sum<N> {
    #[inline(always)]
    fn read(self, io: &Io<'_>) -> [f64; N] {
        let first = self.first as usize;
        let Some(places) = io.places.get(first..first + self.count as usize) else { stray(self.first) };
        let mut sum = [0.0; N];
        for place in places {
            let source: [f64; N] = io.chunk(*place);
            for (total, value) in sum.iter_mut().zip(source) {
                *total += value;
            }
        }
        sum
    }
}

macro_rules! writes {
    ($($name:ident)*) => {$(
        impl<const N: usize> Write<N> for $name<N> {
            #[inline(always)]
            fn place(self) -> u32 {
                self.place
            }
        }
    )*};
}
writes!(Out Private);

macro_rules! slices {
    ($role:ident: $($name:ident)*) => {$(
        impl $role for $name {
            #[inline(always)]
            fn range(self) -> (u32, u32) {
                (self.place, self.width)
            }
        }
    )*};
}
slices!(ReadSlice: InSlice OutSlice StateSlice PrivateSlice);
slices!(WriteSlice: OutSlice PrivateSlice);
