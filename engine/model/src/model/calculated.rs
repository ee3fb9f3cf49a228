//! Columns that are calculated, for the rows alone: formulas of signals, and signals in another unit.

use bowline_formula::{Calculation, Fault, Found, Names, Program, measured};
use simobject_host::Unit;

use super::columns::Number;
use crate::workspace::Workspace;

/// A column that is calculated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Calculated {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) program: Program,
    /// By the slots of the program.
    pub(crate) inputs: Vec<Taken>,
    /// What its absolute tolerance is counted in.
    pub(crate) nominal: f64,
    /// Whether it is a number of a signal in another unit.
    pub(crate) is_conversion: bool,
}

/// What a program takes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Taken {
    Number(Number),
    Time,
}

impl Calculated {
    /// Its value at a time, in a workspace that has been evaluated for that time.
    pub(crate) fn value(&self, time: f64, workspace: &Workspace) -> f64 {
        let taken = |input: &Taken| match input {
            Taken::Number(number) => number.value(workspace),
            Taken::Time => time,
        };
        let mut value = f64::NAN;
        let fill = |_: &f64, slots: &mut [f64]| {
            slots.iter_mut().zip(&self.inputs).for_each(|(slot, input)| *slot = taken(input));
        };
        self.program.calculate(&mut value, fill, |value, _, result| *value = result);
        value
    }

    /// The numbers of signals that it takes.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.inputs.iter().filter_map(|input| if let Taken::Number(number) = input { Some(number) } else { None })
    }
}

/// How numbers of a signal are shown in another unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Conversion {
    pub(crate) unit: String,
    program: Program,
    /// How many of the unit one of the declared one is.
    factor: f64,
}

/// A number in a unit as it is declared.
struct Declared<'u>(&'u str);

impl Names for Declared<'_> {
    fn find(&self, _: &str, _: bool) -> Found<'_> {
        Found::Signal { first: 0, width: 1, unit: self.0 }
    }
}

impl Conversion {
    /// From the declared unit of a signal, if that is another one.
    ///
    /// # Errors
    /// The one does not convert into the other.
    pub(crate) fn between(declared: &str, unit: &str) -> Result<Option<Self>, Fault> {
        let (declared, unit) = (declared.trim(), unit.trim());
        if declared == unit {
            return Ok(None);
        }
        let factor_of = |unit: &str| Unit::parse(unit).map_or(1.0, |unit| unit.factor());
        let is_same = Unit::parse(declared).zip(Unit::parse(unit)).is_some_and(|(one, other)| {
            one.dimension() == other.dimension() && one.exact() == other.exact() && one.zero() == other.zero()
        });
        let (from, to) = if is_same { ("", "") } else { (declared, unit) };
        let mut numbers = measured("number", &Declared(from), 1, to)?.numbers;
        let program = match (numbers.pop(), numbers.is_empty()) {
            (Some(Calculation { program, .. }), true) => program,
            _ => unreachable!("a number is one number"),
        };
        Ok(Some(Self { unit: unit.to_owned(), program, factor: factor_of(declared) / factor_of(unit) }))
    }

    /// A number in that unit, under a name; `nominal` is its own.
    pub(crate) fn of(&self, number: Number, name: String, nominal: f64) -> Calculated {
        Calculated {
            name,
            unit: self.unit.clone(),
            program: self.program.clone(),
            inputs: vec![Taken::Number(number)],
            nominal: nominal * self.factor,
            is_conversion: true,
        }
    }
}
