use simobject::{Creator, Io, Pattern, Result, SimObject, State, Sum};

/// A mass that moves along a line. `Pos` (m), `Vel` (m/s) and `Force` (N) are
/// positive the same way; gravity, if it acts along the line, is one of the
/// forces.
pub struct Mass {
    force: Sum<1>,
    pos: State<1>,
    vel: State<1>,
    /// 1/kg.
    per_mass: f64,
    /// N s/m.
    damping: f64,
}

impl SimObject for Mass {
    const NAME: &'static str = "Translational/Mass";
    const DOC: &'static str = "\
A mass that moves along a line

dPos/dt = Vel
dVel/dt = (Force - Damping Vel) / Mass";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces, but for Damping");
        c.default_input(force, 0.0);
        let pos = c.state("Pos", "m", "Position along the line");
        let vel = c.state("Vel", "m/s", "Velocity");
        c.out_port_of("Pos", pos);
        c.out_port_of("Vel", vel);
        c.derivatives(Self::motion)
            .reads((force, vel))
            .pattern(pos, force, Pattern::NONE)
            .pattern(pos, vel, Pattern::DIAGONAL)
            .pattern(vel, force, Pattern::DIAGONAL)
            .pattern(vel, vel, Pattern::DIAGONAL);
        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required();
        let damping =
            c.parameter("Damping").unit("N s/m").doc("Viscous friction on the frame").at_least(0.0).default(0.0);
        Ok(Self { force, pos, vel, per_mass: 1.0 / mass, damping })
    }
}

impl Mass {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([force], [vel]) = (io.get(self.force), io.get(self.vel));
        io.set_derivative(self.pos, [vel]);
        io.set_derivative(self.vel, [(force - self.damping * vel) * self.per_mass]);
    }
}
