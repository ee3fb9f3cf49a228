//! Solves the blocks of a model: computations that need each other in the same instant.

use std::ops::Range;

use bowline_solve::arithmetic::all_finite;
use bowline_solve::nonlinear::{Equations, Unsolved, Why};
use bowline_text::seconds::Seconds;
use simobject_host::HostIo;
use tracing::warn;

use super::ExecutionContext;
use super::error::{Cause, Evaluated, EvaluationError, LoopNumber};
use super::levels::LevelRunner;
use crate::model::Model;
use crate::model::block::{Block, Cut};
use crate::model::signal_id::SignalId;
use crate::workspace::Workspace;
use crate::workspace::loops::{Continuity, Inputs, Latest, Solving};

/// Beyond this, rounding in a loop is worth a warning.
const MOST_ROUNDING: f64 = 1e-9;

/// The equations of a block: what its members give anew, less the unknowns.
struct BlockEquations<'e, 'io> {
    runner: LevelRunner<'e>,
    block: &'e Block,
    io: &'e mut HostIo<'io>,
    /// Outside inputs where the block was solved, and where it is to be solved.
    from: &'e [f64],
    to: &'e [f64],
}

impl Equations for BlockEquations<'_, '_> {
    type Error = EvaluationError;

    fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated {
        let Cut { unknowns, calls, .. } = &self.block.cut;
        let values = self.io.values();
        let mut first = 0;
        for unknown in unknowns {
            let end = first + unknown.places.len();
            values[unknown.places.clone()].copy_from_slice(&z[first..end]);
            first = end;
        }
        let mut first = 0;
        for call in calls {
            self.runner.run_batch(&call.batch, self.io)?;
            // All readers of an unknown see its trial value, before its giver runs and after it.
            let values = self.io.values();
            for unknown in &unknowns[call.gives.clone()] {
                let end = first + unknown.places.len();
                if let Some(residual) = unknown.residual {
                    r[first..end].copy_from_slice(&values[residual..residual + (end - first)]);
                    first = end;
                    continue;
                }
                let given = &mut values[unknown.places.clone()];
                for ((r, z), given) in r[first..end].iter_mut().zip(&z[first..end]).zip(given) {
                    *r = *given - z;
                    *given = *z;
                }
                first = end;
            }
        }
        Ok(())
    }

    fn move_to(&mut self, part: f64) {
        let (Some((time_from, from)), Some((time_to, to))) = (self.from.split_last(), self.to.split_last()) else {
            return;
        };
        let between = |from: f64, to: f64| if part == 1.0 { to } else { from + part * (to - from) };
        self.io.set_time(between(*time_from, *time_to));
        let values = self.io.values();
        let mut inputs = from.iter().zip(to);
        for place in self.block.inputs.iter().flat_map(Clone::clone) {
            if let Some((from, to)) = inputs.next() {
                values[place] = between(*from, *to);
            }
        }
    }
}

