//! What a calculation sees of a run: the workspace, through its handles.

use std::marker::PhantomData;

use crate::abi;
use crate::access::{InitialSlice, InitialValue, Next, Now, NowSlice, Read, ReadSlice, Values, Write, WriteSlice};
use crate::failure::{Failure, FailureKind, out_of_bounds};
use crate::handle::{DiscreteStateSlice, Memory, State, StateSlice, Unknown, UnknownSlice};
use crate::message::Level;
use crate::numbers::Numbers;

/// The numbers of a run, as one calculation of one SimObject sees them.
///
/// ```
/// # use simobject::*;
/// # struct Gain { input: In<1>, output: Out<1>, gain: f64 }
/// # impl Gain {
/// fn output(&self, io: &mut Io<'_>) {
///     let [input] = io.get(self.input);
///     io.set(self.output, self.gain * input);
/// }
/// # }
/// ```
///
/// Every access is checked against the workspace's bounds. In a checked
/// evaluation (`bowline check`, debug builds) a port that the calculation did
/// not declare lies outside them and is reported by name.
#[derive(Debug)]
pub struct Io<'a> {
    values: *mut f64,
    value_count: usize,
    results: *mut f64,
    result_count: usize,
    places: *const u32,
    place_count: usize,
    time: f64,
    tick: u64,
    /// Position of the SimObject that calculates, which the host is told when
    /// there is something to tell.
    object: usize,
    /// What the host lent.
    lent: *mut abi::Io,
    workspace: PhantomData<&'a mut [f64]>,
}

// SAFETY: it stands for mutable slices, which may move to another thread; a
// host that makes several answers for what they touch.
unsafe impl Send for Io<'_> {}

