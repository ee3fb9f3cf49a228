//! What every method does with its last step: looks into it, and ends it earlier.

use std::sync::Arc;

use std::sync::atomic::{AtomicU32, Ordering};

use simobject::{Creator, Failure, In, Io, Out, Result, SimObject, State};

use super::{Restart, StepLimit, Stepper, System, of};
use crate::evaluation::ExecutionContext;
use crate::statistics::Statistics;
use crate::workspace::Workspace;
use crate::{Catalog, LoadOptions, Model, Source, Sources};

simobject::library! { name: "stepping", types: [Growth, Held, Lagging, Refusing] }

/// dy/dt = y cos t: y = y0 exp(sin t).
struct Growth {
    y: State<1>,
}

impl SimObject for Growth {
    const NAME: &'static str = "Growth";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "");
        c.initial_value(y, &[1.0]);
        c.derivatives(Self::grow);
        Ok(Self { y })
    }
}

impl Growth {
    fn grow(&self, io: &mut Io<'_>) {
        let [y] = io.get(self.y);
        io.set_derivative(self.y, [y * io.time().cos()]);
    }
}

/// dy/dt = (u - y) / T.
struct Lagging {
    u: In<1>,
    y: State<1>,
    time_constant: f64,
}

impl SimObject for Lagging {
    const NAME: &'static str = "Lagging";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (u, y) = (c.in_port("U", "", ""), c.state("Y", "", ""));
        c.initial_value(y, &[0.0]);
        c.out_port_of("Y", y);
        c.derivatives(Self::lag).reads((u,));
        Ok(Self { u, y, time_constant: c.parameter("T").more_than(0.0).required() })
    }
}

impl Lagging {
    fn lag(&self, io: &mut Io<'_>) {
        let ([u], [y]) = (io.get(self.u), io.get(self.y));
        io.set_derivative(self.y, [(u - y) / self.time_constant]);
    }
}

/// The sine of 2 pi t, held from one thousandth of a second to the next.
struct Held {
    u: Out<1>,
}

impl SimObject for Held {
    const NAME: &'static str = "Held";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let u = c.out_port("U", "", "");
        c.common_computation(Self::hold).fills((u,));
        Ok(Self { u })
    }
}

impl Held {
    fn hold(&self, io: &mut Io<'_>) {
        let near = (io.time() * 1000.0).round();
        let tick = if io.time() < near / 1000.0 { near - 1.0 } else { near };
        io.set(self.u, [(std::f64::consts::TAU * tick / 1000.0).sin()]);
    }
}

/// dy/dt = -y; twelve evaluations in a row fail.
struct Refusing {
    y: State<1>,
    evaluations: AtomicU32,
}

impl SimObject for Refusing {
    const NAME: &'static str = "Refusing";
    const REENTRANT: bool = false;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "");
        c.initial_value(y, &[1.0]);
        c.derivatives(Self::decay);
        Ok(Self { y, evaluations: AtomicU32::default() })
    }
}

impl Refusing {
    fn decay(&self, io: &mut Io<'_>) -> Result<()> {
        let [y] = io.get(self.y);
        io.set_derivative(self.y, [-y]);
        let evaluation = self.evaluations.fetch_add(1, Ordering::Relaxed);
        if (50..62).contains(&evaluation) { Err(Failure::recoverable("not now")) } else { Ok(()) }
    }
}

const ADAPTIVE: [&str; 7] = ["BogackiShampine", "DormandPrince", "Tsitouras", "BDF", "TRBDF2", "ESDIRK34", "auto"];

