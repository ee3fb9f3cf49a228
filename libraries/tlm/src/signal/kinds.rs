//! What kinds of filters there are.

use simobject::{Creator, SimObject};
use simobject_elements::tlm::{FirstOrder, SecondOrder};

use super::filter::{Filter, FilterKind};

/// A transfer function of first order.
pub type FirstOrderTransferFunction = Filter<FirstOrder, 2>;

/// A transfer function of second order.
pub type SecondOrderTransferFunction = Filter<SecondOrder, 4>;

/// An integral.
pub type Integrator = Filter<Integral, 2>;

/// Coefficients `names`, of rising powers of `s`.
fn coefficients<T: SimObject, const N: usize>(c: &mut Creator<'_, T>, names: [&'static str; N], doc: &str) -> [f64; N] {
    let mut power = 0;
    names.map(|name| {
        let parameter = c.parameter(name).doc(format!("Of s^{power} in the {doc}"));
        power += 1;
        parameter.default(1.0)
    })
}

/// Tells of a denominator that is 0 for this step.
fn check<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, denominator: f64) {
    if denominator == 0.0 {
        c.error(name, "makes the denominator 0 for this SampleTime: nothing would come out");
    }
}

impl FilterKind<2> for FirstOrder {
    const NAME: &'static str = "Signal/FirstOrderTransferFunction";
    const DOC: &'static str = "\
A transfer function of first order: out = (a_1 s + a_0) / (b_1 s + b_0) in

By the bilinear transform, with the step T, u = in, y = out:
y = [(a_0 T + 2 a_1) u + (a_0 T - 2 a_1) u(before) - (b_0 T - 2 b_1) y(before)] / (b_0 T + 2 b_1), kept between min and max
At the first tick out = StartValue.";

    fn new<T: SimObject>(c: &mut Creator<'_, T>, step: f64, [lower, upper]: [f64; 2]) -> Self {
        let numerator = coefficients(c, ["a_0", "a_1"], "numerator");
        let denominator = coefficients(c, ["b_0", "b_1"], "denominator");
        check(c, "b_1", denominator[0] * step + 2.0 * denominator[1]);
        Self::new(step, numerator, denominator).within(lower, upper)
    }

    fn output(&self, before: [f64; 2], u: f64) -> f64 {
        Self::output(self, before, u)
    }

    fn at_rest(u: f64, y: f64) -> [f64; 2] {
        [u, y]
    }

    fn after(_: [f64; 2], u: f64, y: f64) -> [f64; 2] {
        [u, y]
    }
}

impl FilterKind<4> for SecondOrder {
    const NAME: &'static str = "Signal/SecondOrderTransferFunction";
    const DOC: &'static str = "\
A transfer function of second order: out = (a_2 s^2 + a_1 s + a_0) / (b_2 s^2 + b_1 s + b_0) in

By the bilinear transform: with the step T and z for the tick before, s = 2/T (1 - z) / (1 + z); kept between min and max
At the first tick out = StartValue, and in and out count as having been so before.";

    fn new<T: SimObject>(c: &mut Creator<'_, T>, step: f64, [lower, upper]: [f64; 2]) -> Self {
        let numerator = coefficients(c, ["a_0", "a_1", "a_2"], "numerator");
        let denominator = coefficients(c, ["b_0", "b_1", "b_2"], "denominator");
        check(c, "b_2", denominator[0] * step * step + 2.0 * denominator[1] * step + 4.0 * denominator[2]);
        Self::new(step, numerator, denominator).within(lower, upper)
    }

    fn output(&self, before: [f64; 4], u: f64) -> f64 {
        Self::output(self, before, u)
    }

    fn at_rest(u: f64, y: f64) -> [f64; 4] {
        [u, u, y, y]
    }

    fn after(before: [f64; 4], u: f64, y: f64) -> [f64; 4] {
        Self::after(before, u, y)
    }
}

/// Kind of [`Integrator`].
pub struct Integral(FirstOrder);

impl FilterKind<2> for Integral {
    const NAME: &'static str = "Signal/Integrator";
    const DOC: &'static str = "\
An integral, between limits

out = out(before) + T/2 (in(before) + in), kept between min and max; T is the step
At the first tick out = StartValue.";

    fn new<T: SimObject>(_: &mut Creator<'_, T>, step: f64, [lower, upper]: [f64; 2]) -> Self {
        Self(FirstOrder::integrator(step).within(lower, upper))
    }

    fn output(&self, before: [f64; 2], u: f64) -> f64 {
        self.0.output(before, u)
    }

    fn at_rest(u: f64, y: f64) -> [f64; 2] {
        [u, y]
    }

    fn after(_: [f64; 2], u: f64, y: f64) -> [f64; 2] {
        [u, y]
    }
}
