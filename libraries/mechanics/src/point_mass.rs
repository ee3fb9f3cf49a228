use simobject::{Creator, Io, Look, Pattern, Resource, Result, SimObject, State, Sum};
use simobject_elements::environment::GRAVITY;

/// A point mass that falls as the scenario's gravity says.
///
/// It asks a resource `Gravity`, so that all bodies of a scenario fall alike,
/// and gravity that depends on the position works as well.
pub struct PointMass {
    force: Sum<3>,
    pos: State<3>,
    vel: State<3>,
    gravity: Resource<3, 3>,
    per_mass: f64,
}

impl SimObject for PointMass {
    const NAME: &'static str = "Body/PointMass";
    const DOC: &'static str = "\
A point mass that falls as the scenario's gravity says

dPos/dt = Vel
dVel/dt = Force / Mass + Gravity(Pos)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces, without gravity");
        c.default_input(force, 0.0);
        let pos = c.state("Pos", "m", "Position");
        let vel = c.state("Vel", "m/s", "Velocity");
        c.out_port_of("Pos", pos);
        c.out_port_of("Vel", vel);
        let gravity = c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`");
        c.derivatives(Self::motion)
            .reads((force, pos, vel, gravity))
            .pattern(pos, force, Pattern::NONE)
            .pattern(pos, pos, Pattern::NONE)
            .pattern(pos, vel, Pattern::DIAGONAL)
            .pattern(pos, gravity, Pattern::NONE)
            .pattern(vel, force, Pattern::DIAGONAL)
            .pattern(vel, vel, Pattern::NONE);
        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required();
        let radius: f64 =
            c.parameter("Radius").unit("m").doc("Radius of the sphere in the 3D view").more_than(0.0).default(0.5);
        c.look(Look::sphere(pos, radius));
        Ok(Self { force, pos, vel, gravity, per_mass: 1.0 / mass })
    }
}

impl PointMass {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let (force, vel) = (io.get(self.force), io.get(self.vel));
        let gravity = io.query(self.gravity, io.get(self.pos));
        io.set_derivative(self.pos, vel);
        io.set_derivative(self.vel, std::array::from_fn(|i| force[i] * self.per_mass + gravity[i]));
    }
}
