//! `SampleTime`: the period of the scenario's clock on `Engine`, and of a clock of its own on a SimObject.

use simobject_host::{Names, OWN_SAMPLE_TIME, SampleTime, number_in};

use super::engine;
use crate::store::{ModelDescription, ObjectDescription};
use bowline_text::Attribute;
use bowline_text::diagnostic::Diagnostics;

/// The attribute of `Engine`.
pub fn of_engine(description: &ModelDescription) -> Option<Attribute<'_>> {
    description.engine_attributes().find(OWN_SAMPLE_TIME)
}

/// The period of the scenario's clock, for SimObjects that run on it. Its errors are left to [`engine::read`].
pub fn given(description: &ModelDescription, names: &dyn Names) -> SampleTime {
    match engine::sample_time(description, names, &mut Diagnostics::default()) {
        Some(period) => SampleTime::Given(period),
        None if of_engine(description).is_some() => SampleTime::Unknown,
        None => SampleTime::Missing,
    }
}

/// The attribute of a SimObject.
pub fn own(object: ObjectDescription<'_>) -> Option<Attribute<'_>> {
    object.parameters().find(OWN_SAMPLE_TIME)
}

/// The period of a SimObject's own clock, s; `None` where it has none, or none that can be read.
pub fn own_period(object: ObjectDescription<'_>, names: &dyn Names) -> Option<f64> {
    number_in(own(object)?.value.as_str(), "s", names).ok()
}
