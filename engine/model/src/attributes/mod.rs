//! The small languages inside attributes: what connections, settings, outputs and
//! overrides say.

pub mod camera;
pub mod engine;
pub mod engine_attribute;
pub(crate) mod expression;
pub mod further_output;
pub mod output;
pub(crate) mod overrides;
mod save_points;
pub(crate) mod times;
