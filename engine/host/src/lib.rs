//! The host's half of the ABI between the Bowline engine and libraries of
//! SimObjects: what an engine uses. Authors of SimObjects need nothing from
//! here, and their builds do not compile it.
//!
//! * [`Library`] and [`ObjectType`]: what a library has, linked in or loaded.
//! * [`Session`]: one pass of a constructor; [`Declared`] is what it declared.
//! * [`ObjectStore`]: SimObjects side by side, and their calculations, which
//!   see the numbers of a run through a [`HostIo`].

pub mod arithmetic;
mod batch_report;
mod bundle;
mod bundle_calls;
mod cached_declaration;
mod call_log;
mod caller;
mod calling;
mod calls;
mod checks;
mod declaring;
mod heard;
mod host_io;
mod implied;
mod interface;
mod lent;
mod library;
pub mod look;
mod number;
mod number_calls;
mod numbers;
mod parameter_checks;
mod parameter_request;
mod parameter_value;
mod positions;
mod providers;
mod purpose;
mod range;
mod reader;
mod repeated;
mod resource;
mod sample_time;
mod sampled;
mod session;
mod sized;
mod store;
mod terminal;
mod text;

pub use batch_report::{BatchReport, Message, Stopped};
pub use bowline_formula::{Names, NoNames};
pub use bundle::{Bundle, BundleKind, BundleMember};
pub use cached_declaration::{CachedDeclaration, Repetition};
pub use caller::{Caller, Kept, Prepared};
pub use calling::{Calling, calling, loading_file};
pub use checks::is_name;
pub use heard::{Heard, Unrepeated};
pub use host_io::HostIo;
pub use interface::{
    Calculation, Declaration, Fault, Interface, Meaning, Number, ParameterDeclaration, PortKind, Purpose, Requirement,
    Role, SidedMode, Signal, StatePattern, Subject,
};
pub use library::{Library, ObjectType};
pub use number::{number_in, numbers_in};
pub use numbers::Numbers;
pub use providers::Providers;
pub use resource::{Answer, Quantity, Resource, ResourceDifference, ResourceKind};
pub use sample_time::OWN_SAMPLE_TIME;
pub use session::{Declared, Session};
pub use simobject::number::{decimal_comma, parse_number, parse_number_in};
pub use simobject::place::Place;
pub use simobject::unit::{Comparison, Unit};
pub use simobject::{FailureKind, Pattern, Rate, Text};
pub use store::{Kernel, NextTimeEvent, ObjectStore};
pub use terminal::{Branch, BranchForm, Nature, Terminal, Variable};

use std::sync::Arc;

/// What a constructor can ask of the scenario around its SimObject, beside the
/// parameters.
pub trait Surroundings {
    /// The text of a file that a parameter names, relative to the scenario.
    ///
    /// # Errors
    /// The path and the system's reason.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;

    /// The period of the scenario's clock, for SimObjects without one of their own.
    fn sample_time(&self) -> SampleTime;

    /// What names in formulas stand for.
    fn names(&self) -> &dyn Names {
        &NoNames
    }
}

/// The period of the scenario's clock (`Engine SampleTime`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SampleTime {
    /// So many seconds.
    Given(f64),
    /// The scenario gives none.
    Missing,
    /// There is no scenario: the type is described.
    Unknown,
}

/// A parameter as the scenario gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The attribute's name.
    pub name: &'a str,
    /// Its text.
    pub value: &'a str,
}
