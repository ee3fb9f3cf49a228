//! Linear models with their modes.

use bowline_engine::linear_model::LinearModel;
use bowline_engine::lti::Mode;
use serde_json::json;

use crate::point::{Place, Point};
use crate::{AnalysisError, Study, notes};

/// A linear model about a point.
#[derive(Debug)]
pub struct Linearized {
    /// The point.
    pub point: Point,
    /// The linear model.
    pub model: LinearModel,
    /// Its modes, those that die away slowest first.
    pub modes: Vec<Mode>,
}

impl Linearized {
    /// That of the study, in which the inputs are open ([`Study::open`]), about a point.
    ///
    /// # Errors
    /// There is none, or a name means nothing.
    pub fn of(point: Point, inputs: &[String], outputs: &[String]) -> Result<Self, AnalysisError> {
        let model = point.linear_model(inputs, outputs)?;
        let modes = model.system.modes(&model.scales).map_err(|error| AnalysisError::None(error.to_string()))?;
        Ok(Self { point, model, modes })
    }

    /// Opens the inputs, goes to a place, and looks how the model answers there.
    ///
    /// # Errors
    /// As of [`of`](Self::of), and of [`Point::of`].
    pub fn at(
        study: &mut Study,
        place: &Place,
        inputs: &[String],
        outputs: &[String],
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, AnalysisError> {
        study.open(inputs)?;
        let model = study.load(&[])?;
        Self::of(Point::of(place, study, model, stop)?, inputs, outputs)
    }

    /// Remarks.
    pub fn notes(&self) -> Vec<String> {
        notes::of_linear_model(&self.model)
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        let Self { model, modes, .. } = self;
        let system: serde_json::Value = serde_json::from_str(&model.system.to_json()).unwrap_or_default();
        let modes: Vec<_> = modes
            .iter()
            .map(|mode| {
                let states: Vec<_> = mode
                    .participation
                    .iter()
                    .map(|(state, part)| json!({"name": model.system.states[*state].name, "part": part}))
                    .collect();
                let finite = |number: f64| number.is_finite().then_some(number);
                json!({
                    "eigenvalue": [finite(mode.eigenvalue.re), finite(mode.eigenvalue.im)], "z": mode.z.map(|z| [z.re, z.im]),
                    "frequency_hz": finite(mode.natural_frequency), "damping": mode.damping_ratio,
                    "time_constant_s": finite(mode.time_constant), "states": states,
                })
            })
            .collect();
        json!({"linear_model": system, "modes": modes, "notes": self.notes()}).to_string()
    }
}
