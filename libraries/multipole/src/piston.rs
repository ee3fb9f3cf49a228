//! A piston with its rod.

use simobject::{Creator, In, Io, Result, SimObject, State};

use crate::domain::{Hydraulic, Mechanic};
use crate::parameters::{or, positive};
use crate::pole::{End, Pole, Reads};

/// Form G|h: reads p1, Q2 and F.
pub const GH: u8 = 0;
/// Form H|h: reads Q1, p2 and F.
pub const HH: u8 = 1;
/// Form Y|g: reads p1, p2 and v.
pub const YG: u8 = 2;
/// Form Y|h: reads p1, p2 and F.
pub const YH: u8 = 3;

/// A piston in one of its forms.
pub struct Piston<const FORM: u8> {
    /// Rooms 1 and 2, and the rod.
    poles: [Pole; 3],
    areas: [f64; 2],
    mass: f64,
    damping: f64,
    /// The rate of the velocity, where a form is given that.
    rate: Option<In<1>>,
    velocity: Option<State<1>>,
}

impl<const FORM: u8> SimObject for Piston<FORM> {
    const NAME: &'static str = ["PI/Gh", "PI/Hh", "PI/Yg", "PI/Yh"][FORM as usize];
    const DOC: &'static str = "\
A piston between two rooms, with a rod on its right

m dv/dt + h v = A1 p1 - A2 p2 - F, Q1 = A1 v into room 1, Q2 = A2 v out of room 2, F the load on the rod against v
Form Yh has the state v. Forms Gh, Hh and Yg are given a flow or the velocity, and need its rate where there is a mass: equilibria and frequency responses have one.
Only one of Q1, Q2 and v can be given: these four forms are all.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let areas = [("A1", "Area in room 1"), ("A2", "Area in room 2, without the rod")]
            .map(|(name, doc)| positive(c, name, "m^2", doc));
        let mass = c.parameter("m").unit("kg").doc("Mass of piston and rod");
        let mass = if FORM == YH { mass.more_than(0.0).required() } else { mass.at_least(0.0).default(0.0) };
        let damping = or(c, "h", "N s/m", 0.0, "Viscous friction");
        let reads = match FORM {
            GH => [Reads::Potential, Reads::Flow, Reads::Potential],
            HH => [Reads::Flow, Reads::Potential, Reads::Potential],
            YG => [Reads::Potential, Reads::Potential, Reads::Flow],
            _ => [Reads::Potential; 3],
        };
        let poles @ [one, two, rod] = [
            Pole::declare::<Hydraulic, Self>(c, "P1", End::Right, reads[0], "Into room 1, on the left"),
            Pole::declare::<Hydraulic, Self>(c, "P2", End::Left, reads[1], "Out of room 2"),
            Pole::declare::<Mechanic, Self>(c, "Rod", End::Left, reads[2], "The rod"),
        ];
        let (mut rate, mut velocity) = (None, None);
        if FORM == YH {
            let state = c.state("v", "m/s", "Velocity");
            c.initial_value(state, [0.0]);
            c.common_computation(Self::show).reads(state).fills((one.gives, two.gives, rod.gives));
            c.derivatives(Self::accelerate).reads((poles.map(|pole| pole.reads), state));
            velocity = Some(state);
        } else {
            let moved = [two, one, rod][FORM as usize];
            if mass > 0.0 {
                let doc = "Rate of what it is given: 0 in an equilibrium, s times it in a frequency response";
                let (name, unit) = [("Q2_rate", "m^3/s^2"), ("Q1_rate", "m^3/s^2"), ("v_rate", "m/s^2")][FORM as usize];
                rate = Some(c.rate_of(name, unit, moved.reads, doc));
            }
            let [kinematic_one, kinematic_two, balanced] = match FORM {
                GH => [one, rod, two],
                HH => [two, rod, one],
                _ => [one, two, rod],
            };
            c.common_computation(Self::follow).reads(moved.reads).fills((kinematic_one.gives, kinematic_two.gives));
            c.common_computation(Self::balance).reads((poles.map(|pole| pole.reads), rate)).fills(balanced.gives);
        }
        Ok(Self { poles, areas, mass, damping, rate, velocity })
    }
}

impl<const FORM: u8> Piston<FORM> {
    /// The velocity that a form is given, of a flow or a velocity.
    #[inline]
    fn velocity(&self, given: f64) -> f64 {
        match FORM {
            GH => given / self.areas[1],
            HH => given / self.areas[0],
            _ => given,
        }
    }

    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let [one, two, rod] = self.poles;
        let [a1, a2] = self.areas;
        match FORM {
            GH => {
                let v = self.velocity(two.get(io));
                one.set(io, a1 * v);
                rod.set(io, v);
            }
            HH => {
                let v = self.velocity(one.get(io));
                two.set(io, a2 * v);
                rod.set(io, v);
            }
            _ => {
                let v = rod.get(io);
                one.set(io, a1 * v);
                two.set(io, a2 * v);
            }
        }
    }

    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let [one, two, rod] = self.poles;
        let [a1, a2] = self.areas;
        let rate = self.rate.map_or(0.0, |rate| self.velocity(io.get(rate)[0]));
        let given = [two, one, rod][FORM as usize].get(io);
        let own = self.mass * rate + self.damping * self.velocity(given);
        match FORM {
            GH => two.set(io, (a1 * one.get(io) - rod.get(io) - own) / a2),
            HH => one.set(io, (a2 * two.get(io) + rod.get(io) + own) / a1),
            _ => rod.set(io, a1 * one.get(io) - a2 * two.get(io) - own),
        }
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let [one, two, rod] = self.poles;
        let ([a1, a2], Some(velocity)) = (self.areas, self.velocity) else { return };
        let [v] = io.get(velocity);
        one.set(io, a1 * v);
        two.set(io, a2 * v);
        rod.set(io, v);
    }

    #[inline]
    fn accelerate(&self, io: &mut Io<'_>) {
        let [one, two, rod] = self.poles;
        let ([a1, a2], Some(velocity)) = (self.areas, self.velocity) else { return };
        let [v] = io.get(velocity);
        let force = a1 * one.get(io) - a2 * two.get(io) - rod.get(io) - self.damping * v;
        io.set_derivative(velocity, [force / self.mass]);
    }
}
