use simobject::{Creator, Crossing, DiscreteState, Failure, In, Indicator, Io, Out, Result, SimObject, State};

/// Acceleration of gravity, m/s^2.
const GRAVITY: f64 = 9.81;

/// An open tank with vertical walls that drains through a narrow pipe at its bottom.
///
/// The flow in the pipe is laminar, so that it is proportional to the pressure above it:
///
/// ```text
/// Outflow = Density g Level / Resistance
/// d Level / dt = (Inflow - Outflow) / Area
/// ```
///
/// Where the level rises above `AlarmLevel` an alarm goes on, and stays on.
pub struct Tank {
    inflow: In<1>,
    level: State<1>,
    alarm: DiscreteState<1>,
    outflow: Out<1>,
    excess: Indicator,
    area: f64,
    height: f64,
    alarm_level: f64,
    outflow_per_level: f64,
}

impl SimObject for Tank {
    const NAME: &'static str = "Fluid/Tank";
    const DOC: &'static str = "An open tank that drains through a narrow pipe";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let inflow = c.in_port("Inflow", "m^3/s", "Flow into the tank");
        let level = c.state("Level", "m", "Level of the liquid above the pipe");
        c.out_port_of("Level", level);
        let alarm = c.discrete_state("Alarm", "", "1 from where the level was too high on");
        c.out_port_of("Alarm", alarm);
        c.initial_value(alarm, 0.0);
        let outflow = c.out_port("Outflow", "m^3/s", "Flow out of the pipe");
        let excess = c.indicator("Excess", "m", "Level above AlarmLevel", Crossing::Rising);
        c.common_computation(Self::drain).reads(level).fills(outflow);
        c.common_computation(Self::watch).reads(level).fills(excess);
        c.on_event(excess, Self::raise_alarm).sets(alarm);
        c.derivatives(Self::balance).reads((inflow, outflow, level));

        let area = c.parameter("Area").unit("m^2").doc("Area of the bottom").more_than(0.0).required();
        let height = c.parameter("Height").unit("m").doc("Height of the walls").more_than(0.0).required();
        let alarm_level = c.parameter("AlarmLevel").unit("m").doc("Level of the alarm").more_than(0.0).required();
        let resistance: f64 =
            c.parameter("Resistance").unit("Pa s/m^3").doc("Pressure per flow in the pipe").more_than(0.0).required();
        let density: f64 = c.parameter("Density").unit("kg/m^3").doc("Density").more_than(0.0).default(1000.0);
        let outflow_per_level = density * GRAVITY / resistance;
        Ok(Self { inflow, level, alarm, outflow, excess, area, height, alarm_level, outflow_per_level })
    }
}

impl Tank {
    #[inline]
    fn drain(&self, io: &mut Io<'_>) {
        let [level] = io.get(self.level);
        io.set(self.outflow, [self.outflow_per_level * level]);
    }

    fn watch(&self, io: &mut Io<'_>) {
        let [level] = io.get(self.level);
        io.set(self.excess, [level - self.alarm_level]);
    }

    /// Never in a field of `self`: calculations run at trial points too, which are thrown away.
    fn raise_alarm(&self, io: &mut Io<'_>) {
        io.set_now(self.alarm, [1.0]);
    }

    #[inline]
    fn balance(&self, io: &mut Io<'_>) -> Result<()> {
        let ([inflow], [outflow], [level]) = (io.get(self.inflow), io.get(self.outflow), io.get(self.level));
        if level > self.height {
            return Err(Failure::recoverable("the tank runs over"));
        }
        io.set_derivative(self.level, [(inflow - outflow) / self.area]);
        Ok(())
    }
}
