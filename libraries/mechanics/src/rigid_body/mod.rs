//! A rigid body that moves freely.

mod points;

use simobject::{Creator, Io, Look, Out, Pattern, Private, Resource, Result, SimObject, State, Sum};
use simobject_elements::environment::GRAVITY;

use points::Point;
use simobject_elements::rotation::{WorldFromBody, attitude, rate};
use simobject_elements::vector::{cross, sum};

/// A rigid body with six degrees of freedom, which falls as the scenario's
/// gravity says.
///
/// Its axes begin at its centre of mass and are its principal axes of inertia.
/// `Pos` and `Vel` are those of the centre of mass, in the scenario's frame, as
/// `AngVel` is; the state `BodyAngVel` is the angular velocity in the body's own
/// axes, in which Euler's equations are short.
///
/// `Orientation` is a quaternion w, x, y, z, `world_from_body`: it takes a
/// vector from the body's axes to those of the scenario. Its length, 0.1 to 10,
/// means nothing: it is normalised wherever it is used. It stays what it was at
/// the start but for errors of integration, which so do no harm.
/// `WorldFromBody` is the same with length 1.
pub struct RigidBody {
    force: Sum<3>,
    torque: Sum<3>,
    pos: State<3>,
    orientation: State<4>,
    vel: State<3>,
    body_ang_vel: State<3>,
    unit: Out<4>,
    ang_vel: Out<3>,
    world_from_body: Private<9>,
    gravity: Resource<3, 3>,
    points: Vec<Point>,
    per_mass: f64,
    /// Principal moments, kg m^2.
    inertia: [f64; 3],
}

