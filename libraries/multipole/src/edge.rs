//! What lets oil into a tank where a pressure moves a spool.

use std::f64::consts::PI;

use simobject::{Creator, SimObject};
use simobject_elements::hydraulic::{SignedRoot, edge_coefficient};

use crate::parameters::{flow_coefficient, flow_force, positive};

/// A spool that a spring holds against a pressure, before an edge of its diameter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    /// Area that the pressure acts on, m^2.
    pub(crate) area: f64,
    /// Of the edge, m.
    circumference: f64,
    /// Force of the spring where it is shut, N, and its stiffness, N/m.
    pub(crate) spring: [f64; 2],
    pub(crate) mu: f64,
    /// Flow force for each metre and pascal, m.
    pub(crate) flow_force: f64,
    /// Pressure in the tank, Pa.
    pub(crate) tank: f64,
}

impl Edge {
    pub(crate) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let d = positive(c, "d", "m", "Diameter of the spool");
        let spring = [
            positive(c, "F0", "N", "Force of the spring where it is shut"),
            positive(c, "c", "N/m", "Stiffness of the spring"),
        ];
        let doc = "Area that the pressure acts on; pi d^2/4, if not given";
        let area: Option<f64> = c.parameter("A").unit("m^2").doc(doc).more_than(0.0).optional();
        let mu = flow_coefficient(c);
        let flow_force = flow_force(c, mu);
        let tank = c.parameter("p0").unit("Pa").doc("Pressure in the tank").default(0.0);
        let circumference = PI * d;
        let area = area.unwrap_or(PI * d * d / 4.0);
        Self { area, circumference, spring, mu, flow_force: flow_force * circumference, tank }
    }

    /// Through its edge to the tank, of a fluid of this density; below 0 of an opening below 0, which a search may try.
    #[inline]
    pub(crate) fn flow(&self, opening: f64, pressure: f64, density: f64) -> f64 {
        let flow_area = self.mu * self.circumference * opening;
        edge_coefficient(flow_area, density) * SignedRoot::EXACT.of(pressure - self.tank)
    }
}
