//! Responses to oscillations.

use std::f64::consts::{PI, TAU};

use crate::error::LtiError;
use crate::resolvent::Resolvent;
use crate::structure::between;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

/// What a system makes of oscillations: G(f) = C (sI - A)^-1 B + D at s = 2 pi i f, or at z = exp(2 pi i f T) if
/// the system is sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyResponse {
    /// The frequencies, Hz.
    pub hertz: Vec<f64>,
    /// Values by frequency, then output, then input, each in the unit of the output by that of the input.
    values: Vec<Complex>,
    outputs: usize,
    inputs: usize,
}

impl FrequencyResponse {
    /// Of values by frequency, then output, then input.
    pub(crate) fn of(hertz: Vec<f64>, values: Vec<Complex>, outputs: usize, inputs: usize) -> Self {
        Self { hertz, values, outputs, inputs }
    }

    /// How many outputs there are.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// All values, by frequency, then output, then input.
    pub fn values(&self) -> &[Complex] {
        &self.values
    }

    /// From an input to an output at a frequency of this number; `None` where there is no such.
    pub fn get(&self, frequency: usize, output: usize, input: usize) -> Option<Complex> {
        (frequency < self.hertz.len() && output < self.outputs && input < self.inputs)
            .then(|| self.values[(frequency * self.outputs + output) * self.inputs + input])
    }

    /// From an input to an output at each frequency; without any where there is no such input or output.
    pub fn channel(&self, output: usize, input: usize) -> Vec<Complex> {
        (0..self.hertz.len()).map_while(|frequency| self.get(frequency, output, input)).collect()
    }
}

impl LinearSystem {
    /// The response at these frequencies, Hz. That at 0 is the gain at rest.
    ///
    /// Only states between inputs and outputs count, as the zeros of the matrices tell: an integrator that no output
    /// sees makes no response infinite.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds; [`LtiError::Frequency`] where one is negative or not finite;
    /// [`LtiError::AboveNyquist`] where one is above half of the sample rate; [`LtiError::Pole`] where the response
    /// is infinite: an integrator at 0, or an oscillation without damping at its frequency, to within rounding.
    pub fn frequency_response(&self, hertz: &[f64]) -> Result<FrequencyResponse, LtiError> {
        self.check()?;
        let (outputs, inputs) = (self.outputs.len(), self.inputs.len());
        let channels = Channels::new(self, &(0..outputs).collect::<Vec<_>>(), &(0..inputs).collect::<Vec<_>>());
        let mut values = Vec::with_capacity(hertz.len() * outputs * inputs);
        for &frequency in hertz {
            values.extend(channels.at(frequency)?);
        }
        Ok(FrequencyResponse { hertz: hertz.to_vec(), values, outputs, inputs })
    }
}

/// Some inputs and outputs of a system, made ready for responses at many frequencies.
#[derive(Debug)]
pub(crate) struct Channels {
    resolvent: Resolvent,
    through: Vec<f64>,
    sample_time: Option<f64>,
}

impl Channels {
    /// From these inputs to these outputs of a system that was checked.
    pub(crate) fn new(system: &LinearSystem, outputs: &[usize], inputs: &[usize]) -> Self {
        let states = between(system, inputs, outputs);
        Self {
            resolvent: Resolvent::new(
                &system.a.part(&states, &states),
                &system.b.part(&states, inputs),
                &system.c.part(outputs, &states),
            ),
            through: system.d.part(outputs, inputs).elements().to_vec(),
            sample_time: system.sample_time,
        }
    }

    /// Values at a frequency, by output, then input.
    pub(crate) fn at(&self, hertz: f64) -> Result<Vec<Complex>, LtiError> {
        let mut values = self.resolvent.at(self.point(hertz)?).map_err(|_| LtiError::Pole { hertz })?;
        values.iter_mut().zip(&self.through).for_each(|(value, through)| *value += through);
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(LtiError::Pole { hertz }) }
    }

    /// The s or z of a frequency.
    fn point(&self, hertz: f64) -> Result<Complex, LtiError> {
        if !(hertz >= 0.0 && hertz.is_finite()) {
            return Err(LtiError::Frequency(hertz));
        }
        let Some(step) = self.sample_time else { return Ok(Complex::new(0.0, TAU * hertz)) };
        let limit = 0.5 / step;
        if hertz == limit {
            return Ok(-Complex::ONE);
        }
        if hertz > limit {
            return Err(LtiError::AboveNyquist { hertz, limit });
        }
        let angle = TAU * (hertz * step);
        // Near z = -1 the sine keeps its digits.
        if angle > 0.5 * PI {
            let rest = TAU * ((limit - hertz) * step);
            return Ok(Complex::new(-rest.cos(), rest.sin()));
        }
        Ok(Complex::new(angle.cos(), angle.sin()))
    }
}

/// The phases of values along a grid of frequencies, degrees, without jumps: each by less than half of a turn from
/// the one before, or, where it is half of one, behind. The first is above -180 and up to 180. A value of 0, which
/// has no phase, takes that before it.
pub fn unwrapped_degrees(values: &[Complex]) -> Vec<f64> {
    /// What may as well be half of a turn.
    const ROUNDING: f64 = 1e-9;
    let mut degrees: Vec<f64> = Vec::with_capacity(values.len());
    for value in values {
        let phase = value.arg().to_degrees();
        let unwrapped = match degrees.last() {
            Some(&before) if value.norm() == 0.0 => before,
            // The half-open turn about the phase before that has -180 and not 180.
            Some(&before) => phase - 360.0 * ((phase - before + 180.0 + ROUNDING) / 360.0).floor(),
            None if phase == -180.0 => 180.0,
            None => phase,
        };
        degrees.push(unwrapped);
    }
    degrees
}
