//! The units in which numbers are shown to people.

use crate::Unit;
use crate::ratio::Ratio;

/// Which units people want to read, one for each quantity: pressures in bar, flows in l/min. What has no unit here is
/// shown in the one it has.
///
/// ```
/// use bowline_units::DisplayUnits;
///
/// let units = DisplayUnits::parse("bar, l/min")?;
/// let shown = units.of("Pa").expect("a pressure");
/// assert_eq!((shown.number(2.5e7), shown.unit()), (250.0, "bar"));
/// assert!(units.of("N").is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DisplayUnits {
    units: Vec<(String, Unit)>,
}

/// A unit in which a number is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown<'u> {
    unit: &'u str,
    conversion: Conversion,
}

/// From one unit to another of the same quantity: times, over, and then more. Both factors are kept, so that round numbers stay so.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Conversion {
    times: f64,
    over: f64,
    offset: f64,
}

impl DisplayUnits {
    /// What a workshop reads.
    pub const WORKSHOP: &'static str = "bar, l/min, deg, deg/s, kN, kN m, kW";

    /// Reads units with commas between them: `bar, l/min, deg`; `SI` is none, and `workshop` those of
    /// [`WORKSHOP`](Self::WORKSHOP).
    ///
    /// # Errors
    /// One of them is unknown; in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut read = Self::default();
        read.add(text)?;
        Ok(read)
    }

    /// Adds the units of a text. Of two units for one quantity the later one holds.
    fn add(&mut self, text: &str) -> Result<(), String> {
        for name in text.split(',').map(str::trim) {
            match name.to_ascii_lowercase().as_str() {
                "si" => continue,
                "workshop" => {
                    self.add(Self::WORKSHOP)?;
                    continue;
                }
                _ => {}
            }
            let Some(unit) = Unit::parse(name).filter(|unit| *unit != Unit::ONE) else {
                return Err(format!(
                    "`{name}` is no unit that numbers can be shown in; write units with commas between them, as in `bar, l/min, deg`, \
                     or `SI`, or `workshop` ({})",
                    Self::WORKSHOP
                ));
            };
            self.units.retain(|(known, of)| conversion(known, of, name, &unit).is_none());
            self.units.push((name.to_owned(), unit));
        }
        Ok(())
    }

    /// In which unit a number is shown that has one; none if in its own.
    pub fn of(&self, unit: &str) -> Option<Shown<'_>> {
        let own = Unit::parse(unit)?;
        self.units.iter().find_map(|(name, shown)| {
            let conversion = conversion(unit, &own, name, shown)?;
            (name != unit).then_some(Shown { unit: name, conversion })
        })
    }
}

/// From one unit to another, if they are of the same quantity.
fn conversion(name: &str, unit: &Unit, other_name: &str, other: &Unit) -> Option<Conversion> {
    // Torques are no energies, though they have their dimension.
    let is_energy = |name: &str| ["J", "Wh", "eV", "cal"].iter().any(|of| name.contains(of));
    let counts = |unit: &Unit| !unit.dimension().hertz().is_zero();
    let is_angle = |unit: &Unit| !unit.dimension().angle().is_zero() || unit.counts_turns();
    let is_same = unit.has_dimensions_of(other)
        && is_energy(name) == is_energy(other_name)
        && counts(unit) == counts(other)
        && is_angle(unit) == is_angle(other);
    let zero = |unit: &Unit| unit.zero().map_or(0.0, Ratio::as_f64);
    let offset = (zero(unit) - zero(other)) / other.factor();
    is_same.then(|| Conversion { times: unit.factor(), over: other.factor(), offset })
}

impl<'u> Shown<'u> {
    /// The unit.
    pub fn unit(&self) -> &'u str {
        self.unit
    }

    /// A number as it is shown.
    pub fn number(&self, number: f64) -> f64 {
        number * self.conversion.times / self.conversion.over + self.conversion.offset
    }

    /// The number that is shown so.
    pub fn back(&self, shown: f64) -> f64 {
        (shown - self.conversion.offset) * self.conversion.over / self.conversion.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(units: &str, unit: &str, number: f64) -> Option<(f64, String)> {
        let units = DisplayUnits::parse(units).expect("units");
        units.of(unit).map(|shown| {
            assert!((shown.back(shown.number(number)) - number).abs() <= 1e-12 * number.abs());
            (shown.number(number), shown.unit().to_owned())
        })
    }

    /// A table by hand.
    #[test]
    fn quantities_have_the_units_that_people_want() {
        let cases = [
            ("workshop", "Pa", 3.2e7, 320.0, "bar"),
            ("workshop", "m^3/s", 1e-3, 60.0, "l/min"),
            ("workshop", "rad", std::f64::consts::PI, 180.0, "deg"),
            ("workshop", "rad/s", std::f64::consts::TAU, 360.0, "deg/s"),
            ("workshop", "N", 2500.0, 2.5, "kN"),
            ("workshop", "N m", 2500.0, 2.5, "kN m"),
            ("rpm", "rad/s", std::f64::consts::TAU, 60.0, "rpm"),
            ("workshop, rpm", "rad/s", std::f64::consts::TAU, 60.0, "rpm"),
            ("rpm, workshop", "rad/s", std::f64::consts::TAU, 360.0, "deg/s"),
            ("degC", "K", 293.15, 20.0, "degC"),
            ("mm", "m", 0.25, 250.0, "mm"),
        ];
        for (units, unit, number, wanted, name) in cases {
            let (found, of) = shown(units, unit, number).expect(unit);
            assert!((found - wanted).abs() <= 1e-9 * wanted.abs() && of == name, "{unit}: {found} {of}");
        }
    }

    /// Energies are no torques, hertz are no angular velocities, and pure numbers no angles.
    #[test]
    fn other_quantities_keep_theirs() {
        for (units, unit) in [
            ("workshop", "J"),
            ("kJ", "N m"),
            ("rpm", "Hz"),
            ("kHz", "rad/s"),
            ("deg", ""),
            ("deg", "-"),
            ("bar", "N"),
            ("SI", "Pa"),
            ("Pa", "Pa"),
            ("bar", "no unit"),
        ] {
            assert_eq!(shown(units, unit, 1.0), None, "{units} {unit}");
        }
        for wrong in ["", "bar,,deg", "furlong", "-"] {
            assert!(DisplayUnits::parse(wrong).expect_err(wrong).contains("is no unit"), "{wrong}");
        }
    }
}
