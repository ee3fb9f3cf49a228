//! Calls of functions: what they take, and what they give.

use std::ops::Range;

use bowline_units::Power;

use super::{Builder, Built, Scalar};
use crate::fault::Fault;
use crate::function::Function;
use crate::meaning::{Meaning, Measure};
use crate::real::{Pair, Unary};
use crate::tree::Tree;

impl Builder<'_> {
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &[Tree],
        place: &Range<usize>,
    ) -> Result<Built, Fault> {
        if function == Function::If {
            return self.choice(arguments, place);
        }
        let mut built = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let argument = self.operand(argument)?;
            self.check_number(&argument)?;
            built.push(argument);
        }
        self.called(function, built, place)
    }

    pub(super) fn called(
        &mut self,
        function: Function,
        mut built: Vec<Built>,
        place: &Range<usize>,
    ) -> Result<Built, Fault> {
        if let Some(what) = unary(function) {
            let argument = built.swap_remove(0);
            let meaning = self.unary_meaning(function, &argument)?;
            return Ok(Built { meaning, ..self.each(what, argument, place) });
        }
        if let Some(pair) = pair(function) {
            return self.folded(pair, built, place);
        }
        match function {
            Function::Norm | Function::Sum => {
                let vector = built.swap_remove(0);
                let total = match function {
                    Function::Sum => self.summed(vector.elements.clone()),
                    _ => self.norm(&vector.elements),
                };
                Ok(Built { elements: vec![total], meaning: vector.meaning, place: place.clone() })
            }
            Function::Dot | Function::Cross => {
                let (right, left) = (built.swap_remove(1), built.swap_remove(0));
                self.check_width(&left, &right, place)?;
                let meaning = self.product_meaning(true, &left, &right, place)?;
                let elements = match function {
                    Function::Dot => vec![self.dot(&left.elements, &right.elements)],
                    _ => self.cross(&left.elements, &right.elements, place)?,
                };
                Ok(Built { elements, meaning, place: place.clone() })
            }
            _ => Err(Fault::new(place.clone(), format!("`{}` takes other arguments", function.name()))),
        }
    }

    /// A function of two numbers, of the first two arguments, then of that and each further one.
    fn folded(&mut self, pair: Pair, built: Vec<Built>, place: &Range<usize>) -> Result<Built, Fault> {
        let mut all = built.into_iter();
        let Some(mut left) = all.next() else { return Err(Fault::new(place.clone(), "a number is missing")) };
        for mut right in all {
            let meaning = self.unified(&mut left, &mut right)?;
            if left.elements.len() != 1 && right.elements.len() != 1 {
                self.check_width(&left, &right, place)?;
            }
            left = Built { meaning, ..self.pairs(pair, &left, &right, place) };
        }
        if pair == Pair::Atan2 {
            left.meaning = Meaning::Of(Measure::angle());
        }
        Ok(left)
    }

    fn norm(&mut self, elements: &[Scalar]) -> Scalar {
        let squares = elements.iter().map(|element| self.pair(Pair::Times, element.clone(), element.clone())).collect();
        let total = self.summed(squares);
        self.unary(Unary::Sqrt, total)
    }

    fn dot(&mut self, a: &[Scalar], b: &[Scalar]) -> Scalar {
        let products = a.iter().zip(b).map(|(a, b)| self.pair(Pair::Times, a.clone(), b.clone())).collect();
        self.summed(products)
    }

    fn cross(&mut self, a: &[Scalar], b: &[Scalar], place: &Range<usize>) -> Result<Vec<Scalar>, Fault> {
        if a.len() != 3 {
            let message = format!("`{}` takes vectors of 3, and here are {}", Function::Cross.name(), a.len());
            return Err(Fault::new(place.clone(), message));
        }
        let mut part = |i: usize, j: usize| {
            let one = self.pair(Pair::Times, a[i].clone(), b[j].clone());
            let other = self.pair(Pair::Times, a[j].clone(), b[i].clone());
            self.pair(Pair::Minus, one, other)
        };
        Ok(vec![part(1, 2), part(2, 0), part(0, 1)])
    }

    pub(super) fn unary_meaning(&self, function: Function, argument: &Built) -> Result<Meaning, Fault> {
        let name = format!("the argument of `{}`", function.name());
        Ok(match function {
            Function::Sqrt | Function::Cbrt => match argument.meaning {
                Meaning::Of(measure) => {
                    let power = Power::fraction(1, if function == Function::Sqrt { 2 } else { 3 });
                    let raised = power.and_then(|power| {
                        Some((measure.dimension.to_the(power)?, measure.factor.powf(power.as_f64())))
                    });
                    let (dimension, factor) =
                        raised.ok_or_else(|| Fault::new(argument.place.clone(), "this root measures nothing"))?;
                    Meaning::Of(Measure { dimension, factor, ..measure })
                }
                meaning => meaning,
            },
            Function::Abs => argument.meaning,
            Function::Sign => Meaning::Bare,
            Function::Sin | Function::Cos | Function::Tan => {
                let is_angle = match argument.meaning {
                    Meaning::Of(measure) => measure.is_number_or_angle(),
                    _ => true,
                };
                if !is_angle {
                    return Err(self.not_pure(argument, &name, "an angle"));
                }
                Meaning::Bare
            }
            Function::Asin | Function::Acos | Function::Atan => {
                self.check_pure(argument, &name)?;
                Meaning::Of(Measure::angle())
            }
            _ => {
                self.check_pure(argument, &name)?;
                Meaning::Bare
            }
        })
    }

    pub(super) fn choice(&mut self, arguments: &[Tree], place: &Range<usize>) -> Result<Built, Fault> {
        let [condition, one, other] = arguments else {
            return Err(Fault::new(place.clone(), "`if` takes 3 arguments"));
        };
        let condition = self.operand(condition)?;
        self.check_truth(&condition)?;
        if condition.elements.len() != 1 {
            return Err(Fault::new(condition.place.clone(), "`if` takes one condition"));
        }
        let is_known = |truth: bool| match condition.elements.as_slice() {
            [Scalar::Known(number)] => (number.value() != 0.0) == truth,
            _ => true,
        };
        let (mut one, mut other) = (self.needed(one, is_known(true))?, self.needed(other, is_known(false))?);
        let meaning = if one.meaning == Meaning::Truth && other.meaning == Meaning::Truth {
            Meaning::Truth
        } else {
            self.check_number(&one)?;
            self.check_number(&other)?;
            self.unified(&mut one, &mut other)?
        };
        self.check_width(&one, &other, place)?;
        let condition = condition.elements[0].clone();
        if let Scalar::Known(number) = &condition {
            let chosen = if number.value() == 0.0 { other } else { one };
            return Ok(Built { meaning, place: place.clone(), ..chosen });
        }
        let pairs: Vec<_> = one.elements.into_iter().zip(other.elements).collect();
        let elements = pairs.into_iter().map(|(one, other)| self.chosen([condition.clone(), one, other])).collect();
        Ok(Built { elements, meaning, place: place.clone() })
    }
}

