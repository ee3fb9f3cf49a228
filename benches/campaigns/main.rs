//! How many short runs a campaign does a second on all cores, as a ratio to a
//! plain loop over the engine on one of them, and what memory it takes. What the
//! machine gives is seen by as many such loops at once, one a core.
//!
//! `cargo bench --bench campaigns` prints the tables of docs/performance.md;
//! `-- --smoke` does a few runs and measures nothing. Loop and campaign run in
//! turn, so that a drift of the machine meets both; each figure is a median.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

use bowline_campaign::execute::Execution;
use bowline_campaign::metric::MetricRecorder;
use bowline_campaign::{
    Beginning, Campaign, Definition, Directory, ExecutionRecord, Layout, Manifest, Origin, ScenarioText, Shard,
    Summary, Variation,
};
use bowline_engine::{Catalog, Run, Source, Sources};

const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/mass_linear_spring.xml");
const ROUNDS: usize = 5;

fn main() {
    let is_smoke = std::env::args().any(|word| word == "--smoke");
    let (runs, rounds) = if is_smoke { (20, 1) } else { (2000, ROUNDS) };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    println!(
        "| a run | loop, runs a second | {cores} loops at once | campaign on {cores} cores | ratio to {cores} x the loop \
         | goal | ratio to the loops at once |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, until) in [("1 s, 500 steps", 1.0), ("10 s, 5000 steps", 10.0)] {
        let (mut of_loop, mut of_loops, mut of_campaign) = (Vec::new(), Vec::new(), Vec::new());
        let runs = if until > 1.0 { runs / 5 } else { runs };
        for _ in 0..rounds {
            of_loop.push(runs as f64 / time(|| plain_loop(runs / cores as u64, until)) / cores as f64);
            of_loops.push(runs as f64 / time(|| loops_at_once(runs / cores as u64, until, cores)));
            of_campaign.push(runs as f64 / time(|| campaign(runs, until, cores)));
        }
        let (of_loop, of_loops, of_campaign) = (median(of_loop), median(of_loops), median(of_campaign));
        let (ratio, at_once) = (of_campaign / (cores as f64 * of_loop), of_campaign / of_loops);
        println!("| {name} | {of_loop:.0} | {of_loops:.0} | {of_campaign:.0} | {ratio:.2} | 0.9 | {at_once:.2} |");
    }
    println!("\n| runs | memory behind them, MiB |\n|---|---|");
    let sizes = if is_smoke { [10, 20, 40] } else { [2000, 10_000, 50_000] };
    for runs in sizes {
        campaign(runs, 0.1, cores);
        println!("| {runs} | {:.1} |", memory());
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// So many masses, and the end of each run, s.
fn definition(runs: u64, until: f64) -> Definition {
    let masses = Variation::parse(&format!("B.Mass=1:0.001:{}", 0.001 * (runs + 999) as f64)).unwrap();
    let metric = vec!["final:B.Pos[2]".to_owned()];
    Definition { scenario: SCENARIO.into(), until: Some(until), metric, vary: vec![masses], ..Definition::default() }
}

fn sources() -> Sources {
    Sources::new(Source::new(SCENARIO, fs::read_to_string(SCENARIO).unwrap()))
}

fn catalog() -> Catalog {
    Catalog::new([&bowline_tutorial::LIBRARY])
}

/// What anybody would write: each case is loaded and run, and its number kept.
fn plain_loop(runs: u64, until: f64) {
    let (definition, sources, catalog) = (definition(runs, until), sources(), catalog());
    let campaign = Campaign::read(&definition, &sources, &catalog).unwrap();
    let mut found = Vec::new();
    for case in 1..=runs {
        let loaded = campaign.load(case).unwrap();
        let mut metrics = MetricRecorder::new(&loaded.metrics);
        Run::new(&loaded.model).to_end(&mut metrics, &mut |_| ControlFlow::Continue(())).unwrap();
        found.push(metrics.values());
    }
    assert_eq!(found.len() as u64, runs);
}

/// As many loops as there are cores, each on a thread of its own, with nothing in common.
fn loops_at_once(runs: u64, until: f64, cores: usize) {
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| plain_loop(runs, until));
        }
    });
}

/// The same as a campaign, with all that it keeps.
fn campaign(runs: u64, until: f64, jobs: usize) {
    let folder = tempfile::TempDir::new().unwrap();
    let (definition, sources, catalog) = (definition(runs, until), sources(), catalog());
    let campaign = Campaign::read(&definition, &sources, &catalog).unwrap();
    let first = campaign.load(1).unwrap();
    let manifest = Manifest::new(Beginning {
        program: "bench",
        definition: &definition,
        plan: campaign.plan(),
        shard: Shard::WHOLE,
        execution: ExecutionRecord::default(),
        scenario: ScenarioText::new(SCENARIO.into(), sources.scenario().text()),
        model: &first.model,
        metrics: &first.metrics,
    });
    let directory = Directory::begin(Layout::new(folder.path().join("out")), manifest.unwrap()).unwrap();
    let executed = campaign.execute(
        &directory,
        Execution {
            jobs,
            timeout: None,
            isolation: None,
            origin: Origin { host: String::new(), began: String::new() },
            stop: &|| false,
            tell: &mut |_| {},
        },
    );
    assert_eq!(executed.unwrap().finished, runs);
    Summary::read(directory.layout(), directory.manifest(), &[]).unwrap().write(directory.layout()).unwrap();
}

/// What this process holds, MiB; not a number where the system does not tell.
fn memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).map_or(f64::NAN, |kib| kib / 1024.0)
}
