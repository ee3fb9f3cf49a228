//! When sampled blocks run.

use simobject::{Clock, Creator, SimObject};

/// The clock of `SampleTime` and `Offset`; the scenario's, if `SampleTime` is
/// left out.
pub(crate) fn clock<T: SimObject>(c: &mut Creator<'_, T>) -> Clock {
    let period: Option<f64> = c
        .parameter("SampleTime")
        .unit("s")
        .doc("From sample to sample; if not given, that of the scenario's Engine")
        .more_than(0.0)
        .optional();
    let offset: Option<f64> = c
        .parameter("Offset")
        .unit("s")
        .doc("Time of the first sample after the start; only with SampleTime; 0 if not given")
        .at_least(0.0)
        .optional();
    match (period, offset) {
        (Some(period), offset) => Clock::every(period, offset.unwrap_or(0.0)),
        (None, None) => Clock::model(),
        (None, Some(_)) => {
            c.error("Offset", "belongs to a `SampleTime` of the block's own, which is missing");
            Clock::model()
        }
    }
}
