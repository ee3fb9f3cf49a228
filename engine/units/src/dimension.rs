//! Dimensions of quantities.

use std::fmt;

use crate::power::Power;

/// The dimension of a quantity: powers of the seven SI base units; of the angle, which
/// is none of them, but is not forgotten; and of what is counted in hertz, which is a
/// rate of turns and not of radians.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Powers of metre, kilogram, second, ampere, kelvin, mole and candela.
    pub(crate) powers: [Power; 7],
    pub(crate) angle: Power,
    pub(crate) hertz: Power,
}

const NAMES: [&str; 7] = ["m", "kg", "s", "A", "K", "mol", "cd"];

/// Units with names of their own: powers of m, kg, s and A.
const NAMED: [(&str, [i32; 4]); 13] = [
    ("N", [1, 1, -2, 0]),
    ("Pa", [-1, 1, -2, 0]),
    ("J", [2, 1, -2, 0]),
    ("W", [2, 1, -3, 0]),
    ("V", [2, 1, -3, -1]),
    ("Ohm", [2, 1, -3, -2]),
    ("C", [0, 0, 1, 1]),
    ("N/m", [0, 1, -2, 0]),
    ("N s/m", [0, 1, -1, 0]),
    ("N/m^3", [-2, 1, -2, 0]),
    ("m/s", [1, 0, -1, 0]),
    ("m/s^2", [1, 0, -2, 0]),
    ("Pa s", [-1, 1, -1, 0]),
];

impl Dimension {
    /// That of a pure number.
    pub const NONE: Self = Self { powers: [Power::ZERO; 7], angle: Power::ZERO, hertz: Power::ZERO };

    /// Whether it is that of a pure number.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether it is that of a pure number, or of an angle.
    pub fn is_number_or_angle(&self) -> bool {
        self.hertz.is_zero() && self.powers.iter().all(|power| power.is_zero())
    }

    /// Whether both measure the same quantity, angles and turns aside.
    pub fn is_like(&self, other: &Self) -> bool {
        self.powers == other.powers
    }

    /// Whether it is a length, an area or a volume for each unit of an angle.
    pub fn is_extent_per_angle(&self) -> bool {
        let [length, others @ ..] = &self.powers;
        self.angle == Power::ONE.reversed()
            && self.hertz.is_zero()
            && length.as_f64() > 0.0
            && others.iter().all(|power| power.is_zero())
    }

    /// The power of the angle in it.
    pub fn angle(&self) -> Power {
        self.angle
    }

    /// The power of what is counted in hertz.
    pub fn hertz(&self) -> Power {
        self.hertz
    }

    /// That of a product; none if its powers are too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        self.with(other, Power::plus)
    }

    /// That of a quotient; none if its powers are too large.
    pub fn over(&self, other: &Self) -> Option<Self> {
        self.with(other, |one, other| one.plus(other.reversed()))
    }

    /// That of a power; none if it is too large, or no fraction that can be kept.
    pub fn to_the(&self, power: Power) -> Option<Self> {
        self.with(self, |one, _| one.times(power))
    }

    fn with(&self, other: &Self, combine: impl Fn(Power, Power) -> Option<Power>) -> Option<Self> {
        let mut powers = self.powers;
        for (power, more) in powers.iter_mut().zip(other.powers) {
            *power = combine(*power, more)?;
        }
        let (angle, hertz) = (combine(self.angle, other.angle)?, combine(self.hertz, other.hertz)?);
        Some(Self { powers, angle, hertz })
    }
}

impl fmt::Display for Dimension {
    /// As an SI unit: `N/m`, `rad/s`, `kg m^2`; `-` for a pure number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMED.iter().find(|(name, powers)| {
            let [m, kg, s, a] = powers.map(Power::whole);
            let is_it = self.powers == [m, kg, s, a, Power::ZERO, Power::ZERO, Power::ZERO];
            is_it && self.hertz.is_zero() && (self.angle.is_zero() || !name.contains(['/', ' ']))
        });
        let mut factors: Vec<(&str, Power)> = Vec::new();
        match named {
            Some((name, _)) => factors.push((name, Power::ONE)),
            None => {
                let mut powers = self.powers;
                // What is counted in hertz is written so.
                powers[2] = powers[2].plus(self.hertz).unwrap_or(powers[2]);
                factors.extend(NAMES.into_iter().zip(powers));
            }
        }
        factors.extend([("rad", self.angle), ("Hz", self.hertz)]);
        let is_over = |power: &Power| power.as_f64() < 0.0;
        let has_numerator = factors.iter().any(|(_, power)| power.as_f64() > 0.0);
        let write = |power: Power, name: &str| match power {
            Power::ONE => name.to_owned(),
            _ => format!("{name}^{power}"),
        };
        let above = factors.iter().filter(|(_, power)| !power.is_zero() && (!has_numerator || !is_over(power)));
        let above: Vec<String> = above.map(|(name, power)| write(*power, name)).collect();
        let below = factors.iter().filter(|(_, power)| has_numerator && is_over(power));
        let below: Vec<String> = below.map(|(name, power)| write(power.reversed(), name)).collect();
        match (&above[..], &below[..]) {
            ([], _) => f.write_str("-"),
            (_, []) => f.write_str(&above.join(" ")),
            (_, [one]) => write!(f, "{}/{one}", above.join(" ")),
            (_, _) => write!(f, "{}/({})", above.join(" "), below.join(" ")),
        }
    }
}
