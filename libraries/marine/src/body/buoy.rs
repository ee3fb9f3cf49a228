use simobject::{Creator, Failure, In, Io, Level, Look, Out, Resource, Result, SimObject, State};
use simobject_elements::free_body::{Free, FreeBody};
use simobject_elements::rotation::{WorldFromBody, rate};
use simobject_elements::sea::{WATER, WATER_SURFACE};

use super::form::{Strip, hull, strips};
use super::hull::{Hull, Plane};
use super::inertia::{Balance, along, isotropic};
use super::point::Point;
use simobject_elements::vector::{Vector, cross, dot, norm, plus, scaled, sum, unit};

/// A rigid body that floats, or is under water: a ball, a cylinder or a spar.
pub struct Buoy {
    body: FreeBody,
    wet_volume: Out<1>,
    water: Resource<3, 8>,
    surface: Resource<2, 3>,
    points: Vec<Point>,
    hull: Hull,
    strips: Vec<Strip>,
    mass: f64,
    inertia: [f64; 3],
    centre_of_mass: Vector,
    displaced_mass: Option<f64>,
    resistance: Resistance,
    is_tilted: bool,
}

/// Coefficients of the water's resistance: across the axis, along it.
struct Resistance {
    drag: [f64; 2],
    added_mass: [f64; 2],
    /// N s/m and N m s, along and about the body's axes.
    linear_damping: [f64; 6],
    /// N s^2/m^2 and N m s^2.
    quadratic_damping: [f64; 6],
}

impl Resistance {
    fn declare(c: &mut Creator<'_, Buoy>, is_ball: bool) -> Self {
        let mut coefficients = |normal: (&'static str, &'static str, f64), axial: (&'static str, &'static str, f64)| {
            let mut one = |(name, doc, usual)| c.parameter(name).doc(doc).at_least(0.0).default(usual);
            [one(normal), if is_ball { 0.0 } else { one(axial) }]
        };
        let usual = if is_ball { 0.5 } else { 1.0 };
        let drag: [f64; 2] = coefficients(
            ("NormalDrag", "Drag coefficient across the axis; of a ball in all directions", usual),
            ("AxialDrag", "Drag coefficient of both ends, along the axis", 1.0),
        );
        let added_mass = coefficients(
            ("NormalAddedMass", "Added mass coefficient across the axis; of a ball in all directions", usual),
            ("AxialAddedMass", "Added mass coefficient along the axis", 0.2),
        );
        let mut six =
            |name: &'static str, doc: &'static str| c.parameter(name).doc(doc).at_least(0.0).default([0.0; 6]);
        let linear_damping = six(
            "LinearDamping",
            "Force along each of the body's axes for its velocity through the water, N s/m, and torques, N m s",
        );
        let quadratic_damping = six("QuadraticDamping", "The same for the squares of these, N s^2/m^2 and N m s^2");
        Self { drag, added_mass, linear_damping, quadratic_damping }
    }
}

/// Most slices that are asked about at once.
const CHUNK: usize = 32;

impl SimObject for Buoy {
    const NAME: &'static str = "Body/Buoy";
    const DOC: &'static str = "\
A rigid body that floats or is under water: a ball, a cylinder or a spar, with points for lines

Its axes begin at the middle of its form, where Pos is, with z downwards along its axis; all places are given in them
(M + added mass + lines' ends) d(Vel, AngVel)/dt = weight + buoyancy + drag + waves + damping + lines + Force, Torque
buoyancy = rho g V upwards, at the centroid of the volume V that the plane of the water's surface above Pos cuts off, exactly
drag = 1/2 rho C A |u| u; waves = rho V (1 + C_a) Acc: of a ball at its middle, of each slice of a cylinder across and
along its axis; each in the part that is wet
Added mass is C_a rho V of what is wet, or of DisplacedMass, where that is given, always
Orientation may have any length from 0.1 to 10, which goes back to 1 within seconds
Left out: radiation and diffraction, slamming, lift, wind, and the ground";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let body = FreeBody::declare(
            c,
            [
                "Sum of other forces at Pos",
                "Sum of other torques, in the scenario's axes",
                "Position of the middle of its form",
                "Velocity there",
            ],
        );
        let FreeBody { force, torque, pos, orientation, vel, body_ang_vel, unit, world_from_body, gravity, .. } = body;
        c.initial_value(orientation, [1.0, 0.0, 0.0, 0.0]);
        c.initial_value(vel, [0.0; 3]);
        c.initial_value(body_ang_vel, [0.0; 3]);
        let wet_volume = c.out_port("WetVolume", "m^3", "Volume under water");
        let water = c.uses("Water", &WATER, "The water around it");
        let surface = c.uses("WaterSurface", &WATER_SURFACE, "The water's surface");
        let points = Point::declare(c);
        let body = body.with_points(c, points.iter().map(|point| point.place).collect());

