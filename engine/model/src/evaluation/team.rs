//! Which part of each level is whose, of the threads of a run.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use simobject_host::{Calculation, HostIo};

use super::levels::LevelRunner;
use super::{Evaluated, EvaluationError};
use crate::model::Model;
use crate::model::schedule::{Batch, Level};
use bowline_solve::thread_pool::ThreadPool;

/// A level is split only if it has this many numbers to read and write: some
/// microseconds of work. With less, what goes from one processor's cache to the
/// other's costs more than is saved (docs/performance.md).
const LEAST_WORK: usize = 8000;

/// A part has at least this many of them: about a microsecond of work. To hand
/// it out costs a tenth of that.
const LEAST_PART: usize = 2000;

/// A level has at most so many parts for each thread, so that who is done
/// early can take what others have left.
const PARTS_A_THREAD: usize = 16;

/// What threads share of an evaluation. The parts of a level write different
/// numbers, each calculated as on one thread, so that the results are the same
/// bits for any number of threads.
#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) needed: Vec<Parts>,
    pub(crate) observed: Vec<Parts>,
    pub(crate) derivatives: Parts,
}

/// A level that is done in parts, unless it is not worth a split.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    /// None if it is not worth a split.
    side_by_side: Vec<Part>,
    /// What is not re-entrant, when the others are done.
    afterwards: Part,
}

/// Batches with their positions in the level, in their order.
#[derive(Debug, Clone, Default)]
struct Part(Vec<(usize, Batch)>);

/// An evaluation that failed, and the position of the batch that did.
type Failed = (usize, Box<EvaluationError>);

impl Team {
    /// For as many threads as the settings ask for; none if one is enough, because
    /// no level is worth a split.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let threads = model.settings().cores;
        if threads < 2 {
            return None;
        }
        let split = |levels: &[Level]| levels.iter().map(|level| Parts::of(level, model, threads)).collect();
        let (needed, observed): (Vec<Parts>, Vec<Parts>) =
            (split(&model.schedule.needed), split(&model.schedule.observed));
        let derivatives = Parts::of(&model.schedule.derivatives, model, threads);
        if needed.iter().chain(&observed).chain([&derivatives]).all(|parts| !parts.is_split()) {
            return None;
        }
        Some(Self { needed, observed, derivatives })
    }
}

impl Model {
    /// About how many numbers a batch reads and writes.
    fn work(&self, batch: &Batch) -> usize {
        match batch {
            Batch::Kernel { store, calculation, range, .. } => {
                self.work_of_one(*store, *calculation, range.start) * range.len()
            }
            Batch::Assemblies { numbers, .. } => numbers.iter().map(|number| self.work_of_assembly(*number)).sum(),
            // It is a level of its own, which is not split.
            Batch::Block(_) => 0,
        }
    }

    /// The same for one of its objects.
    fn work_of_one(&self, store: usize, calculation: u32, position: usize) -> usize {
        let interface = &self.objects[self.stores[store].number(position) as usize].interface;
        let Calculation { reads, gives, .. } = &interface.calculations[calculation as usize];
        reads.iter().chain(gives).map(|signal| interface.signals[*signal as usize].width as usize).sum()
    }

    /// The same for an input assembly.
    fn work_of_assembly(&self, number: u32) -> usize {
        let rows = &self.layout.assemblies[number as usize].rows;
        rows.iter().map(|row| row.width as usize * (row.terms.len() + 1)).sum()
    }
}

