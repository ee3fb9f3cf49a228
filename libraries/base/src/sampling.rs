//! When sampled blocks run.

use simobject::{Clock, Creator, SimObject};

/// The scenario's clock, or the block's own (`SampleTime`), later by `Offset`.
pub(crate) fn clock<T: SimObject>(c: &mut Creator<'_, T>) -> Clock {
    let offset = c.parameter("Offset").unit("s").doc("Time of the first sample after the start");
    match offset.at_least(0.0).default(0.0) {
        0.0 => Clock::model(),
        offset => Clock::every(c.sample_time(Clock::model()), offset),
    }
}
