use std::f64::consts::TAU;

use simobject::{Creator, Io, OutSlice, Result, SimObject};

use crate::width::port_width;

/// A sine wave: `Out = Bias + Amplitude sin(2 pi Frequency t + Phase)`.
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
        c.common_computation(Self::signal).fills((out,));
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
    #[inline]
    fn signal(&self, io: &mut Io<'_>) {
        let time = io.time();
        for (i, out) in io.slice_mut(self.out).iter_mut().enumerate() {
            *out = self.bias[i] + self.amplitude[i] * (self.angular_frequency[i] * time + self.phase[i]).sin();
        }
    }
}
