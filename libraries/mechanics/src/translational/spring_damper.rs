use simobject::{Creator, In, Io, Out, Result, SimObject};

/// A massless spring and damper, side by side, between two points of a line. It
/// pulls and pushes; its ends may pass each other, since a position along a
/// line has a sign.
pub struct SpringDamper {
    pos_a: In<1>,
    vel_a: In<1>,
    pos_b: In<1>,
    vel_b: In<1>,
    force_a: Out<1>,
    force_b: Out<1>,
    tension: Out<1>,
    /// N/m.
    stiffness: f64,
    /// N s/m.
    damping: f64,
    /// m.
    relaxed_length: f64,
}

impl SimObject for SpringDamper {
    const NAME: &'static str = "Translational/SpringDamper";
    const DOC: &'static str = "\
A massless spring and damper between two points of a line

Tension = Stiffness (PosB - PosA - RelaxedLength) + Damping (VelB - VelA)
ForceA  = Tension, ForceB = -Tension";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos_a = c.in_port("PosA", "m", "Position of end A");
        let vel_a = c.in_port("VelA", "m/s", "Velocity of end A");
        let pos_b = c.in_port("PosB", "m", "Position of end B");
        let vel_b = c.in_port("VelB", "m/s", "Velocity of end B");
        let force_a = c.out_port("ForceA", "N", "Force on what is at end A");
        let force_b = c.out_port("ForceB", "N", "Force on what is at end B");
        let tension = c.out_port("Tension", "N", "Pull on both ends; negative where it pushes");
        c.common_computation(Self::forces).reads((pos_a, vel_a, pos_b, vel_b)).fills((force_a, force_b, tension));
        Ok(Self {
            pos_a,
            vel_a,
            pos_b,
            vel_b,
            force_a,
            force_b,
            tension,
            stiffness: c.parameter("Stiffness").unit("N/m").doc("Stiffness").at_least(0.0).required(),
            damping: c.parameter("Damping").unit("N s/m").doc("Damping").at_least(0.0).default(0.0),
            relaxed_length: c
                .parameter("RelaxedLength")
                .unit("m")
                .doc("PosB - PosA without elastic force; of either sign")
                .default(0.0),
        })
    }
}

impl SpringDamper {
    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let ([pos_a], [vel_a]) = (io.get(self.pos_a), io.get(self.vel_a));
        let ([pos_b], [vel_b]) = (io.get(self.pos_b), io.get(self.vel_b));
        let tension = self.stiffness * (pos_b - pos_a - self.relaxed_length) + self.damping * (vel_b - vel_a);
        io.set(self.force_a, [tension]);
        io.set(self.force_b, [-tension]);
        io.set(self.tension, [tension]);
    }
}
