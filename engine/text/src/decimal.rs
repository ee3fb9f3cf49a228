//! Exact decimal numbers, so that grids of times are what they say.

use std::fmt;

/// `mantissa * 10^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    /// Its digits.
    pub mantissa: i128,
    /// Power of ten that the digits are multiplied with.
    pub exponent: i32,
}

/// All of its digits, with a point among them where that is shorter than a power of ten.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Most zeros in front of the digits.
        const MOST_ZEROS: usize = 4;
        let Self { mut mantissa, mut exponent } = *self;
        while mantissa != 0 && mantissa % 10 == 0 && exponent < 0 {
            (mantissa, exponent) = (mantissa / 10, exponent + 1);
        }
        let (sign, digits) = (if mantissa < 0 { "-" } else { "" }, mantissa.unsigned_abs().to_string());
        let fraction = exponent.unsigned_abs() as usize;
        match exponent {
            _ if mantissa == 0 => f.write_str("0"),
            0 => write!(f, "{sign}{digits}"),
            1.. => write!(f, "{sign}{digits}e{exponent}"),
            _ if fraction < digits.len() => {
                let (whole, fraction) = digits.split_at(digits.len() - fraction);
                write!(f, "{sign}{whole}.{fraction}")
            }
            _ if fraction - digits.len() <= MOST_ZEROS => write!(f, "{sign}0.{digits:0>fraction$}"),
            _ => write!(f, "{sign}{digits}e{exponent}"),
        }
    }
}

impl Decimal {
    /// The shortest decimal that is read as the same double: what was written.
    pub fn of(number: f64) -> Option<Self> {
        Self::parse(&format!("{number:e}")).ok()
    }

    /// Reads a decimal number as it is written.
    ///
    /// # Errors
    /// It is no number, or has more digits than can be kept.
    pub fn parse(text: &str) -> Result<Self, String> {
        // The general reader decides what a number is; this one only keeps its digits.
        let text = text.trim();
        simobject::parse_number(text)?;
        let too_long = || format!("`{text}` has too many digits");
        let (digits, exponent) = match text.find(['e', 'E']) {
            Some(e) => (&text[..e], text[e + 1..].parse::<i32>().map_err(|_| too_long())?),
            None => (text, 0),
        };
        let (sign, digits) = match digits.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, digits.strip_prefix('+').unwrap_or(digits)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut mantissa: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            let shifted = mantissa.checked_mul(10).and_then(|m| m.checked_add(i128::from(digit - b'0')));
            mantissa = shifted.ok_or_else(too_long)?;
        }
        let fraction = i32::try_from(fraction.len()).map_err(|_| too_long())?;
        let exponent = exponent.checked_sub(fraction).ok_or_else(too_long)?;
        Ok(Self { mantissa: sign * mantissa, exponent })
    }

    /// The mantissa for a smaller exponent.
    pub fn mantissa_at(self, exponent: i32) -> Option<i128> {
        if self.mantissa == 0 {
            return Some(0);
        }
        let shift = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        self.mantissa.checked_mul(10_i128.checked_pow(shift)?)
    }

    /// The nearest double.
    #[inline]
    pub fn nearest(self) -> f64 {
        const EXACT: u64 = 1 << 53;
        if let Ok(mantissa) = i64::try_from(self.mantissa)
            && mantissa.unsigned_abs() <= EXACT
            && (-22..=22).contains(&self.exponent)
        {
            // Powers of ten up to 10^22 are doubles, so one rounding is left.
            let mantissa = mantissa as f64;
            let power = POWERS[self.exponent.unsigned_abs() as usize];
            return if self.exponent < 0 { mantissa / power } else { mantissa * power };
        }
        format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn reads_what_is_written() {
        for text in ["0.1", "-2.5e-3", "1e22", "123456789.123456789", "+7", ".5", "5.", "9007199254740993", "1e-30"] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(Decimal::parse(text).unwrap().nearest().to_bits(), expected.to_bits(), "{text}");
        }
        assert!(Decimal::parse("inf").is_err());
        assert!(Decimal::parse("0.1.2").is_err());
        assert!(Decimal::parse(&"9".repeat(60)).is_err());
    }
}
