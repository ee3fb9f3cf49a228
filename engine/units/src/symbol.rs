//! The symbols of units. (BIPM, The International System of Units, 9th edition, tables 2,
//! 4, 7 and 8; what is neither there nor derived from it: NIST Special Publication 811,
//! 2008, appendix B.)

use crate::dimension::Dimension;
use crate::power::Power;
use crate::ratio::Ratio;
use crate::unit::Unit;

/// A unit: powers of metre, kilogram, second, ampere, kelvin, mole and candela, and how
/// many of the SI unit it is.
const fn unit(powers: [i32; 7], numerator: u128, denominator: u128) -> Known {
    Known { powers, ratio: Ratio::new(numerator, denominator), angle: Counts::Nothing, zero: None }
}

const fn si(powers: [i32; 7]) -> Known {
    unit(powers, 1, 1)
}

const fn angle(powers: [i32; 7], ratio: (u128, u128), angle: Counts) -> Known {
    Known { angle, ..unit(powers, ratio.0, ratio.1) }
}

/// A symbol's unit.
#[derive(Clone, Copy)]
struct Known {
    powers: [i32; 7],
    ratio: Ratio,
    angle: Counts,
    /// Where its zero lies, in the SI unit, if not at its zero.
    zero: Option<Ratio>,
}

/// What a unit counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    Nothing,
    /// Radians.
    Radians,
    /// Parts of pi radians.
    OfPi,
    /// Turns, as a multiple of pi radians.
    Turns,
    /// Turns a second.
    Hertz,
}

const NUMBER: [i32; 7] = [0; 7];
const LENGTH: [i32; 7] = [1, 0, 0, 0, 0, 0, 0];
const MASS: [i32; 7] = [0, 1, 0, 0, 0, 0, 0];
const TIME: [i32; 7] = [0, 0, 1, 0, 0, 0, 0];
const TEMPERATURE: [i32; 7] = [0, 0, 0, 0, 1, 0, 0];
const PER_TIME: [i32; 7] = [0, 0, -1, 0, 0, 0, 0];
const SPEED: [i32; 7] = [1, 0, -1, 0, 0, 0, 0];
const FORCE: [i32; 7] = [1, 1, -2, 0, 0, 0, 0];
const PRESSURE: [i32; 7] = [-1, 1, -2, 0, 0, 0, 0];
const ENERGY: [i32; 7] = [2, 1, -2, 0, 0, 0, 0];
const POWER: [i32; 7] = [2, 1, -3, 0, 0, 0, 0];
const FLOW: [i32; 7] = [3, 0, -1, 0, 0, 0, 0];
const VISCOSITY: [i32; 7] = [-1, 1, -1, 0, 0, 0, 0];

/// Units that take prefixes.
const PREFIXED: [(&str, Known); 34] = [
    ("m", si(LENGTH)),
    ("g", unit(MASS, 1, 1000)),
    ("s", si(TIME)),
    ("A", si([0, 0, 0, 1, 0, 0, 0])),
    ("K", si(TEMPERATURE)),
    ("mol", si([0, 0, 0, 0, 0, 1, 0])),
    ("cd", si([0, 0, 0, 0, 0, 0, 1])),
    ("rad", angle(NUMBER, (1, 1), Counts::Radians)),
    ("Hz", angle(PER_TIME, (1, 1), Counts::Hertz)),
    ("N", si(FORCE)),
    ("Pa", si(PRESSURE)),
    ("bar", unit(PRESSURE, 100_000, 1)),
    ("J", si(ENERGY)),
    ("W", si(POWER)),
    ("C", si([0, 0, 1, 1, 0, 0, 0])),
    ("V", si([2, 1, -3, -1, 0, 0, 0])),
    ("F", si([-2, -1, 4, 2, 0, 0, 0])),
    ("Ohm", si([2, 1, -3, -2, 0, 0, 0])),
    ("ohm", si([2, 1, -3, -2, 0, 0, 0])),
    ("Ω", si([2, 1, -3, -2, 0, 0, 0])),
    ("S", si([-2, -1, 3, 2, 0, 0, 0])),
    ("Wb", si([2, 1, -2, -1, 0, 0, 0])),
    ("T", si([0, 1, -2, -1, 0, 0, 0])),
    ("H", si([2, 1, -2, -2, 0, 0, 0])),
    ("l", unit([3, 0, 0, 0, 0, 0, 0], 1, 1000)),
    ("L", unit([3, 0, 0, 0, 0, 0, 0], 1, 1000)),
    ("eV", unit(ENERGY, 1_602_176_634, 10_u128.pow(28))),
    ("Wh", unit(ENERGY, 3600, 1)),
    ("P", unit(VISCOSITY, 1, 10)),
    ("St", unit([2, 0, -1, 0, 0, 0, 0], 1, 10_000)),
    // Products that are written without a sign between them.
    ("Nm", si(ENERGY)),
    ("Nms", si([2, 1, -1, 0, 0, 0, 0])),
    ("Ns", si([1, 1, -1, 0, 0, 0, 0])),
    ("VA", si(POWER)),
];

/// The pound-force: 0.453 592 37 kg times 9.806 65 m/s^2.
const POUND_FORCE: (u128, u128) = (8_896_443_230_521, 2_000_000_000_000);

