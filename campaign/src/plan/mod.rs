//! Which cases a campaign has: what varies, and through which values.

mod case;
mod choices;
mod decimal_range;
mod distribution;
mod error;
mod normal;
mod points;
mod sampling;
mod sobol;
mod variation;

use std::collections::HashSet;

pub use case::{Case, Value, VariedColumn};
pub use error::PlanError;
pub use sampling::{Sampling, SamplingMethod};
pub use variation::Variation;

pub(crate) use points::shuffled;

use points::Points;
use variation::Choice;

/// The cases of a campaign: each can be had at once, and is the same at any time
/// and on any machine.
#[derive(Debug, Clone)]
pub struct Plan {
    variations: Vec<Variation>,
    columns: Vec<VariedColumn>,
    count: u64,
    /// Where the values of the cases are drawn: one dimension for each variation.
    points: Option<Points>,
}

impl Plan {
    /// Most cases.
    pub const MOST: u64 = 1_000_000_000;

    /// All combinations of the values, of which the last one varies fastest; or
    /// values that are drawn.
    ///
    /// # Errors
    /// What is wrong with the variations, or does not go with the sampling.
    pub fn new(variations: Vec<Variation>, sampling: Option<Sampling>) -> Result<Self, PlanError> {
        if variations.is_empty() {
            return Err(PlanError::new("nothing varies: give NAME=VALUES, as in `S.Stiffness=50:10:150`"));
        }
        let mut names = HashSet::new();
        if let Some(twice) = variations.iter().flat_map(Variation::names).find(|name| !names.insert(name.as_str())) {
            return Err(PlanError::new(format!("`{twice}` varies twice")));
        }
        let (count, points) = match sampling {
            None => (combinations(&variations)?, None),
            Some(Sampling { count: 0, .. }) => {
                return Err(PlanError::new("0 cases are drawn: give a count of at least 1"));
            }
            Some(Sampling { count, .. }) if count > Self::MOST => {
                return Err(PlanError::new(format!("{count} cases: at most {} are run", Self::MOST)));
            }
            Some(sampling) => (sampling.count, Some(Points::new(sampling, variations.len())?)),
        };
        let columns = variations.iter().flat_map(columns_of).collect();
        Ok(Self { variations, columns, count, points })
    }

    /// The columns of what varies.
    pub fn columns(&self) -> &[VariedColumn] {
        &self.columns
    }

    /// The same with the units of what varies, by its name as it was given.
    #[must_use]
    pub fn with_units(mut self, unit: impl Fn(&str) -> String) -> Self {
        let names = self.variations.iter().flat_map(|variation| {
            let width = |(position, name)| (name, variation.values().width(position).unwrap_or(1));
            variation.names().iter().enumerate().map(width)
        });
        let units = names.flat_map(|(name, width)| vec![unit(name); width]);
        // Numbers with a unit are in that.
        let told = self.columns.iter_mut().zip(units).filter(|(column, _)| column.unit.is_empty());
        told.for_each(|(column, unit)| column.unit = unit);
        self
    }

    /// How many cases there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The case with that number, from 1 to [`count`](Self::count).
    ///
    /// # Panics
    /// There is no such case.
    pub fn case(&self, number: u64) -> Case {
        assert!((1..=self.count).contains(&number), "case {number} of {}", self.count);
        let mut case = Case { number, overrides: Vec::new(), values: Vec::with_capacity(self.columns.len()) };
        let mut later = self.count;
        for (dimension, variation) in self.variations.iter().enumerate() {
            let values = variation.values();
            let choice = match &self.points {
                Some(points) => values.drawn(points.coordinate(number - 1, dimension)),
                None => {
                    let count = values.count().unwrap_or(1);
                    later /= count;
                    Choice::Listed((number - 1) / later % count)
                }
            };
            for (position, name) in variation.names().iter().enumerate() {
                let (text, elements) = values.value(choice, position);
                case.overrides.push(format!("{name}={}", variation.set(text)));
                case.values.extend(elements);
            }
        }
        case
    }
}

/// How many combinations there are of all values.
fn combinations(variations: &[Variation]) -> Result<u64, PlanError> {
    let mut count: u64 = 1;
    for variation in variations {
        let of_one = variation.values().count().ok_or_else(|| {
            variation.error("such values are drawn: say how with --sample random, lhs or sobol, and --count N")
        })?;
        count = count.checked_mul(of_one).filter(|count| *count <= Plan::MOST).ok_or_else(|| {
            let counts = variations.iter().map(|v| v.values().count().unwrap_or(0).to_string());
            let product = counts.collect::<Vec<_>>().join(" x ");
            PlanError::new(format!("{product} cases: at most {} are run; give longer steps, or draw some", Plan::MOST))
        })?;
    }
    Ok(count)
}

fn columns_of(variation: &Variation) -> impl Iterator<Item = VariedColumn> + '_ {
    variation.names().iter().enumerate().flat_map(|(position, name)| {
        let elements: Vec<String> = match variation.values().width(position) {
            None => vec![name.clone()],
            Some(width) => (0..width).map(|element| format!("{name}[{element}]")).collect(),
        };
        elements.into_iter().map(|name| VariedColumn { name, unit: variation.unit().to_owned() })
    })
}
