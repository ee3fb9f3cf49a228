//! Columns that are calculated, for the rows alone: formulas of signals, and signals in another unit.

use bowline_formula::{Calculation, Fault, Found, Names, Program, measured};
use simobject_host::Unit;

use super::columns::Number;
use crate::workspace::Workspace;

/// A column that is calculated.
#[derive(Debug, Clone, PartialEq)]
pub struct Calculated {
    /// The name of the column.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The compiled formula.
    pub program: Program,
    /// By the slots of the program.
    pub inputs: Vec<Taken>,
    /// What its absolute tolerance is counted in.
    pub nominal: f64,
    /// Whether it is a number of a signal in another unit.
    pub is_conversion: bool,
}

/// What a program takes.
#[derive(Debug, Clone, PartialEq)]
pub enum Taken {
    /// A number of a signal.
    Number(Number),
    /// The time, s.
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
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.inputs.iter().filter_map(|input| if let Taken::Number(number) = input { Some(number) } else { None })
    }
}

/// How numbers of a signal are shown in another unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversion {
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
    pub fn between(declared: &str, unit: &str) -> Result<Option<Self>, Fault> {
        let (declared, unit) = (declared.trim(), unit.trim());
        if declared == unit {
            return Ok(None);
        }
        if !declared.is_empty() {
            bowline_formula::unit(declared)?;
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
    pub fn of(&self, number: Number, name: String, nominal: f64) -> Calculated {
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

#[cfg(test)]
mod tests {
    use super::Conversion;

    /// What a number is in another unit.
    fn converted(number: f64, declared: &str, unit: &str) -> f64 {
        let mut value = f64::NAN;
        match Conversion::between(declared, unit).unwrap() {
            None => value = number,
            Some(conversion) => {
                conversion.program.calculate(
                    &mut value,
                    |_, slots| slots[0] = number,
                    |value, _, result| *value = result,
                );
            }
        }
        value
    }

    #[test]
    fn numbers_are_converted_as_by_hand() {
        for (number, declared, unit, expected) in [
            (293.15, "K", "degC", 20.0),
            (0.0, "K", "degC", -273.15),
            (12e5, "Pa", "bar", 12.0),
            (0.0031, "m", "mm", 3.1),
            (0.0005, "m^3/s", "l/min", 30.0),
            (3.5, "m", "m", 3.5),
            (7.3, "J", "N m", 7.3),
            // No rounding where nothing is converted.
            (1.1, "rpm", "RPM", 1.1),
            (0.3, "apples", "apples", 0.3),
            (5.0, "", "N", 5.0),
            (0.5, "-", "%", 50.0),
        ] {
            assert_eq!(converted(number, declared, unit), expected, "{number} {declared} in {unit}");
        }
        for (number, declared, unit, expected) in [
            (310.15, "K", "degF", 98.6),
            (std::f64::consts::PI, "rad", "deg", 180.0),
            (10.0, "rad/s", "rpm", 95.492_965_855_137_2),
        ] {
            let found = converted(number, declared, unit);
            assert!((found / expected - 1.0).abs() < 1e-15, "{number} {declared} in {unit}: {found}");
        }
    }

    #[test]
    fn what_does_not_convert_is_refused() {
        for (declared, unit) in
            [("m", "s"), ("", "bar"), ("apples", "m"), ("m", "apples"), ("rad/s", "Hz"), ("1/s", "rpm"), ("", "mm")]
        {
            assert!(Conversion::between(declared, unit).is_err(), "{declared} in {unit}");
        }
    }
}
