//! How fast the engine is, as ratios to a yardstick in the same process.
//!
//! `cargo bench` prints the tables of docs/performance.md; `cargo bench --bench
//! ratios evaluations` only one of them (`libraries`, `runs`,
//! `ticks`, `controller`, `threads`, `start-up`, `loading`). Yardstick and
//! engine run in turn, so that a drift of the machine meets both; each figure
//! is a median. `cargo bench --bench ratios -- --smoke` does each once, with
//! small models, and measures nothing: it shows that the benchmarks still run.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

mod libraries;
mod models;
mod threads;
mod ticks;
mod yardstick;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use models::{Net, REFERENCE_ENGINE, is_smoke};
use yardstick::Yardstick;

/// How often a measurement is repeated.
fn rounds(usually: usize) -> usize {
    if is_smoke() { 1 } else { usually }
}

const ROUNDS: usize = 41;

/// Runs the measurements whose names are given, or all of them.
fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let measurements: [(&str, fn()); 8] = [
        ("evaluations", evaluations),
        ("libraries", libraries::libraries),
        ("runs", runs),
        ("ticks", ticks::ticks),
        ("controller", ticks::controller),
        ("threads", threads::threads),
        ("start-up", start_up),
        ("loading", loading),
    ];
    for (name, measure) in measurements {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            measure();
        }
    }
}

fn linked_in() -> Catalog {
    Catalog::new([&bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY])
}

fn load(net: &Net, engine: &str) -> Arc<Model> {
    load_with(&linked_in(), net, engine)
}

fn load_with(catalog: &Catalog, net: &Net, engine: &str) -> Arc<Model> {
    let sources = Sources::new(Source::new(net.name.clone(), net.scenario(engine)));
    Model::load(&sources, catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn nets() -> Vec<Net> {
    if is_smoke() {
        return vec![Net::chain(10), Net::chain(1000)];
    }
    [10, 100, 1000, 10_000].into_iter().map(Net::chain).chain([Net::square(50)]).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn time(mut work: impl FnMut(), times: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        work();
    }
    start.elapsed().as_secs_f64() / times as f64
}

/// Median seconds of both, and the median ratio of neighbours in time.
fn compare(rounds: usize, times: usize, mut ours: impl FnMut(), mut yardstick: impl FnMut()) -> (f64, f64, f64) {
    let (rounds, times) = if is_smoke() { (1, 1) } else { (rounds, times) };
    ours();
    yardstick();
    let pairs: Vec<(f64, f64)> = (0..rounds).map(|_| (time(&mut ours, times), time(&mut yardstick, times))).collect();
    let ratio = median(pairs.iter().map(|(a, b)| a / b).collect());
    (median(pairs.iter().map(|p| p.0).collect()), median(pairs.iter().map(|p| p.1).collect()), ratio)
}

fn evaluations() {
    println!("\none evaluation, ns a mass\n");
    println!("| model | yardstick | engine | ratio |\n|---|---|---|---|");
    for net in nets() {
        let masses = net.masses.len() as f64;
        let model = load(&net, REFERENCE_ENGINE);
        let yardstick = Yardstick::new(&net);
        let mut workspace = model.workspace();
        let x = net.x();
        assert_eq!(workspace.x(), x);
        let (mut dx, mut expected) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        model.evaluate(&mut workspace, 0.0, &mut dx).unwrap();
        yardstick.evaluate(&x, &mut expected);
        let worst = dx.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-9, "the yardstick does other work: {worst}");

        let times = (2_000_000 / net.masses.len()).max(1);
        let (ours, theirs, ratio) = compare(
            ROUNDS,
            times,
            || model.evaluate(black_box(&mut workspace), 0.0, black_box(&mut dx)).unwrap(),
            || yardstick.evaluate(black_box(&x), black_box(&mut expected)),
        );
        println!("| {} | {:.2} | {:.2} | {ratio:.3} |", net.name, 1e9 * theirs / masses, 1e9 * ours / masses);
    }
}

fn runs() {
    println!("\na Dormand-Prince run of 1 s, rtol = atol = 1e-6, max norm, ns a mass and evaluation\n");
    println!("| model | yardstick | engine | ratio | evaluations: yardstick | engine | checksum |");
    println!("|---|---|---|---|---|---|---|");
    for net in nets() {
        let model = load(&net, REFERENCE_ENGINE);
        let yardstick = Yardstick::new(&net);
        let (mut counted, mut their_count, mut checksum) = (0, 0, 0.0);
        let times = (200 / net.masses.len()).max(1);
        let rounds = if net.masses.len() > 5000 { 5 } else { 15 };
        let (ours, theirs, _) = compare(
            rounds,
            times,
            || {
                let mut run = Run::new(&model);
                run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
                counted = run.statistics().evaluations;
                checksum = net.checksum(run.x());
            },
            || {
                let mut x = net.x();
                their_count = yardstick.integrate(&mut x, 1.0, 1e-3, 1e-6);
                black_box(&x);
            },
        );
        let per = |seconds: f64, count: f64| 1e9 * seconds / (net.masses.len() as f64 * count);
        let (ours, theirs) = (per(ours, counted as f64), per(theirs, their_count as f64));
        println!(
            "| {} | {theirs:.2} | {ours:.2} | {:.3} | {their_count} | {counted} | {checksum:.6} |",
            net.name,
            ours / theirs,
        );
    }
}

fn start_up() {
    let program = env!("CARGO_BIN_EXE_bowline");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/mass_linear_spring.xml");
    let once = || {
        let start = Instant::now();
        let output = std::process::Command::new(program)
            .args(["run", scenario, "--until", "0", "-o", "-", "--quiet"])
            .output()
            .unwrap();
        assert!(output.status.success() && output.stdout.starts_with(b"Time,"));
        start.elapsed()
    };
    once();
    let milliseconds = median((0..rounds(ROUNDS)).map(|_| once().as_secs_f64() * 1e3).collect());
    println!(
        "\nstart-up: {milliseconds:.2} ms from the process's start to its end after the first row of the tutorial"
    );
}

fn loading() {
    let net = Net::chain(if is_smoke() { 100 } else { 50_000 });
    let xml = net.scenario(REFERENCE_ENGINE);
    let objects = (net.masses.len() + net.springs.len()) as f64;
    let sources = Sources::new(Source::new("chain", xml));
    let catalog = linked_in();
    let before = resident_bytes();
    let start = Instant::now();
    let model = Model::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let took: Duration = start.elapsed();
    let after = resident_bytes();
    println!("\nloading {objects} SimObjects: {:.3} s", took.as_secs_f64());
    if let (Some(before), Some(after)) = (before, after) {
        println!(
            "memory held afterwards, what the allocator keeps included: {:.0} bytes a SimObject",
            (after - before) / objects
        );
    }
    drop(model);
}

/// Memory of this process, where the system tells it in this way.
fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}
