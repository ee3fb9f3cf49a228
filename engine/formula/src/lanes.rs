//! Programs that take the same steps, side by side: each step is decoded once for many of them.

use std::cell::RefCell;

use crate::program::{Program, Slot, Step};
use crate::real::{Pair, Real, Unary};

/// So many programs run at once: their slots stay in the nearest cache.
const LANES: usize = 32;

/// Programs that differ in their constants alone, without choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Lanes {
    /// One of them.
    program: Program,
    /// How many there are.
    count: usize,
    /// Of each slot behind the inputs that is constant, the numbers of all lanes; block by block.
    constants: Vec<f64>,
}

/// The steps that programs share which run side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape<'p> {
    inputs: usize,
    constants: usize,
    steps: &'p [Step],
    results: &'p [Slot],
}

impl Program {
    /// The steps that it shares with those that can run beside it; none if it chooses its way.
    pub fn shape(&self) -> Option<Shape<'_>> {
        let chooses = self.steps.iter().any(|step| matches!(step, Step::Unless { .. } | Step::Go { .. }));
        let Self { inputs, constants, steps, results, .. } = self;
        (!chooses).then_some(Shape { inputs: *inputs, constants: constants.len(), steps, results })
    }
}

impl Lanes {
    /// Programs of one [shape](Program::shape), in their order; none if there is none, or if they differ.
    pub fn of(programs: &[&Program]) -> Option<Self> {
        let first = programs.first()?;
        let shape = first.shape()?;
        if programs.iter().any(|program| program.shape() != Some(shape)) {
            return None;
        }
        let blocks = programs.chunks(LANES);
        let constants = blocks.flat_map(|block| {
            let of_slot = move |constant: usize| block.iter().map(move |program| program.constants[constant]);
            (0..first.constants.len()).flat_map(of_slot)
        });
        Some(Self { program: (*first).clone(), count: programs.len(), constants: constants.collect() })
    }

    /// How many programs there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Runs all of them, as [`Program::calculate`] does, to the bit. `fill` gives an input, by its number, of neighbouring
    /// lanes, from one on; `take` is handed a result of them; both with what they work on.
    pub fn calculate<C>(
        &self,
        on: &mut C,
        fill: impl Fn(&C, usize, usize, &mut [f64]),
        mut take: impl FnMut(&mut C, usize, usize, &[f64]),
    ) {
        thread_local! {
            static SLOTS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
        }
        let Program { inputs, constants, slots: count, steps, results } = &self.program;
        SLOTS.with_borrow_mut(|slots| {
            slots.resize(slots.len().max(count * LANES), 0.0);
            let slots = &mut slots[..count * LANES];
            let mut given = self.constants.as_slice();
            for first in (0..self.count).step_by(LANES) {
                let lanes = LANES.min(self.count - first);
                for (input, numbers) in slots.chunks_exact_mut(LANES).enumerate().take(*inputs) {
                    fill(on, input, first, &mut numbers[..lanes]);
                }
                for numbers in slots[inputs * LANES..].chunks_exact_mut(LANES).take(constants.len()) {
                    let (of_slot, further) = given.split_at(lanes);
                    numbers[..lanes].copy_from_slice(of_slot);
                    given = further;
                }
                steps.iter().for_each(|step| run(step, slots, lanes));
                for (result, slot) in results.iter().enumerate() {
                    take(on, result, first, &slots[*slot as usize * LANES..][..lanes]);
                }
            }
        });
    }
}

/// A step of some lanes. What it makes lies behind what it takes.
fn run(step: &Step, slots: &mut [f64], lanes: usize) {
    match step {
        Step::Unary { what, of, to } => unary(*what, row(slots, [*of], *to, lanes)),
        Step::Pair { what, of, to } => pair(*what, row(slots, *of, *to, lanes)),
        Step::Copy { of, to } => {
            let ([of], to) = row(slots, [*of], *to, lanes);
            to.copy_from_slice(of);
        }
        Step::Unless { .. } | Step::Go { .. } => unreachable!("programs that choose have no shape"),
    }
}

fn row<const N: usize>(slots: &mut [f64], of: [Slot; N], to: Slot, lanes: usize) -> ([&[f64]; N], &mut [f64]) {
    let (before, to) = slots.split_at_mut(to as usize * LANES);
    (of.map(|of| &before[of as usize * LANES..][..lanes]), &mut to[..lanes])
}

/// The simple ones are loops of their own.
fn unary(what: Unary, ([of], to): ([&[f64]; 1], &mut [f64])) {
    match what {
        Unary::Negative => map(of, to, |number| -number),
        Unary::Abs => map(of, to, f64::abs),
        Unary::Sqrt => map(of, to, f64::sqrt),
        _ => map(of, to, |number| number.unary(what)),
    }
}

fn pair(what: Pair, ([one, other], to): ([&[f64]; 2], &mut [f64])) {
    match what {
        Pair::Plus => map_pair(one, other, to, |one, other| one + other),
        Pair::Minus => map_pair(one, other, to, |one, other| one - other),
        Pair::Times => map_pair(one, other, to, |one, other| one * other),
        Pair::Over => map_pair(one, other, to, |one, other| one / other),
        Pair::Min => map_pair(one, other, to, |one, other| one.pair(other, Pair::Min)),
        Pair::Max => map_pair(one, other, to, |one, other| one.pair(other, Pair::Max)),
        // The exponent is mostly the same.
        Pair::Power if other.iter().all(|exponent| *exponent == 2.0) => map(one, to, |base| base.pair(2.0, what)),
        Pair::Power if other.iter().all(|exponent| *exponent == 3.0) => map(one, to, |base| base.pair(3.0, what)),
        _ => map_pair(one, other, to, |one, other| one.pair(other, what)),
    }
}

#[inline(always)]
fn map(of: &[f64], to: &mut [f64], how: impl Fn(f64) -> f64) {
    to.iter_mut().zip(of).for_each(|(to, of)| *to = how(*of));
}

#[inline(always)]
fn map_pair(one: &[f64], other: &[f64], to: &mut [f64], how: impl Fn(f64, f64) -> f64) {
    to.iter_mut().zip(one.iter().zip(other)).for_each(|(to, (one, other))| *to = how(*one, *other));
}