        let hull = hull(c);
        let slices = slices(c, &hull);
        let is_ball = matches!(hull, Hull::Sphere(_));
        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required();
        let doc = "Principal moments of inertia about the centre of mass, along the body's axes";
        let inertia: [f64; 3] = c.parameter("Inertia").unit("kg m^2").doc(doc).more_than(0.0).required();
        let centre_of_mass =
            c.parameter("CentreOfMass").unit("m").doc("Where its mass is, in the body's axes").default([0.0; 3]);
        let displaced_mass = c
            .parameter("DisplacedMass")
            .unit("kg")
            .doc("Mass of the water of which its added mass is a part; that of what is wet if not given")
            .at_least(0.0)
            .optional();
        let resistance = Resistance::declare(c, is_ball);
        let is_tilted = c
            .choice("Surface", [("Tilted", true), ("Level", false)])
            .doc("The plane of the water's surface: with its slope above Pos; level")
            .default("Tilted");

        let ends: Vec<(In<3>, In<9>)> = points.iter().map(|point| (point.force, point.mass)).collect();
        c.initial(Self::weigh).reads((pos, water)).only_at_the_start();
        c.common_computation(Self::float).reads((pos, world_from_body, surface)).fills(wet_volume);
        let asked = (gravity, water, surface);
        c.derivatives(Self::motion).reads((
            force,
            torque,
            ends,
            asked,
            pos,
            orientation,
            vel,
            body_ang_vel,
            world_from_body,
        ));
        look(c, &hull, pos, unit);
        let strips = strips(&hull, slices);
        Ok(Self {
            body,
            wet_volume,
            water,
            surface,
            points,
            hull,
            strips,
            mass,
            inertia,
            centre_of_mass,
            displaced_mass,
            resistance,
            is_tilted,
        })
    }
}

/// How many slices each cylinder has.
fn slices(c: &mut Creator<'_, Buoy>, hull: &Hull) -> usize {
    match hull {
        Hull::Sphere(_) => 1,
        Hull::Cylinders(_) => c
            .parameter("Slices")
            .doc("Number of slices of each cylinder, for drag and waves")
            .at_least(1.0)
            .at_most(1000.0)
            .default(10),
    }
}

fn look(c: &mut Creator<'_, Buoy>, hull: &Hull, pos: State<3>, orientation: Out<4>) {
    match hull {
        Hull::Sphere(radius) => {
            c.look(Look::sphere([0.0; 3], *radius).frame(pos, orientation).material("Simple/Orange"))
        }
        Hull::Cylinders(cylinders) => {
            for cylinder in cylinders {
                let half = 0.5 * cylinder.height;
                let (top, bottom) = ([0.0, 0.0, cylinder.middle - half], [0.0, 0.0, cylinder.middle + half]);
                let look = Look::cylinder(top, bottom, cylinder.radius).frame(pos, orientation);
                c.look(look.material("Simple/Orange"));
            }
        }
    }
}

impl Free for Buoy {
    #[inline]
    fn body(&self) -> &FreeBody {
        &self.body
    }
}

