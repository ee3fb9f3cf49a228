//! The ABI between a host and a library: plain C.
//!
//! `simobject.h` is generated from these definitions. Rules of the ABI:
//!
//! * Nothing crosses it but these structs, numbers, and texts of UTF-8 with a
//!   length. What one side allocated, that side frees; what a call receives is
//!   only valid until it returns, unless something else is said.
//! * A number that names a choice is a plain `u32`, never an `enum`: what the
//!   other side writes need not be one of the choices.
//! * Every struct may get new fields at its end in a later minor version, but
//!   [`Text`] and [`Place`], which stay what they are. So it begins with its
//!   size, as its writer knew it, or what contains it says its size; 0 in a new
//!   field means what older libraries mean. Anything else is a new major version.
//! * A struct has no bytes between its fields. Where one side has written more of
//!   it than the other knows, the rest has to be 0. So has what is `reserved`.
//! * A choice begins at 1, where a forgotten 0 would choose something.
//! * Nothing unwinds through it: panics and exceptions are caught before.

mod bundle;
mod declaration;
mod io;
mod library;
mod look;
mod parameter;
mod resource;
mod terminal;
mod text;

pub use bundle::*;
pub use declaration::*;
pub use io::*;
pub use library::*;
pub use look::*;
pub use parameter::*;
pub use resource::*;
pub use terminal::*;
pub use text::Text;
#[doc(hidden)]
pub use text::row;

use std::mem::size_of;

/// Version of the ABI. A host takes libraries of its own major version which need
/// no minor version later than its own (`Library::needs_minor`).
pub const ABI_MAJOR: u32 = 3;

/// See [`ABI_MAJOR`]. 1: in-ports have ranges (`MEANING_LOWER`, `MEANING_UPPER`).
pub const ABI_MINOR: u32 = 1;

/// The size of a struct, as its first field states it.
#[doc(hidden)]
pub const fn size<T>() -> u32 {
    assert!(size_of::<T>() <= u32::MAX as usize);
    size_of::<T>() as u32
}

/// Structs that begin with their size: as they are where nothing is said.
macro_rules! nothing {
    ($($name:ident)*) => {$(
        impl $name {
            /// Its size, and 0 everywhere else.
            pub const NOTHING: Self = {
                // SAFETY: numbers may be 0, pointers null, and functions missing.
                let mut nothing: Self = unsafe { std::mem::zeroed() };
                nothing.size = size::<Self>();
                nothing
            };
        }
    )*};
}

nothing! {
    Branch Bundle BundleKind Calculation Fault Look Loop Nature Number Parameter Pattern
    RateGain Resource ResourceKind Signal Terminal TimeEvents Type Value
}
