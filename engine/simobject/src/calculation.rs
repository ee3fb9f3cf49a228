//! Calculations as the host calls them: one loop over like SimObjects for
//! each pair of type and function, with the author's function inlined in it.
//!
//! This is the batch loop; beside it only `numbers.rs` holds `unsafe` code.

use std::any::type_name;
use std::hash::{Hash, Hasher};
use std::mem::size_of;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::failure::{Failure, Result};
use crate::io::Io;

/// A function of one SimObject: `fn(&self, io: &mut Io<'_>)`, returning
/// nothing or a [`Result<()>`](crate::Result).
///
/// It must be the function itself (`Self::forces`) or a closure that captures
/// nothing, so that the call is resolved at compile time.
pub trait CalculationFn<T, R>: Fn(&T, &mut Io<'_>) -> R + Copy + Send + Sync + 'static {}

impl<T, R, F: Fn(&T, &mut Io<'_>) -> R + Copy + Send + Sync + 'static> CalculationFn<T, R> for F {}

/// What a calculation returns: nothing, or a [`Result<()>`](crate::Result).
pub trait Outcome {
    #[doc(hidden)]
    fn into_result(self) -> Result<()>;
}

impl Outcome for () {
    #[inline(always)]
    fn into_result(self) -> Result<()> {
        Ok(())
    }
}

impl Outcome for Result<()> {
    #[inline(always)]
    fn into_result(self) -> Result<()> {
        self
    }
}

/// A batch that stopped at one of its SimObjects.
#[derive(Debug, Clone, PartialEq)]
pub struct Stopped {
    /// Index of the SimObject in its store.
    pub object: usize,
    /// Why.
    pub failure: Failure,
}

/// The loop of one calculation over like SimObjects.
#[derive(Debug, Clone, Copy)]
pub struct Sweep(SweepFn);

type SweepFn = unsafe fn(*const (), Range<usize>, &mut Io<'_>) -> std::result::Result<(), Box<Stopped>>;

impl Sweep {
    /// The loop of `function` over SimObjects of type `T`.
    pub(crate) fn of<T, F: CalculationFn<T, R>, R: Outcome>(_function: F) -> Self {
        const { assert!(size_of::<F>() == 0, "register the function itself, not a function pointer or a capturing closure") };
        Self(sweep::<T, F, R>)
    }

    /// Runs the calculation for the objects of `range`, in order.
    ///
    /// # Errors
    /// The first object whose calculation failed or panicked.
    ///
    /// # Safety
    /// `objects` must come from [`ObjectStore::objects`](crate::host::ObjectStore::objects)
    /// of the type that registered the calculation, `range` must lie within
    /// the store's length, and the store must live through the call.
    #[inline]
    pub unsafe fn run(
        self,
        objects: *const (),
        range: Range<usize>,
        io: &mut Io<'_>,
    ) -> std::result::Result<(), Box<Stopped>> {
        // SAFETY: the caller's promise is the one that `sweep` asks for.
        unsafe { (self.0)(objects, range, io) }
    }

    fn address(self) -> usize {
        self.0 as usize
    }
}

/// Equal sweeps may run in one batch. Addresses decide: unequal ones of the
/// same function only split a batch, equal ones are the same code.
impl PartialEq for Sweep {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}
impl Eq for Sweep {}
impl Hash for Sweep {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address().hash(state);
    }
}

/// # Safety
/// See [`Sweep::run`].
unsafe fn sweep<T, F: CalculationFn<T, R>, R: Outcome>(
    objects: *const (),
    range: Range<usize>,
    io: &mut Io<'_>,
) -> std::result::Result<(), Box<Stopped>> {
    // SAFETY: `objects` points to the first of at least `range.end` values of
    // type `T` that nobody changes (SimObjects are immutable).
    let objects = unsafe { std::slice::from_raw_parts(objects.cast::<T>().add(range.start), range.len()) };
    let mut at = 0;
    let failure = match catch_unwind(AssertUnwindSafe(|| each::<T, F, R>(objects, io, &mut at))) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::from_panic(&*payload),
    };
    Err(Box::new(Stopped { object: range.start + at, failure }))
}

/// The only call of the author's function: a second one would keep the
/// compiler from inlining it here (measured: 1.33 against 1.11).
#[inline(never)]
fn each<T, F: CalculationFn<T, R>, R: Outcome>(objects: &[T], io: &mut Io<'_>, at: &mut usize) -> Result<()> {
    let function = conjure::<F>();
    let mut io = io.reborrow();
    for (index, object) in objects.iter().enumerate() {
        *at = index;
        function(object, &mut io).into_result()?;
    }
    Ok(())
}

/// The value of a function item, from its type alone.
fn conjure<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0) };
    // SAFETY: a value of zero size has no bytes to read; that one exists is
    // known, since `Sweep::of` was given it, and `F: Copy` allows another.
    unsafe { std::ptr::NonNull::<F>::dangling().as_ptr().read() }
}

/// Asks one SimObject for its next time event.
#[derive(Debug, Clone, Copy)]
pub struct NextTimeEvent(unsafe fn(*const (), usize, f64) -> Result<Option<f64>>);

impl NextTimeEvent {
    pub(crate) fn of<T, F: Fn(&T, f64) -> Option<f64> + Copy + Send + Sync + 'static>(_function: F) -> Self {
        const { assert!(size_of::<F>() == 0, "register the function itself, not a function pointer or a capturing closure") };
        Self(next_time_event::<T, F>)
    }

    /// The first time event of object `index` strictly after `time`, s.
    ///
    /// # Errors
    /// The function panicked.
    ///
    /// # Safety
    /// As for [`Sweep::run`]; `index` must be less than the store's length.
    pub unsafe fn after(self, objects: *const (), index: usize, time: f64) -> Result<Option<f64>> {
        // SAFETY: the caller's promise is the one that `next_time_event` asks for.
        unsafe { (self.0)(objects, index, time) }
    }
}

impl PartialEq for NextTimeEvent {
    fn eq(&self, other: &Self) -> bool {
        self.0 as usize == other.0 as usize
    }
}
impl Eq for NextTimeEvent {}
impl Hash for NextTimeEvent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0 as usize).hash(state);
    }
}

/// # Safety
/// See [`NextTimeEvent::after`].
unsafe fn next_time_event<T, F: Fn(&T, f64) -> Option<f64> + Copy>(
    objects: *const (),
    index: usize,
    time: f64,
) -> Result<Option<f64>> {
    // SAFETY: `objects` points to the first of more than `index` values of type `T`.
    let object = unsafe { &*objects.cast::<T>().add(index) };
    catch_unwind(AssertUnwindSafe(|| conjure::<F>()(object, time))).map_err(|payload| Failure::from_panic(&*payload))
}

/// The last part of a function's path: `forces` of `library::Spring::forces`.
pub(crate) fn function_name<F>() -> &'static str {
    let path = type_name::<F>();
    path.rsplit("::").find(|part| !part.starts_with("{{")).unwrap_or(path)
}
