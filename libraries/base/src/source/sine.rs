use std::f64::consts::TAU;

use simobject::wave::next_extreme;
use simobject::{Creator, Io, OutSlice, Result, SimObject};

use crate::width::port_width;

/// A sine wave: `Out = Bias + Amplitude sin(2 pi Frequency t + Phase)`.
///
/// At each of its extremes a step ends: so no step jumps over a wave, where
/// what the sine drives does nothing but near the extremes.
pub struct Sine {
    out: OutSlice,
    amplitude: Vec<f64>,
    angular_frequency: Vec<f64>,
    phase: Vec<f64>,
    bias: Vec<f64>,
}

impl SimObject for Sine {
    const NAME: &'static str = "Src/Sine";
    const DOC: &'static str = "\
A sine wave

Out = Bias + Amplitude sin(2 pi Frequency t + Phase)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let out = c.out_slice("Out", width, "", "The wave");
        c.common_computation(Self::signal).fills(out);
        c.stops(Self::next_extreme);
        let frequency: Vec<f64> =
            c.parameter("Frequency").unit("Hz").doc("Frequency").at_least(0.0).length(width).required();
        Ok(Self {
            out,
            amplitude: c.parameter("Amplitude").doc("Amplitude").length(width).default(vec![1.0; width]),
            angular_frequency: frequency.into_iter().map(|f| TAU * f).collect(),
            phase: c.parameter("Phase").unit("rad").doc("Phase at t = 0").length(width).default(vec![0.0; width]),
            bias: c.parameter("Bias").doc("Mean value").length(width).default(vec![0.0; width]),
        })
    }
}

impl Sine {
    /// The first extreme of any of the waves after a time, s.
    fn next_extreme(&self, after: f64) -> Option<f64> {
        let waves = self.angular_frequency.iter().zip(&self.phase).zip(&self.amplitude);
        let extremes = waves.filter(|(_, amplitude)| **amplitude != 0.0).map(|(wave, _)| wave);
        extremes.filter_map(|(frequency, phase)| next_extreme(*frequency, *phase, after)).reduce(f64::min)
    }

    #[inline]
    fn signal(&self, io: &mut Io<'_>) {
        let time = io.time();
        for (i, out) in io.slice_mut(self.out).iter_mut().enumerate() {
            *out = self.bias[i] + self.amplitude[i] * (self.angular_frequency[i] * time + self.phase[i]).sin();
        }
    }
}
