use std::marker::PhantomData;

use simobject::{Clock, Creator, In, Io, Out, Private, Rate, Result, SimObject};
use simobject_elements::tlm::{MechanicQ, WaveAhead};

use super::Mechanics;

/// Where a circuit of transmission lines goes on at a flange: its port `P1`, of side Q.
pub struct LineEnd<M> {
    port: MechanicQ,
    s: In<1>,
    v: In<1>,
    f: Out<1>,
    ahead: WaveAhead,
    /// The wave from the tick on.
    between: Private<3>,
    /// The step, s.
    step: f64,
    /// kg or kg m^2.
    inertia: f64,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for LineEnd<M> {
    const NAME: &'static str = M::LINE_END.0;
    const DOC: &'static str = M::LINE_END.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a = M::ends(c);
        let s = c.in_port(M::S.0, M::S.1, "Position");
        let v = c.in_port(M::V.0, M::V.1, "Velocity");
        let f = c.out_port(M::F.0, M::F.1, "What flows into the line");
        let port = M::line_end(c);
        port.keep_in_step(c);
        let ahead = WaveAhead::declare(c, port.c, M::F.1);
        let between = c.private("Between");
        let step = c.sample_time(Clock::model());
        let inertia = c.parameter(M::EQUIVALENT).unit(M::INERTIA.1);
        let inertia = inertia.doc("What moves with it, for elements that ask").more_than(0.0).default(100.0);
        c.initial(Self::begin).reads((s, v)).sets((port.x, port.v));
        c.common_computation(Self::expect).on(Clock::model()).reads(ahead.reads()).fills(between);
        c.common_computation(Self::pass).reads((v, port.zc, between)).reads_no_states().fills(f);
        c.common_computation(Self::tell)
            .on(Clock::model())
            .reads((s, v, port.reads()))
            .reads_no_states()
            .fills(port.fills());
        c.common_computation(Self::inertia).rate(Rate::Constant).reads(()).fills(port.me);
        c.update(Self::keep).on(Clock::model()).reads(ahead.reads()).sets(ahead.sets());
        c.gives_through(a, f).across(v).position(s);
        Ok(Self { port, s, v, f, ahead, between, step, inertia, mechanics: PhantomData })
    }
}

impl<M> LineEnd<M> {
    /// For elements that use the previous position, and start with the initial one.
    fn begin(&self, io: &mut Io<'_>) {
        let (s, v) = (io.get(self.s), io.get(self.v));
        io.set_initial(self.port.x, s);
        io.set_initial(self.port.v, v);
    }

    fn expect(&self, io: &mut Io<'_>) {
        let line = self.ahead.line(io, self.step);
        io.set(self.between, line);
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let ([v], [zc]) = (io.get(self.v), io.get(self.port.zc));
        let c = WaveAhead::at(io.get(self.between), io.time());
        io.set(self.f, [c + zc * v]);
    }

    fn tell(&self, io: &mut Io<'_>) {
        let ([s], [v], wave) = (io.get(self.s), io.get(self.v), self.port.wave(io));
        self.port.set(io, wave, v, s);
    }

    fn inertia(&self, io: &mut Io<'_>) {
        io.set(self.port.me, [self.inertia]);
    }

    fn keep(&self, io: &mut Io<'_>) {
        self.ahead.keep(io);
    }
}
