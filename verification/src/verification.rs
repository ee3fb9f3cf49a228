//! A run, and what other runs say of it.

use std::mem;
use std::sync::Arc;

use bowline_engine::{Column, Model, Run};
use bowline_results::{DataFrame, Values};
use serde::Serialize;

use crate::event_order::{self, EventOrder};
use crate::growth::{Growth, MOVED_BY};
use crate::judgement::{Compared, Judgement, Opinions, Scale, Verdict};
use crate::opinion::{Opinion, Role};
use crate::plan::{Plan, TIGHTER};
use crate::subject::{Subject, VerificationError};
use crate::trajectory::Trajectory;
use crate::witness::{Asked, Testimony, Witness, workers};

/// What fixed steps ask for: this part of a column's largest magnitude.
const FIXED: f64 = 1e-4;

/// What counts as right.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// So many tolerances are within what was asked for.
    pub within: f64,
    /// The clock of the scenario ticks as it does, since it is part of what is modelled.
    pub keeps_sample_time: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { within: 10.0, keeps_sample_time: false }
    }
}

/// What other runs say of a run.
#[derive(Debug, Serialize)]
pub struct Verification {
    /// So many tolerances are within what was asked for.
    pub within: f64,
    /// Absolute and relative tolerance of the run; none where its steps are fixed.
    pub tolerances: Option<[f64; 2]>,
    /// The opinions, that of the run itself first.
    pub opinions: Vec<Opinion>,
    /// Rows of the run.
    pub rows: usize,
    /// Rows that are not compared, since an event lies there.
    pub hidden_rows: usize,
    /// What is to be thought of each column.
    pub columns: Vec<Judgement>,
    /// Where events happen in another order.
    pub event_order: Option<EventOrder>,
    /// How differences of the start grow, where it was measured.
    pub growth: Option<Growth>,
    #[serde(skip)]
    times: Vec<f64>,
}

impl Verification {
    /// Does a run, and asks for opinions; `begin` gets the wall-clock time of the run, s, when that is done.
    ///
    /// # Errors
    /// The scenario is wrong, or the run itself did not come to its end.
    pub fn of(subject: Subject<'_>, options: Options, begin: impl FnOnce(f64)) -> Result<Self, VerificationError> {
        if !(options.within.is_finite() && options.within > 0.0) {
            let message = format!("`within` is {}, and must be a finite number above 0", options.within);
            return Err(VerificationError::Asked(message));
        }
        let model = subject.as_it_is()?;
        let columns = subject.columns(&model)?;
        let (witness, own) = Witness::of(subject, &model)?;
        begin(own.opinion.wall_s);
        let plan = Plan::of(model.settings(), model.state_count(), options.keeps_sample_time);
        let mut testimonies = vec![own];
        testimonies.extend(witness.all(&Asked::of(&plan.opinions), workers(&model))?);

        let scales = scales(&model, &columns, &testimonies[0].trajectory, &plan, options.within);
        ask_again(&witness, &mut testimonies, &scales, &model)?;
        let compared = Compared::new(opinions(&testimonies, &plan));
        let judge = |(at, (column, scale)): (usize, (&Column, &Scale))| {
            let (name, unit) = (model.column_name(column), model.column_unit(column).to_owned());
            compared.judge(at, *scale, name, unit)
        };
        let mut judgements: Vec<_> = columns.iter().zip(&scales).enumerate().map(judge).collect();
        if plan.opinions.is_empty() {
            judgements.iter_mut().for_each(Judgement::cannot_differ);
        }
        let hidden_rows = compared.hidden();
        let is_off = judgements.iter().any(|judgement| matches!(judgement.verdict, Verdict::Distrust { .. }));
        let mut growth = None;
        if is_off && model.state_count() > 0 {
            growth = ask_for_growth(&witness, &mut testimonies, &model)?;
            judgements.iter_mut().for_each(|judgement| growth.iter().for_each(|growth| judgement.consider(growth)));
        }
        let settings = model.settings();
        Ok(Self {
            within: options.within,
            tolerances: (!plan.is_fixed()).then_some([settings.abs_tol, settings.rel_tol]),
            rows: testimonies[0].trajectory.times.len(),
            hidden_rows,
            columns: judgements,
            event_order: event_order_of(&testimonies, &model),
            growth,
            times: mem::take(&mut testimonies[0].trajectory.times),
            opinions: testimonies.into_iter().map(|testimony| testimony.opinion).collect(),
        })
    }

    /// Whether every column is as accurate as was asked for.
    pub fn is_within(&self) -> bool {
        self.columns.iter().all(|judgement| judgement.verdict == Verdict::Within)
    }

