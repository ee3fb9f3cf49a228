//! What varies, and through which values.

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
        let values = Values::parse(spec.trim(), &list).map_err(of)?;
        Ok(Self { written: (names.trim().to_owned(), spec.trim().to_owned()), names: list, values })
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

    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    pub(super) fn error(&self, message: &str) -> PlanError {
        PlanError::new(message).of(self.key(), self.spec())
    }
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

    /// How many elements the name at that position has; none if it is no vector.
    pub(super) fn width(&self, name: usize) -> Option<usize> {
        match self {
            Self::Choices(choices) => choices.width(name),
            Self::Range(_) | Self::Drawn(_) => None,
        }
    }
}

/// What is set, and its elements.
pub(super) type Chosen = (String, Vec<Value>);

/// A number that is set.
pub(super) fn chosen(number: f64) -> Chosen {
    let value = Value::Number(number);
    (value.to_string(), vec![value])
}
