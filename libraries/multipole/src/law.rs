//! A pressure difference that a flow needs, and the flow that a pressure difference makes: one law, read both ways.

/// `dp = (linear + square |Q|) Q`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance {
    /// Pa s/m^3, or N s/m; where it is 0, the slope of the flow at 0 is infinite.
    pub linear: f64,
    /// Pa s^2/m^6; at least 0.
    pub square: f64,
}

impl Resistance {
    /// What a flow needs.
    #[inline]
    pub fn drop(self, flow: f64) -> f64 {
        (self.linear + self.square * flow.abs()) * flow
    }

    /// What a difference makes: the exact inverse, smooth at 0.
    #[inline]
    pub fn flow(self, drop: f64) -> f64 {
        let sum = self.linear + (self.linear * self.linear + 4.0 * self.square * drop.abs()).sqrt();
        if sum > 0.0 { 2.0 * drop / sum } else { 0.0 }
    }
}
