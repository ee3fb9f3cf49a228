use super::hydraulic::HydraulicQ;
use super::wave::Wave;
use crate::io::Io;

/// What flows through a hydraulic component from its first port to its second
/// one, and the pressures that this makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Through {
    /// Volume flow, m^3/s.
    pub q: f64,
    /// Pressures at both ports, Pa.
    pub p: [f64; 2],
}

impl Through {
    /// Of a law that tells the flow from the waves at both ports.
    #[inline]
    pub fn of(waves: [Wave; 2], law: impl Fn([Wave; 2]) -> f64) -> Self {
        let q = law(waves);
        Self { q, p: [waves[0].effort(-q), waves[1].effort(q)] }
    }

    /// The same with cavitation: where the pressure would fall below 0, the oil
    /// parts, and no wave comes from there (`c` and `Zc` are 0); with that the
    /// law is asked once again.
    #[inline]
    pub fn of_cavitating(mut waves: [Wave; 2], law: impl Fn([Wave; 2]) -> f64) -> Self {
        let through = Self::of(waves, &law);
        let parts = through.p.map(|p| p < 0.0);
        if parts == [false; 2] {
            return through;
        }
        for (wave, parts) in waves.iter_mut().zip(parts) {
            if parts {
                *wave = Wave::NONE;
            }
        }
        Self::of(waves, &law)
    }

    /// Pressures of at least 0.
    #[inline]
    #[must_use]
    pub fn without_tension(self) -> Self {
        Self { p: self.p.map(|p| if p < 0.0 { 0.0 } else { p }), ..self }
    }

    /// Fills the ports.
    #[inline]
    pub fn set(self, ports: [HydraulicQ; 2], io: &mut Io<'_>) {
        ports[0].set(io, self.p[0], -self.q);
        ports[1].set(io, self.p[1], self.q);
    }
}
