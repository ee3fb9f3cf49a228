//! Transmission-line elements: by hand, against Hopsan, and against what theory
//! says of them.

mod accumulator;
mod balances;
mod by_hand;
mod check_valve;
mod cylinder_c;
mod cylinder_q;
mod further_ports;
mod hopsan;
mod hopsan_tutorial;
mod interfaces;
mod looks;
mod lossless_line;
mod machines;
mod mechanics;
mod mechanics_by_hand;
mod order;
mod own_steps;
mod pairs;
mod pressure_relief_valve;
mod pump;
mod restated;
mod resuming;
mod scenarios;
mod sensors;
mod servo;
mod signals;
mod tension;
mod valve43;
mod valves;
mod wrong;

use std::collections::HashMap;

use crate::laboratory::{load, run, scenario};

/// A scenario of elements of the library, `Type Name Parameter="..."`; those of
/// others say so, `library:Type Name`.
fn circuit(objects: &[&str], connections: &str, engine: &str) -> String {
    let is_foreign = |object: &str| object.split(' ').next().is_some_and(|kind| kind.contains(':'));
    let qualified = |object: &&str| if is_foreign(object) { (*object).to_owned() } else { format!("tlm:{object}") };
    let objects: Vec<String> = objects.iter().map(qualified).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    scenario(&objects, connections, "", engine)
}

/// All numbers of a run, by name, row by row.
struct Rows {
    columns: HashMap<String, usize>,
    rows: Vec<Vec<f64>>,
}

impl Rows {
    fn of(text: &str) -> Self {
        let model = load(&text.replace("<Engine ", r#"<Engine FileOutput="objects:all" "#));
        let names = model.columns().iter().map(|column| model.column_name(column));
        let columns = names.zip(0..).collect();
        Self { columns, rows: run(&model).0.into_iter().map(|(_, values)| values).collect() }
    }

    /// The numbers of one column.
    fn of_column(&self, name: &str) -> Vec<f64> {
        let column = *self.columns.get(name).unwrap_or_else(|| panic!("no column {name}"));
        self.rows.iter().map(|row| row[column]).collect()
    }
}

/// That numbers are what they should be but for rounding.
#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-14 * expected.abs().max(1e-30);
    assert!(found.iter().zip(expected).all(is_near), "{what}: {found:?} instead of {expected:?}");
}
