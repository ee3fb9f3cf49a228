//! Calculations as the host calls them: one loop over like SimObjects for
//! each pair of type and function, with the author's function inlined in it.

use std::any::type_name;
use std::ffi::c_void;
use std::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::thread;

use crate::abi;
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

/// The loop of `function` over SimObjects of type `T`, as C sees it.
pub(crate) fn calculate<T, F: CalculationFn<T, R>, R: Outcome>(_function: F) -> abi::Calculate {
    const { assert!(size_of::<F>() == 0, "register the function itself, not a function pointer or a capturing closure") };
    sweep::<T, F, R>
}

/// # Safety
/// As [`abi::Calculate`] says.
unsafe extern "C" fn sweep<T, F: CalculationFn<T, R>, R: Outcome>(
    objects: *mut c_void,
    count: usize,
    io: *mut abi::Io,
    _tag: usize,
) -> usize {
    // SAFETY: `objects` points to the first of at least `count` values of
    // type `T` that nobody changes (SimObjects are immutable).
    let objects = unsafe { slice::from_raw_parts(objects.cast::<T>(), count) };
    let mut at = 0;
    // SAFETY: the host lends it for this call.
    match catch_unwind(AssertUnwindSafe(|| unsafe { each::<T, F, R>(objects, io, &mut at) })) {
        Ok(Ok(())) => count,
        // SAFETY: as above.
        stopped => stop(unsafe { Io::lent(io) }, at, stopped),
    }
}

/// Reports to the host why the loop stopped at an object.
#[cold]
fn stop(mut io: Io<'_>, at: usize, stopped: thread::Result<Result<(), Box<Failure>>>) -> usize {
    let failure = match stopped {
        Ok(Ok(())) => return at,
        Ok(Err(failure)) => *failure,
        Err(payload) => Failure::from_panic(payload),
    };
    io.set_object(at);
    io.tell(&failure);
    at
}

/// The only call of the author's function: a second one would keep the
/// compiler from inlining it here (measured: 1.33 against 1.11). Where the loop
/// is, goes to `at`, which nothing else refers to, so that it is written once,
/// behind the loop (noting it through the view cost 7 %). A failure is boxed, so
/// that what comes back fits into a register.
///
/// # Safety
/// As for [`Io::lent`].
#[inline(never)]
unsafe fn each<T, F: CalculationFn<T, R>, R: Outcome>(
    objects: &[T],
    io: *mut abi::Io,
    at: &mut usize,
) -> Result<(), Box<Failure>> {
    let function = conjure::<F>();
    // SAFETY: the caller's promise.
    let mut io = unsafe { Io::lent(io) };
    for (index, object) in objects.iter().enumerate() {
        *at = index;
        io.set_object(index);
        function(object, &mut io).into_result().map_err(Box::new)?;
    }
    Ok(())
}

/// A function of one element of a SimObject:
/// `fn(&self, element: usize, io: &mut Io<'_>)`. Everything else is as for a
/// [`CalculationFn`].
pub trait ElementFn<T, R>: Fn(&T, usize, &mut Io<'_>) -> R + Copy + Send + Sync + 'static {}

impl<T, R, F: Fn(&T, usize, &mut Io<'_>) -> R + Copy + Send + Sync + 'static> ElementFn<T, R> for F {}

/// The loop of `function` over SimObjects of type `T`, as C sees it
/// with the element as its tag.
pub(crate) fn calculate_element<T, F: ElementFn<T, R>, R: Outcome>(_function: F) -> abi::Calculate {
    const { assert!(size_of::<F>() == 0, "register the function itself, not a function pointer or a capturing closure") };
    element_sweep::<T, F, R>
}

/// # Safety
/// As [`abi::Calculate`] says.
unsafe extern "C" fn element_sweep<T, F: ElementFn<T, R>, R: Outcome>(
    objects: *mut c_void,
    count: usize,
    lent: *mut abi::Io,
    element: usize,
) -> usize {
    // SAFETY: as in `sweep`.
    let objects = unsafe { slice::from_raw_parts(objects.cast::<T>(), count) };
    // SAFETY: the host lends it for this call.
    let mut io = unsafe { Io::lent(lent) };
    let mut at = 0;
    let each = || -> Result<(), Box<Failure>> {
        for (index, object) in objects.iter().enumerate() {
            at = index;
            io.set_object(index);
            conjure::<F>()(object, element, &mut io).into_result().map_err(Box::new)?;
        }
        Ok(())
    };
    match catch_unwind(AssertUnwindSafe(each)) {
        Ok(Ok(())) => count,
        stopped => stop(io, at, stopped),
    }
}

/// The value of a function item, from its type alone.
pub(crate) fn conjure<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0) };
    // SAFETY: a value of zero size has no bytes to read; that one exists is
    // known, since whoever registers it was given it, and `F: Copy` allows another.
    unsafe { std::ptr::NonNull::<F>::dangling().as_ptr().read() }
}

/// What announces time events, as C sees it.
pub(crate) fn next_time_event<T, F: Fn(&T, f64) -> Option<f64> + Copy + Send + Sync + 'static>(
    _function: F,
) -> abi::NextTimeEvent {
    const { assert!(size_of::<F>() == 0, "register the function itself, not a function pointer or a capturing closure") };
    next::<T, F>
}

/// # Safety
/// As [`abi::NextTimeEvent`] says.
unsafe extern "C" fn next<T, F: Fn(&T, f64) -> Option<f64> + Copy>(
    object: *mut c_void,
    io: *mut abi::Io,
    _tag: usize,
) -> f64 {
    // SAFETY: `object` points to a value of type `T` that nobody changes.
    let object = unsafe { &*object.cast::<T>() };
    // SAFETY: the host lends it for this call.
    let mut io = unsafe { Io::lent(io) };
    let time = io.time();
    match catch_unwind(AssertUnwindSafe(|| conjure::<F>()(object, time))) {
        Ok(next) => next.unwrap_or(f64::INFINITY),
        Err(payload) => {
            io.tell(&Failure::from_panic(payload));
            f64::INFINITY
        }
    }
}

/// The last part of a function's path: `forces` of `library::Spring::forces`.
pub(crate) fn function_name<F>() -> &'static str {
    let path = type_name::<F>();
    // What a generic function is of does not count.
    let path = path.split_once("::<").map_or(path, |(path, _)| path);
    path.rsplit("::").find(|part| !part.starts_with("{{")).unwrap_or(path)
}
