//! Thermal elements: `T` is an absolute temperature, `dT` that at `A` less that at `B`, `Q_flow` the heat flow from `A` to
//! `B`, or into the element where there is but one port.

mod capacitor;
mod conductor;
mod heat_flow;
mod radiation;
mod sensor;
mod temperature;

pub use capacitor::HeatCapacitor;
pub use conductor::ThermalConductor;
pub use heat_flow::{FixedHeatFlow, PrescribedHeatFlow};
pub use radiation::BodyRadiation;
pub use sensor::{HeatFlowSensor, TemperatureSensor};
pub use temperature::{FixedTemperature, PrescribedTemperature};

use simobject::{Creator, Datum, In, SimObject, Terminal};
use simobject_elements::nature::THERMAL;

/// The two ports.
fn ports<T: SimObject>(c: &mut Creator<'_, T>) -> (Terminal, Terminal) {
    (c.terminal("A", &THERMAL, "Port a"), c.terminal("B", &THERMAL, "Port b"))
}

/// The only port.
fn port<T: SimObject>(c: &mut Creator<'_, T>) -> Terminal {
    c.terminal("A", &THERMAL, "Port")
}

/// The in-port of an absolute temperature.
fn absolute<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str) -> In<1> {
    let temperature = c.in_port(name, "K", doc);
    c.datum(temperature, Datum::Absolute);
    temperature
}
