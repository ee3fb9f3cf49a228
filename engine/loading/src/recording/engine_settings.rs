//! The `Engine` element: how to integrate, and what is recorded.

use bowline_description::ModelDescription;
use bowline_description::attributes::{engine, further_output};
use bowline_description::variables::Variables;
use bowline_solve::integration::{Limits, OtherIntegration, Settings};
use bowline_text::diagnostic::Diagnostics;

/// How a description is integrated, and what is recorded.
pub(crate) struct Engine<'d> {
    pub(crate) settings: Settings,
    pub(crate) recording: engine::Recording<'d>,
    pub(crate) further: Vec<further_output::FurtherOutput<'d>>,
}

impl<'d> Engine<'d> {
    pub(crate) fn read(
        description: &'d ModelDescription,
        variables: &Variables,
        (limits, other): (Limits, Option<OtherIntegration>),
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let (mut settings, recording) = engine::read(description, variables, limits, diagnostics)?;
        if let Some(other) = other {
            other.apply(&mut settings);
        }
        let times = &settings.output_times;
        let further = further_output::read(description, times, variables, &recording, diagnostics);
        Some(Self { settings, recording, further })
    }
}
