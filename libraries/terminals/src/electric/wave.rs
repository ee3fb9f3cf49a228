//! Sine waves of sources.

use simobject::wave::next_extreme;
use simobject::{Creator, SimObject};

/// `offset + amplitude sin(2 pi frequency (t - start) + phase)`.
pub(super) struct Wave {
    amplitude: f64,
    /// rad/s.
    speed: f64,
    phase: f64,
    offset: f64,
}

impl Wave {
    /// Asks for the parameters: an amplitude of that name and unit.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, unit: &'static str) -> Self {
        let frequency: f64 = c.parameter("f").unit("Hz").doc("Frequency").at_least(0.0).required();
        Self {
            amplitude: c.parameter(name).unit(unit).doc("Amplitude").required(),
            speed: std::f64::consts::TAU * frequency,
            phase: c.parameter("phase").unit("rad").doc("Phase at t = 0").default(0.0),
            offset: c.parameter("offset").unit(unit).doc("Mean").default(0.0),
        }
    }

    #[inline]
    pub(super) fn value(&self, time: f64) -> f64 {
        self.offset + self.amplitude * (self.speed * time + self.phase).sin()
    }

    /// The first extreme after a time, s: a step ends there, so that none jumps over a half-wave during which a diode
    /// conducts.
    pub(super) fn next_extreme(&self, after: f64) -> Option<f64> {
        if self.amplitude == 0.0 { None } else { next_extreme(self.speed, self.phase, after) }
    }

    #[inline]
    pub(super) fn rate(&self, time: f64) -> f64 {
        self.amplitude * self.speed * (self.speed * time + self.phase).cos()
    }
}
