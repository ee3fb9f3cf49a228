use simobject::{Clock, Creator, Failure, Io, Level, Memory, Rate, Result, SimObject};
use simobject_elements::tlm::{Capacitance, HydraulicC};

use super::ATMOSPHERE;
use crate::start::compare_flow_along;

/// Most steps of a delay.
const LONGEST: f64 = 1e6;

/// A pipe in which waves travel from port `P1` to `P2` and back without losses,
/// of side C.
pub struct LosslessLine {
    ports: [HydraulicC; 2],
    /// What travels: what came to P1 and to P2, tick by tick in turn, each until
    /// a tick before it arrives. None, where that takes one tick.
    travelling: Option<Memory>,
    ends: Capacitance,
    /// s.
    delay: f64,
    /// s.
    step: f64,
    /// At the start, Pa.
    pressure: f64,
    /// At the start, from P1 to P2, m^3/s.
    flow: f64,
}

impl SimObject for LosslessLine {
    const NAME: &'static str = "Hydraulic/LosslessLine";
    const DOC: &'static str = "\
A pipe without losses, in which waves travel for a time deltat

Zc = Z_c
c1(next) = alpha c1 + (1 - alpha) (c2 + 2 Zc q2) of n - 1 ticks before, c2 alike with c1 and q1; n = deltat / SampleTime, 1 or more
With alpha = 0 that is the wave equation's solution at the ends: nothing is lost. deltat counts as the nearest whole number of steps.
For a pipe of length L, area A, density rho and bulk modulus K: Z_c = sqrt(rho K) / A, deltat = L sqrt(rho / K).
At the start p = StartPressure and StartFlow flows all along it, from P1 to P2.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let delay: f64 =
            c.parameter("deltat").unit("s").doc("Time of a wave from end to end").more_than(0.0).default(0.1);
        let impedance = c.parameter("Z_c").unit("Pa s/m^3").doc("Characteristic impedance");
        let impedance: f64 = impedance.more_than(0.0).default(1e9);
        let alpha = c.parameter("alpha").doc("Coefficient of the low-pass filter of the waves");
        let alpha = alpha.at_least(0.0).less_than(1.0).default(0.0);
        let pressure = c.parameter("StartPressure").unit("Pa").doc("Pressure at the start");
        let pressure: f64 = pressure.at_least(0.0).default(ATMOSPHERE);
        let flow: f64 = c.parameter("StartFlow").unit("m^3/s").doc("Flow from P1 to P2 at the start").default(0.0);
        let step = c.sample_time(Clock::model());
        let steps = (delay / step).round().clamp(1.0, LONGEST) as usize;
        let ports = [1, 2].map(|number| {
            let wave = c.discrete_state(format!("c{number}"), "Pa", format!("Wave variable of P{number}"));
            HydraulicC::declare_of(c, format!("P{number}"), "An end of the pipe", wave)
        });
        let states = ports.map(|port| port.c);
        let travelling = (steps > 1).then(|| c.ring("Travelling", steps - 1, 2));
        c.initial(Self::begin).reads(()).sets((states, travelling));
        if flow != 0.0 {
            c.initial(Self::compare).reads(ports.map(|port| port.q)).reads_no_states().only_at_the_start();
        }
        c.common_computation(Self::send).rate(Rate::Constant).reads(()).fills(ports.map(|port| port.zc));
        c.update(Self::travel)
            .on(Clock::model())
            .counts_ticks()
            .reads((ports.map(|port| port.q), states, travelling))
            .sets((states, travelling));
        let ends = Capacitance::with_impedance(impedance, alpha);
        Ok(Self { ports, travelling, ends, delay, step, pressure, flow })
    }
}

impl LosslessLine {
    /// # Errors
    /// It cannot be as late as it should: only now the step is known for sure.
    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let (delay, step) = (self.delay, self.step);
        let steps = (delay / step).round();
        if delay < step * (1.0 - 1e-9) {
            return Err(Failure::fatal(format!(
                "`deltat`, {delay}, is less than a step, {step}: give a shorter SampleTime, or take a `Hydraulic/Volume`"
            )));
        } else if steps > LONGEST {
            let message = format!("`deltat`, {delay}, is {steps} steps of {step}, and at most {LONGEST} are kept");
            return Err(Failure::fatal(message));
        } else if (steps * step / delay - 1.0).abs() > 1e-6 {
            let message = format!("deltat, {delay}, counts as {steps} steps of {step}, that is {}", steps * step);
            io.log(Level::Warning, &message);
        }
        // What comes out at P1 has the pressure less what flows in there.
        let start = [self.flow, -self.flow].map(|flow| self.ends.start(self.pressure, flow));
        for (port, start) in self.ports.into_iter().zip(start) {
            io.set_initial(port.c, [start]);
        }
        if let Some(travelling) = self.travelling {
            let all = start.repeat(io.memory(travelling).len() / 2);
            io.set_initial_slice(travelling, &all);
        }
        Ok(())
    }

    fn compare(&self, io: &mut Io<'_>) -> Result<()> {
        let there = self.ports.map(|port| io.get(port.q)[0]);
        compare_flow_along(io, self.flow, there)
    }

    fn send(&self, io: &mut Io<'_>) {
        for port in self.ports {
            io.set(port.zc, [self.ends.impedance()]);
        }
    }

    #[inline]
    fn travel(&self, io: &mut Io<'_>) {
        let [c1, c2] = self.ports.map(|port| io.get(port.c)[0]);
        let [q1, q2] = self.ports.map(|port| io.get(port.q)[0]);
        let mut arriving = [self.ends.sent(c2, q2), self.ends.sent(c1, q1)];
        if let Some(travelling) = self.travelling {
            let tick = io.tick();
            let memory = io.memory_mut(travelling);
            let slot = 2 * (tick % (memory.len() as u64 / 2)) as usize;
            memory[slot..slot + 2].swap_with_slice(&mut arriving);
        }
        for ((port, c), arriving) in self.ports.into_iter().zip([c1, c2]).zip(arriving) {
            io.set_next(port.c, [self.ends.filtered(c, arriving)]);
        }
    }
}
