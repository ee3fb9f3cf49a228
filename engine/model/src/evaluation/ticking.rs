//! What runs at ticks and events.

use std::ops::Range;

use simobject_host::{HostIo, Purpose, Role};

use super::error::{Cause, Evaluated, EvaluationError};
use super::levels::LevelRunner;
use crate::model::Model;
use crate::model::discrete_values::{Previous, PreviousSource};
use crate::model::schedule::{Batch, ClockSet, Handler, Ticking};
use crate::model::signal_id::SignalId;
use crate::workspace::Workspace;
use crate::workspace::call_lists::{CallList, CallLists};
use crate::workspace::unset::is_unset;
use bowline_solve::arithmetic::{all_finite, copy_finite};

/// The clocks that tick at an instant.
#[derive(Debug, Default)]
pub struct Due {
    /// Their numbers.
    pub clocks: Vec<usize>,
    /// The same, as a set.
    pub(crate) set: ClockSet,
    /// How many ticks of each clock came before, by its number.
    pub ticks: Vec<u64>,
}

impl Due {
    /// None of the clocks of a model.
    pub fn none_of(model: &Model) -> Self {
        Self { ticks: vec![0; model.clocks.timings().len()], ..Self::default() }
    }

    /// Adds a clock, of which so many ticks came before.
    pub fn add(&mut self, clock: usize, tick: u64) {
        self.clocks.push(clock);
        self.set.insert(clock);
        self.ticks[clock] = tick;
    }

    /// No clock ticks.
    pub fn clear(&mut self) {
        self.clocks.clear();
        self.set.clear();
    }
}

impl Model {
    /// The discrete values when a run begins: all sampled computations run, as tick 0.
    /// One that goes on from a state has those of that one.
    ///
    /// # Errors
    /// One failed, or what it fills is not finite.
    pub fn hold_first(&self, workspace: &mut Workspace) -> Evaluated {
        if self.resumed.is_some() {
            return Ok(());
        }
        self.copy_previous(workspace, self.settings.output_times.start());
        self.hold_sampled(workspace)?;
        self.find_modes(workspace)
    }

    /// Runs all that is sampled, as at its first tick.
    pub(super) fn hold_sampled(&self, workspace: &mut Workspace) -> Evaluated {
        let clocks = self.clocks.timings().len();
        if clocks == 0 {
            return Ok(());
        }
        let mut due = Due::none_of(self);
        (0..clocks).for_each(|clock| due.add(clock, 0));
        self.run_sampled(workspace, &due, self.settings.output_times.start())
    }

    /// All that happens at an instant at which clocks tick, and nothing else.
    pub fn tick(&self, workspace: &mut Workspace, due: &Due, time: f64) -> Evaluated {
        if !self.layout.previous.is_empty() {
            self.copy_previous(workspace, time);
        }
        self.take_effect(workspace, &due.clocks, time)?;
        if !self.schedule.sampled.computations.is_empty() {
            self.run_computations(workspace, due, time)?;
        }
        self.run_ticking(&self.schedule.sampled.updates, |lists| &lists.updates, workspace, due, time)
    }

    /// The same, checking for omitted numbers.
    pub fn tick_seen(&self, workspace: &mut Workspace, due: &Due, time: f64) -> Evaluated {
        self.copy_previous(workspace, time);
        self.take_effect(workspace, &due.clocks, time)?;
        self.run_sampled(workspace, due, time)?;
        self.run_updates(workspace, due, time, false)
    }

    /// Copies the discrete values of when the instant began, for those who read it.
    pub fn copy_previous(&self, workspace: &mut Workspace, time: f64) {
        self.copy_all(&self.layout.previous, &mut workspace.values, time);
    }

    /// The same for those of one object.
    pub fn copy_previous_of(&self, object: u32, values: &mut [f64], time: f64) {
        let all = &self.layout.previous;
        let first = all.partition_point(|previous| previous.of.object < object);
        let count = all[first..].partition_point(|previous| previous.of.object == object);
        self.copy_all(&all[first..first + count], values, time);
    }

    fn copy_all(&self, copies: &[Previous], values: &mut [f64], time: f64) {
        for previous in copies {
            match &previous.source {
                PreviousSource::Place(from) => {
                    let (from, to, width) = (*from as usize, previous.place as usize, previous.width as usize);
                    values.copy_within(from..from + width, to);
                }
                PreviousSource::Pass(pass) => pass.run(&mut HostIo::new(values, &mut [], &self.layout.summed, time)),
            }
        }
    }

