use simobject::{Creator, Failure, In, Io, Look, Out, Private, Rate, Result, SimObject};
use simobject_elements::nature::TRANSLATIONAL;

/// Where two points in space become the ends of a line: what lies between `A` and `B`, a cylinder or a spring, pulls both
/// points along it.
pub struct BetweenPoints {
    /// Of the points A and B.
    positions: [In<3>; 2],
    velocities: [In<3>; 2],
    through: [In<1>; 2],
    origin: [Out<1>; 2],
    distance: Out<1>,
    rate: Out<1>,
    forces: [Out<3>; 2],
    direction: Private<3>,
}

/// Closer than this there is no direction, m.
const LEAST_DISTANCE: f64 = 1e-6;

impl SimObject for BetweenPoints {
    const NAME: &'static str = "Translational/BetweenPoints";
    const DOC: &'static str = "\
Two points in space, between which something lies along a line

u        = (PosB - PosA) / Distance
s(A) = 0, s(B) = Distance
v(A) = 0, v(B) = (VelB - VelA) . u
ForceA   = f(A) u, ForceB = f(B) u, on what is at the points

f(A) and f(B) are what flows into it. It does not know the rates of its velocities: nothing with a mass may lie at A or B.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = c.terminal("A", &TRANSLATIONAL, "At the point A; it counts as standing still");
        let b = c.terminal("B", &TRANSLATIONAL, "At the point B, by its distance from A");
        let positions = [c.in_port("PosA", "m", "Position of A"), c.in_port("PosB", "m", "Position of B")];
        let velocities = [c.in_port("VelA", "m/s", "Velocity of A"), c.in_port("VelB", "m/s", "Velocity of B")];
        let through =
            [c.in_port("f_a", "N", "What flows into it at A"), c.in_port("f_b", "N", "What flows into it at B")];
        let origin =
            [c.out_port("s_a", "m", "Position of A, which is 0"), c.out_port("v_a", "m/s", "Its velocity, which is 0")];
        let distance = c.out_port("Distance", "m", "Of B from A");
        let rate = c.out_port("v_rel", "m/s", "At which the distance grows");
        let forces = [c.out_port("ForceA", "N", "On what is at A"), c.out_port("ForceB", "N", "On what is at B")];
        let direction = c.private("Direction");
        c.common_computation(Self::stand).reads(()).fills(origin).rate(Rate::Constant);
        c.common_computation(Self::measure).reads(positions).reads_no_states().fills((distance, direction));
        c.common_computation(Self::grow).reads((velocities, direction)).reads_no_states().fills(rate);
        c.common_computation(Self::pull).reads((through, direction)).reads_no_states().fills(forces);
        c.fixes_across(a).across(origin[1]).position(origin[0]).through(through[0]).named("A");
        c.fixes_across(b).across(rate).position(distance).through(through[1]).named("B");
        let mut length = |name: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit("m").doc(doc).at_least(0.0).default(0.0)
        };
        let radius = length("Radius", "Radius of what lies between, in the 3D view; 0: it is not drawn");
        let barrel = length("BarrelLength", "Of a cylinder's barrel in the 3D view; 0: it is a rod");
        if radius > 0.0 {
            let [from, to] = positions;
            c.look(match barrel {
                0.0 => Look::cylinder(from, to, radius),
                _ => Look::hydraulic_cylinder(from, to).barrel(radius, barrel).rod(0.5 * radius, barrel),
            });
        }
        Ok(Self { positions, velocities, through, origin, distance, rate, forces, direction })
    }
}

impl BetweenPoints {
    fn stand(&self, io: &mut Io<'_>) {
        self.origin.into_iter().for_each(|of| io.set(of, [0.0]));
    }

    #[inline]
    fn measure(&self, io: &mut Io<'_>) -> Result<()> {
        let [a, b] = self.positions.map(|at| io.get(at));
        let way: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
        let distance = way[0].hypot(way[1]).hypot(way[2]);
        if distance < LEAST_DISTANCE {
            return Err(meet(distance));
        }
        io.set(self.distance, [distance]);
        io.set(self.direction, way.map(|part| part / distance));
        Ok(())
    }

    #[inline]
    fn grow(&self, io: &mut Io<'_>) {
        let ([a, b], u) = (self.velocities.map(|at| io.get(at)), io.get(self.direction));
        io.set(self.rate, [(0..3).map(|i| (b[i] - a[i]) * u[i]).sum()]);
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let u = io.get(self.direction);
        for (through, force) in self.through.into_iter().zip(self.forces) {
            let [f] = io.get(through);
            io.set(force, u.map(|part| f * part));
        }
    }
}

#[cold]
fn meet(distance: f64) -> Failure {
    Failure::recoverable(format!("its points are {distance} m from each other: where they meet there is no direction"))
}
