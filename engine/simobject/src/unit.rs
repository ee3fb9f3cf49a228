//! Units of measurement, as ports and parameters write them: which dimensions
//! they have, and how many of the SI unit they are.
//!
//! ```text
//! unit   = [ "1/" ] factor { ("*" | "·" | "." | " " | "/") factor }
//! factor = ( symbol | "(" unit ")" ) [ "^" ] [ exponent ]      m^2, m2, s^-1, m²
//! symbol = [ prefix ] name                                     kN, MPa, rad, deg
//! ```
//!
//! A text that is no such unit, or could be read in two ways (`W/m K`), has no
//! meaning here. `-`, `1` and `rad` are pure numbers. `Hz` is 1/s, but it counts
//! whole turns: it is neither `rad/s` nor `rpm`, which are off by 2 pi.

use std::f64::consts::PI;

/// Dimensions and size of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Powers of metre, kilogram, second, ampere, kelvin, mole and candela.
    powers: [i32; 7],
    /// How many of the SI unit it is.
    factor: f64,
    /// Where its zero lies, in the SI unit.
    zero: f64,
    angle: Angle,
}

/// In what a unit counts turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Angle {
    /// It counts none.
    None,
    Radians,
    Turns,
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
    const ONE: Self = Self { powers: [0; 7], factor: 1.0, zero: 0.0, angle: Angle::None };

    /// Reads a unit; none if it is not known. Empty texts say nothing.
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
        let turns = [self.angle, other.angle].contains(&Angle::Turns);
        let radians = [self.angle, other.angle].contains(&Angle::Radians);
        if self.powers != other.powers || self.zero != other.zero || (turns && radians) {
            return Comparison::Different;
        }
        let ratio = self.factor / other.factor;
        if (ratio - 1.0).abs() < 1e-12 { Comparison::Same } else { Comparison::Scaled(ratio) }
    }

    /// How many of the SI unit `number` of this unit are.
    pub(super) fn in_si(&self, number: f64) -> f64 {
        number * self.factor + self.zero
    }

    /// Whether it is an SI unit, or the same.
    pub(super) fn is_si(&self) -> bool {
        self.factor == 1.0 && self.zero == 0.0
    }

    /// Whether both measure the same quantity.
    pub(super) fn has_dimensions_of(&self, other: &Self) -> bool {
        self.powers == other.powers
    }

    fn times(self, other: Self) -> Option<Self> {
        let mut powers = self.powers;
        for (power, more) in powers.iter_mut().zip(other.powers) {
            *power += more;
        }
        let angle = match (self.angle, other.angle) {
            (Angle::None, angle) | (angle, Angle::None) => angle,
            (one, other) if one == other => one,
            _ => return None,
        };
        Some(Self { powers, factor: self.factor * other.factor, zero: 0.0, angle })
    }

    fn to_the(self, power: i32) -> Self {
        if power == 1 {
            return self;
        }
        // A number per unit of angle is one per unit of angle still.
        let powers = self.powers.map(|each| each * power);
        Self { powers, factor: self.factor.powi(power), zero: 0.0, angle: self.angle }
    }
}

struct Parser<'t> {
    rest: &'t str,
    depth: u32,
}

