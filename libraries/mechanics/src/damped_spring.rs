use simobject::{Creator, In, Io, Look, Out, Result, SimObject};

use crate::spring::{End, Spring};

/// A massless spring and damper between two points, side by side.
///
/// With `L = |PosB - PosA|` the pull on both ends along the line between them
/// is `Stiffness (L - RelaxedLength) + Damping dL/dt`; it acts both ways. At
/// `L = 0` there is no direction and no force.
pub struct DampedSpring {
    pos_a: In<3>,
    pos_b: In<3>,
    vel_a: In<3>,
    vel_b: In<3>,
    force_a: Out<3>,
    force_b: Out<3>,
    spring: Spring,
}

impl SimObject for DampedSpring {
    const NAME: &'static str = "Cable/DampedSpring";
    const DOC: &'static str = "\
A massless spring and damper between two points

L      = |PosB - PosA|, u = (PosB - PosA) / L
pull   = Stiffness (L - RelaxedLength) + Damping dL/dt
ForceA = pull u, ForceB = -pull u; 0 where L = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos_a = c.in_port("PosA", "m", "Position of end A");
        let pos_b = c.in_port("PosB", "m", "Position of end B");
        let vel_a = c.in_port("VelA", "m/s", "Velocity of end A");
        let vel_b = c.in_port("VelB", "m/s", "Velocity of end B");
        let force_a = c.out_port("ForceA", "N", "Force on what is at end A");
        let force_b = c.out_port("ForceB", "N", "Force on what is at end B");
        c.common_computation(Self::forces).reads((pos_a, pos_b, vel_a, vel_b)).fills((force_a, force_b));
        let spring = Spring::declare(c);
        c.look(Look::spring(pos_a, pos_b, spring.relaxed_length()));
        Ok(Self { pos_a, pos_b, vel_a, vel_b, force_a, force_b, spring })
    }
}

impl DampedSpring {
    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let a = End { pos: io.get(self.pos_a), vel: io.get(self.vel_a) };
        let b = End { pos: io.get(self.pos_b), vel: io.get(self.vel_b) };
        let force = self.spring.pull(&a, &b).force;
        io.set(self.force_a, force);
        io.set(self.force_b, force.map(|f| -f));
    }
}