impl SimObject for RigidBody {
    const NAME: &'static str = "Body/RigidBody";
    const DOC: &'static str = "\
A rigid body with six degrees of freedom, that falls as the scenario's gravity says

Its axes are the principal ones, from its centre of mass, which is at Pos
R(Orientation) takes vectors from the body's axes to the scenario's; the quaternion's length, 0.1 to 10, means nothing
dPos/dt = Vel, dVel/dt = (Force + Force1 + ...) / Mass + Gravity(Pos)
dOrientation/dt = Orientation * (0, BodyAngVel) / 2, AngVel = R BodyAngVel
Inertia dBodyAngVel/dt = R^T Torque + Point1 x R^T Force1 + ... - BodyAngVel x Inertia BodyAngVel
Pos1 = Pos + R Point1, Vel1 = Vel + AngVel x R Point1";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces at the centre of mass, without gravity");
        let torque = c.sum_port("Torque", "N m", "Sum of the torques, in the scenario's axes");
        c.default_input(force, 0.0);
        c.default_input(torque, 0.0);
        let pos = c.state("Pos", "m", "Position of the centre of mass");
        let orientation = c.state("Orientation", "", "How it is turned: quaternion w, x, y, z, world_from_body");
        let vel = c.state("Vel", "m/s", "Velocity of the centre of mass");
        let body_ang_vel = c.state("BodyAngVel", "rad/s", "Angular velocity, in the body's axes");
        c.out_port_of("Pos", pos);
        c.out_port_of("Vel", vel);
        c.out_port_of("BodyAngVel", body_ang_vel);
        let of_length_1 = c.out_port("WorldFromBody", "", "How it is turned: unit quaternion w, x, y, z");
        let ang_vel = c.out_port("AngVel", "rad/s", "Angular velocity, in the scenario's axes");
        let world_from_body = c.private("Rotation");
        let gravity = c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`");
        let points = Point::declare(c);

        let all = |of: fn(&Point) -> Out<3>| -> Vec<Out<3>> { points.iter().map(of).collect() };
        let forces: Vec<Sum<3>> = points.iter().map(|point| point.force).collect();
        c.common_computation(Self::turn).reads(orientation).fills((of_length_1, world_from_body));
        c.common_computation(Self::spin).reads((world_from_body, body_ang_vel)).fills(ang_vel);
        if !points.is_empty() {
            c.common_computation(Self::position).reads((world_from_body, pos)).fills(all(|point| point.pos));
            c.common_computation(Self::velocity)
                .reads((world_from_body, vel, body_ang_vel))
                .fills(all(|point| point.vel));
        }
        // The centre of mass moves as if the body did not turn, and the body turns as if that did not move.
        let mut motion = c
            .derivatives(Self::motion)
            .reads((force, torque, &forces, gravity, pos, orientation, vel, body_ang_vel))
            .pattern(pos, pos, Pattern::NONE)
            .pattern(pos, vel, Pattern::DIAGONAL)
            .pattern(pos, orientation, Pattern::NONE)
            .pattern(pos, body_ang_vel, Pattern::NONE)
            .pattern(pos, gravity, Pattern::NONE)
            .pattern(pos, torque, Pattern::NONE)
            .pattern(vel, vel, Pattern::NONE)
            .pattern(vel, orientation, Pattern::NONE)
            .pattern(vel, body_ang_vel, Pattern::NONE)
            .pattern(vel, torque, Pattern::NONE)
            .pattern(orientation, pos, Pattern::NONE)
            .pattern(orientation, vel, Pattern::NONE)
            .pattern(orientation, gravity, Pattern::NONE)
            .pattern(orientation, torque, Pattern::NONE)
            .pattern(body_ang_vel, pos, Pattern::NONE)
            .pattern(body_ang_vel, vel, Pattern::NONE)
            .pattern(body_ang_vel, gravity, Pattern::NONE)
            .pattern(body_ang_vel, force, Pattern::NONE);
        for force in forces.into_iter().chain([force]) {
            motion = motion.pattern(pos, force, Pattern::NONE).pattern(vel, force, Pattern::DIAGONAL).pattern(
                orientation,
                force,
                Pattern::NONE,
            );
        }
        drop(motion);

        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required();
        let inertia: [f64; 3] = c
            .parameter("Inertia")
            .unit("kg m^2")
            .doc("Principal moments of inertia, about the body's axes")
            .more_than(0.0)
            .required();
        let trace: f64 = inertia.iter().sum();
        if let Some(largest) = inertia.into_iter().find(|moment| moment - (trace - moment) > ROUNDING * moment) {
            let others = trace - largest;
            let message = format!("no body has these moments: {largest} is more than the other two together, {others}");
            c.error("Inertia", message);
        }
        let size: [f64; 3] = c
            .parameter("Size")
            .unit("m")
            .doc("Edges of the box in the 3D view; if not given, those of a box of that mass with that inertia")
            .at_least(0.0)
            .optional()
            .unwrap_or_else(|| inertia.map(|moment| (6.0 * (trace - 2.0 * moment).max(0.0) / mass).sqrt()));
        c.look(Look::cuboid([0.0; 3], size).frame(pos, of_length_1));
        Ok(Self {
            force,
            torque,
            pos,
            orientation,
            vel,
            body_ang_vel,
            unit: of_length_1,
            ang_vel,
            world_from_body,
            gravity,
            points,
            per_mass: 1.0 / mass,
            inertia,
        })
    }
}

/// By how much, as a part of it, a moment of inertia may exceed the others
/// together: it equals them where a body is flat.
const ROUNDING: f64 = 1e-6;

impl RigidBody {
    #[inline]
    fn turn(&self, io: &mut Io<'_>) -> Result<()> {
        let (unit, WorldFromBody(matrix)) = attitude(io.get(self.orientation), "Orientation")?;
        io.set(self.unit, unit);
        io.set(self.world_from_body, matrix);
        Ok(())
    }

    #[inline]
    fn spin(&self, io: &mut Io<'_>) {
        let world = WorldFromBody(io.get(self.world_from_body)).world(io.get(self.body_ang_vel));
        io.set(self.ang_vel, world);
    }

    #[inline]
    fn position(&self, io: &mut Io<'_>) {
        let (world_from_body, pos) = (WorldFromBody(io.get(self.world_from_body)), io.get(self.pos));
        for point in &self.points {
            io.set(point.pos, sum(pos, world_from_body.world(point.place)));
        }
    }

    #[inline]
    fn velocity(&self, io: &mut Io<'_>) {
        let world_from_body = WorldFromBody(io.get(self.world_from_body));
        let (vel, body_ang_vel) = (io.get(self.vel), io.get(self.body_ang_vel));
        for point in &self.points {
            io.set(point.vel, sum(vel, world_from_body.world(cross(body_ang_vel, point.place))));
        }
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let (orientation, body_ang_vel) = (io.get(self.orientation), io.get(self.body_ang_vel));
        let (_, world_from_body) = attitude(orientation, "Orientation")?;
        let mut force = io.get(self.force);
        let mut moment = world_from_body.body(io.get(self.torque));
        for point in &self.points {
            let at_point = io.get(point.force);
            force = sum(force, at_point);
            moment = sum(moment, cross(point.place, world_from_body.body(at_point)));
        }
        let gravity = io.query(self.gravity, io.get(self.pos));
        let spin: [f64; 3] = std::array::from_fn(|i| self.inertia[i] * body_ang_vel[i]);
        let gyroscopic = cross(spin, body_ang_vel);
        io.set_derivative(self.pos, io.get(self.vel));
        io.set_derivative(self.vel, std::array::from_fn(|i| force[i] * self.per_mass + gravity[i]));
        io.set_derivative(self.orientation, rate(orientation, body_ang_vel));
        io.set_derivative(self.body_ang_vel, std::array::from_fn(|i| (moment[i] + gyroscopic[i]) / self.inertia[i]));
        Ok(())
    }
}
