//! Equilibria, linear models and frequency responses: `bowline steady`, `linearize` and `frequency`.

mod conditions;
mod frequencies;
mod frequency;
mod linearize;
mod modes;
mod point;
mod steady;
mod steady_sweep;
mod subject;

pub(crate) use frequency::frequency;
pub(crate) use linearize::linearize;
pub(crate) use steady::steady;

use crate::{Exit, report};

/// Why a command ended without what was asked for.
enum Failure {
    /// The scenario or the arguments are wrong, and that was said.
    Told(Exit),
    /// The arguments are wrong.
    Wrong(String),
    /// There is nothing of the kind.
    None(String),
}

impl Failure {
    /// Says it.
    fn exit(self) -> Exit {
        match self {
            Self::Told(exit) => exit,
            Self::Wrong(message) => {
                report::error(&message);
                Exit::Wrong
            }
            Self::None(message) => {
                report::error(&message);
                Exit::Failed
            }
        }
    }
}
