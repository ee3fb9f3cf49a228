use simobject::look::Attribute;
use simobject::{Creator, Io, Look, Pattern, Result, SimObject, State, Sum, Towards};

/// FhSim's name of the mesh that is a sphere.
const SPHERE: &str = "fhSphere.mesh";

/// A point mass that translates in three dimensions.
///
/// `dPos/dt = Vel` and `dVel/dt = Force / Mass - (0, 0, g)`, the tutorial's
/// equation (5). With z pointing down, gravity is `g = -9.81`.
pub struct Mass {
    force: Sum<3>,
    pos: State<3>,
    vel: State<3>,
    per_mass: f64,
    g: f64,
}

impl SimObject for Mass {
    const NAME: &'static str = "Body/Mass";
    const DOC: &'static str = "\
A point mass that translates in three dimensions

dPos/dt = Vel
dVel/dt = Force / Mass - (0, 0, g)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces on the mass");
        let pos = c.state("Pos", "m", "Position");
        let vel = c.state("Vel", "m/s", "Velocity");
        c.out_port_of("Pos", pos);
        c.out_port_of("Vel", vel);
        c.derivatives(Self::motion)
            .reads((force, vel))
            .pattern(pos, force, Pattern::NONE)
            .pattern(pos, vel, Pattern::DIAGONAL)
            .pattern(vel, force, Pattern::DIAGONAL)
            .pattern(vel, vel, Pattern::NONE);

        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required();
        let g = c
            .parameter("g")
            .unit("m/s^2")
            .doc("Acceleration of gravity towards -z (-9.81 pulls towards +z)")
            .gravity(Towards::MinusZ)
            .default(0.0);

        let scale: f64 = c.parameter("Scale").doc("Size of the sphere in the 3D view").more_than(0.0).default(1.0);
        let doc = "Material in the 3D view: a name, or a colour, `#rrggbb`";
        let material = c.parameter("Material").doc(doc).default("Simple/Black".to_owned());
        let doc = "Shape in the 3D view: fhSphere.mesh, a sphere; or a file (glTF)";
        let mesh: String = c.parameter("Mesh").doc(doc).default(SPHERE.to_owned());
        let look = match mesh.as_str() {
            SPHERE => Look::sphere(pos, 0.5 * scale),
            _ => Look::mesh(mesh).frame(pos, [1.0, 0.0, 0.0, 0.0]).with(Attribute::Scale, scale),
        };
        c.look(look.material(material));
        Ok(Self { force, pos, vel, per_mass: 1.0 / mass, g })
    }
}

impl Mass {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([x, y, z], vel) = (io.get(self.force), io.get(self.vel));
        io.set_derivative(self.pos, vel);
        io.set_derivative(self.vel, [x * self.per_mass, y * self.per_mass, z * self.per_mass - self.g]);
    }
}
