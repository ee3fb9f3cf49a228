use simobject::{
    Creator, Crossing, DiscreteStateSlice, Failure, InSlice, Indicator, Io, OutSlice, Pattern, Result, SimObject,
    StateSlice, check_mode,
};

use crate::indicators::of_element;
use crate::limits::Limits;
use crate::width::port_width;

/// An integrator: `dIntegral/dt = In`, `Out = Integral`.
///
/// With limits, the integral rests at a limit from the event where it meets it
/// to the event where the input points back. `Limit` tells where it rests.
/// Within a trial step the integral may pass a limit; `Out` never does.
pub struct Integrator {
    input: InSlice,
    integral: StateSlice,
    limited: Option<Limited>,
}

struct Limited {
    out: OutSlice,
    limits: Limits,
    /// 1 at the upper limit, -1 at the lower one, else 0.
    limit: DiscreteStateSlice,
    watched: Vec<Watched>,
}

/// The tolerance of an integral beyond its limits in a run, as a part of 1 and
/// the limit.
const NEAR: f64 = 1e-3;

/// By how much of 1 or the limit an integral may be off that rests there.
const ROUNDING: f64 = 1e-9;

/// The events of an element at its limits, where it has any.
struct Watched {
    upper: Option<AtLimit>,
    lower: Option<AtLimit>,
}

/// The events at one limit of an element.
#[derive(Clone, Copy)]
struct AtLimit {
    meet: Indicator,
    leave: Indicator,
}

impl SimObject for Integrator {
    const NAME: &'static str = "Math/Integrator";
    const DOC: &'static str = "\
The integral of a signal over time, which limits may stop

dIntegral/dt = In; 0 from where it meets Lower or Upper to where In points back
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
            Some(Limited::declare(c, input, integral, limits))
        } else {
            c.out_port_of("Out", integral);
            c.derivatives(Self::rate).reads(input).reads_no_states().pattern(integral, input, Pattern::DIAGONAL);
            None
        };
        Ok(Self { input, integral, limited })
    }
}

impl Limited {
    fn declare(c: &mut Creator<'_, Integrator>, input: InSlice, integral: StateSlice, limits: Limits) -> Self {
        let width = integral.width();
        let out = c.out_slice("Out", width, "", "The integral, between its limits");
        let limit = c.discrete_state_slice("Limit", width, "", "1 while it rests at Upper, -1 at Lower, else 0");
        c.out_port_of("Limit", limit);
        let mut watched = Vec::new();
        for i in 0..width {
            let mut falling =
                |name: &str, doc: &'static str| c.indicator(of_element(name, i, width), "", doc, Crossing::Falling);
            let upper = limits.upper[i].is_finite().then(|| AtLimit {
                meet: falling("ToUpper", "Distance to Upper, or -In, which is larger; 1 at a limit"),
                leave: falling("FromUpper", "In, where it rests at Upper; 1 elsewhere"),
            });
            let lower = limits.lower[i].is_finite().then(|| AtLimit {
                meet: falling("ToLower", "Distance to Lower, or In, which is larger; 1 at a limit"),
                leave: falling("FromLower", "-In, where it rests at Lower; 1 elsewhere"),
            });
            watched.push(Watched { upper, lower });
        }
        c.initial(Integrator::begin).reads((input, integral)).sets(limit).only_at_the_start();
        c.initial(Integrator::check).reads((integral, limit));
        c.common_computation(Integrator::limited).reads(integral).fills(out);
        let of_element = |watched: &Watched| {
            let at_limits = [watched.upper, watched.lower].into_iter().flatten();
            at_limits.flat_map(|at| [at.meet, at.leave]).collect::<Vec<Indicator>>()
        };
        let indicators: Vec<Vec<Indicator>> = watched.iter().map(of_element).collect();
        c.common_computation(Integrator::watch).reads((input, integral, limit)).fills(indicators.concat().as_slice());
        for (element, indicators) in indicators.into_iter().enumerate() {
            for indicator in indicators {
                let handler = c.on_event_of(indicator, element, Integrator::meet_or_leave);
                handler.reads((input, integral)).sets((integral, limit));
            }
        }
        c.derivatives(Integrator::limited_rate).reads((input, limit)).pattern(integral, input, Pattern::DIAGONAL);
        Self { out, limits, limit, watched }
    }

    /// Where the integral rests.
    fn limit(&self, element: usize, integral: f64, input: f64) -> f64 {
        if integral >= self.limits.upper[element] && input >= 0.0 {
            1.0
        } else if integral <= self.limits.lower[element] && input <= 0.0 {
            -1.0
        } else {
            0.0
        }
    }
}