    /// Next values of the clocks' states take effect.
    ///
    /// # Errors
    /// One is not finite.
    pub fn take_effect(&self, workspace: &mut Workspace, clocks: &[usize], time: f64) -> Evaluated {
        for clock in clocks {
            let Range { start, end } = self.layout.discrete.of_clocks[*clock];
            if start == end {
                continue;
            }
            let next = &workspace.next[start..end];
            if !copy_finite(next, &mut workspace.values[start..end]) {
                return Err(self.not_finite_at(start, next, time));
            }
        }
        Ok(())
    }

    /// Runs the sampled computations of the clocks that are due, with the
    /// continuous ones that these and the updates read.
    pub fn run_sampled(&self, workspace: &mut Workspace, due: &Due, time: f64) -> Evaluated {
        for clock in seen(due, self.unseen_ticks(workspace)) {
            self.filled.at_ticks[clock].unset(&mut workspace.values);
        }
        self.run_computations(workspace, due, time)
    }

    fn run_computations(&self, workspace: &mut Workspace, due: &Due, time: f64) -> Evaluated {
        self.run_ticking(&self.schedule.sampled.computations, |lists| &lists.sampled, workspace, due, time)?;
        let filled = self.layout.discrete.filled.clone();
        let numbers = &workspace.values[filled.clone()];
        if all_finite(numbers) { Ok(()) } else { Err(self.not_finite_at(filled.start, numbers, time)) }
    }

    /// Runs the updates of the clocks that are due; what they read may have
    /// changed since the sampled computations ran.
    pub fn run_updates(&self, workspace: &mut Workspace, due: &Due, time: f64, is_stale: bool) -> Evaluated {
        if is_stale {
            self.run_ticking(
                &self.schedule.sampled.before_updates,
                |lists| &lists.before_updates,
                workspace,
                due,
                time,
            )?;
        }
        let unseen = self.unseen_ticks(workspace);
        for clock in seen(due, unseen) {
            self.filled.next[clock].unset(&mut workspace.next);
        }
        self.run_ticking(&self.schedule.sampled.updates, |lists| &lists.updates, workspace, due, time)?;
        for clock in seen(due, unseen) {
            if let Some(row) = self.filled.next[clock].first_unset(&workspace.next) {
                return Err(self.not_finite_at(row.start, &workspace.next[row], time));
            }
        }
        self.look_at_guards(workspace, time)
    }

    /// The engine checks one tick of a clock in this many, less 1: in a model
    /// that only ticks, each that comes here, because few do.
    fn unseen_ticks(&self, workspace: &Workspace) -> u64 {
        let only_ticks = self.layout.states == 0 && self.schedule.events.indicators.is_empty();
        if only_ticks { 0 } else { workspace.unseen_ticks }
    }

