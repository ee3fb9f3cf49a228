use simobject::{Creator, DiscreteStateSlice, InSlice, Io, OutSlice, Result, SimObject};

use super::tuning::Tuning;
use crate::limits::Limits;
use crate::sampling;
use crate::width::port_width;

/// A sampled PID controller in parallel form, with weighted reference, filtered
/// derivative, limits and anti-windup by back-calculation: [`Pid`](super::Pid)
/// by the backward Euler method. With the period `h`, `r = Reference`,
/// `y = Measured`, `d = DerivativeWeight r - y`, at each tick `k`:
///
/// ```text
/// D(k) = Kd (d(k) - Filtered(k)) / (FilterTime + h)
/// v(k) = Kp (ReferenceWeight r(k) - y(k)) + Integral(k) + Ki h (r(k) - y(k)) + D(k)
/// Out(k) = v(k) between Lower and Upper, held until the next tick
/// Integral(k + 1) = Integral(k) + Ki h (r(k) - y(k)) + (Out(k) - v(k)) min(h / TrackingTime, 1)
/// Filtered(k + 1) = Filtered(k) + (d(k) - Filtered(k)) h / (FilterTime + h)
/// ```
///
/// K. J. Astrom, B. Wittenmark, Computer-Controlled Systems, 3rd ed. 1997,
/// section 8.5 (there with a forward difference for the integral).
///
/// It begins with `Filtered` at rest, so that the start is no jump to the
/// derivative, and with `Integral` 0, unless initial conditions are given. For
/// a bumpless start, where `Out(0)` should be `u`, give
/// `Integral = u - Kp (ReferenceWeight r - y) - Ki h (r - y)` of the start.
pub struct DiscretePid {
    reference: InSlice,
    measured: InSlice,
    out: OutSlice,
    integral: Option<DiscreteStateSlice>,
    filtered: Option<DiscreteStateSlice>,
    tuning: Vec<Tuning>,
    limits: Limits,
    /// s.
    period: f64,
}

/// What an element gives at a tick.
struct Action {
    out: f64,
    next_integral: f64,
    next_filtered: f64,
}

impl SimObject for DiscretePid {
    const NAME: &'static str = "Math/DiscretePID";
    const DOC: &'static str = "\
A sampled PID controller with filtered derivative, output limits and anti-windup (backward Euler)

At each tick, with h = SampleTime, r = Reference, y = Measured, d = DerivativeWeight r - y:
v   = Kp (ReferenceWeight r - y) + Integral + Ki h (r - y) + Kd (d - Filtered) / (FilterTime + h)
Out = v between Lower and Upper, held until the next tick
Integral(next) = Integral + Ki h (r - y) + (Out - v) min(h / TrackingTime, 1)
Filtered(next) = Filtered + (d - Filtered) h / (FilterTime + h)
For Out = u at the first tick begin with Integral = u - Kp (ReferenceWeight r - y) - Ki h (r - y).";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let clock = sampling::clock(c);
        let (tuning, limits) = Tuning::declare_limited(c, width);
        let reference = c.in_slice("Reference", width, "", "What Measured should be");
        let measured = c.in_slice("Measured", width, "", "The measured value");
        let out = c.out_slice("Out", width, "", "The control signal, between its limits");
        let integral = tuning
            .iter()
            .any(|t| t.ki != 0.0)
            .then(|| c.discrete_state_slice("Integral", width, "", "The integral part of Out, up to the tick before"));
        let doc = "Filtered DerivativeWeight Reference - Measured, up to the tick before";
        let filtered = tuning.iter().any(|t| t.kd != 0.0).then(|| c.discrete_state_slice("Filtered", width, "", doc));
        c.common_computation(Self::control).on(clock).reads((reference, measured, integral, filtered)).fills(out);
        if let Some(integral) = integral {
            c.initial_value(integral, 0.0);
        }
        if let Some(filtered) = filtered {
            c.initial(Self::at_rest).reads((reference, measured)).sets(filtered);
        }
        if integral.is_some() || filtered.is_some() {
            c.update(Self::advance)
                .on(clock)
                .reads((reference, measured, integral, filtered))
                .sets((integral, filtered));
        }
        let period = c.sample_time(clock);
        Ok(Self { reference, measured, out, integral, filtered, tuning, limits, period })
    }
}

impl DiscretePid {
    #[inline]
    fn action(&self, io: &Io<'_>, i: usize) -> Action {
        let (tuning, h) = (&self.tuning[i], self.period);
        let (reference, measured) = (io.at(self.reference, i), io.at(self.measured, i));
        let error = reference - measured;
        let integral = self.integral.map_or(0.0, |state| io.at(state, i)) + tuning.ki * h * error;
        let (rate, filtered) = self.filtered.map_or((0.0, 0.0), |state| {
            let filtered = io.at(state, i);
            let rate = tuning.filtered_rate_after(h, reference, measured, filtered);
            (rate, filtered + h * rate)
        });
        let wanted = tuning.kp * (tuning.reference_weight * reference - measured) + integral + tuning.kd * rate;
        let out = self.limits.keep(i, wanted);
        let next_integral = integral + (out - wanted) * (h * tuning.per_tracking_time).min(1.0);
        Action { out, next_integral, next_filtered: filtered }
    }

    #[inline]
    fn control(&self, io: &mut Io<'_>) {
        for i in 0..self.tuning.len() {
            let out = self.action(io, i).out;
            io.set_at(self.out, i, out);
        }
    }

    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        for i in 0..self.tuning.len() {
            let action = self.action(io, i);
            if let Some(integral) = self.integral {
                io.next_slice_mut(integral)[i] = action.next_integral;
            }
            if let Some(filtered) = self.filtered {
                io.next_slice_mut(filtered)[i] = action.next_filtered;
            }
        }
    }

    fn at_rest(&self, io: &mut Io<'_>) {
        let Some(filtered) = self.filtered else { return };
        let at_rest: Vec<f64> = (0..self.tuning.len())
            .map(|i| self.tuning[i].derivative_weight * io.at(self.reference, i) - io.at(self.measured, i))
            .collect();
        io.set_initial_slice(filtered, &at_rest);
    }
}