/// A function of one number.
fn unary(function: Function) -> Option<Unary> {
    Some(match function {
        Function::Sqrt => Unary::Sqrt,
        Function::Cbrt => Unary::Cbrt,
        Function::Abs => Unary::Abs,
        Function::Sign => Unary::Sign,
        Function::Exp => Unary::Exp,
        Function::Log => Unary::Log,
        Function::Log10 => Unary::Log10,
        Function::Sin => Unary::Sin,
        Function::Cos => Unary::Cos,
        Function::Tan => Unary::Tan,
        Function::Asin => Unary::Asin,
        Function::Acos => Unary::Acos,
        Function::Atan => Unary::Atan,
        Function::Sinh => Unary::Sinh,
        Function::Cosh => Unary::Cosh,
        Function::Tanh => Unary::Tanh,
        Function::Floor => Unary::Floor,
        Function::Ceil => Unary::Ceil,
        Function::Round => Unary::Round,
        _ => return None,
    })
}

/// A function of two numbers.
fn pair(function: Function) -> Option<Pair> {
    Some(match function {
        Function::Min => Pair::Min,
        Function::Max => Pair::Max,
        Function::Mod => Pair::Mod,
        Function::Hypot => Pair::Hypot,
        Function::Atan2 => Pair::Atan2,
        _ => return None,
    })
}
