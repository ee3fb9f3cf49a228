//! What the shapes of a scene are drawn with, for all that draws: the window, pictures, pages and files.
//!
//! ```text
//! Drawn (the engine: a shape with its numbers) ── Drawing
//!   ├── Part ── a few: each a Solid (a mesh of unit size), a Placement and a colour
//!   ├── surface, file ── meshes of their own
//!   ├── trail ── a line through earlier moments, which Trails know
//!   └── line, text ── whoever draws makes them as wide and as high as it likes
//! Extent (of all that is seen) ── Level, ticks: the ground below it
//! ```
//!
//! It knows no renderer. Points and lengths are metres in axes whose y points up and whose origin lies near what is
//! seen, in single precision: those that renderers have, to which [`Axes`] leads.

mod axes;
mod coil;
mod colour;
mod drawing;
mod extent;
mod ground;
mod hydraulic_cylinder;
mod legend;
mod part;
mod placement;
mod solid;
mod stl;
mod surface;
mod trail;
mod triangles;

pub use axes::Axes;
pub use coil::CoilForm;
pub use colour::{DARK, Rgba, STEEL, colour, colours};
pub use drawing::Drawing;
pub use extent::Extent;
pub use ground::{Level, ticks};
pub use legend::{ShownLegend, scale_rgba};
pub use part::Part;
pub use placement::Placement;
pub use solid::{Detail, Solid};
pub use stl::stl;
pub use surface::{surface, surface_shade};
pub use trail::{Place, Trail, Trails};
pub use triangles::Triangles;