impl LevelRunner<'_> {
    /// Solves a block, from its record. The last act is a plain evaluation at the unknowns.
    #[inline(never)]
    pub(super) fn solve(self, number: usize, io: &mut HostIo<'_>) -> Evaluated {
        let block = &self.model.schedule.blocks[number];
        let mut solving = self.loops.block(number);
        let Solving { solver, record, latest, warning } = &mut *solving;
        if block.clock.is_none() && self.loops.are_given(number) {
            let Latest { unknowns, residuals, inputs } = latest;
            solver.counts.evaluations += 1;
            let mut equations = BlockEquations { runner: self, block, io, from: inputs, to: inputs };
            return equations.residuals(unknowns, residuals);
        }
        inputs_of(block, io, &mut latest.inputs);
        latest.unknowns.copy_from_slice(&record.unknowns);
        let (to, z) = (latest.inputs.as_slice(), &mut latest.unknowns);
        if record.inputs.are(to) {
            solver.learn_nothing();
            let mut equations = BlockEquations { runner: self, block, io, from: to, to };
            return equations.residuals(z, &mut latest.residuals);
        }
        let from = if let Inputs::Numbers(from) = &record.inputs { Some(from.as_slice()) } else { None };
        let mut equations = BlockEquations { runner: self, block, io, from: from.unwrap_or(to), to };
        let outcome = match self.loops.continuity {
            Continuity::Continued | Continuity::OnLine if from.is_some() => match solver.follow(&mut equations, z) {
                Err(Unsolved::NotFound { .. }) if self.loops.continuity == Continuity::OnLine || !block.is_needed => {
                    z.copy_from_slice(&record.unknowns);
                    solver.follow_line(&mut equations, z)
                }
                outcome => outcome,
            },
            // At a tick anything may have jumped.
            _ => solver.find(&mut equations, z),
        };
        outcome.map_err(|unsolved| self.model.unsolved(block, unsolved, io.time()))?;
        if block.clock.is_some() {
            // Between ticks it is not solved: from here it goes on.
            record.take(latest);
            solver.learn_nominal(&record.unknowns);
            self.warn_of_rounding(block, solver.floor(), warning, io.time());
        }
        Ok(())
    }

    /// Warns, once in a run, where rounding limits how well a block is solved.
    fn warn_of_rounding(self, block: &Block, floor: f64, warning: &mut Option<String>, time: f64) {
        if !self.loops.warns || floor <= MOST_ROUNDING || warning.is_some() {
            return;
        }
        let unknown = block.cut.unknowns.first().map_or_else(String::new, |of| self.model.signal_name(of.id));
        let text = format!(
            "t = {} s: rounding limits the loop of `{unknown}` to a relative accuracy of {floor:.0e}",
            Seconds(time)
        );
        warn!("warning: {text}");
        *warning = Some(text);
    }

    /// Other solutions of a block than that on record, as far as they are found.
    fn others(self, number: usize, starts: u32, io: &mut HostIo<'_>) -> Result<Vec<Vec<f64>>, Box<EvaluationError>> {
        let block = &self.model.schedule.blocks[number];
        let mut solving = self.loops.block(number);
        let Solving { solver, record, latest, .. } = &mut *solving;
        inputs_of(block, io, &mut latest.inputs);
        let mut equations = BlockEquations { runner: self, block, io, from: &latest.inputs, to: &latest.inputs };
        let found = solver.find_others(&mut equations, &record.unknowns, starts);
        equations.residuals(&record.unknowns, &mut latest.residuals)?;
        found
    }

    /// Notes where a block was solved last, and takes factors there.
    fn keep(self, number: usize, io: &mut HostIo<'_>) -> Evaluated {
        let block = &self.model.schedule.blocks[number];
        let mut solving = self.loops.block(number);
        let Solving { solver, record, latest, warning } = &mut *solving;
        // Factors still serve where nothing has moved.
        let is_still = record.unknowns.iter().zip(&latest.unknowns).all(|(a, b)| a.to_bits() == b.to_bits());
        record.take(latest);
        let has_learnt = solver.learn_nominal(&record.unknowns);
        self.warn_of_rounding(block, solver.floor(), warning, io.time());
        let is_continued = self.loops.continuity != Continuity::Broken;
        if !has_learnt && (is_still && solver.keeps_factors() || is_continued && solver.factors_serve()) {
            return Ok(());
        }
        let z = &record.unknowns;
        let mut equations = BlockEquations { runner: self, block, io, from: &latest.inputs, to: &latest.inputs };
        solver.keep_factors(&mut equations, z).map_err(|unsolved| self.model.unsolved(block, unsolved, io.time()))
    }
}

/// The numbers that a block reads of others, and the time behind them.
fn inputs_of(block: &Block, io: &mut HostIo<'_>, inputs: &mut Vec<f64>) {
    inputs.clear();
    let time = io.time();
    let values = io.values();
    block.inputs.iter().for_each(|row| inputs.extend_from_slice(&values[row.clone()]));
    inputs.push(time);
}

impl Model {
    /// Whether it has computations that need each other in the same instant.
    #[inline]
    pub fn has_loops(&self) -> bool {
        !self.schedule.blocks.is_empty()
    }

    /// Solves all loops at a time and the state in the workspace, and makes this the
    /// record from which they go on.
    ///
    /// # Errors
    /// One could not be solved, or a calculation failed.
    #[inline]
    pub fn solve_loops(&self, workspace: &mut Workspace, time: f64, continuity: Continuity) -> Evaluated {
        if self.has_loops() { self.solve_all(workspace, time, continuity) } else { Ok(()) }
    }

    #[inline(never)]
    fn solve_all(&self, workspace: &mut Workspace, time: f64, continuity: Continuity) -> Evaluated {
        workspace.assert_of(&self.id);
        workspace.loops.continuity = continuity;
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        let outcome = runner.run_levels(&self.schedule.before_loops, &mut io).and_then(|()| {
            let blocks = self.schedule.blocks.iter().enumerate().filter(|(_, block)| block.clock.is_none());
            blocks.map(|(number, _)| number).try_for_each(|number| runner.keep(number, &mut io))
        });
        workspace.loops.continuity = Continuity::Broken;
        workspace.loops.changed();
        outcome
    }

    /// Other solutions of each loop than those on record, as far as they are found from so many starts.
    pub(crate) fn other_solutions(
        &self,
        workspace: &mut Workspace,
        time: f64,
        starts: u32,
    ) -> Result<Vec<Vec<Vec<f64>>>, Box<EvaluationError>> {
        let runner = LevelRunner { model: self, instances: &workspace.instances, loops: &workspace.loops };
        let mut io = self.io(&mut workspace.values, &mut [], time);
        (0..self.schedule.blocks.len()).map(|number| runner.others(number, starts, &mut io)).collect()
    }

