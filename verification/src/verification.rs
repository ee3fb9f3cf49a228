//! A run, and what other runs say of it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use std::{fmt, mem};

use bowline_engine::{
    Catalog, Diagnostics, Ending, LoadOptions, Model, OutputTimes, Run, RunError, RunOptions, Scenario, Source,
};
use bowline_results::{Column, DataFrame, Values};
use serde::Serialize;

use crate::event_order::{self, EventOrder};
use crate::growth::{Growth, MOVED_BY};
use crate::judgement::{Compared, Judgement, Opinions, Scale, Verdict};
use crate::opinion::{Ended, Opinion, Role};
use crate::plan::{Plan, Planned, TIGHTER};
use crate::trajectory::Trajectory;

/// An opinion may take so many times the evaluations of the run, and these more.
const MOST_EVALUATIONS: u64 = 20;
const FEW_EVALUATIONS: u64 = 50_000;
/// It is looked at so often whether it has taken too many.
const LOOKS: u32 = 50;
/// What fixed steps ask for: this part of a column's largest magnitude.
const FIXED: f64 = 1e-4;

/// How a run is verified.
#[derive(Clone)]
pub struct Options<'o> {
    /// Ends the run at this time, s, instead of the scenario's last one.
    pub until: Option<f64>,
    /// So many tolerances are within what was asked for.
    pub within: f64,
    /// Only these columns count, if any are named: columns, or signals with all of their elements.
    pub signals: Vec<String>,
    /// The clock of the scenario ticks as it does, since it is part of what is modelled.
    pub keeps_sample_time: bool,
    /// Whether it shall stop; asked before each step.
    pub stop: &'o (dyn Fn() -> bool + Sync),
    /// Called when the run itself is done, with its wall-clock time, s.
    pub begin: &'o (dyn Fn(f64) + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            until: None,
            within: 10.0,
            signals: Vec::new(),
            keeps_sample_time: false,
            stop: &|| false,
            begin: &|_| {},
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("within", &self.within).field("signals", &self.signals).finish_non_exhaustive()
    }
}

