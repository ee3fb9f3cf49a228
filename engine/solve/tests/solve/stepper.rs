//! What every method does with its last step: looks into it, and ends it earlier;
//! on plain functions.

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "diffsol")]
use bowline_solve::integration::DiffsolMethod;
use bowline_solve::integration::{Method, Settings};
use bowline_solve::linear::{Colouring, JacobianStructure, Sparsity};
use bowline_solve::statistics::Statistics;
use bowline_solve::stepper::{
    Evaluated, EvaluationFailure, Integration, Problem, Restart, StepError, StepLimit, Stepper, System, Threads,
};

/// An evaluation that a smaller step may avoid.
#[derive(Debug, Clone, PartialEq)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not now")
    }
}

impl EvaluationFailure for Refused {
    fn is_recoverable(&self) -> bool {
        true
    }
}

/// dx/dt = f(t, x), with the number of the evaluation.
type Derivative = fn(time: f64, x: f64, evaluation: u64) -> Result<f64, Refused>;

/// An equation, with its state.
struct Equation {
    derivative: Derivative,
    x: [f64; 1],
    evaluations: u64,
}

impl System for Equation {
    type Error = Refused;

    fn x(&self) -> &[f64] {
        &self.x
    }

    fn x_mut(&mut self) -> &mut [f64] {
        &mut self.x
    }

    fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated<Refused> {
        self.evaluations += 1;
        dx[0] = (self.derivative)(time, self.x[0], self.evaluations - 1).map_err(Box::new)?;
        Ok(())
    }

    fn state_name(&self, _: usize) -> String {
        "x".to_owned()
    }
}

/// dy/dt = y cos t: y = y0 exp(sin t).
fn growth(time: f64, y: f64, _: u64) -> Result<f64, Refused> {
    Ok(y * time.cos())
}

/// dy/dt = (u - y) / T, where u is the sine of 2 pi t, held from one thousandth of a
/// second to the next.
fn lagging(time: f64, y: f64, _: u64) -> Result<f64, Refused> {
    let near = (time * 1000.0).round();
    let tick = if time < near / 1000.0 { near - 1.0 } else { near };
    Ok(((std::f64::consts::TAU * tick / 1000.0).sin() - y) / LAG)
}

const LAG: f64 = 0.02;

/// dy/dt = -y; twelve evaluations in a row fail.
fn refusing(_: f64, y: f64, evaluation: u64) -> Result<f64, Refused> {
    if (50..62).contains(&evaluation) { Err(Refused) } else { Ok(-y) }
}

/// All that choose their steps by the error.
fn adaptive() -> impl Iterator<Item = Method> {
    let methods = Method::all().filter(Method::has_error_estimate);
    #[cfg(feature = "diffsol")]
    let methods = methods.chain([DiffsolMethod::Bdf, DiffsolMethod::Esdirk34].map(Method::Diffsol));
    methods
}

fn named(name: &str) -> Method {
    name.parse().unwrap()
}

/// The settings of a run from 0 to 10 s.
fn settings(method: Method) -> Settings {
    Settings::new(method, "0, 10".parse().unwrap())
}

fn tolerating(method: Method, tolerance: f64) -> Settings {
    Settings { abs_tol: tolerance, rel_tol: tolerance, ..settings(method) }
}

fn of_size(method: Method, size: f64) -> Settings {
    Settings { step_size: Some(size), ..settings(method) }
}

/// A stepper, and the equation that it integrates.
struct Stepping {
    equation: Equation,
    statistics: Statistics,
    stepper: Stepper,
    time: f64,
}

