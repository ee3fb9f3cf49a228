//! Texts that Bowline reads, and what it says about them: a map of all texts in one
//! space of positions, diagnostics with their places, the nearest name to one that
//! is unknown, and times in messages.

pub mod cursor;
pub mod decimal;
pub mod diagnostic;
pub mod elements;
pub mod seconds;
pub mod source;
pub mod text;

pub use bowline_nearest as nearest;
pub use cursor::{Cursor, Malformed};
pub use decimal::Decimal;
pub use diagnostic::{Diagnostic, Diagnostics};
pub use elements::Elements;
pub use seconds::Seconds;
pub use source::{Source, SourceMap, Span};
pub use text::{Attribute, Text, piece_length, pieces};
