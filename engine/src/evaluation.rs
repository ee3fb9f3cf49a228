//! One evaluation of a model: the computations in order, then the derivatives.

use std::{fmt, slice};

use simobject::host::{Calculation, Purpose, Role};
use simobject::{Failure, Io};

use crate::evaluator::Evaluator;
use crate::execution::Execution;
use crate::finite::all_finite;
use crate::model::Model;
use crate::model::feed::SignalId;
use crate::model::schedule::{Batch, Level};
use crate::seconds::Seconds;
use crate::unset::{UNSET, is_unset};
use crate::workspace::Workspace;

/// Why an evaluation gave no usable result.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationError {
    /// Simulated time, s.
    pub time: f64,
    /// What happened.
    pub cause: Cause,
}

/// What went wrong in an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// A number is not finite.
    NotFinite {
        /// `Object.Signal`, of the first culprit.
        signal: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// Whether it is the signal's derivative that is not finite.
        derivative: bool,
        /// The number.
        value: f64,
    },
    /// A calculation left out a number that it has to set.
    NotSet {
        /// `Object.Signal`, with the element if it has several.
        signal: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The calculation's name.
        calculation: String,
        /// Whether it is the signal's derivative that was not set.
        derivative: bool,
    },
    /// A calculation failed.
    Failed {
        /// The object's name.
        object: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The calculation's name.
        calculation: String,
        /// Its own words.
        failure: Failure,
    },
}

impl EvaluationError {
    /// Whether a smaller step may avoid it.
    pub fn is_recoverable(&self) -> bool {
        match &self.cause {
            Cause::NotFinite { .. } => true,
            Cause::NotSet { .. } => false,
            Cause::Failed { failure, .. } => failure.is_recoverable(),
        }
    }
}

impl EvaluationError {
    /// Whether the object of that name is the one that it tells of.
    pub(crate) fn is_about(&self, object: &str) -> bool {
        match &self.cause {
            Cause::NotFinite { signal, .. } | Cause::NotSet { signal, .. } => signal.split('.').next() == Some(object),
            Cause::Failed { object: culprit, .. } => culprit == object,
        }
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time;
        match &self.cause {
            Cause::NotFinite { signal, kind, library, derivative, value } => {
                let what = if *derivative { "the derivative of " } else { "" };
                write!(f, "{what}`{signal}` ({kind} of {library}) became {value} at t = {} s", Seconds(time))
            }
            Cause::NotSet { signal, kind, library, calculation, derivative } => {
                let what = if *derivative { "the derivative of " } else { "" };
                write!(
                    f,
                    "{what}`{signal}` ({kind} of {library}) was not set by `{calculation}` at t = {} s",
                    Seconds(time)
                )
            }
            Cause::Failed { object, kind, library, calculation, failure } => {
                write!(
                    f,
                    "`{object}` ({kind} of {library}): `{calculation}` failed at t = {} s: {failure}",
                    Seconds(time)
                )
            }
        }
    }
}

impl std::error::Error for EvaluationError {}

