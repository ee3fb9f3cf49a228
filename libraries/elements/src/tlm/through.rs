use simobject::Io;

use super::cavitation::parting;
use super::hydraulic::HydraulicQ;
use super::wave::Wave;

/// What flows through a hydraulic component from its first port to its second
/// one, and the pressures that this makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Through {
    /// Volume flow, m^3/s.
    pub q: f64,
    /// Pressures at both ports, Pa: 0 or more.
    pub p: [f64; 2],
}

impl Through {
    /// Of a law that tells the flow from the waves at both ports.
    #[inline]
    pub fn of(waves: [Wave; 2], law: impl Fn([Wave; 2]) -> f64) -> Self {
        Self::with(waves, law(waves))
    }

    /// The same with cavitation: where the pressure would fall below 0, the oil
    /// parts, and no wave comes from there (`c` and `Zc` are 0), as in
    /// [`parting`].
    #[inline]
    pub fn of_cavitating(waves: [Wave; 2], law: impl Fn([Wave; 2]) -> f64) -> Self {
        Self::with(waves, parting(waves, law, |q| [-*q, *q]))
    }

    #[inline]
    fn with(waves: [Wave; 2], q: f64) -> Self {
        Self { q, p: [waves[0].pressure(-q), waves[1].pressure(q)] }
    }

    /// Fills the ports.
    #[inline]
    pub fn set(self, ports: [HydraulicQ; 2], io: &mut Io<'_>) {
        ports[0].set(io, self.p[0], -self.q);
        ports[1].set(io, self.p[1], self.q);
    }
}
