//! Formulas that run.

use crate::real::{Pair, Real, Unary};

/// What a calculation takes: a slot.
pub(crate) type Slot = u32;

/// A step of a program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    Unary {
        what: Unary,
        of: Slot,
        to: Slot,
    },
    Pair {
        what: Pair,
        of: [Slot; 2],
        to: Slot,
    },
    Copy {
        of: Slot,
        to: Slot,
    },
    /// Goes on there, if this is 0.
    Unless {
        condition: Slot,
        then: u32,
    },
    Go {
        to: u32,
    },
}

/// A formula that runs, without allocating: its numbers lie in slots, the inputs first.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    pub(crate) inputs: usize,
    /// Behind the inputs.
    pub(crate) constants: Vec<f64>,
    pub(crate) slots: usize,
    pub(crate) steps: Vec<Step>,
    pub(crate) results: Vec<Slot>,
}

impl Program {
    /// How many numbers it takes, from the first slot on.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many numbers it gives.
    pub fn width(&self) -> usize {
        self.results.len()
    }

    /// The slots that it runs in, with its constants.
    pub fn slots<R: Real>(&self) -> Vec<R> {
        let mut slots = vec![R::constant(f64::NAN); self.slots];
        let constants = &mut slots[self.inputs..][..self.constants.len()];
        constants.iter_mut().zip(&self.constants).for_each(|(slot, constant)| *slot = R::constant(*constant));
        slots
    }

    /// Runs it, in [slots](Self::slots) whose first ones have the inputs.
    ///
    /// # Panics
    /// The slots are those of another program.
    pub fn run<R: Real>(&self, slots: &mut [R]) {
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Unary { what, of, to } => slots[*to as usize] = slots[*of as usize].unary(*what),
                Step::Pair { what, of: [one, other], to } => {
                    slots[*to as usize] = slots[*one as usize].pair(slots[*other as usize], *what);
                }
                Step::Copy { of, to } => slots[*to as usize] = slots[*of as usize],
                Step::Unless { condition, then } => {
                    if slots[*condition as usize].value() == 0.0 {
                        at = *then as usize;
                    }
                }
                Step::Go { to } => at = *to as usize,
            }
        }
    }

    /// What it gave: one number after the other.
    pub fn results<'s, R: Real>(&'s self, slots: &'s [R]) -> impl Iterator<Item = R> + 's {
        self.results.iter().map(|slot| slots[*slot as usize])
    }
}