/// An evaluation's outcome; the error is boxed to keep the way through small.
pub type Evaluated = Result<(), Box<EvaluationError>>;

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
        self.evaluate_as(&Execution::default(), workspace, time, dx)
    }

    /// As [`evaluate`](Self::evaluate), carried out as a run asks.
    pub(crate) fn evaluate_as(
        &self,
        execution: &Execution,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        if execution.is_guarded() {
            self.evaluate_guarded(execution, workspace, time, dx)
        } else {
            self.evaluate_plainly(execution, workspace, time, dx)
        }
    }

    /// As [`evaluate`](Self::evaluate), with all numbers that calculations have
    /// to set unset before, so that one that is left out is found.
    pub(crate) fn evaluate_guarded(
        &self,
        execution: &Execution,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        self.filled.needed.unset(&mut workspace.values);
        dx.fill(UNSET);
        self.evaluate_plainly(execution, workspace, time, dx)?;
        if self.filled.needed.any_unset(&workspace.values) {
            self.first_filled(workspace, false, time, is_unset)?;
        }
        Ok(())
    }

    fn evaluate_plainly(
        &self,
        execution: &Execution,
        workspace: &mut Workspace,
        time: f64,
        dx: &mut [f64],
    ) -> Evaluated {
        assert_eq!(dx.len(), self.layout.states, "one derivative for each state");
        workspace.assert_of(&self.id);
        let evaluator = Evaluator { model: self, instances: &workspace.instances };
        let mut io = Io::new(&mut workspace.values, dx, &self.layout.summed, time);
        match (execution.profiler_if_due(), execution.crew()) {
            (Some(profiler), _) => {
                evaluator.run_timed(&self.schedule.needed, profiler, &mut io)?;
                evaluator.run_timed(slice::from_ref(&self.schedule.derivatives), profiler, &mut io)?;
            }
            (None, None) => {
                evaluator.run_levels(&self.schedule.needed, &mut io)?;
                evaluator.run_level(&self.schedule.derivatives, &mut io)?;
            }
            (None, Some(crew)) => crew.enter(|| {
                evaluator.run_split(&self.schedule.needed, &crew.needed, &mut io)?;
                evaluator.run_split(
                    slice::from_ref(&self.schedule.derivatives),
                    slice::from_ref(&crew.derivatives),
                    &mut io,
                )
            })?,
        }
        if all_finite(dx) { Ok(()) } else { Err(self.not_finite(workspace, dx, time)) }
    }

    /// Evaluates everything that can be recorded, and checks that it is finite.
    ///
    /// # Errors
    /// A calculation failed, or a signal is not finite.
    ///
    /// # Panics
    /// If the workspace is that of another model.
    pub fn evaluate_signals(&self, workspace: &mut Workspace, time: f64) -> Evaluated {
        self.evaluate_signals_as(&Execution::default(), workspace, time)
    }

    /// As [`evaluate_signals`](Self::evaluate_signals), carried out as a run asks.
    pub(crate) fn evaluate_signals_as(&self, execution: &Execution, workspace: &mut Workspace, time: f64) -> Evaluated {
        workspace.assert_of(&self.id);
        self.filled.needed.unset(&mut workspace.values);
        self.filled.observed.unset(&mut workspace.values);
        let evaluator = Evaluator { model: self, instances: &workspace.instances };
        let mut io = Io::new(&mut workspace.values, &mut [], &self.layout.summed, time);
        match execution.crew() {
            None => {
                evaluator.run_levels(&self.schedule.needed, &mut io)?;
                evaluator.run_levels(&self.schedule.observed, &mut io)?;
            }
            Some(crew) => crew.enter(|| {
                evaluator.run_split(&self.schedule.needed, &crew.needed, &mut io)?;
                evaluator.run_split(&self.schedule.observed, &crew.observed, &mut io)
            })?,
        }
        if all_finite(&workspace.values[self.layout.signals..]) {
            Ok(())
        } else {
            self.first_filled(workspace, true, time, is_not_finite)
        }
    }

    /// Checks the signals that [`evaluate`](Self::evaluate) fills.
    ///
    /// # Errors
    /// A signal is not finite.
    pub fn check_signals(&self, workspace: &Workspace, time: f64) -> Evaluated {
        self.first_filled(workspace, false, time, is_not_finite)
    }

    /// About how many numbers a batch reads and writes for each of its objects.
    pub(crate) fn work(&self, batch: &Batch) -> usize {
        match batch {
            Batch::Kernel { store, calculation, range, .. } => {
                let interface = &self.objects[self.stores[*store].number(range.start) as usize].interface;
                let Calculation { reads, gives, .. } = &interface.calculations[*calculation as usize];
                reads.iter().chain(gives).map(|signal| interface.signals[*signal as usize].width as usize).sum()
            }
            Batch::Gather(gather) => {
                let rows = &self.layout.gathers[*gather].rows;
                rows.iter().map(|row| row.width as usize * (row.terms.len() + 1)).sum()
            }
        }
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
            self.culprit(id, derivatives, &dx[range], time, is_not_finite)
        });
        let Some(culprit) = culprit else { unreachable!("one of the derivatives is not finite") };
        Box::new(culprit)
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
        let mut signal = object.signal_name(id.signal as usize);
        let (kind, library) = (object.kind.name(), object.library.name());
        let derivative = calculation.purpose == Purpose::Derivatives;
        let cause = if is_unset(value) {
            if numbers.len() > 1 {
                signal = format!("{signal}[{element}]");
            }
            Cause::NotSet { signal, kind, library, calculation: calculation.name.to_string(), derivative }
        } else {
            Cause::NotFinite { signal, kind, library, derivative, value }
        };
        Some(EvaluationError { time, cause })
    }

    /// Looks at the filled signals, in the order of evaluation, for the first
    /// that `is_wrong`.
    #[cold]
    fn first_filled(&self, workspace: &Workspace, observed: bool, time: f64, is_wrong: fn(f64) -> bool) -> Evaluated {
        let stages: &[&[Level]] = if observed {
            &[&self.schedule.constant, &self.schedule.needed, &self.schedule.observed]
        } else {
            &[&self.schedule.constant, &self.schedule.needed]
        };
        let levels = stages.iter().flat_map(|levels| levels.iter());
        for batch in levels.flat_map(|level| &level.batches) {
            let Batch::Kernel { store, calculation, range, .. } = batch else { continue };
            for position in range.clone() {
                let number = self.stores[*store].number(position);
                let object = &self.objects[number as usize];
                let calculation = &object.interface.calculations[*calculation as usize];
                for signal in &calculation.gives {
                    let id = SignalId { object: number, signal: *signal };
                    let numbers = self.values_of(workspace, id);
                    if let Some(culprit) = self.culprit(id, calculation, numbers, time, is_wrong) {
                        return Err(Box::new(culprit));
                    }
                }
            }
        }
        Ok(())
    }

    fn values_of<'w>(&self, workspace: &'w Workspace, id: SignalId) -> &'w [f64] {
        let first = self.layout.place(id).first as usize;
        let width = self.objects[id.object as usize].interface.signals[id.signal as usize].width as usize;
        &workspace.values[first..first + width]
    }

    /// The states, in the order of x, with their places.
    pub(crate) fn states(&self) -> impl Iterator<Item = (SignalId, std::ops::Range<usize>)> + '_ {
        self.objects.iter().zip(0..).flat_map(move |(object, number)| {
            object.interface.signals.iter().zip(0..).filter(|(signal, _)| signal.role == Role::State).map(
                move |(signal, index)| {
                    let id = SignalId { object: number, signal: index };
                    let first = self.layout.place(id).first as usize;
                    (id, first..first + signal.width as usize)
                },
            )
        })
    }

    /// `Object.Signal`.
    pub(crate) fn signal_name(&self, id: SignalId) -> String {
        self.objects[id.object as usize].signal_name(id.signal as usize)
    }

    /// `Object.State`, with an index if the state is wide, of an element of x.
    pub fn state_name(&self, element: usize) -> String {
        let found = self.states().find(|(_, range)| range.contains(&element));
        found.map_or_else(String::new, |(id, range)| {
            let name = self.objects[id.object as usize].signal_name(id.signal as usize);
            if range.len() == 1 { name } else { format!("{name}[{}]", element - range.start) }
        })
    }
}

fn is_not_finite(number: f64) -> bool {
    !number.is_finite()
}
