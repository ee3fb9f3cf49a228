//! Formulas that run.

use std::cell::RefCell;

use crate::real::{Pair, Real, Unary};

/// What a calculation takes: a slot.
pub(crate) type Slot = u32;

/// A step of a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

impl Step {
    /// The slots that it takes or fills.
    fn each_slot(&mut self, mut each: impl FnMut(&mut Slot)) {
        match self {
            Self::Unary { of, to, .. } | Self::Copy { of, to } => [of, to].into_iter().for_each(each),
            Self::Pair { of: [one, other], to, .. } => [one, other, to].into_iter().for_each(each),
            Self::Unless { condition, .. } => each(condition),
            Self::Go { .. } => {}
        }
    }

    /// The name of a function that jumps, or of an equality.
    fn jumping_function(&self) -> Option<&'static str> {
        match self {
            Self::Pair { what: Pair::Equal, .. } => Some("`==`"),
            Self::Pair { what: Pair::Mod, .. } => Some("`mod`"),
            Self::Unary { what: Unary::Sign, .. } => Some("`sign`"),
            Self::Unary { what: Unary::Floor, .. } => Some("`floor`"),
            Self::Unary { what: Unary::Ceil, .. } => Some("`ceil`"),
            Self::Unary { what: Unary::Round, .. } => Some("`round`"),
            _ => None,
        }
    }
}

/// A sum: of each term its factor and its input; a constant has none.
pub type Sum = Vec<(f64, Option<usize>)>;

