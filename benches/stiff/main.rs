//! Work and error of the implicit methods on stiff problems, beside those of
//! SUNDIALS CVODE on the same equations.
//!
//! `cargo bench --bench stiff` prints the tables of docs/performance.md;
//! `cargo bench --bench stiff hires` only those of one problem (`vdpol`,
//! `rober`, `hires`, `rod`, `chain`).
//!
//! `cargo bench --bench stiff -- --smoke` solves each once, at one tolerance,
//! and shows that the benchmark still runs.
//!
//! CVODE's rows come from `cvode.c`, which is compiled with `cc`; without a C
//! compiler or without SUNDIALS (Debian: `libsundials-dev`) they are skipped.
//! `SUNDIALS_DIR=/path cargo bench --bench stiff` takes another installation
//! than the system's, with its `include` and `lib`.
//!
//! All programs get the same tolerances, and the same norm: root mean square
//! (CVODE's WRMS). The error is that of the final state in the same norm, as a
//! multiple of the tolerances: 1 is an error as large as one step may make.
//! Times are CPU seconds of the process, the least of several runs, so that
//! other programs on the machine disturb little.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

mod cvode;
#[path = "../ratios/models.rs"]
mod models;
#[path = "../../engine/tests/engine/laboratory/stiff.rs"]
mod stiff;

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use cvode::Cvode;
use models::{Net, is_smoke};
use stiff::{Hires, Robertson, Rod, StiffProblem, VanDerPol};

simobject::library! { name: "laboratory", types: [VanDerPol, Robertson, Hires, Rod] }

const TOLERANCES: [f64; 3] = [1e-4, 1e-6, 1e-8];
const METHODS: [&str; 5] = ["BDF", "TRBDF2", "ESDIRK34", "auto", "DormandPrince"];
/// CPU seconds for the runs of one row.
const BUDGET: f64 = 0.5;

/// A problem as all programs solve it.
struct Case {
    name: &'static str,
    title: &'static str,
    /// The scenario, to be integrated as the attributes of `Engine` say.
    scenario: Box<dyn Fn(&str) -> String>,
    /// Simulated time, s.
    duration: f64,
    /// AbsTol as a multiple of RelTol.
    corner: f64,
    /// Solution at the end; if none is known Dormand-Prince finds it.
    solution: Option<Vec<f64>>,
    /// Whether an explicit method comes to an end.
    is_for_explicit: bool,
}

/// What a solution cost, and how good it is.
struct Row {
    method: String,
    steps: u64,
    rejected: u64,
    /// Those for Jacobians included.
    evaluations: u64,
    jacobian_evaluations: u64,
    jacobians: u64,
    /// CPU time, s.
    seconds: f64,
    x: Vec<f64>,
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let cvode = Cvode::compile().inspect_err(|why| println!("CVODE is skipped: {why}")).ok();
    for case in cases() {
        if asked.is_empty() || asked.iter().any(|name| name == case.name) {
            compare(&case, cvode.as_ref());
        }
    }
}

fn cases() -> [Case; 5] {
    let published = |name, title, problem: fn() -> StiffProblem, corner| {
        let StiffProblem { object, initial, duration, solution } = problem();
        Case {
            name,
            title,
            scenario: Box::new(move |engine| scenario(&object, initial, engine)),
            duration,
            corner,
            solution: Some(solution),
            is_for_explicit: name != "rober",
        }
    };
    let chain = Net { stiffness: 1e6, damping: 1e4, ..Net::chain(200) };
    [
        published("vdpol", "Van der Pol, mu = 1000, to 2000 s", VanDerPol::problem, 1e-3),
        published("rober", "Robertson, to 1e11 s", Robertson::problem, 1e-8),
        published("hires", "HIRES, to 321.8122 s", Hires::problem, 1e-3),
        published("rod", "a rod of 1000 cells, to 0.1 s", || Rod::problem(1000), 1e-2),
        Case {
            name: "chain",
            title: "CHAIN(200) with springs of 1e6 N/m and 1e4 N s/m, to 1 s",
            scenario: Box::new(move |engine| chain.scenario(engine)),
            duration: 1.0,
            corner: 1.0,
            solution: None,
            is_for_explicit: true,
        },
    ]
}

