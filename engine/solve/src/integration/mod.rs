//! How to integrate: the settings, and the methods as data.

#[cfg(feature = "diffsol")]
mod diffsol_method;
pub mod grid;
mod implicit_method;
mod method;
mod norm;
mod other;
pub mod output_times;
pub mod resolution;
mod settings;
pub mod tableau;

#[cfg(feature = "diffsol")]
pub use diffsol_method::DiffsolMethod;
pub use implicit_method::ImplicitMethod;
pub use method::Method;
pub use norm::Norm;
pub use other::OtherIntegration;
pub use output_times::OutputTimes;
pub use output_times::{Limits, Short};
pub use resolution::{instant_width, unit_in_the_last_place};
pub use settings::Settings;
