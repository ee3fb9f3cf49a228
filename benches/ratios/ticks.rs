//! What runs at the ticks of a clock.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use simobject::{Clock, Creator, DefaultInput, DiscreteState, In, Io, Result, SimObject};

use crate::compare;
use crate::models::is_smoke;

/// y[k + 1] = a y[k] + b u[k].
pub struct Filter {
    input: In<1>,
    output: DiscreteState<1>,
    a: f64,
    b: f64,
}

const A: f64 = 0.9;
const PERIOD: f64 = 0.001;

impl SimObject for Filter {
    const NAME: &'static str = "Filter";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let output = c.discrete_state("Out", "", "");
        c.out_port_of("Out", output);
        c.initial_value(output, 0.0);
        c.default_input(input, DefaultInput::Value(vec![1.0]));
        c.update(Self::next).on(Clock::every(PERIOD, 0.0)).reads((input, output)).sets(output);
        let a = c.parameter("A").default(A);
        Ok(Self { input, output, a, b: 1.0 - a })
    }
}

impl Filter {
    #[inline]
    fn next(&self, io: &mut Io<'_>) {
        let ([u], [y]) = (io.get(self.input), io.get(self.output));
        io.set_next(self.output, [self.a * y + self.b * u]);
    }
}

simobject::library! { name: "filters", types: [Filter] }

/// The same by hand.
struct Yardstick {
    filters: Vec<ByHand>,
    now: Vec<f64>,
    next: Vec<f64>,
}

struct ByHand {
    input: usize,
    output: usize,
    a: f64,
    b: f64,
}

impl Yardstick {
    fn new(n: usize) -> Self {
        // Behind the filters stands what the first one reads.
        let input = |i: usize| if i == 0 { n } else { i - 1 };
        let filters = (0..n).map(|i| ByHand { input: input(i), output: i, a: A, b: 1.0 - A }).collect();
        let mut now = vec![0.0; n + 1];
        now[n] = 1.0;
        Self { filters, next: now.clone(), now }
    }

    fn tick(&mut self) {
        for filter in &self.filters {
            self.next[filter.output] = filter.a * self.now[filter.output] + filter.b * self.now[filter.input];
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

fn model(n: usize, ticks: usize) -> Arc<Model> {
    let object = |i: usize| format!(r#"<Lib LibName="filters" SimObject="Filter" Name="F{i}" A="{A}"/>"#);
    let wire = |i: usize| format!(r#"<Connection F{i}.In="F{}.Out"/>"#, i - 1);
    let (objects, wires): (String, String) = ((0..n).map(object).collect(), (1..n).map(wire).collect());
    // The last tick lies half a period before the end.
    let end = (ticks as f64 - 0.5) * PERIOD;
    let text = format!(
        "<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{wires}</INTERCONNECTIONS>\
         <INTEGRATION><Engine TOutput=\"0, {end}\" LogStates=\"0\"/></INTEGRATION></Contents>"
    );
    let sources = Sources::new(Source::new("filters", text));
    bowline_engine::load(&sources, &Catalog::new([&LIBRARY]), LoadOptions::default())
        .unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn run(model: &Arc<Model>) -> Run {
    let mut run = Run::new(model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    run
}

/// TICKS(N): N first-order filters in a row.
pub fn ticks() {
    println!("\nTICKS(N): N discrete filters in a row, ns a filter and tick\n");
    println!("| N | yardstick | engine | ratio | ns a tick: engine |\n|---|---|---|---|---|");
    let sizes: &[usize] = if is_smoke() { &[10] } else { &[1, 10, 100, 1000, 10_000] };
    for &n in sizes {
        let count = if is_smoke() { 10 } else { 2_000_000 / n + 1000 };
        let model = model(n, count);
        let mut yardstick = Yardstick::new(n);
        (0..count).for_each(|_| yardstick.tick());
        assert_eq!(run(&model).statistics().ticks, count as u64);
        let (ours, theirs, ratio) = compare(
            15,
            1,
            || {
                black_box(run(&model).time());
            },
            || {
                (0..count).for_each(|_| black_box(&mut yardstick).tick());
            },
        );
        let per = |seconds: f64| 1e9 * seconds / (n * count) as f64;
        println!("| {n} | {:.2} | {:.2} | {ratio:.3} | {:.1} |", per(theirs), per(ours), per(ours) * n as f64);
    }
}

/// A continuous plant, a mass on a spring, under a controller of 1 kHz.
pub fn controller() {
    println!("\na mass, and a controller of 1 kHz, 10 s\n");
    println!("| method | RelTol | evaluations a tick | us a tick |\n|---|---|---|---|");
    for method in ["DormandPrince", "BDF"] {
        for tolerance in ["1e-4", "1e-6", "1e-8"] {
            let text = format!(
                r#"<Contents><OBJECTS>
                  <Lib LibName="base" SimObject="Math/LowPass" Name="P" TimeConstant="0.05"/>
                  <Lib LibName="filters" SimObject="Filter" Name="F" A="0.9"/>
                  <Lib LibName="base" SimObject="Src/Sine" Name="R" Amplitude="1" Frequency="3"/>
                </OBJECTS>
                <INTERCONNECTIONS><Connection F.In="R.Out - P.Out" P.In="F.Out"/></INTERCONNECTIONS>
                <INITIALIZATION><InitialCondition P.Out="0"/></INITIALIZATION>
                <INTEGRATION><Engine TOutput="0, 10" IntegratorMethod="{method}" AbsTol="{tolerance}"
                  RelTol="{tolerance}" LogStates="0"/></INTEGRATION></Contents>"#
            );
            let sources = Sources::new(Source::new("controller", text));
            let catalog = Catalog::new([&LIBRARY, &bowline_base::LIBRARY]);
            let model =
                bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|e| panic!("{e}"));
            let begun = std::time::Instant::now();
            let statistics = run(&model).statistics().clone();
            let ticks = statistics.ticks as f64;
            let (evaluations, took) = (statistics.evaluations as f64 / ticks, begun.elapsed().as_secs_f64() / ticks);
            println!("| {method} | {tolerance} | {evaluations:.1} | {:.2} |", 1e6 * took);
        }
    }
}
