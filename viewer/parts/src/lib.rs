//! What the shapes of a scene are drawn with, for all that draws: the window, pictures, pages and files.
//!
//! ```text
//! Drawn (the engine: a shape with its numbers)
//!   ├── Parts ── a few parts: each a Solid (a mesh of unit size), a Placement and a colour
//!   ├── surface ── a mesh of its own
//!   └── lines and texts, which whoever draws makes as wide and as high as it likes
//! ```
//!
//! It knows no renderer. Points and lengths are metres in axes whose y points up and whose origin lies near what is
//! seen, in single precision: those that renderers have, to which [`Axes`] leads.

mod axes;
mod coil;
mod colour;
mod extent;
mod hydraulic_cylinder;
mod part;
mod placement;
mod solid;
mod surface;
mod triangles;

pub use axes::Axes;
pub use coil::CoilForm;
pub use colour::{DARK, Rgba, STEEL, colour, colours};
pub use extent::Extent;
pub use part::{AXIS_COLOURS, Part, Parts};
pub use placement::Placement;
pub use solid::{Detail, Solid};
pub use surface::surface;
pub use triangles::Triangles;
