//! Records what providers are asked and answer, to find the one that gives a
//! non-finite answer, or another answer to the same question.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use simobject::abi;

use crate::Providers;
use crate::providers::AnswerShape;

/// A recorded answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The place of the resource.
    pub place: u32,
    /// The question.
    pub inputs: Vec<f64>,
    /// The answer.
    pub outputs: Vec<f64>,
}

/// Two answers of a provider to the same question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unrepeated {
    /// The place of the resource.
    pub place: u32,
    /// The first answer.
    pub before: f64,
    /// The second answer.
    pub now: f64,
}

impl Heard {
    /// The place of the first provider that gave a non-finite answer to a finite
    /// question.
    pub fn not_finite(all: &[Self]) -> Option<(u32, f64)> {
        let asked_well = all.iter().filter(|heard| heard.inputs.iter().all(|number| number.is_finite()));
        asked_well.into_iter().find_map(|heard| {
            let number = heard.outputs.iter().find(|number| !number.is_finite())?;
            Some((heard.place, *number))
        })
    }

    /// The first provider that gave another answer when asked the same again.
    pub fn unrepeated(first: &[Self], again: &[Self]) -> Option<Unrepeated> {
        first.iter().zip(again).find_map(|(before, now)| {
            let is_same = |a: &[f64], b: &[f64]| a.iter().map(|n| n.to_bits()).eq(b.iter().map(|n| n.to_bits()));
            if before.place != now.place || !is_same(&before.inputs, &now.inputs) {
                return None;
            }
            let mut pairs = before.outputs.iter().zip(&now.outputs);
            let (before_it, now_it) = pairs.find(|(before, now)| before.to_bits() != now.to_bits())?;
            Some(Unrepeated { place: before.place, before: *before_it, now: *now_it })
        })
    }
}

/// A provider whose answers are recorded.
#[derive(Debug)]
pub(crate) struct Hearer {
    provider: abi::Provider,
    place: u32,
    shape: AnswerShape,
    notes: *const Mutex<Vec<Heard>>,
}

// SAFETY: the notes are behind a lock, and SimObjects that answer may be sent and shared.
unsafe impl Send for Hearer {}
// SAFETY: as above.
unsafe impl Sync for Hearer {}

/// Questions with more numbers at once are not recorded.
const MOST: usize = 1 << 20;

impl Providers<'_> {
    /// The same providers, recording what they are asked and answer.
    pub fn heard<'n>(&'n self, notes: &'n Mutex<Vec<Heard>>) -> Providers<'n> {
        let mut others = Providers::default();
        for ((provider, shape), place) in self.row().iter().zip(self.shapes()).zip(0..) {
            let hearer = Arc::new(Hearer { provider: *provider, place, shape: *shape, notes });
            let object = Arc::as_ptr(&hearer).cast();
            others.push(abi::Provider { answer: hear, object, tag: 0 }, *shape, hearer);
        }
        others
    }
}

/// # Safety
/// As [`abi::Answer`] says, for a `Hearer`.
unsafe extern "C" fn hear(
    object: *const c_void,
    io: *mut abi::Io,
    inputs: *const f64,
    outputs: *mut f64,
    count: usize,
    _tag: usize,
) -> usize {
    // SAFETY: the row has the address of one, which the row's owner keeps.
    let hearer = unsafe { &*object.cast::<Hearer>() };
    let abi::Provider { answer, object, tag } = hearer.provider;
    let (of_question, of_answer) =
        (hearer.shape.inputs.saturating_mul(count), hearer.shape.outputs.saturating_mul(count));
    let is_noted = of_question <= MOST && of_answer <= MOST;
    // SAFETY: the caller lends this many numbers, and room for this many answers.
    let question = if is_noted { unsafe { copied(inputs, of_question) } } else { Vec::new() };
    // SAFETY: as above.
    let done = unsafe { answer(object, io, inputs, outputs, count, tag) };
    if is_noted && done == count {
        // SAFETY: as above.
        let outputs = unsafe { copied(outputs, of_answer) };
        // SAFETY: the notes are lent for longer than this provider lives.
        let notes = unsafe { &*hearer.notes };
        let heard = Heard { place: hearer.place, inputs: question, outputs };
        notes.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
    }
    done
}

/// # Safety
/// There are so many numbers, if any.
unsafe fn copied(first: *const f64, count: usize) -> Vec<f64> {
    if count == 0 || first.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }.to_vec()
}