/// Why nothing was verified.
#[derive(Debug)]
pub enum VerificationError {
    /// The scenario is wrong.
    Scenario(Diagnostics),
    /// The run itself failed, or could not be stopped where it is.
    Run(RunError),
    /// What was asked for cannot be, in words.
    Asked(String),
    /// It was to stop.
    Stopped,
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
    /// Does a run of a scenario, and asks for opinions.
    ///
    /// # Errors
    /// The scenario is wrong, or the run itself did not come to its end.
    pub fn of(
        scenario: &Scenario,
        overrides: &[Source],
        catalog: &Catalog,
        options: &Options<'_>,
    ) -> Result<Self, VerificationError> {
        let load = LoadOptions { until: options.until, ..LoadOptions::default() };
        let model = scenario.load(overrides, catalog, load).map_err(VerificationError::Scenario)?;
        let columns = chosen(&model, &options.signals)?;
        let witness = Witness { scenario, overrides, catalog, options, load, columns: &columns };
        let own = witness.testify(&model, None, None)?;
        let plan = Plan::of(model.settings(), model.state_count(), options.keeps_sample_time);
        (options.begin)(own.opinion.wall_s);
        let mut testimonies = witness.all(&plan.opinions, &model, own.opinion.evaluations)?;
        testimonies.insert(0, own);

        let scales = scales(&model, &columns, &testimonies[0].trajectory, &plan, options.within);
        let mut names: Vec<_> = columns.iter().map(|at| name(&model, *at)).collect();
        witness.ask_again(&mut testimonies, &scales, &model)?;
        let compared = Compared::new(opinions(&testimonies, plan.reference));
        let judge = |(at, scale): (usize, &Scale)| {
            let (name, unit) = mem::take(&mut names[at]);
            compared.judge(at, *scale, name, unit)
        };
        let mut judgements: Vec<_> = scales.iter().enumerate().map(judge).collect();
        if plan.opinions.is_empty() {
            judgements
                .iter_mut()
                .for_each(|judgement| (judgement.verdict, judgement.remaining) = (Verdict::Within, Some(0.0)));
        }
        let hidden_rows = compared.hidden();
        let is_off = judgements.iter().any(|judgement| matches!(judgement.verdict, Verdict::Distrust { .. }));
        let mut growth = None;
        if is_off && model.state_count() > 0 {
            growth = witness.growth(&mut testimonies, &model)?;
            judgements.iter_mut().for_each(|judgement| growth.iter().for_each(|growth| judgement.consider(growth)));
        }
        let run = Run::new(&model);
        let order = |testimony: &Testimony| {
            let is_asked = testimony.is_finished() && matches!(testimony.opinion.role, Role::Tighter | Role::Other);
            let (run_events, events) = (&testimonies[0].trajectory.events, &testimony.trajectory.events);
            is_asked.then(|| event_order::difference(run_events, events, |at| run.indicator_name(at))).flatten()
        };
        let event_order = testimonies[1..].iter().find_map(order);
        let settings = model.settings();
        Ok(Self {
            within: options.within,
            tolerances: (!plan.is_fixed()).then_some([settings.abs_tol, settings.rel_tol]),
            rows: testimonies[0].trajectory.times.len(),
            hidden_rows,
            columns: judgements,
            event_order,
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
        let time = Column { name: "Time".to_owned(), unit: "s".to_owned(), values: time };
        let columns = self.columns.iter().map(|judgement| Column {
            name: judgement.column.clone(),
            unit: judgement.unit.clone(),
            values: Values::Numbers(judgement.deviations.clone()),
        });
        DataFrame { columns: [time].into_iter().chain(columns).collect() }
    }
}

/// The positions of the columns that are asked for.
fn chosen(model: &Model, signals: &[String]) -> Result<Vec<usize>, VerificationError> {
    let names: Vec<_> = model.columns().iter().map(|column| model.column_name(column)).collect();
    if names.is_empty() {
        let message = "nothing is recorded that could be verified: name columns in FileOutput";
        return Err(VerificationError::Asked(message.to_owned()));
    }
    if signals.is_empty() {
        return Ok((0..names.len()).collect());
    }
    let mut chosen = Vec::new();
    for signal in signals {
        let is_it =
            |name: &String| name == signal || name.strip_prefix(signal).is_some_and(|rest| rest.starts_with('['));
        let before = chosen.len();
        chosen.extend((0..names.len()).filter(|at| is_it(&names[*at])));
        if chosen.len() == before {
            let advice = bowline_engine::nearest_names(signal, "columns", names.iter().map(String::as_str));
            return Err(VerificationError::Asked(format!("the run records no `{signal}`; {advice}")));
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// A column's name and unit.
fn name(model: &Model, at: usize) -> (String, String) {
    let column = &model.columns()[at];
    (model.column_name(column), model.column_unit(column).to_owned())
}

fn scales(model: &Model, columns: &[usize], run: &Trajectory, plan: &Plan, within: f64) -> Vec<Scale> {
    let settings = model.settings();
    let scale = |(at, column): (usize, &usize)| {
        let nominal = model.column_nominal(&model.columns()[*column]);
        let (absolute, relative) =
            if plan.is_fixed() { (0.0, FIXED) } else { (settings.abs_tol * nominal, settings.rel_tol) };
        Scale::of(run, at, absolute, relative, within)
    };
    columns.iter().enumerate().map(scale).collect()
}

/// How many opinions are asked at once.
fn workers(model: &Model) -> usize {
    if model.settings().cores > 1 { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

/// What one run gave.
struct Testimony {
    opinion: Opinion,
    trajectory: Trajectory,
}

impl Testimony {
    fn is_finished(&self) -> bool {
        self.opinion.ended == Ended::Finished
    }
}

fn opinions(testimonies: &[Testimony], reference: Role) -> Opinions<'_> {
    let of = |role: Role| {
        let found = testimonies.iter().rfind(|testimony| testimony.opinion.role == role && testimony.is_finished());
        found.map(|testimony| &testimony.trajectory)
    };
    let second = if reference == Role::Tighter { Role::Other } else { Role::Tighter };
    let diffsol = of(Role::DiffsolLooser).zip(of(Role::DiffsolTighter)).map(|(loose, tight)| [loose, tight]);
    Opinions { run: &testimonies[0].trajectory, ours: [of(reference), of(second)], diffsol }
}

/// Who does runs of a scenario.
#[derive(Clone, Copy)]
struct Witness<'w> {
    scenario: &'w Scenario,
    overrides: &'w [Source],
    catalog: &'w Catalog,
    options: &'w Options<'w>,
    load: LoadOptions,
    columns: &'w [usize],
}

impl Witness<'_> {
    /// All of these, on as many threads as there are processors.
    fn all(&self, planned: &[Planned], model: &Model, evaluations: u64) -> Result<Vec<Testimony>, VerificationError> {
        let most = MOST_EVALUATIONS * evaluations + FEW_EVALUATIONS;
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some((at, planned)) = planned.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
                let testimony = self.planned(planned, most, None);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((at, testimony));
            }
        };
        thread::scope(|scope| {
            for _ in 1..workers(model).min(planned.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, testimony)| testimony).collect()
    }

    fn planned(&self, planned: &Planned, most: u64, moved: Option<&[f64]>) -> Result<Testimony, VerificationError> {
        let load = LoadOptions { integration: Some(planned.integration), ..self.load };
        let mut overrides = self.overrides.to_vec();
        if let Some(period) = planned.sample_time {
            overrides.retain(|source| !source.text().trim_start().starts_with("Engine:SampleTime"));
            overrides.push(Source::new("--set", format!("Engine:SampleTime={period}")));
        }
        let model = match self.scenario.load(&overrides, self.catalog, load) {
            Ok(model) => model,
            // A line may need a period that divides its delay.
            Err(diagnostics) => {
                let why = diagnostics.sorted().first().map_or_else(String::new, |first| first.message().to_owned());
                return Ok(Testimony {
                    opinion: Opinion {
                        role: planned.role,
                        words: planned.words.clone(),
                        ended: Ended::Failed(why),
                        evaluations: 0,
                        wall_s: 0.0,
                    },
                    trajectory: Trajectory::default(),
                });
            }
        };
        self.testify(&model, Some((planned, most)), moved)
    }

    /// A run of a model: that of an opinion, which may take so many evaluations, or the run itself.
    fn testify(
        &self,
        model: &Arc<Model>,
        planned: Option<(&Planned, u64)>,
        moved: Option<&[f64]>,
    ) -> Result<Testimony, VerificationError> {
        let began = Instant::now();
        let mut trajectory = Trajectory::of(self.columns.iter().map(|at| model.columns()[*at].clone()).collect());
        // What remembers a step gives another opinion each time: that is found, not guessed.
        let mut run = Run::with(model, RunOptions { check_memory: planned.is_some(), ..RunOptions::default() });
        run.keep_events();
        let mut outcome = moved.map_or(Ok(()), |by| run.displace(by)).map(|()| Ending::Finished);
        let times = model.settings().output_times.clone();
        let mut ended = Ended::Finished;
        for look in slices(&times) {
            if outcome.is_err() {
                break;
            }
            let mut observe =
                |_| if (self.options.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            outcome = run.pass(look, &mut trajectory, &mut observe);
            if matches!(outcome, Ok(Ending::Stopped)) {
                return Err(VerificationError::Stopped);
            }
            if look < times.end() && planned.is_some_and(|(_, most)| run.statistics().evaluations > most) {
                ended = Ended::TooCostly;
                break;
            }
        }
        if let Err(error) = outcome {
            match planned {
                Some(_) => ended = Ended::Failed(error.to_string()),
                None => return Err(VerificationError::Run(error)),
            }
        }
        trajectory.events = run.events().to_vec();
        let (role, words) = match planned {
            Some((planned, _)) => (planned.role, planned.words.clone()),
            None => (Role::Run, own_words(model)),
        };
        let evaluations = run.statistics().evaluations;
        let opinion = Opinion { role, words, ended, evaluations, wall_s: began.elapsed().as_secs_f64() };
        Ok(Testimony { opinion, trajectory })
    }

    /// Asks another method of diffsol, where the first one contradicts itself.
    fn ask_again(
        &self,
        testimonies: &mut Vec<Testimony>,
        scales: &[Scale],
        model: &Model,
    ) -> Result<(), VerificationError> {
        let of = |role: Role| testimonies.iter().find(|testimony| testimony.opinion.role == role);
        let Some((loose, tight)) = of(Role::DiffsolLooser).zip(of(Role::DiffsolTighter)) else { return Ok(()) };
        let agrees = loose.is_finished() && tight.is_finished() && {
            let compared = Compared::new(Opinions {
                run: &testimonies[0].trajectory,
                ours: [None; 2],
                diffsol: Some([&loose.trajectory, &tight.trajectory]),
            });
            let mut scales = scales.iter().enumerate();
            scales.all(|(at, scale)| !compared.is_diffsol_unreliable(at, scale.threshold()))
        };
        if !agrees {
            let evaluations = testimonies[0].opinion.evaluations;
            testimonies.extend(self.all(&Plan::diffsol(1), model, evaluations)?);
        }
        Ok(())
    }

    /// How a difference of the start grows, against the tighter run of the same method.
    fn growth(&self, testimonies: &mut Vec<Testimony>, model: &Model) -> Result<Option<Growth>, VerificationError> {
        let is_tighter = |testimony: &&Testimony| testimony.opinion.role == Role::Tighter && testimony.is_finished();
        let Some(tighter) = testimonies.iter().find(is_tighter) else { return Ok(None) };
        let settings = model.settings();
        let absolute: Vec<_> = model.nominal().iter().map(|nominal| settings.abs_tol / TIGHTER * nominal).collect();
        let relative = settings.rel_tol / TIGHTER;
        let Some((_, start)) = tighter.trajectory.checkpoints().next() else { return Ok(None) };
        let by: Vec<_> = start.iter().zip(&absolute).map(|(x, a)| MOVED_BY * (a + relative * x.abs())).collect();
        let most = 4 * tighter.opinion.evaluations + FEW_EVALUATIONS;
        let moved = self.planned(&Plan::moved(settings), most, Some(&by))?;
        let growth =
            moved.is_finished().then(|| Growth::between(&tighter.trajectory, &moved.trajectory, &absolute, relative));
        testimonies.push(moved);
        Ok(growth)
    }
}

/// How the run itself is integrated, in words.
fn own_words(model: &Model) -> String {
    let settings = model.settings();
    let step = settings.step_size.map_or_else(
        || format!("AbsTol {:e}, RelTol {:e}", settings.abs_tol, settings.rel_tol),
        |step| format!("steps of {step} s"),
    );
    match (model.state_count(), settings.sample_time) {
        (0, Some(period)) => format!("SampleTime {period} s"),
        (0, None) => "no continuous states".to_owned(),
        (_, Some(period)) => format!("{}, {step}, SampleTime {period} s", settings.method.name()),
        (_, None) => format!("{}, {step}", settings.method.name()),
    }
}

/// Times on the way to the end, and the end, s.
fn slices(times: &OutputTimes) -> impl Iterator<Item = f64> {
    let (start, end) = (times.start(), times.end());
    (1..=LOOKS).map(move |look| {
        let part = f64::from(look) / f64::from(LOOKS);
        if look == LOOKS { f64::INFINITY } else { start + part * (end - start) }
    })
}
