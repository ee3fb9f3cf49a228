//! How to integrate: the settings, and the methods as data.

pub(crate) mod decimal;
pub(crate) mod grid;
mod implicit_method;
mod method;
mod norm;
pub(crate) mod output_times;
pub(crate) mod resolution;
mod settings;
pub mod tableau;

pub use decimal::Decimal;
pub use implicit_method::ImplicitMethod;
pub use method::Method;
pub use norm::Norm;
pub use output_times::OutputTimes;
pub(crate) use output_times::{Limits, Short};
pub(crate) use resolution::{instant_width, unit_in_the_last_place};
pub use settings::Settings;
