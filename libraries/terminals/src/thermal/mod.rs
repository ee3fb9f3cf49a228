//! Thermal elements: `T` is an absolute temperature, `dT` that at `A` less that at `B`, `Q_flow` the heat flow from `A` to
//! `B`, or into the element where there is but one port.

mod capacitor;
mod heat_flow;
mod radiation;

pub use capacitor::HeatCapacitor;
pub use heat_flow::{FixedHeatFlow, PrescribedHeatFlow};
pub use radiation::BodyRadiation;
