//! Shared resources: what many SimObjects ask one for, as a sea that each
//! element of a net asks how fast the water moves there.

use std::ffi::c_void;
use std::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::slice;

use crate::abi;
use crate::calculation::{Outcome, conjure, function_name};
use crate::creator::Creator;
use crate::failure::{Failure, Result, not_answered, out_of_bounds};
use crate::handle::Declared;
use crate::host_calls::HostCalls;
use crate::io::Io;
use crate::place::Place;
use crate::signals::Reads;
use crate::simobject::SimObject;
use crate::text::Text;

/// Some of the numbers that a resource is asked with, or answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    name: &'static str,
    unit: &'static str,
    width: usize,
}

impl Quantity {
    /// A quantity of so many elements, in an SI unit (empty for pure numbers).
    pub const fn new(name: &'static str, unit: &'static str, width: usize) -> Self {
        Self { name, unit, width }
    }

    fn as_abi(&self) -> abi::Quantity {
        abi::Quantity { name: abi::Text::of(self.name), unit: abi::Text::of(self.unit), width: self.width as u64 }
    }
}

/// What can be asked: `N` numbers in, `M` numbers out. Who asks and who answers
/// may come from different libraries, in different languages, as long as they
/// agree in the kind's name and in all quantities.
///
/// ```
/// use simobject::{Quantity, ResourceKind};
///
/// pub const CURRENT: ResourceKind<3, 3> = ResourceKind::new(
///     "Current",
///     "Velocity of the water",
///     &[Quantity::new("Pos", "m", 3)],
///     &[Quantity::new("Vel", "m/s", 3)],
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceKind<const N: usize, const M: usize> {
    name: &'static str,
    doc: &'static str,
    inputs: &'static [Quantity],
    outputs: &'static [Quantity],
}

