use simobject::{Adjacent, Clock, Creator, DiscreteState, In, Io, Rate, Result, SimObject};
use simobject_elements::tlm::{Capacitance, HydraulicC};

use super::ATMOSPHERE;
use crate::start::Told;

/// A volume of oil with any number of ports `P1`, `P2`..., of side C.
pub struct Volume {
    /// The flows into the first two ports, which are all that most volumes have
    /// (of a volume with one: that one twice).
    pair: [In<1>; 2],
    /// Their waves.
    waves: Adjacent<DiscreteState<1>, 2>,
    oil: Capacitance,
    /// Boxed, so that what most volumes need at every tick stays small.
    all: Box<All>,
}

/// What there is for each port.
struct All {
    ports: Box<[HydraulicC]>,
    /// What it was told to flow into them at the start, m^3/s; empty if nothing.
    start: Vec<f64>,
}

impl SimObject for Volume {
    const NAME: &'static str = "Hydraulic/Volume";
    const DOC: &'static str = "\
A volume of oil that is small against the way of a wave in one step

With N = NumPorts and the step T:
Zc      = N Beta_e T / (2 V (1 - alpha))
mean    = (1/N) sum (c_i + 2 Zc q_i)
c_i(next) = alpha c_i + (1 - alpha) (2 mean - c_i - 2 Zc q_i)
so that two ports get each other's c + 2 Zc q.
At the start c_i = StartPressure - Zc StartFlow_i, with the flows of what is connected, into it.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count = c.parameter("NumPorts").doc("Number of ports").at_least(1.0).at_most(1000.0).default(2_usize);
        let volume: f64 = c.parameter("V").unit("m^3").doc("Volume").more_than(0.0).default(1e-3);
        let modulus: f64 = c.parameter("Beta_e").unit("Pa").doc("Effective bulk modulus").more_than(0.0).default(1e9);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.1);
        let oil = Capacitance::new(modulus / volume, c.sample_time(Clock::model()), count, alpha);
        let pressure = c.parameter("StartPressure").unit("Pa").doc("Pressure at the start");
        let pressure = pressure.at_least(0.0).default(ATMOSPHERE);
        let flows = c.parameter("StartFlow").unit("m^3/s").doc("Flow into each port at the start");
        let flows: Vec<f64> = flows.length(count).default(vec![0.0; count]);
        let ports: Box<[_]> = (1..)
            .zip(&flows)
            .map(|(number, flow)| {
                let wave = c.discrete_state(format!("c{number}"), "Pa", format!("Wave variable of P{number}"));
                c.initial_value(wave, [oil.start(pressure, *flow)]);
                HydraulicC::declare_of(c, format!("P{number}"), "A port of the volume", wave)
            })
            .collect();
        let start = if flows.iter().any(|flow| *flow != 0.0) { flows } else { Vec::new() };
        let states: Vec<DiscreteState<1>> = ports.iter().map(|port| port.c).collect();
        let flows: Vec<_> = ports.iter().map(|port| port.q).collect();
        let impedances: Vec<_> = ports.iter().map(|port| port.zc).collect();
        c.common_computation(Self::impedance).rate(Rate::Constant).reads(()).fills(impedances);
        let update = if count == 2 { c.update(Self::exchange) } else { c.update(Self::balance) };
        update.on(Clock::model()).reads((&flows, &states)).sets(&states);
        if !start.is_empty() {
            c.initial(Self::compare).reads(flows).reads_no_states().only_at_the_start();
        }
        let pair = [ports[0], *ports.get(1).unwrap_or(&ports[0])];
        Ok(Self {
            pair: pair.map(|port| port.q),
            waves: Adjacent::of(pair.map(|port| port.c)),
            oil,
            all: Box::new(All { ports, start }),
        })
    }
}

impl Volume {
    fn compare(&self, io: &mut Io<'_>) -> Result<()> {
        let there: Vec<f64> = self.all.ports.iter().map(|port| io.get(port.q)[0]).collect();
        Told { name: "StartFlow", unit: "m^3/s", numbers: &self.all.start, is_one: false }.compare_flows(io, &there)
    }

    fn impedance(&self, io: &mut Io<'_>) {
        for port in &self.all.ports {
            io.set(port.zc, [self.oil.impedance()]);
        }
    }

    /// Of two ports.
    #[inline]
    fn exchange(&self, io: &mut Io<'_>) {
        let flows = self.pair.map(|flow| io.get(flow)[0]);
        io.set_next(self.waves, self.oil.exchange(io.get(self.waves), flows));
    }

    /// Of any number.
    fn balance(&self, io: &mut Io<'_>) {
        let at = |io: &Io<'_>, port: &HydraulicC| (io.get(port.c)[0], io.get(port.q)[0]);
        let sum: f64 = self.all.ports.iter().map(|port| at(io, port)).map(|(c, q)| self.oil.sent(c, q)).sum();
        let mean = sum / self.all.ports.len() as f64;
        for port in &self.all.ports {
            let (c, q) = at(io, port);
            io.set_next(port.c, [self.oil.balance(c, q, mean)]);
        }
    }
}
