//! What fits: dimensions, widths, and numbers that are none.

use std::ops::Range;

use super::{Builder, Built, MOST_ELEMENTS, Scalar};
use crate::exact::Number;
use crate::fault::Fault;
use crate::meaning::{Difference, Meaning, Measure};
use crate::real::Pair;

/// What to write where something per angle is needed, and what was written does not say of which.
pub(crate) const PER_ANGLE: &str =
    "a revolution or a radian? They are 2 pi apart: divide what is no number per angle by `1 rev` or `1 rad`";
/// What to write where hertz do not fit.
pub(crate) const OF_HERTZ: &str = "a frequency in Hz counts turns: write `rev/s` or `rad/s`";

impl Builder<'_> {
    /// Whether so many numbers may stand beside each other.
    pub(crate) fn check_width_of_list(&self, width: usize, place: &Range<usize>) -> Result<(), Fault> {
        if width <= MOST_ELEMENTS {
            return Ok(());
        }
        Err(Fault::new(place.clone(), format!("more than {MOST_ELEMENTS} numbers stand beside each other")))
    }

    /// Whether numbers of one list are all quantities, or all bare: `100, 200, 300 mm` is 100 m for nobody.
    pub(crate) fn check_list(&self, all: &[Built]) -> Result<(), Fault> {
        let is_quantity = |built: &&Built| match built.meaning {
            Meaning::Of(measure) => measure.is_written && !measure.dimension.is_none(),
            _ => false,
        };
        let Some(quantity) = all.iter().find(is_quantity) else { return Ok(()) };
        let Meaning::Of(measure) = quantity.meaning else { return Ok(()) };
        match all.iter().find(|built| built.meaning == Meaning::Bare && !built.is_zero()) {
            Some(bare) => Err(self.without_unit(bare, &measure, quantity)),
            None => Ok(()),
        }
    }

    /// A bare number beside a quantity that was written.
    pub(super) fn without_unit(&self, bare: &Built, measure: &Measure, other: &Built) -> Fault {
        let (number, quantity) = (self.written(&bare.place), self.written(&other.place));
        let dimension = measure.dimension;
        let message = format!("`{number}` has no unit, and stands beside `{quantity}`, which is in {dimension}");
        Fault::new(bare.place.clone(), message).help(format!("give it one, as in `{number} {dimension}`"))
    }

    /// What two have in common that are added, compared, or take each other's place. A bare number takes the declared unit
    /// of the other.
    pub(super) fn unified(&mut self, one: &mut Built, other: &mut Built) -> Result<Meaning, Fault> {
        Ok(match (one.meaning, other.meaning) {
            (Meaning::Bare, Meaning::Bare) => Meaning::Bare,
            (Meaning::Free, Meaning::Free | Meaning::Bare) | (Meaning::Bare, Meaning::Free) => Meaning::Free,
            (Meaning::Of(measure), Meaning::Free) | (Meaning::Free, Meaning::Of(measure)) => Meaning::Of(measure),
            (Meaning::Bare, Meaning::Of(measure)) => self.taken(one, &measure, other)?,
            (Meaning::Of(measure), Meaning::Bare) => self.taken(other, &measure, one)?,
            (Meaning::Of(a), Meaning::Of(b)) => match a.difference(&b) {
                None => {
                    let factor = if a.factor == b.factor { a.factor } else { 1.0 };
                    Meaning::Of(a.combined(&b, a.dimension, factor))
                }
                Some(difference) => return Err(self.unlike(one, &a, other, &b, difference)),
            },
            (Meaning::Truth, _) => return Err(self.not_a_number(one)),
            (_, Meaning::Truth) => return Err(self.not_a_number(other)),
        })
    }

    /// A bare number beside a quantity.
    pub(super) fn taken(&mut self, bare: &mut Built, measure: &Measure, other: &Built) -> Result<Meaning, Fault> {
        if bare.is_zero() {
            return Ok(Meaning::Of(*measure));
        }
        // Pure numbers need no unit.
        if measure.is_written && !measure.dimension.is_none() {
            return Err(self.without_unit(bare, measure, other));
        }
        if measure.factor != 1.0 {
            let factor = Scalar::Known(Number::of(measure.factor));
            let elements = std::mem::take(&mut bare.elements);
            bare.elements =
                elements.into_iter().map(|element| self.pair(Pair::Times, element, factor.clone())).collect();
        }
        Ok(Meaning::Of(*measure))
    }

    pub(super) fn unlike(&self, one: &Built, a: &Measure, other: &Built, b: &Measure, difference: Difference) -> Fault {
        let (left, right) = (self.written(&one.place), self.written(&other.place));
        let message = format!("`{left}` is in {}, and `{right}` in {}", a.dimension, b.dimension);
        let fault = Fault::new(other.place.clone(), message);
        match difference {
            Difference::Dimension => fault,
            Difference::Hertz => fault.help(OF_HERTZ),
            Difference::PerAngle => fault.help(PER_ANGLE),
            Difference::Turns => fault.help("turns are an angle, 2 pi rad: write it on both sides, or on none"),
        }
    }

    pub(super) fn check_number(&self, built: &Built) -> Result<(), Fault> {
        if built.meaning == Meaning::Truth { Err(self.not_a_number(built)) } else { Ok(()) }
    }

    pub(super) fn not_a_number(&self, built: &Built) -> Fault {
        let message = format!("`{}` is true or false, and no number", self.written(&built.place));
        Fault::new(built.place.clone(), message).help("choose numbers by it: `if(condition, 1, 0)`")
    }

    pub(super) fn check_truth(&self, built: &Built) -> Result<(), Fault> {
        if built.meaning == Meaning::Truth {
            return Ok(());
        }
        let written = self.written(&built.place);
        Err(Fault::new(built.place.clone(), format!("`{written}` is a number, where true or false is needed"))
            .help(format!("compare it, as in `{written} != 0`")))
    }

    /// Whether it is a number without a dimension.
    pub(super) fn check_pure(&self, built: &Built, what: &str) -> Result<(), Fault> {
        match built.meaning {
            Meaning::Of(measure) if !measure.dimension.is_none() => Err(self.not_pure(built, what, "a pure number")),
            Meaning::Truth => Err(self.not_a_number(built)),
            _ => Ok(()),
        }
    }

    pub(super) fn not_pure(&self, built: &Built, what: &str, wanted: &str) -> Fault {
        let Meaning::Of(measure) = built.meaning else {
            return Fault::new(built.place.clone(), format!("{what} is {wanted}"));
        };
        let message = format!("`{}` is in {}, and {what} is {wanted}", self.written(&built.place), measure.dimension);
        let is_frequency = !measure.dimension.hertz().is_zero();
        let help = if is_frequency { OF_HERTZ } else { "divide it by a quantity of its kind" };
        Fault::new(built.place.clone(), message).help(help)
    }

    pub(super) fn check_width(&self, left: &Built, right: &Built, place: &Range<usize>) -> Result<(), Fault> {
        let (one, other) = (left.elements.len(), right.elements.len());
        if one == other {
            return Ok(());
        }
        let (left, right) = (self.written(&left.place), self.written(&right.place));
        Err(Fault::new(place.clone(), format!("`{left}` has width {one}, and `{right}` has width {other}"))
            .help("one number spreads beside `*` and `/` and in functions only"))
    }

    /// Whether all constants are finite.
    pub(crate) fn check_finite(&self, built: &Built) -> Result<(), Fault> {
        let is_wrong = |element: &Scalar| matches!(element, Scalar::Known(number) if !number.value().is_finite());
        if !self.is_unneeded && built.elements.iter().any(is_wrong) {
            let written = self.written(&built.place);
            return Err(Fault::new(built.place.clone(), format!("`{written}` is not a finite number")));
        }
        Ok(())
    }
}
