//! Shapes in the 3D view: for parts that have none of their own, such as what
//! moves along a line or turns about an axis, and for what only stands there.
//! They take part in no calculation of a run.

mod arrow;
mod axes;
mod capsule;
mod coil;
mod cone;
mod cylinder;
mod hydraulic_cylinder;
mod line;
mod mesh;
mod paint;
mod solid;
mod surface;
mod text;
mod trail;
mod tube;
mod wheel;

pub use arrow::Arrow;
pub use axes::Axes;
pub use capsule::Capsule;
pub use coil::Coil;
pub use cone::Cone;
pub use cylinder::Cylinder;
pub use hydraulic_cylinder::HydraulicCylinder;
pub use line::Line;
pub use mesh::Mesh;
pub use solid::{Box, Sphere};
pub use surface::Surface;
pub use text::Text;
pub use trail::Trail;
pub use tube::Tube;
pub use wheel::Wheel;
