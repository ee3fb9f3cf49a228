//! A rigid body that moves freely: position and attitude, and how its points move.
//!
//! An attitude is a quaternion w, x, y, z, `world_from_body`, whose length means nothing (see [`rotation`](crate::rotation)).

use simobject::{Creator, Io, Out, Private, Resource, Result, SimObject, State, Sum};

use crate::environment::GRAVITY;
use crate::rotation::{WorldFromBody, attitude};
use crate::vector::{Vector, cross, sum};

/// States and ports of a body with six degrees of freedom.
#[derive(Debug, Clone)]
pub struct FreeBody {
    /// N.
    pub force: Sum<3>,
    /// N m, in the scenario's axes.
    pub torque: Sum<3>,
    /// Position of its origin, m.
    pub pos: State<3>,
    /// Quaternion w, x, y, z.
    pub orientation: State<4>,
    /// Velocity of its origin, m/s.
    pub vel: State<3>,
    /// Angular velocity in the body's axes, rad/s.
    pub body_ang_vel: State<3>,
    /// The quaternion with length 1.
    pub unit: Out<4>,
    ang_vel: Out<3>,
    /// The rotation as a matrix, row by row.
    pub world_from_body: Private<9>,
    /// Acceleration of gravity.
    pub gravity: Resource<3, 3>,
    places: Vec<Place>,
}

/// A point of a body.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// From the body's origin, in its axes, m.
    pub arm: Vector,
    /// m.
    pub pos: Out<3>,
    /// m/s.
    pub vel: Out<3>,
}

/// A SimObject that is a free body.
pub trait Free: SimObject {
    /// The body.
    fn body(&self) -> &FreeBody;

    #[doc(hidden)]
    #[inline]
    fn turn(&self, io: &mut Io<'_>) -> Result<()> {
        let body = self.body();
        let (unit, WorldFromBody(matrix)) = attitude(io.get(body.orientation), "Orientation")?;
        io.set(body.unit, unit);
        io.set(body.world_from_body, matrix);
        Ok(())
    }

    #[doc(hidden)]
    #[inline]
    fn spin(&self, io: &mut Io<'_>) {
        let body = self.body();
        let world = WorldFromBody(io.get(body.world_from_body)).world(io.get(body.body_ang_vel));
        io.set(body.ang_vel, world);
    }

    #[doc(hidden)]
    #[inline]
    fn place(&self, io: &mut Io<'_>) {
        let body = self.body();
        let (world_from_body, pos) = (WorldFromBody(io.get(body.world_from_body)), io.get(body.pos));
        for place in &body.places {
            io.set(place.pos, sum(pos, world_from_body.world(place.arm)));
        }
    }

    #[doc(hidden)]
    #[inline]
    fn speed(&self, io: &mut Io<'_>) {
        let body = self.body();
        let world_from_body = WorldFromBody(io.get(body.world_from_body));
        let (vel, ang_vel) = (io.get(body.vel), world_from_body.world(io.get(body.body_ang_vel)));
        for place in &body.places {
            io.set(place.vel, sum(vel, cross(ang_vel, world_from_body.world(place.arm))));
        }
    }
}

impl FreeBody {
    /// Declares states and ports; force, torque, position and velocity have these descriptions.
    pub fn declare<T: Free>(c: &mut Creator<'_, T>, [of_force, of_torque, of_pos, of_vel]: [&'static str; 4]) -> Self {
        let force = c.sum_port("Force", "N", of_force);
        let torque = c.sum_port("Torque", "N m", of_torque);
        c.default_input(force, 0.0);
        c.default_input(torque, 0.0);
        let pos = c.state("Pos", "m", of_pos);
        let orientation = c.state("Orientation", "", "How it is turned: quaternion w, x, y, z, world_from_body");
        let vel = c.state("Vel", "m/s", of_vel);
        let body_ang_vel = c.state("BodyAngVel", "rad/s", "Angular velocity, in the body's axes");
        for (name, state) in [("Pos", pos), ("Vel", vel), ("BodyAngVel", body_ang_vel)] {
            c.out_port_of(name, state);
        }
        let unit = c.out_port("WorldFromBody", "", "How it is turned: unit quaternion w, x, y, z");
        let ang_vel = c.out_port("AngVel", "rad/s", "Angular velocity, in the scenario's axes");
        let world_from_body = c.private("Rotation");
        let gravity = c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`");
        c.common_computation(T::turn).reads(orientation).fills((unit, world_from_body));
        c.common_computation(T::spin).reads((world_from_body, body_ang_vel)).fills(ang_vel);
        let places = Vec::new();
        Self { force, torque, pos, orientation, vel, body_ang_vel, unit, ang_vel, world_from_body, gravity, places }
    }

    /// Declares how its points move.
    #[must_use]
    pub fn with_points<T: Free>(self, c: &mut Creator<'_, T>, places: Vec<Place>) -> Self {
        if !places.is_empty() {
            let all = |of: fn(&Place) -> Out<3>| -> Vec<Out<3>> { places.iter().map(of).collect() };
            c.common_computation(T::place).reads((self.world_from_body, self.pos)).fills(all(|place| place.pos));
            c.common_computation(T::speed)
                .reads((self.world_from_body, self.vel, self.body_ang_vel))
                .fills(all(|place| place.vel));
        }
        Self { places, ..self }
    }
}

/// The gyroscopic moment of an angular momentum, N m s, at an angular velocity, rad/s: `-w x L`, by which Euler's
/// equations (1758) differ from those of a body that does not turn. Both are in the same axes.
#[inline]
pub fn gyroscopic_moment(momentum: Vector, ang_vel: Vector) -> Vector {
    cross(momentum, ang_vel)
}
