//! Lines: mooring lines, towlines, umbilicals.

mod ambient;
pub mod catenary;
mod catenary_line;
mod elasticity;
mod end;
mod hanging;
mod line_type;
mod lumped;
mod mooring;
mod polygon;
pub(crate) mod surroundings;

pub use catenary_line::Catenary;
pub use mooring::Mooring;
