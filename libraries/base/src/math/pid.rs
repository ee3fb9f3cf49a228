use simobject::{Creator, InSlice, Io, OutSlice, PrivateSlice, Result, SimObject, StateSlice};

use super::tuning::Tuning;
use crate::limits::Limits;
use crate::width::port_width;

/// A PID controller with weighted reference, filtered derivative, limits and
/// anti-windup by back-calculation. With reference `r` and measured value `y`:
///
/// ```text
/// v   = Kp (ReferenceWeight r - y) + Integral + Kd dFiltered/dt
/// Out = v between Lower and Upper
/// dIntegral/dt              = Ki (r - y) + (Out - v) / TrackingTime
/// FilterTime dFiltered/dt   = (DerivativeWeight r - y) - Filtered
/// ```
///
/// K. J. Astrom, R. M. Murray, Feedback Systems, 2008, sections 10.4 (windup)
/// and 10.5 (filter and weights); K. J. Astrom, T. Hagglund, Advanced PID
/// Control, 2006, chapter 3, which also gives the default of `TrackingTime`,
/// the geometric mean of integral and derivative time.
///
/// It begins with `Integral` 0 and with `Filtered` at rest, so that the start
/// is no jump to it, unless initial conditions are given. States exist where
/// `Ki` and `Kd` are not all 0.
pub struct Pid {
    reference: InSlice,
    measured: InSlice,
    out: OutSlice,
    integral: Option<Integral>,
    filtered: Option<StateSlice>,
    direct: Direct,
    tuning: Vec<Tuning>,
    limits: Limits,
}

struct Integral {
    state: StateSlice,
    /// How far the limits cut the output: `Out - v`.
    excess: PrivateSlice,
}

/// Which inputs the output depends on in the same instant.
#[derive(Clone, Copy)]
struct Direct {
    reference: bool,
    measured: bool,
}

impl SimObject for Pid {
    const NAME: &'static str = "Math/PID";
    const DOC: &'static str = "\
A PID controller with filtered derivative, output limits and anti-windup

v   = Kp (ReferenceWeight r - y) + Integral + Kd dFiltered/dt, with r = Reference, y = Measured
Out = v between Lower and Upper
dIntegral/dt            = Ki (r - y) + (Out - v) / TrackingTime
FilterTime dFiltered/dt = (DerivativeWeight r - y) - Filtered";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let (tuning, limits) = Tuning::declare_limited(c, width);
        let reference = c.in_slice("Reference", width, "", "What Measured should be");
        let measured = c.in_slice("Measured", width, "", "The measured value");
        let out = c.out_slice("Out", width, "", "The control signal, between its limits");
        let integral = tuning.iter().any(|t| t.ki != 0.0).then(|| Integral {
            state: c.state_slice("Integral", width, "", "The integral part of Out"),
            excess: c.private_slice("Excess", width),
        });
        let filtered = tuning
            .iter()
            .any(|t| t.kd != 0.0)
            .then(|| c.state_slice("Filtered", width, "", "Filtered DerivativeWeight Reference - Measured"));
        let (state, excess) = (integral.as_ref().map(|i| i.state), integral.as_ref().map(|i| i.excess));

        let direct = Direct {
            reference: tuning.iter().any(|t| t.kp * t.reference_weight != 0.0 || t.kd * t.derivative_weight != 0.0),
            measured: tuning.iter().any(|t| t.kp != 0.0 || t.kd != 0.0),
        };
        c.common_computation(Self::control)
            .reads((direct.reference.then_some(reference), direct.measured.then_some(measured), state, filtered))
            .fills((out, excess));
        if let Some(state) = state {
            c.initial_value(state, 0.0);
        }
        if let Some(filtered) = filtered {
            c.initial(Self::at_rest).reads((reference, measured)).sets(filtered);
        }
        if state.is_some() || filtered.is_some() {
            c.derivatives(Self::rates).reads((reference, measured, excess, filtered));
        }
        Ok(Self { reference, measured, out, integral, filtered, direct, tuning, limits })
    }
}

impl Pid {
    #[inline]
    fn control(&self, io: &mut Io<'_>) {
        for (i, tuning) in self.tuning.iter().enumerate() {
            let reference = if self.direct.reference { io.at(self.reference, i) } else { 0.0 };
            let measured = if self.direct.measured { io.at(self.measured, i) } else { 0.0 };
            let integral = self.integral.as_ref().map_or(0.0, |integral| io.at(integral.state, i));
            let derivative = self
                .filtered
                .map_or(0.0, |filtered| tuning.kd * tuning.filtered_rate(reference, measured, io.at(filtered, i)));
            let wanted = tuning.kp * (tuning.reference_weight * reference - measured) + integral + derivative;
            let out = self.limits.keep(i, wanted);
            io.set_at(self.out, i, out);
            if let Some(integral) = &self.integral {
                io.set_at(integral.excess, i, out - wanted);
            }
        }
    }

    #[inline]
    fn rates(&self, io: &mut Io<'_>) {
        for (i, tuning) in self.tuning.iter().enumerate() {
            let (reference, measured) = (io.at(self.reference, i), io.at(self.measured, i));
            if let Some(integral) = &self.integral {
                let rate = tuning.ki * (reference - measured) + io.at(integral.excess, i) * tuning.per_tracking_time;
                io.derivative_slice_mut(integral.state)[i] = rate;
            }
            if let Some(filtered) = self.filtered {
                let rate = tuning.filtered_rate(reference, measured, io.at(filtered, i));
                io.derivative_slice_mut(filtered)[i] = rate;
            }
        }
    }

    fn at_rest(&self, io: &mut Io<'_>) {
        let Some(filtered) = self.filtered else { return };
        let difference = |(i, tuning): (usize, &Tuning)| {
            tuning.derivative_weight * io.at(self.reference, i) - io.at(self.measured, i)
        };
        let at_rest: Vec<f64> = self.tuning.iter().enumerate().map(difference).collect();
        io.set_initial_slice(filtered, &at_rest);
    }
}