impl<const N: usize, const M: usize> ResourceKind<N, M> {
    /// A kind of that name, with one line about it. The inputs have `N`
    /// elements together, the outputs `M`.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        inputs: &'static [Quantity],
        outputs: &'static [Quantity],
    ) -> Self {
        assert!(elements(inputs) == N, "the inputs of a resource have N elements together");
        assert!(elements(outputs) == M, "the outputs of a resource have M elements together");
        Self { name, doc, inputs, outputs }
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

const fn elements(quantities: &[Quantity]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < quantities.len() {
        sum += quantities[at].width;
        at += 1;
    }
    sum
}

/// A resource that the SimObject asks: see [`Io::query`].
#[derive(Debug, Clone, Copy)]
pub struct Resource<const N: usize, const M: usize> {
    place: u32,
}

impl<const N: usize, const M: usize> Resource<N, M> {
    pub(crate) fn place(&self) -> u32 {
        self.place
    }
}

impl<const N: usize, const M: usize> Declared for Resource<N, M> {
    fn collect(&self, into: &mut Vec<u32>) {
        into.push(self.place);
    }
}

/// A function that answers: `fn(&self, io: &Io<'_>, inputs: [f64; N])`,
/// returning `[f64; M]` or a [`Result`] of that.
///
/// It must be the function itself (`Self::velocity`) or a closure that captures
/// nothing.
pub trait AnswerFn<T, R, const N: usize>: Fn(&T, &Io<'_>, [f64; N]) -> R + Copy + Send + Sync + 'static {}

impl<T, R, const N: usize, F: Fn(&T, &Io<'_>, [f64; N]) -> R + Copy + Send + Sync + 'static> AnswerFn<T, R, N> for F {}

/// A function that answers many times at once: `fn(&self, io: &Io<'_>, inputs:
/// &[[f64; N]], outputs: &mut [[f64; M]])`, returning nothing or a [`Result<()>`](Result). Everything
/// else is as for an [`AnswerFn`].
pub trait RowsFn<T, R, const N: usize, const M: usize>:
    Fn(&T, &Io<'_>, &[[f64; N]], &mut [[f64; M]]) -> R + Copy + Send + Sync + 'static
{
}

impl<T, R, const N: usize, const M: usize, F> RowsFn<T, R, N, M> for F where
    F: Fn(&T, &Io<'_>, &[[f64; N]], &mut [[f64; M]]) -> R + Copy + Send + Sync + 'static
{
}

/// What such a function returns: `M` numbers, or a [`Result`] of them.
pub trait Answered<const M: usize> {
    #[doc(hidden)]
    fn into_result(self) -> Result<[f64; M]>;
}

impl<const M: usize> Answered<M> for [f64; M] {
    #[inline(always)]
    fn into_result(self) -> Result<[f64; M]> {
        Ok(self)
    }
}

impl<const M: usize> Answered<M> for Result<[f64; M]> {
    #[inline(always)]
    fn into_result(self) -> Result<[f64; M]> {
        self
    }
}

/// One side of a resource being declared.
struct Side {
    role: u32,
    name: Text,
    doc: Text,
    kind_name: &'static str,
    kind_doc: &'static str,
    quantities: [Vec<abi::Quantity>; 2],
    answer: Option<abi::Answer>,
    function: &'static str,
    reads: Vec<u32>,
    flags: u32,
}

impl Side {
    fn new<const N: usize, const M: usize>(role: u32, name: Text, doc: Text, kind: &ResourceKind<N, M>) -> Self {
        let as_abi = |quantities: &[Quantity]| quantities.iter().map(Quantity::as_abi).collect();
        let quantities = [as_abi(kind.inputs), as_abi(kind.outputs)];
        let (kind_name, kind_doc, reads) = (kind.name, kind.doc, Vec::new());
        Self { role, name, doc, kind_name, kind_doc, quantities, answer: None, function: "", reads, flags: 0 }
    }

    fn declare(&self, host: HostCalls<'_>) -> Place {
        let [inputs, outputs] = &self.quantities;
        let kind = abi::ResourceKind {
            quantity_size: abi::size::<abi::Quantity>(),
            name: abi::Text::of(self.kind_name),
            doc: abi::Text::of(self.kind_doc),
            inputs: inputs.as_ptr(),
            input_count: inputs.len(),
            outputs: outputs.as_ptr(),
            output_count: outputs.len(),
            ..abi::ResourceKind::NOTHING
        };
        host.resource(&abi::Resource {
            role: self.role,
            name: abi::Text::of(&self.name),
            doc: abi::Text::of(&self.doc),
            kind: &raw const kind,
            answer: self.answer,
            function: abi::Text::of(self.function),
            reads: self.reads.as_ptr(),
            read_count: self.reads.len(),
            flags: self.flags,
            ..abi::Resource::NOTHING
        })
    }
}

/// A resource being provided: what its answers depend on.
pub struct Provided<'c> {
    host: HostCalls<'c>,
    side: Side,
}

impl Provided<'_> {
    /// Names what the answers depend on, beside what is asked with and time:
    /// in-ports, states of both kinds, what the SimObject's computations fill,
    /// and resources that it asks itself. The rule is that of
    /// [`Registration::reads`](crate::Registration::reads).
    pub fn reads(mut self, signals: impl Reads) -> Self {
        signals.collect_into(&mut self.side.reads);
        self.side.flags |= abi::CALCULATION_READS_NAMED;
        self
    }

    /// Says that the answers depend on none of the SimObject's own states.
    pub fn reads_no_states(mut self) -> Self {
        self.side.flags |= abi::CALCULATION_READS_NO_STATES;
        self
    }
}

impl Drop for Provided<'_> {
    /// Everything has been said: it goes to the host.
    fn drop(&mut self) {
        self.side.declare(self.host);
    }
}

impl<T: SimObject> Creator<'_, T> {
    /// Provides a resource, under that name: other SimObjects ask for it, and
    /// the function answers, from what it reads ([`Provided::reads`]), what it
    /// is asked with, and time. It fills nothing, and several may ask at once:
    /// so the type must be re-entrant.
    ///
    /// ```
    /// # use simobject::*;
    /// # const CURRENT: ResourceKind<3, 3> = ResourceKind::new(
    /// #     "Current", "", &[Quantity::new("Pos", "m", 3)], &[Quantity::new("Vel", "m/s", 3)]);
    /// # struct Shear { surface: f64, depth: f64 }
    /// # impl SimObject for Shear {
    /// #     const NAME: &'static str = "Environment/Shear";
    /// fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
    ///     c.provides("Current", &CURRENT, "A current that gets weaker with depth", Self::velocity);
    ///     // ...
    /// #   Ok(Self { surface: c.parameter("Surface").required(), depth: c.parameter("Depth").required() })
    /// }
    /// # }
    /// # impl Shear {
    ///
    /// fn velocity(&self, _io: &Io<'_>, [_x, _y, z]: [f64; 3]) -> [f64; 3] {
    ///     [self.surface * (1.0 - z / self.depth).max(0.0), 0.0, 0.0]
    /// }
    /// # }
    /// ```
    pub fn provides<const N: usize, const M: usize, F: AnswerFn<T, R, N>, R: Answered<M>>(
        &mut self,
        name: impl Into<Text>,
        kind: &ResourceKind<N, M>,
        doc: impl Into<Text>,
        function: F,
    ) -> Provided<'_> {
        let side = Side::new(abi::RESOURCE_PROVIDES, name.into(), doc.into(), kind);
        let (answer, function) = (answer::<T, F, R, N, M>(function), function_name::<F>());
        Provided { host: self.host(), side: Side { answer: Some(answer), function, ..side } }
    }

    /// The same, for a function that answers many times at once: where much is the same
    /// for all of them, as the phases of waves at an instant are. The outputs are not
    /// numbers before it sets them.
    pub fn provides_rows<const N: usize, const M: usize, F: RowsFn<T, R, N, M>, R: Outcome>(
        &mut self,
        name: impl Into<Text>,
        kind: &ResourceKind<N, M>,
        doc: impl Into<Text>,
        _function: F,
    ) -> Provided<'_> {
        const { assert!(size_of::<F>() == 0, "provide the function itself, not a pointer or a capturing closure") };
        let side = Side::new(abi::RESOURCE_PROVIDES, name.into(), doc.into(), kind);
        let (answer, function) = (Some(answers_rows::<T, F, R, N, M> as abi::Answer), function_name::<F>());
        Provided { host: self.host(), side: Side { answer, function, ..side } }
    }

    /// Says that the SimObject asks a resource, which it calls by that name.
    /// The one SimObject of the scenario that provides such a kind is found by
    /// itself; where there are several, the scenario says which:
    /// `<Connection Net.Water="Sea.Current"/>`. Calculations that ask name the
    /// handle in what they read.
    pub fn uses<const N: usize, const M: usize>(
        &mut self,
        name: impl Into<Text>,
        kind: &ResourceKind<N, M>,
        doc: impl Into<Text>,
    ) -> Resource<N, M> {
        let place = Side::new(abi::RESOURCE_USES, name.into(), doc.into(), kind).declare(self.host());
        Resource { place: place.first }
    }
}

