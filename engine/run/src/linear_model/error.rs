//! Why there is no linear model.

use std::fmt;

use bowline_equilibrium::linearization::NotLinear;
use bowline_lti::LtiError;
use bowline_model::evaluation::EvaluationError;

use crate::driver::RunError;

/// Why there is no linear model.
#[derive(Debug)]
pub enum NoLinearModel {
    /// What was asked for cannot be.
    Asked(String),
    /// Two clocks tick: their periods and offsets, s.
    TwoClocks([(f64, f64); 2]),
    /// What a memory keeps is not known: it is no ring.
    Memory(String),
    /// A discrete state changes at each accepted step, whose length nobody knows.
    AtSteps(String),
    /// Something cannot be evaluated, or has no slope.
    NotLinear(Box<NotLinear>),
    /// The run failed.
    Run(Box<RunError>),
    /// The matrices are not finite.
    Lti(LtiError),
}

impl fmt::Display for NoLinearModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(message) => f.write_str(message),
            Self::TwoClocks(clocks) => {
                let [one, other] = clocks.map(|(period, offset)| match offset {
                    0.0 => format!("every {period} s"),
                    offset => format!("every {period} s from {offset} s on"),
                });
                write!(
                    f,
                    "two clocks tick, {one} and {other}: a linear model has one step; give all sampled parts one SampleTime \
                     and no Offset"
                )
            }
            Self::Memory(name) => write!(
                f,
                "`{name}` remembers what came before, and does not say how: its library declares it as memory, and not as \
                 a ring"
            ),
            Self::AtSteps(name) => {
                write!(f, "`{name}` changes at each step that a method makes: a linear model has no such steps")
            }
            Self::NotLinear(error) => write!(f, "{error}"),
            Self::Run(error) => write!(f, "{error}"),
            Self::Lti(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NoLinearModel {}

impl From<NotLinear> for NoLinearModel {
    fn from(error: NotLinear) -> Self {
        Self::NotLinear(Box::new(error))
    }
}

impl From<Box<EvaluationError>> for NoLinearModel {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::NotLinear(Box::new(NotLinear::Failed(error)))
    }
}

impl From<RunError> for NoLinearModel {
    fn from(error: RunError) -> Self {
        Self::Run(Box::new(error))
    }
}

impl From<LtiError> for NoLinearModel {
    fn from(error: LtiError) -> Self {
        Self::Lti(error)
    }
}
