//! One evaluation of a model: the computations in order, then the derivatives.

mod answers;
mod at_state;
mod error;
mod execution_context;
mod levels;
mod loops;
mod memory;
mod mode_search;
mod out_of_bounds;
mod profile;
mod system;
mod team;
mod ticking;

use std::slice;
use std::time::Instant;

use simobject_host::{Calculation, HostIo, Purpose};

use crate::assembly::AssemblyRow;
use crate::model::Model;
use crate::model::input_assembly::InputAssembly;
use crate::model::schedule::{Batch, Level};
use crate::model::signal_id::SignalId;
use crate::timing::{Calls, Timed};
use crate::workspace::Workspace;
use crate::workspace::call_lists::CallList;
use crate::workspace::unset::{UNSET, is_unset};
use bowline_solve::thread_pool::Region;

pub use error::{Cause, Evaluated, EvaluationError, LoopNumber};
pub use execution_context::{ExecutionContext, WIDE_ROW};
pub use levels::LevelRunner;
pub use mode_search::ModeSearch;
pub use profile::{Profile, TickProfile, TypeProfile};
pub use system::ModelSystem;
pub use ticking::Due;

impl Model {
    /// Evaluates what the derivatives need, and the derivatives into `dx`,
    /// which has as many elements as the model has states.
    ///
    /// # Errors
    /// A calculation failed, or a derivative is not finite.
    ///
    /// # Panics
    /// If `dx` is longer or shorter, or the workspace is that of another model.
    pub fn evaluate(&self, workspace: &mut Workspace, time: f64, dx: &mut [f64]) -> Evaluated {
        self.evaluate_as(&ExecutionContext::default(), workspace, time, dx)
    }

    /// As [`evaluate`](Self::evaluate), carried out as a run asks.
    #[inline]
    pub fn evaluate_as(
        &self,
        context: &ExecutionContext,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        if context.is_guarded() {
            self.evaluate_guarded(context, workspace, time, dx)
        } else {
            self.evaluate_plainly(context, workspace, time, dx)
        }
    }

    /// As [`evaluate`](Self::evaluate), with all numbers that calculations have
    /// to set unset before, so that one that is left out is found.
    pub fn evaluate_guarded(
        &self,
        context: &ExecutionContext,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        self.filled.needed.unset(&mut workspace.values);
        dx.fill(UNSET);
        self.evaluate_plainly(context, workspace, time, dx)?;
        if self.filled.needed.any_unset(&workspace.values) {
            self.first_filled(workspace, false, time, is_unset)?;
        }
        self.look_at_guards(workspace, time)
    }

