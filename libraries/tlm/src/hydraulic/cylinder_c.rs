use simobject::{Clock, Creator, DiscreteState, Failure, Io, Level, Out, Result, SimObject};
use simobject_elements::tlm::{Capacitance, HydraulicC, MechanicC, Wave, leaking_flow, parting};

use super::ATMOSPHERE;
use crate::place::{Place, cylinder};

/// Stiffness of what a piston may hang on, in equivalent masses for each square
/// of the step: oil is no stiffer, and stops are as stiff.
const STIFFEST: f64 = 0.1;

/// A double-acting cylinder, of side C: two chambers of oil, with ports `P1` and
/// `P2`, on either side of a piston, port `P3`.
///
/// A chamber is a volume with three ports or more: those outside, the piston, and
/// the leakage past the piston. Its size, and so its impedance, goes with the
/// piston's position at the tick before.
pub struct CylinderC {
    chambers: [Chamber; 2],
    piston: MechanicC<Out<1>>,
    leakage_flow: Out<1>,
    /// m^3/(s Pa).
    leakage: f64,
    /// N s/m.
    friction: f64,
    /// m.
    stroke: f64,
    has_stops: bool,
    /// Beta_e, Pa.
    modulus: f64,
    alpha: f64,
    /// s.
    step: f64,
}

struct Chamber {
    port: HydraulicC,
    /// Further ports of it.
    others: Vec<HydraulicC>,
    /// Wave variables at the piston and at the leakage, Pa.
    inner: DiscreteState<2>,
    /// At the start, Pa.
    pressure: f64,
    /// By which the piston presses into it where P3 moves forwards, m^2.
    area: f64,
    /// Where the piston is at 0, m^3.
    volume: f64,
}

/// What stops the piston at an end of its stroke: force and its rate with the velocity.
struct Stop {
    /// N.
    c: f64,
    /// N s/m.
    zc: f64,
}