impl Io<'_> {
    /// Asks a resource. If it cannot answer, the calculation ends there, and
    /// the user is told why, and by whom: nothing is left to do for the author.
    #[inline]
    pub fn query<const N: usize, const M: usize>(&self, resource: Resource<N, M>, inputs: [f64; N]) -> [f64; M] {
        let mut output = [[f64::NAN; M]];
        self.query_many(resource, &[inputs], &mut output);
        let [output] = output;
        output
    }

    /// Asks a resource many times at once, as for all nodes of a net: `outputs`
    /// get the answers, in order.
    ///
    /// At most a million (2^20) answers at once.
    ///
    /// # Panics
    /// If there are more or fewer outputs than inputs.
    #[inline]
    pub fn query_many<const N: usize, const M: usize>(
        &self,
        resource: Resource<N, M>,
        inputs: &[[f64; N]],
        outputs: &mut [[f64; M]],
    ) {
        assert_eq!(inputs.len(), outputs.len(), "as many outputs as inputs");
        let (io, place) = (self.to_pass_on(), resource.place);
        let (first, answers) = (inputs.as_ptr().cast(), outputs.as_mut_ptr().cast());
        // SAFETY: the host lends its `Io` for as long as this view lives, with
        // providers that are as large as it says. The one is there, of this kind,
        // and takes and gives as many numbers as there are; it sees the same
        // workspace, of which it reads what nobody fills meanwhile.
        let done = unsafe {
            if place as usize >= (*io).resource_count {
                out_of_bounds(place);
            }
            let offset = place as usize * (*io).provider_size as usize;
            let provider: *const abi::Provider = (*io).resources.byte_add(offset);
            let before = (*io).asking;
            (*io).asking = place;
            let done = ((*provider).answer)((*provider).object, io, first, answers, inputs.len(), (*provider).tag);
            (*io).asking = before;
            done
        };
        if done != inputs.len() {
            not_answered();
        }
    }
}

