//! A pump.

use std::f64::consts::TAU;

use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::hydraulic::Machine;

use crate::domain::{Hydraulic, Rotational};
use crate::parameters::{or, positive};
use crate::pole::{End, Pole, Reads};

/// A pump of constant displacement, given the speed and the pressure behind it.
pub struct Pump {
    shaft: Pole,
    outlet: Pole,
    machine: Machine,
    /// Pa.
    tank: f64,
}

impl SimObject for Pump {
    const NAME: &'static str = "PH/Y";
    const DOC: &'static str = "\
A pump of constant displacement that sucks from a tank

Q = D w / (2 pi) - kl (p - p0), M = D (p - p0) / (2 pi) + kv w; D for each revolution";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let shaft =
            Pole::declare::<Rotational, Self>(c, "Shaft", End::Right, Reads::Flow, "What drives it, on its left");
        let outlet = Pole::declare::<Hydraulic, Self>(c, "P2", End::Left, Reads::Potential, "What it feeds");
        c.common_computation(Self::deliver).reads((shaft.reads, outlet.reads)).fills((shaft.gives, outlet.gives));
        let displacement = positive(c, "D", "m^3/rev", "Displacement of a revolution");
        let leakage = or(c, "kl", "m^3/(s Pa)", 0.0, "Leakage for each pascal");
        let friction = or(c, "kv", "N m s/rad", 0.0, "Viscous friction");
        let tank = c.parameter("p0").unit("Pa").doc("Pressure in the tank").default(0.0);
        Ok(Self { shaft, outlet, machine: Machine::new(displacement / TAU, leakage, friction), tank })
    }
}

impl Pump {
    #[inline]
    fn deliver(&self, io: &mut Io<'_>) {
        let (w, dp) = (self.shaft.get(io), self.tank - self.outlet.get(io));
        self.outlet.set(io, self.machine.flow(1.0, w, dp));
        self.shaft.set(io, self.machine.torque(1.0, w, dp));
    }
}