    /// The loops that steps solve, and where their unknowns stand among those of all of them.
    pub(super) fn unknowns_in_steps(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut first = 0;
        let in_steps = self.schedule.blocks.iter().enumerate().filter(|(_, block)| block.is_in_steps());
        in_steps.map(move |(number, block)| {
            let range = first..first + block.cut.guess.len();
            first = range.end;
            (number, range)
        })
    }

    /// Evaluates the derivatives with given unknowns `z` of loops, and what is left of their equations.
    ///
    /// # Errors
    /// A calculation failed, or something is not finite.
    pub(super) fn evaluate_with(
        &self,
        context: &ExecutionContext,
        workspace: &mut Workspace,
        time: f64,
        z: &[f64],
        dx: &mut [f64],
        residuals: &mut [f64],
    ) -> Evaluated {
        for (number, range) in self.unknowns_in_steps() {
            workspace.loops.block(number).latest.unknowns.copy_from_slice(&z[range]);
        }
        let continuity = std::mem::replace(&mut workspace.loops.continuity, Continuity::Given);
        let outcome = self.evaluate_as(context, workspace, time, dx);
        workspace.loops.continuity = continuity;
        outcome?;
        for (number, range) in self.unknowns_in_steps() {
            let block = workspace.loops.block(number);
            residuals[range.clone()].copy_from_slice(&block.latest.residuals);
            if !all_finite(&block.latest.residuals) {
                let Latest { unknowns, residuals, .. } = &block.latest;
                let (z, r) = (unknowns.clone(), residuals.clone());
                let unsolved = Unsolved::NotFound { z, r, why: Why::NotFinite, failure: None };
                return Err(self.unsolved(&self.schedule.blocks[number], unsolved, time));
            }
        }
        Ok(())
    }

    /// The error for a block that could not be solved.
    #[cold]
    fn unsolved(&self, block: &Block, unsolved: Unsolved<EvaluationError>, time: f64) -> Box<EvaluationError> {
        let (z, r, why, failure) = match unsolved {
            Unsolved::Fatal(error) => return error,
            Unsolved::NotFound { z, r, why, failure } => (z, r, why, failure),
        };
        let number = |at: usize, value: f64| {
            let (id, element) = block.cut.element(at);
            let signal = &self.objects[id.object as usize].interface.signals[id.signal as usize];
            LoopNumber { name: self.element_name(id, element), value, unit: signal.unit.to_string() }
        };
        const MOST_SHOWN: usize = 4;
        let unknowns: Vec<LoopNumber> = z.iter().enumerate().take(MOST_SHOWN).map(|(at, z)| number(at, *z)).collect();
        // Rounding tells nobody anything.
        const WORTH_TELLING: f64 = 1e-6;
        let size = |at: &usize| r[*at].abs() / z[*at].abs().max(block.cut.nominal[*at]);
        let worst = match why {
            Why::NotFinite => (0..r.len()).find(|at| !r[*at].is_finite()),
            _ => (0..r.len()).filter(|at| size(at) > WORTH_TELLING).max_by(|a, b| size(a).total_cmp(&size(b))),
        };
        let cause = Cause::LoopNotSolved {
            path: block.circle.iter().map(|id| self.signal_name(*id)).collect(),
            others: z.len() - unknowns.len(),
            unknowns,
            worst: worst.map(|at| number(at, r[at])),
            why: why.to_string(),
            advice: self.advice(block, why, time),
            failure: failure.map(|failure| failure.to_string()),
        };
        Box::new(EvaluationError { time, cause })
    }

    /// What to try where a block could not be solved.
    fn advice(&self, block: &Block, why: Why, time: f64) -> String {
        // Who gives guesses does so for out-ports.
        let is_fed =
            |id: &SignalId| self.objects[id.object as usize].interface.signals[id.signal as usize].role.is_fed();
        let out_port = block.circle.iter().find(|id| !is_fed(id)).map_or_else(String::new, |id| self.signal_name(*id));
        let guess = format!("a guess near the solution (`<InitialCondition {out_port}=\"...\"/>`)");
        let is_start = time == self.settings.output_times.start();
        let what = match why {
            Why::Singular if is_start => {
                format!("say in one of its connections how large `{out_port}` is, if none does, or give {guess}; else")
            }
            Why::NotFinite | Why::Failed if is_start => {
                format!("give {guess}, or limit what the formulas take, as in `sqrt(max(x, 0))`; else")
            }
            Why::NotFinite | Why::Failed => "limit what the formulas take, as in `sqrt(max(x, 0))`; else".to_owned(),
            _ if is_start => format!("give {guess}; else"),
            Why::NoContraction => {
                "beyond this the loop has no solution, or another one, to which it would have to jump;".to_owned()
            }
            _ => "its solution ended where something jumped;".to_owned(),
        };
        format!(
            "{what} break the loop with a state (a low-pass filter, a mass, a volume); `--set Engine:Loops=refuse` \
             shows its connections"
        )
    }
}
