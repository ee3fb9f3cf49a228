//! Electric elements, between the pins `P` and `N`: `v` is the voltage from `P` to `N`, `i` the current into `P`.

mod capacitor;
mod dc_motor;
mod diode;
mod emf;
mod ground;
mod heating_resistor;
mod ideal_diode;
mod inductor;
mod op_amp;
mod sine;
mod switch;
mod transformer;
mod wave;

pub use capacitor::Capacitor;
pub use dc_motor::DcMotor;
pub use diode::Diode;
pub use emf::RotationalEmf;
pub use ground::Ground;
pub use heating_resistor::HeatingResistor;
pub use ideal_diode::IdealDiode;
pub use inductor::Inductor;
pub use op_amp::IdealOpAmp;
pub use sine::{SineCurrent, SineVoltage};
pub use switch::Switch;
pub use transformer::IdealTransformer;
