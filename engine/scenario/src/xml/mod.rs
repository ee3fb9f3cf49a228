//! A scenario as it is written in XML, read into a description.

pub(crate) mod files;
mod leaf;
mod malformed;
pub(crate) mod reader;
pub(crate) mod section;
mod syntax;
mod tree;
mod written;
