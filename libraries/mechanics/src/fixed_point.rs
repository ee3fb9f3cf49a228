use simobject::{Creator, Io, Look, Out, Rate, Result, SimObject, Sum};

/// A point that stays where it is, for what hangs on the frame, or stands on
/// it: it is at `Pos` (m, in the scenario's frame), has no velocity, and tells
/// with which force, N, the frame holds it.
pub struct FixedPoint {
    force: Sum<3>,
    pos: Out<3>,
    vel: Out<3>,
    reaction: Out<3>,
    /// m.
    place: [f64; 3],
}

impl SimObject for FixedPoint {
    const NAME: &'static str = "Body/FixedPoint";
    const DOC: &'static str = "\
A point that stays where it is

Vel = 0, Reaction = -Force";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces on it");
        c.default_input(force, 0.0);
        let pos = c.out_port("Pos", "m", "Position");
        let vel = c.out_port("Vel", "m/s", "Velocity: none");
        let reaction = c.out_port("Reaction", "N", "Force of the frame on it, which holds it");
        c.common_computation(Self::stay).rate(Rate::Constant).reads(()).fills((pos, vel));
        c.common_computation(Self::hold).reads(force).fills(reaction);
        let place = c.parameter("Pos").unit("m").doc("Where it is, in the scenario's frame").required();
        let size: f64 = c.parameter("Size").unit("m").doc("Edge of the box in the 3D view").more_than(0.0).default(0.2);
        c.look(Look::cuboid(pos, [size; 3]));
        Ok(Self { force, pos, vel, reaction, place })
    }
}

impl FixedPoint {
    fn stay(&self, io: &mut Io<'_>) {
        io.set(self.pos, self.place);
        io.set(self.vel, [0.0; 3]);
    }

    #[inline]
    fn hold(&self, io: &mut Io<'_>) {
        let force = io.get(self.force);
        // Not -f, which would be -0 where nothing pulls.
        io.set(self.reaction, force.map(|f| 0.0 - f));
    }
}
