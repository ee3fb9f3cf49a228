//! The spool of a pressure-compensated valve.

use simobject::{Creator, Io, Result, SimObject};

use crate::domain::{Displacement, Hydraulic};
use crate::parameters::{or, positive};
use crate::pole::{End, Pole, Reads};
use crate::travel::{Travel, Travels};

/// A spool with three rooms, given the pressures in these and the flow force.
pub struct Spool {
    /// Rooms 1, 2 and 3, which has the spring.
    rooms: [Pole; 3],
    slot: Pole,
    areas: [f64; 3],
    /// Force of the spring without a displacement, N, and its stiffness, N/m.
    spring: [f64; 2],
    damping: f64,
    travel: Travel,
}

impl SimObject for Spool {
    const NAME: &'static str = "SP/gY";
    const DOC: &'static str = "\
The spool of a pressure-compensated valve, between two stops

m dv/dt + h v = A1 p1 + A2 p2 - A3 p3 - F0 - c x + F, dx/dt = v, 0 <= x <= x_max
Q1 = A1 v, Q2 = A2 v, into rooms 1 and 2; Q3 = A3 v, out of room 3, which has the spring; F the flow force of the slot
Stops take all of its speed. Without a mass v is such that the forces are in balance: what damps it are h and the channels to its rooms.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let [one, two] =
            [("A1", "Area in room 1"), ("A2", "Area in room 2")].map(|(name, doc)| positive(c, name, "m^2", doc));
        let three: Option<f64> =
            c.parameter("A3").unit("m^2").doc("Area in room 3; A1 + A2, if not given").more_than(0.0).optional();
        let three = three.unwrap_or(one + two);
        let spring = [
            or(c, "F0", "N", 0.0, "Force of the spring without a displacement"),
            or(c, "c", "N/m", 0.0, "Stiffness of the spring"),
        ];
        let (mass, damping) = (or(c, "m", "kg", 0.0, "Mass"), or(c, "h", "N s/m", 0.0, "Viscous friction"));
        let most: Option<f64> =
            c.parameter("x_max").unit("m").doc("How far it can go; no stop, if not given").more_than(0.0).optional();
        let mut room = |name: &'static str, end: End, doc: &'static str| {
            Pole::declare::<Hydraulic, Self>(c, name, end, Reads::Potential, doc)
        };
        let rooms = [
            room("P1", End::Right, "Into room 1"),
            room("P2", End::Right, "Into room 2"),
            room("P3", End::Left, "Out of room 3"),
        ];
        let doc = "The slot, which pushes it";
        let slot = Pole::declare::<Displacement, Self>(c, "X", End::Right, Reads::Potential, doc);
        let travel = Travel::declare(c, ["x", "v"], mass, [0.0, most.unwrap_or(f64::INFINITY)]);
        travel.moves(c, (rooms.map(|room| room.reads), slot.reads));
        c.common_computation(Self::show).reads(travel.position).fills(slot.gives);
        c.common_computation(Self::displace).reads(travel.velocity()).fills(rooms.map(|room| room.gives));
        Ok(Self { rooms, slot, areas: [one, two, three], spring, damping, travel })
    }
}

impl Travels for Spool {
    #[inline]
    fn travel(&self) -> &Travel {
        &self.travel
    }

    #[inline]
    fn force(&self, io: &Io<'_>) -> f64 {
        let [a1, a2, a3] = self.areas;
        let [one, two, three] = self.rooms.map(|room| room.get(io));
        let [preload, stiffness] = self.spring;
        let (x, v) = (self.travel.position_at(io), self.travel.velocity_at(io));
        a1 * one + a2 * two - a3 * three - preload - stiffness * x + self.slot.get(io) - self.damping * v
    }
}

impl Spool {
    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        self.slot.set(io, self.travel.position_at(io));
    }

    #[inline]
    fn displace(&self, io: &mut Io<'_>) {
        let v = self.travel.velocity_at(io);
        self.rooms.into_iter().zip(self.areas).for_each(|(room, area)| room.set(io, area * v));
    }
}
