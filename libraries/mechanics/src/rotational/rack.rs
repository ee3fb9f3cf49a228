use simobject::{Creator, Io, Out, Pattern, Result, SimObject, State, Sum};

/// A pinion and the rack that it drives, as one rigid body: the teeth have no
/// play. `Inertia` is that of the pinion and all that is fixed to it, `Mass`
/// that of the rack.
///
/// With a negative `Radius` the rack moves the other way, as on the other side
/// of the pinion.
pub struct Rack {
    torque: Sum<1>,
    force: Sum<1>,
    angle: State<1>,
    ang_vel: State<1>,
    pos: Out<1>,
    vel: Out<1>,
    /// m.
    radius: f64,
    /// 1/(kg m^2), of pinion and rack.
    per_inertia: f64,
    /// N m s/rad.
    damping: f64,
}

impl SimObject for Rack {
    const NAME: &'static str = "Rotational/Rack";
    const DOC: &'static str = "\
A pinion and a rack, as one rigid body

Pos = Radius Angle, Vel = Radius AngVel, dAngle/dt = AngVel
dAngVel/dt = (Torque + Radius Force - Damping AngVel) / (Inertia + Mass Radius^2)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let torque = c.sum_port("Torque", "N m", "Sum of the torques on the pinion, but for Damping");
        let force = c.sum_port("Force", "N", "Sum of the forces on the rack");
        c.default_input(torque, 0.0);
        c.default_input(force, 0.0);
        let angle = c.state("Angle", "rad", "Angle of the pinion");
        let ang_vel = c.state("AngVel", "rad/s", "Angular velocity of the pinion");
        c.out_port_of("Angle", angle);
        c.out_port_of("AngVel", ang_vel);
        let pos = c.out_port("Pos", "m", "Position of the rack: 0 at angle 0");
        let vel = c.out_port("Vel", "m/s", "Velocity of the rack");
        c.common_computation(Self::place).reads(angle).fills(pos);
        c.common_computation(Self::speed).reads(ang_vel).fills(vel);
        c.derivatives(Self::motion)
            .reads((torque, force, ang_vel))
            .pattern(angle, torque, Pattern::NONE)
            .pattern(angle, force, Pattern::NONE)
            .pattern(angle, ang_vel, Pattern::DIAGONAL)
            .pattern(ang_vel, torque, Pattern::DIAGONAL)
            .pattern(ang_vel, force, Pattern::DIAGONAL)
            .pattern(ang_vel, ang_vel, Pattern::DIAGONAL);
        let inertia: f64 =
            c.parameter("Inertia").unit("kg m^2").doc("Moment of inertia of the pinion").at_least(0.0).default(0.0);
        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass of the rack").at_least(0.0).default(0.0);
        let radius: f64 =
            c.parameter("Radius").unit("m").doc("Pitch radius; below 0 the rack moves the other way").required();
        if radius == 0.0 {
            c.error("Radius", "must not be 0");
        } else if inertia == 0.0 && mass == 0.0 {
            c.error("Inertia", "must be more than 0, or `Mass` must");
        }
        let damping = c
            .parameter("Damping")
            .unit("N m s/rad")
            .doc("Viscous friction on the frame, at the pinion")
            .at_least(0.0)
            .default(0.0);
        let per_inertia = 1.0 / (inertia + mass * radius * radius);
        Ok(Self { torque, force, angle, ang_vel, pos, vel, radius, per_inertia, damping })
    }
}

impl Rack {
    #[inline]
    fn place(&self, io: &mut Io<'_>) {
        let [angle] = io.get(self.angle);
        io.set(self.pos, [self.radius * angle]);
    }

    #[inline]
    fn speed(&self, io: &mut Io<'_>) {
        let [ang_vel] = io.get(self.ang_vel);
        io.set(self.vel, [self.radius * ang_vel]);
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([torque], [force], [ang_vel]) = (io.get(self.torque), io.get(self.force), io.get(self.ang_vel));
        io.set_derivative(self.angle, [ang_vel]);
        let torque = torque + self.radius * force - self.damping * ang_vel;
        io.set_derivative(self.ang_vel, [torque * self.per_inertia]);
    }
}
