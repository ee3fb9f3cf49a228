use super::hydraulic::HydraulicQ;
use super::wave::Wave;
use crate::io::Io;

/// Pressures that are below 0 by less than this part of the wave are 0.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Takes away the waves of ports where oil parts, at which these pressures would
/// be: of ports below 0 those that have waves below 0, else all of them. Whether
/// there were any; each parts once.
#[inline]
pub fn waves_that_part<const P: usize>(waves: &mut [Wave; P], pressures: [f64; P]) -> bool {
    let mut below = [false; P];
    let (mut is_any, mut is_pulled) = (false, false);
    for ((below, wave), p) in below.iter_mut().zip(&*waves).zip(pressures) {
        *below = p < -ROUNDING * wave.c.abs();
        is_any |= *below;
        is_pulled |= *below && wave.c < 0.0;
    }
    if is_any {
        for (wave, below) in waves.iter_mut().zip(below) {
            if below && (wave.c < 0.0 || !is_pulled) {
                *wave = Wave::NONE;
            }
        }
    }
    is_any
}

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
    /// law is asked once again. Of two such ports that part first whose own wave
    /// is below 0: the other one may have been pulled down by it, and is full.
    #[inline]
    pub fn of_cavitating(mut waves: [Wave; 2], law: impl Fn([Wave; 2]) -> f64) -> Self {
        let mut through = Self::of(waves, &law);
        while waves_that_part(&mut waves, through.p) {
            through = Self::of(waves, &law);
        }
        through
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
