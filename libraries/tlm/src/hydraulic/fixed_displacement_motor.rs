use std::f64::consts::TAU;

use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Rate, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, MechanicQ, Motion, Moving, Wave, leaking_flow, parting, supplied};

use crate::input::{input, not_negative};
use crate::steps::{keep_in_step, keep_oil_in_step, warn_of_long_step};

/// A hydraulic motor between ports `P1` and `P2`, with its moment of inertia,
/// friction and leakage, and its shaft, port `P3`; of side Q.
pub struct FixedDisplacementMotor {
    ports: [HydraulicQ; 2],
    shaft: MechanicQ,
    displacement: In<1>,
    friction: In<1>,
    leakage: In<1>,
    acceleration: Out<1>,
    /// Angle, angular velocity and acceleration at the tick before.
    before: DiscreteState<3>,
    motion: Motion,
    /// kg m^2.
    inertia: f64,
    /// s.
    step: f64,
}

/// What the waves make of it.
struct Turned {
    now: Moving,
    /// Flow from P1 to P2, m^3/s.
    q: f64,
}

impl SimObject for FixedDisplacementMotor {
    const NAME: &'static str = "Hydraulic/FixedDisplacementMotor";
    const DOC: &'static str = "\
A hydraulic motor of fixed displacement, with leakage, viscous friction and a moment of inertia

With d = D_m / (2 pi), S = Zc1 + Zc2, g = 1 / (1 + C_lm S):
J_m dw/dt = d (p1 - p2) - c3 - (B_m + Zc3) w, da/dt = w, where p1 - p2 = g (c1 - c2 - S d w), and so
J_m dw/dt = d g (c1 - c2) - c3 - (B_m + d^2 g S + Zc3) w
by the trapezoidal rule with the step T: w = w(before) + T/2 (dw(before) + dw), a = a(before) + T/2 (w(before) + w)
q2 = d w + C_lm (p1 - p2), q1 = -q2, p_i = c_i + Zc_i q_i
P3.w = w, P3.a = a, P3.T = c3 + Zc3 w, P3.Je = J_m
Where a pressure would fall below 0, c and Zc of that port count as 0, and all is calculated once more: no torque comes from tension.
A port that the other one has only pulled down, and that has a pressure without it, is no such port.
It passes on no more than comes: where the port parts that the oil comes from, q is c / Zc of that, or 0 if that is less, and
J_m dw/dt = d (p1 - p2) - c3 - (B_m + Zc3) w, with the pressures that this flow makes.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("P1", "Inlet, where it turns forwards"), ("P2", "Outlet")]
            .map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let shaft = MechanicQ::declare_rotational(c, "P3", "The shaft");
        keep_in_step(c, &[shaft]);
        keep_oil_in_step(c, &ports);
        let displacement =
            input(c, "D_m", "m^3/rev", "Displacement of a revolution", |volume| volume.at_least(0.0).default(5e-5));
        let friction = input(c, "B_m", "N m s/rad", "Viscous friction", |friction| friction.at_least(0.0).default(0.0));
        let leakage =
            input(c, "C_lm", "m^3/(s Pa)", "Leakage for each pascal", |leakage| leakage.at_least(0.0).default(1e-12));
        let inertia = c.parameter("J_m").unit("kg m^2").doc("Moment of inertia, with that of the load");
        let inertia: f64 = inertia.more_than(0.0).default(0.1);
        let angle: f64 = c.parameter("StartAngle").unit("rad").doc("Of P3 at the start").default(0.0);
        let velocity = c.parameter("StartAngularVelocity").unit("rad/s").doc("Of P3 at the start");
        let velocity: f64 = velocity.default(0.0);
        let acceleration = c.out_port("AngularAcceleration", "rad/s^2", "Angular acceleration of the shaft");
        let doc = "Angle, rad, angular velocity, rad/s, and acceleration, rad/s^2, of the shaft at the tick before";
        let before = c.discrete_state("Before", "", doc);
        c.initial_value(before, [angle, velocity, 0.0]);
        shaft.starts_at(c, angle, velocity);
        c.initial(Self::begin).reads((ports.map(|port| port.zc), displacement)).reads_no_states();
        c.common_computation(Self::advance)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), shaft.reads(), displacement, friction, leakage, before))
            .fills((ports.map(|port| port.fills()), shaft.fills(), acceleration));
        c.update(Self::keep).on(Clock::model()).reads((shaft.x, shaft.v, acceleration)).reads_no_states().sets(before);
        c.common_computation(Self::equivalent_inertia).rate(Rate::Constant).reads(()).fills(shaft.me);
        let step = c.sample_time(Clock::model());
        let motion = Motion::new(step, inertia, 0.0);
        Ok(Self { ports, shaft, displacement, friction, leakage, acceleration, before, motion, inertia, step })
    }
}

