//! Laminar and turbulent resistance: the pressure difference that a flow needs, and the flow that a difference makes.

/// `dp = (linear + square |Q|) Q`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance {
    /// Pa s/m^3, or N s/m; where it is 0, the slope of the flow at 0 is infinite.
    pub linear: f64,
    /// Pa s^2/m^6; at least 0.
    pub square: f64,
}

impl Resistance {
    /// Of a sharp edge, or of other losses of the jet's head: `square = density / (2 flow_area^2)`, with the flow area,
    /// the flow coefficient times the area, in m^2, and the density in kg/m^3 (J.-C. de Borda, 1766).
    #[inline]
    pub fn of_edge(linear: f64, flow_area: f64, density: f64) -> Self {
        Self { linear, square: 0.5 * density / (flow_area * flow_area) }
    }

    /// The difference that a flow needs.
    #[inline]
    pub fn drop(self, flow: f64) -> f64 {
        (self.linear + self.square * flow.abs()) * flow
    }

    /// The flow that a difference makes: the exact inverse, smooth at 0.
    #[inline]
    pub fn flow(self, drop: f64) -> f64 {
        let sum = self.linear + (self.linear * self.linear + 4.0 * self.square * drop.abs()).sqrt();
        if sum > 0.0 { 2.0 * drop / sum } else { 0.0 }
    }
}

/// `K` of a sharp edge, m^3/(s Pa^0.5), whose flow is `K` times the root of the pressure difference: `flow_area sqrt(2 /
/// density)`, with the flow area, the flow coefficient times the area, in m^2, and the density in kg/m^3. With another
/// unit of the flow area `K` is per that unit.
#[inline]
pub fn edge_coefficient(flow_area: f64, density: f64) -> f64 {
    flow_area * (2.0 / density).sqrt()
}
