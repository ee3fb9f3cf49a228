//! What went wrong, as exceptions of `bowline.errors`.

use bowline_analysis::AnalysisError;
use bowline_engine::Diagnostics;
use bowline_surface::advice::Stepping;
use bowline_surface::messages;
use bowline_surface::session::{ErrorKind, ErrorReport, SessionError};
use bowline_verification::VerificationError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// An error of a call.
pub(crate) enum Fault {
    /// An error of loading, of a session or of a file.
    Session(SessionError),
    /// No equilibrium, linear model or loop.
    NotFound(String),
    /// Another thread works with it.
    Busy(&'static str),
    /// The user stopped it.
    Stopped,
    /// An exception of Python, such as `KeyboardInterrupt`.
    Raised(PyErr),
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    /// The request is not possible.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Session(SessionError::new(ErrorKind::Refused, message))
    }

    /// A file cannot be read or written.
    pub(crate) fn file(message: impl Into<String>) -> Self {
        Self::Session(SessionError::new(ErrorKind::File, message))
    }

    /// A library cannot be used.
    pub(crate) fn library(message: impl Into<String>) -> Self {
        Self::Session(SessionError::new(ErrorKind::Library, message))
    }
}

impl From<SessionError> for Fault {
    fn from(error: SessionError) -> Self {
        Self::Session(error)
    }
}

impl From<Diagnostics> for Fault {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Session(SessionError::scenario(diagnostics))
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
            AnalysisError::Scenario(diagnostics) => Self::from(*diagnostics),
            AnalysisError::Asked(message) => Self::refused(message),
            AnalysisError::None(message) => Self::NotFound(message),
            AnalysisError::Stopped => Self::Stopped,
        }
    }
}

impl From<VerificationError> for Fault {
    fn from(error: VerificationError) -> Self {
        match error {
            VerificationError::Scenario(diagnostics) => Self::from(diagnostics),
            VerificationError::Asked(message) => Self::refused(message),
            VerificationError::Run(error) => Self::Session(SessionError::run(&error, Stepping::default())),
            VerificationError::Stopped => Self::Stopped,
        }
    }
}

/// The class of the exception for an error of this kind, and its code.
fn class_of(kind: ErrorKind) -> (&'static str, &'static str) {
    let class = match kind {
        ErrorKind::Scenario => "ScenarioError",
        ErrorKind::Library => "LibraryError",
        ErrorKind::File => "FileError",
        ErrorKind::UnknownName | ErrorKind::FedInput => "UnknownName",
        ErrorKind::Argument => return ("Refused", ErrorKind::Refused.code()),
        ErrorKind::Refused | ErrorKind::InputsTakenBack => "Refused",
        ErrorKind::RunFailed | ErrorKind::Cancelled => "RunError",
        ErrorKind::NotFinite => return ("NotFound", NOT_FOUND),
    };
    (class, kind.code())
}

/// The code of `NotFound`.
const NOT_FOUND: &str = "not-found";

/// The class of the exception, and its message.
fn described(fault: Fault) -> std::result::Result<(&'static str, ErrorReport), PyErr> {
    let (class, code, message) = match fault {
        Fault::Raised(error) => return Err(error),
        Fault::Stopped => return Err(PyKeyboardInterrupt::new_err(())),
        Fault::Session(error) => {
            let (class, code) = class_of(error.kind());
            let Some(name) = error.in_port() else { return Ok((class, error.report_as(code))) };
            let message = format!("{error}; or load the model with inputs=[\"{name}\"]: what you set is added");
            (class, code, message)
        }
        Fault::NotFound(message) => ("NotFound", NOT_FOUND, message),
        Fault::Busy(what) => ("Refused", "busy", format!("another thread works with this {what}: one call at a time")),
    };
    let (text, json) = messages::without_place(code, message, None);
    Ok((class, ErrorReport { text, json }))
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let (class, ErrorReport { text, json }) = match described(fault) {
            Ok(described) => described,
            Err(raised) => return raised,
        };
        Python::attach(|py| {
            let made = py.import("bowline.errors").and_then(|module| module.getattr(class)?.call1((&text, json)));
            made.map_or_else(|_| PyRuntimeError::new_err(text), Self::from_value)
        })
    }
}
