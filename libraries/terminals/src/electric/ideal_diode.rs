use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, SimObject, check_mode};

use crate::domain::{Domain, Electric};

/// A diode of two straight lines, which meet at the knee.
pub struct IdealDiode {
    v: In<1>,
    i: Out<1>,
    conducts: DiscreteState<1>,
    forward: Indicator,
    /// Ohm.
    resistance: f64,
    /// 1/Ohm.
    conductance: f64,
    /// V.
    knee: f64,
}

/// Node voltages are known to some units in the last place of 1 V, 2e-15 V: divided by a small Ron that is no small current. With
/// nominal values of this number over Ron it is what a tolerance of 1e-9 forgives.
const ROUNDING: f64 = 4e-3;

impl SimObject for IdealDiode {
    const NAME: &'static str = "Electric/IdealDiode";
    const DOC: &'static str = "\
A diode of two straight lines, between which events switch

i = (v - Vknee) / Ron + Goff Vknee while Conducts is 1
i = Goff v                         while it is 0
Conducts is 1 where v > Vknee";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let v = c.in_port("v", "V", "Voltage from P to N");
        let i = c.out_port("i", "A", "Current from P to N");
        let conducts = c.discrete_state("Conducts", "", "1 while it conducts, else 0");
        c.out_port_of("Conducts", conducts);
        c.initial_value(conducts, [0.0]);
        let mut of = |name: &'static str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit(unit).doc(doc).more_than(0.0).default(1e-5)
        };
        let resistance = of("Ron", "Ohm", "Resistance while it conducts");
        let conductance = of("Goff", "S", "Conductance while it blocks");
        let doc = "Voltage above the knee, over Ron while it conducts";
        let forward = c.indicator("Forward", "", doc, Crossing::Either);
        c.nominal(forward, (ROUNDING / resistance).max(1.0));
        c.side(forward, conducts);
        c.initial(Self::check).reads(conducts);
        c.common_computation(Self::conduct).reads((v, conducts)).fills((i, forward));
        c.on_event(forward, Self::switch).reads(conducts).sets(conducts);
        c.gives_through(ends, i).across(v);
        Ok(Self {
            v,
            i,
            conducts,
            forward,
            resistance,
            conductance,
            knee: c.parameter("Vknee").unit("V").doc("Voltage from which on it conducts").at_least(0.0).default(0.0),
        })
    }
}

impl IdealDiode {
    #[inline]
    fn conduct(&self, io: &mut Io<'_>) {
        let ([v], [conducts]) = (io.get(self.v), io.get(self.conducts));
        let above = v - self.knee;
        let [i, forward] = if conducts == 0.0 {
            [self.conductance * v, above]
        } else {
            [above / self.resistance + self.conductance * self.knee, above / self.resistance]
        };
        io.set(self.i, [i]);
        io.set(self.forward, [forward]);
    }

    fn switch(&self, io: &mut Io<'_>) {
        let [conducts] = io.get(self.conducts);
        io.set_now(self.conducts, [1.0 - conducts]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Conducts", &io.get(self.conducts), &[0.0, 1.0])
    }
}
