//! Laws of hydraulic elements. Pressures are absolute, Pa; flows are m^3/s.

mod bounds;
mod cylinder;
mod cylinder_oil;
mod edges;
mod end_stops;
mod fraction;
mod gas;
mod hole;
mod machine;
mod oil;
mod poppet;
mod relief;
mod root;
mod spool;
mod stroke;
mod throttle;
mod volume;

pub use bounds::{Bounded, Bounds};
pub use cylinder::{Contents, Cylinder};
pub use cylinder_oil::CylinderOil;
use edges::Edges;
pub use end_stops::{Contact, EndStops};
pub use fraction::fraction;
pub use gas::{Gas, Vessel};
pub use hole::Hole;
pub use machine::{Controlled, Machine, PressureControl};
pub use oil::OIL;
pub use poppet::{Poppet, Pressures};
pub use relief::{Relief, Relieving};
pub use root::SignedRoot;
pub use spool::{Spool, Spooled};
pub use stroke::{Stroke, Stroked};
pub use throttle::Throttle;
pub use volume::Volume;
