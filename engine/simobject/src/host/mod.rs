//! The other side of the contract: what an engine uses. Authors of SimObjects
//! need nothing from here.

pub mod arithmetic;
mod batch_report;
mod calling;
mod calls;
mod checks;
mod interface;
mod library;
mod number;
mod parameter_request;
mod parameter_value;
mod purpose;
mod range;
mod sampled;
mod session;
mod store;
mod unit;

pub use crate::failure::FailureKind;
pub use crate::look::{PointRef, Shape};
pub use batch_report::{BatchReport, Message, Stopped};
pub use calling::{Calling, calling};
pub use checks::is_name;
pub use interface::{
    Calculation, Declaration, Fault, Interface, Meaning, Number, ParameterDeclaration, Pattern, PortKind, Purpose,
    Rate, Requirement, Role, Signal, StatePattern, Subject, Text,
};
pub use library::{Library, ObjectType};
pub use number::{decimal_comma, parse_number, parse_number_in};
pub use session::{Declared, Session};
pub use store::{Kernel, NextTimeEvent, ObjectStore};
pub use unit::{Comparison, Unit};

use std::sync::Arc;

/// What a constructor can ask of the scenario around its SimObject, beside the
/// parameters.
pub trait Surroundings {
    /// The text of a file that a parameter names, relative to the scenario.
    ///
    /// # Errors
    /// The path and the system's reason.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;

    /// The period of the scenario's clock.
    fn sample_time(&self) -> SampleTime;
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

/// Where a signal lives in the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// First place of its numbers; for a sum, position of its first source in
    /// the list of places.
    pub first: u32,
    /// Number of sources of a sum.
    pub count: u32,
}

impl Place {
    /// Stray places begin here; no workspace is so large.
    const FIRST_STRAY: u32 = u32::MAX - 0xFFFF;

    /// The numbers from `first` on.
    pub fn at(first: u32) -> Self {
        Self { first, count: 0 }
    }

    /// The sources of a sum: `count` places in the list, from `first` on.
    pub fn sum(first: u32, count: u32) -> Self {
        Self { first, count }
    }

    /// A place outside every workspace: any use of it fails with
    /// [`FailureKind::Stray`], which tells `signal` back ([`Place::stray_signal`]).
    pub fn stray(signal: u32) -> Self {
        Self { first: Self::FIRST_STRAY + signal.min(0xFFFF), count: 1 }
    }

    /// The signal whose stray place this is.
    pub fn stray_signal(place: u32) -> Option<u32> {
        place.checked_sub(Self::FIRST_STRAY)
    }

    /// Number of places that a workspace may have.
    pub const MOST: usize = Self::FIRST_STRAY as usize;
}
