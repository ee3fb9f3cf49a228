//! The steps that `Engine` asks for: their method and their sizes.

use bowline_decimal::Shortest;

use super::engine::Engine;
use super::engine_attribute as attribute;
use bowline_solve::integration::resolution::{least_distance, least_in_words};
use bowline_solve::integration::{Method, OutputTimes, unit_in_the_last_place};
use bowline_text::diagnostic::Diagnostic;

/// Most steps that the settings may ask for: at a microsecond each, eleven days.
pub(super) const MOST_STEPS: f64 = 1e12;
const FEWER: &str = "at most 1e12 steps: give a larger one, or end the run sooner";

/// The method, and the sizes of its steps, s.
pub(super) struct Steps {
    /// Of all steps, if they have a fixed size.
    pub(super) fixed: Option<f64>,
    /// None after a fault, as the method is.
    pub(super) most: Option<f64>,
    pub(super) method: Option<Method>,
    pub(super) least: Option<f64>,
    pub(super) first: Option<f64>,
}

impl Steps {
    /// Reads them, and checks that they fit each other and the times of the run, unless these are unsound.
    pub(super) fn read(engine: &mut Engine<'_, '_>, times: Option<&OutputTimes>) -> Self {
        let fixed = engine.number(&attribute::STEP_SIZE, 0.0).filter(|s| *s > 0.0);
        let method = engine.method(fixed.is_some());
        let most = engine.number(&attribute::H_MAX, f64::INFINITY);
        let least = engine.optional(&attribute::H_MIN);
        let first = engine.optional(&attribute::H_FIRST);
        let steps = Self { fixed, most, method, least, first };
        steps.check_largest(engine, times);
        if let (Some(size), Some(times)) = (fixed, times) {
            check_fixed(engine, size, times);
        }
        steps
    }

    /// Checks the largest step against the run, the smallest one and the fixed one.
    fn check_largest(&self, engine: &mut Engine<'_, '_>, times: Option<&OutputTimes>) {
        let Some(most) = self.most else { return };
        if let Some(times) = times {
            let steps = (times.end() - times.start()) / most;
            if steps > MOST_STEPS {
                engine.report("bad-value", "HMax", format!("HMax: {most:?} s would make {steps:.1e} steps"), FEWER);
            }
        }
        if let Some(least) = self.least.filter(|least| *least > most) {
            let message = format!("HMin ({}) is more than HMax ({})", Shortest(least), Shortest(most));
            engine.report("bad-value", "HMin", message, "HMin is the smallest step allowed, HMax the largest");
        }
        if let Some(size) = self.fixed.filter(|size| *size > most) {
            let message = format!("stepsize ({}) is more than HMax ({})", Shortest(size), Shortest(most));
            engine.report("bad-value", "stepsize", message, "");
        }
    }
}

/// Checks that a run has numbers for the times of steps of a fixed size, and not too many steps.
fn check_fixed(engine: &mut Engine<'_, '_>, size: f64, times: &OutputTimes) {
    let steps = (times.end() - times.start()) / size;
    if steps > MOST_STEPS {
        engine.report("bad-value", "stepsize", format!("stepsize: {size:?} s would make {steps:.1e} steps"), FEWER);
    } else if size < least_distance(times.start(), times.end()) {
        let (at, least) = (times.start().abs().max(times.end().abs()), least_in_words(times.start(), times.end()));
        let message = format!(
            "stepsize: at {at:?} s numbers are {:.1e} s apart, too much for {size:?} s",
            unit_in_the_last_place(at)
        );
        let help = format!("give {least} or more, or let the run be nearer to 0 s");
        engine.report("bad-value", "stepsize", message, &help);
    }
    if let Some(attribute) = engine.get("HFirst") {
        let diagnostic = Diagnostic::warning("no-effect", "HFirst has no effect on steps of a fixed size");
        engine.diagnostics.push(diagnostic.at(attribute.name.span()));
    }
}