    fn evaluate_plainly(
        &self,
        context: &ExecutionContext,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        assert_eq!(dx.len(), self.layout.states, "one derivative for each state");
        workspace.assert_of(&self.id);
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, dx, time);
        let list = &workspace.lists.evaluation;
        match context.timing_if_due() {
            None if context.is_plain() => {
                let batch = |position| self.schedule.evaluation_at(position);
                runner.call_list(list, &mut io, |_, _| true, batch)?;
            }
            None => self.run_together(context, runner, &mut io)?,
            Some((calls, timed)) => self.run_timed(calls, timed, list, runner, &mut io)?,
        }
        if context.all_finite(dx) { Ok(()) } else { Err(self.not_finite(workspace, dx, time)) }
    }

    /// Calculates the derivatives on several threads, or guarded.
    #[inline(never)]
    fn run_together(&self, context: &ExecutionContext, runner: LevelRunner<'_>, io: &mut HostIo<'_>) -> Evaluated {
        let Some((pool, team)) = context.team() else {
            runner.run_levels(&self.schedule.needed, io)?;
            return runner.run_level(&self.schedule.derivatives, io);
        };
        pool.region(Region::Evaluation, || {
            runner.run_split(pool, &self.schedule.needed, &team.needed, io)?;
            let derivatives = slice::from_ref(&self.schedule.derivatives);
            runner.run_split(pool, derivatives, slice::from_ref(&team.derivatives), io)
        })
    }

    /// Calculates the derivatives on one thread, and notes how long it takes.
    #[inline(never)]
    fn run_timed(
        &self,
        calls: &Calls,
        timed: Timed,
        list: &CallList,
        runner: LevelRunner<'_>,
        io: &mut HostIo<'_>,
    ) -> Evaluated {
        let batch = |position| self.schedule.evaluation_at(position);
        match timed {
            Timed::Calls => {
                let batches: Vec<_> = self.schedule.evaluation().collect();
                runner.call_list_timed(list, io, |_, _| true, |position| batches[position], calls)
            }
            Timed::Whole => {
                let began = Instant::now();
                let outcome = runner.call_list(list, io, |_, _| true, batch);
                calls.durations().whole.add(began.elapsed());
                outcome
            }
        }
    }

    /// Evaluates everything that can be recorded, and checks that it is finite.
    ///
    /// # Errors
    /// A calculation failed, or a signal is not finite.
    ///
    /// # Panics
    /// If the workspace is that of another model.
    pub fn evaluate_signals(&self, workspace: &mut Workspace, time: f64) -> Evaluated {
        self.evaluate_signals_as(&ExecutionContext::default(), workspace, time)
    }

    /// As [`evaluate_signals`](Self::evaluate_signals), carried out as a run asks.
    pub fn evaluate_signals_as(&self, context: &ExecutionContext, workspace: &mut Workspace, time: f64) -> Evaluated {
        workspace.assert_of(&self.id);
        self.filled.needed.unset(&mut workspace.values);
        self.filled.observed.unset(&mut workspace.values);
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        match context.team() {
            None => {
                runner.run_levels(&self.schedule.needed, &mut io)?;
                runner.run_levels(&self.schedule.observed, &mut io)?;
            }
            Some((pool, team)) => pool.region(Region::Evaluation, || {
                runner.run_split(pool, &self.schedule.needed, &team.needed, &mut io)?;
                runner.run_split(pool, &self.schedule.observed, &team.observed, &mut io)
            })?,
        }
        self.look_at_guards(workspace, time)?;
        if context.all_finite(&workspace.values[self.layout.signals..]) {
            self.check_calculated(workspace, time)
        } else {
            self.first_filled(workspace, true, time, is_not_finite)
        }
    }

    /// Checks the columns that formulas calculate.
    fn check_calculated(&self, workspace: &Workspace, time: f64) -> Evaluated {
        let mut values = self.calculated.iter().map(|column| (column, column.value(time, workspace)));
        match values.find(|(_, value)| is_not_finite(*value)) {
            None => Ok(()),
            Some((column, value)) => {
                let cause = Cause::ColumnNotFinite { column: column.name.clone(), value };
                Err(Box::new(EvaluationError { time, cause }))
            }
        }
    }

    /// Calculates anew what depends on constants alone, of which some changed.
    ///
    /// # Errors
    /// A calculation failed, or a signal is not finite.
    pub fn evaluate_constants(&self, workspace: &mut Workspace, time: f64) -> Evaluated {
        if self.schedule.constant.is_empty() {
            return Ok(());
        }
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        runner.run_levels(&self.schedule.constant, &mut io)?;
        let culprit = self
            .filled_in_order(self.schedule.constant.iter())
            .find_map(|(id, c)| self.culprit(id, c, self.values_of(workspace, id), time, is_not_finite));
        culprit.map_or(Ok(()), |culprit| Err(Box::new(culprit)))
    }

    /// Checks the signals that [`evaluate`](Self::evaluate) fills.
    ///
    /// # Errors
    /// A signal is not finite.
    pub fn check_signals(&self, workspace: &Workspace, time: f64) -> Evaluated {
        self.first_filled(workspace, false, time, is_not_finite)
    }

    /// The culprit of a derivative that is not finite: the first signal, in
    /// the order of evaluation, else the derivative itself.
    #[cold]
    fn not_finite(&self, workspace: &Workspace, dx: &[f64], time: f64) -> Box<EvaluationError> {
        if let Err(culprit) = self.first_filled(workspace, false, time, is_not_finite) {
            return culprit;
        }
        let culprit = self.states().find_map(|(id, range)| {
            let interface = &self.objects[id.object as usize].interface;
            let derivatives = interface.calculations.iter().find(|c| c.purpose == Purpose::Derivatives)?;
            Some((id, derivatives, self.culprit(id, derivatives, &dx[range], time, is_not_finite)?))
        });
        let Some((id, derivatives, culprit)) = culprit else { unreachable!("one of the derivatives is not finite") };
        self.or_who_answered(workspace, id, derivatives, culprit)
    }

    /// What is wrong with the numbers that a calculation gave to a signal, if
    /// one of them `is_wrong`.
    fn culprit(
        &self,
        id: SignalId,
        calculation: &Calculation,
        numbers: &[f64],
        time: f64,
        is_wrong: fn(f64) -> bool,
    ) -> Option<EvaluationError> {
        let element = numbers.iter().position(|number| is_wrong(*number))?;
        let value = numbers[element];
        let object = &self.objects[id.object as usize];
        let (kind, library) = (object.kind.name(), object.library.name());
        let derivative = calculation.purpose == Purpose::Derivatives;
        let cause = if is_unset(value) {
            let signal = self.element_name(id, element);
            Cause::NotSet { signal, kind, library, calculation: calculation.name.to_string(), derivative }
        } else {
            let signal = self.signal_name(id);
            Cause::NotFinite { signal, kind, library, derivative, value, by: None, formula_of: None }
        };
        Some(EvaluationError { time, cause })
    }

    /// Looks at the filled signals, in the order of evaluation, for the first
    /// that `is_wrong`.
    #[cold]
    fn first_filled(&self, workspace: &Workspace, observed: bool, time: f64, is_wrong: fn(f64) -> bool) -> Evaluated {
        let culprit = self.filled_in_order(self.schedule.filling(observed)).find_map(|(id, calculation)| {
            Some((id, calculation, self.culprit(id, calculation, self.values_of(workspace, id), time, is_wrong)?))
        });
        culprit
            .map_or(Ok(()), |(id, calculation, culprit)| Err(self.or_who_answered(workspace, id, calculation, culprit)))
    }

    /// The error for a calculation's wrong result; or, if it asked and got a
    /// wrong answer, the error for the answer.
    fn or_who_answered(
        &self,
        workspace: &Workspace,
        id: SignalId,
        calculation: &Calculation,
        mut culprit: EvaluationError,
    ) -> Box<EvaluationError> {
        match &mut culprit.cause {
            Cause::NotSet { .. } => return Box::new(culprit),
            Cause::NotFinite { formula_of, .. } => *formula_of = self.formula_not_finite(workspace, id.object),
            _ => {}
        }
        let position = self.position_of(id.object, calculation);
        let answered = self.answered_wrongly(workspace, id.object, position, culprit.time);
        answered.unwrap_or_else(|| Box::new(culprit))
    }

    /// The in-port of an object whose formula gives a number that is not finite.
    fn formula_not_finite(&self, workspace: &Workspace, object: u32) -> Option<String> {
        let is_culprit = |assembly: &&InputAssembly| {
            let numbers = |row: &AssemblyRow| &workspace.values[row.place as usize..][..row.width as usize];
            let is_of_it = assembly.port.object == object && assembly.formula.is_some();
            is_of_it && assembly.rows.iter().flat_map(numbers).any(|number| is_not_finite(*number))
        };
        Some(self.signal_name(self.layout.assemblies.iter().find(is_culprit)?.port))
    }

    /// The position of a calculation in the interface of its object.
    fn position_of(&self, object: u32, calculation: &Calculation) -> u32 {
        let calculations = &self.objects[object as usize].interface.calculations;
        (0..).zip(calculations).find(|(_, own)| std::ptr::eq(*own, calculation)).map_or(u32::MAX, |(at, _)| at)
    }

    /// The signals that levels fill, in their order, with what fills them.
    fn filled_in_order<'m>(
        &'m self,
        levels: impl Iterator<Item = &'m Level>,
    ) -> impl Iterator<Item = (SignalId, &'m Calculation)> {
        let mut batches = Vec::new();
        levels.for_each(|level| {
            self.schedule.each_within(slice::from_ref(level), &mut |batch| batches.push(batch));
        });
        batches.into_iter().flat_map(move |batch| {
            let kernel = if let Batch::Kernel { store, calculation, range, .. } = batch {
                Some((store, calculation, range.clone()))
            } else {
                None
            };
            kernel.into_iter().flat_map(move |(store, calculation, range)| {
                range.flat_map(move |position| {
                    let object = self.stores[*store].number(position);
                    let calculation = &self.objects[object as usize].interface.calculations[*calculation as usize];
                    calculation.gives.iter().map(move |signal| (SignalId { object, signal: *signal }, calculation))
                })
            })
        })
    }

    /// The signals that an evaluation fills, in the order in which it does.
    pub fn filled_signals(&self) -> Vec<SignalId> {
        self.filled_in_order(self.schedule.filling(true)).map(|(id, _)| id).collect()
    }

    /// A workspace's numbers, in which resources can be asked.
    pub fn io<'w>(&'w self, values: &'w mut [f64], results: &'w mut [f64], time: f64) -> HostIo<'w> {
        HostIo::new(values, results, &self.layout.summed, time).asking(&self.providers)
    }

    /// The numbers of a signal.
    pub fn values_of<'w>(&self, workspace: &'w Workspace, id: SignalId) -> &'w [f64] {
        let first = self.layout.place(id).first as usize;
        let width = self.objects[id.object as usize].interface.signals[id.signal as usize].width as usize;
        &workspace.values[first..first + width]
    }
}

fn is_not_finite(number: f64) -> bool {
    !number.is_finite()
}
