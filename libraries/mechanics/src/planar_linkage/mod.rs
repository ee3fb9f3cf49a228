//! Rigid links in series, with hinges, in a plane.

mod appearance;
mod cholesky;
mod links;
mod planar;
mod plane;

use simobject::{
    Creator, Failure, InSlice, Io, Look, Out, OutSlice, PrivateSlice, Resource, Result, SignalHandle, SimObject,
    StateSlice, Sum,
};
use simobject_elements::environment::GRAVITY;

use cholesky::{solve, triangle};
use links::{Link, MOST};
use planar::{cross, dot, spun, sum, turned};
use plane::Plane;

/// Rigid links in series: an arm, a boom and a stick, a pendulum of any number
/// of links. The first one hangs at `Origin`, each other one at the end of the
/// one before; all move in one plane.
///
/// A link has axes of its own: from its hinge, x along the link. The states are
/// the angles of the joints, each from the link before, the first one from
/// `AxisX`; towards `AxisY` they are positive. So no hinge can come apart, and
/// there are no constraints to be kept.
///
/// Lagrange's equations are solved for the accelerations of the links' angles,
/// with their own mass matrix, by a Cholesky factorisation: exact, in N^3 / 6
/// multiplications. (In these angles the mass matrix has no velocities and few
/// terms; those of the joints are their differences.)
///
/// Forces act at attachment points. What of them does not lie in the plane is
/// taken by the hinges, and does nothing here.
pub struct PlanarLinkage {
    angle: StateSlice,
    ang_vel: StateSlice,
    torque: InSlice,
    gravity: Resource<3, 3>,
    hinges: OutSlice,
    ang_acc: OutSlice,
    /// Cosine and sine of each link's angle from x.
    directions: PrivateSlice,
    /// Of each link's hinge and of the last one's end, in the plane, m.
    places: PrivateSlice,
    /// At which each link's angle from x changes, rad/s.
    rates: PrivateSlice,
    /// Of each link's hinge, in the plane, m/s.
    speeds: PrivateSlice,
    /// The rows of the mass matrix's lower triangle, and what stands on the
    /// right of it.
    equations: PrivateSlice,
    /// Where the brackets of the points begin, for the 3D view, m; none without points.
    roots: Option<PrivateSlice>,
    plane: Plane,
    links: Vec<Link>,
    /// In the order of their links.
    points: Vec<Point>,
}

/// Where something is attached to a link.
struct Point {
    /// From 0 on.
    link: usize,
    /// In its axes, m.
    place: [f64; 2],
    pos: Out<3>,
    vel: Out<3>,
    force: Sum<3>,
}

impl SimObject for PlanarLinkage {
    const NAME: &'static str = "Mechanism/PlanarLinkage";
    const DOC: &'static str = "\
Rigid links in series with hinges, in a plane

NumLinks links move in the plane through Origin along AxisX and AxisY
Hinge 1 is at Origin. Link 1 begins there and lies along its own x: hinge 2 is at (Length1, 0) in its axes, and so on
Each Angle is from the x of the link before, the first from AxisX, and positive towards AxisY; a are their sums so far
dAngle/dt = AngVel; dAngVel/dt = AngAcc, from Lagrange's equations of all links together, solved exactly:
M(a) d2a/dt2 = C(a, da/dt) + moments of gravity, of the forces at the points, of Torque - Damping AngVel at the joints
Point 1 is at Point1 in the axes of link Point1Link, and so on. What of a force is normal to the plane is taken by the hinges
Hinges: of each hinge, in order, and of the end of the last link";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("NumLinks").doc("Number of links").at_least(1.0).at_most(MOST).required();
        let plane = Plane::declare(c);
        let links = Link::declare(c, count);