impl SimObject for CylinderC {
    const NAME: &'static str = "Hydraulic/CylinderC";
    const DOC: &'static str = "\
A double-acting cylinder: two chambers of oil and a piston, with leakage, friction and stops

P3.x is 0 where chamber 1 is smallest and -s_l where chamber 2 is; with x3, v3 and me of P3 and the step T:
Vol1 = V_1 - A_1 x3, Vol2 = V_2 + A_2 (s_l + x3), each at least Beta_e T^2 A^2 / (0.1 me)
Zc_j = 3 Beta_e T / (2 Vol_j (1 - alpha)), as that of a volume with three ports: P_j, the piston and the leakage;
with NumPorts1 or NumPorts2 above 1 there are P1_2, P1_3... or P2_2... too, and as many ports more in Zc and mean
q_i1 = A_1 v3, q_i2 = -A_2 v3
q_leak = c_leak (c_l1 - c_l2) / (1 + c_leak (Zc1 + Zc2))
mean1 = (c1 + 2 Zc1 q1 + c_i1 + 2 Zc1 q_i1 + c_l1 - 2 Zc1 q_leak) / 3, mean2 alike with + q_leak
c1(next) = alpha c1 + (1 - alpha) (2 mean1 - c1 - 2 Zc1 q1), all others alike
c3 = A_1 c_i1 - A_2 c_i2 + c_lim, Zc3 = A_1^2 Zc1 + A_2^2 Zc2 + B_p + Z_lim
A chamber gives neither force nor impedance, no c_i and no Zc in these, where c_i + Zc q_i is not above 0: there is no oil at the piston.
Nor does it to the leakage, where c_l + Zc q would fall below 0. The waves go on, and remember the void until it is filled again.
With use_sl a spring of k = 0.1 me / T^2 stands at each end of the stroke, by the trapezoidal rule, and stops the piston:
where x3 + T v3 > 0, c_lim = k (x3 + T v3 / 2) and Z_lim = k T / 2, with 2 sqrt(0.1) me / T more while v3 > 0; alike at -s_l
Impedances, and what counts with x3 and v3, are those of the tick before; at the start those of where P3 starts.
At the start all waves in a chamber are its StartPressure.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let area = |c: &mut Creator<'_, Self>, name: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit("m^2").doc(doc).more_than(0.0).default(1e-3)
        };
        let areas = [area(c, "A_1", "Area of the piston in chamber 1"), area(c, "A_2", "The same in chamber 2")];
        let stroke: f64 = c.parameter("s_l").unit("m").doc("Stroke").more_than(0.0).default(1.0);
        let dead = |c: &mut Creator<'_, Self>, name: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit("m^3").doc(doc).more_than(0.0).default(3e-4)
        };
        let dead = [dead(c, "V_1", "Dead volume of chamber 1"), dead(c, "V_2", "Dead volume of chamber 2")];
        let friction = c.parameter("B_p").unit("N s/m").doc("Viscous friction").at_least(0.0).default(1e3);
        let modulus = c.parameter("Beta_e").unit("Pa").doc("Effective bulk modulus").more_than(0.0).default(1e9);
        let leakage = c.parameter("c_leak").unit("m^3/(s Pa)").doc("Leakage past the piston for each pascal");
        let leakage = leakage.at_least(0.0).default(1e-11);
        let has_stops = c.parameter("use_sl").doc("Whether something stops the piston at the ends of its stroke");
        let has_stops = has_stops.default(true);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.1);
        let pressures = c.parameter("StartPressure").unit("Pa").doc("Pressures in both chambers at the start");
        let pressures: [f64; 2] = pressures.at_least(0.0).default([ATMOSPHERE; 2]);
        let chambers = [(areas[0], dead[0]), (-areas[1], dead[1] + areas[1] * stroke)];
        let counts = [("NumPorts1", 1), ("NumPorts2", 2)].map(|(name, chamber)| {
            let count = c.parameter(name).doc(format!("Number of ports of chamber {chamber}"));
            count.at_least(1.0).at_most(1000.0).default(1_usize)
        });
        let mut number = 0;
        let chambers = chambers.map(|(area, volume)| {
            number += 1;
            let port = |c: &mut Creator<'_, Self>, name: &str| {
                let wave = c.discrete_state(format!("c{name}"), "Pa", format!("Wave variable of P{name}"));
                c.initial_value(wave, pressures[number - 1]);
                HydraulicC::declare_of(c, format!("P{name}"), format!("Into chamber {number}"), wave)
            };
            let first = port(c, &number.to_string());
            let others = (2..=counts[number - 1]).map(|other| port(c, &format!("{number}_{other}"))).collect();
            let inner = format!("Wave variables at the piston and at the leakage of chamber {number}");
            let inner = c.discrete_state(format!("Inner{number}"), "Pa", inner);
            Chamber { port: first, others, inner, pressure: pressures[number - 1], area, volume }
        });
        let piston = MechanicC::<Out<1>>::declare(c, "P3", "The piston's rod");
        let leakage_flow = c.out_port("q_leak", "m^3/s", "Leakage from chamber 1 to 2");
        let inner = [chambers[0].inner, chambers[1].inner];
        let ports: Vec<HydraulicC> = chambers.iter().flat_map(Chamber::ports).collect();
        let impedances: Vec<_> = ports.iter().map(|port| port.zc).collect();
        let (waves, flows): (Vec<_>, Vec<_>) = ports.iter().map(|port| (port.c, port.q)).unzip();
        c.initial(Self::begin).reads(piston.me).sets(inner);
        c.common_computation(Self::send)
            .on(Clock::model())
            .reads(inner)
            .reads_previous((piston.x, piston.v, piston.me))
            .fills((impedances, piston.c, piston.zc, leakage_flow));
        c.update(Self::receive)
            .on(Clock::model())
            .reads((flows, piston.x, piston.v, piston.me, leakage_flow, &waves, inner))
            .sets((&waves, inner));
        if let Some(place) = Place::declare(c) {
            place.show(c, cylinder(stroke, piston.x, stroke, areas));
        }
        let step = c.sample_time(Clock::model());
        Ok(Self { chambers, piston, leakage_flow, leakage, friction, stroke, has_stops, modulus, alpha, step })
    }
}

impl CylinderC {
    fn begin(&self, io: &mut Io<'_>) {
        let [me] = io.get(self.piston.me);
        let farthest = [0.0, -self.stroke];
        for ((chamber, x), number) in self.chambers.iter().zip(farthest).zip(1..) {
            io.set_initial(chamber.inner, [chamber.pressure; 2]);
            let (least, dead) = (self.least(chamber, me), chamber.volume - chamber.area * x);
            if least > dead && least.is_finite() {
                let message = format!(
                    "a step of {:?} s is long for {me:?} kg at P3: chamber {number} counts as {least:.1e} m^3 where it has \
                     less, down to V_{number}, {dead:?}; with a SampleTime of {:.1e} it counts as it is",
                    self.step,
                    // A little less, for the rounding.
                    0.95 * self.step * (dead / least).sqrt()
                );
                io.log(Level::Warning, &message);
            }
        }
    }

    /// The least volume that a chamber counts as, m^3, with an equivalent mass, kg.
    #[inline]
    fn least(&self, chamber: &Chamber, me: f64) -> f64 {
        self.modulus * (self.step * chamber.area) * (self.step * chamber.area) / (STIFFEST * me)
    }

