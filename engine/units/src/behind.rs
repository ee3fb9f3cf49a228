//! A unit that follows a number.
//!
//! ```text
//! unit     = factor { ( " " | "·" ) factor | "/" ( factor | "(" factor { ( " " | "·" ) factor } ")" ) }
//! factor   = symbol [ exponent ]
//! exponent = "^" [ "-" ] number | "^(" [ "-" ] number [ "/" number ] ")" | digits | superscripts
//! ```
//!
//! There are no spaces around the `/` of a unit. A keyword, a word before `(` or `.`, and
//! any other sign end the unit. The longest such text is the unit: an unknown symbol in it
//! is an error, never the end of a shorter one.

use std::ops::Range;

use crate::power::Power;
use crate::symbol::symbol_of;
use crate::unit::Unit;

/// Words of formulas that are no symbols.
const KEYWORDS: [&str; 11] = ["and", "or", "not", "lt", "le", "gt", "ge", "eq", "ne", "true", "false"];

/// What follows a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Behind {
    /// Where the unit stands, behind white space.
    pub place: Range<usize>,
    /// The unit, or what is wrong with it.
    pub unit: Result<Unit, Fault>,
}

/// What is wrong with a unit behind a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There is no such symbol; where it stands.
    Unknown(Range<usize>),
    /// `kt` is a knot for some, and a kilotonne for others.
    Knots(Range<usize>),
    /// `W/m K` is W/(m K) for some, and K W/m for others.
    TwoReadings(Range<usize>),
    /// No exponent stands behind a `^`, or one that is too large or no fraction that can be kept.
    Exponent(Range<usize>),
    /// A `%` with a number behind it: what is left of a division is `mod`.
    Modulo(Range<usize>),
    /// An angle and hertz in one unit, or powers that are too large.
    Meaningless,
}

