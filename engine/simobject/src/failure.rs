//! How a construction or a calculation fails.

use std::any::Any;
use std::fmt;
use std::mem::ManuallyDrop;

/// `Result` of everything in a SimObject that can fail.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a construction or a calculation could not be carried out.
///
/// A *recoverable* failure says "not at this state": the stepper rejects the
/// step and tries a smaller one. A *fatal* failure ends the run; the rows
/// computed so far are kept.
///
/// ```
/// # use simobject::{Failure, Result};
/// fn area(pressure_pa: f64) -> Result<f64> {
///     if pressure_pa < 0.0 {
///         return Err(Failure::recoverable("the pressure fell below vacuum"));
///     }
///     Ok(pressure_pa.sqrt())
/// }
/// # assert!(area(-1.0).is_err_and(|f| f.is_recoverable()));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    kind: FailureKind,
    message: String,
}

/// What kind of failure it was; for hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// A smaller step may succeed.
    Recoverable,
    /// The run cannot go on.
    Fatal,
    /// The SimObject's code panicked, or threw an exception.
    Thrown,
    /// The SimObject used a place outside the workspace: with
    /// [`Place::out_of_bounds`](crate::place::Place::out_of_bounds) bindings, a signal
    /// that the computation did not declare.
    OutOfBounds {
        /// The first place of the access.
        place: u32,
    },
}

impl Failure {
    /// "Try a smaller step."
    pub fn recoverable(message: impl Into<String>) -> Self {
        Self::of(FailureKind::Recoverable, message)
    }

    /// "The run cannot go on."
    pub fn fatal(message: impl Into<String>) -> Self {
        Self::of(FailureKind::Fatal, message)
    }

    /// Whether a smaller step may succeed.
    pub fn is_recoverable(&self) -> bool {
        self.kind == FailureKind::Recoverable
    }

    /// What kind of failure it was.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The author's message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// A failure of that kind; what came through the ABI is one.
    #[doc(hidden)]
    pub fn of(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn is_panic(&self) -> bool {
        self.kind == FailureKind::Thrown
    }

    /// The failure that a caught panic stands for.
    pub(crate) fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        // Never dropped: its destructor might panic too, with nobody to catch that.
        let payload = ManuallyDrop::new(payload);
        if let Some(used) = payload.downcast_ref::<OutOfBounds>() {
            return Self { kind: FailureKind::OutOfBounds { place: used.place }, message: String::new() };
        }
        if payload.is::<NotAnswered>() {
            return Self::fatal("a resource that it asks gave no answer");
        }
        let message = if let Some(text) = payload.downcast_ref::<&str>() {
            format!("panicked: {text}")
        } else if let Some(text) = payload.downcast_ref::<String>() {
            format!("panicked: {text}")
        } else {
            "panicked".to_owned()
        };
        Self { kind: FailureKind::Thrown, message }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Unwinding payload of an access outside the workspace.
pub(crate) struct OutOfBounds {
    pub(crate) place: u32,
}

/// Leaves a calculation that used a place outside the workspace. It unwinds
/// without the panic hook, so that nothing is printed: the host reports it.
#[cold]
#[inline(never)]
pub(crate) fn out_of_bounds(place: u32) -> ! {
    std::panic::resume_unwind(Box::new(OutOfBounds { place }))
}

/// Unwinding payload of a question without an answer, of which the host was told.
struct NotAnswered;

/// Leaves a calculation that asked in vain. It unwinds as [`out_of_bounds`] does.
#[cold]
#[inline(never)]
pub(crate) fn not_answered() -> ! {
    std::panic::resume_unwind(Box::new(NotAnswered))
}