impl Buoy {
    /// Tells of one that sinks.
    fn weigh(&self, io: &mut Io<'_>) {
        let [.., density, _] = io.query(self.water, io.get(self.body.pos));
        let most = density * self.hull.volume();
        if self.mass > most {
            let told = format!(
                "it has a mass of {} kg, and displaces {most:.4} kg of water at most: it sinks, unless something carries it",
                self.mass
            );
            io.log(Level::Warning, &told);
        }
    }

    #[inline]
    fn float(&self, io: &mut Io<'_>) {
        let (pos, turned) = (io.get(self.body.pos), WorldFromBody(io.get(self.body.world_from_body)));
        let wet = self.hull.wet(pos, turned.world([0.0, 0.0, 1.0]), &self.plane(io, pos));
        io.set(self.wet_volume, wet.volume);
    }

    /// The plane of the water's surface above a place.
    fn plane(&self, io: &Io<'_>, pos: Vector) -> Plane {
        let [elevation, slope @ ..] = io.query(self.surface, [pos[0], pos[1]]);
        // The surface is z = -(elevation + slope (x - x0)): downwards is along (slope, 1).
        let down = if self.is_tilted { unit([slope[0], slope[1], 1.0]) } else { [0.0, 0.0, 1.0] };
        Plane { point: [pos[0], pos[1], -elevation], down }
    }

    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let (pos, vel) = (io.get(self.body.pos), io.get(self.body.vel));
        let turned = WorldFromBody(io.get(self.body.world_from_body));
        let body_ang_vel = io.get(self.body.body_ang_vel);
        let ang_vel = turned.world(body_ang_vel);
        let axis = turned.world([0.0, 0.0, 1.0]);
        let gravity = io.query(self.body.gravity, pos);
        let plane = self.plane(io, pos);
        let mut balance = Balance::new();

        let centre = turned.world(self.centre_of_mass);
        balance.carry(centre, &isotropic(self.mass), ang_vel);
        balance.push(centre, scaled(gravity, self.mass));
        balance.spin(&self.inertia_in_world(&turned), ang_vel);

        let (density, stream) = self.in_water(io, &mut balance, [pos, vel, ang_vel], axis, &plane);
        let wet = self.hull.wet(pos, axis, &plane);
        balance.push([0.0; 3], scaled(gravity, -density * wet.volume));
        balance.turn(cross(wet.moment, scaled(gravity, -density)));
        self.damp(&mut balance, &turned, plus(vel, -1.0, stream), body_ang_vel);

        for point in &self.points {
            let arm = turned.world(point.place.arm);
            balance.push(arm, io.get(point.force));
            balance.carry(arm, &io.get(point.mass), ang_vel);
        }
        balance.push([0.0; 3], io.get(self.body.force));
        balance.turn(io.get(self.body.torque));

