//! Runs the levels of a schedule in one workspace.

use std::slice;
use std::time::Instant;

use simobject::Failure;
use simobject_host::{BatchReport, Caller, FailureKind, HostIo, Message, Stopped};

use super::error::{Cause, Evaluated, EvaluationError};
use super::profile::owner;
use super::team::Parts;
use crate::model::schedule::{Batch, Level};
use crate::model::{Model, Object};
use crate::timing::Calls;
use crate::workspace::call_lists::{CallList, Entry};
use crate::workspace::instances::Instances;
use crate::workspace::loops::Loops;
use bowline_catalog::library_message;
use bowline_solve::thread_pool::ThreadPool;

/// Runs levels of a model with the SimObjects that calculate in one workspace.
#[derive(Debug, Clone, Copy)]
pub struct LevelRunner<'e> {
    /// The model.
    pub model: &'e Model,
    /// The SimObjects that the workspace constructed for itself.
    pub instances: &'e Instances,
    /// The loops of the workspace.
    pub loops: &'e Loops,
}

impl LevelRunner<'_> {
    /// Runs levels one after the other.
    pub fn run_levels(self, levels: &[Level], io: &mut HostIo<'_>) -> Evaluated {
        levels.iter().try_for_each(|level| self.run_level(level, io))
    }

    pub(crate) fn run_split(
        self,
        pool: &ThreadPool,
        levels: &[Level],
        parts: &[Parts],
        io: &mut HostIo<'_>,
    ) -> Evaluated {
        levels.iter().zip(parts).try_for_each(|(level, parts)| match (parts.is_split(), self.instances.guarded()) {
            (false, _) => self.run_level(level, io),
            (true, None) => parts.run(pool, self, io),
            (true, Some(_)) if level.batches.iter().any(|batch| self.is_loaded(batch)) => self.run_level(level, io),
            (true, Some(before)) => self.watched(&level.batches, before, io, |io| parts.run(pool, self, io)),
        })
    }

    pub(crate) fn run_level(self, level: &Level, io: &mut HostIo<'_>) -> Evaluated {
        level.batches.iter().try_for_each(|batch| self.run_batch(batch, io))
    }

    /// Calls the batches of a list for ticks, as [`Self::call_list`] does, and
    /// times some, if requested.
    #[inline]
    pub(super) fn run_list<'b>(
        self,
        list: &CallList,
        io: &mut HostIo<'_>,
        begin: impl FnMut(usize, &mut HostIo<'_>) -> bool,
        batch: impl Fn(usize) -> &'b Batch,
    ) -> Evaluated {
        if let Some(timings) = self.instances.timings()
            && !list.is_empty()
            && let Some(calls) = timings.of_ticks(list.as_ptr() as usize)
            && calls.tick()
        {
            return self.call_list_timed(list, io, begin, batch, calls);
        }
        self.call_list(list, io, begin, batch)
    }

    /// Calls the batches of a list, but for those that `begin` turns down; it is
    /// told the position of each. `batch` gives the one at a position.
    #[inline]
    pub(super) fn call_list<'b>(
        self,
        list: &CallList,
        io: &mut HostIo<'_>,
        mut begin: impl FnMut(usize, &mut HostIo<'_>) -> bool,
        batch: impl Fn(usize) -> &'b Batch,
    ) -> Evaluated {
        io.calling(|caller| {
            for (position, entry) in list.iter().enumerate() {
                if begin(position, caller.io()) {
                    self.call_entry(entry, caller, || batch(position))?;
                }
            }
            Ok(())
        })
    }

    /// The same, and notes how long each of them takes.
    #[inline(never)]
    pub(super) fn call_list_timed<'b>(
        self,
        list: &CallList,
        io: &mut HostIo<'_>,
        mut begin: impl FnMut(usize, &mut HostIo<'_>) -> bool,
        batch: impl Fn(usize) -> &'b Batch,
        calls: &Calls,
    ) -> Evaluated {
        let mut durations = calls.durations();
        durations.walks += 1;
        io.calling(|caller| {
            for (position, entry) in list.iter().enumerate() {
                if begin(position, caller.io()) {
                    let began = Instant::now();
                    let outcome = self.call_entry(entry, caller, || batch(position));
                    let took = began.elapsed();
                    durations.add(position, owner(batch(position)), took);
                    outcome?;
                }
            }
            Ok(())
        })
    }

    #[inline(always)]
    fn call_entry<'b>(self, entry: &Entry, caller: &mut Caller<'_>, batch: impl Fn() -> &'b Batch) -> Evaluated {
        match entry {
            // SAFETY: a list belongs to one workspace, as do SimObjects of
            // types that are not re-entrant, and whoever walks through it is
            // the only one who calculates there.
            Entry::Kernel(kept) => match unsafe { caller.run(kept.prepared()) } {
                Ok(()) => Ok(()),
                Err(report) => self.told(batch(), *report, caller.io().time()),
            },
            Entry::Assemblies(pass) => {
                pass.run(caller.io());
                Ok(())
            }
            Entry::Apart => self.run_batch(batch(), caller.io()),
        }
    }

    #[inline]
    pub(crate) fn run_batch(self, batch: &Batch, io: &mut HostIo<'_>) -> Evaluated {
        match self.instances.guarded().filter(|_| self.is_loaded(batch)) {
            None => self.run_plainly(batch, io),
            Some(before) => self.watched(slice::from_ref(batch), before, io, |io| self.run_plainly(batch, io)),
        }
    }

    /// Runs a batch without checking what it changes.
    #[inline]
    pub(super) fn run_plainly(self, batch: &Batch, io: &mut HostIo<'_>) -> Evaluated {
        match batch {
            Batch::Kernel { access_set, kernel, range, .. } => {
                match self.instances.run(*access_set, *kernel, range.clone(), io) {
                    Ok(()) => Ok(()),
                    Err(report) => self.told(batch, *report, io.time()),
                }
            }
            Batch::Assemblies { pass, .. } => {
                pass.run(io);
                Ok(())
            }
            Batch::Block(number) => self.solve(*number, io),
        }
    }

    /// The same, dropping the messages of SimObjects.
    pub fn run_silently(self, batch: &Batch, io: &mut HostIo<'_>) -> Evaluated {
        match batch {
            Batch::Kernel { access_set, kernel, range, .. } => {
                let Err(mut report) = self.instances.run(*access_set, *kernel, range.clone(), io) else {
                    return Ok(());
                };
                report.messages.clear();
                self.told(batch, *report, io.time())
            }
            Batch::Assemblies { .. } | Batch::Block(_) => self.run_batch(batch, io),
        }
    }

    /// What a batch told: messages go to the user, a failure is an error.
    #[cold]
    fn told(self, batch: &Batch, report: BatchReport, time: f64) -> Evaluated {
        let Batch::Kernel { store, calculation, .. } = batch else { unreachable!("only kernels tell anything") };
        let object = |position| &self.model.objects[self.model.stores[*store].number(position) as usize];
        let who = |position, asked: Option<u32>| match asked.and_then(|place| self.answering(place)) {
            Some((provider, _)) => provider,
            None => object(position),
        };
        for Message { level, object: position, asked, text } in report.messages {
            library_message::tell(level, &who(position, asked).introduced(), Some(time), &text);
        }
        let Some(Stopped { object: position, asked, failure }) = report.stopped else { return Ok(()) };
        let culprit = who(position, asked);
        let failure = self.named(culprit, failure);
        let (name, kind, library) = (culprit.name().to_owned(), culprit.kind.name(), culprit.library.name());
        let calculation = object(position).interface.calculations[*calculation as usize].name.to_string();
        let cause = match asked.and_then(|place| self.answering(place)) {
            Some((_, resource)) => {
                let by = object(position).introduced();
                Cause::NotAnswered { object: name, kind, library, resource, by, calculation, failure }
            }
            None => Cause::Failed { object: name, kind, library, calculation, failure },
        };
        Err(Box::new(EvaluationError { time, cause }))
    }

    /// Who answers for the resource at a place, and its name.
    fn answering(&self, place: u32) -> Option<(&Object, String)> {
        let id = self.model.layout.resources.get(place as usize)?;
        let object = &self.model.objects[id.object as usize];
        Some((object, object.interface.signals[id.signal as usize].name.to_string()))
    }

    /// A failure that names the signal, if it is the use of one out of bounds.
    fn named(self, object: &Object, failure: Failure) -> Failure {
        let place = if let FailureKind::OutOfBounds { place } = failure.kind() { Some(place) } else { None };
        match place.and_then(|place| self.model.layout.out_of_bounds_signal(place)) {
            Some(signal) => Failure::fatal(object.undeclared(signal)),
            None => failure,
        }
    }
}
