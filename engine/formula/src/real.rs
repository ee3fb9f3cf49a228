//! What programs calculate with: numbers, and numbers with a derivative.

/// What is done with one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Its negative.
    Negative,
    /// 1 of 0, and 0 of any other.
    Not,
    /// Its magnitude.
    Abs,
    /// -1, 0 or 1.
    Sign,
    /// The square root.
    Sqrt,
    /// The cube root.
    Cbrt,
    /// The exponential.
    Exp,
    /// The natural logarithm.
    Log,
    /// The logarithm to the base 10.
    Log10,
    /// The sine of radians.
    Sin,
    /// The cosine of radians.
    Cos,
    /// The tangent of radians.
    Tan,
    /// The arc sine, in radians.
    Asin,
    /// The arc cosine, in radians.
    Acos,
    /// The arc tangent, in radians.
    Atan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The largest whole number that is not larger.
    Floor,
    /// The smallest whole number that is not smaller.
    Ceil,
    /// The nearest whole number; of two that are as near, the one farther from 0.
    Round,
}

/// What is done with two numbers. A comparison gives 1 where it holds, and 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pair {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient.
    Over,
    /// The power.
    Power,
    /// The angle of a point, of which the first is the ordinate.
    Atan2,
    /// The root of the sum of the squares.
    Hypot,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// What is left of the first, with the sign of the second.
    Mod,
    /// The first is less.
    Less,
    /// The first is not more.
    LessOrEqual,
    /// They are equal.
    Equal,
}

/// What programs calculate with.
pub trait Real: Copy {
    /// A constant.
    fn constant(value: f64) -> Self;
    /// The number, without what else is known of it.
    fn value(self) -> f64;
    /// Does something with it.
    fn unary(self, what: Unary) -> Self;
    /// Does something with two.
    fn pair(self, other: Self, what: Pair) -> Self;
}

impl Real for f64 {
    fn constant(value: f64) -> Self {
        value
    }

    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn unary(self, what: Unary) -> Self {
        match what {
            Unary::Negative => -self,
            Unary::Not => f64::from(self == 0.0),
            Unary::Abs => self.abs(),
            Unary::Sign if self == 0.0 => 0.0,
            Unary::Sign => 1.0_f64.copysign(self),
            Unary::Sqrt => self.sqrt(),
            Unary::Cbrt => libm::cbrt(self),
            Unary::Exp => libm::exp(self),
            Unary::Log => libm::log(self),
            Unary::Log10 => libm::log10(self),
            Unary::Sin => libm::sin(self),
            Unary::Cos => libm::cos(self),
            Unary::Tan => libm::tan(self),
            Unary::Asin => libm::asin(self),
            Unary::Acos => libm::acos(self),
            Unary::Atan => libm::atan(self),
            Unary::Sinh => libm::sinh(self),
            Unary::Cosh => libm::cosh(self),
            Unary::Tanh => libm::tanh(self),
            Unary::Floor => self.floor(),
            Unary::Ceil => self.ceil(),
            Unary::Round => self.round(),
        }
    }

    #[inline]
    fn pair(self, other: Self, what: Pair) -> Self {
        match what {
            Pair::Plus => self + other,
            Pair::Minus => self - other,
            Pair::Times => self * other,
            Pair::Over => self / other,
            Pair::Power => power(self, other),
            Pair::Atan2 => libm::atan2(self, other),
            Pair::Hypot => libm::hypot(self, other),
            Pair::Min => {
                if other < self {
                    other
                } else {
                    self
                }
            }
            Pair::Max => {
                if other > self {
                    other
                } else {
                    self
                }
            }
            Pair::Mod => modulo(self, other),
            Pair::Less => f64::from(self < other),
            Pair::LessOrEqual => f64::from(self <= other),
            Pair::Equal => f64::from(self == other),
        }
    }
}

/// Small whole powers are products, in this order.
#[inline(always)]
fn power(base: f64, exponent: f64) -> f64 {
    match exponent {
        1.0 => base,
        2.0 => base * base,
        3.0 => base * base * base,
        _ => libm::pow(base, exponent),
    }
}

/// What is left of a division that is rounded down.
fn modulo(number: f64, divisor: f64) -> f64 {
    let rest = libm::fmod(number, divisor);
    if rest != 0.0 && (rest < 0.0) != (divisor < 0.0) { rest + divisor } else { rest }
}

/// A number, and its derivative along some direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual {
    /// The number.
    pub value: f64,
    /// Its derivative.
    pub slope: f64,
}

impl Real for Dual {
    fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn unary(self, what: Unary) -> Self {
        let Self { value, slope } = self;
        let result = value.unary(what);
        let rate = match what {
            Unary::Negative => -1.0,
            Unary::Not | Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round => 0.0,
            Unary::Abs => value.unary(Unary::Sign),
            Unary::Sqrt => 0.5 / result,
            Unary::Cbrt => 1.0 / (3.0 * result * result),
            Unary::Exp => result,
            Unary::Log => 1.0 / value,
            Unary::Log10 => std::f64::consts::LOG10_E / value,
            Unary::Sin => libm::cos(value),
            Unary::Cos => -libm::sin(value),
            Unary::Tan => 1.0 + result * result,
            Unary::Asin => 1.0 / (1.0 - value * value).sqrt(),
            Unary::Acos => -1.0 / (1.0 - value * value).sqrt(),
            Unary::Atan => 1.0 / (1.0 + value * value),
            Unary::Sinh => libm::cosh(value),
            Unary::Cosh => libm::sinh(value),
            Unary::Tanh => 1.0 - result * result,
        };
        Self { value: result, slope: scaled(rate, slope) }
    }

    fn pair(self, other: Self, what: Pair) -> Self {
        let (a, b) = (self.value, other.value);
        let value = a.pair(b, what);
        let slope = match what {
            Pair::Plus => self.slope + other.slope,
            Pair::Minus => self.slope - other.slope,
            Pair::Times => scaled(b, self.slope) + scaled(a, other.slope),
            Pair::Over => scaled(1.0 / b, self.slope) - scaled(value / b, other.slope),
            Pair::Power => scaled(b * power(a, b - 1.0), self.slope) + scaled(libm::log(a) * value, other.slope),
            Pair::Atan2 => {
                let square = a * a + b * b;
                scaled(b / square, self.slope) - scaled(a / square, other.slope)
            }
            Pair::Hypot => scaled(a / value, self.slope) + scaled(b / value, other.slope),
            Pair::Min if b < a => other.slope,
            Pair::Max if b > a => other.slope,
            Pair::Min | Pair::Max => self.slope,
            Pair::Mod => self.slope - scaled(((a - value) / b).round(), other.slope),
            Pair::Less | Pair::LessOrEqual | Pair::Equal => 0.0,
        };
        Self { value, slope }
    }
}

/// What does not change adds nothing, whatever the rate is.
fn scaled(rate: f64, slope: f64) -> f64 {
    if slope == 0.0 { 0.0 } else { rate * slope }
}