        let Some([acceleration, angular]) = balance.accelerations() else {
            return Err(Failure::recoverable("its mass matrix is not positive"));
        };
        io.set_derivative(self.body.pos, vel);
        io.set_derivative(self.body.vel, acceleration);
        let orientation = io.get(self.body.orientation);
        let turning = rate(orientation, body_ang_vel);
        // Its length means nothing; that it goes back to 1 leaves equilibria nothing to choose.
        let back = 0.5 * (1.0 - orientation.iter().map(|part| part * part).sum::<f64>());
        io.set_derivative(self.body.orientation, std::array::from_fn(|i| turning[i] + back * orientation[i]));
        // The axes turn with the body, and so does its angular velocity: that adds w x w, which is nothing.
        io.set_derivative(self.body.body_ang_vel, turned.body(angular));
        Ok(())
    }

    /// Drag, waves and added mass; the density of the water and its velocity at Pos.
    fn in_water(
        &self,
        io: &Io<'_>,
        balance: &mut Balance,
        [pos, vel, ang_vel]: [Vector; 3],
        axis: Vector,
        plane: &Plane,
    ) -> (f64, Vector) {
        let total = self.hull.volume();
        let mut around = [0.0; 8];
        for strips in self.strips.chunks(CHUNK) {
            // Behind the strips comes Pos.
            let mut places = [pos; CHUNK + 1];
            let mut water = [[0.0; 8]; CHUNK + 1];
            for (place, strip) in places.iter_mut().zip(strips) {
                *place = plus(pos, strip.middle, axis);
            }
            let count = strips.len() + 1;
            io.query_many(self.water, &places[..count], &mut water[..count]);
            around = water[strips.len()];
            for ((strip, place), water) in strips.iter().zip(&places).zip(&water) {
                let [u, v, w, a, b, c, density, _] = *water;
                let arm = scaled(axis, strip.middle);
                let wet = self.wet_part(strip, plane, *place, axis);
                let relative = plus([u, v, w], -1.0, sum(vel, cross(ang_vel, arm)));
                let (displaced, dynamic) = (density * strip.volume * wet, 0.5 * density * wet);
                let acceleration = [a, b, c];
                if matches!(self.hull, Hull::Sphere(_)) {
                    let drag = dynamic * self.resistance.drag[0] * strip.areas[0] * norm(relative);
                    balance.push(arm, scaled(relative, drag));
                    balance.push(arm, scaled(acceleration, displaced * (1.0 + self.resistance.added_mass[0])));
                    let with = self.displaced_mass.unwrap_or(displaced);
                    balance.carry(arm, &isotropic(with * self.resistance.added_mass[0]), ang_vel);
                    continue;
                }
                let (speed, accelerated) = (dot(relative, axis), dot(acceleration, axis));
                let across = plus(relative, -speed, axis);
                let normal = dynamic * self.resistance.drag[0] * strip.areas[0] * norm(across);
                let axial = dynamic * self.resistance.drag[1] * strip.areas[1] * speed.abs() * speed;
                balance.push(arm, plus(scaled(across, normal), axial, axis));
                let across = plus(acceleration, -accelerated, axis);
                let [normal, axial] = self.resistance.added_mass;
                let waves = scaled(across, displaced * (1.0 + normal));
                balance.push(arm, plus(waves, displaced * (1.0 + axial) * accelerated, axis));
                let with = self.displaced_mass.map_or(displaced, |mass| mass * strip.volume / total);
                balance.carry(arm, &along(axis, with * normal, with * axial), ang_vel);
            }
        }
        let [u, v, w, _, _, _, density, _] = around;
        (density, [u, v, w])
    }

    /// Which part of a strip is below the surface: of a ball exactly, of a slice by the heights of its ends.
    fn wet_part(&self, strip: &Strip, plane: &Plane, place: Vector, axis: Vector) -> f64 {
        if matches!(self.hull, Hull::Sphere(_)) {
            return self.hull.wet(place, axis, plane).volume / strip.volume;
        }
        let rise = dot(axis, plane.down);
        let half = 0.5 * strip.height * rise.abs() + strip.radius * (1.0 - rise * rise).max(0.0).sqrt();
        (0.5 + 0.5 * plane.depth(place) / half).clamp(0.0, 1.0)
    }

    /// Damping along the body's axes, and about them.
    fn damp(&self, balance: &mut Balance, turned: &WorldFromBody, relative: Vector, body_ang_vel: Vector) {
        let linear = turned.body(relative);
        let of = |axis: usize, speed: f64| {
            -(self.resistance.linear_damping[axis] + self.resistance.quadratic_damping[axis] * speed.abs()) * speed
        };
        balance.push([0.0; 3], turned.world(std::array::from_fn(|axis| of(axis, linear[axis]))));
        balance.turn(turned.world(std::array::from_fn(|axis| of(3 + axis, body_ang_vel[axis]))));
    }

    /// The tensor of inertia, in the scenario's axes.
    fn inertia_in_world(&self, turned: &WorldFromBody) -> [f64; 9] {
        let WorldFromBody(r) = turned;
        std::array::from_fn(|at| {
            let (row, column) = (at / 3, at % 3);
            (0..3).map(|axis| r[3 * row + axis] * self.inertia[axis] * r[3 * column + axis]).sum()
        })
    }
}
