//! The numbers of a run.

pub mod before;
pub(crate) mod call_lists;
pub mod instances;
pub mod loops;
pub mod unset;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use call_lists::CallLists;
use instances::Instances;
use loops::Loops;

use crate::timing::Timings;
use bowline_solve::thread_pool::ThreadPool;

/// All numbers of a run: `[ x | discrete | constants | signals | private values ]`,
/// and what `[ x | discrete ]` becomes.
///
/// It is not cloned, since SimObjects that keep scratch in themselves belong to
/// one workspace.
#[derive(Debug)]
pub struct Workspace {
    /// All numbers: states, discrete values, constants, signals.
    pub values: Values,
    /// The next discrete values, by place.
    pub next: Vec<f64>,
    states: usize,
    /// What calculates in it.
    pub instances: Instances,
    /// What is called again and again in it.
    pub(crate) lists: CallLists,
    /// Where its loops were solved.
    pub loops: Loops,
    /// The threads of the run that it belongs to, if there are several: who takes a
    /// row out of it may share the work with them.
    pub pool: Option<Arc<ThreadPool>>,
    /// The engine checks one tick of a clock in this many, a power of two less 1,
    /// for omitted numbers.
    pub unseen_ticks: u64,
    model: ModelId,
}

/// The numbers with which a workspace begins.
pub(crate) struct StartNumbers<'a> {
    /// All numbers: states, discrete values, constants, signals.
    pub(crate) values: &'a [f64],
    /// The next discrete values, by place.
    pub(crate) next: &'a [f64],
    /// How many of the numbers are states.
    pub(crate) states: usize,
    /// How many numbers are behind the others, for what is out of bounds.
    pub(crate) beyond: usize,
}

/// Ticks of a clock between two checked ones; if anybody may write anywhere,
/// every tick is checked.
const UNSEEN_TICKS: u64 = 255;

/// Numbers with others behind them, which are not a number: what is out of a
/// calculation's bounds is bound there.
#[derive(Debug)]
pub struct Values {
    numbers: Vec<f64>,
    count: usize,
}

impl Values {
    /// These numbers, and so many behind them.
    pub fn new(values: &[f64], beyond: usize) -> Self {
        let mut numbers = Vec::with_capacity(values.len() + beyond);
        numbers.extend_from_slice(values);
        numbers.resize(values.len() + beyond, f64::NAN);
        Self { numbers, count: values.len() }
    }
}

impl Values {
    /// Those behind.
    pub fn beyond(&self) -> &[f64] {
        &self.numbers[self.count..]
    }
}

impl Deref for Values {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.numbers[..self.count]
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[..self.count]
    }
}

/// Tells models apart, as long as any of their workspaces lives.
#[derive(Debug, Clone, Default)]
pub struct ModelId(Arc<()>);

impl PartialEq for ModelId {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Workspace {
    /// A workspace with the numbers of a start, and with what calculates in it.
    pub(crate) fn new(
        start: StartNumbers<'_>,
        instances: Instances,
        lists: CallLists,
        loops: Loops,
        model: ModelId,
    ) -> Self {
        Self {
            values: Values::new(start.values, start.beyond),
            next: start.next.to_vec(),
            states: start.states,
            instances,
            lists,
            loops,
            pool: None,
            unseen_ticks: UNSEEN_TICKS,
            model,
        }
    }

    /// The same, with all ticks checked.
    pub(crate) fn seen(self) -> Self {
        Self { unseen_ticks: 0, ..self }
    }

    /// The same, checking what each batch changes, if requested.
    pub fn guarded(mut self, is_guarded: bool) -> Self {
        if !is_guarded {
            return self;
        }
        self.instances.guard();
        self.lists.call_apart();
        self.seen()
    }

    /// The same, with the threads of the run that it belongs to, if there are several.
    pub fn with_pool(self, pool: Option<&Arc<ThreadPool>>) -> Self {
        Self { pool: pool.cloned(), ..self }
    }

    /// The same, noting the durations of what runs at ticks, if requested.
    pub fn timed(mut self, timings: Option<&Arc<Timings>>) -> Self {
        self.instances.time(timings);
        self
    }

    /// What is constant between ticks and events.
    pub fn discrete(&self) -> &[f64] {
        &self.values[self.states..self.next.len()]
    }

    /// Takes the discrete values from a workspace of the same model.
    pub fn hold(&mut self, other: &Self) {
        let discrete = self.states..self.next.len();
        self.values[discrete.clone()].copy_from_slice(&other.values[discrete]);
    }

    /// Its SimObjects must be those of the model whose calculations run: they
    /// are taken for what that model's types are.
    pub(crate) fn assert_of(&self, model: &ModelId) {
        assert!(self.model == *model, "the workspace is that of another model");
    }

    /// Takes over what belongs to the state of another workspace of the model.
    pub fn take_state(&mut self, other: &Self) {
        self.x_mut().copy_from_slice(other.x());
        self.hold(other);
    }

    /// The state vector.
    pub fn x(&self) -> &[f64] {
        &self.values[..self.states]
    }

    /// The state vector, to be changed before an evaluation.
    pub fn x_mut(&mut self) -> &mut [f64] {
        &mut self.values[..self.states]
    }
}
