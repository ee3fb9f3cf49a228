use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, SimObject, check_mode};

use crate::domain::{Domain, Electric};

/// A switch that a signal closes: a small resistance, or a small conductance.
pub struct Switch {
    control: In<1>,
    v: In<1>,
    i: Out<1>,
    closed: DiscreteState<1>,
    above: Indicator,
    /// Ohm.
    closed_resistance: f64,
    /// 1/Ohm.
    open_conductance: f64,
}

impl SimObject for Switch {
    const NAME: &'static str = "Electric/Switch";
    const DOC: &'static str = "\
A switch that a signal closes

v = Ron i while Closed is 1, i = Goff v while it is 0
Closed = 1 from an event on at which Control rises above 0.5, 0 from one on at which it falls below that";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let control = c.in_port("Control", "", "Above 0.5 it is closed");
        c.input_range(control, 0.0..=1.0);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let i = c.out_port("i", "A", "Current from P to N");
        let closed = c.discrete_state("Closed", "", "1 while it is closed, else 0");
        c.out_port_of("Closed", closed);
        let above = c.indicator("AboveHalf", "", "Control less 0.5", Crossing::Either);
        c.side(above, closed);
        c.initial(Self::begin).reads(control).sets(closed);
        c.initial(Self::check).reads(closed);
        c.common_computation(Self::look).reads(control).reads_no_states().fills(above);
        c.common_computation(Self::conduct).reads((v, closed)).fills(i);
        c.on_event(above, Self::switch).reads(closed).sets(closed);
        c.gives_through(ends, i).across(v);
        Ok(Self {
            control,
            v,
            i,
            closed,
            above,
            closed_resistance: c
                .parameter("Ron")
                .unit("Ohm")
                .doc("Resistance while it is closed")
                .more_than(0.0)
                .default(1e-5),
            open_conductance: c
                .parameter("Goff")
                .unit("S")
                .doc("Conductance while it is open")
                .more_than(0.0)
                .default(1e-5),
        })
    }
}

impl Switch {
    #[inline]
    fn look(&self, io: &mut Io<'_>) {
        let [control] = io.get(self.control);
        io.set(self.above, [control - 0.5]);
    }

    #[inline]
    fn conduct(&self, io: &mut Io<'_>) {
        let ([v], [closed]) = (io.get(self.v), io.get(self.closed));
        io.set(self.i, [if closed == 0.0 { self.open_conductance * v } else { v / self.closed_resistance }]);
    }

    fn switch(&self, io: &mut Io<'_>) {
        let [closed] = io.get(self.closed);
        io.set_now(self.closed, [1.0 - closed]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Closed", &io.get(self.closed), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) {
        let [control] = io.get(self.control);
        io.set_initial(self.closed, [f64::from(control > 0.5)]);
    }
}
