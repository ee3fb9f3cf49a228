//! Fluids, which all elements with an OIL share.

use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::hydraulic::OIL;

/// Pressures of this library are those above the air, Pa.
pub const AIR: f64 = 1e5;
/// Below this pressure a fluid answers as at it, Pa absolute.
const LEAST: f64 = 1.0;

/// A hydraulic oil whose properties depend on pressure, temperature and air.
pub struct Oil {
    /// Coefficients of the bulk modulus, 1 and Pa.
    modulus: [f64; 2],
    air: f64,
    /// At no pressure above the air, kg/m^3.
    density: f64,
    /// m^2/s.
    viscosity: f64,
}

impl SimObject for Oil {
    const NAME: &'static str = "Fluid/Oil";
    const DOC: &'static str = "\
A hydraulic oil for all elements that need one; p is the pressure above that of the air

beta  = 1/(A p + B) + vol/ka 1e5/(p + 1e5)^2, the compressibility; BulkModulus = 1/beta
A     = A20 - A_T (T - 20), B = B20 - B_T (T - 20), T in degrees Celsius
Density = rho15 / (1 + a (T - 15)) (1 + beta p), a = (4 + 0.1 T) 1e-4
KinematicViscosity = nu0 (1 + 1.5 vol) (1 + 3e-8 p)
The defaults are those of HLP 46 at 40 degrees Celsius; HLP 10 and 15 have A20 = 12.5, A_T = 0.05, B20 = 16.5e8, B_T = 0.08e8.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Oil", &OIL, "The fluid of the system", Self::at_pressure);
        let mut positive = |name: &'static str, unit: &'static str, doc: &'static str, default: f64| -> f64 {
            c.parameter(name).unit(unit).doc(doc).at_least(0.0).default(default)
        };
        let a = [positive("A20", "", "Of the bulk modulus", 14.0), positive("A_T", "1/K", "How A falls", 0.1)];
        let b = [positive("B20", "Pa", "Of the bulk modulus", 18.4e8), positive("B_T", "Pa/K", "How B falls", 0.1e8)];
        let density15 = positive("rho15", "kg/m^3", "Density at 15 degrees Celsius", 875.0);
        let viscosity = positive("nu0", "m^2/s", "Kinematic viscosity without air and pressure", 46e-6);
        let volume = positive("vol", "", "Air in it, as a part of its volume", 0.0);
        let exponent: f64 =
            c.parameter("ka").doc("Polytropic exponent of the air").at_least(1.0).at_most(1.4).default(1.0);
        let temperature: f64 =
            c.parameter("T").unit("K").doc("Temperature").at_least(223.15).at_most(473.15).default(313.15);
        let celsius = temperature - 273.15;
        let expansion = (4.0 + 0.1 * celsius) * 1e-4;
        Ok(Self {
            modulus: [a[0] - a[1] * (celsius - 20.0), b[0] - b[1] * (celsius - 20.0)],
            air: volume / exponent * AIR,
            density: density15 / (1.0 + expansion * (celsius - 15.0)),
            viscosity: viscosity * (1.0 + 1.5 * volume),
        })
    }
}

impl Oil {
    #[inline]
    fn at_pressure(&self, _: &Io<'_>, [absolute]: [f64; 1]) -> [f64; 3] {
        let absolute = absolute.max(LEAST);
        let p = absolute - AIR;
        let [a, b] = self.modulus;
        let compressibility = 1.0 / (a * p + b) + self.air / (absolute * absolute);
        [1.0 / compressibility, self.density * (1.0 + compressibility * p), self.viscosity * (1.0 + 3e-8 * p)]
    }
}

/// A fluid whose properties are constant.
pub struct Constant([f64; 3]);

impl SimObject for Constant {
    const NAME: &'static str = "Fluid/Constant";
    const DOC: &'static str = "A fluid for all elements that need one, whose properties do not change";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Oil", &OIL, "The fluid of the system", Self::at_pressure);
        let mut positive = |name: &'static str, unit: &'static str, doc: &'static str, default: f64| -> f64 {
            c.parameter(name).unit(unit).doc(doc).more_than(0.0).default(default)
        };
        Ok(Self([
            positive("E", "Pa", "Bulk modulus", 1.4e9),
            positive("rho", "kg/m^3", "Density", 870.0),
            positive("nu", "m^2/s", "Kinematic viscosity", 46e-6),
        ]))
    }
}

impl Constant {
    #[inline]
    fn at_pressure(&self, _: &Io<'_>, _: [f64; 1]) -> [f64; 3] {
        self.0
    }
}
