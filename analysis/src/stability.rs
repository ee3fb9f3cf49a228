//! Whether equilibria are stable.

use bowline_engine::equilibrium::Equilibrium;
use bowline_engine::linear_model::LinearModel;

use crate::words::{number, states};

/// Most modes that are told in a line.
const MOST_MODES: usize = 5;

/// Whether an equilibrium is stable.
#[derive(Debug)]
pub enum Stability {
    /// The modes, and the linear model that has them.
    Known(Box<LinearModel>, Vec<bowline_engine::lti::Mode>),
    /// Why nobody knows.
    Unknown(String),
}

impl Stability {
    /// Finds out.
    pub fn of(found: &Equilibrium) -> Self {
        match LinearModel::of(&found.model, &found.state, &[], &[]) {
            Ok(model) => match model.system.modes(&model.scales) {
                Ok(mut modes) => {
                    // What lies at a stop does not move: it has an eigenvalue of 0 for itself.
                    modes.retain(|mode| {
                        let at_stops = mode.participation.iter().filter(|(state, _)| found.stopped.contains(state));
                        at_stops.map(|(_, part)| part).sum::<f64>() < 0.5
                    });
                    Self::Known(Box::new(model), modes)
                }
                Err(error) => Self::Unknown(error.to_string()),
            },
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// In a line or more.
    pub fn in_words(&self) -> Vec<String> {
        let (model, modes) = match self {
            Self::Unknown(why) => return vec![format!("whether it is stable is not known: {why}")],
            Self::Known(model, modes) => (model, modes),
        };
        let mut lines = Vec::new();
        let Some(slowest) = modes.first() else { return vec!["nothing moves in it".to_owned()] };
        let held = |mode: &bowline_engine::lti::Mode| mode.is_neutral(modes);
        let of = |mode: &bowline_engine::lti::Mode| {
            let swings = if mode.eigenvalue.im == 0.0 {
                String::new()
            } else {
                format!(", {} Hz, damping {:.3}", number(mode.natural_frequency), mode.damping_ratio)
            };
            format!("{} 1/s{swings} ({})", number(mode.eigenvalue.re), states(&model.system, mode))
        };
        let unstable = modes.iter().filter(|mode| mode.eigenvalue.re > 0.0 && !held(mode)).count();
        if unstable > 0 {
            lines.push(format!("UNSTABLE: the largest real part is {}", of(slowest)));
        } else {
            let moving = modes.iter().find(|mode| !held(mode));
            lines.extend(moving.map(|mode| format!("stable: the largest real part is {}", of(mode))));
        }
        let (still, swinging): (Vec<_>, Vec<_>) =
            modes.iter().filter(|mode| held(mode)).partition(|mode| mode.is_zero(modes));
        if !still.is_empty() {
            let states: Vec<String> = still.iter().map(|mode| states(&model.system, mode)).collect();
            let has = if still.len() == 1 { "one eigenvalue is 0" } else { "some eigenvalues are 0" };
            lines.push(format!("{has} ({})", states.join("; ")));
        }
        if !swinging.is_empty() {
            let of = |mode: &&bowline_engine::lti::Mode| {
                format!("{} Hz ({})", number(mode.natural_frequency), states(&model.system, mode))
            };
            let told: Vec<String> = swinging.iter().take(MOST_MODES).map(of).collect();
            let more = swinging.len() - told.len();
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            lines.push(format!("swings for ever, nothing dies away or grows: {}{more}", told.join("; ")));
        }
        lines.extend(model.kinks.iter().map(|kink| format!("at a kink: {kink}")));
        lines
    }
}

impl Stability {
    /// The largest real part of what moves, 1/s, and whether it is stable; none where nobody knows.
    pub fn largest_real_part(&self) -> (Option<f64>, Option<bool>) {
        let Self::Known(_, modes) = self else { return (None, None) };
        let moving = modes.iter().find(|mode| !mode.is_neutral(modes));
        let largest = moving.map(|mode| mode.eigenvalue.re);
        // Where nothing dies away or grows, a linear model does not say.
        (largest, largest.map(|re| re < 0.0).or(modes.is_empty().then_some(true)))
    }
}
