//! Another way to integrate than the one that was asked for.

use super::{Method, Settings};

/// How a run is done again, to see how far off its result is.
#[derive(Debug, Clone, Copy)]
pub struct OtherIntegration {
    /// By this method; steps are adaptive if it cannot fix them.
    pub method: Method,
    /// With tolerances that are so many times as tight.
    pub tighter: f64,
    /// With steps that are so many times as short, where they are fixed or limited by HMax.
    pub finer: f64,
    /// In so many steps at the least, where they are adaptive.
    pub least_steps: u32,
}

/// No relative tolerance is tighter: some roundings of a state.
const TIGHTEST: f64 = 1e-14;

impl OtherIntegration {
    /// Does it; only rows at the times that were asked for are left, and no size of steps is too small.
    pub fn apply(self, settings: &mut Settings) {
        let Self { method, tighter, finer, least_steps } = self;
        settings.method = method;
        settings.abs_tol /= tighter;
        settings.rel_tol = (settings.rel_tol / tighter).max(settings.rel_tol.min(TIGHTEST));
        settings.step_size = settings.step_size.filter(|_| method.can_fix_its_steps()).map(|size| size / finer);
        let span = settings.output_times.end() - settings.output_times.start();
        settings.h_max = (settings.h_max / finer).min(span / f64::from(least_steps.max(1)));
        (settings.h_min, settings.log_events) = (None, false);
        settings.save_points.clear();
    }
}
