//! What runs, in order: levels of batches, then the derivatives; and what runs
//! at ticks and events.

use std::ops::Range;
use std::sync::Arc;

use simobject::Crossing;
use simobject_host::Kernel;

use super::block::Block;
use super::layout::Layout;
use super::signal_id::SignalId;
use crate::assembly::AssemblyPass;
use crate::workspace::call_lists::{CallLists, Entry};
use crate::workspace::instances::Instances;

/// What runs, in order.
#[derive(Debug, Default)]
pub struct Schedule {
    /// Computations whose results never change.
    pub constant: Vec<Level>,
    /// Computations that the derivatives need.
    pub needed: Vec<Level>,
    /// Computations that only a recorder or a view needs.
    pub observed: Vec<Level>,
    /// The derivatives.
    pub derivatives: Level,
    /// What runs at ticks.
    pub sampled: Sampled,
    /// What state events need.
    pub events: Events,
    /// Computations that need each other in the same instant.
    pub blocks: Vec<Block>,
    /// The blocks, and what they need.
    pub before_loops: Vec<Level>,
}

impl Schedule {
    /// Whether what only a recorder needs has a loop among it.
    pub fn observes(&self, block: usize) -> bool {
        let mut batches = self.observed.iter().flat_map(|level| &level.batches);
        batches.any(|batch| matches!(batch, Batch::Block(number) if *number == block))
    }

    /// Calls `each` with the batches of some levels, and with those within blocks.
    pub(crate) fn each_within<'m>(&'m self, levels: &'m [Level], each: &mut dyn FnMut(&'m Batch)) {
        for batch in levels.iter().flat_map(|level| &level.batches) {
            match batch {
                Batch::Block(number) => self.blocks[*number].cut.calls.iter().for_each(|call| each(&call.batch)),
                batch => each(batch),
            }
        }
    }

    /// What an evaluation calls, in order.
    pub(crate) fn evaluation(&self) -> impl Iterator<Item = &Batch> {
        self.needed.iter().chain([&self.derivatives]).flat_map(|level| &level.batches)
    }

    /// What is called again and again, prepared with the SimObjects of a workspace.
    pub(super) fn prepared(&self, instances: &Instances) -> CallLists {
        let entry = |batch: &Batch| match batch {
            Batch::Kernel { access_set, kernel, range, .. } => {
                instances.keep(*access_set, *kernel, range.clone()).map_or(Entry::Apart, Entry::Kernel)
            }
            Batch::Assemblies { pass, .. } => Entry::Assemblies(Arc::clone(pass)),
            Batch::Block(_) => Entry::Apart,
        };
        let of = |batches: &[Ticking]| batches.iter().map(|ticking| entry(&ticking.batch)).collect();
        CallLists {
            evaluation: self.evaluation().map(entry).collect(),
            sampled: of(&self.sampled.computations),
            before_updates: of(&self.sampled.before_updates),
            updates: of(&self.sampled.updates),
        }
    }

    /// The batch at a position of [`Self::evaluation`].
    #[cold]
    pub(crate) fn evaluation_at(&self, position: usize) -> &Batch {
        let Some(batch) = self.evaluation().nth(position) else { unreachable!("lists are as long as the schedule") };
        batch
    }

    /// What fills signals, in order: what the derivatives need, or also what only
    /// a recorder or a view needs.
    pub fn filling(&self, observed: bool) -> impl Iterator<Item = &Level> {
        let observed = if observed { self.observed.as_slice() } else { &[] };
        self.constant.iter().chain(&self.needed).chain(observed)
    }
}

/// What runs at the ticks of clocks, each in the order of the graph.
#[derive(Debug, Default)]
pub struct Sampled {
    /// Sampled computations, and continuous ones that these or updates read.
    pub computations: Vec<Ticking>,
    /// Continuous computations that updates read.
    pub before_updates: Vec<Ticking>,
    /// The updates, clock set by clock set.
    pub updates: Vec<Ticking>,
    /// Places of discrete values that derivatives or indicators see, in rows.
    pub seen: Vec<Range<usize>>,
}

/// A batch that runs at some instants.
#[derive(Debug, Clone)]
pub struct Ticking {
    /// The call.
    pub batch: Batch,
    /// On which clock; none for a continuous computation.
    pub clock: Option<usize>,
    /// At the ticks of which clocks.
    pub needed_by: ClockSet,
}

/// Some of the clocks of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ClockSet(Vec<u64>);

impl ClockSet {
    /// Adds a clock.
    pub fn insert(&mut self, clock: usize) {
        if self.0.len() <= clock / 64 {
            self.0.resize(clock / 64 + 1, 0);
        }
        self.0[clock / 64] |= 1 << (clock % 64);
    }

