use std::f64::consts::FRAC_1_SQRT_2;

use simobject::{Creator, InSlice, Io, Pattern, Result, SimObject, StateSlice};

use crate::width::port_width;

/// A low-pass filter of gain 1, with time constant `T`:
///
/// * first order: `T dOut/dt + Out = In`;
/// * second order: `T^2 d2Out/dt2 + 2 Damping T dOut/dt + Out = In`.
///
/// A cut-off frequency of `f` Hz is `T = 1 / (2 pi f)`; the second order's
/// default damping makes it a Butterworth filter, 3 dB down there. The filter
/// begins at rest at its input, unless initial conditions are given.
pub struct LowPass {
    input: InSlice,
    out: StateSlice,
    rate: Option<StateSlice>,
    time_constant: Vec<f64>,
    damping: Vec<f64>,
}

impl SimObject for LowPass {
    const NAME: &'static str = "Math/LowPass";
    const DOC: &'static str = "\
A low-pass filter of first or second order

Order 1: T dOut/dt + Out = In, with T = TimeConstant
Order 2: T^2 d2Out/dt2 + 2 Damping T dOut/dt + Out = In
It begins at rest at its input, unless initial conditions are given.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let order = c
            .parameter("Order")
            .doc("Order of the filter; the second brings the state Rate")
            .at_least(1.0)
            .at_most(2.0)
            .default(1_usize);
        let time_constant = c
            .parameter("TimeConstant")
            .unit("s")
            .doc("1 / (2 pi f) for a cut-off frequency f, Hz")
            .more_than(0.0)
            .length(width)
            .required();
        let damping = c
            .parameter("Damping")
            .doc("Damping ratio, for the second order")
            .at_least(0.0)
            .length(width)
            .default(vec![FRAC_1_SQRT_2; width]);
        let input = c.in_slice("In", width, "", "The signal");
        let out = c.state_slice("Out", width, "", "The filtered signal");
        c.out_port_of("Out", out);
        c.initial(Self::settled).reads(input).sets(out);
        let rate = (order == 2).then(|| c.state_slice("Rate", width, "1/s", "Rate of change of Out"));
        match rate {
            None => {
                c.derivatives(Self::first_order).reads((input, out)).pattern(out, input, Pattern::DIAGONAL).pattern(
                    out,
                    out,
                    Pattern::DIAGONAL,
                );
            }
            Some(rate) => {
                c.initial_value(rate, 0.0);
                c.derivatives(Self::second_order)
                    .reads((input, out, rate))
                    .pattern(out, input, Pattern::Elements(Vec::new()))
                    .pattern(out, out, Pattern::Elements(Vec::new()))
                    .pattern(out, rate, Pattern::DIAGONAL)
                    .pattern(rate, input, Pattern::DIAGONAL)
                    .pattern(rate, out, Pattern::DIAGONAL)
                    .pattern(rate, rate, Pattern::DIAGONAL);
            }
        }
        Ok(Self { input, out, rate, time_constant, damping })
    }
}

impl LowPass {
    #[inline]
    fn first_order(&self, io: &mut Io<'_>) {
        for (i, t) in self.time_constant.iter().enumerate() {
            let rate = (io.at(self.input, i) - io.at(self.out, i)) / t;
            io.derivative_slice_mut(self.out)[i] = rate;
        }
    }

    #[inline]
    fn second_order(&self, io: &mut Io<'_>) {
        let Some(state) = self.rate else { return };
        for (i, (t, damping)) in self.time_constant.iter().zip(&self.damping).enumerate() {
            let rate = io.at(state, i);
            let change = ((io.at(self.input, i) - io.at(self.out, i)) / t - 2.0 * damping * rate) / t;
            io.derivative_slice_mut(self.out)[i] = rate;
            io.derivative_slice_mut(state)[i] = change;
        }
    }

    fn settled(&self, io: &mut Io<'_>) {
        let input = io.slice(self.input).to_vec();
        io.set_initial_slice(self.out, &input);
    }
}
