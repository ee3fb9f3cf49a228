use simobject::{Clock, Creator, Failure, In, Io, Out, Private, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, WaveAhead};

use super::{absolute, port};

/// Where a circuit of transmission lines goes on at a terminal: its port `P1`, of side Q.
pub struct LineEnd {
    port: HydraulicQ,
    p: In<1>,
    q: Out<1>,
    ahead: WaveAhead,
    /// The wave from the tick on.
    between: Private<3>,
    /// The step, s.
    step: f64,
}

impl SimObject for LineEnd {
    const NAME: &'static str = "Hydraulic/LineEnd";
    const DOC: &'static str = "\
The end of a transmission line of the library tlm, port P1 of side Q, at a terminal

q = (p - c(t)) / Zc, positive into the line; at a tick P1.q = q, P1.p = p
From a tick to the next one c(t) is a straight line, on average 1.5 c - c(two ticks before) + 0.5 c(three ticks before)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = port(c);
        let p = absolute(c, "p", "Pressure at A");
        let q = c.out_port("q", "m^3/s", "Flow into the line");
        let port = HydraulicQ::declare(c, "P1", "The line");
        let ahead = WaveAhead::declare(c, port.c, "Pa");
        let between = c.private("Between");
        let step = c.sample_time(Clock::model());
        c.common_computation(Self::expect).on(Clock::model()).reads(ahead.reads()).fills(between);
        c.common_computation(Self::pass).reads((p, port.zc, between)).reads_no_states().fills(q);
        c.common_computation(Self::tell).on(Clock::model()).reads((p, q)).reads_no_states().fills(port.fills());
        c.update(Self::keep).on(Clock::model()).reads(ahead.reads()).sets(ahead.sets());
        c.gives_through(a, q).across(p);
        Ok(Self { port, p, q, ahead, between, step })
    }
}

impl LineEnd {
    fn expect(&self, io: &mut Io<'_>) {
        let line = self.ahead.line(io, self.step);
        io.set(self.between, line);
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) -> Result<()> {
        let ([p], [zc]) = (io.get(self.p), io.get(self.port.zc));
        if zc <= 0.0 {
            return Err(no_impedance());
        }
        let c = WaveAhead::at(io.get(self.between), io.time());
        io.set(self.q, [(p - c) / zc]);
        Ok(())
    }

    fn tell(&self, io: &mut Io<'_>) {
        let ([p], [q]) = (io.get(self.p), io.get(self.q));
        self.port.set(io, p, q);
    }

    fn keep(&self, io: &mut Io<'_>) {
        self.ahead.keep(io);
    }
}

#[cold]
fn no_impedance() -> Failure {
    let message = "what is joined to `P1` has no impedance (Zc is 0), so that nothing says how much flows: join it to a line or a volume";
    Failure::fatal(message.to_owned())
}