impl Unit {
    /// The unit at the beginning of what stands behind a number; none if there is none.
    pub fn behind_number(text: &str) -> Option<Behind> {
        let start = text.len() - text.trim_start().len();
        let mut reader = Reader { text, at: start };
        reader.symbol()?;
        reader.at = start;
        let unit = reader.unit();
        Some(Behind { place: start..reader.at, unit })
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The unit; where it ends, also if it is wrong, is where the reader is then.
    fn unit(&mut self) -> Result<Unit, Fault> {
        let (mut unit, mut fault) = (Unit::ONE, None);
        let mut divides = false;
        let mut was_divided = false;
        loop {
            let factor = self.factor();
            let combined = factor.and_then(|factor| {
                let factor = if divides { factor.to_the(Power::whole(-1)) } else { Some(factor) };
                factor.and_then(|factor| unit.or_itself(factor)).ok_or(Fault::Meaningless)
            });
            match combined {
                Ok(combined) => unit = combined,
                Err(found) => fault = fault.or(Some(found)),
            }
            was_divided |= divides;
            divides = false;
            let before = self.at;
            if let Some(rest) = self.rest().strip_prefix('/') {
                let (is_symbol, is_product) = (begins_symbol(rest), self.is_product(self.at + 1));
                if is_symbol || is_product {
                    self.at += 1;
                    divides = true;
                    if is_product && !is_symbol {
                        match self.product() {
                            Ok(product) => match product.raised(-1).and_then(|product| unit.times(product)) {
                                Some(combined) => unit = combined,
                                None => fault = fault.or(Some(Fault::Meaningless)),
                            },
                            Err(found) => fault = fault.or(Some(found)),
                        }
                        was_divided = true;
                        divides = false;
                        if !self.goes_on() {
                            break;
                        }
                        fault = fault.or(Some(Fault::TwoReadings(0..self.at)));
                    }
                    continue;
                }
                break;
            }
            if !self.goes_on() {
                self.at = before;
                break;
            }
            if was_divided {
                fault = fault.or(Some(Fault::TwoReadings(0..before)));
            }
        }
        let end = self.at;
        match fault {
            None if unit.factor.is_finite() && unit.factor > 0.0 => Ok(unit),
            None => Err(Fault::Meaningless),
            // The whole of it, as far as it is known now.
            Some(Fault::TwoReadings(_)) => {
                let start = self.text.len() - self.text.trim_start().len();
                Err(Fault::TwoReadings(start..end))
            }
            Some(fault) => Err(fault),
        }
    }

    /// Whether a sign of multiplication stands here, and a symbol behind it, to which it then goes.
    fn goes_on(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        let behind = trimmed.strip_prefix(['·', '⋅']).map(str::trim_start);
        let is_apart = trimmed.len() < rest.len();
        let next = behind.or_else(|| is_apart.then_some(trimmed));
        match next.filter(|next| begins_symbol(next)) {
            Some(next) => {
                self.at = self.text.len() - next.len();
                true
            }
            None => false,
        }
    }

    /// Whether symbols stand in parentheses there, and nothing else.
    fn is_product(&self, at: usize) -> bool {
        let Some(inner) = self.text[at..].strip_prefix('(') else { return false };
        let Some((inner, _)) = inner.split_once(')') else { return false };
        // Exponents may be in parentheses of their own: the first of these ends behind its own.
        let is_of_unit = |c: char| {
            c.is_alphanumeric() || matches!(c, ' ' | '·' | '⋅' | '°' | '%' | '^' | '-' | '(' | '/' | '.' | '⁻')
        };
        begins_symbol(inner.trim_start()) && inner.chars().all(is_of_unit)
    }

    /// Symbols in parentheses.
    fn product(&mut self) -> Result<Unit, Fault> {
        let start = self.at;
        self.at += 1;
        self.at += self.rest().len() - self.rest().trim_start().len();
        let mut unit = self.factor()?;
        while self.goes_on() {
            let factor = self.factor()?;
            unit = unit.times(factor).ok_or(Fault::Meaningless)?;
        }
        let trimmed = self.rest().trim_start();
        match trimmed.strip_prefix(')') {
            Some(rest) => {
                self.at = self.text.len() - rest.len();
                Ok(unit)
            }
            None => Err(Fault::TwoReadings(start..self.at)),
        }
    }

    fn factor(&mut self) -> Result<Unit, Fault> {
        let start = self.at;
        let Some(symbol) = self.symbol() else { return Err(Fault::Unknown(start..start)) };
        self.at += symbol;
        let place = start..self.at;
        let name = &self.text[place.clone()];
        let base = match name {
            "kt" => Err(Fault::Knots(place)),
            name => symbol_of(name).ok_or(Fault::Unknown(place)),
        };
        if name == "%" && self.rest().starts_with(|c: char| c.is_ascii_digit() || c == '^') {
            return Err(Fault::Modulo(start..self.at));
        }
        let power = self.exponent();
        let (base, power) = (base?, power?);
        base.to_the(power).ok_or(Fault::Exponent(start..self.at))
    }

    /// How long the symbol is that stands here.
    fn symbol(&self) -> Option<usize> {
        begins_symbol(self.rest()).then(|| symbol_length(self.rest()))
    }

    fn exponent(&mut self) -> Result<Power, Fault> {
        let start = self.at;
        let rest = self.rest();
        if let Some(behind) = rest.strip_prefix('^') {
            let (text, length) = match behind.strip_prefix('(') {
                Some(inner) => match inner.find(')') {
                    Some(end) => (&inner[..end], end + 3),
                    None => ("", 2),
                },
                None => {
                    let sign = usize::from(behind.starts_with('-'));
                    let end = behind[sign..]
                        .find(|c: char| !c.is_ascii_digit() && c != '.')
                        .map_or(behind.len(), |end| end + sign);
                    (&behind[..end], end + 1)
                }
            };
            let power = exponent(text.trim());
            self.at += length;
            // `kg^1/2` is the root for some, and half of a kilogram for others.
            let is_fraction = !behind.starts_with('(')
                && self.rest().strip_prefix('/').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            if is_fraction {
                return Err(Fault::TwoReadings(start..self.at));
            }
            return power.ok_or(Fault::Exponent(start..self.at.min(self.text.len())));
        }
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let is_raised = |c: char| c == '⁻' || RAISED.contains(&c);
        let is_digit = |c: char| c.is_ascii_digit();
        let length = |is: &dyn Fn(char) -> bool| rest.find(|c: char| !is(c)).unwrap_or(rest.len());
        let (raised, digits) = (length(&is_raised), length(&is_digit));
        let text: String = if raised > 0 {
            let plain = |c: char| RAISED.iter().position(|r| *r == c).map_or('-', |d| char::from(b'0' + d as u8));
            rest[..raised].chars().map(plain).collect()
        } else if digits > 0 {
            rest[..digits].to_owned()
        } else {
            return Ok(Power::ONE);
        };
        self.at += raised.max(digits);
        exponent(&text).ok_or(Fault::Exponent(start..self.at))
    }
}

/// An exponent: a whole number, a decimal or a fraction of whole numbers, but 0.
pub(crate) fn exponent(text: &str) -> Option<Power> {
    let (above, below) = match text.split_once('/') {
        Some((above, below)) => (above.trim().parse().ok()?, below.trim().parse().ok()?),
        None => match text.split_once('.') {
            Some((whole, part)) if (1..=6).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()) => {
                (format!("{whole}{part}").parse().ok()?, 10_i64.pow(u32::try_from(part.len()).ok()?))
            }
            Some(_) => return None,
            None => (text.parse().ok()?, 1),
        },
    };
    Power::fraction(above, below).filter(|power| !power.is_zero() && power.as_f64().abs() <= 12.0)
}

