//! Transmission-line circuits beside hand-written loops over plain arrays for
//! the same circuits, in the same process.
//!
//! `cargo bench --bench tlm` prints the table of docs/performance.md; `-- --smoke`
//! does each once, with small circuits. Both run in turn, so that a drift of the
//! machine meets both; each figure is a median.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

mod by_hand;
mod circuits;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use by_hand::ByHand;
use circuits::Circuit;

/// s.
pub const STEP: f64 = 1e-4;

fn model(circuit: Circuit, n: usize, steps: usize) -> Arc<Model> {
    // The last tick lies half a step before the end.
    let sources = Sources::new(Source::new("circuit", circuit.scenario(n, (steps as f64 - 0.5) * STEP)));
    let catalog = Catalog::new([&bowline_tlm::LIBRARY, &bowline_base::LIBRARY]);
    Model::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn run(model: &Arc<Model>) -> Run {
    let mut run = Run::new(model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    run
}

fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let is_smoke = std::env::args().any(|argument| argument == "--smoke");
    let sizes: &[usize] = if is_smoke { &[10] } else { &[10, 100, 1000, 10_000] };
    println!("\nN elements of each kind in a row, ns a component and step\n");
    println!("| circuit | N | by hand | engine | ratio | loading, ms |\n|---|---|---|---|---|---|");
    for circuit in [Circuit::Orifice, Circuit::Laminar, Circuit::Mass] {
        for &n in sizes {
            let steps = if is_smoke { 10 } else { 1_000_000 / n + 100 };
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
                        black_box(ByHand::new(circuit, n).run(steps));
                    });
                    (ours, theirs)
                })
                .collect();
            let per = |seconds: f64| 1e9 * seconds / (circuit.components(n) * steps) as f64;
            let ours = per(median(pairs.iter().map(|pair| pair.0).collect()));
            let theirs = per(median(pairs.iter().map(|pair| pair.1).collect()));
            let ratio = median(pairs.iter().map(|(ours, theirs)| ours / theirs).collect());
            println!("| {circuit:?} | {n} | {theirs:.2} | {ours:.2} | {ratio:.3} | {:.1} |", 1e3 * loading);
        }
    }
}

/// Both do the same work.
fn compare_results(model: &Arc<Model>, circuit: Circuit, n: usize, steps: usize) {
    let mut run = run(model);
    let expected = ByHand::new(circuit, n).run(steps);
    let found: Vec<f64> = (1..=n)
        .map(|i| {
            let probe = model.probe(&circuit.watched(i)).unwrap();
            run.get(&probe).unwrap()[0]
        })
        .collect();
    let largest = expected.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    let worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-10 * largest && largest > 0.0, "{circuit:?}({n}) does other work: {worst} of {largest}");
}
