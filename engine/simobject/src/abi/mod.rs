//! The ABI between a host and a library: plain C.
//!
//! `simobject.h` is generated from these definitions. Rules of the ABI:
//!
//! * Nothing crosses it but these structs, numbers, and texts of UTF-8 with a
//!   length. What one side allocated, that side frees; what a call receives is
//!   only valid until it returns, unless something else is said.
//! * A number that names a choice is a plain `u32`, never an `enum`: what the
//!   other side writes need not be one of the choices.
//! * Structs that a later minor version may extend begin with their size, as
//!   their writer knew it. New fields go to the end, and 0 in them means what
//!   older libraries mean. Anything else is a new major version.
//! * Nothing unwinds through it: panics and exceptions are caught before.

mod bundle;
mod declaration;
mod io;
mod library;
mod look;
mod parameter;
mod resource;
mod text;

pub use bundle::*;
pub use declaration::*;
pub use io::*;
pub use library::*;
pub use look::*;
pub use parameter::*;
pub use resource::*;
pub use text::Text;
#[doc(hidden)]
pub use text::row;

use std::mem::size_of;

/// Version of the ABI. A host takes libraries of its own major version,
/// with its own or an older minor version.
pub const ABI_MAJOR: u32 = 2;

/// See [`ABI_MAJOR`].
pub const ABI_MINOR: u32 = 0;

/// The size of a struct, as its first field states it.
#[doc(hidden)]
pub const fn size<T>() -> u32 {
    assert!(size_of::<T>() <= u32::MAX as usize);
    size_of::<T>() as u32
}
