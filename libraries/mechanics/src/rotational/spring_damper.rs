use simobject::{Creator, In, Io, Out, Result, SimObject};

/// A spring and damper without inertia, side by side, between two that turn
/// around one axis: a shaft that gives, a coupling.
pub struct SpringDamper {
    angle_a: In<1>,
    ang_vel_a: In<1>,
    angle_b: In<1>,
    ang_vel_b: In<1>,
    torque_a: Out<1>,
    torque_b: Out<1>,
    torque: Out<1>,
    /// N m/rad.
    stiffness: f64,
    /// N m s/rad.
    damping: f64,
    /// rad.
    rest_angle: f64,
}

impl SimObject for SpringDamper {
    const NAME: &'static str = "Rotational/SpringDamper";
    const DOC: &'static str = "\
A spring and damper between two that turn around one axis

Torque  = Stiffness (AngleB - AngleA - RestAngle) + Damping (AngVelB - AngVelA)
TorqueA = Torque, TorqueB = -Torque";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let angle_a = c.in_port("AngleA", "rad", "Angle of end A");
        let ang_vel_a = c.in_port("AngVelA", "rad/s", "Angular velocity of end A");
        let angle_b = c.in_port("AngleB", "rad", "Angle of end B");
        let ang_vel_b = c.in_port("AngVelB", "rad/s", "Angular velocity of end B");
        let torque_a = c.out_port("TorqueA", "N m", "Torque on what is at end A");
        let torque_b = c.out_port("TorqueB", "N m", "Torque on what is at end B");
        let torque = c.out_port("Torque", "N m", "With which it is twisted: above 0 where B is ahead");
        c.common_computation(Self::torques)
            .reads((angle_a, ang_vel_a, angle_b, ang_vel_b))
            .fills((torque_a, torque_b, torque));
        Ok(Self {
            angle_a,
            ang_vel_a,
            angle_b,
            ang_vel_b,
            torque_a,
            torque_b,
            torque,
            stiffness: c.parameter("Stiffness").unit("N m/rad").doc("Stiffness").at_least(0.0).required(),
            damping: c.parameter("Damping").unit("N m s/rad").doc("Damping").at_least(0.0).default(0.0),
            rest_angle: c.parameter("RestAngle").unit("rad").doc("AngleB - AngleA without elastic torque").default(0.0),
        })
    }
}

impl SpringDamper {
    #[inline]
    fn torques(&self, io: &mut Io<'_>) {
        let ([angle_a], [ang_vel_a]) = (io.get(self.angle_a), io.get(self.ang_vel_a));
        let ([angle_b], [ang_vel_b]) = (io.get(self.angle_b), io.get(self.ang_vel_b));
        let torque = self.stiffness * (angle_b - angle_a - self.rest_angle) + self.damping * (ang_vel_b - ang_vel_a);
        io.set(self.torque_a, [torque]);
        io.set(self.torque_b, [-torque]);
        io.set(self.torque, [torque]);
    }
}