impl FixedDisplacementMotor {
    /// A volume of two ports has the impedance of its stiffness in a step.
    fn begin(&self, io: &mut Io<'_>) {
        let ([displacement], impedances) = (io.get(self.displacement), self.ports.map(|port| io.get(port.zc)[0]));
        let impedance = (displacement / TAU).powi(2) * impedances.iter().sum::<f64>();
        let formula = "T (D_m / (2 pi))^2 (Zc1 + Zc2) / J_m";
        let what = "the moment of inertia and the oil at P1 and P2";
        warn_of_long_step(io, self.step, self.step * impedance / self.inertia, what, formula);
    }

    #[inline]
    fn advance(&self, io: &mut Io<'_>) -> Result<()> {
        let ([displacement], [friction], [leakage]) =
            (io.get(self.displacement), io.get(self.friction), io.get(self.leakage));
        let (friction, leakage) = (not_negative(friction, "B_m")?, not_negative(leakage, "C_lm")?);
        let (waves, d) = (HydraulicQ::waves(self.ports, io), displacement / TAU);
        let turned = |waves| self.turned(io, waves, d, friction, leakage);
        let mut turned = parting(waves, turned, |turned| [-turned.q, turned.q]);
        let q = supplied(turned.q, waves);
        if q != turned.q {
            turned = self.starved(io, waves, d, friction, q);
        }
        let Turned { now, q } = turned;
        self.ports[0].set(io, waves[0].pressure(-q), -q);
        self.ports[1].set(io, waves[1].pressure(q), q);
        let wave = self.shaft.wave(io);
        self.shaft.set(io, wave, now.v, now.x);
        io.set(self.acceleration, [now.a]);
        Ok(())
    }

    /// With such waves at the ports, `d` in m^3, friction in N m s/rad and leakage
    /// in m^3/(s Pa).
    #[inline]
    fn turned(&self, io: &Io<'_>, [one, two]: [Wave; 2], d: f64, friction: f64, leakage: f64) -> Turned {
        let impedance = one.zc + two.zc;
        let part = 1.0 / (1.0 + leakage * impedance);
        let now = self.driven(io, d * part * (one.c - two.c), friction + d * d * part * impedance);
        Turned { now, q: leaking_flow(d * now.v, leakage, [one, two]) }
    }

    /// The motion when no more than `q`, m^3/s, flows, whatever its speed.
    fn starved(&self, io: &Io<'_>, [one, two]: [Wave; 2], d: f64, friction: f64, q: f64) -> Turned {
        Turned { now: self.driven(io, d * (one.pressure(-q) - two.pressure(q)), friction), q }
    }

    /// The shaft with its load, a torque, N m, and damping, N m s/rad.
    #[inline]
    fn driven(&self, io: &Io<'_>, torque: f64, damping: f64) -> Moving {
        let ([x, v, a], load) = (io.get(self.before), self.shaft.wave(io));
        let (torque, damping) = (torque - load.c, damping + load.zc);
        if io.tick() == 0 {
            self.motion.start(x, v, torque, damping)
        } else {
            self.motion.next(Moving { x, v, a }, torque, damping)
        }
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([x], [v], [a]) = (io.get(self.shaft.x), io.get(self.shaft.v), io.get(self.acceleration));
        io.set_next(self.before, [x, v, a]);
    }

    fn equivalent_inertia(&self, io: &mut Io<'_>) {
        io.set(self.shaft.me, [self.inertia]);
    }
}
