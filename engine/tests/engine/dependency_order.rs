//! The graph of a finished model against what loading made of it.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use bowline_engine::dependencies::Computation;
use bowline_engine::{LoadOptions, Model, Source, Sources};
use bowline_model::model::schedule::{Batch, Level};

use crate::laboratory::load_from;

fn scenarios() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    paths.sort();
    assert!(paths.len() > 15, "{paths:?}");
    paths
}

fn load(path: &PathBuf, overrides: &[&str]) -> Arc<Model> {
    let source = Source::new(path.to_string_lossy(), fs::read_to_string(path).unwrap());
    let sources = Sources::new(source).with_overrides(overrides.iter().copied());
    load_from(&sources, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{path:?}: {wrong}"))
}

/// In which level each computation of a list of levels runs.
fn levels<'a>(model: &Model, levels: impl Iterator<Item = &'a Level>) -> HashMap<Computation, usize> {
    let mut found = HashMap::new();
    for (level, number) in levels.zip(0..) {
        for batch in &level.batches {
            match batch {
                Batch::Assemblies { numbers, .. } => {
                    let ports = numbers.iter().map(|assembly| model.layout().assemblies[*assembly as usize].port);
                    found.extend(ports.map(|port| (Computation::InputAssembly { port }, number)));
                }
                // Its members are no order.
                Batch::Block(_) => {}
                Batch::Kernel { store, calculation, range, .. } => {
                    for position in range.clone() {
                        let object = model.stores()[*store].number(position) as usize;
                        let calculation = *calculation as usize;
                        found.insert(Computation::Calculation { object, calculation }, number);
                    }
                }
            }
        }
    }
    found
}

/// What runs in an evaluation runs once, in a later level than what has to run before it.
#[test]
fn every_schedule_is_an_order_of_the_graph() {
    let mut compared = 0;
    for path in scenarios() {
        let model = load(&path, &[]);
        let graph = model.dependency_graph();
        let schedule = &model.schedule;
        let level_of = levels(&model, schedule.filling(true).chain([&schedule.derivatives]));
        for number in 0..graph.len() {
            let Some(level) = level_of.get(&graph.computation(number)) else { continue };
            for before in graph.before(number) {
                // What runs at ticks, or when it is asked, is in no level.
                let Some(earlier) = level_of.get(&graph.computation(before)) else { continue };
                assert!(earlier < level, "{path:?}: {} before {}", graph.name(before), graph.name(number));
                compared += 1;
            }
        }
        let scheduled = (0..graph.len()).filter(|number| level_of.contains_key(&graph.computation(*number))).count();
        assert_eq!(scheduled, level_of.len(), "{path:?}");
    }
    assert!(compared > 500, "{compared}");
}

/// Implicit methods get the structure of their Jacobian while the model is loaded.
#[test]
fn the_pattern_of_the_states_is_the_structure_of_the_jacobian() {
    for path in scenarios() {
        let model = load(&path, &["Engine:IntegratorMethod=BDF"]);
        // With loops the matrix has their unknowns, in place of what goes through them.
        if !model.schedule.blocks.is_empty() {
            continue;
        }
        let sparsity = &model.problem().jacobian.unwrap().sparsity;
        let pattern = model.dependency_graph().state_space_pattern(&[], &[]);
        for state in 0..model.state_count() {
            let is_in_column = |column: &usize| sparsity.column(*column).contains(&state);
            let mut row: Vec<u32> = (0..model.state_count()).filter(is_in_column).map(|column| column as u32).collect();
            // That one always has its diagonal.
            row.retain(|column| *column as usize != state || pattern.derivative(state).contains(column));
            assert_eq!(pattern.derivative(state), row, "{path:?}: {}", model.state_name(state));
        }
    }
}

/// Before a computation runs who fills what it reads, and nobody else.
#[test]
fn who_runs_before_fills_what_is_read() {
    for path in scenarios() {
        let model = load(&path, &[]);
        let graph = model.dependency_graph();
        for number in 0..graph.len() {
            let mut before: Vec<usize> = graph.before(number).collect();
            let mut givers: Vec<usize> =
                graph.reads(number).iter().filter_map(|read| graph.giver(read.signal)).collect();
            before.sort_unstable();
            givers.sort_unstable();
            assert_eq!(before, givers, "{path:?}: {}", graph.name(number));
            for giver in givers {
                let gives = graph.gives(giver);
                let is_read = graph.reads(number).iter().any(|read| gives.contains(&read.signal));
                // Of an unknown, who fills its residual.
                assert!(is_read || !model.schedule.blocks.is_empty(), "{path:?}: {}", graph.name(giver));
            }
        }
    }
}