impl Parser<'_> {
    const DEEPEST: u32 = 8;
    const LARGEST_POWER: i32 = 12;

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
            unit = unit.times(if divides { factor.to_the(-1) } else { factor })?;
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
        Some(base.to_the(self.power()?))
    }

    /// What stands behind a factor: `^2`, `^-1`, `^(-1)`, `2`, `²`, `⁻¹`.
    fn power(&mut self) -> Option<i32> {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let is_raised = |c: char| c == '⁻' || RAISED.contains(&c);
        let (digits, rest): (String, &str) = if self.rest.starts_with(is_raised) {
            let end = self.rest.find(|c| !is_raised(c)).unwrap_or(self.rest.len());
            let plain = |c: char| RAISED.iter().position(|r| *r == c).map_or('-', |d| char::from(b'0' + d as u8));
            (self.rest[..end].chars().map(plain).collect(), &self.rest[end..])
        } else {
            let explicit = self.rest.strip_prefix('^').or_else(|| self.rest.strip_prefix("**"));
            let text = explicit.unwrap_or(self.rest);
            let (text, closing) = match text.strip_prefix('(') {
                Some(inner) if explicit.is_some() => (inner, true),
                _ => (text, false),
            };
            let sign = usize::from(text.starts_with(['-', '+']));
            let end = text[sign..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + sign);
            if end == sign {
                return (explicit.is_none() && sign == 0).then_some(1);
            }
            let rest = &text[end..];
            (text[..end].to_owned(), if closing { rest.strip_prefix(')')? } else { rest })
        };
        self.rest = rest;
        digits.parse().ok().filter(|power: &i32| power.abs() <= Self::LARGEST_POWER && *power != 0)
    }
}

/// Powers of m, kg, s, A, K, mol and cd, and how many of the SI unit.
const fn unit(powers: [i32; 7], factor: f64) -> Unit {
    Unit { powers, factor, zero: 0.0, angle: Angle::None }
}

const fn angle(powers: [i32; 7], factor: f64, angle: Angle) -> Unit {
    Unit { powers, factor, zero: 0.0, angle }
}

const PER_SECOND: [i32; 7] = [0, 0, -1, 0, 0, 0, 0];
const ENERGY: [i32; 7] = [2, 1, -2, 0, 0, 0, 0];

/// Units that take prefixes. (BIPM, The International System of Units, 9th
/// edition, tables 2, 4 and 8.)
const PREFIXED: [(&str, Unit); 32] = [
    ("m", unit([1, 0, 0, 0, 0, 0, 0], 1.0)),
    ("g", unit([0, 1, 0, 0, 0, 0, 0], 1e-3)),
    ("s", unit([0, 0, 1, 0, 0, 0, 0], 1.0)),
    ("A", unit([0, 0, 0, 1, 0, 0, 0], 1.0)),
    ("K", unit([0, 0, 0, 0, 1, 0, 0], 1.0)),
    ("mol", unit([0, 0, 0, 0, 0, 1, 0], 1.0)),
    ("cd", unit([0, 0, 0, 0, 0, 0, 1], 1.0)),
    ("rad", angle([0; 7], 1.0, Angle::Radians)),
    ("Hz", angle(PER_SECOND, 1.0, Angle::Turns)),
    ("N", unit([1, 1, -2, 0, 0, 0, 0], 1.0)),
    ("Pa", unit([-1, 1, -2, 0, 0, 0, 0], 1.0)),
    ("bar", unit([-1, 1, -2, 0, 0, 0, 0], 1e5)),
    ("J", unit(ENERGY, 1.0)),
    ("W", unit([2, 1, -3, 0, 0, 0, 0], 1.0)),
    ("C", unit([0, 0, 1, 1, 0, 0, 0], 1.0)),
    ("V", unit([2, 1, -3, -1, 0, 0, 0], 1.0)),
    ("F", unit([-2, -1, 4, 2, 0, 0, 0], 1.0)),
    ("Ohm", unit([2, 1, -3, -2, 0, 0, 0], 1.0)),
    ("ohm", unit([2, 1, -3, -2, 0, 0, 0], 1.0)),
    ("Ω", unit([2, 1, -3, -2, 0, 0, 0], 1.0)),
    ("S", unit([-2, -1, 3, 2, 0, 0, 0], 1.0)),
    ("Wb", unit([2, 1, -2, -1, 0, 0, 0], 1.0)),
    ("T", unit([0, 1, -2, -1, 0, 0, 0], 1.0)),
    ("H", unit([2, 1, -2, -2, 0, 0, 0], 1.0)),
    ("l", unit([3, 0, 0, 0, 0, 0, 0], 1e-3)),
    ("L", unit([3, 0, 0, 0, 0, 0, 0], 1e-3)),
    ("eV", unit(ENERGY, 1.602_176_634e-19)),
    ("Wh", unit(ENERGY, 3600.0)),
    // Products that are written without a sign between them.
    ("Nm", unit(ENERGY, 1.0)),
    ("Nms", unit([2, 1, -1, 0, 0, 0, 0], 1.0)),
    ("Ns", unit([1, 1, -1, 0, 0, 0, 0], 1.0)),
    ("VA", unit([2, 1, -3, 0, 0, 0, 0], 1.0)),
];