fn scenario(object: &str, initial: &str, engine: &str) -> String {
    let (kind, rest) = object.split_once(' ').unwrap();
    let (name, parameters) = rest.split_once(' ').unwrap_or((rest, ""));
    format!(
        "<Contents>\n<OBJECTS><Lib LibName=\"laboratory\" SimObject=\"{kind}\" Name=\"{name}\" {parameters}/></OBJECTS>\n\
         <INITIALIZATION><InitialCondition {initial}/></INITIALIZATION>\n\
         <INTEGRATION><Engine {engine}/></INTEGRATION>\n</Contents>\n"
    )
}

fn compare(case: &Case, cvode: Option<&Cvode>) {
    let (method, tolerance) = if is_smoke() { ("BDF", 1e-6) } else { ("DormandPrince", 1e-12) };
    let solution = case.solution.clone().unwrap_or_else(|| solve(case, method, tolerance).x);
    let start = load(case, "BDF", 1e-6).workspace().x().to_vec();
    println!("\n{}; AbsTol = {:.0e} RelTol", case.title, case.corner);
    if case.solution.is_none()
        && let Some(cvode) = cvode
    {
        let tolerance = 1e-10;
        let row = cvode.solve(case, &start, tolerance);
        let distance = error(&row.x, &solution, tolerance, case.corner);
        println!(
            "\nThe solution is that of Dormand-Prince at 1e-12. {} at 1e-10 is {distance:.1} tolerances away.",
            row.method
        );
    }
    for tolerance in TOLERANCES.into_iter().take(if is_smoke() { 1 } else { TOLERANCES.len() }) {
        println!("\nRelTol = {tolerance:e}\n");
        println!("| method | steps | rejected | evaluations | of them for Jacobians | Jacobians | error | CPU ms |");
        println!("|---|---|---|---|---|---|---|---|");
        let explicit = |method: &&&str| (case.is_for_explicit && !is_smoke()) || **method != "DormandPrince";
        let ours = METHODS.iter().filter(explicit).map(|method| solve(case, method, tolerance));
        for row in ours.chain(cvode.map(|cvode| cvode.solve(case, &start, tolerance))) {
            println!(
                "| {} | {} | {} | {} | {} | {} | {:.2} | {:.3} |",
                row.method,
                row.steps,
                row.rejected,
                row.evaluations,
                row.jacobian_evaluations,
                row.jacobians,
                error(&row.x, &solution, tolerance, case.corner),
                1e3 * row.seconds,
            );
        }
    }
}

/// Root mean square of the differences, as multiples of the tolerances.
fn error(x: &[f64], solution: &[f64], tolerance: f64, corner: f64) -> f64 {
    assert_eq!(x.len(), solution.len());
    let ratio = |(x, exact): (&f64, &f64)| (x - exact) / (tolerance * (corner + exact.abs()));
    (x.iter().zip(solution).map(ratio).map(|ratio| ratio * ratio).sum::<f64>() / x.len() as f64).sqrt()
}

fn load(case: &Case, method: &str, tolerance: f64) -> Arc<Model> {
    let engine = format!(
        r#"TOutput="0, {}" IntegratorMethod="{method}" RelTol="{tolerance:e}" AbsTol="{:e}" ErrorNorm="rms""#,
        case.duration,
        tolerance * case.corner,
    );
    let sources = Sources::new(Source::new(case.name, (case.scenario)(&engine)));
    let catalog = Catalog::new([&LIBRARY, &bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY]);
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn solve(case: &Case, method: &str, tolerance: f64) -> Row {
    let model = load(case, method, tolerance);
    let once = || {
        let begin = cpu_seconds();
        let mut run = Run::new(&model);
        run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap_or_else(|error| panic!("{error}"));
        let seconds = cpu_seconds() - begin;
        (seconds, run.statistics().clone(), run.x().to_vec())
    };
    let (first, cost, x) = once();
    let rounds = if is_smoke() { 0 } else { rounds(first) };
    let seconds = (0..rounds).map(|_| once().0).fold(first, f64::min);
    Row {
        method: method.to_owned(),
        steps: cost.steps,
        rejected: cost.rejected,
        evaluations: cost.evaluations,
        jacobian_evaluations: cost.jacobians * cost.colours as u64,
        jacobians: cost.jacobians,
        seconds,
        x,
    }
}

/// How often a run that takes so long is repeated, s.
fn rounds(seconds: f64) -> usize {
    ((BUDGET / seconds) as usize).clamp(3, 100)
}

/// CPU time of this process, s.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

/// Time, s, where the system does not tell that of the CPU.
#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64()
}
