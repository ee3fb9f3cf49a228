//! What varies, and through which values.

use bowline_units::Unit;

use super::case::Value;
use super::choices::Choices;
use super::decimal_range::DecimalRange;
use super::distribution::Distribution;
use super::error::PlanError;

/// What varies, and through which values: `NAME=SPEC`, or `NAME1,NAME2=SPEC` for
/// names that vary together.
#[derive(Debug, Clone, PartialEq)]
pub struct Variation {
    /// As it was given.
    written: (String, String),
    names: Vec<String>,
    values: Values,
    /// The unit of the numbers, as it is written behind them; empty, if there is none.
    unit: String,
}

/// The values that a variation goes through.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values {
    Choices(Choices),
    Range(DecimalRange),
    Drawn(Distribution),
}

impl Variation {
    /// Reads `NAME=SPEC`, as `--vary` takes it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let Some((names, spec)) = text.split_once('=') else {
            let message = format!("`{text}`: what varies is written NAME=VALUES, as in `S.Stiffness=50:10:150`");
            return Err(PlanError::new(message));
        };
        Self::new(names, spec)
    }

    /// The names, with commas between them, and the values.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(names: &str, spec: &str) -> Result<Self, PlanError> {
        let of = |error: PlanError| error.of(names, spec);
        let list: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
        if list.iter().any(String::is_empty) {
            return Err(of(PlanError::new("a name is missing")));
        }
        if spec.trim().is_empty() {
            return Err(of(PlanError::new("there are no values: give a list, or a range start:step:stop")));
        }
        let (numbers, unit) = with_unit(spec.trim());
        let (values, unit) = match Values::parse(numbers, &list) {
            // Of a list each value has its own.
            Ok(Values::Choices(_)) | Err(_) if !unit.is_empty() => match with_one_unit(spec.trim()) {
                Some((numbers, unit)) => (Values::parse(&numbers, &list), unit),
                None => (Values::parse(spec.trim(), &list), ""),
            },
            values => (values, unit),
        };
        let (values, unit) = (values.map_err(of)?, unit.to_owned());
        Ok(Self { written: (names.trim().to_owned(), spec.trim().to_owned()), names: list, values, unit })
    }

    /// The names, with commas between them.
    pub fn key(&self) -> &str {
        &self.written.0
    }

    /// The values, as they were written.
    pub fn spec(&self) -> &str {
        &self.written.1
    }

    /// What varies.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The unit of the numbers, as it is written behind them; empty, if there is none.
    pub(super) fn unit(&self) -> &str {
        &self.unit
    }

    /// A number as it is set.
    pub(super) fn set(&self, text: String) -> String {
        if self.unit.is_empty() { text } else { format!("{text} {}", self.unit) }
    }

    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    pub(super) fn error(&self, message: &str) -> PlanError {
        PlanError::new(message).of(self.key(), self.spec())
    }
}

/// What stands before a unit, and the unit: `50:10:150 kN/m`; it may follow its number at once, as in `3deg`.
fn with_unit(spec: &str) -> (&str, &str) {
    let end = |(at, c): (usize, char)| at + c.len_utf8();
    let digits = spec.char_indices().filter(|(_, c)| c.is_ascii_digit() || *c == '.').map(end);
    let mut found = ("", "");
    for behind in digits {
        let (numbers, unit) = spec.split_at(behind);
        let is_number = numbers.rsplit([':', ',']).next().is_some_and(|last| {
            let last = last.rsplit("..").next().unwrap_or(last);
            last.trim().parse::<f64>().is_ok()
        });
        let goes_on = unit.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let is_exponent =
            |unit: &str| unit.starts_with(['e', 'E']) && unit[1..].starts_with(|c: char| c.is_ascii_digit());
        if is_number && !goes_on && !is_exponent(unit) && is_unit(unit.trim()) {
            found = (numbers, unit.trim());
            break;
        }
    }
    if found.1.is_empty() { (spec, "") } else { found }
}

/// A list of numbers that all have the same unit behind them, without it, and the unit: `20 l/min, 30 l/min`.
fn with_one_unit(spec: &str) -> Option<(String, &str)> {
    let items: Vec<(&str, &str)> = spec.split(',').map(|item| with_unit(item.trim())).collect();
    let (_, unit) = *items.first()?;
    let is_alike = |(number, of): &(&str, &str)| *of == unit && number.trim().parse::<f64>().is_ok();
    let numbers: Vec<&str> = items.iter().map(|(number, _)| number.trim()).collect();
    (!unit.is_empty() && items.iter().all(is_alike)).then(|| (numbers.join(","), unit))
}

fn is_unit(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() || matches!(c, '%' | '°')) && Unit::parse(text).is_some()
}

impl Values {
    fn parse(spec: &str, names: &[String]) -> Result<Self, PlanError> {
        if let Some(distribution) = Distribution::parse(spec) {
            return Ok(Self::Drawn(distribution?));
        }
        let parts: Vec<&str> = spec.split(':').collect();
        if let ([start, step, stop], false) = (parts.as_slice(), spec.contains([',', '('])) {
            return Ok(Self::Range(DecimalRange::parse(start, step, stop)?));
        }
        Ok(Self::Choices(Choices::parse(spec, names)?))
    }

    /// How many there are, if they can be counted.
    pub(super) fn count(&self) -> Option<u64> {
        match self {
            Self::Choices(choices) => Some(choices.count()),
            Self::Range(range) => Some(range.count()),
            Self::Drawn(_) => None,
        }
    }

    /// What is drawn with that probability, more than 0 and less than 1: each of what is
    /// listed is equally likely.
    pub(super) fn drawn(&self, probability: f64) -> Choice {
        match self {
            Self::Drawn(distribution) => Choice::Drawn(distribution.quantile(probability)),
            Self::Choices(_) | Self::Range(_) => {
                let count = self.count().unwrap_or(1);
                Choice::Listed(((probability * count as f64) as u64).min(count - 1))
            }
        }
    }

    /// What is set, and its elements, for the name at that position.
    pub(super) fn value(&self, choice: Choice, name: usize) -> (String, Vec<Value>) {
        let number = match (self, choice) {
            (Self::Choices(choices), Choice::Listed(index)) => return choices.value(index, name),
            (Self::Range(range), Choice::Listed(index)) => {
                let value = Value::Number(range.value(index));
                return (range.whole(index).unwrap_or_else(|| value.to_string()), vec![value]);
            }
            (_, Choice::Drawn(number)) => number,
            (Self::Drawn(_), Choice::Listed(_)) => unreachable!("what is drawn is not listed"),
        };
        let value = Value::Number(number);
        (value.to_string(), vec![value])
    }

    /// How many elements the name at that position has; none if it is no vector.
    pub(super) fn width(&self, name: usize) -> Option<usize> {
        match self {
            Self::Choices(choices) => choices.width(name),
            Self::Range(_) | Self::Drawn(_) => None,
        }
    }
}

/// One of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Choice {
    /// That with this index.
    Listed(u64),
    /// This number.
    Drawn(f64),
}
