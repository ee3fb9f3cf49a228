//! Who answers for the resources of a model.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem;
use std::sync::Arc;

use simobject::abi;

use crate::batch_report::Reporter;
use crate::calling::{Call, Whom};
use crate::heard::Hearer;
use crate::lent::Lent;
use crate::resource::{Answer, Quantity};
use crate::session::CHANGED_ARITHMETIC;
use crate::{ObjectStore, ObjectType, ResourceKind, arithmetic};

/// Who answers for the resources of a model, by their places.
#[derive(Debug, Default)]
pub struct Providers<'s> {
    row: Vec<abi::Provider>,
    /// What the row points to, where a library was loaded or another stands in.
    /// (A `Box` would claim that nobody else has its address.)
    loaded: Vec<Arc<Loaded>>,
    stand_ins: Vec<Arc<StandIn>>,
    hearers: Vec<Arc<Hearer>>,
    /// Numbers of one question to each, and of one answer.
    shapes: Vec<AnswerShape>,
    numbers: PhantomData<&'s mut [f64]>,
}

// SAFETY: SimObjects that answer may be sent and shared (the contract asks it of
// every library); numbers that stand in are read only.
unsafe impl Send for Providers<'_> {}
// SAFETY: as above.
unsafe impl Sync for Providers<'_> {}
// SAFETY: as above.
unsafe impl Send for Loaded {}
// SAFETY: as above.
unsafe impl Sync for Loaded {}
// SAFETY: as above.
unsafe impl Send for StandIn {}
// SAFETY: as above.
unsafe impl Sync for StandIn {}

impl Providers<'_> {
    /// Adds the object at a position of a store, as the next one.
    ///
    /// # Panics
    /// If there is no such object.
    ///
    /// # Safety
    /// `answer` must come from an interface that the store's type declared, with
    /// that kind. The type is re-entrant, and the store outlives this.
    pub unsafe fn add(&mut self, answer: Answer, kind: &ResourceKind, store: &ObjectStore, position: usize) {
        let object = store.address(position).cast_const();
        let provider = abi::Provider { answer: answer.answer, object, tag: answer.tag };
        let numbers = |quantities: &[Quantity]| quantities.iter().map(|quantity| quantity.width as usize).sum();
        let outputs = numbers(&kind.outputs);
        self.shapes.push(AnswerShape { inputs: numbers(&kind.inputs), outputs });
        if !store.is_loaded() {
            self.row.push(provider);
            return;
        }
        let loaded = Arc::new(Loaded { provider, kind: store.kind(), name: store.name(position).to_owned(), outputs });
        self.row.push(abi::Provider { answer: guarded, object: Arc::as_ptr(&loaded).cast(), tag: 0 });
        self.loaded.push(loaded);
    }

    /// The same, but they answer from these numbers and sums, whatever the
    /// numbers are of who asks.
    pub fn reading<'n>(&'n self, values: &'n mut [f64], places: &'n [u32]) -> Providers<'n> {
        let mut others = Providers { shapes: self.shapes.clone(), ..Providers::default() };
        for provider in &self.row {
            let stand_in = Arc::new(StandIn {
                provider: *provider,
                values: values.as_mut_ptr(),
                value_count: values.len(),
                places: places.as_ptr(),
                place_count: places.len(),
                resources: self.row.as_ptr(),
                resource_count: self.row.len(),
            });
            others.row.push(abi::Provider { answer: standing_in, object: Arc::as_ptr(&stand_in).cast(), tag: 0 });
            others.stand_ins.push(stand_in);
        }
        others
    }

    /// Adds a provider of that shape that stands before another.
    pub(crate) fn push(&mut self, provider: abi::Provider, shape: AnswerShape, hearer: Arc<Hearer>) {
        self.row.push(provider);
        self.shapes.push(shape);
        self.hearers.push(hearer);
    }

    pub(crate) fn row(&self) -> &[abi::Provider] {
        &self.row
    }

    /// The shape of the answers of each.
    pub(crate) fn shapes(&self) -> &[AnswerShape] {
        &self.shapes
    }
}

