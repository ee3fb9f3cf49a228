//! What formulas mean.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod constants;
mod dimensions;
mod grammar;
mod measured;
mod running;

use std::collections::BTreeMap;

use bowline_formula::{Fault, Found, Names, Quantity, constant, variable};

/// Variables, and signals with their width and unit, one behind the other.
#[derive(Debug, Default)]
pub(crate) struct Known {
    variables: BTreeMap<&'static str, Quantity>,
    signals: Vec<(&'static str, usize, &'static str)>,
}

impl Known {
    pub(crate) fn new(variables: &[(&'static str, &str)], signals: &[(&'static str, usize, &'static str)]) -> Self {
        let mut known = Self { signals: signals.to_vec(), ..Self::default() };
        for (name, formula) in variables {
            let value = variable(formula, &known, "").unwrap();
            known.variables.insert(name, value);
        }
        known
    }

    pub(crate) fn inputs(&self) -> usize {
        self.signals.iter().map(|(_, width, _)| width).sum()
    }
}

impl Names for Known {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        if let Some(quantity) = self.variables.get(name).filter(|_| !is_path) {
            return Found::Constant(quantity);
        }
        let mut first = 0;
        for (known, width, unit) in &self.signals {
            if *known == name {
                return Found::Signal { first, width: *width, unit };
            }
            first += width;
        }
        Found::Unknown { message: format!("there is no `{name}`"), help: String::new() }
    }
}

/// Such as a drive has.
pub(crate) fn drive() -> Known {
    Known::new(
        &[("Bore", "80 mm"), ("Stroke", "1.2 m"), ("n", "4"), ("Area", "pi/4*Bore^2"), ("L", "(1, 2, 3)")],
        &[
            ("time", 1, "s"),
            ("P1.p", 1, "Pa"),
            ("B.Pos", 3, "m"),
            ("B.Vel", 3, "m/s"),
            ("Shaft.Vel", 1, "rad/s"),
            ("G.Out", 1, ""),
            ("Crane-1.Angle", 1, "deg"),
            ("Q.Out", 1, "apples"),
            ("T.Temp", 1, "degC"),
        ],
    )
}

pub(crate) fn value(text: &str, unit: &str) -> Result<f64, Fault> {
    constant(text, &drive(), unit).map(|number| number.value())
}

/// The fault, with the part of the text that it is about.
pub(crate) fn fault(text: &str, unit: &str) -> (String, String) {
    let fault = value(text, unit).expect_err(text);
    (text[fault.place.clone()].to_owned(), fault.message)
}
