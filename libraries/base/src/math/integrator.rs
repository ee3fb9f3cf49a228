use simobject::{Creator, InSlice, Io, OutSlice, Pattern, Result, SimObject, StateSlice};

use crate::limits::Limits;
use crate::width::port_width;

/// An integrator: `dIntegral/dt = In`, `Out = Integral`.
///
/// With limits, the integral rests at a limit while the input drives it
/// further out. It passes the limit within a step, by some hundred tolerances
/// where the input is large there (steps see no limit before they pass it);
/// `Out` never does.
pub struct Integrator {
    input: InSlice,
    integral: StateSlice,
    limited: Option<Limited>,
}

struct Limited {
    out: OutSlice,
    limits: Limits,
}

impl SimObject for Integrator {
    const NAME: &'static str = "Math/Integrator";
    const DOC: &'static str = "\
The integral of a signal over time, which limits may stop

dIntegral/dt = In; 0 where In drives it beyond Lower or Upper
Out = Integral, between Lower and Upper";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let initial =
            c.parameter("InitialValue").doc("Initial value of the integral").length(width).default(vec![0.0; width]);
        let limits = Limits::declare(c, width);
        if (0..width).any(|i| initial[i] < limits.lower[i] || initial[i] > limits.upper[i]) {
            c.error("InitialValue", "must lie between `Lower` and `Upper`");
        }
        let input = c.in_slice("In", width, "", "What is integrated");
        let integral = c.state_slice("Integral", width, "", "The integral");
        c.initial_value(integral, &initial);
        let limited = if limits.exist() {
            let out = c.out_slice("Out", width, "", "The integral, between its limits");
            c.common_computation(Self::limited).fills((out,));
            c.derivatives(Self::limited_rate)
                .reads((input, integral))
                .pattern(integral, input, Pattern::DIAGONAL)
                .pattern(integral, integral, Pattern::DIAGONAL);
            Some(Limited { out, limits })
        } else {
            c.out_port_of("Out", integral);
            c.derivatives(Self::rate).reads((input,)).reads_no_states().pattern(integral, input, Pattern::DIAGONAL);
            None
        };
        Ok(Self { input, integral, limited })
    }
}

impl Integrator {
    #[inline]
    fn rate(&self, io: &mut Io<'_>) {
        for i in 0..self.integral.width() {
            let input = io.at(self.input, i);
            io.derivative_slice_mut(self.integral)[i] = input;
        }
    }

    #[inline]
    fn limited(&self, io: &mut Io<'_>) {
        let Some(Limited { out, limits }) = &self.limited else { return };
        for i in 0..out.width() {
            let value = limits.keep(i, io.at(self.integral, i));
            io.set_at(*out, i, value);
        }
    }

    #[inline]
    fn limited_rate(&self, io: &mut Io<'_>) {
        let Some(Limited { limits, .. }) = &self.limited else { return };
        for i in 0..self.integral.width() {
            let (input, integral) = (io.at(self.input, i), io.at(self.integral, i));
            let outwards = (integral >= limits.upper[i] && input > 0.0) || (integral <= limits.lower[i] && input < 0.0);
            io.derivative_slice_mut(self.integral)[i] = if outwards { 0.0 } else { input };
        }
    }
}
