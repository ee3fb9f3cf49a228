//! A scenario as it is written in XML, read into a description, and the small
//! languages inside its attributes.

pub(crate) mod engine;
pub(crate) mod engine_attribute;
pub(crate) mod expression;
pub(crate) mod files;
pub(crate) mod further_output;
mod malformed;
pub(crate) mod output;
pub(crate) mod overrides;
pub(crate) mod reader;
mod save_points;
pub(crate) mod section;
mod syntax;
mod written;
