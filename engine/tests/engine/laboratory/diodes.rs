//! SimObjects whose modes have to agree with the sides of their indicators.

use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, SimObject};

/// A diode: `Current` of a voltage `In`, by a small resistance `Ron` where it conducts, and a small conductance `Goff` where
/// it blocks.
pub(crate) struct Diode {
    resistance: f64,
    conductance: f64,
    voltage: In<1>,
    current: Out<1>,
    conducts: DiscreteState<1>,
    /// How often it switched.
    count: DiscreteState<1>,
    forward: Indicator,
}

impl SimObject for Diode {
    const NAME: &'static str = "Diode";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let resistance = c.parameter("Ron").more_than(0.0).default(0.01);
        let conductance = c.parameter("Goff").more_than(0.0).default(1e-9);
        let (voltage, current) = (c.in_port("In", "", ""), c.out_port("Current", "", ""));
        let conducts = c.discrete_state("Conducts", "", "");
        c.out_port_of("Conducts", conducts);
        c.initial_value(conducts, 0.0);
        let count = c.discrete_state("Count", "", "");
        c.out_port_of("Count", count);
        c.initial_value(count, 0.0);
        let forward = c.indicator("Forward", "", "", Crossing::Either);
        c.side(forward, conducts);
        c.common_computation(Self::conduct).reads((voltage, conducts)).fills(current);
        c.common_computation(Self::look).reads(voltage).fills(forward);
        c.on_event(forward, Self::switch).reads((conducts, count)).sets((conducts, count));
        Ok(Self { resistance, conductance, voltage, current, conducts, count, forward })
    }
}

impl Diode {
    fn conduct(&self, io: &mut Io<'_>) {
        let ([voltage], [conducts]) = (io.get(self.voltage), io.get(self.conducts));
        io.set(self.current, if conducts != 0.0 { voltage / self.resistance } else { voltage * self.conductance });
    }
    fn look(&self, io: &mut Io<'_>) {
        let [voltage] = io.get(self.voltage);
        io.set(self.forward, voltage);
    }
    fn switch(&self, io: &mut Io<'_>) {
        let ([conducts], [count]) = (io.get(self.conducts), io.get(self.count));
        io.set_now(self.conducts, 1.0 - conducts);
        io.set_now(self.count, count + 1.0);
    }
}

/// On from where `In` is more than 1, until it is less than -1; an indicator for each transition.
pub(crate) struct Relaying {
    input: In<1>,
    on: DiscreteState<1>,
    turning: [Indicator; 2],
}

impl SimObject for Relaying {
    const NAME: &'static str = "Relaying";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, on) = (c.in_port("In", "", ""), c.discrete_state("On", "", ""));
        c.out_port_of("On", on);
        c.initial_value(on, 0.0);
        let turning =
            [c.indicator("TurningOn", "", "", Crossing::Falling), c.indicator("TurningOff", "", "", Crossing::Rising)];
        c.common_computation(Self::look).reads((input, on)).fills((turning[0], turning[1]));
        turning.into_iter().for_each(|indicator| c.side(indicator, on));
        c.on_event(turning[0], Self::turn_on).sets(on);
        c.on_event(turning[1], Self::turn_off).sets(on);
        Ok(Self { input, on, turning })
    }
}

impl Relaying {
    fn look(&self, io: &mut Io<'_>) {
        let ([input], [on]) = (io.get(self.input), io.get(self.on));
        io.set(self.turning[0], if on != 0.0 { 1.0 } else { 1.0 - input });
        io.set(self.turning[1], if on != 0.0 { -1.0 - input } else { -1.0 });
    }
    fn turn_on(&self, io: &mut Io<'_>) {
        io.set_now(self.on, 1.0);
    }
    fn turn_off(&self, io: &mut Io<'_>) {
        io.set_now(self.on, 0.0);
    }
}

/// An indicator of a mode that nobody sets.
pub(crate) struct Sideless;

impl SimObject for Sideless {
    const NAME: &'static str = "Sideless";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, mode) = (c.in_port::<1>("In", "", ""), c.discrete_state("Mode", "", ""));
        c.initial_value(mode, 0.0);
        let indicator = c.indicator("Distance", "", "", Crossing::Falling);
        c.side(indicator, mode);
        c.common_computation(Self::look).reads(input).fills(indicator);
        Ok(Self)
    }
}

impl Sideless {
    fn look(&self, _: &mut Io<'_>) {}
}
