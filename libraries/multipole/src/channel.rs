//! Resistances by their geometry, with the fluid at the mean of both pressures.

use std::f64::consts::PI;

use simobject::{Creator, Io, Resource, Result, SimObject};
use simobject_elements::hydraulic::{OIL, Pipe as Size, Resistance};

use crate::domain::Hydraulic;
use crate::fluid::AIR;
use crate::parameters::{flow_coefficient, or, positive};
use crate::series::SeriesLaw;

/// What a fluid is like at a pressure above that of the air: bulk modulus, density, kinematic viscosity.
#[inline]
pub fn properties(io: &Io<'_>, fluid: Resource<1, 3>, pressure: f64) -> [f64; 3] {
    io.query(fluid, [pressure + AIR])
}

/// Asks for the fluid.
pub fn uses<T: SimObject>(c: &mut Creator<'_, T>) -> Resource<1, 3> {
    c.uses("Oil", &OIL, "The fluid, as of a `Fluid/Oil`")
}

/// The friction in a round pipe.
#[derive(Debug, Clone, Copy)]
pub struct Pipe {
    /// Length and diameter.
    pub size: Size,
    /// RL per density and viscosity.
    linear: f64,
    /// RT per density.
    square: f64,
}

impl Pipe {
    /// Asks for length, diameter and what resists.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let size = Size { length: positive(c, "l", "m", "Length"), diameter: positive(c, "d", "m", "Diameter") };
        let laminar =
            or(c, "AL", "", 75.0, "Laminar friction: the friction factor is AL/Re; 64 is Hagen and Poiseuille's");
        let zeta = or(c, "zeta", "", 0.0, "Local losses");
        let lambda = or(c, "lambda", "", 0.04, "Turbulent friction factor");
        let local = if zeta > 0.0 { 1.0 + zeta } else { 0.0 };
        Self { size, linear: size.linear(laminar), square: size.square(local, lambda) }
    }

    /// With a fluid of this density and viscosity.
    #[inline]
    pub fn resistance(&self, [_, density, viscosity]: [f64; 3]) -> Resistance {
        Resistance { linear: self.linear * density * viscosity, square: self.square * density }
    }
}

/// A round channel.
pub struct Channel {
    pipe: Pipe,
    fluid: Resource<1, 3>,
}

impl SeriesLaw for Channel {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["Channel/G", "Channel/H", "Channel/Y", ""];
    const DOC: &'static str = "\
A round channel, without the inertia of its fluid

p1 - p2 = (RL + RT |Q|) Q, Q1 = Q2 = Q
RL = 2 AL l nu rho / (pi d^4)
RT = 8 rho / (pi^2 d^4) (z + lambda l/d), z = 1 + zeta, 0 without zeta
rho, nu = Oil((p1 + p2)/2)";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        Ok(Self { pipe: Pipe::declare(c), fluid: uses(c) })
    }

    fn fluid(&self) -> Option<Resource<1, 3>> {
        Some(self.fluid)
    }

    #[inline]
    fn resistance(&self, io: &Io<'_>, mean: f64) -> Resistance {
        self.pipe.resistance(properties(io, self.fluid, mean))
    }
}

/// A sharp-edged orifice.
pub struct Orifice {
    fluid: Resource<1, 3>,
    /// mu A, m^2.
    flow_area: f64,
    linear: f64,
}

impl SeriesLaw for Orifice {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["Orifice/G", "Orifice/H", "Orifice/Y", ""];
    const DOC: &'static str = "\
An orifice, or an adjustable throttle of area A

p1 - p2 = (RL + RT |Q|) Q, Q1 = Q2 = Q
RT = rho / (2 mu^2 A^2), A = pi d^2/4 if d is given
rho = Oil((p1 + p2)/2)
RL keeps the slope of form Y finite at 0.";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        let diameter: Option<f64> = c.parameter("d").unit("m").doc("Diameter; or give A").more_than(0.0).optional();
        let area = match diameter {
            Some(d) => PI * d * d / 4.0,
            None => positive(c, "A", "m^2", "Area; or give d"),
        };
        let mu = flow_coefficient(c);
        let linear = or(c, "RL", "Pa s/m^3", 1e8, "Laminar part");
        Ok(Self { fluid: uses(c), flow_area: mu * area, linear })
    }

    fn fluid(&self) -> Option<Resource<1, 3>> {
        Some(self.fluid)
    }

    #[inline]
    fn resistance(&self, io: &Io<'_>, mean: f64) -> Resistance {
        let [_, density, _] = properties(io, self.fluid, mean);
        Resistance::of_edge(self.linear, self.flow_area, density)
    }
}

/// An annular slot.
pub struct Slot {
    fluid: Resource<1, 3>,
    /// RL per density and viscosity.
    linear: f64,
    /// mu pi d delta kE, m^2.
    flow_area: f64,
}

impl SeriesLaw for Slot {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["Slot/G", "Slot/H", "Slot/Y", ""];
    const DOC: &'static str = "\
An annular slot, as around a spool

p1 - p2 = (RL + RT |Q|) Q, Q1 = Q2 = Q
RL = 12 nu rho l / (pi delta^3 d kE)
RT = rho / (2 (mu pi d delta kE)^2)
rho, nu = Oil((p1 + p2)/2)";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        let [l, d] = [positive(c, "l", "m", "Length"), positive(c, "d", "m", "Diameter")];
        let delta = positive(c, "delta", "m", "Height");
        let eccentricity: f64 =
            c.parameter("kE").doc("What its eccentricity adds: 1, without any, to 2.5").more_than(0.0).default(1.0);
        let mu = flow_coefficient(c);
        Ok(Self {
            fluid: uses(c),
            linear: 12.0 * l / (PI * delta.powi(3) * d * eccentricity),
            flow_area: mu * PI * d * delta * eccentricity,
        })
    }

    fn fluid(&self) -> Option<Resource<1, 3>> {
        Some(self.fluid)
    }

    #[inline]
    fn resistance(&self, io: &Io<'_>, mean: f64) -> Resistance {
        let [_, density, viscosity] = properties(io, self.fluid, mean);
        Resistance::of_edge(self.linear * density * viscosity, self.flow_area, density)
    }
}