impl Io<'_> {
    /// What a host lends to a calculation. As a local of a loop its fields are
    /// kept in registers.
    ///
    /// # Safety
    /// As [`abi::Io`] says, for `'i`.
    #[inline(always)]
    pub(crate) unsafe fn lent<'i>(lent: *mut abi::Io) -> Io<'i> {
        // SAFETY: the caller's promise.
        let io = unsafe { &*lent };
        Io {
            values: io.values,
            value_count: io.value_count,
            results: io.results,
            result_count: io.result_count,
            places: io.places,
            place_count: io.place_count,
            time: io.time,
            tick: io.tick,
            object: io.object,
            lent,
            workspace: PhantomData,
        }
    }

    /// What the host lent, with the SimObject that calculates: to be passed on.
    #[inline]
    pub(crate) fn to_pass_on(&self) -> *mut abi::Io {
        // SAFETY: it is lent for as long as this view lives, and one thread uses it.
        unsafe { (*self.lent).object = self.object };
        self.lent
    }

    #[inline(always)]
    fn values(&self) -> Numbers<'_> {
        // SAFETY: they are lent for as long as this view lives; what several
        // views touch is the host's promise. Numbers that are given out to
        // be changed borrow this view mutably (see the callers).
        unsafe { Numbers::new(self.values, self.value_count) }
    }

    #[inline(always)]
    fn results(&self) -> Numbers<'_> {
        // SAFETY: as in `values`.
        unsafe { Numbers::new(self.results, self.result_count) }
    }

    #[inline(always)]
    pub(crate) fn places(&self) -> &[u32] {
        // SAFETY: as in `values`; nobody writes them.
        unsafe { abi::row(self.places, self.place_count) }
    }

    /// Notes which SimObject calculates next.
    #[inline(always)]
    pub(crate) fn set_object(&mut self, index: usize) {
        self.object = index;
    }

    /// Tells the host why the calculation fails.
    #[cold]
    pub(crate) fn tell(&mut self, failure: &Failure) {
        let message = abi::Text::of(failure.message());
        let kind = match failure.kind() {
            FailureKind::Recoverable => abi::FAILURE_RECOVERABLE,
            FailureKind::Fatal => abi::FAILURE_FATAL,
            FailureKind::Thrown => abi::FAILURE_THROWN,
            FailureKind::OutOfBounds { place } => {
                let io = self.to_pass_on();
                // SAFETY: a host that calls a calculation has its table in `calls`.
                unsafe { ((*(*io).calls).out_of_bounds)(io, place, 0) };
                return;
            }
        };
        let io = self.to_pass_on();
        // SAFETY: as above.
        unsafe { ((*(*io).calls).fail)(io, kind, message) };
    }

    /// Says something to the user. The host adds which SimObject says it.
    #[cold]
    pub fn log(&mut self, level: Level, message: &str) {
        let (io, message) = (self.to_pass_on(), abi::Text::of(message));
        // SAFETY: it is lent; where `calls` is not null, it is the host's table.
        unsafe {
            if !(*io).calls.is_null() {
                ((*(*io).calls).log)(io, level.number(), message);
            }
        }
    }

    /// Simulated time, s.
    ///
    /// In a step that ends at a time event it stays below the event: what
    /// happens at the event belongs to the step after it.
    #[inline(always)]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// In what runs on a clock: how many of its ticks came before this one. It
    /// goes on counting in a run that goes on from a state file.
    #[inline(always)]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The numbers of a port, state or private value of fixed width. Of a
    /// signal that was declared in `reads_previous`, they are those that were
    /// held when the instant began.
    #[inline(always)]
    pub fn get<const N: usize>(&self, signal: impl Read<N>) -> [f64; N] {
        signal.read(self)
    }

    /// Fills an out-port or a private value of fixed width; a single number, where the
    /// width is 1, needs no brackets (here and below).
    #[inline(always)]
    pub fn set<const N: usize>(&mut self, signal: impl Write<N>, value: impl Values<N>) {
        *self.chunk_mut(signal.place()) = value.array();
    }

    /// Sets the time derivative of a state, in the state's unit per second.
    #[inline(always)]
    pub fn set_derivative<const N: usize>(&mut self, state: State<N>, value: impl Values<N>) {
        match self.results().chunk_mut(state.place) {
            Some(slot) => *slot = value.array(),
            None => out_of_bounds(state.place),
        }
    }

    /// Sets the residual of an unknown: what has to become 0.
    #[inline(always)]
    pub fn set_residual<const N: usize>(&mut self, unknown: Unknown<N>, value: impl Values<N>) {
        *self.chunk_mut(unknown.residual) = value.array();
    }

    /// Where the residuals of an unknown of run-time width go.
    #[inline(always)]
    pub fn residual_slice_mut(&mut self, unknown: UnknownSlice) -> &mut [f64] {
        match self.values().slice_mut(unknown.residual, unknown.width) {
            Some(slice) => slice,
            None => out_of_bounds(unknown.residual),
        }
    }

    /// Sets the next value of a discrete state, in an update: it takes effect at
    /// the next tick of its clock, so that all updates of an instant see the
    /// same values.
    #[inline(always)]
    pub fn set_next<const N: usize>(&mut self, state: impl Next<N>, value: impl Values<N>) {
        let place = state.place();
        match self.results().chunk_mut(place) {
            Some(slot) => *slot = value.array(),
            None => out_of_bounds(place),
        }
    }

    /// Where an update puts the next values of a discrete state of run-time width.
    #[inline(always)]
    pub fn next_slice_mut(&mut self, state: DiscreteStateSlice) -> &mut [f64] {
        match self.results().slice_mut(state.place, state.width) {
            Some(slice) => slice,
            None => out_of_bounds(state.place),
        }
    }

    /// Sets a state, in the handler of an event: at once. A next value that an
    /// update has given to it is forgotten.
    #[inline]
    pub fn set_now<const N: usize>(&mut self, state: impl Now<N>, value: impl Values<N>) {
        self.set_now_numbers(state.place(), &value.array());
    }

    /// Sets a state of run-time width, in the handler of an event.
    ///
    /// # Panics
    /// If there are more or fewer values than the state is wide.
    pub fn set_now_slice(&mut self, state: impl NowSlice, value: &[f64]) {
        let (place, width) = state.range();
        assert_eq!(value.len(), width as usize, "as many values as the state is wide");
        self.set_now_numbers(place, value);
    }

    /// Sets one element of a state of run-time width, in the handler of an event.
    ///
    /// # Panics
    /// If there is no such element.
    pub fn set_now_at(&mut self, state: impl NowSlice, index: usize, value: f64) {
        let (place, width) = state.range();
        let Some(pending) = self.results().slice_mut(place, width) else { out_of_bounds(place) };
        pending[index] = value;
        match self.values().slice_mut(place, width) {
            Some(slot) => slot[index] = value,
            None => out_of_bounds(place),
        }
    }

    fn set_now_numbers(&mut self, place: u32, value: &[f64]) {
        let width = value.len() as u32;
        // Where nothing may be set, there are no results.
        let Some(pending) = self.results().slice_mut(place, width) else { out_of_bounds(place) };
        pending.copy_from_slice(value);
        match self.values().slice_mut(place, width) {
            Some(slot) => slot.copy_from_slice(value),
            None => out_of_bounds(place),
        }
    }

    /// What is in a memory.
    #[inline(always)]
    pub fn memory(&self, memory: Memory) -> &[f64] {
        self.slice(memory)
    }

    /// A memory, to be written in place by its update.
    #[inline(always)]
    pub fn memory_mut(&mut self, memory: Memory) -> &mut [f64] {
        match self.values().slice_mut(memory.place, memory.width) {
            Some(slice) => slice,
            None => out_of_bounds(memory.place),
        }
    }

    /// Sets the initial value of a state, or of an out-port or private value that
    /// a computation on a clock fills, if neither the scenario nor the
    /// declaration gave one (elements still NaN). It has an effect in initial
    /// conditions only; see [`Creator::initial`](crate::Creator::initial).
    pub fn set_initial<const N: usize>(&mut self, state: impl InitialValue<N>, value: impl Values<N>) {
        let slot: &mut [f64; N] = self.chunk_mut(state.place());
        for (old, new) in slot.iter_mut().zip(value.array()) {
            if old.is_nan() {
                *old = new;
            }
        }
    }

    /// The numbers of a port, state or private value of run-time width.
    #[inline(always)]
    pub fn slice(&self, signal: impl ReadSlice) -> &[f64] {
        let (place, width) = signal.range();
        match self.values().slice(place, width) {
            Some(slice) => slice,
            None => out_of_bounds(place),
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
        match self.values().slice_mut(place, width) {
            Some(slice) => slice,
            None => out_of_bounds(place),
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
        match self.results().slice_mut(state.place, state.width) {
            Some(slice) => slice,
            None => out_of_bounds(state.place),
        }
    }

    /// Sets the initial values of a state of run-time width, of a memory, or of the outputs of a computation on a
    /// clock, where none are given; see [`Io::set_initial`].
    pub fn set_initial_slice(&mut self, state: impl InitialSlice, value: &[f64]) {
        let (place, width) = state.range();
        match self.values().slice_mut(place, width) {
            Some(slot) => {
                for (old, new) in slot.iter_mut().zip(value) {
                    if old.is_nan() {
                        *old = *new;
                    }
                }
            }
            None => out_of_bounds(place),
        }
    }

    #[inline(always)]
    pub(crate) fn chunk<const N: usize>(&self, place: u32) -> [f64; N] {
        match self.values().chunk(place) {
            Some(chunk) => chunk,
            None => out_of_bounds(place),
        }
    }

    #[inline(always)]
    fn chunk_mut<const N: usize>(&mut self, place: u32) -> &mut [f64; N] {
        match self.values().chunk_mut(place) {
            Some(chunk) => chunk,
            None => out_of_bounds(place),
        }
    }
}
