//! Constants: exact as long as they can be.

use bowline_units::{Ratio, Unit};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Fractions with more bits than these are not kept.
const MOST_BITS: u64 = 4096;
/// No decimal is read exactly whose exponent is larger.
const LARGEST_EXPONENT: i64 = 1000;
/// Pi times 10^60, rounded down.
const PI: &str = "3141592653589793238462643383279502884197169399375105820974944";

/// A constant: the nearest double of a fraction, where it is one that is known; else
/// what was calculated.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    exact: Option<BigRational>,
    /// What was written in a unit with a power of pi, as turns are: the fraction before that, and the power.
    of_pi: Option<(BigRational, i32)>,
    value: f64,
}

impl Number {
    /// A double, which is calculated with as it is.
    pub fn of(value: f64) -> Self {
        Self { exact: None, of_pi: None, value }
    }

    /// A fraction.
    pub(crate) fn exact(fraction: BigRational) -> Self {
        let value = nearest_double(&fraction);
        let bits = fraction.numer().bits().max(fraction.denom().bits());
        Self { exact: (bits <= MOST_BITS).then_some(fraction), of_pi: None, value }
    }

    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Self::exact(BigRational::from_integer(number.into()))
    }

    /// The nearest double.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The fraction, if it is known.
    pub(crate) fn fraction(&self) -> Option<&BigRational> {
        self.exact.as_ref()
    }

    /// The number as a decimal, or else as a fraction; whether it is a decimal.
    pub(crate) fn written(&self) -> (String, bool) {
        /// Decimals with more digits are written as fractions.
        const MOST_DIGITS: u32 = 40;
        let shortest = || (format!("{:?}", self.value), true);
        let Some(fraction) = &self.exact else { return shortest() };
        if fraction.is_integer() {
            return (fraction.to_integer().to_string(), true);
        }
        let ten = BigInt::from(10);
        for digits in 1..=MOST_DIGITS {
            let scaled = fraction * BigRational::from_integer(ten.pow(digits));
            if scaled.is_integer() {
                let (sign, scaled) = (if fraction.is_negative() { "-" } else { "" }, scaled.to_integer().abs());
                let (whole, part) = (&scaled / ten.pow(digits), &scaled % ten.pow(digits));
                return (
                    format!("{sign}{whole}.{part:0>width$}", part = part.to_string(), width = digits as usize),
                    true,
                );
            }
        }
        (format!("{}/{}", fraction.numer(), fraction.denom()), false)
    }

    /// The number that a decimal writes, without a sign.
    pub(crate) fn decimal(text: &str) -> Self {
        match fraction_of(text) {
            Some(fraction) => Self::exact(fraction),
            // Digits, a point and an exponent are a number, which may be infinite.
            None => Self::of(text.parse().unwrap_or(f64::NAN)),
        }
    }

    /// So many of a unit, in SI units; with the unit's zero, if it stands alone.
    pub(crate) fn in_unit(self, unit: &Unit, is_alone: bool) -> Self {
        let zero = unit.zero().filter(|_| is_alone);
        let (Some(fraction), Some((ratio, pi))) = (&self.exact, unit.exact()) else {
            return Self::of(if is_alone { unit.in_si(self.value) } else { self.value * unit.factor() });
        };
        let mut product = fraction * big(ratio);
        if let Some(zero) = zero {
            product += big(zero);
        }
        match pi {
            0 => Self::exact(product),
            pi => {
                let value = nearest_double(&(&product * power_of_pi(pi)));
                Self { exact: None, of_pi: Some((product, pi)), value }
            }
        }
    }

    /// How many of a unit it is, from SI units.
    pub(crate) fn into_unit(self, unit: &Unit) -> Self {
        if unit.is_si() {
            return self;
        }
        let zero = unit.zero();
        // Turns into turns are as exact as metres into metres.
        if let (Some((fraction, pi)), Some((ratio, same)), None) = (&self.of_pi, unit.exact(), zero)
            && *pi == same
        {
            return Self::exact(fraction / big(ratio));
        }
        match (&self.exact, unit.exact()) {
            (Some(fraction), Some((ratio, 0))) => {
                Self::exact((fraction - zero.map_or_else(BigRational::zero, big)) / big(ratio))
            }
            _ => Self::of((self.value - zero.map_or(0.0, Ratio::as_f64)) / unit.factor()),
        }
    }

    /// The same of both fractions, if they are known; else of both numbers.
    pub(crate) fn combined(
        &self,
        other: &Self,
        exact: impl FnOnce(&BigRational, &BigRational) -> Option<BigRational>,
        number: impl FnOnce(f64, f64) -> f64,
    ) -> Self {
        let fraction = self.exact.as_ref().zip(other.exact.as_ref()).and_then(|(a, b)| exact(a, b));
        fraction.map_or_else(|| Self::of(number(self.value, other.value)), Self::exact)
    }

    /// The same of the fraction, if it is known; else of the number.
    pub(crate) fn mapped(
        &self,
        exact: impl FnOnce(&BigRational) -> Option<BigRational>,
        number: impl FnOnce(f64) -> f64,
    ) -> Self {
        let fraction = self.exact.as_ref().and_then(exact);
        fraction.map_or_else(|| Self::of(number(self.value)), Self::exact)
    }

    /// Whether it is less than another one.
    pub(crate) fn compare(&self, other: &Self) -> Option<std::cmp::Ordering> {
        match (&self.exact, &other.exact) {
            (Some(one), Some(other)) => Some(one.cmp(other)),
            _ => self.value.partial_cmp(&other.value),
        }
    }
}

