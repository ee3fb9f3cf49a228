//! A round pipe.

use std::f64::consts::PI;

/// Length and diameter of a round pipe.
#[derive(Debug, Clone, Copy)]
pub struct Pipe {
    /// m.
    pub length: f64,
    /// m.
    pub diameter: f64,
}

impl Pipe {
    /// `AL` of Hagen and Poiseuille's flow, whose friction factor is `AL / Re`.
    pub const HAGEN_POISEUILLE: f64 = 64.0;

    /// Cross section, m^2.
    #[inline]
    pub fn area(&self) -> f64 {
        PI * self.diameter * self.diameter / 4.0
    }

    /// Inertance of a fluid of this density, kg/m^3, in kg/m^4: `rho l / A`.
    #[inline]
    pub fn inertance(&self, density: f64) -> f64 {
        density * self.length / self.area()
    }

    /// Laminar resistance per density and kinematic viscosity, 1/m^3, with a friction factor of `laminar / Re`:
    /// `2 AL l / (pi d^4)`.
    #[inline]
    pub fn linear(&self, laminar: f64) -> f64 {
        2.0 * laminar * self.length / (PI * self.diameter.powi(4))
    }

    /// Turbulent resistance per density, 1/m^4, with a friction factor `lambda` and local losses (L. J. Weisbach, 1845):
    /// `8 / (pi^2 d^4) (local + lambda l / d)`.
    #[inline]
    pub fn square(&self, local: f64, lambda: f64) -> f64 {
        8.0 / (PI * PI * self.diameter.powi(4)) * (local + lambda * self.length / self.diameter)
    }

    /// Reynolds number of a flow, m^3/s, with this kinematic viscosity, m^2/s.
    #[inline]
    pub fn reynolds(&self, flow: f64, viscosity: f64) -> f64 {
        4.0 * flow.abs() / (PI * self.diameter * viscosity)
    }
}
