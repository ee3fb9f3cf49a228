//! The small languages inside attributes: what connections, settings, outputs and
//! overrides say.

pub mod camera;
pub mod engine;
pub mod engine_attribute;
pub mod expression;
pub mod further_output;
pub mod output;
pub mod overrides;
pub mod sample_time;
mod save_points;
mod steps;
pub mod times;
