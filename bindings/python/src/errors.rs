//! What went wrong, as exceptions of `bowline.errors`.

use bowline_analysis::AnalysisError;
use bowline_engine::{Diagnostics, NameError, RunError};
use bowline_surface::advice::{self, Stepping};
use bowline_surface::messages::{self, Colours};
use bowline_verification::VerificationError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// What went wrong.
pub(crate) enum Fault {
    /// The scenario is wrong.
    Scenario(Diagnostics),
    /// A run ended, or cannot do what was asked; how it was stepped.
    Run(RunError, Stepping),
    /// A name means nothing.
    Name(String),
    /// The request is not possible.
    Asked(String),
    /// No equilibrium, linear model or loop.
    NotFound(String),
    /// A file cannot be read or written.
    File(String),
    /// A library cannot be used.
    Library(String),
    /// Another thread works with it.
    Busy(&'static str),
    /// The user stopped it.
    Stopped,
    /// An exception of Python, such as `KeyboardInterrupt`.
    Raised(PyErr),
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl From<Diagnostics> for Fault {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Scenario(diagnostics)
    }
}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Self {
        Self::Name(error.to_string())
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<AnalysisError> for Fault {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Scenario(diagnostics) => Self::Scenario(*diagnostics),
            AnalysisError::Asked(message) => Self::Asked(message),
            AnalysisError::None(message) => Self::NotFound(message),
            AnalysisError::Stopped => Self::Stopped,
        }
    }
}

impl From<VerificationError> for Fault {
    fn from(error: VerificationError) -> Self {
        match error {
            VerificationError::Scenario(diagnostics) => Self::Scenario(diagnostics),
            VerificationError::Asked(message) => Self::Asked(message),
            VerificationError::Run(error) => Self::Run(error, Stepping::default()),
            VerificationError::Stopped => Self::Stopped,
        }
    }
}

/// The class of the exception, its message, and the same for programs.
fn described(fault: Fault) -> std::result::Result<(&'static str, String, String), PyErr> {
    let (class, code, message, help) = match fault {
        Fault::Raised(error) => return Err(error),
        Fault::Stopped => return Err(PyKeyboardInterrupt::new_err(())),
        Fault::Scenario(diagnostics) => {
            let text = messages::text(&diagnostics, Colours::None);
            return Ok(("ScenarioError", text, messages::json(&diagnostics, &[])));
        }
        Fault::Run(RunError::Refused(message), _) => ("Refused", "refused", message, None),
        Fault::Run(error @ RunError::InputsTakenBack { .. }, _) => {
            ("Refused", "inputs-taken-back", error.to_string(), None)
        }
        Fault::Run(error, stepping) => ("RunError", "run-failed", error.to_string(), advice::after(&error, stepping)),
        Fault::Name(message) => ("UnknownName", "unknown-name", message, None),
        Fault::Asked(message) => ("Refused", "refused", message, None),
        Fault::NotFound(message) => ("NotFound", "not-found", message, None),
        Fault::File(message) => ("FileError", "file", message, None),
        Fault::Library(message) => ("LibraryError", "unusable-library", message, None),
        Fault::Busy(what) => {
            ("Refused", "busy", format!("another thread works with this {what}: one call at a time"), None)
        }
    };
    let (text, json) = messages::without_place(code, message, help);
    Ok((class, text, json))
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let (class, text, json) = match described(fault) {
            Ok(described) => described,
            Err(raised) => return raised,
        };
        Python::attach(|py| {
            let made = py.import("bowline.errors").and_then(|module| module.getattr(class)?.call1((&text, json)));
            made.map_or_else(|_| PyRuntimeError::new_err(text), Self::from_value)
        })
    }
}