/// How many numbers a provider takes and gives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerShape {
    /// The numbers of one question.
    pub(crate) inputs: usize,
    /// The numbers of one answer.
    pub(crate) outputs: usize,
}

/// A provider of a library that was loaded: its code is not taken on trust.
#[derive(Debug)]
struct Loaded {
    provider: abi::Provider,
    kind: &'static ObjectType,
    name: String,
    /// Numbers of one answer.
    outputs: usize,
}

/// # Safety
/// As [`abi::Answer`] says, of a `Loaded`.
unsafe extern "C" fn guarded(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    _tag: usize,
) -> usize {
    // SAFETY: the row has the address of one, which the row's owner keeps.
    let loaded = unsafe { &*object.cast::<Loaded>() };
    let abi::Provider { answer, object, tag } = loaded.provider;
    // SAFETY: the two differ only in that an exception may leave the one.
    let answer: unsafe extern "C-unwind" fn(*const c_void, *mut abi::Io, *const f64, *mut f64, usize, usize) -> usize =
        unsafe { mem::transmute(answer) };
    if count > abi::MOST_ANSWERS {
        let what = format!("was asked for {count} answers at once, of which there are {} at most", abi::MOST_ANSWERS);
        // SAFETY: the caller lends its `Io`.
        blame(unsafe { &mut *io }, &what);
        return 0;
    }
    // SAFETY: who asks lends its `Io` and room for the answers.
    let lent = unsafe {
        if loaded.outputs > 0 {
            std::slice::from_raw_parts_mut(outputs, count * loaded.outputs).fill(f64::NAN);
        }
        Lent::of(&*io)
    };
    let call = Call { whom: Whom::One { kind: loaded.kind, name: &loaded.name }, io };
    // SAFETY: as above.
    let done = call.during(|| unsafe { answer(object, io, inputs, outputs, count, tag) });
    // SAFETY: as above.
    let raw = unsafe { &mut *io };
    if lent.restore(raw) {
        blame(raw, "changed what it was given to look at the run: a mistake in the library");
    }
    if arithmetic::restore() {
        blame(raw, &format!("{CHANGED_ARITHMETIC}: a mistake in the library"));
    }
    match done {
        _ if done == count => {}
        _ if done < count => blame(raw, "stopped without saying why"),
        _ => blame(raw, &format!("returned {done} for {count} answers: a mistake in the library")),
    }
    done
}

/// Says why there is no answer, unless somebody has.
#[cold]
fn blame(io: &mut abi::Io, what: &str) {
    if !io.calls.is_null() {
        // SAFETY: it is not null, so it is the host's table.
        unsafe { ((*io.calls).fail)(io, abi::FAILURE_FATAL, abi::Text::of(what)) };
    }
}

/// A provider with numbers that stand in for those of who asks.
#[derive(Debug)]
struct StandIn {
    provider: abi::Provider,
    values: *mut f64,
    value_count: usize,
    places: *const u32,
    place_count: usize,
    resources: *const abi::Provider,
    resource_count: usize,
}

/// # Safety
/// As [`abi::Answer`] says, of a `StandIn`.
unsafe extern "C" fn standing_in(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    _tag: usize,
) -> usize {
    // SAFETY: as in `guarded`.
    let (stand_in, mut io) = unsafe { (&*object.cast::<StandIn>(), *io) };
    (io.values, io.value_count) = (stand_in.values, stand_in.value_count);
    (io.places, io.place_count) = (stand_in.places, stand_in.place_count);
    (io.resources, io.resource_count) = (stand_in.resources, stand_in.resource_count);
    io.result_count = 0;
    let abi::Provider { answer, object, tag } = stand_in.provider;
    // SAFETY: the provider is there; its numbers are those of `reading`. What it tells goes where that
    // of who asks goes.
    unsafe {
        let io = &raw mut io;
        let outer = Reporter::lend(&mut *io, io);
        let done = answer(object, io, inputs, outputs, count, tag);
        Reporter::lend(&mut *io, outer);
        done
    }
}
