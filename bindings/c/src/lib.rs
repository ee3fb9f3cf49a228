//! `libbowline`: Bowline for programs in C, C++, and whatever calls C. `include/bowline.h` is made of what stands here.
//!
//! Each function checks its handles, calls a session of `bowline-surface`, and reports errors as a `BowlineError`. Nothing
//! unwinds into the caller, and nothing is kept outside of the handles.

mod call;
mod error;
mod handle;
mod libraries;
mod listing;
mod log;
mod model;
mod recording;
mod run;
mod scenario;
mod signals;
mod snapshot;
mod statistics;
mod text;

pub use error::*;
pub use libraries::*;
pub use log::{BowlineLevel, BowlineLogFunction};
pub use model::*;
pub use recording::*;
pub use run::*;
pub use scenario::*;
pub use signals::*;
pub use snapshot::*;
pub use statistics::*;

use std::ffi::c_char;

/// The version of the library, as in `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn bowline_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