/// Programs with no more slots than these run on the stack, of which as little as possible is made ready.
const VERY_FEW: usize = 16;
const FEW: usize = 48;

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
    /// A program that gives nothing.
    pub fn nothing(inputs: usize) -> Self {
        Self { inputs, constants: Vec::new(), slots: inputs, steps: Vec::new(), results: Vec::new() }
    }

    /// How many numbers it takes, from the first slot on.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many numbers it gives.
    pub fn width(&self) -> usize {
        self.results.len()
    }

    /// Runs it with the inputs that `fill` puts into the first slots, and hands each result to `take`, both of them with
    /// what they work on. It allocates nothing.
    pub fn calculate<C>(
        &self,
        on: &mut C,
        fill: impl FnOnce(&C, &mut [f64]),
        mut take: impl FnMut(&mut C, usize, f64),
    ) {
        let calculated = |slots: &mut [f64]| {
            fill(on, &mut slots[..self.inputs]);
            slots[self.inputs..][..self.constants.len()].copy_from_slice(&self.constants);
            self.run(slots);
            self.results(slots).enumerate().for_each(|(number, result)| take(on, number, result));
        };
        if self.slots <= VERY_FEW {
            return calculated(&mut [0.0; VERY_FEW]);
        }
        if self.slots <= FEW {
            return calculated(&mut [0.0; FEW]);
        }
        // One that is large takes room that stays.
        thread_local! {
            static SLOTS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
        }
        SLOTS.with_borrow_mut(|slots| {
            slots.resize(slots.len().max(self.slots), 0.0);
            calculated(slots);
        });
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

    /// The inputs of which each result is made, in order.
    pub fn reads(&self) -> Vec<Vec<usize>> {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.slots];
        of.iter_mut().enumerate().take(self.inputs).for_each(|(input, reads)| reads.push(input));
        for step in &self.steps {
            let (from, to): (&[Slot], Slot) = match step {
                Step::Unary { of, to, .. } | Step::Copy { of, to } => (std::slice::from_ref(of), *to),
                Step::Pair { of, to, .. } => (of, *to),
                Step::Unless { .. } | Step::Go { .. } => continue,
            };
            // Both branches of a choice give the same slot.
            let mut all = of[to as usize].clone();
            from.iter().for_each(|from| all.extend_from_slice(&of[*from as usize]));
            all.sort_unstable();
            all.dedup();
            of[to as usize] = all;
        }
        self.results.iter().map(|slot| of[*slot as usize].clone()).collect()
    }

    /// What each result is, if it is a sum whose terms are inputs, each perhaps times a constant, and constants: as `sum`
    /// after `sum` from the left gives it, to the bit. A term has a factor and an input; a constant has none.
    pub fn sums(&self) -> Option<Vec<Sum>> {
        let mut known: Vec<Option<Sum>> = vec![None; self.slots];
        for (slot, terms) in known.iter_mut().enumerate().take(self.inputs) {
            *terms = Some(vec![(1.0, Some(slot))]);
        }
        for (terms, constant) in known[self.inputs..].iter_mut().zip(&self.constants) {
            *terms = Some(vec![(*constant, None)]);
        }
        let negated =
            |terms: &[(f64, Option<usize>)]| terms.iter().map(|(factor, of)| (-factor, *of)).collect::<Vec<_>>();
        for step in &self.steps {
            let (to, terms) = match step {
                Step::Unary { what: Unary::Negative, of, to } => (to, negated(known[*of as usize].as_ref()?)),
                Step::Pair { what, of: [one, other], to } => {
                    let (one, other) = (known[*one as usize].as_ref()?, known[*other as usize].as_ref()?);
                    let terms = match (what, one.as_slice(), other.as_slice()) {
                        (Pair::Plus, one, [term]) => [one, &[*term]].concat(),
                        (Pair::Minus, one, [_]) => [one, &negated(other)].concat(),
                        // One rounding: the factor of a term is that of the formula, or its sign.
                        (Pair::Times, [(factor, None)], [(sign, of @ Some(_))])
                        | (Pair::Times, [(sign, of @ Some(_))], [(factor, None)])
                            if sign.abs() == 1.0 =>
                        {
                            vec![(factor * sign, *of)]
                        }
                        _ => return None,
                    };
                    (to, terms)
                }
                _ => return None,
            };
            known[*to as usize] = Some(terms);
        }
        self.results.iter().map(|slot| known[*slot as usize].clone()).collect()
    }

    /// The times at which it jumps, where the time is in a slot.
    ///
    /// # Errors
    /// What jumps otherwise: a word for it.
    pub fn jumps(&self, time: usize) -> Result<Vec<f64>, &'static str> {
        let constant = |slot: Slot| {
            let constant = (slot as usize).checked_sub(self.inputs)?;
            self.constants.get(constant).copied()
        };
        let mut times = Vec::new();
        for step in &self.steps {
            match step {
                Step::Pair { what: Pair::Less | Pair::LessOrEqual, of: [one, other], .. } => {
                    let (one_is_time, other_is_time) = (*one as usize == time, *other as usize == time);
                    match (one_is_time, other_is_time, constant(*one), constant(*other)) {
                        (true, _, _, Some(at)) | (_, true, Some(at), _) => times.push(at),
                        _ => return Err("a comparison"),
                    }
                }
                step => step.jumping_function().map_or(Ok(()), Err)?,
            }
        }
        Ok(times)
    }

    /// A function in it that jumps, or an equality, which holds for an instant: those that are no comparison by size.
    pub fn jumping_function(&self) -> Option<&'static str> {
        self.steps.iter().find_map(Step::jumping_function)
    }

    /// The same, where comparisons of the time with constants are already what they are behind that time: a run that stops
    /// there goes on with what holds from then on.
    #[must_use]
    pub fn from_the_right(mut self, time: usize) -> Self {
        for step in &mut self.steps {
            if let Step::Pair { what, of: [one, other], .. } = step {
                match what {
                    Pair::Less if *other as usize == time => *what = Pair::LessOrEqual,
                    Pair::LessOrEqual if *one as usize == time => *what = Pair::Less,
                    _ => {}
                }
            }
        }
        self
    }

    /// The same with only those inputs that it takes; and which these are.
    pub(crate) fn of_what_it_takes(mut self) -> (Self, Vec<usize>) {
        let mut is_taken = vec![false; self.inputs];
        let mut see = |slot: Slot| is_taken.iter_mut().skip(slot as usize).take(1).for_each(|taken| *taken = true);
        for step in &mut self.steps {
            step.each_slot(|slot| see(*slot));
        }
        self.results.iter().for_each(|slot| see(*slot));
        let taken: Vec<usize> = (0..self.inputs).filter(|input| is_taken[*input]).collect();
        let left_out = (self.inputs - taken.len()) as Slot;
        let (inputs, before) = (self.inputs, &taken);
        let renumber = |slot: &mut Slot| {
            let input = *slot as usize;
            *slot =
                if input < inputs { before.partition_point(|taken| *taken < input) as Slot } else { *slot - left_out };
        };
        self.steps.iter_mut().for_each(|step| step.each_slot(renumber));
        self.results.iter_mut().for_each(renumber);
        self.slots -= left_out as usize;
        self.inputs = taken.len();
        (self, taken)
    }

    /// The same with a number added to each result: these are inputs before all others.
    #[must_use]
    pub fn with_added(mut self) -> Self {
        let width = self.results.len() as Slot;
        let shift = |slot: &mut Slot| *slot += width;
        self.steps.iter_mut().for_each(|step| step.each_slot(shift));
        self.results.iter_mut().for_each(shift);
        self.inputs += width as usize;
        self.slots += width as usize;
        for (added, result) in (0..width).zip(&mut self.results) {
            let to = self.slots as Slot;
            self.slots += 1;
            self.steps.push(Step::Pair { what: Pair::Plus, of: [*result, added], to });
            *result = to;
        }
        self
    }

    /// What it gave: one number after the other.
    pub fn results<'s, R: Real>(&'s self, slots: &'s [R]) -> impl Iterator<Item = R> + 's {
        self.results.iter().map(|slot| slots[*slot as usize])
    }
}
