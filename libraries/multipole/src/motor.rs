//! A motor.

use simobject::{Creator, In, Io, Result, SimObject, State};

use crate::domain::Rotational;
use crate::parameters::{or, positive};
use crate::pole::{End, Pole, Reads};

/// A motor whose speed falls with its load: `IS_SPEED` of them gives the speed, the other one is given it.
pub struct Motor<const IS_SPEED: bool> {
    shaft: Pole,
    speed: Option<State<1>>,
    rate: Option<In<1>>,
    idle: f64,
    stiffness: f64,
    inertia: f64,
}

impl<const IS_SPEED: bool> SimObject for Motor<IS_SPEED> {
    const NAME: &'static str = if IS_SPEED { "ME/w" } else { "ME/M" };
    const DOC: &'static str = "\
A motor whose speed falls with its load, with the inertia of all that turns

J dw/dt = kM (w0 - w) - M
ME/w is given the torque, and has the state w, without J none; ME/M is given the speed, and needs its rate where there is an inertia.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let idle = positive(c, "w0", "rad/s", "Speed without a load");
        let stiffness = positive(c, "kM", "N m s/rad", "Torque for each rad/s that it is slower");
        let inertia = or(c, "J", "kg m^2", 0.0, "Moment of inertia");
        let reads = if IS_SPEED { Reads::Potential } else { Reads::Flow };
        let shaft = Pole::declare::<Rotational, Self>(c, "Shaft", End::Left, reads, "What it drives, on its right");
        let (mut speed, mut rate) = (None, None);
        match (IS_SPEED, inertia > 0.0) {
            (true, true) => {
                let state = c.state("w", "rad/s", "Speed");
                c.initial_value(state, [idle]);
                c.common_computation(Self::turn).reads(state).fills(shaft.gives);
                c.derivatives(Self::accelerate).reads((shaft.reads, state));
                speed = Some(state);
            }
            (false, true) => {
                let doc = "Rate of the speed: 0 in an equilibrium, s times it in a frequency response";
                let of = c.rate_of("w_rate", "rad/s^2", shaft.reads, doc);
                c.common_computation(Self::turn).reads((shaft.reads, of)).fills(shaft.gives);
                rate = Some(of);
            }
            _ => {
                c.common_computation(Self::turn).reads(shaft.reads).fills(shaft.gives);
            }
        }
        Ok(Self { shaft, speed, rate, idle, stiffness, inertia })
    }
}

impl<const IS_SPEED: bool> Motor<IS_SPEED> {
    #[inline]
    fn turn(&self, io: &mut Io<'_>) {
        let given = match self.speed {
            Some(speed) => io.get(speed)[0],
            None if IS_SPEED => self.idle - self.shaft.get(io) / self.stiffness,
            None => {
                let rate = self.rate.map_or(0.0, |rate| io.get(rate)[0]);
                self.stiffness * (self.idle - self.shaft.get(io)) - self.inertia * rate
            }
        };
        self.shaft.set(io, given);
    }

    #[inline]
    fn accelerate(&self, io: &mut Io<'_>) {
        let Some(speed) = self.speed else { return };
        let [w] = io.get(speed);
        let torque = self.stiffness * (self.idle - w) - self.shaft.get(io);
        io.set_derivative(speed, [torque / self.inertia]);
    }
}
