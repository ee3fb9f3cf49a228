use simobject::{
    Creator, Crossing, Datum, DiscreteState, Failure, In, Indicator, Io, Out, Private, Result, SimObject, State,
    check_mode,
};
use simobject_elements::hydraulic::{Throttle, Vessel};

/// A vessel in which a line presses oil against a gas, through a throttle.
///
/// The gas follows a polytropic law. There is no oil in it while the line has
/// no more than `PrechargePressure`, and no more than `Capacity` ever: it is left
/// empty, or full, by an event where the line's pressure goes back over that of
/// the gas.
///
/// It begins with as much oil as the line's pressure holds there, unless an
/// initial condition says how much.
pub struct Accumulator {
    pressure_a: In<1>,
    flow_a: Out<1>,
    gas_pressure: Out<1>,
    oil_volume: State<1>,
    /// What would flow in if it were neither empty nor full.
    drive: Private<1>,
    limit: DiscreteState<1>,
    to_empty: Indicator,
    to_full: Indicator,
    from_empty: Indicator,
    from_full: Indicator,
    vessel: Vessel,
    inlet: Throttle,
}

/// The tolerance of the oil beyond its limits in a run, as a part of the gas's
/// volume.
const NEAR: f64 = 1e-3;

impl SimObject for Accumulator {
    const NAME: &'static str = "Hydraulic/Accumulator";
    const DOC: &'static str = "\
A vessel in which a line at A presses oil against a gas

GasPressure   = PrechargePressure (GasVolume / (GasVolume - OilVolume))^PolytropicIndex
dOilVolume/dt = -FlowA = NominalFlow r(PressureA - GasPressure) / r(NominalPressureDrop)
r(x)          = x / (x^2 + TransitionPressure^2)^(1/4)
Limit = -1, and FlowA = 0, while it is empty and PressureA is no more than PrechargePressure
Limit = 1, and FlowA = 0, while OilVolume is Capacity and PressureA no less than GasPressure; else Limit = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure of the line");
        let flow_a = c.out_port("FlowA", "m^3/s", "Into the line");
        let gas_pressure = c.out_port("GasPressure", "Pa", "Absolute pressure of the gas");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(gas_pressure, Datum::Absolute);
        let oil_volume = c.state("OilVolume", "m^3", "How much oil is in it");
        c.out_port_of("OilVolume", oil_volume);
        let limit = c.discrete_state("Limit", "", "-1 while it is empty, 1 while it is full, else 0");
        c.out_port_of("Limit", limit);
        let drive = c.private("Drive");
        let mut falling =
            |name: &'static str, unit: &'static str, doc: &'static str| c.indicator(name, unit, doc, Crossing::Falling);
        let to_empty = falling("ToEmpty", "", "OilVolume, or what flows in, which is larger; 1 at a limit");
        let to_full = falling("ToFull", "", "Rest of Capacity, or what flows out, which is larger; 1 at a limit");
        let from_empty = falling("FromEmpty", "m^3/s", "What would flow out, where it is empty; 1 elsewhere");
        let from_full = falling("FromFull", "m^3/s", "What would flow in, where it is full; 1 elsewhere");
        let vessel = Vessel::declare(c, "Capacity");
        c.nominal(oil_volume, vessel.gas_volume);
        c.initial(Self::settle).reads(pressure_a).sets(oil_volume);
        c.initial(Self::begin).reads((pressure_a, oil_volume)).sets(limit).only_at_the_start();
        c.initial(Self::check).reads((oil_volume, limit));
        c.common_computation(Self::breathe).reads((pressure_a, oil_volume, limit)).fills((gas_pressure, flow_a, drive));
        let indicators = [to_empty, to_full, from_empty, from_full];
        c.common_computation(Self::watch).reads((oil_volume, limit, drive)).fills(indicators.as_slice());
        for indicator in indicators {
            c.on_event(indicator, Self::meet_or_leave).reads((oil_volume, drive)).sets((oil_volume, limit));
        }
        c.derivatives(Self::fill).reads(flow_a).reads_no_states();
        Ok(Self {
            pressure_a,
            flow_a,
            gas_pressure,
            oil_volume,
            drive,
            limit,
            to_empty,
            to_full,
            from_empty,
            from_full,
            vessel,
            inlet: Throttle::declare(c, "Flow through its inlet, at NominalPressureDrop", 1e5),
        })
    }
}

impl Accumulator {
    /// Pressure of the gas beside that much oil, Pa.
    ///
    /// # Errors
    /// There is no room for the gas.
    #[inline]
    fn pressure_beside(&self, oil_volume: f64) -> Result<f64> {
        let charge = oil_volume / self.vessel.gas_volume;
        if charge >= 1.0 {
            return Err(self.crammed(oil_volume));
        }
        Ok(self.vessel.gas.pressure(charge))
    }