    /// The deviations over time, in the columns' units, under the columns' names.
    pub fn deviations(&self) -> DataFrame {
        let time = Values::Numbers(self.times.iter().copied().map(Some).collect());
        let time = bowline_results::Column { name: "Time".to_owned(), unit: "s".to_owned(), values: time };
        let columns = self.columns.iter().map(|judgement| bowline_results::Column {
            name: judgement.column.clone(),
            unit: judgement.unit.clone(),
            values: Values::Numbers(judgement.deviations.clone()),
        });
        DataFrame { columns: [time].into_iter().chain(columns).collect() }
    }
}

fn scales(model: &Model, columns: &[Column], run: &Trajectory, plan: &Plan, within: f64) -> Vec<Scale> {
    let settings = model.settings();
    let scale = |(at, column): (usize, &Column)| {
        let absolute = settings.abs_tol * model.column_nominal(column);
        let (absolute, relative) = if plan.is_fixed() { (0.0, FIXED) } else { (absolute, settings.rel_tol) };
        Scale::of(run, at, absolute, relative, within)
    };
    columns.iter().enumerate().map(scale).collect()
}

fn opinions<'t>(testimonies: &'t [Testimony], plan: &Plan) -> Opinions<'t> {
    let reference = plan.reference;
    let of = |role: Role| {
        let found = testimonies.iter().rfind(|testimony| testimony.opinion.role == role && testimony.is_finished());
        found.map(|testimony| &testimony.trajectory)
    };
    let second = if reference == Role::Tighter { Role::Other } else { Role::Tighter };
    let diffsol = of(Role::DiffsolLooser).zip(of(Role::DiffsolTighter)).map(|(loose, tight)| [loose, tight]);
    Opinions {
        run: &testimonies[0].trajectory,
        ours: [of(reference), of(second)],
        diffsol,
        diffsol_is_tighter: plan.has_looser_other(),
    }
}

/// Asks another method of diffsol, where the first one contradicts itself.
fn ask_again(
    witness: &Witness<'_>,
    testimonies: &mut Vec<Testimony>,
    scales: &[Scale],
    model: &Model,
) -> Result<(), VerificationError> {
    let of = |role: Role| testimonies.iter().find(|testimony| testimony.opinion.role == role);
    let Some((loose, tight)) = of(Role::DiffsolLooser).zip(of(Role::DiffsolTighter)) else { return Ok(()) };
    let agrees = loose.is_finished() && tight.is_finished() && {
        let diffsol = Some([&loose.trajectory, &tight.trajectory]);
        let compared = Compared::new(Opinions {
            run: &testimonies[0].trajectory,
            ours: [None; 2],
            diffsol,
            diffsol_is_tighter: false,
        });
        let mut scales = scales.iter().enumerate();
        scales.all(|(at, scale)| !compared.is_diffsol_unreliable(at, scale.threshold()))
    };
    if !agrees {
        testimonies.extend(witness.all(&Asked::of(&Plan::diffsol(1)), workers(model))?);
    }
    Ok(())
}

/// How a difference of the start grows, against the tighter run of the same method.
fn ask_for_growth(
    witness: &Witness<'_>,
    testimonies: &mut Vec<Testimony>,
    model: &Model,
) -> Result<Option<Growth>, VerificationError> {
    let is_tighter = |testimony: &&Testimony| testimony.opinion.role == Role::Tighter && testimony.is_finished();
    let Some(tighter) = testimonies.iter().find(is_tighter) else { return Ok(None) };
    let settings = model.settings();
    let absolute: Vec<_> = model.nominal().iter().map(|nominal| settings.abs_tol / TIGHTER * nominal).collect();
    let relative = settings.rel_tol / TIGHTER;
    let Some((_, start)) = tighter.trajectory.checkpoints().next() else { return Ok(None) };
    let by: Vec<_> = start.iter().zip(&absolute).map(|(x, a)| MOVED_BY * (a + relative * x.abs())).collect();
    let planned = Plan::moved(settings);
    let moved = witness.one(&Asked { planned: &planned, set: Vec::new(), moved: Some(&by) })?;
    let growth =
        moved.is_finished().then(|| Growth::between(&tighter.trajectory, &moved.trajectory, &absolute, relative));
    testimonies.push(moved);
    Ok(growth)
}

/// Where events happen in another order than in the run.
fn event_order_of(testimonies: &[Testimony], model: &Arc<Model>) -> Option<EventOrder> {
    let (run, names) = (&testimonies[0].trajectory.events, Run::new(model));
    let ours = testimonies[1..].iter().filter(|testimony| testimony.is_finished());
    let mut ours = ours.filter(|testimony| matches!(testimony.opinion.role, Role::Tighter | Role::Other));
    ours.find_map(|testimony| event_order::difference(run, &testimony.trajectory.events, |at| names.indicator_name(at)))
}
