//! How fast the engine is, as ratios to the same work by hand in the same process:
//! in C++, where there is a compiler (`g++`), and in Rust.
//!
//! `cargo bench` prints the tables of docs/performance.md; `cargo bench --bench
//! ratios evaluations` only one of them (`libraries`, `languages`, `connections`, `runs`, `tutorial`, `sweep`,
//! `ticks`, `controller`, `threads`, `rows`, `start-up`, `loading`). All of them run in turn, so that a drift of the machine meets both; each figure
//! is a median. `cargo bench --bench ratios -- --smoke` does each once, with
//! small models, and measures nothing: it shows that the benchmarks still run.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, reason = "a benchmark")]

mod connections;
mod languages;
mod libraries;
mod models;
mod plain;
mod rows;
mod threads;
mod ticks;
mod tutorial;
mod yardstick;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use models::{Net, REFERENCE_ENGINE, is_smoke};
use plain::Plain;
use yardstick::Yardstick;

/// How often a measurement is repeated.
fn rounds(usually: usize) -> usize {
    if is_smoke() { 1 } else { usually }
}

const ROUNDS: usize = 41;

/// Runs the measurements whose names are given, or all of them.
fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let measurements: [(&str, fn()); 13] = [
        ("evaluations", evaluations),
        ("libraries", libraries::libraries),
        ("languages", languages::languages),
        ("connections", connections::connections),
        ("runs", runs),
        ("tutorial", tutorial::tutorial),
        ("sweep", tutorial::sweep),
        ("ticks", ticks::ticks),
        ("controller", ticks::controller),
        ("threads", threads::threads),
        ("rows", rows::rows),
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
    bowline_engine::load(&sources, catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
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

/// What was measured of one of several that ran in turn.
struct Measured {
    /// Median of one time, s.
    seconds: f64,
    /// Median ratio of the first one's time to this one's, measured next to each other.
    ratio: f64,
}

/// Measures works in turn.
fn in_turn(rounds: usize, times: usize, works: &mut [Box<dyn FnMut() + '_>]) -> Vec<Measured> {
    let (rounds, times) = if is_smoke() { (1, 1) } else { (rounds, times) };
    works.iter_mut().for_each(|work| work());
    let measured: Vec<Vec<f64>> =
        (0..rounds).map(|_| works.iter_mut().map(|work| time(work, times)).collect()).collect();
    let of = |i: usize| Measured {
        seconds: median(measured.iter().map(|round| round[i]).collect()),
        ratio: median(measured.iter().map(|round| round[0] / round[i]).collect()),
    };
    (0..works.len()).map(of).collect()
}

fn ratio_of(measured: Option<&Measured>) -> String {
    measured.map_or("no compiler".to_owned(), |measured| format!("{:.2}", measured.ratio))
}

/// The head of a table whose columns are the builds of C++, the yardstick and
/// the engine, and the engine's ratio to each.
fn head(builds: &[(&str, Option<Plain>)], further: &str) {
    let names: Vec<&str> = builds.iter().map(|(name, _)| *name).collect();
    let ratios: Vec<String> = names.iter().map(|name| format!("ratio to {name}")).collect();
    println!("| model | {} | Rust | engine | {} | to Rust |{further}", names.join(" | "), ratios.join(" | "));
    println!("{}|", "|---".repeat(2 * names.len() + 4 + further.matches('|').count()));
}

/// A line of it: the engine was measured first, then what could be built, then
/// the yardstick.
fn line(name: &str, builds: &[(&str, Option<Plain>)], measured: &[Measured], unit: f64) -> String {
    let (mut of_plain, yardstick) = (measured[1..].iter(), &measured[measured.len() - 1]);
    let (mut columns, mut ratios) = (Vec::new(), Vec::new());
    for (_, plain) in builds {
        let found = plain.as_ref().and_then(|_| of_plain.next());
        columns.push(found.map_or("no compiler".to_owned(), |found| format!("{:.2}", found.seconds * unit)));
        ratios.push(ratio_of(found));
    }
    let (rust, ours, to_rust) = (yardstick.seconds * unit, measured[0].seconds * unit, yardstick.ratio);
    format!("| {name} | {} | {rust:.2} | {ours:.2} | {} | {to_rust:.2} |", columns.join(" | "), ratios.join(" | "))
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
    let builds = plain::builds();
    head(&builds, "");
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
        assert_same(&dx, &expected);
        let mut their = vec![0.0; x.len()];
        let mut works: Vec<Box<dyn FnMut() + '_>> =
            vec![Box::new(|| model.evaluate(black_box(&mut workspace), 0.0, black_box(&mut dx)).unwrap())];
        for plain in builds.iter().filter_map(|(_, plain)| plain.as_ref()) {
            let (plain, mut found) = (plain.net(&net), vec![0.0; x.len()]);
            plain.evaluate(&x, &mut found);
            assert_same(&found, &expected);
            let x = &x;
            works.push(Box::new(move || plain.evaluate(black_box(x), black_box(&mut found))));
        }
        works.push(Box::new(|| yardstick.evaluate(black_box(&x), black_box(&mut their))));
        let times = (1_000_000 / net.masses.len()).max(1);
        let measured = in_turn(rounds(ROUNDS), times, &mut works);
        println!("{}", line(&net.name, &builds, &measured, 1e9 / masses));
    }
}

fn assert_same(found: &[f64], expected: &[f64]) {
    let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-9, "they do not do the same: {worst}");
}

fn runs() {
    println!("\na Dormand-Prince run of 1 s, rtol = atol = 1e-6, max norm, ns a mass and evaluation\n");
    let builds = plain::builds();
    head(&builds, " evaluations | checksum |");
    for net in nets() {
        let model = load(&net, REFERENCE_ENGINE);
        let yardstick = Yardstick::new(&net);
        let run = || {
            let mut run = Run::new(&model);
            run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
            (run.statistics().evaluations, net.checksum(run.x()))
        };
        let (evaluations, checksum) = run();
        let mut works: Vec<Box<dyn FnMut() + '_>> = vec![Box::new(|| {
            black_box(run());
        })];
        for plain in builds.iter().filter_map(|(_, plain)| plain.as_ref()) {
            let plain = plain.net(&net);
            let net = &net;
            let run = move || {
                let mut x = net.x();
                (plain.run(&mut x, 1.0, 1e-3, 1e-6), x)
            };
            assert_eq!(run().0 as u64, evaluations, "they do other steps");
            works.push(Box::new(move || {
                black_box(run());
            }));
        }
        works.push(Box::new(|| {
            let mut x = net.x();
            assert_eq!(yardstick.integrate(&mut x, 1.0, 1e-3, 1e-6) as u64, evaluations);
            black_box(&x);
        }));
        let times = (200 / net.masses.len()).max(1);
        let measured = in_turn(rounds(if net.masses.len() > 5000 { 5 } else { 15 }), times, &mut works);
        let unit = 1e9 / (net.masses.len() as f64 * evaluations as f64);
        println!("{} {evaluations} | {checksum:.6} |", line(&net.name, &builds, &measured, unit));
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
    for masses in if is_smoke() { vec![100] } else { vec![50_000, 500_000] } {
        load_chain(masses);
    }
}

/// Loads a chain of so many masses and as many springs.
fn load_chain(masses: usize) {
    let net = Net::chain(masses);
    let xml = net.scenario(REFERENCE_ENGINE);
    let objects = (net.masses.len() + net.springs.len()) as f64;
    drop(net);
    let sources = Sources::new(Source::new("chain", xml));
    let catalog = linked_in();
    let before = resident_bytes("VmRSS:");
    let start = Instant::now();
    let model =
        bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let took: Duration = start.elapsed();
    let after = resident_bytes("VmRSS:");
    println!("\nloading {objects} SimObjects: {:.3} s", took.as_secs_f64());
    if let (Some(before), Some(after)) = (before, after) {
        println!(
            "memory held afterwards, what the allocator keeps included: {:.0} bytes a SimObject",
            (after - before) / objects
        );
    }
    if let Some(peak) = resident_bytes("VmHWM:") {
        println!("most memory of the process so far, the scenario's text included: {:.0} MB", peak / 1e6);
    }
    drop(model);
}

/// Memory of this process, where the system tells it in this way.
fn resident_bytes(what: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}
