//! Systems as files that others read.

mod csv;
mod json;
mod mat;
mod npz;
mod zip;

use crate::matrix::Matrix;
use crate::system::{LinearSystem, Quantity};

/// What files hold beside names: each matrix with its name there.
fn matrices(system: &LinearSystem) -> [(&'static str, &Matrix); 4] {
    [("A", &system.a), ("B", &system.b), ("C", &system.c), ("D", &system.d)]
}

/// Lists of numbers of the operating point.
fn lists(system: &LinearSystem) -> [(&'static str, &[f64]); 3] {
    let point = &system.operating_point;
    [("x0", &point.x), ("u0", &point.u), ("y0", &point.y)]
}

/// Single numbers: the sample time, which is 0 if the system is continuous, and the time of the operating point, s.
fn numbers(system: &LinearSystem) -> [(&'static str, f64); 2] {
    [("Ts", system.sample_time.unwrap_or(0.0)), ("t0", system.operating_point.time)]
}

/// Names and units, each list with its name.
fn texts(system: &LinearSystem) -> [(&'static str, Vec<&str>); 6] {
    [
        ("StateName", names(&system.states)),
        ("StateUnit", units(&system.states)),
        ("InputName", names(&system.inputs)),
        ("InputUnit", units(&system.inputs)),
        ("OutputName", names(&system.outputs)),
        ("OutputUnit", units(&system.outputs)),
    ]
}

/// The names of quantities.
fn names(quantities: &[Quantity]) -> Vec<&str> {
    quantities.iter().map(|quantity| quantity.name.as_str()).collect()
}

/// The units of quantities.
fn units(quantities: &[Quantity]) -> Vec<&str> {
    quantities.iter().map(|quantity| quantity.unit.as_str()).collect()
}
