//! A hole in a thin wall.

use std::f64::consts::PI;

use simobject::{Creator, Io, Resource, SimObject};

use super::{OIL, SignedRoot, edge_coefficient};

/// Flow through a round hole in a thin wall: turbulent where the pressure
/// difference is large, with the root of it, and laminar where that is small.
///
/// The transition is smooth, around the difference at which the turbulent flow
/// alone would have `CriticalReynolds`. The defaults are those of a sharp edge:
/// 0.61 is `pi / (pi + 2)`, of R. von Mises' free jet, and with 9.4 the laminar
/// flow is `pi D^3 x / (50.4 Density KinematicViscosity)` (W. Wuest,
/// Ingenieur-Archiv 22 (1954) 357; see also H. E. Merritt, Hydraulic Control
/// Systems, 1967, section 3-4).
#[derive(Debug, Clone, Copy)]
pub struct Hole {
    /// The oil that flows, which the calculation of the flow reads.
    pub oil: Resource<1, 3>,
    /// Of the jet, m^2.
    jet_area: f64,
    /// The velocity of the jet where the flow becomes laminar, per viscosity, 1/m.
    critical_velocity_per_viscosity: f64,
}

/// Of no hole is it less; where it is next to 0, so is the pressure difference
/// below which the flow is laminar, and methods crawl.
const LEAST_REYNOLDS: f64 = 1.0;

impl Hole {
    /// Asks for the oil, `Diameter`, `DischargeCoefficient` and `CriticalReynolds`.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let diameter: f64 = c.parameter("Diameter").unit("m").doc("Diameter of the hole").more_than(0.0).required();
        let doc = "Turbulent flow, as a part of that without losses and contraction";
        let discharge: f64 = c.parameter("DischargeCoefficient").doc(doc).more_than(0.0).at_most(1.0).default(0.61);
        let doc = "Reynolds number, of flow over area and the diameter, where laminar becomes turbulent";
        let critical_reynolds: f64 = c.parameter("CriticalReynolds").doc(doc).at_least(LEAST_REYNOLDS).default(9.4);
        Self {
            oil: c.uses("Oil", &OIL, "The oil that flows, as of a `Hydraulic/Oil`"),
            jet_area: discharge * PI / 4.0 * diameter * diameter,
            critical_velocity_per_viscosity: critical_reynolds / (discharge * diameter),
        }
    }

    /// The flow, m^3/s, from one pressure to another, Pa, of the oil at the mean of both.
    #[inline]
    pub fn flow(&self, io: &Io<'_>, [one, other]: [f64; 2]) -> f64 {
        let [_, density, viscosity] = io.query(self.oil, [0.5 * (one + other)]);
        let velocity = self.critical_velocity_per_viscosity * viscosity;
        let root = SignedRoot::new(0.5 * density * velocity * velocity);
        edge_coefficient(self.jet_area, density) * root.of(one - other)
    }
}
