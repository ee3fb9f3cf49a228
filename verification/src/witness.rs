//! Who does runs of a scenario: the run itself, and those that give opinions.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use bowline_engine::diagnostic::Severity;
use bowline_engine::integration::OutputTimes;
use bowline_engine::{Ending, LoadOptions, Model, Run, RunOptions, Source};

use crate::opinion::{Ended, Opinion, Role};
use crate::plan::Planned;
use crate::subject::{Subject, VerificationError};
use crate::trajectory::Trajectory;

/// An opinion may take so many times the evaluations of the run, and these more.
const MOST_EVALUATIONS: u64 = 20;
const FEW_EVALUATIONS: u64 = 50_000;
/// It is looked at so often whether it has taken too many.
const LOOKS: u32 = 50;

/// What one run gave.
pub(crate) struct Testimony {
    pub(crate) opinion: Opinion,
    pub(crate) trajectory: Trajectory,
}

impl Testimony {
    pub(crate) fn is_finished(&self) -> bool {
        self.opinion.ended == Ended::Finished
    }
}

/// A run that is asked for.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'a> {
    pub(crate) planned: &'a Planned,
    /// What is set in the scenario besides.
    pub(crate) set: Vec<Source>,
    /// It begins in a state that is moved by so much.
    pub(crate) moved: Option<&'a [f64]>,
}

impl<'a> Asked<'a> {
    /// As it is planned.
    pub(crate) fn of(planned: &'a [Planned]) -> Vec<Self> {
        planned.iter().map(|planned| Self { planned, set: Vec::new(), moved: None }).collect()
    }
}

/// Who does runs of a scenario.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Witness<'w> {
    pub(crate) subject: Subject<'w>,
    /// An opinion may take so many evaluations.
    most: u64,
}

impl<'w> Witness<'w> {
    /// Of the run itself, and how much more others may take.
    pub(crate) fn of(subject: Subject<'w>, model: &Arc<Model>) -> Result<(Self, Testimony), VerificationError> {
        let own = Planned { role: Role::Run, words: own_words(model), integration: None, sample_time: None };
        let testimony = Self { subject, most: u64::MAX }.testify(model, &own, None)?;
        let most = MOST_EVALUATIONS * testimony.opinion.evaluations + FEW_EVALUATIONS;
        Ok((Self { subject, most }, testimony))
    }

    /// How many evaluations an opinion may take.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// The same, whatever runs cost.
    pub(crate) fn unlimited(self) -> Self {
        Self { most: u64::MAX, ..self }
    }

    /// All of these, so many at once.
    pub(crate) fn all(&self, asked: &[Asked<'_>], workers: usize) -> Result<Vec<Testimony>, VerificationError> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some((at, asked)) = asked.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
                let testimony = self.one(asked);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((at, testimony));
            }
        };
        thread::scope(|scope| {
            for _ in 1..workers.min(asked.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, testimony)| testimony).collect()
    }

    /// One of them.
    pub(crate) fn one(&self, asked: &Asked<'_>) -> Result<Testimony, VerificationError> {
        let Asked { planned, set, moved } = asked;
        let load = LoadOptions { integration: planned.integration, ..LoadOptions::default() };
        let clock = planned.sample_time.map(|period| Source::new("--set", format!("Engine:SampleTime={period}")));
        let set: Vec<_> = clock.into_iter().chain(set.iter().cloned()).collect();
        match self.subject.load(&set, load) {
            Ok(model) => self.testify(&model, planned, *moved),
            // A line may need a period that divides its delay.
            Err(diagnostics) => {
                let first = diagnostics.sorted().into_iter().find(|said| said.severity() == Severity::Error);
                let why = first.map_or_else(String::new, |first| first.message().to_owned());
                let opinion = Opinion { ended: Ended::Failed(why), ..Opinion::of(planned) };
                Ok(Testimony { opinion, trajectory: Trajectory::default() })
            }
        }
    }

    fn testify(
        &self,
        model: &Arc<Model>,
        planned: &Planned,
        moved: Option<&[f64]>,
    ) -> Result<Testimony, VerificationError> {
        let began = Instant::now();
        let is_own = planned.role == Role::Run;
        let mut trajectory = Trajectory::of(self.subject.columns(model)?);
        // What remembers a step gives another opinion each time: that is found, not guessed.
        let mut run = Run::with(model, RunOptions { check_memory: !is_own, ..RunOptions::default() });
        run.keep_events(usize::MAX);
        let mut outcome = moved.map_or(Ok(()), |by| run.displace(by)).map(|()| Ending::Finished);
        let times = model.settings().output_times.clone();
        let mut ended = Ended::Finished;
        for look in looks(&times) {
            if outcome.is_err() {
                break;
            }
            let mut observe =
                |_| if (self.subject.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            outcome = run.pass(look, &mut trajectory, &mut observe);
            if matches!(outcome, Ok(Ending::Stopped)) {
                return Err(VerificationError::Stopped);
            }
            if look < times.end() && run.statistics().evaluations > self.most {
                ended = Ended::TooCostly;
                break;
            }
        }
        match outcome {
            Err(error) if is_own => return Err(VerificationError::Run(error)),
            Err(error) => ended = Ended::Failed(error.to_string()),
            Ok(_) => {}
        }
        trajectory.events = run.crossings().copied().collect();
        let statistics = run.statistics();
        trajectory.had_instants = statistics.events + statistics.state_events + statistics.ticks > 0;
        let opinion = Opinion {
            ended,
            evaluations: statistics.evaluations,
            wall_s: began.elapsed().as_secs_f64(),
            ..Opinion::of(planned)
        };
        Ok(Testimony { opinion, trajectory })
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
fn looks(times: &OutputTimes) -> impl Iterator<Item = f64> {
    let (start, end) = (times.start(), times.end());
    (1..=LOOKS).map(move |look| {
        let part = f64::from(look) / f64::from(LOOKS);
        if look == LOOKS { f64::INFINITY } else { start + part * (end - start) }
    })
}

/// How many opinions are asked at once.
pub(crate) fn workers(model: &Model) -> usize {
    if model.settings().cores > 1 { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}
