//! Why a method cannot go on.

use std::fmt;

use bowline_text::seconds::Seconds;

/// Why a run cannot go on; `E` is what evaluations fail with.
#[derive(Debug, Clone, PartialEq)]
pub enum StepError<E> {
    /// An evaluation failed, and a smaller step would not help, or is not allowed.
    Evaluation(Box<E>),
    /// The method cannot go on, for a reason of its own.
    Method {
        /// Simulated time, s.
        time: f64,
        /// The method's words.
        message: String,
    },
    /// The step fell below the smallest one allowed.
    TooSmall {
        /// Simulated time, s.
        time: f64,
        /// The size that would be needed, s.
        step_size: f64,
        /// The smallest size allowed, s.
        h_min: f64,
        /// `Object.State` with the worst error, and that error as a multiple
        /// of its tolerance; or the evaluation that failed.
        because: Because<E>,
    },
}

/// What kept a step from being accepted.
#[derive(Debug, Clone, PartialEq)]
pub enum Because<E> {
    /// The state of that name had that error, in units of its tolerance.
    Inaccurate(String, f64),
    /// The evaluation failed.
    Failed(Box<E>),
    /// The equations of an implicit step could not be solved, or not
    /// accurately enough; the state of that name changes fastest.
    NotSolved(String),
    /// The time is the same double after the step.
    NoProgress,
}

impl<E: fmt::Display> fmt::Display for StepError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluation(error) => error.fmt(f),
            Self::Method { time, message } => {
                write!(f, "at t = {} s the method cannot go on: {message}", Seconds(*time))
            }
            Self::TooSmall { time, step_size, h_min, because } => {
                let reason = match because {
                    Because::NoProgress => {
                        return write!(
                            f,
                            "at t = {} s a step of {step_size:.3e} s does not advance the time",
                            Seconds(*time)
                        );
                    }
                    Because::Inaccurate(state, ratio) => {
                        let ratio = if *ratio < 1e4 { format!("{ratio:.3}") } else { format!("{ratio:.1e}") };
                        format!("the error of `{state}` is {ratio} times its tolerance")
                    }
                    Because::NotSolved(state) => {
                        format!("the step could not be solved accurately enough; `{state}` changes fastest there")
                    }
                    Because::Failed(error) => error.to_string(),
                };
                write!(
                    f,
                    "at t = {} s a step of {step_size:.3e} s would be needed, less than HMin ({h_min:.3e} s): {reason}",
                    Seconds(*time)
                )
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for StepError<E> {}
