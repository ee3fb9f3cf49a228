//! Units of measurement, as ports and parameters write them: which dimensions
//! they have, and how many of the SI unit they are.
//!
//! ```text
//! unit   = [ "1/" ] factor { ("*" | "·" | "." | " " | "/") factor }
//! factor = ( symbol | "(" unit ")" ) [ "^" ] [ exponent ]      m^2, m2, s^-1, m², Pa^0.5, Pa^(1/2)
//! symbol = [ prefix ] name                                     kN, MPa, rad, deg
//! ```
//!
//! A text that is no such unit, or could be read in two ways (`W/m K`), has no
//! meaning here. `-`, `1` and `rad` are pure numbers. `Hz` is 1/s, but it counts
//! whole turns: it is neither `rad/s` nor `rpm`, which are off by 2 pi.

use crate::behind::exponent;
use crate::dimension::Dimension;
use crate::power::Power;
use crate::ratio::Ratio;
use crate::symbol::symbol_of;

/// Dimensions and size of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    pub(crate) dimension: Dimension,
    /// How many of the SI unit it is.
    pub(crate) factor: f64,
    /// The same exactly, but for a power of pi; none if that cannot be kept.
    pub(crate) ratio: Option<Ratio>,
    /// The power of pi.
    pub(crate) pi: i32,
    /// Where its zero lies, in the SI unit, if not at its zero.
    pub(crate) zero: Option<Ratio>,
    /// Whether it was written as one of turns.
    pub(crate) counts_turns: bool,
}

/// How two units compare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Comparison {
    /// They are the same.
    Same,
    /// They measure the same quantity: a number in the first is one in the
    /// second times this.
    Scaled(f64),
    /// They measure different quantities.
    Different,
}

impl Unit {
    /// That of pure numbers.
    pub const ONE: Self = Self {
        dimension: Dimension::NONE,
        factor: 1.0,
        ratio: Some(Ratio::ONE),
        pi: 0,
        zero: None,
        counts_turns: false,
    };

    /// Reads a unit that stands alone; none if it is not known. Empty texts say nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > 100 {
            return None;
        }
        if matches!(text, "-" | "1") {
            return Some(Self::ONE);
        }
        let mut parser = Parser { rest: text, depth: 0 };
        let unit = parser.product()?;
        (parser.rest.is_empty() && unit.factor.is_finite() && unit.factor > 0.0).then_some(unit)
    }

    /// How two units, as texts, compare; none if one is empty. Texts that are
    /// no known unit are the same if they are written alike.
    pub fn compare(one: &str, other: &str) -> Option<Comparison> {
        let (one, other) = (one.trim(), other.trim());
        if one.is_empty() || other.is_empty() {
            return None;
        }
        if one == other {
            return Some(Comparison::Same);
        }
        Some(match (Self::parse(one), Self::parse(other)) {
            (Some(one), Some(other)) => one.compared_with(&other),
            _ => Comparison::Different,
        })
    }

    fn compared_with(&self, other: &Self) -> Comparison {
        let any = |of: fn(&Dimension) -> Power| [self, other].iter().any(|unit| !of(&unit.dimension).is_zero());
        let turns_and_radians = any(Dimension::hertz) && any(Dimension::angle);
        if !self.has_dimensions_of(other) || self.zero != other.zero || turns_and_radians {
            return Comparison::Different;
        }
        let ratio = self.factor / other.factor;
        if (ratio - 1.0).abs() < 1e-12 { Comparison::Same } else { Comparison::Scaled(ratio) }
    }

    /// What it measures.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// How many of the SI unit it is, or a number next to that.
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// The same exactly: a fraction, and the power of pi that it is to be multiplied by; none if it cannot be kept.
    pub fn exact(&self) -> Option<(Ratio, i32)> {
        self.ratio.map(|ratio| (ratio, self.pi))
    }

    /// Where its zero lies, in the SI unit, if not at its zero.
    pub fn zero(&self) -> Option<Ratio> {
        self.zero
    }

    /// Whether it was written as one of turns (`rev`, `rpm`), so that it is no pure number.
    pub fn counts_turns(&self) -> bool {
        self.counts_turns
    }

    /// How many of the SI unit `number` of this unit are.
    pub fn in_si(&self, number: f64) -> f64 {
        number * self.factor + self.zero.map_or(0.0, Ratio::as_f64)
    }

    /// Whether it is an SI unit, or the same.
    pub fn is_si(&self) -> bool {
        self.factor == 1.0 && self.zero.is_none()
    }

    /// Whether both measure the same quantity, angles and turns aside.
    pub fn has_dimensions_of(&self, other: &Self) -> bool {
        self.dimension.is_like(&other.dimension)
    }

    /// The product, where an angle does not meet what is counted in hertz.
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let dimension = self.dimension.times(&other.dimension)?;
        if !dimension.angle.is_zero() && !dimension.hertz.is_zero() {
            return None;
        }
        Some(Self {
            dimension,
            factor: self.factor * other.factor,
            ratio: self.ratio.zip(other.ratio).and_then(|(one, other)| one.times(other)),
            pi: self.pi + other.pi,
            zero: None,
            counts_turns: self.counts_turns || other.counts_turns,
        })
    }

    /// A whole power.
    pub(crate) fn raised(self, power: i32) -> Option<Self> {
        if power == 1 {
            return Some(self);
        }
        Some(Self {
            dimension: self.dimension.to_the(Power::whole(power))?,
            factor: self.factor.powi(power),
            ratio: self.ratio.and_then(|ratio| ratio.to_the(power)),
            pi: self.pi * power,
            zero: None,
            counts_turns: self.counts_turns,
        })
    }

    /// Any power.
    pub(crate) fn to_the(self, power: Power) -> Option<Self> {
        if let Some(whole) = power.as_whole() {
            return self.raised(whole);
        }
        let is_one = self.ratio == Some(Ratio::ONE) && self.pi == 0;
        Some(Self {
            dimension: self.dimension.to_the(power)?,
            factor: if is_one { 1.0 } else { self.factor.powf(power.as_f64()) },
            ratio: self.ratio.filter(|_| is_one),
            pi: 0,
            zero: None,
            counts_turns: self.counts_turns,
        })
    }
}

