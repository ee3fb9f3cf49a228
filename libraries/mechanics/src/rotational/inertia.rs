use simobject::{Creator, Io, Pattern, Result, SimObject, State, Sum};

/// An inertia that turns around an axis. `Angle` (rad), `AngVel` (rad/s) and
/// `Torque` (N m) are positive the same way; the angle goes on counting after a
/// turn.
pub struct Inertia {
    torque: Sum<1>,
    angle: State<1>,
    ang_vel: State<1>,
    /// 1/(kg m^2).
    per_inertia: f64,
    /// N m s/rad.
    damping: f64,
}

impl SimObject for Inertia {
    const NAME: &'static str = "Rotational/Inertia";
    const DOC: &'static str = "\
An inertia that turns around an axis

dAngle/dt  = AngVel
dAngVel/dt = (Torque - Damping AngVel) / Inertia";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let torque = c.sum_port("Torque", "N m", "Sum of the torques, but for Damping");
        c.default_input(torque, 0.0);
        let angle = c.state("Angle", "rad", "Angle");
        let ang_vel = c.state("AngVel", "rad/s", "Angular velocity");
        c.out_port_of("Angle", angle);
        c.out_port_of("AngVel", ang_vel);
        c.derivatives(Self::motion)
            .reads((torque, ang_vel))
            .pattern(angle, torque, Pattern::NONE)
            .pattern(angle, ang_vel, Pattern::DIAGONAL)
            .pattern(ang_vel, torque, Pattern::DIAGONAL)
            .pattern(ang_vel, ang_vel, Pattern::DIAGONAL);
        let inertia: f64 =
            c.parameter("Inertia").unit("kg m^2").doc("Moment of inertia about the axis").more_than(0.0).required();
        let damping =
            c.parameter("Damping").unit("N m s/rad").doc("Viscous friction on the frame").at_least(0.0).default(0.0);
        Ok(Self { torque, angle, ang_vel, per_inertia: 1.0 / inertia, damping })
    }
}

impl Inertia {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([torque], [ang_vel]) = (io.get(self.torque), io.get(self.ang_vel));
        io.set_derivative(self.angle, [ang_vel]);
        io.set_derivative(self.ang_vel, [(torque - self.damping * ang_vel) * self.per_inertia]);
    }
}
