//! Transmission-line circuits beside hand-written loops over plain arrays for
//! the same circuits, in the same process.
//!
//! `cargo bench --bench tlm` prints the table of docs/performance.md, `-- mass 100` one
//! circuit of it, with one N; `-- --smoke` does each once, with small circuits;
//! `-- mass 100 --steps=1000` runs the engine alone, for profilers. Both run in turn, so that a drift of the
//! machine meets both; each figure is a median of CPU seconds of the process, which other work on the
//! machine disturbs less than time.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

mod by_hand;
mod circuits;
mod servo;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use circuits::Circuit;

/// s.
pub const STEP: f64 = 1e-4;

/// What is measured, and for which N.
const CIRCUITS: [(Circuit, &[usize]); 5] = [
    (Circuit::Orifice, &[10, 100, 1000, 10_000]),
    (Circuit::Laminar, &[10, 100, 1000, 10_000]),
    (Circuit::Mass, &[10, 100, 1000, 10_000]),
    (Circuit::Servo, &[1, 6, 60, 600]),
    (Circuit::ServoTogether, &[60]),
];

fn model(circuit: Circuit, n: usize, steps: usize) -> Arc<Model> {
    // The last tick lies half a step before the end.
    let sources = Sources::new(Source::new("circuit", circuit.scenario(n, (steps as f64 - 0.5) * STEP)));
    let catalog = Catalog::new([&bowline_tlm::LIBRARY, &bowline_base::LIBRARY]);
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn run(model: &Arc<Model>) -> Run {
    let mut run = Run::new(model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    run
}

fn time(work: impl FnOnce()) -> f64 {
    let start = cpu_seconds();
    work();
    cpu_seconds() - start
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

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What is measured: all of it, or what the words say after `--`, as `mass 100`.
fn main() {
    let words: Vec<String> = std::env::args().skip(1).map(|word| word.to_lowercase()).collect();
    let is_smoke = words.iter().any(|word| word == "--smoke");
    let asked = |what: String| words.iter().any(|word| *word == what.to_lowercase());
    let number = words.iter().find_map(|word| word.parse::<usize>().ok());
    let is_any = CIRCUITS.iter().any(|(circuit, _)| asked(format!("{circuit:?}")));
    if let Some(steps) = words.iter().find_map(|word| word.strip_prefix("--steps=")?.parse().ok()) {
        for (circuit, _) in CIRCUITS.iter().filter(|(circuit, _)| asked(format!("{circuit:?}"))) {
            black_box(run(&model(*circuit, number.unwrap_or(100), steps)).time());
        }
        return;
    }
    println!("\nN elements of each kind in a row, ns a component and step\n");
    println!("| circuit | N | by hand | engine | ratio | loading, ms |\n|---|---|---|---|---|---|");
    for (circuit, sizes) in CIRCUITS.into_iter().filter(|(circuit, _)| !is_any || asked(format!("{circuit:?}"))) {
        let sizes = if is_smoke { &sizes[..1] } else { sizes };
        for n in sizes.iter().copied().filter(|n| number.is_none_or(|number| number == *n)) {
            measure(circuit, n, is_smoke);
        }
    }
}

/// One row of the table.
fn measure(circuit: Circuit, n: usize, is_smoke: bool) {
    let components = circuit.components(n);
    let steps = if is_smoke { 10 } else { 2_000_000 / components + 100 };
    let rounds = if is_smoke { 1 } else { 15 };
    let mut loaded = None;
    let loading = time(|| loaded = Some(model(circuit, n, steps)));
    let model = loaded.unwrap();
    compare_results(&model, circuit, n, steps);
    let pairs: Vec<(f64, f64)> = (0..rounds)
        .map(|_| {
            let ours = time(|| {
                black_box(run(&model).time());
            });
            let theirs = time(|| {
                black_box(by_hand::run(circuit, n, steps));
            });
            (ours, theirs)
        })
        .collect();
    let per = |seconds: f64| 1e9 * seconds / (components * steps) as f64;
    let ours = per(median(pairs.iter().map(|pair| pair.0).collect()));
    let theirs = per(median(pairs.iter().map(|pair| pair.1).collect()));
    let ratio = median(pairs.iter().map(|(ours, theirs)| ours / theirs).collect());
    println!("| {circuit:?} | {n} | {theirs:.2} | {ours:.2} | {ratio:.3} | {:.1} |", 1e3 * loading);
}

/// Both do the same work.
fn compare_results(model: &Arc<Model>, circuit: Circuit, n: usize, steps: usize) {
    let mut run = run(model);
    let expected = by_hand::run(circuit, n, steps);
    let found: Vec<f64> = (1..=n)
        .map(|i| {
            let probe = model.probe(&circuit.watched(i)).unwrap();
            run.get(&probe).unwrap()[0]
        })
        .collect();
    let largest = expected.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    let worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let near = if circuit == Circuit::ServoTogether { 0.1 } else { 1e-10 };
    assert!(worst < near * largest && largest > 0.0, "{circuit:?}({n}) does other work: {worst} of {largest}");
}
