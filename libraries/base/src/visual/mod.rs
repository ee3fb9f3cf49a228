//! Shapes in the 3D view: for parts that have none of their own, such as what
//! moves along a line or turns about an axis, and for what only stands there.
//! They take part in no calculation of a run.

mod arrow;
mod axes;
mod coil;
mod cylinder;
mod hydraulic_cylinder;
mod line;
mod material;
mod mesh;
mod solid;
mod text;
mod wheel;

pub use arrow::Arrow;
pub use axes::Axes;
pub use coil::Coil;
pub use cylinder::Cylinder;
pub use hydraulic_cylinder::HydraulicCylinder;
pub use line::Line;
pub use mesh::Mesh;
pub use solid::{Box, Sphere};
pub use text::Text;
pub use wheel::Wheel;