impl Parts {
    /// Parts of about equal work: neighbours stay neighbours. What is not
    /// re-entrant is calculated by one thread, while no other calculates: the
    /// calculations of such a SimObject share a binding, so that one may use
    /// what only another declared, and what might be written meanwhile.
    fn of(level: &Level, model: &Model, threads: usize) -> Self {
        let is_alone =
            |batch: &Batch| matches!(batch, Batch::Kernel { store, .. } if !model.stores[*store].is_reentrant());
        let (alone, shared): (Vec<_>, Vec<_>) =
            level.batches.iter().enumerate().partition(|(_, batch)| is_alone(batch));
        if level.batches.iter().any(|batch| matches!(batch, Batch::Block(_))) {
            return Self::default();
        }
        let work: usize = shared.iter().map(|(_, batch)| model.work(batch)).sum();
        if work < LEAST_WORK {
            return Self::default();
        }
        let parts = (PARTS_A_THREAD * threads).min(work / LEAST_PART);
        // As many for each, so that levels and states are cut at the same place.
        let parts = if parts > threads { parts - parts % threads } else { parts };
        let mut side_by_side = vec![Part::default(); parts];
        let mut done = 0;
        for (position, batch) in shared {
            let (store, access_set, kernel, calculation, range) = match batch {
                Batch::Kernel { store, access_set, kernel, calculation, range } => {
                    (*store, *access_set, *kernel, *calculation, range)
                }
                Batch::Assemblies { numbers, .. } => {
                    let whose = |number: &u32| {
                        let each = model.work_of_assembly(*number);
                        done += each;
                        (part(done - each, each, work, parts), *number)
                    };
                    let whose: Vec<(usize, u32)> = numbers.iter().map(whose).collect();
                    for neighbours in whose.chunk_by(|(one, _), (other, _)| one == other) {
                        let numbers: Vec<u32> = neighbours.iter().map(|(_, number)| *number).collect();
                        let batch = Batch::assemblies(&numbers, &model.layout);
                        side_by_side[neighbours[0].0].0.push((position, batch));
                    }
                    continue;
                }
                Batch::Block(_) => continue,
            };
            let each = model.work_of_one(store, calculation, range.start);
            let mut begin = range.start;
            while begin < range.end {
                let index = part(done, each, work, parts);
                let limit = (index + 1) * work / parts;
                let count = if index + 1 == parts { range.end - begin } else { (limit - done).div_ceil(each.max(1)) };
                let end = range.end.min(begin + count.max(1));
                let batch = Batch::Kernel { store, access_set, kernel, calculation, range: begin..end };
                side_by_side[index].0.push((position, batch));
                done += each * (end - begin);
                begin = end;
            }
        }
        side_by_side.retain(|part| !part.0.is_empty());
        let afterwards = Part(alone.into_iter().map(|(position, batch)| (position, batch.clone())).collect());
        Self { side_by_side, afterwards }
    }

    /// Whether the level is done in parts.
    pub(crate) fn is_split(&self) -> bool {
        !self.side_by_side.is_empty()
    }

    /// Runs the parts side by side; of several failures it tells the one that
    /// one thread would have met first.
    pub(crate) fn run(&self, pool: &ThreadPool, runner: LevelRunner<'_>, io: &mut HostIo<'_>) -> Evaluated {
        let outcome = self.run_side_by_side(pool, runner, io);
        first_of(outcome, self.afterwards.run(runner, io)).map_err(|(_, error)| error)
    }

    fn run_side_by_side(&self, pool: &ThreadPool, runner: LevelRunner<'_>, io: &mut HostIo<'_>) -> Result<(), Failed> {
        let failed: Mutex<Option<(usize, Failed)>> = Mutex::new(None);
        // SAFETY: no calculation of a level reads what another of it writes, or
        // they would be in different levels; and every number is written by one
        // calculation. Both hold for what calculations declare, and nothing else
        // is within the bounds of those that run here (`model/access_sets.rs`). Each
        // part is run by one thread, with a `HostIo` of its own.
        let common = Common(unsafe { io.share() });
        let (parts, failures) = (self.side_by_side.as_slice(), &failed);
        pool.run(parts.len(), move |range: Range<usize>| {
            let mut io = common.io();
            for part in range {
                if let Err(failure) = parts[part].run(runner, &mut io) {
                    let mut first = failures.lock().unwrap_or_else(PoisonError::into_inner);
                    // Of the same batch that of the first part, which has its first objects.
                    let is_before = |(other, met): &(usize, Failed)| (failure.0, part) < (met.0, *other);
                    if first.as_ref().is_none_or(is_before) {
                        *first = Some((part, failure));
                    }
                }
            }
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |(_, failure)| Err(failure))
    }
}

/// What threads take their own from.
struct Common<'v>(HostIo<'v>);

// SAFETY: it is only shared further, which copies it; whoever made it answers
// for what is done with the copies (`Parts::run_side_by_side`).
unsafe impl Sync for Common<'_> {}

impl Common<'_> {
    fn io(&self) -> HostIo<'_> {
        // SAFETY: as where this was made.
        unsafe { self.0.share() }
    }
}

impl Part {
    fn run(&self, runner: LevelRunner<'_>, io: &mut HostIo<'_>) -> Result<(), Failed> {
        self.0
            .iter()
            .try_for_each(|(position, batch)| runner.run_plainly(batch, io).map_err(|error| (*position, error)))
    }
}

/// Of two failures the one of the batch that comes first in the level.
fn first_of(one: Result<(), Failed>, other: Result<(), Failed>) -> Result<(), Failed> {
    match (one, other) {
        (Err(one), Err(other)) => Err(if other.0 < one.0 { other } else { one }),
        (one, other) => one.and(other),
    }
}

/// Whose part something is, by the work before it.
fn part(done: usize, each: usize, work: usize, parts: usize) -> usize {
    ((done + each / 2) * parts / work).min(parts - 1)
}