impl Stepping {
    fn new(derivative: Derivative, start: f64, settings: &Settings) -> Self {
        let sparsity = Sparsity::of_rows([vec![0]].into_iter());
        let structure = Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity });
        let jacobian = Some(&structure);
        let problem = Problem { jacobian, ..Problem::new(settings, &[1.0]) };
        let mut this = Self {
            equation: Equation { derivative, x: [start], evaluations: 0 },
            statistics: Statistics::default(),
            stepper: Stepper::new(problem),
            time: 0.0,
        };
        this.restart(Restart::Afresh);
        this
    }

    fn growing(settings: &Settings) -> Self {
        Self::new(growth, 1.0, settings)
    }

    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Stepper, &mut Integration<'_, &mut Equation>) -> Result<T, StepError<Refused>>,
    ) -> T {
        let Self { equation, statistics, stepper, .. } = self;
        work(stepper, &mut Integration { system: equation, threads: Threads::ONE, statistics }).unwrap()
    }

    fn restart(&mut self, restart: Restart) {
        let time = self.time;
        self.with(|stepper, integration| stepper.restart(integration, time, restart).map_err(StepError::Evaluation));
    }

    fn step(&mut self, stop: f64) -> f64 {
        let limit = StepLimit { stop, latest: stop };
        self.time = self.with(|stepper, integration| stepper.step(integration, limit));
        self.time
    }

    fn steps_to(&mut self, stop: f64) {
        while self.time < stop {
            self.step(stop);
        }
    }

    /// To a time at which an input jumps.
    fn event_steps_to(&mut self, stop: f64) {
        let limit = StepLimit { stop, latest: stop.next_down() };
        while self.time < stop {
            self.time = self.with(|stepper, integration| stepper.step(integration, limit));
        }
    }

    fn end_at(&mut self, time: f64) {
        self.with(|stepper, integration| stepper.end_at(integration, time));
        self.time = time;
    }

    fn looked(&self, time: f64) -> f64 {
        let mut x = [f64::NAN];
        self.stepper.interpolate(time, &mut x);
        x[0]
    }

    fn x(&self) -> f64 {
        self.equation.x[0]
    }
}

fn grown(time: f64) -> f64 {
    time.sin().exp()
}

#[test]
fn a_step_ends_earlier_as_accurately_as_it_was_made_and_the_run_goes_on() {
    for method in adaptive() {
        let name = method.name();
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let mut stepping = Stepping::growing(&tolerating(method, tolerance));
            stepping.steps_to(1.0);
            let start = stepping.time;
            let end = stepping.step(10.0);
            let cut = start + 0.3 * (end - start);
            let last = stepping.x();
            // Each step may be off by its tolerance, at states of up to e.
            let allowed = |stepping: &Stepping| 3.0 * tolerance * stepping.statistics.steps as f64;
            for time in [cut, start + 0.9 * (end - start), cut] {
                stepping.end_at(time);
                let error = stepping.x() - grown(time);
                assert!(error.abs() < allowed(&stepping), "{name}, {tolerance:e}: {error:e} at {time}");
            }
            let before = stepping.x();
            stepping.end_at(end);
            assert_eq!(stepping.x(), last, "{name}: the step as it was made");
            stepping.end_at(start + 0.9 * (end - start));
            stepping.end_at(cut);
            assert!((stepping.x() - before).abs() <= 1e-2 * tolerance, "{name}: whatever was asked before");
            stepping.restart(Restart::Jump);
            stepping.steps_to(10.0);
            let error = stepping.x() - grown(10.0);
            assert!(error.abs() < 3.0 * allowed(&stepping), "{name}, {tolerance:e}: {error:e} at the end");
        }
    }
}

/// Halving the step divides the error at the end by 2^order, also if one step
/// was ended earlier and its rest made up for.
#[test]
fn fixed_steps_keep_their_order_past_a_step_that_was_ended_earlier() {
    for (name, order) in [("Euler", 1), ("Heun", 2), ("RK4", 4)] {
        let error = |size: f64| {
            let mut stepping = Stepping::growing(&of_size(named(name), size));
            stepping.steps_to(1.0);
            stepping.step(10.0);
            stepping.end_at(1.0 + 0.3 * size);
            stepping.restart(Restart::Jump);
            stepping.steps_to(3.0);
            (stepping.x() - grown(3.0)).abs()
        };
        let measured = (error(0.05) / error(0.025)).log2();
        // The cubic polynomial between the ends is of order 3, once.
        assert!((measured - f64::from(order)).abs() < 0.4, "{name}: {measured}");
    }
}

#[test]
fn what_is_seen_within_a_step_is_near_the_solution() {
    for method in adaptive() {
        let name = method.name();
        let mut stepping = Stepping::growing(&settings(method));
        while stepping.time < 10.0 {
            let start = stepping.time;
            let end = stepping.step(10.0);
            for part in [0.0, 0.25, 0.5, 0.75, 63.0 / 64.0, 1.0] {
                let time = start + part * (end - start);
                let error = stepping.looked(time) - grown(time);
                // Each step may be off by its tolerance, at states of up to e.
                let allowed = 3e-6 * stepping.statistics.steps as f64;
                assert!(error.abs() < allowed, "{name}: {error:e} at {time}");
            }
            assert_eq!(stepping.looked(end), stepping.x(), "{name}");
        }
    }
}