/// A whole power of a fraction, if it is not too large.
pub(crate) fn raised(base: &BigRational, exponent: &BigRational) -> Option<BigRational> {
    let exponent = exponent.is_integer().then(|| exponent.to_integer().to_i32())??;
    let bits = base.numer().bits().max(base.denom().bits());
    if bits.saturating_mul(exponent.unsigned_abs().into()) > MOST_BITS || (base.is_zero() && exponent < 0) {
        return None;
    }
    Some(base.pow(exponent))
}

fn big(ratio: Ratio) -> BigRational {
    BigRational::new(BigInt::from(ratio.numerator()), BigInt::from(ratio.denominator()))
}

fn power_of_pi(power: i32) -> BigRational {
    let digits = PI.parse().unwrap_or_else(|_| BigInt::one());
    BigRational::new(digits, BigInt::from(10).pow(60)).pow(power)
}

/// The fraction of a decimal without a sign.
fn fraction_of(text: &str) -> Option<BigRational> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent.checked_sub(i64::try_from(part.len()).ok()?)?;
    if exponent.abs() > LARGEST_EXPONENT || digits.len() > 800 {
        return None;
    }
    let number: BigUint = format!("0{whole}{part}").parse().ok()?;
    let number = BigRational::from_integer(number.into());
    let power = BigRational::from_integer(BigInt::from(10).pow(u32::try_from(exponent.unsigned_abs()).ok()?));
    Some(if exponent < 0 { number / power } else { number * power })
}

/// The nearest double of a fraction; of two that are as near, the even one.
pub(crate) fn nearest_double(fraction: &BigRational) -> f64 {
    /// So many bits of a quotient decide: those of a double, one below, and whether anything is left.
    const BITS: i64 = 54;
    if fraction.is_zero() {
        return 0.0;
    }
    let (above, below) = (fraction.numer().magnitude(), fraction.denom().magnitude());
    let bits = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(i64::MAX);
    // The quotient has 55 bits or 56; where the number is subnormal, fewer.
    let least = -1074 - 1;
    let shift = (bits(above) - bits(below) - BITS - 1).max(least);
    let shifted = |number: &BigUint, by: i64| number << u64::try_from(by.max(0)).unwrap_or(0);
    let (above, below) = (shifted(above, -shift), shifted(below, shift));
    let quotient = &above / &below;
    let is_rest = &quotient * &below != above;
    let mut quotient = quotient.to_u128().unwrap_or(u128::MAX);
    let mut shift = shift;
    let mut is_rest = is_rest;
    // To 54 bits, or to the one below the last of subnormal numbers.
    while quotient >= 1 << BITS {
        is_rest |= quotient & 1 == 1;
        quotient >>= 1;
        shift += 1;
    }
    let half = quotient & 1 == 1;
    let mut number = quotient >> 1;
    shift += 1;
    if half && (is_rest || number & 1 == 1) {
        number += 1;
    }
    // Both steps are exact: the number has 53 bits, and what it is multiplied by is a power of 2.
    let exponent = i32::try_from(shift.clamp(-1200, 1200)).unwrap_or(0);
    let magnitude = libm::ldexp(number as f64, exponent);
    if fraction.is_negative() { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::Number;

    /// The standard library reads decimals correctly rounded.
    #[test]
    fn decimals_are_the_nearest_doubles() {
        let mut state = 88_172_645_463_325_252_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..20_000 {
            let digits = random() % 10_u64.pow(1 + (random() % 18) as u32);
            let exponent = (random() % 660) as i64 - 345;
            let text = format!("{digits}e{exponent}");
            let known: f64 = text.parse().unwrap();
            assert_eq!(Number::decimal(&text).value().to_bits(), known.to_bits(), "{text}");
        }
        for text in [
            "0",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "9007199254740993",
            "0.1",
            "1e400",
            "1e-400",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1e99999999999999999999",
        ] {
            let known: f64 = text.parse().unwrap();
            assert_eq!(Number::decimal(text).value().to_bits(), known.to_bits(), "{text}");
        }
    }
}
