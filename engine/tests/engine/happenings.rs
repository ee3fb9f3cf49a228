//! Happenings without a run: integrators of the tests' own make the steps, as an importer of FMI model exchange or a
//! filter does. A ball bounces, a hold samples its height, and a sampled controller holds a plant.

use std::sync::Arc;

use bowline_engine::evaluation::ModelSystem;
use bowline_engine::happenings::{
    Discontinuity, EvaluationOptions, HappeningError, Happenings, IntegratorTimes, MadeStep, StepStates, Stop,
};
use bowline_engine::{Input, Model, NoRecorder, Run};

use crate::laboratory::{load, scenario};

const GRAVITY: f64 = 9.81;
const RESTITUTION: f64 = 0.8;
const PERIOD: f64 = 0.1;
const END: f64 = 2.0;

fn model() -> Arc<Model> {
    let (ball, hold, controller) = (
        format!(r#"mechanics:Body/BouncingBall B Restitution="{RESTITUTION}" RestVelocity="1e-3""#),
        format!(r#"base:Signal/ZeroOrderHold H SampleTime="{PERIOD}""#),
        format!(r#"base:Math/DiscretePID C SampleTime="{PERIOD}" Kp="6" Ki="4" Kd="1.5" FilterTime="0.05""#),
    );
    let plant = r#"base:Math/LinearSystem P A="0, 1; -1, -0.4" B="0; 2" C="1, 0" InitialState="0.2, 0""#;
    let connections = r#"H.In="B.Pos" C.Reference="H.Out" C.Measured="P.Out" P.In="C.Out""#;
    let engine = r#"TOutput="0, 2" IntegratorMethod="DormandPrince" AbsTol="1e-12" RelTol="1e-12""#;
    let objects = [ball.as_str(), &hold, &controller, plant];
    load(&scenario(&objects, connections, r#"B.Pos="1" B.Vel="0""#, engine))
}

fn happenings(model: &Arc<Model>) -> Happenings {
    Happenings::new(model, EvaluationOptions { guard: true, ..EvaluationOptions::default() })
}

fn number(happenings: &mut Happenings, of: &str) -> f64 {
    let probe = happenings.model().probe(of).unwrap();
    let time = happenings.time();
    probe.values(time, happenings.signals().unwrap()).next().unwrap()
}

/// The classical Runge-Kutta method, with cubic Hermite polynomials within its steps.
#[derive(Debug, Default)]
struct RungeKutta {
    size: f64,
    from: f64,
    to: f64,
    /// No evaluation sees a later time, s.
    latest: f64,
    /// States and their derivatives at both ends of the last step.
    states: [Vec<f64>; 2],
    slopes: [Vec<f64>; 2],
    needs_real_steps: bool,
}

impl RungeKutta {
    fn with_step(size: f64) -> Self {
        Self { size, ..Self::default() }
    }

    /// Makes a step from the states at `self.from`, and returns those at `to`.
    fn step<E>(
        &mut self,
        to: f64,
        mut derivatives: impl FnMut(f64, &[f64], &mut [f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (from, width, count) = (self.from, to - self.from, self.states[0].len());
        let mut stages: [Vec<f64>; 4] = std::array::from_fn(|_| vec![f64::NAN; count]);
        let start = &self.states[0];
        let mut x = start.clone();
        for stage in 0..4 {
            let part = [0.0, 0.5, 0.5, 1.0][stage];
            if stage > 0 {
                for (i, x) in x.iter_mut().enumerate() {
                    *x = start[i] + part * width * stages[stage - 1][i];
                }
            }
            derivatives((from + part * width).min(self.latest), &x, &mut stages[stage])?;
        }
        for (i, x) in x.iter_mut().enumerate() {
            let [a, b, c, d] = [0, 1, 2, 3].map(|stage| stages[stage][i]);
            *x = start[i] + width / 6.0 * (a + 2.0 * (b + c) + d);
        }
        let mut end_slopes = vec![f64::NAN; count];
        derivatives(to.min(self.latest), &x, &mut end_slopes)?;
        let [start_slopes, ..] = stages;
        (self.to, self.slopes, self.states[1]) = (to, [start_slopes, end_slopes], x);
        Ok(())
    }

    /// Makes a step with the derivatives of a model.
    fn step_to(&mut self, happenings: &mut Happenings, to: f64) -> Result<(), HappeningError> {
        self.step(to, |time, x, dx| {
            happenings.states_mut().copy_from_slice(x);
            happenings.derivatives(time, dx)
        })?;
        happenings.states_mut().copy_from_slice(&self.states[1]);
        Ok(())
    }

    /// Makes a step from where the model is, not beyond a stop.
    fn advance(&mut self, happenings: &mut Happenings, stop: Stop) -> Result<MadeStep, HappeningError> {
        let from = happenings.time();
        let to = if from + 1.5 * self.size < stop.time() { from + self.size } else { stop.time() };
        (self.from, self.latest) = (from, stop.latest());
        self.states[0] = happenings.states().to_vec();
        self.step_to(happenings, to)?;
        Ok(MadeStep { from, to, stop })
    }
}

impl StepStates for RungeKutta {
    type Error = HappeningError;

    fn needs_real_steps(&self) -> bool {
        self.needs_real_steps
    }

    fn states_at(&self, time: f64, x: &mut [f64]) {
        self.some_states_at(time, 0..x.len(), x);
    }

    fn some_states_at(&self, time: f64, elements: std::ops::Range<usize>, x: &mut [f64]) {
        let width = self.to - self.from;
        let s = (time - self.from) / width;
        for i in elements {
            let [[a, b], [da, db]] = [&self.states, &self.slopes].map(|pair| [pair[0][i], pair[1][i]]);
            let (rise, chord) = (b - a, s * (s - 1.0));
            x[i] = a + s * rise + chord * ((1.0 - 2.0 * s) * rise + width * ((s - 1.0) * da + s * db));
        }
    }

    fn end_at(&mut self, system: ModelSystem<'_>, time: f64) -> Result<(), HappeningError> {
        let ModelSystem { model, workspace, .. } = system;
        self.step(time, |time, x, dx| {
            workspace.x_mut().copy_from_slice(x);
            model.evaluate(workspace, time, dx)
        })?;
        workspace.x_mut().copy_from_slice(&self.states[1]);
        Ok(())
    }
}

/// How often handlers and ticks interrupted the integrator.
#[derive(Debug, Default, PartialEq)]
struct Restarts {
    jumps: u64,
    changes: u64,
}

/// Integrates from where the model is to a time, s; `each` sees it behind each step.
fn integrate(
    happenings: &mut Happenings,
    method: &mut RungeKutta,
    end: f64,
    mut each: impl FnMut(&mut Happenings),
) -> Restarts {
    let mut restarts = Restarts::default();
    while happenings.time() < end {
        let stop = happenings.next_stop(IntegratorTimes { end, ..IntegratorTimes::default() });
        let step = method.advance(happenings, stop).unwrap();
        let found = happenings.search(step, method).unwrap();
        if found.needs_cut() {
            method.step_to(happenings, found.time()).unwrap();
        }
        match happenings.complete_step(found).unwrap() {
            Some(Discontinuity::Jump) => restarts.jumps += 1,
            Some(Discontinuity::DiscreteChange) => restarts.changes += 1,
            None => {}
        }
        each(happenings);
    }
    restarts
}

/// The time of an impact, s, counted from 1: a fall from 1 m, and flights of `2 e^k` times its duration.
fn impact(count: i32) -> f64 {
    let fall = (2.0 / GRAVITY).sqrt();
    fall * (1.0 + 2.0 * (1..count).map(|k| RESTITUTION.powi(k)).sum::<f64>())
}

/// The height of the ball, m.
fn height(time: f64) -> f64 {
    let fall = (2.0 / GRAVITY).sqrt();
    let count = (1..).take_while(|count| impact(*count) <= time).count() as i32;
    match count {
        0 => 1.0 - 0.5 * GRAVITY * time * time,
        _ => {
            let (since, up) = (time - impact(count), RESTITUTION.powi(count) * GRAVITY * fall);
            up * since - 0.5 * GRAVITY * since * since
        }
    }
}

fn impacts(happenings: &Happenings) -> Vec<f64> {
    let crossings = happenings.events().iter().filter(|event| event.source < happenings.indicator_count());
    crossings.map(|event| event.time).collect()
}

/// The ball's parabolas are exact in this method, so that impacts and samples have errors of rounding only.
#[test]
fn an_integrator_of_its_own_finds_the_closed_form() {
    for needs_real_steps in [false, true] {
        let mut happenings = happenings(&model());
        happenings.keep_events(1000);
        happenings.begin().unwrap();
        let mut method = RungeKutta { needs_real_steps, ..RungeKutta::with_step(0.03) };
        let mut samples = 0;
        let restarts = integrate(&mut happenings, &mut method, END, |happenings| {
            let tick = (happenings.time() / PERIOD).floor() * PERIOD;
            // Beside a tick, the division may round to either side of it.
            if (happenings.time() - tick).abs().min((tick + PERIOD - happenings.time()).abs()) > 1e-9 {
                let held = number(happenings, "H.Out");
                assert!((held - height(tick)).abs() < 1e-11, "t = {tick} s: {held}, not {}", height(tick));
                samples += 1;
            }
            let pos = number(happenings, "B.Pos");
            assert!((pos - height(happenings.time())).abs() < 1e-11, "t = {} s: {pos}", happenings.time());
        });
        let (found, expected) = (impacts(&happenings), (1..).map(impact).take_while(|time| *time < END));
        let expected: Vec<f64> = expected.collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
        // Tick 0 belongs to the start; the last tick is at the end.
        assert_eq!(restarts, Restarts { jumps: found.len() as u64, changes: 20 });
        assert_eq!(happenings.counts().ticks, 21);
        assert_eq!(happenings.counts().state_events, found.len() as u64);
        assert!(samples >= 40, "{samples}");
    }
}

/// Against a run of an adaptive method, the error of the controlled plant has the method's order.
#[test]
fn an_integrator_of_its_own_converges_to_the_run() {
    let model = model();
    let mut run = Run::new(&model);
    run.advance_to(END, &mut NoRecorder).unwrap();
    let exact = run.get(&model.probe("P.Out").unwrap()).unwrap()[0];
    let [coarse, fine] = [0.05, 0.025].map(|size| {
        let mut happenings = happenings(&model);
        happenings.begin().unwrap();
        integrate(&mut happenings, &mut RungeKutta::with_step(size), END, |_| ());
        (number(&mut happenings, "P.Out") - exact).abs()
    });
    assert!(fine < 1e-6, "{fine:e}");
    assert!((10.0..30.0).contains(&(coarse / fine)), "{coarse:e} / {fine:e}");
}

/// An importer of FMI model exchange knows no search: it sees signs of the indicators, locates a change by bisection, and
/// enters event mode there.
#[test]
fn an_integrator_that_locates_crossings_itself_finds_the_closed_form() {
    let mut happenings = happenings(&model());
    happenings.keep_events(1000);
    happenings.begin().unwrap();
    let mut method = RungeKutta::with_step(0.03);
    let mut indicators = vec![f64::NAN; happenings.indicator_count()];
    while happenings.time() < END {
        let stop = happenings.next_stop(IntegratorTimes { end: END, ..IntegratorTimes::default() });
        let mut step = method.advance(&mut happenings, stop).unwrap();
        let mut is_below = |happenings: &mut Happenings, time: f64| {
            happenings.indicators(time, &mut indicators).unwrap();
            indicators.iter().any(|indicator| *indicator < 0.0)
        };
        if is_below(&mut happenings, step.to) {
            let (mut before, mut behind) = (step.from, step.to);
            while behind - before > 1e-14 {
                let middle = 0.5 * (before + behind);
                method.step_to(&mut happenings, middle).unwrap();
                if is_below(&mut happenings, middle) { behind = middle } else { before = middle }
            }
            method.step_to(&mut happenings, behind).unwrap();
            step.to = behind;
        }
        happenings.complete_step(step.unsearched()).unwrap();
    }
    let (found, expected) = (impacts(&happenings), (1..).map(impact).take_while(|time| *time < END));
    let expected: Vec<f64> = expected.collect();
    assert_eq!(found.len(), expected.len(), "{found:?}");
    assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-11), "{found:?} {expected:?}");
}

/// The state is complete: with a method without memory, one that has a history and a new one continue from it with the
/// same bits.
#[test]
fn another_one_continues_from_a_state_with_the_same_bits() {
    let model = model();
    let (mut whole, mut method) = (happenings(&model), RungeKutta::with_step(0.03));
    whole.begin().unwrap();
    integrate(&mut whole, &mut method, 0.77, |_| ());
    let state = whole.state();
    whole.resume(&state).unwrap();
    integrate(&mut whole, &mut method, END, |_| ());

    let (mut resumed, mut method) = (happenings(&model), RungeKutta::with_step(0.03));
    resumed.resume(&state).unwrap();
    integrate(&mut resumed, &mut method, END, |_| ());
    let bits = |of: &Happenings| of.states().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&resumed), bits(&whole));
    assert_eq!(number(&mut resumed, "C.Out").to_bits(), number(&mut whole, "C.Out").to_bits());
}

/// A mass of 2 kg, pushed with 4 N for a second and then with -1 N: 1 m and 2 m/s, then 2.75 m.
#[test]
fn inputs_take_effect_between_steps() {
    let mass = r#"FhsimTutorialLibrary:Body/Mass B Mass="2" g="0""#;
    let model = load(&scenario(&[mass], r#"B.Force="0,0,0""#, r#"B.Pos="0,0,0" B.Vel="0,0,0""#, r#"TOutput="0, 2""#));
    let force: Input = model.input("B.Force").unwrap();
    let mut happenings = happenings(&model);
    happenings.begin().unwrap();
    let mut method = RungeKutta::with_step(0.1);
    for (newtons, end, expected) in [(4.0, 1.0, 1.0), (-1.0, 2.0, 2.75)] {
        happenings.set_inputs(std::slice::from_ref(&force), &[newtons, 0.0, 0.0]).unwrap();
        assert_eq!(happenings.apply_inputs().unwrap(), Some(Discontinuity::DiscreteChange));
        assert_eq!(happenings.apply_inputs().unwrap(), None);
        integrate(&mut happenings, &mut method, end, |_| ());
        assert!((number(&mut happenings, "B.Pos[0]") - expected).abs() < 1e-12);
    }
    let error = happenings.set_inputs(&[force], &[1.0]).unwrap_err();
    assert_eq!(error.to_string(), "the inputs have 3 numbers together, but 1 are given");
}
