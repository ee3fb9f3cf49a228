//! The oil of a hydraulic system, which its elements share.

use simobject::{Creator, Io, Result, SimObject};
pub use simobject_elements::hydraulic::OIL;

/// Mineral oil with some air in it, at one temperature.
///
/// The air is undissolved: bubbles that follow a polytropic law, while the
/// liquid has a constant bulk modulus. Both together take up a volume
/// `v(p)`, as a part of that at atmospheric pressure, and the bulk modulus is
/// `-v dp/dv`. It falls to `PolytropicIndex p` where there is hardly any pressure
/// left: so no flow out of a [`Volume`](crate::Volume) brings its pressure to 0.
/// Below 1 Pa the oil answers as at 1 Pa. The mass of the air counts as nothing,
/// air neither dissolves nor is set free, and the viscosity does not change with
/// the pressure.
///
/// The viscosity follows Walther's equation through two points, as ASTM D341
/// has it from 2 mm^2/s upwards: `log log (v + 0.7) = a - b log T`, v in mm^2/s and
/// T in K. The parameters have the values of a common oil of ISO VG 46; its bulk
/// modulus, that of petroleum oils in H. E. Merritt, Hydraulic Control Systems,
/// 1967 (220 000 psi).
pub struct Oil {
    /// Pa.
    bulk_modulus: f64,
    air_fraction: f64,
    atmospheric_pressure: f64,
    polytropic_index: f64,
    /// At atmospheric pressure and without air, kg/m^3.
    density: f64,
    /// m^2/s.
    kinematic_viscosity: f64,
}

/// Below this the air does not expand any further, Pa.
const LOWEST_PRESSURE: f64 = 1.0;
/// 15, 40 and 100 degrees Celsius, K.
const REFERENCES: [f64; 3] = [288.15, 313.15, 373.15];
/// What one of the units of Walther's equation is, m^2/s.
const SQUARE_MILLIMETRE: f64 = 1e-6;
/// From here on the equation holds, m^2/s.
const LEAST_VISCOSITY: f64 = 2.0 * SQUARE_MILLIMETRE;

impl SimObject for Oil {
    const NAME: &'static str = "Hydraulic/Oil";
    const DOC: &'static str = "\
Mineral oil with air in it, for all elements of a hydraulic system

Volume of oil and air at Pressure p, as a part of that at AtmosphericPressure pa:
v       = liquid + air, liquid = (1 - AirFraction) exp(-(p - pa) / K), air = AirFraction (pa / p)^(1 / PolytropicIndex)
BulkModulus = -v dp/dv = v / (liquid / K + air / (PolytropicIndex p)), with K the parameter BulkModulus
Density     = (1 - AirFraction) / v Density15 / (1 + ThermalExpansion (Temperature - 288.15 K))
KinematicViscosity by Walther's equation (ASTM D341) through Viscosity40 and Viscosity100:
log10 log10 (viscosity in mm^2/s + 0.7) = a - b log10 (temperature in K)
Below 1 Pa it answers as at 1 Pa";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Oil", &OIL, "The oil of the system", Self::at_pressure);
        let temperature: f64 = c
            .parameter("Temperature")
            .unit("K")
            .doc("Temperature of the oil, in kelvin (313.15 K is 40 degrees Celsius)")
            .at_least(223.15)
            .at_most(473.15)
            .default(REFERENCES[1]);
        let density15: f64 =
            c.parameter("Density15").unit("kg/m^3").doc("Density at 288.15 K").more_than(0.0).default(875.0);
        let expansion: f64 = c
            .parameter("ThermalExpansion")
            .unit("1/K")
            .doc("By which part the volume grows with each kelvin")
            .at_least(0.0)
            .at_most(0.01)
            .default(7e-4);
        let kinematic_viscosity = viscosity(c, temperature);
        Ok(Self {
            bulk_modulus: c
                .parameter("BulkModulus")
                .unit("Pa")
                .doc("Bulk modulus of the liquid")
                .more_than(0.0)
                .default(1.5e9),
            air_fraction: c
                .parameter("AirFraction")
                .doc("Part of the volume that is undissolved air at atmospheric pressure")
                .at_least(0.0)
                .less_than(1.0)
                .default(0.005),
            atmospheric_pressure: c
                .parameter("AtmosphericPressure")
                .unit("Pa")
                .doc("At which the oil has AirFraction")
                .more_than(0.0)
                .default(101_325.0),
            polytropic_index: c
                .parameter("PolytropicIndex")
                .doc("Of the air: 1 where it keeps its temperature, 1.4 where it keeps its heat")
                .at_least(1.0)
                .at_most(1.67)
                .default(1.4),
            density: density15 / (1.0 + expansion * (temperature - REFERENCES[0])),
            kinematic_viscosity,
        })
    }
}

impl Oil {
    #[inline]
    fn at_pressure(&self, _: &Io<'_>, [pressure]: [f64; 1]) -> [f64; 3] {
        let pressure = if pressure < LOWEST_PRESSURE { LOWEST_PRESSURE } else { pressure };
        let over = pressure - self.atmospheric_pressure;
        let liquid = (1.0 - self.air_fraction) * (-over / self.bulk_modulus).exp();
        let air = self.air_fraction * (self.atmospheric_pressure / pressure).powf(1.0 / self.polytropic_index);
        let volume = liquid + air;
        let compliance = liquid / self.bulk_modulus + air / (self.polytropic_index * pressure);
        [volume / compliance, (1.0 - self.air_fraction) / volume * self.density, self.kinematic_viscosity]
    }
}

/// Asks for the viscosities; the one at a temperature, m^2/s.
fn viscosity(c: &mut Creator<'_, Oil>, temperature: f64) -> f64 {
    let mut of = |name: &'static str, doc: &'static str, default: f64| -> f64 {
        c.parameter(name).unit("m^2/s").doc(doc).at_least(LEAST_VISCOSITY).at_most(0.1).default(default)
    };
    let at_40 = of("Viscosity40", "Kinematic viscosity at 313.15 K", 46e-6);
    let at_100 = of("Viscosity100", "Kinematic viscosity at 373.15 K, less than that at 313.15 K", 6.8e-6);
    if at_100 >= at_40 {
        c.error("Viscosity100", format!("is {at_100} m^2/s; it must be less than `Viscosity40`, {at_40} m^2/s"));
    }
    let side = |viscosity: f64| (viscosity / SQUARE_MILLIMETRE + 0.7).log10().log10();
    let [_, first, second] = REFERENCES;
    let slope = (side(at_40) - side(at_100)) / (second / first).log10();
    let at_temperature = side(at_40) - slope * (temperature / first).log10();
    let viscosity = (10.0_f64.powf(10.0_f64.powf(at_temperature)) - 0.7) * SQUARE_MILLIMETRE;
    if viscosity < LEAST_VISCOSITY {
        let message = format!(
            "the viscosity is {viscosity} m^2/s at {temperature} K; its equation holds from 2e-6 m^2/s upwards"
        );
        c.error("Temperature", message);
    }
    viscosity
}
