//! The numbers that a parameter allows.

use std::hash::{Hash, Hasher};

use simobject::abi;

use crate::parameter_value::show;

#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct Range {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Debug, Clone, Copy)]
struct Bound {
    value: f64,
    inclusive: bool,
}

impl Hash for Bound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.value.to_bits(), self.inclusive).hash(state);
    }
}

impl Range {
    pub(crate) fn of(parameter: &abi::Parameter) -> Self {
        let has = |flag| parameter.bounds & flag != 0;
        let bound = |there, excluded, value| has(there).then(|| Bound { value, inclusive: !has(excluded) });
        Self {
            lower: bound(abi::BOUND_LOWER, abi::BOUND_LOWER_EXCLUDED, parameter.lower),
            upper: bound(abi::BOUND_UPPER, abi::BOUND_UPPER_EXCLUDED, parameter.upper),
        }
    }

    /// All numbers above one.
    pub(crate) fn more_than(value: f64) -> Self {
        Self { lower: Some(Bound { value, inclusive: false }), upper: None }
    }

    pub(crate) fn holds(&self, number: f64) -> bool {
        let above = self.lower.is_none_or(|b| number > b.value || (b.inclusive && number == b.value));
        let below = self.upper.is_none_or(|b| number < b.value || (b.inclusive && number == b.value));
        above && below
    }

    /// Whether there is a bound.
    pub(crate) fn is_somewhere(&self) -> bool {
        self.lower.is_some() || self.upper.is_some()
    }

    /// Whether it holds no number at all.
    pub(crate) fn is_empty(&self) -> bool {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if lower.value == upper.value => !(lower.inclusive && upper.inclusive),
            (Some(lower), Some(upper)) => lower.value > upper.value,
            (Some(lower), None) => lower.value == f64::INFINITY,
            (None, Some(upper)) => upper.value == f64::NEG_INFINITY,
            (None, None) => false,
        }
    }

    /// A number to go on with.
    pub(crate) fn stand_in(&self) -> f64 {
        match self.lower {
            Some(bound) if bound.inclusive => bound.value,
            Some(bound) => match self.upper {
                Some(upper) => 0.5 * (bound.value + upper.value),
                None => bound.value + 1.0,
            },
            None if self.holds(1.0) => 1.0,
            None => self.upper.map_or(1.0, |b| if b.inclusive { b.value } else { b.value - 1.0 }),
        }
    }

    pub(crate) fn words(&self) -> Option<String> {
        let lower =
            self.lower.map(|b| format!("{} {}", if b.inclusive { "at least" } else { "more than" }, show(b.value)));
        let upper =
            self.upper.map(|b| format!("{} {}", if b.inclusive { "at most" } else { "less than" }, show(b.value)));
        match (lower, upper) {
            (Some(lower), Some(upper)) => Some(format!("{lower} and {upper}")),
            (lower, upper) => lower.or(upper),
        }
    }
}
