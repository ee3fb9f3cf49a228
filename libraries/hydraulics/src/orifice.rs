use std::f64::consts::PI;

use simobject::{Creator, Datum, In, Io, Out, Resource, Result, SimObject};

use crate::oil::OIL;
use crate::root::SignedRoot;

/// A round hole in a thin wall between A and B.
///
/// Its flow is turbulent where the pressure difference is large, with the root
/// of it, and laminar where that is small: the transition is smooth, around the
/// difference at which the turbulent flow alone would have `CriticalReynolds`.
/// The defaults are those of a sharp edge: 0.61 is `pi / (pi + 2)`, of R. von
/// Mises' free jet, and with 9.4 the laminar flow is `pi D^3 x / (50.4 Density
/// KinematicViscosity)` (W. Wuest, Ingenieur-Archiv 22 (1954) 357; see also H. E.
/// Merritt, Hydraulic Control Systems, 1967, section 3-4). Density and viscosity
/// are those at the mean of both pressures.
pub struct Orifice {
    pressure_a: In<1>,
    pressure_b: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
    oil: Resource<1, 3>,
    /// Of the jet, m^2.
    jet_area: f64,
    /// The velocity of the jet where the flow becomes laminar, per viscosity, 1/m.
    critical_velocity_per_viscosity: f64,
}

/// Of no hole is it less; where it is next to 0, so is the pressure difference
/// below which the flow is laminar, and methods crawl.
const LEAST_REYNOLDS: f64 = 1.0;

impl SimObject for Orifice {
    const NAME: &'static str = "Hydraulic/Orifice";
    const DOC: &'static str = "\
A round hole between A and B, laminar to turbulent without a kink

x     = PressureA - PressureB
FlowB = DischargeCoefficient pi Diameter^2 / 4 sqrt(2 / Density) x / (x^2 + c^2)^(1/4), FlowA = -FlowB
c     = Density / 2 (CriticalReynolds KinematicViscosity / (DischargeCoefficient Diameter))^2
Density, KinematicViscosity = Oil((PressureA + PressureB) / 2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure at A");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure at B");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let oil = c.uses("Oil", &OIL, "The oil that flows, as of a `Hydraulic/Oil`");
        c.common_computation(Self::pass).reads((pressure_a, pressure_b, oil)).fills((flow_a, flow_b));
        let diameter: f64 = c.parameter("Diameter").unit("m").doc("Diameter of the hole").more_than(0.0).required();
        let discharge: f64 = c
            .parameter("DischargeCoefficient")
            .doc("Turbulent flow, as a part of that without losses and contraction")
            .more_than(0.0)
            .at_most(1.0)
            .default(0.61);
        let critical_reynolds: f64 = c
            .parameter("CriticalReynolds")
            .doc("Reynolds number, of flow over area and the diameter, where laminar becomes turbulent")
            .at_least(LEAST_REYNOLDS)
            .default(9.4);
        Ok(Self {
            pressure_a,
            pressure_b,
            flow_a,
            flow_b,
            oil,
            jet_area: discharge * PI / 4.0 * diameter * diameter,
            critical_velocity_per_viscosity: critical_reynolds / (discharge * diameter),
        })
    }
}

impl Orifice {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let ([a], [b]) = (io.get(self.pressure_a), io.get(self.pressure_b));
        let [_, density, viscosity] = io.query(self.oil, [0.5 * (a + b)]);
        let velocity = self.critical_velocity_per_viscosity * viscosity;
        let root = SignedRoot::new(0.5 * density * velocity * velocity);
        let flow = self.jet_area * (2.0 / density).sqrt() * root.of(a - b);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
    }
}
