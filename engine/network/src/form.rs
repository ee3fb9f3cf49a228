//! Sums of variables, each times a factor.

use std::collections::BTreeMap;

/// A number that is a sum of variables, each times a factor, and a constant.
#[derive(Debug, Clone, PartialEq)]
pub struct Form<V> {
    terms: BTreeMap<V, f64>,
    constant: f64,
}

impl<V> Default for Form<V> {
    fn default() -> Self {
        Self { terms: BTreeMap::new(), constant: 0.0 }
    }
}

impl<V: Ord + Copy> Form<V> {
    /// One variable.
    pub fn of(variable: V) -> Self {
        Self { terms: [(variable, 1.0)].into(), constant: 0.0 }
    }

    /// Adds a variable times a factor.
    pub fn add(&mut self, variable: V, factor: f64) {
        if factor == 0.0 {
            return;
        }
        let sum = self.terms.entry(variable).or_insert(0.0);
        *sum += factor;
        // What cancels is not there: factors are the same numbers, or a few roundings of them.
        if sum.abs() <= 1e-12 * factor.abs() {
            self.terms.remove(&variable);
        }
    }

    /// Adds another form times a factor.
    pub fn add_form(&mut self, other: &Self, factor: f64) {
        if factor == 0.0 {
            return;
        }
        other.terms.iter().for_each(|(variable, of)| self.add(*variable, factor * of));
        self.constant += factor * other.constant;
    }

    /// Adds a constant.
    pub fn add_constant(&mut self, number: f64) {
        self.constant += number;
    }

    /// Its variables with their factors.
    pub fn terms(&self) -> impl Iterator<Item = (V, f64)> {
        self.terms.iter().map(|(variable, factor)| (*variable, *factor))
    }

    /// Its constant.
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// The same with other variables in the places of these.
    pub fn map(&self, mut replaced: impl FnMut(V) -> Self) -> Self {
        let mut mapped = Self { constant: self.constant, ..Self::default() };
        self.terms.iter().for_each(|(variable, factor)| mapped.add_form(&replaced(*variable), *factor));
        mapped
    }
}