/// The loop of `function` over what it is asked with, as C sees it.
fn answer<T, F: AnswerFn<T, R, N>, R: Answered<M>, const N: usize, const M: usize>(_function: F) -> abi::Answer {
    const { assert!(size_of::<F>() == 0, "provide the function itself, not a function pointer or a capturing closure") };
    answers::<T, F, R, N, M>
}

/// # Safety
/// As [`abi::Answer`] says.
unsafe extern "C" fn answers<T, F: AnswerFn<T, R, N>, R: Answered<M>, const N: usize, const M: usize>(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    _tag: usize,
) -> usize {
    let mut done = 0;
    let answer = |object: &T, io: &Io<'_>, inputs: &[[f64; N]], outputs: &mut [[f64; M]]| -> Result<()> {
        let function = conjure::<F>();
        for (input, output) in inputs.iter().zip(outputs) {
            *output = function(object, io, *input).into_result()?;
            done += 1;
        }
        Ok(())
    };
    // SAFETY: the caller's promise.
    let is_answered = unsafe { answer_all(object, io, inputs, outputs, count, answer) };
    if is_answered { count } else { done }
}

/// # Safety
/// As [`abi::Answer`] says.
unsafe extern "C" fn answers_rows<T, F: RowsFn<T, R, N, M>, R: Outcome, const N: usize, const M: usize>(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    _tag: usize,
) -> usize {
    let answer = |object: &T, io: &Io<'_>, inputs: &[[f64; N]], outputs: &mut [[f64; M]]| {
        outputs.fill([f64::NAN; M]);
        conjure::<F>()(object, io, inputs, outputs).into_result()
    };
    // SAFETY: the caller's promise.
    let is_answered = unsafe { answer_all(object, io, inputs, outputs, count, answer) };
    if is_answered { count } else { 0 }
}

/// Answers for what was asked; whether all could be answered: if not, the host has been told why.
///
/// # Safety
/// As [`abi::Answer`] says, of a SimObject that is a `T`.
#[inline(always)]
unsafe fn answer_all<T, const N: usize, const M: usize>(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    answer: impl FnOnce(&T, &Io<'_>, &[[f64; N]], &mut [[f64; M]]) -> Result<()>,
) -> bool {
    if count == 0 {
        return true;
    }
    if count > abi::MOST_ANSWERS {
        // SAFETY: the host lends it for this call.
        unsafe { Io::lent(io) }.tell(&Failure::fatal(format!(
            "was asked for {count} answers at once, of which there are {} at most",
            abi::MOST_ANSWERS
        )));
        return false;
    }
    // Where there are no numbers, C may say so with a null pointer.
    let inputs = if N == 0 { NonNull::dangling().as_ptr() } else { inputs.cast::<[f64; N]>() };
    let outputs = if M == 0 { NonNull::dangling().as_ptr() } else { outputs.cast::<[f64; M]>() };
    // SAFETY: `object` points to a value of type `T` that nobody changes, and
    // there are as many numbers as are asked with and answered; who asks does
    // not look at them meanwhile.
    let (object, inputs, outputs) = unsafe {
        (&*object.cast::<T>(), slice::from_raw_parts(inputs, count), slice::from_raw_parts_mut(outputs, count))
    };
    // SAFETY: the host lends it for this call.
    let mut io = unsafe { Io::lent(io) };
    let failure = match catch_unwind(AssertUnwindSafe(|| answer(object, &io, inputs, outputs))) {
        Ok(Ok(())) => return true,
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::from_panic(payload),
    };
    io.tell(&failure);
    false
}
