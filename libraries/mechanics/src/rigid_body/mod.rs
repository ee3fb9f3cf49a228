//! A rigid body that moves freely.

mod points;

use simobject::{Creator, Io, Look, Pattern, Result, SimObject, Sum};
use simobject_elements::free_body::{Free, FreeBody, gyroscopic_moment};
use simobject_elements::rotation::{attitude, rate};
use simobject_elements::vector::{cross, sum};

use points::Point;

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
    body: FreeBody,
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
        let body = FreeBody::declare(
            c,
            [
                "Sum of the forces at the centre of mass, without gravity",
                "Sum of the torques, in the scenario's axes",
                "Position of the centre of mass",
                "Velocity of the centre of mass",
            ],
        );
        let points = Point::declare(c);
        let body = body.with_points(c, points.iter().map(|point| point.place).collect());
        let FreeBody { force, torque, pos, orientation, vel, body_ang_vel, gravity, .. } = body;
        let forces: Vec<Sum<3>> = points.iter().map(|point| point.force).collect();
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
        let doc = "Principal moments of inertia, about the body's axes";
        let inertia: [f64; 3] = c.parameter("Inertia").unit("kg m^2").doc(doc).more_than(0.0).required();
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
        c.look(Look::cuboid([0.0; 3], size).frame(pos, body.unit));
        Ok(Self { body, points, per_mass: 1.0 / mass, inertia })
    }
}

/// By how much, as a part of it, a moment of inertia may exceed the others
/// together: it equals them where a body is flat.
const ROUNDING: f64 = 1e-6;

impl Free for RigidBody {
    #[inline]
    fn body(&self) -> &FreeBody {
        &self.body
    }
}

impl RigidBody {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let FreeBody { force, torque, pos, orientation, vel, body_ang_vel, gravity, .. } = self.body;
        let (quaternion, ang_vel) = (io.get(orientation), io.get(body_ang_vel));
        let (_, world_from_body) = attitude(quaternion, "Orientation")?;
        let mut force = io.get(force);
        let mut moment = world_from_body.body(io.get(torque));
        for point in &self.points {
            let at_point = io.get(point.force);
            force = sum(force, at_point);
            moment = sum(moment, cross(point.place.arm, world_from_body.body(at_point)));
        }
        let acceleration = io.query(gravity, io.get(pos));
        let momentum: [f64; 3] = std::array::from_fn(|i| self.inertia[i] * ang_vel[i]);
        let gyroscopic = gyroscopic_moment(momentum, ang_vel);
        io.set_derivative(pos, io.get(vel));
        io.set_derivative(vel, std::array::from_fn(|i| force[i] * self.per_mass + acceleration[i]));
        io.set_derivative(orientation, rate(quaternion, ang_vel));
        io.set_derivative(body_ang_vel, std::array::from_fn(|i| (moment[i] + gyroscopic[i]) / self.inertia[i]));
        Ok(())
    }
}
