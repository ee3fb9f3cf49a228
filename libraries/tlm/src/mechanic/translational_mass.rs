use simobject::tlm::{MechanicQ, Motion, Moving};
use simobject::{Clock, Creator, In, Io, Out, Rate, Result, Sampled, SimObject};

use crate::input::input;

/// What counts as no limit, m.
const FAR: f64 = 1e300;

/// A mass between ports `P1` and `P2`, of side Q. `P2` moves as the mass does,
/// `P1` the other way, since velocities are positive out of it.
pub struct TranslationalMass {
    ports: [MechanicQ; 2],
    damping: In<1>,
    limits: [In<1>; 2],
    x: Sampled<1>,
    v: Sampled<1>,
    a: Sampled<1>,
    acceleration: Out<1>,
    motion: Motion,
    /// kg.
    mass: f64,
    /// x1 + x2, m.
    length: f64,
}

impl SimObject for TranslationalMass {
    const NAME: &'static str = "Mechanic/TranslationalMass";
    const DOC: &'static str = "\
A mass with viscous friction, a spring to the ground, and stops

m dv/dt = c1 - c2 - (B + Zc1 + Zc2) v - k x, dx/dt = v, by the trapezoidal rule with the step T:
m a = c1 - c2 - (B + Zc1 + Zc2) v - k x, v = v(before) + T/2 (a(before) + a), x = x(before) + T/2 (v(before) + v)
v2 = v, v1 = -v, x2 = x, x1 = Length - x, f_i = c_i + Zc_i v_i, me = m
Where x would leave x_min to x_max it stays at that limit, with v = 0 and a = 0: the stop is inelastic.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "End that moves as -x"), ("P2", "End that moves as x")]
            .map(|(name, doc)| MechanicQ::declare(c, name, doc));
        let mass: f64 = c.parameter("m").unit("kg").doc("Mass").more_than(0.0).default(100.0);
        let damping = input(c, "B", "N s/m", "Viscous friction", |damping| damping.at_least(0.0).default(10.0));
        let stiffness = c.parameter("k").unit("N/m").doc("Spring to the ground").at_least(0.0).default(0.0);
        let mut range = [-FAR, FAR];
        let mut limit = |c: &mut Creator<'_, Self>, i: usize, name, doc| {
            input(c, name, "m", doc, |limit| {
                range[i] = limit.default(range[i]);
                range[i]
            })
        };
        let limits =
            [limit(c, 0, "x_min", "Lower limit of the position"), limit(c, 1, "x_max", "Upper limit of the position")];
        let length: f64 = c.parameter("Length").unit("m").doc("x1 + x2").default(0.0);
        let start: f64 = c.parameter("StartPosition").unit("m").doc("x2 at the start").default(0.0);
        let velocity: f64 = c.parameter("StartVelocity").unit("m/s").doc("v2 at the start").default(0.0);
        if range[0] > range[1] {
            c.error("x_max", format!("is below `x_min`, {}", range[0]));
        } else if start < range[0] || start > range[1] {
            c.error("StartPosition", format!("is not between `x_min`, {}, and `x_max`, {}", range[0], range[1]));
        }
        let x = c.sampled_state("x", "m", "Position at the tick before");
        let v = c.sampled_state("v", "m/s", "Velocity at the tick before");
        let a = c.sampled_state("a", "m/s^2", "Acceleration at the tick before");
        c.initial_value(x, &[start]);
        c.initial_value(v, &[velocity]);
        c.initial_value(a, &[0.0]);
        let acceleration = c.out_port("Acceleration", "m/s^2", "Acceleration");
        let [p1, p2] = ports;
        p1.starts_at(c, length - start, -velocity);
        p2.starts_at(c, start, velocity);
        c.common_computation(Self::advance)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), damping, limits, x, v, a))
            .fills((ports.map(|port| port.fills()), acceleration));
        c.update(Self::keep).on(Clock::model()).reads((p2.x, p2.v, acceleration)).reads_no_states().sets((x, v, a));
        c.common_computation(Self::equivalent_mass).rate(Rate::Constant).reads_no_states().fills((p1.me, p2.me));
        let motion = Motion::new(c.sample_time(Clock::model()), mass, stiffness);
        Ok(Self { ports, damping, limits, x, v, a, acceleration, motion, mass, length })
    }
}

impl TranslationalMass {
    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        let [p1, p2] = self.ports;
        let [w1, w2] = MechanicQ::waves(self.ports, io);
        let ([damping], [lower], [upper]) = (io.get(self.damping), io.get(self.limits[0]), io.get(self.limits[1]));
        let ([x], [v], [a]) = (io.get(self.x), io.get(self.v), io.get(self.a));
        let (force, damping) = (w1.c - w2.c, damping + w1.zc + w2.zc);
        let now = if io.tick() == 0 {
            self.motion.start(x, v, force, damping)
        } else {
            self.motion.next(Moving { x, v, a }, force, damping).within(lower, upper)
        };
        p1.set(io, w1, -now.v, self.length - now.x);
        p2.set(io, w2, now.v, now.x);
        io.set(self.acceleration, [now.a]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let (x, v, a) = (io.get(self.ports[1].x), io.get(self.ports[1].v), io.get(self.acceleration));
        io.set_next(self.x, x);
        io.set_next(self.v, v);
        io.set_next(self.a, a);
    }

    fn equivalent_mass(&self, io: &mut Io<'_>) {
        for port in self.ports {
            io.set(port.me, [self.mass]);
        }
    }
}