fn load(objects: &str, connections: &str, engine: &str) -> Arc<Model> {
    let text = format!(
        "<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{connections}</INTERCONNECTIONS>\
         <INITIALIZATION></INITIALIZATION><INTEGRATION><Engine TOutput=\"0, 10\" {engine}/></INTEGRATION></Contents>"
    );
    let sources = Sources::new(Source::new("test.xml", text));
    Model::load(&sources, &Catalog::new([&LIBRARY]), LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn growth(engine: &str) -> Arc<Model> {
    load(r#"<Lib LibName="stepping" SimObject="Growth" Name="G"/>"#, "", engine)
}

/// A stepper, and the numbers of a run.
struct Stepping<'m> {
    model: &'m Model,
    context: ExecutionContext,
    workspace: Workspace,
    statistics: Statistics,
    stepper: Box<dyn Stepper>,
    time: f64,
}

impl<'m> Stepping<'m> {
    fn new(model: &'m Model) -> Self {
        let (workspace, stepper) = (model.workspace(), of(model));
        let mut this = Self {
            model,
            context: ExecutionContext::default(),
            workspace,
            statistics: Statistics::default(),
            stepper,
            time: 0.0,
        };
        this.restart(Restart::Afresh);
        this
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut dyn Stepper, &mut System<'_>) -> T) -> T {
        let Self { model, context, workspace, statistics, stepper, .. } = self;
        f(&mut **stepper, &mut System { model, context, workspace, statistics })
    }

    fn restart(&mut self, restart: Restart) {
        let time = self.time;
        self.with(|stepper, system| stepper.restart(system, time, restart)).unwrap();
    }

    fn step(&mut self, stop: f64) -> f64 {
        let limit = StepLimit { stop, latest: stop };
        self.time = self.with(|stepper, system| stepper.step(system, limit)).unwrap();
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
            self.time = self.with(|stepper, system| stepper.step(system, limit)).unwrap();
        }
    }

    fn end_at(&mut self, time: f64) {
        self.with(|stepper, system| stepper.end_at(system, time)).unwrap();
        self.time = time;
    }

    fn looked(&self, time: f64) -> f64 {
        let mut x = [f64::NAN];
        self.stepper.interpolate(time, &mut x);
        x[0]
    }

    fn x(&self) -> f64 {
        self.workspace.x()[0]
    }
}

fn grown(time: f64) -> f64 {
    time.sin().exp()
}

#[test]
fn a_step_ends_earlier_as_accurately_as_it_was_made_and_the_run_goes_on() {
    for method in ADAPTIVE {
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let model =
                growth(&format!(r#"IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#));
            let mut stepping = Stepping::new(&model);
            stepping.steps_to(1.0);
            let start = stepping.time;
            let end = stepping.step(10.0);
            let cut = start + 0.3 * (end - start);
            let last = stepping.x();
            // Each step may be off by its tolerance, at states of up to e.
            let allowed = |stepping: &Stepping<'_>| 3.0 * tolerance * stepping.statistics.steps as f64;
            for time in [cut, start + 0.9 * (end - start), cut] {
                stepping.end_at(time);
                let error = stepping.x() - grown(time);
                assert!(error.abs() < allowed(&stepping), "{method}, {tolerance:e}: {error:e} at {time}");
            }
            let before = stepping.x();
            stepping.end_at(end);
            assert_eq!(stepping.x(), last, "{method}: the step as it was made");
            stepping.end_at(start + 0.9 * (end - start));
            stepping.end_at(cut);
            assert!((stepping.x() - before).abs() <= 1e-2 * tolerance, "{method}: whatever was asked before");
            stepping.restart(Restart::Jump);
            stepping.steps_to(10.0);
            let error = stepping.x() - grown(10.0);
            assert!(error.abs() < 3.0 * allowed(&stepping), "{method}, {tolerance:e}: {error:e} at the end");
        }
    }
}

/// Halving the step divides the error at the end by 2^order, also if one step
/// was ended earlier and its rest made up for.
#[test]
fn fixed_steps_keep_their_order_past_a_step_that_was_ended_earlier() {
    for (method, order) in [("Euler", 1), ("Heun", 2), ("RK4", 4)] {
        let error = |size: f64| {
            let model = growth(&format!(r#"IntegratorMethod="{method}" stepsize="{size}""#));
            let mut stepping = Stepping::new(&model);
            stepping.steps_to(1.0);
            stepping.step(10.0);
            stepping.end_at(1.0 + 0.3 * size);
            stepping.restart(Restart::Jump);
            stepping.steps_to(3.0);
            (stepping.x() - grown(3.0)).abs()
        };
        let measured = (error(0.05) / error(0.025)).log2();
        // The cubic polynomial between the ends is of order 3, once.
        assert!((measured - f64::from(order)).abs() < 0.4, "{method}: {measured}");
    }
}

#[test]
fn what_is_seen_within_a_step_is_near_the_solution() {
    for method in ADAPTIVE {
        let model = growth(&format!(r#"IntegratorMethod="{method}" AbsTol="1e-6" RelTol="1e-6""#));
        let mut stepping = Stepping::new(&model);
        while stepping.time < 10.0 {
            let start = stepping.time;
            let end = stepping.step(10.0);
            for part in [0.0, 0.25, 0.5, 0.75, 63.0 / 64.0, 1.0] {
                let time = start + part * (end - start);
                let error = stepping.looked(time) - grown(time);
                // Each step may be off by its tolerance, at states of up to e.
                let allowed = 3e-6 * stepping.statistics.steps as f64;
                assert!(error.abs() < allowed, "{method}: {error:e} at {time}");
            }
            assert_eq!(stepping.looked(end), stepping.x(), "{method}");
        }
    }
}

#[test]
fn fixed_steps_go_on_to_their_old_times() {
    let model = growth(r#"IntegratorMethod="RK4" stepsize="0.125""#);
    let ends = |from: f64, restart: Restart| {
        let mut stepping = Stepping::new(&model);
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
    let model = growth(r#"IntegratorMethod="Euler" stepsize="0.1""#);
    let mut stepping = Stepping::new(&model);
    stepping.steps_to(9.0);
    let end = stepping.step(10.0);
    stepping.end_at(9.04);
    stepping.restart(Restart::Jump);
    assert_eq!(stepping.step(10.0), end);
}

#[test]
fn a_tick_keeps_the_planned_size_and_costs_no_estimate() {
    for method in ["BogackiShampine", "DormandPrince", "Tsitouras", "TRBDF2", "ESDIRK34"] {
        let model = growth(&format!(r#"IntegratorMethod="{method}""#));
        let next = |restart: Option<Restart>| {
            let mut stepping = Stepping::new(&model);
            stepping.steps_to(0.5);
            let before = stepping.statistics.evaluations;
            restart.into_iter().for_each(|restart| stepping.restart(restart));
            (stepping.step(10.0) - 0.5, stepping.statistics.evaluations - before)
        };
        let ((size, cost), (size_after_tick, cost_after_tick)) = (next(None), next(Some(Restart::Tick)));
        assert!((size_after_tick - size).abs() < 1e-3 * size, "{method}: {size_after_tick}, not {size}");
        assert_eq!(cost_after_tick, cost + 1, "{method}: that of the start");
    }
}

/// What 1000 ticks cost, and the largest error at them: dy/dt = (u - y) / T,
/// where u is held for a thousandth of a second.
fn ticking(method: &str, tolerance: f64, restart: Restart) -> (f64, u64) {
    const T: f64 = 0.02;
    let engine = format!(r#"IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#);
    let objects = format!(
        r#"<Lib LibName="stepping" SimObject="Lagging" Name="L" T="{T}"/>
           <Lib LibName="stepping" SimObject="Held" Name="U"/>"#
    );
    let model = load(&objects, r#"<Connection L.U="U.U"/>"#, &engine);
    let mut stepping = Stepping::new(&model);
    let (mut exact, mut worst) = (0.0, 0.0_f64);
    for tick in 1..=1000 {
        let u = (std::f64::consts::TAU * f64::from(tick - 1) / 1000.0).sin();
        exact = u + (exact - u) * (-1e-3 / T).exp();
        stepping.event_steps_to(f64::from(tick) / 1000.0);
        worst = worst.max((stepping.x() - exact).abs());
        stepping.restart(restart);
    }
    (worst, stepping.statistics.evaluations)
}

#[test]
fn ticks_cost_less_than_jumps_and_are_as_accurate() {
    for method in ADAPTIVE {
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let (error, cost) = ticking(method, tolerance, Restart::Tick);
            // Those of some fifty ticks, of several steps each, add up.
            assert!(error < 100.0 * tolerance, "{method}, {tolerance:e}: {error:e}");
            let (_, cost_of_jumps) = ticking(method, tolerance, Restart::Jump);
            assert!(cost < cost_of_jumps, "{method}, {tolerance:e}: {cost}, {cost_of_jumps}");
        }
    }
    // An evaluation at the start, and the six other stages of one step.
    assert!(ticking("DormandPrince", 1e-6, Restart::Tick).1 < 7100);
}

/// After three rejections BDF begins anew, where the model fails once more.
#[test]
fn a_failure_where_bdf_begins_anew_makes_the_step_smaller() {
    let model = load(r#"<Lib LibName="stepping" SimObject="Refusing" Name="R"/>"#, "", r#"IntegratorMethod="BDF""#);
    let mut stepping = Stepping::new(&model);
    stepping.steps_to(1.0);
    assert!(stepping.statistics.rejected >= 3, "{:?}", stepping.statistics);
    assert!((stepping.x() - (-1.0_f64).exp()).abs() < 1e-4, "{}", stepping.x());
}
