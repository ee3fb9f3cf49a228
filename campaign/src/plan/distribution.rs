//! How a value is distributed.

use super::choices::number;
use super::error::PlanError;
use super::normal;

/// How a drawn number is distributed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Distribution {
    /// Equally likely everywhere between two bounds.
    Uniform { from: f64, to: f64 },
    /// Its logarithm is equally likely everywhere between those of two bounds.
    Logarithmic { from: f64, to: f64 },
    /// Normal.
    Normal { mean: f64, deviation: f64 },
}

impl Distribution {
    /// Reads `a..b`, `log:a..b` or `normal:MEAN,SD`; none if it is none of these.
    pub(super) fn parse(text: &str) -> Option<Result<Self, PlanError>> {
        if let Some(bounds) = text.strip_prefix("log:") {
            return Some(logarithmic(bounds));
        }
        if let Some(parameters) = text.strip_prefix("normal:") {
            return Some(normally(parameters));
        }
        // A path may begin with two points.
        let is_range = text.contains("..") && !text.contains(['/', '\\', ',', '(']);
        is_range.then(|| bounds(text).map(|(from, to)| Self::Uniform { from, to }))
    }

    /// The number that a drawn one stays below with that probability. Its bits
    /// are the same on all machines.
    pub(super) fn quantile(&self, probability: f64) -> f64 {
        match self {
            Self::Uniform { from, to } => (from + probability * (to - from)).clamp(*from, *to),
            Self::Logarithmic { from, to } => {
                let (low, high) = (libm::log(*from), libm::log(*to));
                libm::exp(low + probability * (high - low)).clamp(*from, *to)
            }
            Self::Normal { mean, deviation } => mean + deviation * normal::quantile(probability),
        }
    }
}

fn bounds(text: &str) -> Result<(f64, f64), PlanError> {
    let form = || PlanError::new(format!("`{text}` is no range: write FROM..TO with two numbers, as in `50..150`"));
    let (from, to) = text.split_once("..").ok_or_else(form)?;
    let (from, to) = (number(from).ok_or_else(form)?, number(to).ok_or_else(form)?);
    if to < from {
        return Err(PlanError::new(format!("the range is empty: write {to:?}..{from:?}, the smaller one first")));
    }
    if to == from {
        return Err(PlanError::new(format!("the range is empty: {from:?} at both of its ends")));
    }
    if !(to - from).is_finite() {
        return Err(PlanError::new("the range is too long"));
    }
    Ok((from, to))
}

fn logarithmic(text: &str) -> Result<Distribution, PlanError> {
    let (from, to) = bounds(text)?;
    if from <= 0.0 {
        return Err(PlanError::new("both ends of a logarithmic range must be more than 0"));
    }
    Ok(Distribution::Logarithmic { from, to })
}

fn normally(text: &str) -> Result<Distribution, PlanError> {
    let form = || PlanError::new("write normal:MEAN,SD with two numbers, as in `normal:100,5`");
    let (mean, deviation) = text.split_once(',').ok_or_else(form)?;
    let (mean, deviation) = (number(mean).ok_or_else(form)?, number(deviation).ok_or_else(form)?);
    if deviation <= 0.0 {
        return Err(PlanError::new(format!("the standard deviation {deviation:?} must be more than 0")));
    }
    Ok(Distribution::Normal { mean, deviation })
}
