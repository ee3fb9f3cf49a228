//! Numbers as they stand in results: the shortest decimals that read back as the
//! same doubles.

use std::fmt;

/// Room for the longest, `-2.2250738585072014e-308`.
const LONGEST: usize = 24;

/// Writes numbers as text. It takes no memory, so that a signal handler may use
/// it, and is worth keeping for many numbers.
pub struct Decimal {
    buffer: zmij::Buffer,
    text: [u8; LONGEST],
}

impl Decimal {
    /// With room for one number.
    #[inline]
    pub fn new() -> Self {
        Self { buffer: zmij::Buffer::new(), text: [0; LONGEST] }
    }

    /// The shortest decimal that reads back as the same double: `10`, not
    /// `10.0`; `1e16`, not `1e+16`; `NaN`, `inf`, `-inf`.
    #[inline]
    pub fn of(&mut self, number: f64) -> &str {
        let text = self.buffer.format(number);
        // Only large ones have an exponent with a sign.
        if number.abs() >= 1e16
            && let Some((digits, exponent)) = text.split_once("e+")
        {
            return joined(&mut self.text, [digits, "e", exponent]);
        }
        text.strip_suffix(".0").unwrap_or(text)
    }
}

/// A number in a text, as [`Decimal`] writes it: `5e-324`, where `{}` has 324 digits.
#[derive(Debug, Clone, Copy)]
pub struct Shortest(pub f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Decimal::new().of(self.0))
    }
}

/// The parts of a number, one behind the other.
fn joined<'t>(text: &'t mut [u8; LONGEST], parts: [&str; 3]) -> &'t str {
    let mut length = 0;
    for part in parts {
        text[length..length + part.len()].copy_from_slice(part.as_bytes());
        length += part.len();
    }
    // Digits, points and signs are UTF-8.
    std::str::from_utf8(&text[..length]).unwrap_or_default()
}

impl Default for Decimal {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decimal").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Shortest};

    #[test]
    fn numbers_are_written_without_what_is_not_needed() {
        for (number, text) in [
            (10.0, "10"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1e15, "1000000000000000"),
            (1e16, "1e16"),
            (-1.5e300, "-1.5e300"),
            (1e-5, "0.00001"),
            (2.5e-6, "2.5e-6"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(Decimal::new().of(number), text);
            assert_eq!(format!("{:>9}", Shortest(number)), format!("{text:>9}"));
        }
    }

    /// Of all sizes, and next to powers of two and ten, against another implementation.
    #[test]
    fn they_are_those_of_ryu() {
        let (mut decimal, mut ryu) = (Decimal::new(), ryu::Buffer::new());
        let mut same = |number: f64| {
            let other = ryu.format(number);
            assert_eq!(decimal.of(number), other.strip_suffix(".0").unwrap_or(other));
        };
        for exponent in 0..2047_u64 {
            for fraction in [0, 1, 0x000F_FFFF_FFFF_FFFF, 0x0008_0000_0000_0001, 0x0003_1415_9265_3589] {
                same(f64::from_bits(exponent << 52 | fraction));
                same(-f64::from_bits(exponent << 52 | fraction));
            }
        }
        for power in -323..309 {
            let number: f64 = format!("1e{power}").parse().unwrap();
            [number, -number, number.next_up(), number.next_down(), 3.0 * number].into_iter().for_each(&mut same);
        }
    }
}