/// What holds an integral at a limit; below 0 where it does not lie there, since the limit was moved.
#[inline]
fn away(integral: f64, limit: f64, held: f64) -> f64 {
    if (integral - limit).abs() <= ROUNDING * limit.abs().max(1.0) { held } else { -1.0 }
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
        let Some(Limited { out, limits, .. }) = &self.limited else { return };
        for i in 0..out.width() {
            let value = limits.keep(i, io.at(self.integral, i));
            io.set_at(*out, i, value);
        }
    }

    #[inline]
    fn limited_rate(&self, io: &mut Io<'_>) {
        let Some(Limited { limit, .. }) = &self.limited else { return };
        for i in 0..self.integral.width() {
            let rate = if io.at(*limit, i) == 0.0 { io.at(self.input, i) } else { 0.0 };
            io.derivative_slice_mut(self.integral)[i] = rate;
        }
    }

    /// What does not apply is 1: so an indicator that begins to apply when its
    /// condition has already come fires too. To meet a limit, the integral must
    /// lie beyond it and be driven further: what a method is off by, when it
    /// leaves a limit slowly, does not meet it again.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let Some(Limited { limits, limit, watched, .. }) = &self.limited else { return };
        for (i, watched) in watched.iter().enumerate() {
            let (input, integral, limit) = (io.at(self.input, i), io.at(self.integral, i), io.at(*limit, i));
            if let Some(AtLimit { meet, leave }) = watched.upper {
                io.set(meet, [if limit == 0.0 { (limits.upper[i] - integral).max(-input) } else { 1.0 }]);
                io.set(leave, [if limit > 0.0 { away(integral, limits.upper[i], input) } else { 1.0 }]);
            }
            if let Some(AtLimit { meet, leave }) = watched.lower {
                io.set(meet, [if limit == 0.0 { (integral - limits.lower[i]).max(input) } else { 1.0 }]);
                io.set(leave, [if limit < 0.0 { away(integral, limits.lower[i], -input) } else { 1.0 }]);
            }
        }
    }

    fn meet_or_leave(&self, element: usize, io: &mut Io<'_>) {
        let Some(limited) = &self.limited else { return };
        let integral = limited.limits.keep(element, io.at(self.integral, element));
        let limit = limited.limit(element, integral, io.at(self.input, element));
        io.set_now_at(self.integral, element, integral);
        io.set_now_at(limited.limit, element, limit);
    }

    /// In a run it may be off by the method's error, where it leaves a limit
    /// slowly.
    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(limited) = &self.limited else { return Ok(()) };
        check_mode("Limit", io.slice(limited.limit), &[-1.0, 0.0, 1.0])?;
        for i in 0..self.integral.width() {
            let (integral, limit) = (io.at(self.integral, i), io.at(limited.limit, i));
            let (lower, upper) = (limited.limits.lower[i], limited.limits.upper[i]);
            let is_wrong = |bound: f64, beyond: f64| beyond > NEAR * (1.0 + bound.abs());
            let wrong = [
                (limit > 0.0 && is_wrong(upper, (integral - upper).abs()), "rest at `Upper`", upper),
                (limit < 0.0 && is_wrong(lower, (integral - lower).abs()), "rest at `Lower`", lower),
                (limit == 0.0 && is_wrong(upper, integral - upper), "lie below `Upper`", upper),
                (limit == 0.0 && is_wrong(lower, lower - integral), "lie above `Lower`", lower),
            ];
            if let Some((_, must, bound)) = wrong.into_iter().find(|(is_wrong, ..)| *is_wrong) {
                let message = format!("`Integral` is {integral} and `Limit` {limit}: it must {must}, {bound}");
                return Err(Failure::fatal(message));
            }
        }
        Ok(())
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(limited) = &self.limited else { return Ok(()) };
        let mut limit = Vec::new();
        for i in 0..self.integral.width() {
            let integral = io.at(self.integral, i);
            if integral != limited.limits.keep(i, integral) {
                let (lower, upper) = (limited.limits.lower[i], limited.limits.upper[i]);
                return Err(Failure::fatal(format!(
                    "`Integral` begins with {integral}; it must lie between `Lower`, {lower}, and `Upper`, {upper}"
                )));
            }
            limit.push(limited.limit(i, integral, io.at(self.input, i)));
        }
        io.set_initial_slice(limited.limit, &limit);
        Ok(())
    }
}