#[test]
fn fixed_steps_go_on_to_their_old_times() {
    let ends = |from: f64, restart: Restart| {
        let mut stepping = Stepping::growing(&of_size(named("RK4"), 0.125));
        stepping.steps_to(0.25);
        stepping.step(from);
        stepping.end_at(from);
        stepping.restart(restart);
        [stepping.step(10.0), stepping.step(10.0)]
    };
    for restart in [Restart::Jump, Restart::Tick] {
        assert_eq!(ends(0.3125, restart), [0.375, 0.5]);
        assert_eq!(ends(0.375, restart), [0.5, 0.625]);
        // What rounding left of a step belongs to the next one.
        assert_eq!(ends(0.375 - 1e-11, restart), [0.5, 0.625]);
        assert_eq!(ends(0.375 - 1e-9, restart), [0.375, 0.5]);
    }
    assert_eq!(ends(0.3125, Restart::Afresh), [0.4375, 0.5625]);
    // Within a step that began on the grid, and long after the start.
    let mut stepping = Stepping::growing(&of_size(named("Euler"), 0.1));
    stepping.steps_to(9.0);
    let end = stepping.step(10.0);
    stepping.end_at(9.04);
    stepping.restart(Restart::Jump);
    assert_eq!(stepping.step(10.0), end);
}

#[test]
fn a_tick_keeps_the_planned_size_and_costs_no_estimate() {
    for name in ["BogackiShampine", "DormandPrince", "Tsitouras", "TRBDF2", "ESDIRK34"] {
        let next = |restart: Option<Restart>| {
            let mut stepping = Stepping::growing(&settings(named(name)));
            stepping.steps_to(0.5);
            let before = stepping.statistics.evaluations;
            restart.into_iter().for_each(|restart| stepping.restart(restart));
            (stepping.step(10.0) - 0.5, stepping.statistics.evaluations - before)
        };
        let ((size, cost), (size_after_tick, cost_after_tick)) = (next(None), next(Some(Restart::Tick)));
        assert!((size_after_tick - size).abs() < 1e-3 * size, "{name}: {size_after_tick}, not {size}");
        assert_eq!(cost_after_tick, cost + 1, "{name}: that of the start");
    }
}

/// What 1000 ticks cost, and the largest error at them.
fn ticking(method: Method, tolerance: f64, restart: Restart) -> (f64, u64) {
    let mut stepping = Stepping::new(lagging, 0.0, &tolerating(method, tolerance));
    let (mut exact, mut worst) = (0.0, 0.0_f64);
    for tick in 1..=1000 {
        let u = (std::f64::consts::TAU * f64::from(tick - 1) / 1000.0).sin();
        exact = u + (exact - u) * (-1e-3 / LAG).exp();
        stepping.event_steps_to(f64::from(tick) / 1000.0);
        worst = worst.max((stepping.x() - exact).abs());
        stepping.restart(restart);
    }
    (worst, stepping.statistics.evaluations)
}

#[test]
fn ticks_cost_less_than_jumps_and_are_as_accurate() {
    // Those of diffsol begin anew whatever happened.
    for method in Method::all().filter(Method::has_error_estimate) {
        let name = method.name();
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let (error, cost) = ticking(method, tolerance, Restart::Tick);
            // Those of some fifty ticks, of several steps each, add up.
            assert!(error < 100.0 * tolerance, "{name}, {tolerance:e}: {error:e}");
            let (_, cost_of_jumps) = ticking(method, tolerance, Restart::Jump);
            assert!(cost < cost_of_jumps, "{name}, {tolerance:e}: {cost}, {cost_of_jumps}");
        }
    }
    // An evaluation at the start, and the six other stages of one step.
    assert!(ticking(named("DormandPrince"), 1e-6, Restart::Tick).1 < 7100);
}

/// After three rejections BDF begins anew, where the model fails once more.
#[test]
fn a_failure_where_bdf_begins_anew_makes_the_step_smaller() {
    let mut stepping = Stepping::new(refusing, 1.0, &settings(named("BDF")));
    stepping.steps_to(1.0);
    assert!(stepping.statistics.rejected >= 3, "{:?}", stepping.statistics);
    assert!((stepping.x() - (-1.0_f64).exp()).abs() < 1e-4, "{}", stepping.x());
}