    /// Adds all clocks of another set.
    pub fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Whether a clock is in both.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    /// Leaves none.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// What state events need.
#[derive(Debug, Default)]
pub struct Events {
    /// The indicators, in the order of the file.
    pub indicators: Vec<Indicator>,
    /// What fills the indicators.
    pub watched: Vec<Level>,
    /// The calculations for some indicators alone, in a model that has many.
    pub alone: Alone,
    /// In the order of the file, and then of the declaration.
    pub handlers: Vec<Handler>,
    /// What the handlers read.
    pub before_handlers: Vec<Level>,
}

/// The calculations for each of many indicators alone.
#[derive(Debug, Default)]
pub struct Alone {
    /// One calculation of one SimObject each, those of an indicator in order.
    pub batches: Vec<Batch>,
    /// Elements of the state that these read.
    pub states: Vec<Range<usize>>,
    /// The ranges of each indicator; none where it needs much of what all need.
    pub of: Vec<Option<(Range<usize>, Range<usize>)>>,
}

impl Alone {
    /// The batches that an indicator needs, and the elements of the state that
    /// they read; none if it takes all batches.
    pub fn needed_by(&self, indicator: usize) -> Option<(&[Batch], &[Range<usize>])> {
        let (batches, states) = self.of.get(indicator)?.clone()?;
        Some((&self.batches[batches], &self.states[states]))
    }
}

/// An indicator, and where it is.
#[derive(Debug, Clone, Copy)]
pub struct Indicator {
    /// Which signal it is.
    pub id: SignalId,
    /// The place of its number.
    pub place: usize,
    /// Which crossings of 0 count.
    pub crossing: Crossing,
    /// If it has to be on a side in a mode: how.
    pub side: Option<ModeSide>,
}

/// The side of 0 on which an indicator has to be in a mode.
#[derive(Debug, Clone, Copy)]
pub struct ModeSide {
    /// Where the mode is.
    pub mode: usize,
    /// Whether the side is that where it is 0.
    pub is_inverted: bool,
    /// Whether that counts at the start alone.
    pub is_at_start: bool,
    /// So far beyond it still counts as not beyond: with rounding, both sides might be wrong.
    pub tolerance: f64,
}

impl ModeSide {
    /// Where the mode is.
    pub fn place(self) -> usize {
        self.mode
    }

    fn is_above(self, values: &[f64]) -> bool {
        (values[self.mode] != 0.0) != self.is_inverted
    }
}

impl Indicator {
    /// What it counts as, of its number in a workspace.
    #[inline]
    pub(crate) fn counted(&self, values: &[f64]) -> f64 {
        match self.side {
            Some(side) if !side.is_at_start => self.forgiven(side, values),
            _ => values[self.place],
        }
    }

    /// Its number, on the right side as long as it is not beyond 0 by more than is forgiven.
    fn forgiven(&self, side: ModeSide, values: &[f64]) -> f64 {
        let value = values[self.place];
        match self.crossing {
            Crossing::Falling => value + side.tolerance,
            Crossing::Rising => value - side.tolerance,
            Crossing::Either if side.is_above(values) => value + side.tolerance,
            Crossing::Either => value - side.tolerance,
        }
    }

    /// The mode in which it has to be on a side, if there is one.
    pub(crate) fn mode(&self, values: &[f64]) -> Option<f64> {
        self.side.map(|side| values[side.mode])
    }

    /// Whether it is on the wrong side for its mode, at a start or not.
    pub(crate) fn is_wrong(&self, is_start: bool, values: &[f64]) -> bool {
        self.side.is_some_and(|side| {
            let is_beyond = self.crossing.is_beyond(self.forgiven(side, values));
            (is_start || !side.is_at_start)
                && match self.crossing {
                    Crossing::Falling | Crossing::Rising => is_beyond,
                    Crossing::Either => is_beyond != side.is_above(values),
                }
        })
    }

    /// Whether it is of a mode, not at the start alone.
    pub fn is_of_mode(&self) -> bool {
        self.side.is_some_and(|side| !side.is_at_start)
    }
}

/// A handler of the crossings of an indicator.
#[derive(Debug, Clone)]
pub struct Handler {
    /// Position of the indicator among all of them.
    pub indicator: usize,
    /// The call.
    pub batch: Batch,
}

/// Batches that do not depend on each other.
#[derive(Debug, Clone, Default)]
pub struct Level {
    /// The batches, in the order of the file.
    pub batches: Vec<Batch>,
}

/// What runs in one call.
#[derive(Debug, Clone)]
pub enum Batch {
    /// One calculation over neighbours in a store, with its position in the
    /// interface of each of them.
    Kernel {
        /// Of what type.
        store: usize,
        /// With which of its SimObjects.
        access_set: usize,
        /// The loop over them.
        kernel: Kernel,
        /// Number of the calculation in their interface.
        calculation: u32,
        /// Their positions in the store.
        range: Range<usize>,
    },
    /// The pass that puts in-ports together.
    Assemblies {
        /// Their numbers among the input assemblies, rising.
        numbers: Arc<[u32]>,
        /// What it does.
        pass: Arc<AssemblyPass>,
    },
    /// Computations that need each other, by their number among the blocks.
    Block(usize),
}

impl Batch {
    /// The batch that puts in-ports together, by their numbers, rising.
    pub fn assemblies(numbers: &[u32], layout: &Layout) -> Self {
        let pass = AssemblyPass::of(numbers.iter().map(|number| layout.assemblies[*number as usize].parts()));
        Self::Assemblies { numbers: numbers.into(), pass: Arc::new(pass) }
    }
}

/// Position of an object among the stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Number of the store.
    pub store: usize,
    /// Position in it.
    pub index: usize,
}
