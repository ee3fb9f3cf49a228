//! What moves along a line, and what turns around an axis.

mod appearance;
mod bodies;
mod body;
mod damper;
mod force_source;
mod freedom;
mod further_ports;
mod interface_c;
mod interface_q;
mod spring;
mod velocity_source;
mod wall;

pub use bodies::{
    Gear, Lever, RotationalInertia, RotationalInertiaWithCoulombFriction, TranslationalMass,
    TranslationalMassWithCoulombFriction,
};
pub use damper::{TorsionalDamper, TranslationalDamper};
pub use force_source::{ForceSource, TorqueSource};
pub use interface_c::{InterfaceC, RotationalInterfaceC};
pub use interface_q::{InterfaceQ, RotationalInterfaceQ};
pub use spring::{TorsionalSpring, TranslationalSpring};
pub use velocity_source::{AngularVelocitySource, VelocitySource};
pub use wall::{FixedPosition, FixedRotation};
