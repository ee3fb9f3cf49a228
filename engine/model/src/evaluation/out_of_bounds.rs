//! Finds changes that a calculation makes outside its own numbers: around each
//! batch of a guarded run, and, for overwritten guards, in every run.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use simobject_host::{HostIo, Purpose, Role};

use super::error::{Cause, Evaluated, EvaluationError};
use super::levels::LevelRunner;
use crate::model::Model;
use crate::model::guard::is_overwritten;
use crate::model::schedule::Batch;
use crate::model::signal_id::SignalId;
use crate::workspace::Workspace;
use crate::workspace::before::{Before, Own};

/// A place among the numbers of a run, or among their derivatives and next
/// values.
#[derive(Debug, Clone, Copy)]
enum Place {
    Value(usize),
    Result(usize),
}

impl LevelRunner<'_> {
    /// Runs batches, and checks what they changed.
    ///
    /// # Errors
    /// The error of `run`, or one that names the calculation that changes numbers
    /// of others.
    #[cold]
    pub(super) fn watched(
        self,
        batches: &[Batch],
        before: &Mutex<Before>,
        io: &mut HostIo<'_>,
        run: impl FnOnce(&mut HostIo<'_>) -> Evaluated,
    ) -> Evaluated {
        let mut before = before.lock().unwrap_or_else(PoisonError::into_inner);
        before.take(io);
        match batches {
            [batch] if self.is_loaded(batch) => {
                if let Some(place) = self.run_one_by_one(batch, &before, io)? {
                    return Err(self.out_of_bounds(place, batches, &before, io));
                }
            }
            _ => run(io)?,
        }
        let own = self.own_of(batches, &mut before);
        let outside = first_outside(&own.values, &before.values, io.values()).map(Place::Value);
        let outside = outside.or_else(|| first_outside(&own.results, &before.results, io.results()).map(Place::Result));
        outside.map_or(Ok(()), |place| Err(self.out_of_bounds(place, batches, &before, io)))
    }

    /// Whether a batch belongs to a loaded library.
    pub(super) fn is_loaded(self, batch: &Batch) -> bool {
        matches!(batch, Batch::Kernel { store, .. } if self.model.stores[*store].kind.is_loaded())
    }

    /// Runs the SimObjects of a batch one by one. Returns the first place that
    /// one of them may change and another one wrote to: its number differs from
    /// the one before the SimObject ran, or from the one that it left, after all
    /// have run.
    fn run_one_by_one(
        self,
        batch: &Batch,
        before: &Before,
        io: &mut HostIo<'_>,
    ) -> Result<Option<Place>, Box<EvaluationError>> {
        let Batch::Kernel { store, calculation, range, .. } = batch else { return Ok(None) };
        let own = |at: usize| self.model.own(self.model.stores[*store].number(at), *calculation);
        let (mut values, mut results) = (Vec::new(), Vec::new());
        for at in range.clone() {
            let own = own(at);
            if let Some(place) = first_of(&own, before, io) {
                return Ok(Some(place));
            }
            self.run_plainly(&only(batch, at), io)?;
            own.values.into_iter().for_each(|row| values.extend_from_slice(&io.values()[row]));
            own.results.into_iter().for_each(|row| results.extend_from_slice(&io.results()[row]));
        }
        let (mut values, mut results) = (values.as_slice(), results.as_slice());
        for own in range.clone().map(own) {
            for (rows, is_result) in [(&own.values, false), (&own.results, true)] {
                for row in rows {
                    let left = if is_result { &mut results } else { &mut values };
                    let now = if is_result { &io.results()[row.clone()] } else { &io.values()[row.clone()] };
                    let (of_row, others) = left.split_at(row.len());
                    *left = others;
                    if let Some(at) = first_difference(of_row, now) {
                        let at = row.start + at;
                        return Ok(Some(if is_result { Place::Result(at) } else { Place::Value(at) }));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Runs one SimObject of a batch, ignoring its errors, which are already
    /// known.
    fn run_one(self, batch: &Batch, at: usize, io: &mut HostIo<'_>) {
        if let Batch::Kernel { access_set, kernel, .. } = batch {
            let _ = self.instances.run(*access_set, *kernel, at..at + 1, io);
        }
    }

    /// Names the calculation that changes a place that is not its own, or, if
    /// that cannot be repeated, those that may have.
    fn out_of_bounds(
        self,
        place: Place,
        batches: &[Batch],
        before: &Before,
        io: &mut HostIo<'_>,
    ) -> Box<EvaluationError> {
        if let Some(culprit) = self.culprit(place, batches, before, io) {
            return culprit;
        }
        let mut all = self.calculations(batches);
        let Some((_, object, calculation)) = all.next() else { unreachable!("somebody has changed it") };
        let others = all.count();
        self.writes(object, calculation, place, others, io.time())
    }

    /// Runs the SimObjects of batches one by one, until one writes to a place
    /// that is not its own.
    fn culprit(
        self,
        place: Place,
        batches: &[Batch],
        before: &Before,
        io: &mut HostIo<'_>,
    ) -> Option<Box<EvaluationError>> {
        restore(before, io);
        let number = |io: &mut HostIo<'_>| match place {
            Place::Value(at) => io.values()[at],
            Place::Result(at) => io.results()[at],
        };
        for batch in batches {
            let Batch::Kernel { store, calculation, range, .. } = batch else { continue };
            for at in range.clone() {
                // A value that nobody has, so that writing the old number again shows, too.
                let was = number(io);
                let strange = if was.is_finite() { was.next_up() } else { 1.0 };
                match place {
                    Place::Value(at) => io.values()[at] = strange,
                    Place::Result(at) => io.results()[at] = strange,
                }
                self.run_one(batch, at, io);
                let is_written = number(io).to_bits() != strange.to_bits();
                let object = self.model.stores[*store].number(at);
                if is_written && !self.model.own(object, *calculation).has(place) {
                    return Some(self.writes(object, *calculation, place, 0, io.time()));
                }
                if !is_written {
                    match place {
                        Place::Value(at) => io.values()[at] = was,
                        Place::Result(at) => io.results()[at] = was,
                    }
                }
            }
        }
        None
    }

    /// The error for an object's calculation, or for one of `others` more.
    fn writes(self, object: u32, calculation: u32, place: Place, others: usize, time: f64) -> Box<EvaluationError> {
        let culprit = &self.model.objects[object as usize];
        let cause = Cause::OutOfBounds {
            object: culprit.name().to_owned(),
            kind: culprit.kind.name(),
            library: culprit.library.name(),
            calculation: culprit.interface.calculations[calculation as usize].name.to_string(),
            others,
            what: self.model.words(place),
        };
        Box::new(EvaluationError { time, cause })
    }

    /// Store, object number, and calculation of everything that the batches run.
    fn calculations(self, batches: &[Batch]) -> impl Iterator<Item = (usize, u32, u32)> {
        batches.iter().flat_map(move |batch| {
            let (store, calculation, range) = match batch {
                Batch::Kernel { store, calculation, range, .. } => (*store, *calculation, range.clone()),
                Batch::Assemblies { .. } | Batch::Block(_) => (0, 0, 0..0),
            };
            range.map(move |at| (store, self.model.stores[store].number(at), calculation))
        })
    }

    /// What batches may change. Those of a schedule keep their positions.
    fn own_of(self, batches: &[Batch], before: &mut Before) -> Arc<Own> {
        let key = (batches.as_ptr() as usize, batches.len());
        let own = before.own.entry(key).or_insert_with(|| {
            let mut own = Own::default();
            for (_, object, calculation) in self.calculations(batches) {
                let of_one = self.model.own(object, calculation);
                own.values.extend(of_one.values);
                own.results.extend(of_one.results);
            }
            let assemblies = batches.iter().filter_map(|batch| match batch {
                Batch::Assemblies { numbers, .. } => Some(self.model.layout.filled_by(numbers)),
                Batch::Kernel { .. } | Batch::Block(_) => None,
            });
            own.values.extend(assemblies.flatten());
            own.values.sort_unstable_by_key(|row| row.start);
            own.results.sort_unstable_by_key(|row| row.start);
            Arc::new(own)
        });
        Arc::clone(own)
    }
}

impl Own {
    fn has(&self, place: Place) -> bool {
        match place {
            Place::Value(at) => self.values.iter().any(|row| row.contains(&at)),
            Place::Result(at) => self.results.iter().any(|row| row.contains(&at)),
        }
    }
}

impl Model {
    /// What a calculation may change.
    fn own(&self, object: u32, calculation: u32) -> Own {
        let interface = &self.objects[object as usize].interface;
        let calculation = &interface.calculations[calculation as usize];
        let mut own = Own::default();
        for given in &calculation.gives {
            let signal = &interface.signals[*given as usize];
            let first = self.layout.place(SignalId { object, signal: *given }).first as usize;
            let row = first..first + signal.width as usize;
            let (value, result) = match calculation.purpose {
                Purpose::Common(_) | Purpose::Initial => (true, false),
                Purpose::Derivatives => (false, true),
                Purpose::Update(_) => (signal.role == Role::Memory, signal.role != Role::Memory),
                Purpose::Handler(_) => (true, true),
                Purpose::Answer => (false, false),
            };
            own.values.extend(value.then(|| row.clone()));
            own.results.extend(result.then_some(row));
        }
        own
    }

    /// The signal whose numbers are at a place.
    fn owner(&self, place: usize) -> Option<(SignalId, Range<usize>)> {
        self.signals_of(has_numbers).find(|(_, range)| range.contains(&place))
    }

    /// A description of a place.
    fn words(&self, place: Place) -> String {
        let (Place::Value(at) | Place::Result(at)) = place;
        let what = match place {
            Place::Value(_) => "",
            Place::Result(at) if at < self.state_count() => "the derivative of ",
            Place::Result(_) => "the next value of ",
        };
        if let Some((id, range)) = self.owner(at) {
            return format!("to {what}`{}`", self.element_name(id, at - range.start));
        }
        if let Some(guard) = self.layout.guards.iter().find(|guard| guard.contains(&at)) {
            let (behind, before) = self.beside(guard);
            let behind = behind.map(|id| format!("behind the end of `{}`", self.signal_name(id)));
            let before = before.map(|id| format!("in front of `{}`", self.signal_name(id)));
            return behind.into_iter().chain(before).collect::<Vec<_>>().join(" and ");
        }
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let copies = self.layout.previous.iter();
        if let Some(copy) = copies.into_iter().find(|copy| (copy.place..copy.place + copy.width).contains(&at)) {
            return format!("to the previous value of `{}`", self.signal_name(copy.of));
        }
        let mut assemblies = self.layout.assemblies.iter();
        let is_in = |row: &crate::assembly::AssemblyRow| (row.place..row.place + row.width).contains(&at);
        match assemblies.find(|assembly| assembly.rows.iter().any(is_in)) {
            Some(assembly) => format!("to what `{}` is connected to", self.signal_name(assembly.port)),
            None => "to a number that an in-port was given".to_owned(),
        }
    }

    /// The signal that a guard lies behind, and the one that it lies in front of.
    fn beside(&self, guard: &Range<usize>) -> (Option<SignalId>, Option<SignalId>) {
        let mut behind = self.signals_of(has_numbers).filter(|(_, range)| range.end == guard.start);
        let mut before = self.signals_of(has_numbers).filter(|(_, range)| range.start == guard.end);
        (behind.next().map(|(id, _)| id), before.next().map(|(id, _)| id))
    }

    /// Checks whether something overwrote a guard.
    ///
    /// # Errors
    /// Something did.
    #[inline]
    pub(super) fn look_at_guards(&self, workspace: &Workspace, time: f64) -> Evaluated {
        if self.layout.guards.is_empty() { Ok(()) } else { self.look_at_all_guards(workspace, time) }
    }

    #[inline(never)]
    fn look_at_all_guards(&self, workspace: &Workspace, time: f64) -> Evaluated {
        let next = &workspace.next;
        let is_wrong = |guard: &&Range<usize>| {
            let of_next = if guard.end <= next.len() { &next[(*guard).clone()] } else { &[] };
            workspace.values[(*guard).clone()].iter().chain(of_next).any(|number| is_overwritten(*number))
        };
        self.layout.guards.iter().find(is_wrong).map_or(Ok(()), |guard| Err(self.overwritten(guard, time)))
    }

    #[cold]
    fn overwritten(&self, guard: &Range<usize>, time: f64) -> Box<EvaluationError> {
        let (behind, before) = self.beside(guard);
        let signal = |id: Option<SignalId>| id.map(|id| (id, self.signal_name(id)));
        let (behind, before) = (signal(behind), signal(before));
        let is_foreign = |id: &SignalId| self.objects[id.object as usize].kind.is_foreign();
        let rows = [&behind, &before];
        let nearest = rows.into_iter().flatten().map(|(id, _)| *id).find(is_foreign);
        let object = nearest.map_or(0, |id| id.object);
        let object = &self.objects[object as usize];
        let cause = Cause::Overwritten {
            object: object.name().to_owned(),
            kind: object.kind.name(),
            library: object.library.name(),
            behind: behind.map(|(_, name)| name),
            before: before.map(|(_, name)| name),
        };
        Box::new(EvaluationError { time, cause })
    }
}

/// A batch of one SimObject of a batch.
fn only(batch: &Batch, at: usize) -> Batch {
    let mut one = batch.clone();
    if let Batch::Kernel { range, .. } = &mut one {
        *range = at..at + 1;
    }
    one
}

/// The first place in some rows that differs from before.
fn first_of(own: &Own, before: &Before, io: &mut HostIo<'_>) -> Option<Place> {
    let first = |rows: &[Range<usize>], before: &[f64], now: &[f64]| {
        rows.iter().find_map(|row| Some(row.start + first_difference(&before[row.clone()], &now[row.clone()])?))
    };
    let value = first(&own.values, &before.values, io.values()).map(Place::Value);
    value.or_else(|| first(&own.results, &before.results, io.results()).map(Place::Result))
}

/// Whether such a signal has numbers of its own.
fn has_numbers(role: &Role) -> bool {
    role.is_initialised() || role.is_filled()
}

/// Restores all numbers.
fn restore(before: &Before, io: &mut HostIo<'_>) {
    io.values().copy_from_slice(&before.values);
    io.results().copy_from_slice(&before.results);
}

/// The first number outside some rows that differs, bit for bit.
fn first_outside(rows: &[Range<usize>], before: &[f64], now: &[f64]) -> Option<usize> {
    if now.is_empty() {
        return None;
    }
    let mut from = 0;
    for row in rows.iter().cloned().chain(std::iter::once(now.len()..now.len())) {
        let gap = from..row.start.max(from);
        if let Some(at) = first_difference(&before[gap.clone()], &now[gap]) {
            return Some(from + at);
        }
        from = row.end.max(from);
    }
    None
}

fn first_difference(before: &[f64], now: &[f64]) -> Option<usize> {
    before.iter().zip(now).position(|(before, now)| before.to_bits() != now.to_bits())
}