struct Parser<'t> {
    rest: &'t str,
    depth: u32,
}

impl Parser<'_> {
    const DEEPEST: u32 = 8;

    fn product(&mut self) -> Option<Unit> {
        let mut unit = match self.rest.strip_prefix("1/") {
            Some(_) => {
                self.rest = &self.rest[1..];
                Unit::ONE
            }
            None => self.factor()?,
        };
        let mut is_divided = false;
        loop {
            let trimmed = self.rest.trim_start();
            let Some(sign) = trimmed.chars().next().filter(|c| *c != ')') else {
                self.rest = trimmed;
                return Some(unit);
            };
            let divides = sign == '/';
            if divides || matches!(sign, '*' | '·' | '⋅' | '.') {
                self.rest = trimmed[sign.len_utf8()..].trim_start();
            } else if trimmed.len() < self.rest.len() {
                self.rest = trimmed;
            } else {
                return None;
            }
            // `W/m K`: some mean W/(m K), others K W/m.
            if is_divided && !divides {
                return None;
            }
            let factor = self.factor()?;
            unit = unit.times(if divides { factor.raised(-1)? } else { factor })?;
            is_divided |= divides;
        }
    }

    fn factor(&mut self) -> Option<Unit> {
        let base = if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            self.depth += 1;
            if self.depth > Self::DEEPEST {
                return None;
            }
            let unit = self.product()?;
            self.rest = self.rest.strip_prefix(')')?;
            unit
        } else {
            let is_letter = |c: char| c.is_alphabetic() || matches!(c, '°' | '%' | '_');
            let end = self.rest.find(|c| !is_letter(c)).unwrap_or(self.rest.len());
            let (symbol, rest) = self.rest.split_at(end);
            self.rest = rest;
            symbol_of(symbol)?
        };
        base.to_the(self.power()?)
    }

    /// What stands behind a factor: `^2`, `^-1`, `^(-1)`, `2`, `²`, `⁻¹`, `^0.5`, `^(1/2)`.
    fn power(&mut self) -> Option<Power> {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let is_raised = |c: char| c == '⁻' || RAISED.contains(&c);
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (written, rest) = if self.rest.starts_with(is_raised) {
            let end = self.rest.find(|c| !is_raised(c)).unwrap_or(self.rest.len());
            let plain = |c: char| RAISED.iter().position(|r| *r == c).map_or('-', |d| char::from(b'0' + d as u8));
            (self.rest[..end].chars().map(plain).collect(), &self.rest[end..])
        } else if let Some(text) = self.rest.strip_prefix('^').or_else(|| self.rest.strip_prefix("**")) {
            match text.strip_prefix('(') {
                Some(inner) => inner.split_once(')').map(|(written, rest)| (written.to_owned(), rest))?,
                None => {
                    let sign = usize::from(text.starts_with(['-', '+']));
                    let whole = sign + digits(&text[sign..]);
                    // A point that no digit follows stands between factors.
                    let decimals = text[whole..].strip_prefix('.').map_or(0, digits);
                    let end = whole + if decimals > 0 { 1 + decimals } else { 0 };
                    (text[..end].to_owned(), &text[end..])
                }
            }
        } else {
            let sign = usize::from(self.rest.starts_with(['-', '+']));
            match digits(&self.rest[sign..]) {
                0 => return (sign == 0).then_some(Power::ONE),
                end => (self.rest[..sign + end].to_owned(), &self.rest[sign + end..]),
            }
        };
        self.rest = rest;
        exponent(&written)
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Unit};

    fn same(units: &[&str]) {
        for one in units {
            for other in units {
                assert_eq!(Unit::compare(one, other), Some(Comparison::Same), "{one} and {other}");
            }
        }
    }

    /// Derived units in base units: BIPM, SI Brochure, 9th edition, table 4.
    #[test]
    fn derived_units_are_those_of_the_si_brochure() {
        same(&["N", "kg m/s^2", "kg*m/s2", "kg·m·s⁻²", "kg m s^-2", "kgm/s^2", "J/m", "N "]);
        same(&["Pa", "N/m^2", "N/m²", "kg/(m s^2)", "kg m^-1 s^-2", "J/m3", "kg/m/s^2"]);
        same(&["N m", "Nm", "N*m", "N.m", "J", "kg m^2/s^2", "W s", "Pa m^3", "V A s"]);
        same(&["W", "J/s", "N m/s", "Nm/s", "V*A", "VA", "kg m^2 s^-3"]);
        same(&["V", "W/A", "kg m^2/(s^3 A)"]);
        same(&["ohm", "Ohm", "Ω", "V/A"]);
        same(&["F", "C/V", "A s/V"]);
        same(&["H", "Wb/A", "V s/A"]);
        same(&["T", "Wb/m^2", "kg/(A s^2)"]);
        same(&["m^3/s", "m3/s", "m³/s", "m^3*s^-1"]);
        same(&["N s/m", "Ns/m", "kg/s", "N/(m/s)"]);
        same(&["Pa s", "Pas", "kg/(m s)"]);
        same(&["-", "1", "rad", "m/m"]);
        same(&["1/s", "s^-1", "rad/s", "s⁻¹"]);
        same(&["1/s", "Hz", "s^(-1)"]);
        same(&["W/(m K)", "W m^-1 K^-1", "W/m/K"]);
        same(&["m^3/(s Pa^0.5)", "m^3/(s Pa^(1/2))", "m^3.s^-1.Pa^-0.5", "m^3 s^-1 Pa^(-1/2)"]);
    }

    #[test]
    fn what_is_larger_by_a_factor_is_told() {
        for (one, other, factor) in [
            ("mm", "m", 1e-3),
            ("kN", "N", 1e3),
            ("MPa", "bar", 10.0),
            ("l/min", "m^3/s", 1.0 / 60_000.0),
            ("km/h", "m/s", 1.0 / 3.6),
            ("kn", "m/s", 0.514_444_444_444_444_4),
            ("g/cm^3", "kg/m^3", 1000.0),
            ("t", "kg", 1000.0),
            ("mm^2", "m^2", 1e-6),
            ("deg", "rad", 0.017_453_292_519_943_295),
            ("rpm", "rad/s", 0.104_719_755_119_659_77),
            ("kWh", "J", 3.6e6),
            ("mbar", "Pa", 100.0),
            ("us", "s", 1e-6),
            ("%", "-", 0.01),
        ] {
            let Some(Comparison::Scaled(found)) = Unit::compare(one, other) else { panic!("{one}, {other}") };
            assert!((found / factor - 1.0).abs() < 1e-12, "{one}, {other}: {found}");
        }
    }

    #[test]
    fn what_differs() {
        for (one, other) in [
            ("m", "m/s"),
            ("m", "s"),
            ("N", "N m"),
            ("N", "Pa"),
            ("kN", "kn"),
            ("Hz", "rad/s"),
            ("Hz", "rpm"),
            ("degC", "K"),
            ("m", "-"),
            ("rad", "m"),
            ("apples", "m"),
            ("apples", "pears"),
        ] {
            assert_eq!(Unit::compare(one, other), Some(Comparison::Different), "{one}, {other}");
        }
        same(&["apples", " apples "]);
        assert_eq!(Unit::compare("", "m"), None);
        assert_eq!(Unit::compare("m", " "), None);
    }

    #[test]
    fn what_is_no_unit_or_has_two_meanings_is_not_read() {
        for text in [
            "",
            " ",
            "W/m K",
            "J/kg*K",
            "m^",
            "m^^2",
            "(m",
            "m)",
            "/s",
            "m//s",
            "m/",
            "2 m",
            "m^99",
            "mKg",
            "nothing",
            "kkg",
            "m^-",
            "()",
            "m^2147483648",
            "((((((((((m))))))))))",
            "--",
        ] {
            assert_eq!(Unit::parse(text), None, "{text}");
        }
    }

    /// NIST Special Publication 811, 2008, appendix B.8, to its seven digits.
    #[test]
    fn what_is_neither_si_nor_derived_from_it() {
        for (one, si, factor) in [
            ("psi", "Pa", 6.894_757e3),
            ("ksi", "Pa", 6.894_757e6),
            ("lbf", "N", 4.448_222),
            ("hp", "W", 7.456_999e2),
            ("gpm", "m^3/s", 6.309_020e-5),
            ("P", "Pa s", 0.1),
            ("cSt", "m^2/s", 1e-6),
            ("in", "m", 0.0254),
            ("ft", "m", 0.3048),
            ("lb", "kg", 0.453_592_4),
            ("kgf", "N", 9.806_65),
            ("rpm", "rad/s", 0.104_719_8),
            ("rev", "rad", std::f64::consts::TAU),
        ] {
            let Some(Comparison::Scaled(found)) = Unit::compare(one, si) else { panic!("{one}, {si}") };
            assert!((found / factor - 1.0).abs() < 5e-7, "{one}: {found}");
        }
    }
}
