//! The threads of a run, and which part of each level is whose.

use rayon::{ThreadPool, ThreadPoolBuilder};
use simobject::Io;

use crate::evaluation::Evaluated;
use crate::evaluator::Evaluator;
use crate::model::Model;
use crate::model::schedule::{Batch, Level};

/// A level is split only if each thread gets this many numbers to read and
/// write: some ten microseconds of work. With less, waking the others costs
/// more than they save (docs/performance.md).
const LEAST_WORK: usize = 16_384;

/// Threads that share the work of an evaluation. The parts of a level write
/// different numbers, each calculated as on one thread, so that the results
/// are the same bits for any number of threads.
#[derive(Debug)]
pub(crate) struct Crew {
    pool: ThreadPool,
    pub(crate) needed: Vec<Parts>,
    pub(crate) observed: Vec<Parts>,
    pub(crate) derivatives: Parts,
}

/// The parts of a level, one for each thread; none if it is not worth a split.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts(Vec<Level>);

impl Crew {
    /// The threads that the settings ask for; none if one is enough, because
    /// no level is worth a split, or if the system has no more.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let threads = model.settings().cores;
        if threads < 2 {
            return None;
        }
        let split = |levels: &[Level]| levels.iter().map(|level| Parts::of(level, model, threads)).collect();
        let (needed, observed): (Vec<Parts>, Vec<Parts>) =
            (split(&model.schedule.needed), split(&model.schedule.observed));
        let derivatives = Parts::of(&model.schedule.derivatives, model, threads);
        if needed.iter().chain(&observed).chain([&derivatives]).all(|parts| parts.0.is_empty()) {
            return None;
        }
        let name = |index| format!("bowline-{index}");
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build().ok()?;
        Some(Self { pool, needed, observed, derivatives })
    }

    /// Number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Calls `work` on one of the threads. To get there takes several
    /// microseconds, so a caller with much to do goes there once.
    pub(crate) fn enter<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        if self.pool.current_thread_index().is_some() { work() } else { self.pool.install(work) }
    }
}

impl Parts {
    /// Parts of about equal work: neighbours stay neighbours. What is not
    /// re-entrant is all in one part.
    fn of(level: &Level, model: &Model, threads: usize) -> Self {
        let work: usize = level.batches.iter().map(|batch| model.work(batch) * length(batch)).sum();
        let parts = threads.min(work / LEAST_WORK);
        if parts < 2 {
            return Self::default();
        }
        let mut levels = vec![Level::default(); parts];
        let mut done = 0;
        for batch in &level.batches {
            let each = model.work(batch);
            let is_alone = matches!(batch, Batch::Sweep { store, .. } if !model.stores[*store].is_reentrant());
            if is_alone {
                // All of them on one thread, whatever the balance.
                levels[0].batches.push(batch.clone());
                done += each * length(batch);
                continue;
            }
            let Batch::Sweep { store, sweep, calculation, range } = batch else {
                levels[part(done, each, work, parts)].batches.push(batch.clone());
                done += each;
                continue;
            };
            let mut begin = range.start;
            while begin < range.end {
                let index = part(done, each, work, parts);
                let limit = (index + 1) * work / parts;
                let count = if index + 1 == parts { range.end - begin } else { (limit - done).div_ceil(each.max(1)) };
                let end = range.end.min(begin + count.max(1));
                let (store, sweep, calculation) = (*store, *sweep, *calculation);
                levels[index].batches.push(Batch::Sweep { store, sweep, calculation, range: begin..end });
                done += each * (end - begin);
                begin = end;
            }
        }
        levels.retain(|level| !level.batches.is_empty());
        Self(levels)
    }

    /// Whether the level is done in parts.
    pub(crate) fn is_split(&self) -> bool {
        !self.0.is_empty()
    }

    /// Runs the parts side by side; of several failures it tells the one that
    /// one thread would have met first.
    pub(crate) fn run(&self, evaluator: Evaluator<'_>, io: &mut Io<'_>) -> Evaluated {
        side_by_side(&self.0, evaluator, io)
    }
}

/// Whose part something is, by the work before it.
fn part(done: usize, each: usize, work: usize, parts: usize) -> usize {
    ((done + each / 2) * parts / work).min(parts - 1)
}

fn length(batch: &Batch) -> usize {
    match batch {
        Batch::Sweep { range, .. } => range.len(),
        Batch::Gather(_) => 1,
    }
}

fn side_by_side(parts: &[Level], evaluator: Evaluator<'_>, io: &mut Io<'_>) -> Evaluated {
    match parts {
        [] => Ok(()),
        [level] => evaluator.run_level(level, io),
        _ => {
            let (first, last) = parts.split_at(parts.len() / 2);
            // SAFETY: no calculation of a level reads what another of it
            // writes, or they would be in different levels; and every number
            // is written by one calculation. Both hold for what calculations
            // declare; what they touch beyond that was looked for when the
            // model was loaded for more than one thread.
            let mut other = unsafe { io.share() };
            // SAFETY: as above; a third view, because the first stays here.
            let mut this = unsafe { io.share() };
            let (first, last) =
                rayon::join(|| side_by_side(first, evaluator, &mut this), || side_by_side(last, evaluator, &mut other));
            first.and(last)
        }
    }
}
