//! How to integrate: the settings, and the methods as data.

pub mod grid;
mod implicit_method;
mod method;
mod norm;
pub mod output_times;
pub mod resolution;
mod settings;
pub mod tableau;

pub use implicit_method::ImplicitMethod;
pub use method::Method;
pub use norm::Norm;
pub use output_times::OutputTimes;
pub use output_times::{Limits, Short};
pub use resolution::{instant_width, unit_in_the_last_place};
pub use settings::Settings;
