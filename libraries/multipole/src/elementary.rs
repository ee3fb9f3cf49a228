//! The laws of the elementary elements of hydraulics and mechanics.

use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::hydraulic::Resistance;

use crate::domain::{Displacement, Hydraulic, Mechanic};
use crate::parameters::{or, positive};
use crate::series::SeriesLaw;
use crate::shunt::ShuntLaw;
use crate::store::StoreLaw;

/// A hydraulic resistance of given coefficients.
pub struct Local(Resistance);

impl SeriesLaw for Local {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["RR/G", "RR/H", "RR/Y", ""];
    const DOC: &'static str = "\
A hydraulic resistance

p1 - p2 = (RL + RT |Q|) Q, Q1 = Q2 = Q
Read the other way, Q = 2 dp / (RL + sqrt(RL^2 + 4 RT |dp|)), which is smooth at 0";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        let linear = positive(c, "RL", "Pa s/m^3", "Laminar part");
        let square = or(c, "RT", "Pa s^2/m^6", 0.0, "Turbulent part");
        Ok(Self(Resistance { linear, square }))
    }

    #[inline]
    fn resistance(&self, _: &Io<'_>, _: f64) -> Resistance {
        self.0
    }
}

/// A gap between two rooms.
pub struct Gap(f64);

impl SeriesLaw for Gap {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["LE/G", "LE/H", "LE/Y", ""];
    const DOC: &'static str = "\
Leakage through a gap between two rooms

p1 - p2 = R Q, Q1 = Q2 = Q";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        Ok(Self(positive(c, "R", "Pa s/m^3", "Resistance")))
    }

    #[inline]
    fn resistance(&self, _: &Io<'_>, _: f64) -> Resistance {
        Resistance { linear: self.0, square: 0.0 }
    }
}

/// A damping against the frame.
pub struct Damping(f64);

impl SeriesLaw for Damping {
    type Domain = Mechanic;
    const NAMES: [&'static str; 4] = ["DA/G", "DA/H", "DA/Y", ""];
    const DOC: &'static str = "\
A damping against the frame

F1 - F2 = h v, v1 = v2 = v";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self> {
        Ok(Self(positive(c, "h", "N s/m", "Damping")))
    }

    #[inline]
    fn resistance(&self, _: &Io<'_>, _: f64) -> Resistance {
        Resistance { linear: self.0, square: 0.0 }
    }
}

/// Leakage to the tank.
pub struct ToTank;

impl ShuntLaw for ToTank {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["LEt/G", "LEt/H", "", "LEt/Z"];
    const DOC: &'static str = "\
Leakage to the tank

Q1 - Q2 = p / R, p1 = p2 = p";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> [f64; 2] {
        [1.0 / positive(c, "R", "Pa s/m^3", "Resistance"), 0.0]
    }
}

/// A spring between displacements.
pub struct SpringOfDisplacement;

impl ShuntLaw for SpringOfDisplacement {
    type Domain = Displacement;
    const NAMES: [&'static str; 4] = ["ELx/G", "ELx/H", "", "ELx/Z"];
    const DOC: &'static str = "\
A spring, by displacements

F1 = F2 = F = c (x1 - x2 - l0), positive where it is compressed";

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> [f64; 2] {
        let stiffness = positive(c, "c", "N/m", "Stiffness");
        [1.0 / stiffness, c.parameter("l0").unit("m").doc("x1 - x2 without a force").default(0.0)]
    }
}

/// A volume.
pub struct Elasticity;

impl StoreLaw for Elasticity {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["VE/G", "VE/H", "", "VE/Z"];
    const DOC: &'static str = "\
A volume, by the elasticity of its fluid

Q1 - Q2 = C dp/dt, p1 = p2 = p
Form Z has the state p; forms G and H are given the pressure, and need its rate: equilibria and frequency responses have one.";
    const IS_INERTIA: bool = false;

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        positive(c, "C", "m^3/Pa", "Volume over the bulk modulus of the fluid, with that of the walls")
    }
}

/// An inertia of a fluid.
pub struct FluidInertia;

impl StoreLaw for FluidInertia {
    type Domain = Hydraulic;
    const NAMES: [&'static str; 4] = ["HI/G", "HI/H", "HI/Y", ""];
    const DOC: &'static str = "\
The inertia of a fluid in a pipe

p1 - p2 = L dQ/dt, Q1 = Q2 = Q
Form Y has the state Q; forms G and H are given the flow, and need its rate: equilibria and frequency responses have one.";
    const IS_INERTIA: bool = true;

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        positive(c, "L", "kg/m^4", "Density times length over cross-section")
    }
}

/// A spring between velocities.
pub struct Spring;

impl StoreLaw for Spring {
    type Domain = Mechanic;
    const NAMES: [&'static str; 4] = ["EL/G", "EL/H", "", "EL/Z"];
    const DOC: &'static str = "\
A spring, by velocities

v1 - v2 = (dF/dt) / c, F1 = F2 = F, positive where it is compressed
Form Z has the state F; forms G and H are given the force, and need its rate: equilibria and frequency responses have one.";
    const IS_INERTIA: bool = false;

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        1.0 / positive(c, "c", "N/m", "Stiffness")
    }
}

/// A mass.
pub struct Mass;

impl StoreLaw for Mass {
    type Domain = Mechanic;
    const NAMES: [&'static str; 4] = ["IN/G", "IN/H", "IN/Y", ""];
    const DOC: &'static str = "\
A mass

F1 - F2 = m dv/dt, v1 = v2 = v
Form Y has the state v; forms G and H are given the velocity, and need its rate: equilibria and frequency responses have one.";
    const IS_INERTIA: bool = true;

    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        positive(c, "m", "kg", "Mass")
    }
}
