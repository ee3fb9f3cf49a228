//! Texts of a declaration.

use std::borrow::Cow;

/// A name, unit or description: fixed in the code, or put together at construction.
pub type Text = Cow<'static, str>;
