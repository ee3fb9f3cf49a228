//! The loops in a workspace: the record of where they were solved.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bowline_solve::nonlinear::{Counts, Solver};

/// The loops in one workspace.
///
/// The record of each block is where its iterations start. It changes where the run has gone a step, and at the end of
/// an instant; never by rows, looks, Jacobians, rejected steps, or steps that are made ahead. So what
/// a run calculates does not depend on who looks at it.
#[derive(Debug, Default)]
pub struct Loops {
    /// How solutions are related to the record.
    pub continuity: Continuity,
    /// With unknowns that are given: which blocks these are; none at all: all that are not solved at ticks.
    pub given: Vec<bool>,
    /// Whether rounding that limits a solution is worth a warning: in a run, not in what only looks.
    pub warns: bool,
    blocks: Box<[Mutex<Solving>]>,
    /// Which state of the record this is, of those that the workspaces of one run had.
    version: u64,
}

/// How a solution is related to the one on record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Continuity {
    /// It goes on from it, and a shorter step brings it nearer.
    Continued,
    /// It goes on from it, and no shorter step will come: so it goes along the straight line to it.
    OnLine,
    /// It may be anywhere: the start, or something jumped.
    #[default]
    Broken,
    /// Nothing is solved, but for loops at ticks: the unknowns are given, and residuals are wanted.
    Given,
}

/// One block: where it was solved, and what with.
#[derive(Debug)]
pub struct Solving {
    /// Its solver.
    pub solver: Solver,
    pub(crate) record: Record,
    /// The last solution, and its outside inputs.
    pub latest: Latest,
    /// The warning that rounding limits it, once there was one.
    pub(crate) warning: Option<String>,
}

/// Where a block was solved.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    pub(crate) unknowns: Vec<f64>,
    /// Its outside inputs there.
    pub(crate) inputs: Inputs,
}

/// The outside inputs of a block where it was solved.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Inputs {
    /// It was not solved: the unknowns are a guess.
    None,
    /// Those of a run that this one goes on from.
    Hash(u64),
    Numbers(Vec<f64>),
}

/// The last solution of a block.
#[derive(Debug)]
pub struct Latest {
    /// The unknowns.
    pub unknowns: Vec<f64>,
    /// The residuals there.
    pub residuals: Vec<f64>,
    pub(crate) inputs: Vec<f64>,
}

/// The record of a block, from which another run can continue.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockState {
    /// Its unknowns.
    pub unknowns: Vec<f64>,
    /// The nominal values with which it is solved.
    pub nominal: Vec<f64>,
    /// The hash of its outside inputs, if it was solved.
    pub solved_for: Option<u64>,
}

impl Inputs {
    /// Whether these are they, bit for bit.
    pub(crate) fn are(&self, inputs: &[f64]) -> bool {
        match self {
            Self::None => false,
            Self::Hash(hash) => *hash == hash_of(inputs),
            Self::Numbers(numbers) => numbers.iter().zip(inputs).all(|(a, b)| a.to_bits() == b.to_bits()),
        }
    }
}

impl Record {
    /// Takes over the last solution.
    pub(crate) fn take(&mut self, latest: &Latest) {
        self.unknowns.clone_from(&latest.unknowns);
        match &mut self.inputs {
            Inputs::Numbers(numbers) => numbers.clone_from(&latest.inputs),
            inputs => *inputs = Inputs::Numbers(latest.inputs.clone()),
        }
    }
}

/// A hash of numbers, bit for bit. State files have it: it has to be the same in every version (FNV-1a, of whole words;
/// Fowler, Noll, Vo).
fn hash_of(numbers: &[f64]) -> u64 {
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x100_0000_01B3;
    // The high bits of a word, which differ most, would reach no low ones.
    numbers
        .iter()
        .map(|number| number.to_bits())
        .fold(OFFSET, |hash, bits| (hash ^ bits ^ bits >> 32).wrapping_mul(PRIME))
}

impl Solving {
    /// A block with a guess.
    pub(crate) fn new(solver: Solver, guess: &[f64], inputs: usize) -> Self {
        let numbers = |count: usize| vec![f64::NAN; count];
        let latest = Latest { unknowns: guess.to_vec(), residuals: numbers(guess.len()), inputs: numbers(inputs) };
        let record = Record { unknowns: guess.to_vec(), inputs: Inputs::None };
        Self { solver, record, latest, warning: None }
    }
}

impl Loops {
    pub(crate) fn new(blocks: impl Iterator<Item = Solving>) -> Self {
        Self {
            continuity: Continuity::default(),
            given: Vec::new(),
            warns: false,
            blocks: blocks.map(Mutex::new).collect(),
            version: 0,
        }
    }

    /// A loop, by its number.
    pub fn block(&self, number: usize) -> MutexGuard<'_, Solving> {
        self.blocks[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the unknowns of a block are given now.
    pub(crate) fn are_given(&self, number: usize) -> bool {
        self.continuity == Continuity::Given && self.given.get(number).copied().unwrap_or(true)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The record changed.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
    }

    /// Takes over the record of another workspace of the same run.
    pub fn take_record(&mut self, other: &Self) {
        if self.version == other.version {
            return;
        }
        self.version = other.version;
        for (own, other) in self.blocks.iter_mut().zip(&other.blocks) {
            let own = own.get_mut().unwrap_or_else(PoisonError::into_inner);
            let other = other.lock().unwrap_or_else(PoisonError::into_inner);
            own.record.clone_from(&other.record);
            own.solver.take_factors(&other.solver);
        }
    }

    /// The record, from which another run can continue.
    pub fn state(&self) -> Vec<BlockState> {
        let of = |number: usize| {
            let block = self.block(number);
            let Record { unknowns, inputs } = &block.record;
            let solved_for = match inputs {
                Inputs::None => None,
                Inputs::Hash(hash) => Some(*hash),
                Inputs::Numbers(numbers) => Some(hash_of(numbers)),
            };
            BlockState { unknowns: unknowns.clone(), nominal: block.solver.nominal().to_vec(), solved_for }
        };
        (0..self.blocks.len()).map(of).collect()
    }

    /// Goes on from a record.
    pub fn take_state(&mut self, state: &[BlockState]) {
        if state.is_empty() {
            return;
        }
        self.version += 1;
        for (own, BlockState { unknowns, nominal, solved_for }) in self.blocks.iter_mut().zip(state) {
            let own = own.get_mut().unwrap_or_else(PoisonError::into_inner);
            own.record = Record { unknowns: unknowns.clone(), inputs: solved_for.map_or(Inputs::None, Inputs::Hash) };
            own.solver.set_nominal(nominal);
            own.solver.drop_factors();
        }
    }

    /// Forgets the factors, as a run does that goes on from here later.
    pub fn drop_factors(&mut self) {
        for own in &mut self.blocks {
            own.get_mut().unwrap_or_else(PoisonError::into_inner).solver.drop_factors();
        }
    }

    /// The warnings that rounding limits solutions.
    pub fn warnings(&self) -> Vec<String> {
        (0..self.blocks.len()).filter_map(|number| self.block(number).warning.clone()).collect()
    }

    /// What solving has cost so far.
    pub fn counts(&self) -> Counts {
        let mut all = Counts::default();
        (0..self.blocks.len()).for_each(|number| all.add(self.block(number).solver.counts));
        all
    }
}
