//! One way of doing a run again, and what came of it.

use serde::Serialize;

use crate::plan::Planned;

/// What an opinion is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The run itself.
    Run,
    /// The same method, tighter.
    Tighter,
    /// A method of another family, tighter; with fixed steps the same method, tighter still.
    Other,
    /// The first of diffsol's two.
    DiffsolLooser,
    /// The second one.
    DiffsolTighter,
    /// The same method, tighter, from a start that is moved.
    Moved,
}

/// How a run ended that gives an opinion.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "how", content = "why")]
pub enum Ended {
    /// At the end of the scenario.
    Finished,
    /// Before it, for a reason in words.
    Failed(String),
    /// Before it, since it took more evaluations than an opinion may.
    TooCostly,
}

/// A run that gives an opinion.
#[derive(Debug, Clone, Serialize)]
pub struct Opinion {
    /// What it is for.
    pub role: Role,
    /// How it is integrated, in words.
    pub words: String,
    /// How it ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// Evaluations of the derivatives.
    pub evaluations: u64,
    /// Wall-clock time, s.
    pub wall_s: f64,
}

impl Opinion {
    /// One that has not begun.
    pub(crate) fn of(planned: &Planned) -> Self {
        let words = planned.words.clone();
        Self { role: planned.role, words, ended: Ended::Finished, evaluations: 0, wall_s: 0.0 }
    }
}
