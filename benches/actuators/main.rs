//! Evaluations and time of each method on the scenarios with hydraulic
//! actuators, beside SciPy's stiff integrators on the same equations.
//!
//! `cargo bench --bench actuators` prints the tables of docs/performance.md;
//! `cargo bench --bench actuators excavator` only those of one scenario
//! (`actuator_mass`, `actuator_arm`, `excavator`).
//!
//! `cargo bench --bench actuators -- --smoke` runs each once, at one tolerance,
//! and shows that the benchmark still runs.
//!
//! SciPy's rows come from `scipy_solvers.py`, run by `python3`; without Python
//! or SciPy they are skipped. Its functions are interpreted: compare the counts
//! of evaluations, and take the times for what a user of it waits.
//!
//! AbsTol = RelTol, of the nominal value of each state, as SciPy gets them. The
//! error is the largest of the final states, as a part of the largest value
//! that the state had in the run. Times are the least of several runs.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

#[path = "../ratios/models.rs"]
mod models;
mod scipy;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bowline_engine::statistics::Statistics;
use bowline_engine::{Catalog, LoadOptions, Model, Run, Source, Sources, Table};
use models::is_smoke;
use scipy::SciPy;

const TOLERANCES: [f64; 3] = [1e-4, 1e-6, 1e-8];
const METHODS: [&str; 5] = ["BDF", "TRBDF2", "ESDIRK34", "auto", "DormandPrince"];
/// Seconds for the runs of one row.
const BUDGET: f64 = 0.5;

/// A scenario, and what is compared at its end.
struct Case {
    name: &'static str,
    /// s.
    end: f64,
    signals: &'static [&'static str],
}

const CASES: [Case; 3] = [
    Case { name: "actuator_mass", end: 1.0, signals: &["M.Pos[0]", "M.Vel[0]", "A.p0", "A.p1"] },
    Case { name: "actuator_arm", end: 0.4, signals: &["Arm.Angle", "Arm.AngVel", "A.p0", "A.p1"] },
    Case {
        name: "excavator",
        end: 10.0,
        signals: &[
            "Arm.Angle[0]",
            "Arm.Angle[1]",
            "Arm.AngVel[0]",
            "Arm.AngVel[1]",
            "Boom.Cylinder.p0",
            "Boom.Cylinder.p1",
            "Stick.Cylinder.p0",
            "Stick.Cylinder.p1",
            "Line.Pressure",
            "Pump.Setting",
        ],
    },
];

/// What a solution cost, and where it ends.
struct Row {
    method: String,
    steps: u64,
    /// SciPy does not tell it.
    rejected: Option<u64>,
    /// Those for Jacobians included.
    evaluations: u64,
    jacobians: u64,
    seconds: f64,
    /// Of the signals that are compared.
    last: Vec<f64>,
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let scipy = SciPy::find().inspect_err(|why| println!("SciPy is skipped: {why}")).ok();
    for case in CASES {
        if asked.is_empty() || asked.iter().any(|name| name == case.name) {
            compare(&case, scipy.as_ref());
        }
    }
}

fn compare(case: &Case, scipy: Option<&SciPy>) {
    let reference = load(case, "ESDIRK34", if is_smoke() { 1e-6 } else { 1e-12 }, 1000);
    let mut solution = Table::new(&reference);
    run(&reference, &mut solution);
    let solution: Vec<Vec<f64>> = case.signals.iter().map(|name| solution.column(name).unwrap()).collect();
    let error = |row: &Row| {
        let parts = row.last.iter().zip(&solution).map(|(x, column)| {
            let scale = column.iter().map(|value| value.abs()).fold(0.0, f64::max);
            (x - column.last().unwrap()).abs() / scale
        });
        parts.fold(0.0, f64::max)
    };
    println!("\n{}: {} states", case.name, reference.state_count());
    for tolerance in TOLERANCES.into_iter().take(if is_smoke() { 1 } else { TOLERANCES.len() }) {
        println!("\nRelTol = {tolerance:e}\n");
        println!("| method | steps | rejected | evaluations | Jacobians | error | ms |");
        println!("|---|---|---|---|---|---|---|");
        let ours = METHODS.iter().map(|method| solve(case, method, tolerance));
        for row in ours.chain(scipy.into_iter().flat_map(|scipy| scipy.solve(case, tolerance))) {
            println!(
                "| {} | {} | {} | {} | {} | {:.1e} | {:.2} |",
                row.method,
                row.steps,
                row.rejected.map_or_else(String::new, |count| count.to_string()),
                row.evaluations,
                row.jacobians,
                error(&row),
                1e3 * row.seconds,
            );
        }
    }
}

fn load(case: &Case, method: &str, tolerance: f64, rows: u32) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{}.xml", case.name));
    let engine = [
        format!("Engine:IntegratorMethod={method}"),
        format!("Engine:AbsTol={tolerance:e}"),
        format!("Engine:RelTol={tolerance:e}"),
        format!("Engine:TOutput=0:{}:{}", case.end / f64::from(rows), case.end),
        format!("Engine:FileOutput={}", case.signals.join(",")),
    ];
    let sources = Sources::new(Source::read(&path).unwrap()).with_overrides(engine);
    let catalog = Catalog::new([
        &bowline_base::LIBRARY,
        &bowline_tutorial::LIBRARY,
        &bowline_mechanics::LIBRARY,
        &bowline_hydraulics::LIBRARY,
    ]);
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn run(model: &Arc<Model>, table: &mut Table) -> Statistics {
    let mut run = Run::new(model);
    run.to_end(table, &mut |_| ControlFlow::Continue(())).unwrap_or_else(|error| panic!("{error}"));
    run.statistics().clone()
}

fn solve(case: &Case, method: &str, tolerance: f64) -> Row {
    let model = load(case, method, tolerance, 1);
    let once = || {
        let mut table = Table::new(&model);
        let begin = Instant::now();
        let cost = run(&model, &mut table);
        (begin.elapsed().as_secs_f64(), cost, table)
    };
    let (first, cost, table) = once();
    let seconds = (1..rounds(first)).map(|_| once().0).fold(first, f64::min);
    let last = case.signals.iter().map(|name| *table.column(name).unwrap().last().unwrap());
    Row {
        method: method.to_owned(),
        steps: cost.steps,
        rejected: Some(cost.rejected),
        evaluations: cost.evaluations,
        jacobians: cost.jacobians,
        seconds,
        last: last.collect(),
    }
}

/// How often a run that takes so long is done, s.
fn rounds(seconds: f64) -> usize {
    if is_smoke() { 1 } else { ((BUDGET / seconds) as usize).clamp(3, 100) }
}
