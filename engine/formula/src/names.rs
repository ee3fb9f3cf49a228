//! What names in formulas stand for.

use bowline_units::Unit;

use crate::exact::Number;
use crate::meaning::{Meaning, Measure};

/// Constants that somebody named: one, or several beside each other, in SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The numbers.
    pub numbers: Vec<Number>,
    /// What they measure.
    pub meaning: Meaning,
}

impl Quantity {
    /// The same as a formula that needs no names, and comes to the same fractions.
    pub fn written(&self) -> String {
        let unit = match self.meaning {
            Meaning::Of(measure) if !measure.dimension.is_none() => measure.dimension.to_string(),
            _ => String::new(),
        };
        let number = |number: &Number| match (number.written(), unit.as_str()) {
            ((decimal, true), "") if !decimal.starts_with('-') => decimal,
            ((text, _), "") => format!("({text})"),
            ((decimal, true), unit) => format!("({decimal} {unit})"),
            ((fraction, false), unit) => format!("({fraction}*(1 {unit}))"),
        };
        let numbers: Vec<String> = self.numbers.iter().map(number).collect();
        if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(", ")) }
    }

    /// The numbers in a unit; as they are, if there is none.
    pub fn numbers_in(&self, unit: &str) -> Vec<f64> {
        let unit = Unit::parse(unit);
        let number =
            |number: &Number| unit.map_or_else(|| number.clone(), |unit| number.clone().into_unit(&unit)).value();
        self.numbers.iter().map(number).collect()
    }
}

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Found<'n> {
    /// Constants.
    Constant(&'n Quantity),
    /// Numbers that a program takes: so many from a slot on, in a unit as it is declared.
    Signal {
        /// The slot of the first.
        first: usize,
        /// How many.
        width: usize,
        /// The declared unit; empty, if there is none.
        unit: &'n str,
    },
    /// Nothing.
    Unknown {
        /// What is wrong with it.
        message: String,
        /// What to write instead.
        help: String,
    },
}

/// Who knows names.
pub trait Names {
    /// What a name stands for; a path has points in it, a word has none.
    fn find(&self, name: &str, is_path: bool) -> Found<'_>;
}

/// No names at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn find(&self, name: &str, _: bool) -> Found<'_> {
        Found::Unknown { message: format!("there is no `{name}` here"), help: "write a number".to_owned() }
    }
}

/// What a declared unit says: what numbers in it measure, and the unit, if it is known.
pub(crate) fn declared(unit: &str) -> (Meaning, Option<Unit>) {
    match Unit::parse(unit) {
        Some(unit) => (Meaning::Of(Measure::declared(&unit)), Some(unit)),
        None => (Meaning::Free, None),
    }
}
