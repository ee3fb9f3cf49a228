use simobject::{Clock, Creator, DiscreteState, Io, Out, Rate, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, MechanicQ, Motion, Moving, Wave, parting};

use crate::place::{Place, cylinder};
use crate::steps::{keep_in_step, keep_oil_in_step, warn_of_long_step};

/// A double-acting cylinder with its load, of side Q: two hydraulic ports, `P1`
/// and `P2`, and its rod, port `P3`. The oil in its chambers belongs to what is
/// connected to them.
pub struct CylinderQ {
    chambers: [HydraulicQ; 2],
    rod: MechanicQ,
    acceleration: Out<1>,
    /// Position, velocity and acceleration at the tick before.
    before: DiscreteState<3>,
    motion: Motion,
    /// m^2.
    areas: [f64; 2],
    /// N s/m.
    damping: f64,
    /// m.
    stroke: f64,
    /// kg.
    mass: f64,
    /// s.
    step: f64,
}

impl SimObject for CylinderQ {
    const NAME: &'static str = "Hydraulic/CylinderQ";
    const DOC: &'static str = "\
A double-acting cylinder with its load: a mass with viscous friction and a spring to the ground; its oil is that of the volumes at P1 and P2

m_l dv/dt = A_1 c1 - A_2 c2 - c3 - (B_p + B_l + A_1^2 Zc1 + A_2^2 Zc2 + Zc3) v - k_l x, dx/dt = v
by the trapezoidal rule with the step T: v = v(before) + T/2 (a(before) + a), x = x(before) + T/2 (v(before) + v)
P3.v = v, P3.x = x, P3.f = c3 + Zc3 v, P3.me = m_l
q1 = -A_1 v, q2 = A_2 v, p_i = c_i + Zc_i q_i
Where x would leave 0 to s_l it stays at that limit, with v = 0 and a = 0: the stops are inelastic.
Where a pressure would fall below 0, c and Zc of that port count as 0, and all is calculated once more.
A port that the other one has only pulled down, and that has a pressure without it, is no such port.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let chambers = [("P1", "Chamber 1, which pushes the rod out"), ("P2", "Chamber 2, which pulls it in")]
            .map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let rod = MechanicQ::declare(c, "P3", "The rod");
        keep_in_step(c, &[rod]);
        keep_oil_in_step(c, &chambers);
        let areas = [("A_1", "Area of the piston in chamber 1"), ("A_2", "The same in chamber 2")]
            .map(|(name, doc)| c.parameter(name).unit("m^2").doc(doc).more_than(0.0).default(1e-4));
        let stroke: f64 = c.parameter("s_l").unit("m").doc("Stroke").more_than(0.0).default(0.01);
        let mass: f64 = c.parameter("m_l").unit("kg").doc("Mass of the load").more_than(0.0).default(0.05);
        let mut friction = |name: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit("N s/m").doc(doc).at_least(0.0).default(0.0)
        };
        let damping = friction("B_p", "Viscous friction of the piston") + friction("B_l", "The same of the load");
        let stiffness = c.parameter("k_l").unit("N/m").doc("Spring of the load to the ground");
        let stiffness: f64 = stiffness.at_least(0.0).default(100.0);
        let start = c.parameter("StartPosition").unit("m").doc("Of P3 at the start: from 0, wholly in, to s_l");
        let start: f64 = start.default(0.0);
        if !(0.0..=stroke).contains(&start) {
            c.error("StartPosition", format!("is not between 0 and `s_l`, {stroke}"));
        }
        let velocity: f64 = c.parameter("StartVelocity").unit("m/s").doc("Of P3 at the start").default(0.0);
        let acceleration = c.out_port("Acceleration", "m/s^2", "Acceleration of the rod");
        let doc = "Position, m, velocity, m/s, and acceleration, m/s^2, of the rod at the tick before";
        let before = c.discrete_state("Before", "", doc);
        c.initial_value(before, [start, velocity, 0.0]);
        rod.starts_at(c, start, velocity);
        c.initial(Self::begin).reads(chambers.map(|port| port.zc)).reads_no_states();
        c.common_computation(Self::advance)
            .on(Clock::model())
            .reads((chambers.map(|port| port.reads()), rod.reads(), before))
            .fills((chambers.map(|port| port.fills()), rod.fills(), acceleration));
        c.update(Self::keep).on(Clock::model()).reads((rod.x, rod.v, acceleration)).reads_no_states().sets(before);
        c.common_computation(Self::equivalent_mass).rate(Rate::Constant).reads(()).fills(rod.me);
        if let Some(place) = Place::declare(c) {
            place.show(c, cylinder(-stroke, rod.x, stroke, areas));
        }
        let step = c.sample_time(Clock::model());
        let motion = Motion::new(step, mass, stiffness);
        Ok(Self { chambers, rod, acceleration, before, motion, areas, damping, stroke, mass, step })
    }
}

impl CylinderQ {
    /// A volume of two ports has the impedance of its stiffness in a step.
    fn begin(&self, io: &mut Io<'_>) {
        let impedances = self.chambers.map(|port| io.get(port.zc)[0]);
        let impedance: f64 = self.areas.iter().zip(impedances).map(|(area, zc)| area * area * zc).sum();
        let formula = "T (A_1^2 Zc1 + A_2^2 Zc2) / m_l";
        warn_of_long_step(
            io,
            self.step,
            self.step * impedance / self.mass,
            "the load and the oil at P1 and P2",
            formula,
        );
    }

    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        let waves = HydraulicQ::waves(self.chambers, io);
        let now = parting(waves, |waves| self.moved(io, waves), |now| self.flows(now.v));
        for ((port, wave), q) in self.chambers.into_iter().zip(waves).zip(self.flows(now.v)) {
            port.set(io, wave.pressure(q), q);
        }
        let wave = self.rod.wave(io);
        self.rod.set(io, wave, now.v, now.x);
        io.set(self.acceleration, [now.a]);
    }

    /// With such waves at the chambers.
    #[inline]
    fn moved(&self, io: &Io<'_>, chambers: [Wave; 2]) -> Moving {
        let ([x, v, a], load) = (io.get(self.before), self.rod.wave(io));
        let ([one, two], [area, other]) = (chambers, self.areas);
        let force = area * one.c - other * two.c - load.c;
        let damping = self.damping + area * area * one.zc + other * other * two.zc + load.zc;
        if io.tick() == 0 {
            self.motion.start(x, v, force, damping)
        } else {
            self.motion.next(Moving { x, v, a }, force, damping).within(0.0, self.stroke)
        }
    }

    /// Out of the chambers' ports, m^3/s.
    #[inline]
    fn flows(&self, v: f64) -> [f64; 2] {
        [-self.areas[0] * v, self.areas[1] * v]
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([x], [v], [a]) = (io.get(self.rod.x), io.get(self.rod.v), io.get(self.acceleration));
        io.set_next(self.before, [x, v, a]);
    }

    fn equivalent_mass(&self, io: &mut Io<'_>) {
        io.set(self.rod.me, [self.mass]);
    }
}
