//! What numbers of a formula measure.

use bowline_units::{Dimension, Unit};

/// What a number measures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Meaning {
    /// It was written without a unit, and means what is asked for where it stands.
    Bare,
    /// True or false.
    Truth,
    /// Nobody knows: it comes from where no unit is declared. It fits everything.
    Free,
    /// A quantity, in SI units.
    Of(Measure),
}

/// A quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Its dimension.
    pub dimension: Dimension,
    /// Whether somebody wrote a unit in the formula, so that no bare number fits beside it.
    pub is_written: bool,
    /// Whether turns were written (`rev`, `rpm`), so that an angle is not forgiven.
    pub counts_turns: bool,
    /// How many SI units the declared unit is that a bare number beside it has.
    pub factor: f64,
}

impl Measure {
    /// What a unit measures that was written.
    pub fn written(unit: &Unit) -> Self {
        let (dimension, counts_turns) = (unit.dimension(), unit.counts_turns());
        Self { dimension, is_written: true, counts_turns, factor: 1.0 }
    }

    /// What a port's unit measures.
    pub fn declared(unit: &Unit) -> Self {
        Self { is_written: false, factor: unit.factor(), ..Self::written(unit) }
    }

    /// An angle that a function gives.
    pub(crate) fn angle() -> Self {
        let radian = Unit::parse("rad").map_or(Dimension::NONE, |unit| unit.dimension());
        Self { dimension: radian, is_written: false, counts_turns: false, factor: 1.0 }
    }

    /// That of a product or, with `other` reversed, of a quotient.
    pub(crate) fn combined(self, other: &Self, dimension: Dimension, factor: f64) -> Self {
        Self {
            dimension,
            is_written: self.is_written || other.is_written,
            counts_turns: self.counts_turns || other.counts_turns,
            factor,
        }
    }

    /// Why two cannot be added, compared or put in each other's place; none if they can.
    pub(crate) fn difference(&self, other: &Self) -> Option<Difference> {
        if self.dimension == other.dimension {
            return None;
        }
        let [one, two] = [self.dimension, other.dimension];
        if !one.is_like(&two) {
            return Some(Difference::Dimension);
        }
        if one.hertz() != two.hertz() {
            // Hertz against 1/s is forgiven, as it is in connections; against an angle it is off by 2 pi.
            let has_angle = !one.angle().is_zero() || !two.angle().is_zero();
            return has_angle.then_some(Difference::Hertz);
        }
        if self.leaves_out_an_angle_of(other) || other.leaves_out_an_angle_of(self) {
            return Some(Difference::PerAngle);
        }
        // Radians may be left out; turns may not.
        (self.counts_turns || other.counts_turns).then_some(Difference::Turns)
    }

    /// Whether it was written as a volume or a length where one per angle belongs, as a displacement is: per revolution and
    /// per radian are both usual, and 2 pi apart.
    fn leaves_out_an_angle_of(&self, other: &Self) -> bool {
        self.is_written && self.dimension.angle().is_zero() && other.dimension.is_extent_per_angle()
    }

    /// Whether it is a pure number or an angle.
    pub(crate) fn is_number_or_angle(&self) -> bool {
        self.dimension.is_number_or_angle()
    }
}

/// Why two quantities do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    Dimension,
    /// One counts in hertz, and the other has an angle.
    Hertz,
    /// One counts turns, and the other does not.
    Turns,
    /// One is per angle, and the other was written without saying of which.
    PerAngle,
}
