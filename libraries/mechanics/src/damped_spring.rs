use simobject::{Creator, In, Io, Look, Out, Result, SimObject};

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
    stiffness: f64,
    damping: f64,
    relaxed_length: f64,
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
        c.look(Look::coil(pos_a, pos_b, 0.25));
        Ok(Self {
            pos_a,
            pos_b,
            vel_a,
            vel_b,
            force_a,
            force_b,
            stiffness: c.parameter("Stiffness").unit("N/m").doc("Stiffness").at_least(0.0).required(),
            damping: c.parameter("Damping").unit("N s/m").doc("Damping along the axis").at_least(0.0).default(0.0),
            relaxed_length: c
                .parameter("RelaxedLength")
                .unit("m")
                .doc("Length without elastic force")
                .at_least(0.0)
                .required(),
        })
    }
}

impl DampedSpring {
    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let (a, b) = (io.get(self.pos_a), io.get(self.pos_b));
        let (va, vb) = (io.get(self.vel_a), io.get(self.vel_b));
        let [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let length = (x * x + y * y + z * z).sqrt();
        let pull_per_length = if length == 0.0 {
            0.0
        } else {
            let stretching = x * (vb[0] - va[0]) + y * (vb[1] - va[1]) + z * (vb[2] - va[2]);
            (self.stiffness * (length - self.relaxed_length) + self.damping * stretching / length) / length
        };
        let pull = [pull_per_length * x, pull_per_length * y, pull_per_length * z];
        io.set(self.force_a, pull);
        io.set(self.force_b, pull.map(|f| -f));
    }
}
