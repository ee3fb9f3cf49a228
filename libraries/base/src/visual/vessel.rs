//! What holds oil, between two points.

use simobject::look::{Elements, SignalHandle};
use simobject::{Creator, In, Io, Look, Private, Result, SimObject};
use simobject_elements::vector::{difference, plus};

use super::paint::{ends, length, painted};
use super::symbol::{GAS, GLASS, INK, OIL, SharePort};

/// How far it is filled, in a common computation of its SimObject.
struct Vessel {
    pos_a: In<3>,
    pos_b: In<3>,
    filled: In<1>,
    /// The middle of the oil's surface, and of the lower end of the foot.
    middles: Private<6>,
    radius: f64,
}

/// How long the foot is, for each length of the vessel.
const FOOT: f64 = 0.06;

impl Vessel {
    fn new<T: SimObject>(c: &mut Creator<'_, T>, filled: SharePort, radius: f64) -> Self {
        let (pos_a, pos_b) = ends(c);
        let share = filled.declare(c);
        let radius = length(c, "Radius", "Its radius", radius);
        Self { pos_a, pos_b, filled: share, middles: c.private("Middles"), radius }
    }

    fn follow(&self, io: &mut Io<'_>) {
        let (from, to, [share]) = (io.get(self.pos_a), io.get(self.pos_b), io.get(self.filled));
        let at = |share: f64| plus(from, share, difference(to, from));
        let ([x, y, z], [foot_x, foot_y, foot_z]) = (at(share.clamp(0.0, 1.0)), at(-FOOT));
        io.set(self.middles, [x, y, z, foot_x, foot_y, foot_z]);
    }

    fn surface(&self) -> Elements {
        self.middles.elements(0..3)
    }

    fn foot(&self) -> Elements {
        self.middles.elements(3..6)
    }

    /// Its oil, whose colour may show a number.
    fn show_oil<T: SimObject>(&self, c: &mut Creator<'_, T>) {
        let oil = painted(c, Look::cylinder(self.pos_a, self.surface(), 0.93 * self.radius));
        c.look(if oil.material.is_none() { oil.material(OIL) } else { oil });
    }
}

/// A tank in the 3D view, with its oil.
pub struct Tank(Vessel);

impl SimObject for Tank {
    const NAME: &'static str = "Visual/Tank";
    const DOC: &'static str = "A tank in the 3D view: a vessel with oil up to its level";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let vessel =
            Vessel::new(c, SharePort { name: "Level", doc: "How much of it is full, 0 to 1", default: 0.7 }, 0.25);
        let Vessel { pos_a, pos_b, filled, middles, radius } = vessel;
        c.common_computation(Self::follow).reads((pos_a, pos_b, filled)).fills(middles);
        vessel.show_oil(c);
        c.look(Look::cylinder(vessel.foot(), pos_a, radius).material(INK));
        c.look(Look::cylinder(pos_a, pos_b, radius).material(GLASS));
        Ok(Self(vessel))
    }
}

impl Tank {
    fn follow(&self, io: &mut Io<'_>) {
        self.0.follow(io);
    }
}

/// An accumulator in the 3D view, with its oil and its gas.
pub struct Accumulator(Vessel);

impl SimObject for Accumulator {
    const NAME: &'static str = "Visual/Accumulator";
    const DOC: &'static str = "An accumulator in the 3D view: oil from PosA on, gas up to PosB";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let vessel =
            Vessel::new(c, SharePort { name: "Filled", doc: "How much of it is oil, 0 to 1", default: 0.5 }, 0.15);
        let Vessel { pos_a, pos_b, filled, middles, radius } = vessel;
        c.common_computation(Self::follow).reads((pos_a, pos_b, filled)).fills(middles);
        vessel.show_oil(c);
        c.look(Look::cylinder(vessel.surface(), pos_b, 0.93 * radius).material(GAS));
        c.look(Look::cylinder(vessel.foot(), pos_a, 0.35 * radius).material(INK));
        c.look(Look::capsule(pos_a, pos_b, radius).material(GLASS));
        Ok(Self(vessel))
    }
}

impl Accumulator {
    fn follow(&self, io: &mut Io<'_>) {
        self.0.follow(io);
    }
}