    #[cold]
    fn crammed(&self, oil_volume: f64) -> Failure {
        Failure::recoverable(format!("`OilVolume` is {oil_volume} m^3, and `GasVolume` {} m^3", self.vessel.gas_volume))
    }

    #[inline]
    fn breathe(&self, io: &mut Io<'_>) -> Result<()> {
        let ([line], [oil_volume], [limit]) = (io.get(self.pressure_a), io.get(self.oil_volume), io.get(self.limit));
        let gas = self.pressure_beside(oil_volume)?;
        let drive = self.inlet.flow(1.0, line - gas);
        io.set(self.gas_pressure, [gas]);
        io.set(self.drive, [drive]);
        io.set(self.flow_a, [if limit == 0.0 { 0.0 - drive } else { 0.0 }]);
        Ok(())
    }

    #[inline]
    fn fill(&self, io: &mut Io<'_>) {
        let [flow] = io.get(self.flow_a);
        io.set_derivative(self.oil_volume, [0.0 - flow]);
    }

    /// Where it is: at a limit beyond which the flow drives it, or at none.
    fn limit(&self, oil_volume: f64, drive: f64) -> f64 {
        if oil_volume <= 0.0 && drive <= 0.0 {
            -1.0
        } else if oil_volume >= self.vessel.capacity && drive >= 0.0 {
            1.0
        } else {
            0.0
        }
    }

    /// What does not apply is 1. To meet a limit, the oil must be beyond it and
    /// be driven further: what a method is off by, when it leaves a limit slowly,
    /// does not meet it again.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let ([oil_volume], [limit], [drive]) = (io.get(self.oil_volume), io.get(self.limit), io.get(self.drive));
        let is_between = limit == 0.0;
        io.set(self.to_empty, [if is_between { oil_volume.max(drive) } else { 1.0 }]);
        let has_room = !is_between || self.vessel.capacity == f64::INFINITY;
        io.set(self.to_full, [if has_room { 1.0 } else { (self.vessel.capacity - oil_volume).max(-drive) }]);
        io.set(self.from_empty, [if limit < 0.0 { -drive } else { 1.0 }]);
        io.set(self.from_full, [if limit > 0.0 { drive } else { 1.0 }]);
    }

    fn meet_or_leave(&self, io: &mut Io<'_>) {
        let ([oil_volume], [drive]) = (io.get(self.oil_volume), io.get(self.drive));
        let oil_volume = oil_volume.clamp(0.0, self.vessel.capacity);
        io.set_now(self.oil_volume, [oil_volume]);
        io.set_now(self.limit, [self.limit(oil_volume, drive)]);
    }

    fn settle(&self, io: &mut Io<'_>) {
        let [line] = io.get(self.pressure_a);
        let Vessel { gas, gas_volume, capacity } = self.vessel;
        let oil_volume = if line > gas.precharge_pressure() { gas_volume * (1.0 - gas.room(line)) } else { 0.0 };
        io.set_initial(self.oil_volume, [oil_volume.min(capacity)]);
    }

    /// In a run it may be off by the method's error, where it leaves a limit
    /// slowly.
    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let ([oil_volume], [limit]) = (io.get(self.oil_volume), io.get(self.limit));
        check_mode("Limit", &[limit], &[-1.0, 0.0, 1.0])?;
        let most = self.vessel.capacity.min(self.vessel.gas_volume);
        let (least, most) = match limit {
            0.0 => (0.0, most),
            1.0 => (most, most),
            _ => (0.0, 0.0),
        };
        let near = NEAR * self.vessel.gas_volume;
        if oil_volume < least - near || oil_volume > most + near {
            let message =
                format!("`OilVolume` is {oil_volume} m^3; with `Limit` {limit} it must be {least} to {most} m^3");
            return Err(Failure::fatal(message));
        }
        Ok(())
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let ([line], [oil_volume]) = (io.get(self.pressure_a), io.get(self.oil_volume));
        let most = self.vessel.capacity.min(self.vessel.gas_volume);
        if oil_volume < 0.0 || oil_volume > most {
            let message = format!("`OilVolume` begins with {oil_volume} m^3; it must be between 0 and {most} m^3");
            return Err(Failure::fatal(message));
        }
        let drive = self.inlet.flow(1.0, line - self.pressure_beside(oil_volume)?);
        io.set_initial(self.limit, [self.limit(oil_volume, drive)]);
        Ok(())
    }
}