    /// The waves of this tick.
    #[inline]
    fn send(&self, io: &mut Io<'_>) -> Result<()> {
        let ([x], [v], [me]) = (io.get(self.piston.x), io.get(self.piston.v), io.get(self.piston.me));
        if io.tick() == 0 && self.has_stops && !(-self.stroke..=0.0).contains(&x) {
            return Err(outside(x, self.stroke));
        }
        let mut wave = if self.has_stops { self.stop(x, v, me) } else { Stop { c: 0.0, zc: 0.0 } };
        wave.zc += self.friction;
        let mut leaking = [Wave::NONE; 2];
        for (chamber, leaking) in self.chambers.iter().zip(&mut leaking) {
            let ([at_piston, at_leakage], zc) = (io.get(chamber.inner), self.oil(chamber, x, me)?.impedance());
            // With the velocity of the previous tick: the velocity of this tick depends on the wave sent here.
            if (Wave { c: at_piston, zc }).pressure(chamber.area * v) > 0.0 {
                wave.c += chamber.area * at_piston;
                wave.zc += chamber.area * chamber.area * zc;
            }
            *leaking = Wave { c: at_leakage, zc };
            for port in chamber.ports() {
                io.set(port.zc, [zc]);
            }
        }
        io.set(self.piston.c, [wave.c]);
        io.set(self.piston.zc, [wave.zc]);
        let leakage = parting(leaking, |waves| leaking_flow(0.0, self.leakage, waves), |q| [-*q, *q]);
        io.set(self.leakage_flow, [leakage]);
        Ok(())
    }

    /// From the waves and flows of this tick those of the next one.
    #[inline]
    fn receive(&self, io: &mut Io<'_>) -> Result<()> {
        let ([x], [v], [me]) = (io.get(self.piston.x), io.get(self.piston.v), io.get(self.piston.me));
        let [leakage] = io.get(self.leakage_flow);
        for (chamber, leakage) in self.chambers.iter().zip([-leakage, leakage]) {
            let oil = self.oil(chamber, x, me)?;
            let at = |io: &Io<'_>, port: HydraulicC| (io.get(port.c)[0], io.get(port.q)[0]);
            let ([at_piston, at_leakage], displaced) = (io.get(chamber.inner), chamber.area * v);
            let inner = oil.sent(at_piston, displaced) + oil.sent(at_leakage, leakage);
            let outside: f64 = chamber.ports().map(|port| at(io, port)).map(|(c, q)| oil.sent(c, q)).sum();
            let mean = (outside + inner) / chamber.waves();
            for port in chamber.ports() {
                let (c, q) = at(io, port);
                io.set_next(port.c, [oil.balance(c, q, mean)]);
            }
            let inner = [oil.balance(at_piston, displaced, mean), oil.balance(at_leakage, leakage, mean)];
            io.set_next(chamber.inner, inner);
        }
        Ok(())
    }

    /// The oil in a chamber, with the piston there, m.
    ///
    /// # Errors
    /// There is no mass, kg, at the piston.
    #[inline]
    fn oil(&self, chamber: &Chamber, x: f64, me: f64) -> Result<Capacitance> {
        if me <= 0.0 {
            return Err(without_mass(me));
        }
        let least = self.least(chamber, me);
        let volume = chamber.volume - chamber.area * x;
        let volume = if volume < least { least } else { volume };
        Ok(Capacitance::new(self.modulus / volume, self.step, chamber.others.len() + 3, self.alpha))
    }

    /// The stop that the piston is about to reach, if it does.
    #[inline]
    fn stop(&self, x: f64, v: f64, me: f64) -> Stop {
        let ahead = x + self.step * v;
        let (depth, comes) = if ahead > 0.0 {
            (x, v > 0.0)
        } else if ahead < -self.stroke {
            (x + self.stroke, v < 0.0)
        } else {
            return Stop { c: 0.0, zc: 0.0 };
        };
        let impedance = STIFFEST * me / self.step;
        let damping = if comes { 2.0 * STIFFEST.sqrt() * me / self.step } else { 0.0 };
        Stop { c: impedance * (depth / self.step + 0.5 * v), zc: 0.5 * impedance + damping }
    }
}

impl Chamber {
    /// Its ports outside.
    #[inline]
    fn ports(&self) -> impl Iterator<Item = HydraulicC> + '_ {
        std::iter::once(self.port).chain(self.others.iter().copied())
    }

    /// How many waves there are in it.
    #[inline]
    fn waves(&self) -> f64 {
        (self.others.len() + 3) as f64
    }
}

#[cold]
fn outside(x: f64, stroke: f64) -> Failure {
    Failure::fatal(format!(
        "`P3.x` is {x} at the start, and the piston goes from -s_l, {}, to 0: start what is connected to P3 in between, \
         or turn it (a mass at P1 is at -x2)",
        -stroke
    ))
}

#[cold]
fn without_mass(me: f64) -> Failure {
    Failure::fatal(format!("`P3.me` is {me}: something with an equivalent mass above 0 has to be connected to P3"))
}