fn is_of_symbol(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '°' | '%' | '_')
}

fn symbol_length(text: &str) -> usize {
    text.find(|c| !is_of_symbol(c)).unwrap_or(text.len())
}

/// Whether a symbol stands at the beginning: a word that is no keyword, and no function or path.
fn begins_symbol(text: &str) -> bool {
    let length = symbol_length(text);
    let word_length = text.find(|c: char| !is_of_symbol(c) && !c.is_ascii_digit()).unwrap_or(text.len());
    let behind = &text[word_length..];
    let is_path =
        behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    length > 0 && !behind.starts_with('(') && !is_path && !KEYWORDS.contains(&&text[..word_length])
}

impl Unit {
    /// The product.
    fn or_itself(self, other: Self) -> Option<Self> {
        if self == Self::ONE { Some(other) } else { self.times(other) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Unit};

    /// What is read as a unit of what stands behind a number, and how large it is.
    fn read(text: &str) -> Option<(&str, Result<f64, Fault>)> {
        let behind = Unit::behind_number(text)?;
        Some((&text[behind.place], behind.unit.map(|unit| unit.factor())))
    }

    #[test]
    fn the_longest_text_that_can_be_one_is_the_unit() {
        for (text, unit, factor) in [
            (" bar", "bar", 1e5),
            (" bar*A", "bar", 1e5),
            (" m - 3 m", "m", 1.0),
            (" l/min", "l/min", 1e-3 / 60.0),
            (" l/min + x", "l/min", 1e-3 / 60.0),
            (" kN/m", "kN/m", 1e3),
            (" N/m / 3", "N/m", 1.0),
            (" m/2", "m", 1.0),
            (" kg m/s^2", "kg m/s^2", 1.0),
            (" kg·m/s²", "kg·m/s²", 1.0),
            (" W/(m K)", "W/(m K)", 1.0),
            (" W/(m^2 K) * x", "W/(m^2 K)", 1.0),
            (" mm and 1", "mm", 1e-3),
            (" mm lt 3", "mm", 1e-3),
            (" m2", "m2", 1.0),
            (" s^-1)", "s^-1", 1.0),
            (" Pa^0.5", "Pa^0.5", 1.0),
            (" bar^(1/2)", "bar^(1/2)", 1e5_f64.sqrt()),
            (" cm^3/rev", "cm^3/rev", 1e-6 / std::f64::consts::TAU),
            ("mm", "mm", 1e-3),
            (" %", "%", 0.01),
            (" m/s/s", "m/s/s", 1.0),
            (" m B.Pos", "m", 1.0),
            (" m sin(x)", "m", 1.0),
            (" bar/(A+B)", "bar", 1e5),
        ] {
            let Some((read, Ok(found))) = read(text) else { panic!("{text}: {:?}", read(text)) };
            assert_eq!(read, unit, "{text}");
            assert!((found / factor - 1.0).abs() < 1e-14, "{text}: {found}");
        }
    }

    #[test]
    fn no_unit_stands_there() {
        for text in ["", " ", " + 3", "*m", " and x", " sin(3)", " B.Pos", "(3)", " lt 4", ", 3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, fault) in [
            (" apples", Fault::Unknown(1..7)),
            (" m apples", Fault::Unknown(3..9)),
            (" bar/Area", Fault::Unknown(5..9)),
            (" kt", Fault::Knots(1..3)),
            (" W/m K", Fault::TwoReadings(1..6)),
            (" m^n", Fault::Exponent(2..3)),
            (" m^(1/7)", Fault::Exponent(2..8)),
            (" m^99", Fault::Exponent(2..5)),
            (" rad Hz", Fault::Meaningless),
            ("%2", Fault::Modulo(0..1)),
            (" kg^1/2", Fault::TwoReadings(1..5)),
        ] {
            assert_eq!(read(text).map(|(_, unit)| unit), Some(Err(fault)), "{text}");
        }
    }
}
