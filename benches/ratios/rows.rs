//! Rows of results with many columns: nearly all of such a run is the text of
//! numbers.

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Catalog, CsvRecorder, LoadOptions, Model, Run, Source, Sources, Table};

use crate::models::{Net, is_smoke, wide};
use crate::{median, rounds};

/// A model of 10 000 columns, whatever its number of states.
struct Wide {
    name: &'static str,
    scenario: fn(&str) -> String,
}

const MODELS: [Wide; 2] = [
    Wide { name: "CHAIN(1667)", scenario: |engine| Net::chain(if is_smoke() { 400 } else { 1667 }).scenario(engine) },
    Wide { name: "one state, sines", scenario: |engine| wide(if is_smoke() { 2400 } else { 10_000 }, engine) },
];

impl Wide {
    fn model(&self, threads: usize) -> Arc<Model> {
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY, &bowline_base::LIBRARY]);
        let scenario = (self.scenario)(&format!(r#"TOutput="0:0.001:0.2" NumCores="{threads}""#));
        let sources = Sources::new(Source::new(self.name, scenario));
        bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
    }
}

/// Seconds that a number of a run takes.
fn of_a_run(model: &Arc<Model>) -> f64 {
    let mut run = Run::new(model);
    let mut recorder = CsvRecorder::new(model, io::sink()).unwrap();
    run.to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
    let statistics = run.statistics();
    statistics.wall_s / (statistics.rows as f64 * model.columns().len() as f64)
}

/// The numbers of such a run.
fn numbers(model: &Arc<Model>) -> Vec<(f64, Vec<f64>)> {
    let mut table = Table::new(model);
    Run::new(model).to_end(&mut table, &mut |_| ControlFlow::Continue(())).unwrap();
    table.rows().to_vec()
}

/// The same text by a plain loop: seconds that a number takes.
fn by_hand(rows: &[(f64, Vec<f64>)]) -> f64 {
    let (mut line, mut buffer, mut sink) = (Vec::new(), zmij::Buffer::new(), io::sink());
    let began = std::time::Instant::now();
    for (_, row) in rows {
        line.clear();
        for number in row {
            let text = buffer.format(*number);
            line.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
            line.push(b',');
        }
        sink.write_all(black_box(&line)).unwrap();
    }
    began.elapsed().as_secs_f64() / (rows.len() * rows[0].1.len()) as f64
}

pub fn rows() {
    println!("\nruns with 201 rows of 10 000 columns, ns a number\n");
    println!(
        "| model | the text alone by hand | one thread | two | ratio to by hand | speed-up |\n|---|---|---|---|---|---|"
    );
    for wide in MODELS {
        let (one, two) = (wide.model(1), wide.model(2));
        let rows = numbers(&one);
        let times: Vec<[f64; 3]> = (0..rounds(9)).map(|_| [by_hand(&rows), of_a_run(&one), of_a_run(&two)]).collect();
        let of = |what: fn(&[f64; 3]) -> f64| median(times.iter().map(what).collect());
        println!(
            "| {} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} |",
            wide.name,
            1e9 * of(|t| t[0]),
            1e9 * of(|t| t[1]),
            1e9 * of(|t| t[2]),
            of(|t| t[1] / t[0]),
            of(|t| t[1] / t[2]),
        );
    }
}
