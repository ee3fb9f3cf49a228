//! Errors of sessions and of loading.

use std::fmt;

use bowline_engine::{Diagnostics, NameError, RunError};

use crate::advice::{self, Stepping};
use crate::messages::{self, Colours};

/// The kind of an error. Each door maps it to a code or to an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The scenario is wrong.
    Scenario,
    /// A library cannot be used.
    Library,
    /// A file cannot be read or written.
    File,
    /// No signal or input has this name.
    UnknownName,
    /// The in-port exists, but is no input because something feeds it.
    FedInput,
    /// An argument is wrong. The session is unchanged.
    Argument,
    /// The run cannot do this. The session is unchanged.
    Refused,
    /// A loop has no solution with the inputs that were set. They have their earlier values, and the run can continue.
    InputsTakenBack,
    /// The run ended with an error. Only a snapshot can continue it.
    RunFailed,
    /// The call was cancelled between two steps. The run can continue.
    Cancelled,
    /// The state is not finite, so it cannot be saved.
    NotFinite,
}

impl ErrorKind {
    /// The code of the error in JSON.
    pub fn code(self) -> &'static str {
        match self {
            // The diagnostics have codes of their own.
            Self::Scenario => "wrong-scenario",
            Self::Library => "unusable-library",
            Self::File => "file",
            Self::UnknownName | Self::FedInput => "unknown-name",
            Self::Argument => "wrong-argument",
            Self::Refused => "refused",
            Self::InputsTakenBack => "inputs-taken-back",
            Self::RunFailed => "run-failed",
            Self::Cancelled => "cancelled",
            Self::NotFinite => "not-finite",
        }
    }
}

/// An error: its kind and its message.
#[derive(Debug)]
pub struct SessionError {
    kind: ErrorKind,
    message: String,
    advice: Option<String>,
    /// Of a wrong scenario: each error with its place.
    diagnostics: Option<Box<Diagnostics>>,
    /// The in-port that is no input because something feeds it.
    in_port: Option<String>,
}

/// An error in the two forms that doors hand out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorReport {
    /// The message for people, with the places in the scenario.
    pub text: String,
    /// The message for programs: JSON in the format of `bowline check --format json`.
    pub json: String,
}

impl SessionError {
    /// An error of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), advice: None, diagnostics: None, in_port: None }
    }

    /// A wrong scenario.
    pub fn scenario(diagnostics: Diagnostics) -> Self {
        let message = messages::text(&diagnostics, Colours::None);
        Self { diagnostics: Some(Box::new(diagnostics)), ..Self::new(ErrorKind::Scenario, message) }
    }

    /// A name that does not exist.
    pub fn unknown_name(error: &NameError) -> Self {
        Self::new(ErrorKind::UnknownName, error.to_string())
    }

    /// An in-port of this name that is no input because something feeds it.
    pub fn fed_input(name: &str, error: &NameError) -> Self {
        Self { in_port: Some(name.to_owned()), ..Self::new(ErrorKind::FedInput, error.to_string()) }
    }

    /// An error of a run that was stepped in this way.
    pub fn run(error: &RunError, stepping: Stepping) -> Self {
        match error {
            RunError::Refused(message) => Self::new(ErrorKind::Refused, message),
            RunError::InputsTakenBack { .. } => Self::new(ErrorKind::InputsTakenBack, error.to_string()),
            error => {
                let advice = advice::after(error, stepping);
                Self { advice, ..Self::new(ErrorKind::RunFailed, error.to_string()) }
            }
        }
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message without advice; of a wrong scenario all its errors.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Of [`ErrorKind::FedInput`]: the name of the in-port, as the caller gave it.
    pub fn in_port(&self) -> Option<&str> {
        self.in_port.as_deref()
    }

    /// The error for people and for programs, with the code of its kind.
    pub fn report(&self) -> ErrorReport {
        self.report_as(self.kind.code())
    }

    /// The same with another code, which a wrong scenario does not use.
    pub fn report_as(&self, code: &'static str) -> ErrorReport {
        let (text, json) = match &self.diagnostics {
            Some(diagnostics) => (self.message.clone(), messages::json(diagnostics, &[])),
            None => messages::without_place(code, &self.message, self.advice.clone()),
        };
        ErrorReport { text, json }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SessionError {}