/// Units that take none.
const PLAIN: [(&str, Unit); 24] = [
    ("Pas", unit([-1, 1, -1, 0, 0, 0, 0], 1.0)),
    ("kgm", unit([1, 1, 0, 0, 0, 0, 0], 1.0)),
    ("min", unit([0, 0, 1, 0, 0, 0, 0], 60.0)),
    ("h", unit([0, 0, 1, 0, 0, 0, 0], 3600.0)),
    ("d", unit([0, 0, 1, 0, 0, 0, 0], 86400.0)),
    ("t", unit([0, 1, 0, 0, 0, 0, 0], 1000.0)),
    ("deg", angle([0; 7], PI / 180.0, Angle::Radians)),
    ("°", angle([0; 7], PI / 180.0, Angle::Radians)),
    ("rev", angle([0; 7], 2.0 * PI, Angle::Radians)),
    ("rpm", angle(PER_SECOND, PI / 30.0, Angle::Radians)),
    ("RPM", angle(PER_SECOND, PI / 30.0, Angle::Radians)),
    ("degC", Unit { zero: 273.15, ..unit([0, 0, 0, 0, 1, 0, 0], 1.0) }),
    ("°C", Unit { zero: 273.15, ..unit([0, 0, 0, 0, 1, 0, 0], 1.0) }),
    ("kn", unit([1, 0, -1, 0, 0, 0, 0], 1852.0 / 3600.0)),
    ("kt", unit([1, 0, -1, 0, 0, 0, 0], 1852.0 / 3600.0)),
    ("nmi", unit([1, 0, 0, 0, 0, 0, 0], 1852.0)),
    ("inch", unit([1, 0, 0, 0, 0, 0, 0], 0.0254)),
    ("ft", unit([1, 0, 0, 0, 0, 0, 0], 0.3048)),
    ("lb", unit([0, 1, 0, 0, 0, 0, 0], 0.453_592_37)),
    ("psi", unit([-1, 1, -2, 0, 0, 0, 0], 6_894.757_293_168_361)),
    ("atm", unit([-1, 1, -2, 0, 0, 0, 0], 101_325.0)),
    ("ha", unit([2, 0, 0, 0, 0, 0, 0], 1e4)),
    ("%", unit([0; 7], 0.01)),
    ("ppm", unit([0; 7], 1e-6)),
];

const PREFIXES: [(&str, f64); 16] = [
    ("T", 1e12),
    ("G", 1e9),
    ("M", 1e6),
    ("k", 1e3),
    ("h", 1e2),
    ("da", 1e1),
    ("d", 1e-1),
    ("c", 1e-2),
    ("m", 1e-3),
    ("u", 1e-6),
    ("µ", 1e-6),
    ("μ", 1e-6),
    ("n", 1e-9),
    ("p", 1e-12),
    ("f", 1e-15),
    ("a", 1e-18),
];

fn symbol_of(symbol: &str) -> Option<Unit> {
    let named = |name: &str| PREFIXED.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit);
    let plain = || PLAIN.iter().find(|(known, _)| *known == symbol).map(|(_, unit)| *unit);
    named(symbol).or_else(plain).or_else(|| {
        PREFIXES.iter().find_map(|(prefix, factor)| {
            let unit = named(symbol.strip_prefix(prefix)?)?;
            Some(Unit { factor: factor * unit.factor, ..unit })
        })
    })
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
            "m^0.5",
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
}