/// Units that take none.
const PLAIN: [(&str, Known); 32] = [
    ("Pas", si(VISCOSITY)),
    ("kgm", si([1, 1, 0, 0, 0, 0, 0])),
    ("min", unit(TIME, 60, 1)),
    ("h", unit(TIME, 3600, 1)),
    ("d", unit(TIME, 86_400, 1)),
    ("t", unit(MASS, 1000, 1)),
    ("deg", angle(NUMBER, (1, 180), Counts::OfPi)),
    ("°", angle(NUMBER, (1, 180), Counts::OfPi)),
    ("rev", angle(NUMBER, (2, 1), Counts::Turns)),
    ("rpm", angle(PER_TIME, (1, 30), Counts::Turns)),
    ("RPM", angle(PER_TIME, (1, 30), Counts::Turns)),
    ("degC", Known { zero: Some(Ratio::new(27_315, 100)), ..si(TEMPERATURE) }),
    ("°C", Known { zero: Some(Ratio::new(27_315, 100)), ..si(TEMPERATURE) }),
    ("degF", Known { zero: Some(Ratio::new(45_967, 180)), ..unit(TEMPERATURE, 5, 9) }),
    ("kn", unit(SPEED, 463, 900)),
    ("kt", unit(SPEED, 463, 900)),
    ("nmi", unit(LENGTH, 1852, 1)),
    ("in", unit(LENGTH, 254, 10_000)),
    ("inch", unit(LENGTH, 254, 10_000)),
    ("ft", unit(LENGTH, 3048, 10_000)),
    ("lb", unit(MASS, 45_359_237, 100_000_000)),
    ("lbf", unit(FORCE, POUND_FORCE.0, POUND_FORCE.1)),
    ("kgf", unit(FORCE, 980_665, 100_000)),
    ("psi", unit(PRESSURE, 8_896_443_230_521, 1_290_320_000)),
    ("ksi", unit(PRESSURE, 8_896_443_230_521, 1_290_320)),
    ("atm", unit(PRESSURE, 101_325, 1)),
    // The mechanical horsepower, 550 ft lbf/s.
    ("hp", unit(POWER, 37_284_993_579_113_511, 50_000_000_000_000)),
    // The gallon of the United States in a minute.
    ("gpm", unit(FLOW, 157_725_491, 2_500_000_000_000)),
    ("ha", unit([2, 0, 0, 0, 0, 0, 0], 10_000, 1)),
    ("%", unit(NUMBER, 1, 100)),
    ("ppm", unit(NUMBER, 1, 1_000_000)),
    ("rps", angle(PER_TIME, (2, 1), Counts::Turns)),
];

const PREFIXES: [(&str, (u128, u128)); 16] = [
    ("T", (1_000_000_000_000, 1)),
    ("G", (1_000_000_000, 1)),
    ("M", (1_000_000, 1)),
    ("k", (1000, 1)),
    ("h", (100, 1)),
    ("da", (10, 1)),
    ("d", (1, 10)),
    ("c", (1, 100)),
    ("m", (1, 1000)),
    ("u", (1, 1_000_000)),
    ("µ", (1, 1_000_000)),
    ("μ", (1, 1_000_000)),
    ("n", (1, 1_000_000_000)),
    ("p", (1, 1_000_000_000_000)),
    ("f", (1, 1_000_000_000_000_000)),
    ("a", (1, 1_000_000_000_000_000_000)),
];

impl Known {
    fn to_unit(self) -> Unit {
        let powers = self.powers.map(Power::whole);
        let angle = match self.angle {
            Counts::Nothing | Counts::Hertz => Power::ZERO,
            Counts::Radians | Counts::OfPi | Counts::Turns => Power::ONE,
        };
        let hertz = if self.angle == Counts::Hertz { Power::ONE } else { Power::ZERO };
        let is_of_pi = matches!(self.angle, Counts::OfPi | Counts::Turns);
        let pi = i32::from(is_of_pi);
        let factor = self.ratio.as_f64() * if is_of_pi { std::f64::consts::PI } else { 1.0 };
        Unit {
            dimension: Dimension { powers, angle, hertz },
            factor,
            ratio: Some(self.ratio),
            pi,
            zero: self.zero,
            counts_turns: self.angle == Counts::Turns,
        }
    }
}

/// The unit of a symbol, perhaps with a prefix.
pub(crate) fn symbol_of(symbol: &str) -> Option<Unit> {
    let named = |name: &str| PREFIXED.iter().find(|(known, _)| *known == name).map(|(_, unit)| unit.to_unit());
    let plain = || PLAIN.iter().find(|(known, _)| *known == symbol).map(|(_, unit)| unit.to_unit());
    named(symbol).or_else(plain).or_else(|| {
        PREFIXES.iter().find_map(|(prefix, (numerator, denominator))| {
            let unit = named(symbol.strip_prefix(prefix)?)?;
            let prefix = Ratio::new(*numerator, *denominator);
            let factor = prefix.as_f64() * unit.factor;
            Some(Unit { factor, ratio: unit.ratio.and_then(|ratio| ratio.times(prefix)), ..unit })
        })
    })
}

/// The symbols that are known, without prefixes.
pub fn symbols() -> impl Iterator<Item = &'static str> {
    PREFIXED.iter().chain(&PLAIN).map(|(symbol, _)| *symbol)
}