    fn run_ticking(
        &self,
        batches: &[Ticking],
        list: impl Fn(&CallLists) -> &CallList,
        workspace: &mut Workspace,
        due: &Due,
        time: f64,
    ) -> Evaluated {
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut workspace.next, time);
        let is_all = due.clocks.len() == due.ticks.len();
        let begin = |position: usize, io: &mut HostIo<'_>| {
            let Ticking { clock, needed_by, .. } = &batches[position];
            io.set_tick(clock.map_or(0, |clock| due.ticks[clock]));
            is_all || needed_by.meets(&due.set)
        };
        runner.run_list(list(&workspace.lists), &mut io, begin, |position| &batches[position].batch)
    }

    /// The indicators at a time and the state in the workspace.
    pub fn watch(&self, workspace: &mut Workspace, time: f64, indicators: &mut [f64]) -> Evaluated {
        workspace.assert_of(&self.id);
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        runner.run_levels(&self.schedule.events.watched, &mut io)?;
        let mut are_finite = true;
        for (indicator, value) in self.schedule.events.indicators.iter().zip(&mut *indicators) {
            *value = indicator.counted(&workspace.values);
            are_finite &= value.is_finite();
        }
        if are_finite {
            return Ok(());
        }
        let wrong = indicators.iter().position(|value| !value.is_finite());
        wrong.map_or(Ok(()), |wrong| Err(self.wrong_indicator(wrong, indicators[wrong], time)))
    }

    /// One indicator, by its position, at a time and the state in the workspace;
    /// `needed` is all that it needs.
    pub fn watch_alone(
        &self,
        indicator: usize,
        needed: &[Batch],
        workspace: &mut Workspace,
        time: f64,
    ) -> Result<f64, Box<EvaluationError>> {
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        needed.iter().try_for_each(|batch| runner.run_batch(batch, &mut io))?;
        let value = self.schedule.events.indicators[indicator].counted(&workspace.values);
        if value.is_finite() { Ok(value) } else { Err(self.wrong_indicator(indicator, value, time)) }
    }

    #[cold]
    fn wrong_indicator(&self, indicator: usize, value: f64, time: f64) -> Box<EvaluationError> {
        Box::new(self.wrong(self.schedule.events.indicators[indicator].id, 0, value, time, |_| false))
    }

    /// Evaluates what handlers read.
    pub fn run_before_handlers(&self, workspace: &mut Workspace, time: f64) -> Evaluated {
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        runner.run_levels(&self.schedule.events.before_handlers, &mut io)
    }

    /// Runs a handler.
    ///
    /// # Errors
    /// It failed, or set something that is not finite.
    pub fn run_handler(&self, handler: &Handler, workspace: &mut Workspace, time: f64) -> Evaluated {
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut workspace.next, time);
        runner.run_batch(&handler.batch, &mut io)?;
        for id in self.set_by(handler) {
            let numbers = self.values_of(workspace, id);
            if let Some(element) = numbers.iter().position(|number| !number.is_finite()) {
                let indicator = self.schedule.events.indicators[handler.indicator].id.signal;
                let is_it = |purpose| purpose == Purpose::Handler(indicator);
                return Err(Box::new(self.wrong(id, element, numbers[element], time, is_it)));
            }
        }
        Ok(())
    }

    /// The signals that a handler sets.
    pub fn set_by(&self, handler: &Handler) -> impl Iterator<Item = SignalId> + '_ {
        let Batch::Kernel { store, calculation, range, .. } = handler.batch.clone() else {
            unreachable!("a handler is a calculation")
        };
        let numbers = range.map(move |position| self.stores[store].number(position));
        numbers.flat_map(move |number| {
            let gives = &self.objects[number as usize].interface.calculations[calculation as usize].gives;
            gives.iter().map(move |signal| SignalId { object: number, signal: *signal })
        })
    }

    /// The culprit among numbers that lie from a place on.
    #[cold]
    fn not_finite_at(&self, first: usize, numbers: &[f64], time: f64) -> Box<EvaluationError> {
        let element = numbers.iter().position(|number| !number.is_finite()).unwrap_or(0);
        let (place, value) = (first + element, numbers[element]);
        let is_discrete = |role: &Role| role.is_any_state() || role.is_filled();
        let found = self.signals_of(is_discrete).find(|(_, range)| range.contains(&place));
        let Some((id, range)) = found else { unreachable!("what is held belongs to somebody") };
        Box::new(self.wrong(id, place - range.start, value, time, |purpose| matches!(purpose, Purpose::Update(_))))
    }

    /// The error for the wrong value of an element of a signal, with the calculation
    /// of such a purpose that set it.
    fn wrong(
        &self,
        id: SignalId,
        element: usize,
        value: f64,
        time: f64,
        is_setter: impl Fn(Purpose) -> bool,
    ) -> EvaluationError {
        let object = &self.objects[id.object as usize];
        let (signal, kind, library) = (self.element_name(id, element), object.kind.name(), object.library.name());
        let by = |is_one: &dyn Fn(Purpose) -> bool| {
            let mut calculations = object.interface.calculations.iter();
            let found = calculations.find(|c| is_one(c.purpose) && c.gives.contains(&id.signal));
            found.map(|calculation| calculation.name.to_string())
        };
        let cause = if is_unset(value) {
            let calculation = by(&is_setter).or_else(|| by(&|_| true)).unwrap_or_default();
            Cause::NotSet { signal, kind, library, calculation, derivative: false }
        } else {
            let by = by(&is_setter);
            Cause::NotFinite { signal, kind, library, derivative: false, value, by, formula_of: None }
        };
        EvaluationError { time, cause }
    }
}

/// The due clocks at whose tick the engine checks whether anything that runs on
/// them leaves out a number.
fn seen(due: &Due, unseen: u64) -> impl Iterator<Item = usize> + use<'_> {
    due.clocks.iter().copied().filter(move |clock| due.ticks[*clock] & unseen == 0)
}
