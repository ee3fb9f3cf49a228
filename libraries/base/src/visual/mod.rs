//! Shapes in the 3D view: for parts that have none of their own, such as what
//! moves along a line or turns about an axis, and for what only stands there.
//! They take part in no calculation of a run.

mod arrow;
mod axes;
mod capsule;
mod coil;
mod cone;
mod cylinder;
mod electric_motor;
mod hose;
mod hydraulic_cylinder;
mod line;
mod mesh;
mod mounts;
mod paint;
mod pump;
mod restrictions;
mod solid;
mod surface;
mod symbol;
mod text;
mod trail;
mod tube;
mod valve;
mod vessel;
mod wheel;

pub use arrow::Arrow;
pub use axes::Axes;
pub use capsule::Capsule;
pub use coil::Coil;
pub use cone::Cone;
pub use cylinder::Cylinder;
pub use electric_motor::ElectricMotor;
pub use hose::Hose;
pub use hydraulic_cylinder::HydraulicCylinder;
pub use line::Line;
pub use mesh::Mesh;
pub use mounts::{Ground, Hinge};
pub use pump::Pump;
pub use restrictions::{CheckValve, Orifice, ReliefValve};
pub use solid::{Box, Sphere};
pub use surface::Surface;
pub use text::Text;
pub use trail::Trail;
pub use tube::Tube;
pub use valve::Valve;
pub use vessel::{Accumulator, Tank};
pub use wheel::Wheel;