        let torque = c.in_slice(
            "Torque",
            count,
            "N m",
            "Torque of a drive at each joint, on its link and against the one before",
        );
        c.default_input(torque, 0.0);
        let angle = c.state_slice("Angle", count, "rad", "Angle of each joint: from the link before, or from AxisX");
        let ang_vel = c.state_slice("AngVel", count, "rad/s", "Angular velocity of each joint");
        c.out_port_of("Angle", angle);
        c.out_port_of("AngVel", ang_vel);
        let ang_acc = c.out_slice("AngAcc", count, "rad/s^2", "Angular acceleration of each joint");
        let hinges = c.out_slice("Hinges", 3 * (count + 1), "m", "Positions of the hinges, and of the last link's end");
        let points = Point::declare(c, count);
        let gravity = c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`");

        let directions = c.private_slice("Directions", 2 * count);
        let places = c.private_slice("Places", 2 * (count + 1));
        let rates = c.private_slice("Rates", count);
        let speeds = c.private_slice("Speeds", 2 * count);
        let equations = c.private_slice("Equations", triangle(count) + count);
        let all = |of: fn(&Point) -> Out<3>| -> Vec<Out<3>> { points.iter().map(of).collect() };
        let forces: Vec<Sum<3>> = points.iter().map(|point| point.force).collect();
        c.common_computation(Self::turn).reads(angle).fills((directions, places));
        c.common_computation(Self::spin).reads((directions, ang_vel)).fills((rates, speeds));
        c.common_computation(Self::draw).reads(places).reads_no_states().fills(hinges);
        let roots = (!points.is_empty()).then(|| c.private_slice("Roots", 3 * points.len()));
        if let Some(roots) = roots {
            c.common_computation(Self::position).reads((directions, places)).reads_no_states().fills(all(|of| of.pos));
            c.common_computation(Self::velocity)
                .reads((directions, rates, speeds))
                .reads_no_states()
                .fills(all(|of| of.vel));
            c.common_computation(Self::draw_brackets).reads((directions, places)).reads_no_states().fills(roots);
        }
        c.common_computation(Self::accelerate)
            .reads((directions, places, rates, ang_vel, torque, forces, gravity))
            .fills((equations, ang_acc));
        c.derivatives(Self::motion).reads((ang_vel, ang_acc));

        let radius: f64 =
            c.parameter("Radius").unit("m").doc("Radius of the links in the 3D view").more_than(0.0).default(0.05);
        appearance::show_base(c, &plane, radius);
        for link in 0..count {
            let end = |hinge: usize| hinges.elements(3 * hinge..3 * hinge + 3);
            c.look(Look::capsule(end(link), end(link + 1), radius));
            c.look(appearance::pin(end(link), &plane, radius));
        }
        if let Some(roots) = roots {
            for (index, point) in points.iter().enumerate().filter(|(_, point)| point.lies_beside(&links, radius)) {
                c.look(Look::capsule(roots.elements(3 * index..3 * index + 3), point.pos, 0.5 * radius));
            }
        }
        Ok(Self {
            angle,
            ang_vel,
            torque,
            gravity,
            hinges,
            ang_acc,
            directions,
            places,
            rates,
            speeds,
            equations,
            roots,
            plane,
            links,
            points,
        })
    }
}

impl Point {
    /// Asks for the parameters of all points, and declares their ports.
    fn declare(c: &mut Creator<'_, PlanarLinkage>, links: usize) -> Vec<Self> {
        let count: usize =
            c.parameter("NumPoints").doc("Number of attachment points").at_least(0.0).at_most(MOST).default(0);
        let mut points: Vec<Self> = (1..=count)
            .map(|number| {
                let link: usize = c
                    .parameter(format!("Point{number}Link"))
                    .doc(format!("The link on which point {number} is, from 1 on"))
                    .at_least(1.0)
                    .at_most(links as f64)
                    .required();
                let place = c
                    .parameter(format!("Point{number}"))
                    .unit("m")
                    .doc(format!("Point {number} in the axes of its link"))
                    .required();
                let force = c.sum_port(format!("Force{number}"), "N", format!("Sum of the forces at point {number}"));
                c.default_input(force, 0.0);
                Self {
                    link: link - 1,
                    place,
                    pos: c.out_port(format!("Pos{number}"), "m", format!("Position of point {number}")),
                    vel: c.out_port(format!("Vel{number}"), "m/s", format!("Velocity of point {number}")),
                    force,
                }
            })
            .collect();
        points.sort_by_key(|point| point.link);
        points
    }

    /// Whether it lies outside of its link, of that radius, m.
    fn lies_beside(&self, links: &[Link], radius: f64) -> bool {
        let [x, y] = self.root(links);
        (self.place[0] - x).hypot(self.place[1] - y) > radius
    }

    /// The point of its link that is nearest, in the link's axes, m.
    fn root(&self, links: &[Link]) -> [f64; 2] {
        [self.place[0].clamp(0.0, links[self.link].length), 0.0]
    }
}

/// Two numbers out of a row of them.
#[inline]
fn pair(io: &Io<'_>, row: PrivateSlice, index: usize) -> [f64; 2] {
    [io.at(row, 2 * index), io.at(row, 2 * index + 1)]
}

#[inline]
fn set_pair(io: &mut Io<'_>, row: PrivateSlice, index: usize, [x, y]: [f64; 2]) {
    io.set_at(row, 2 * index, x);
    io.set_at(row, 2 * index + 1, y);
}

impl PlanarLinkage {
    /// Where the links are.
    #[inline]
    fn turn(&self, io: &mut Io<'_>) {
        let (mut angle, mut place) = (0.0, [0.0; 2]);
        for (i, link) in self.links.iter().enumerate() {
            angle += io.at(self.angle, i);
            let (sin, cos) = f64::sin_cos(angle);
            set_pair(io, self.directions, i, [cos, sin]);
            set_pair(io, self.places, i, place);
            place = sum(place, [link.length * cos, link.length * sin]);
        }
        set_pair(io, self.places, self.links.len(), place);
    }

    /// How fast they move.
    #[inline]
    fn spin(&self, io: &mut Io<'_>) {
        let (mut rate, mut speed) = (0.0, [0.0; 2]);
        for (i, link) in self.links.iter().enumerate() {
            rate += io.at(self.ang_vel, i);
            io.set_at(self.rates, i, rate);
            set_pair(io, self.speeds, i, speed);
            let [cos, sin] = pair(io, self.directions, i);
            speed = sum(speed, spun([link.length * cos, link.length * sin], rate));
        }
    }

    #[inline]
    fn draw(&self, io: &mut Io<'_>) {
        for i in 0..=self.links.len() {
            let hinge = self.plane.point(pair(io, self.places, i));
            io.slice_mut(self.hinges)[3 * i..3 * i + 3].copy_from_slice(&hinge);
        }
    }

    /// What holds the points that lie beside their links.
    fn draw_brackets(&self, io: &mut Io<'_>) {
        let Some(roots) = self.roots else { return };
        for (index, point) in self.points.iter().enumerate() {
            let arm = turned(point.root(&self.links), pair(io, self.directions, point.link));
            let root = self.plane.point(sum(pair(io, self.places, point.link), arm));
            io.slice_mut(roots)[3 * index..3 * index + 3].copy_from_slice(&root);
        }
    }

    #[inline]
    fn position(&self, io: &mut Io<'_>) {
        for point in &self.points {
            let arm = turned(point.place, pair(io, self.directions, point.link));
            io.set(point.pos, self.plane.point(sum(pair(io, self.places, point.link), arm)));
        }
    }

    #[inline]
    fn velocity(&self, io: &mut Io<'_>) {
        for point in &self.points {
            let arm = turned(point.place, pair(io, self.directions, point.link));
            let along = spun(arm, io.at(self.rates, point.link));
            io.set(point.vel, self.plane.vector(sum(pair(io, self.speeds, point.link), along)));
        }
    }

    #[inline]
    fn accelerate(&self, io: &mut Io<'_>) -> Result<()> {
        self.put_moments(io);
        self.put_inertia(io);
        let count = self.links.len();
        let (matrix, moments) = io.slice_mut(self.equations).split_at_mut(triangle(count));
        solve(matrix, moments).map_err(singular)?;
        let mut before = 0.0;
        for i in 0..count {
            let acceleration = io.at(self.equations, triangle(count) + i);
            io.set_at(self.ang_acc, i, acceleration - before);
            before = acceleration;
        }
        Ok(())
    }

    /// The moment of all that acts on each link and, through the next hinge, on
    /// those behind it, about its own hinge.
    #[inline]
    fn put_moments(&self, io: &mut Io<'_>) {
        let count = self.links.len();
        let mut points = self.points.iter().rev().peekable();
        let (mut force_behind, mut torque_behind) = ([0.0; 2], 0.0);
        for (i, link) in self.links.iter().enumerate().rev() {
            let direction = pair(io, self.directions, i);
            let centre = turned(link.centre_of_mass, direction);
            let gravity = io.query(self.gravity, self.plane.point(sum(pair(io, self.places, i), centre)));
            let weight = self.plane.part_of(gravity).map(|part| link.mass * part);
            let torque = io.at(self.torque, i) - link.damping * io.at(self.ang_vel, i);
            let mut moment = torque - torque_behind + cross(centre, weight);
            moment += link.length * cross(direction, force_behind);
            force_behind = sum(force_behind, weight);
            while let Some(point) = points.next_if(|point| point.link == i) {
                let force = self.plane.part_of(io.get(point.force));
                moment += cross(turned(point.place, direction), force);
                force_behind = sum(force_behind, force);
            }
            torque_behind = torque;
            io.set_at(self.equations, triangle(count) + i, moment);
        }
    }

    /// The mass matrix, and the moments of the links' rotation.
    #[inline]
    fn put_inertia(&self, io: &mut Io<'_>) {
        let count = self.links.len();
        for (j, outer) in self.links.iter().enumerate() {
            let (outer_direction, outer_rate) = (pair(io, self.directions, j), io.at(self.rates, j));
            let first_moment = turned(outer.first_moment, outer_direction);
            let mut outer_moment = io.at(self.equations, triangle(count) + j);
            for (i, inner) in self.links[..j].iter().enumerate() {
                let (direction, rate) = (pair(io, self.directions, i), io.at(self.rates, i));
                io.set_at(self.equations, triangle(j) + i, inner.length * dot(direction, first_moment));
                let swing = inner.length * cross(direction, first_moment);
                let inner_moment = io.at(self.equations, triangle(count) + i);
                io.set_at(self.equations, triangle(count) + i, inner_moment + swing * outer_rate * outer_rate);
                outer_moment -= swing * rate * rate;
            }
            io.set_at(self.equations, triangle(count) + j, outer_moment);
            io.set_at(self.equations, triangle(j) + j, outer.second_moment);
        }
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        for i in 0..self.links.len() {
            let (velocity, acceleration) = (io.at(self.ang_vel, i), io.at(self.ang_acc, i));
            io.derivative_slice_mut(self.angle)[i] = velocity;
            io.derivative_slice_mut(self.ang_vel)[i] = acceleration;
        }
    }
}

#[cold]
fn singular(row: usize) -> Failure {
    let number = row + 1;
    Failure::recoverable(format!(
        "the mass matrix is singular: in this position nothing resists when link {number} turns; `Inertia{number}`, also a \
         small one, mends that"
    ))
}
