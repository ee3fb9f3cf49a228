use simobject::{
    Creator, Crossing, Datum, DiscreteState, Failure, In, Indicator, Io, Out, Resource, Result, SimObject, check_mode,
};
use simobject_elements::hydraulic::{OIL, Throttle, Vessel};
use simobject_elements::nature::HYDRAULIC;

use super::{ATMOSPHERE, absolute, check_start, port};

/// A vessel in which oil is pressed against a gas, which follows a polytropic law.
///
/// Oil and gas have one pressure, but where the vessel is empty or full: there the gas lies at a stop, and the oil on the
/// line's side of it, `LineVolume`, gives way alone. Its inlet may throttle; then its oil is behind that, at `Inside`.
pub struct Accumulator {
    p: In<1>,
    capacity: Out<1>,
    oil_volume: Out<1>,
    gas_pressure: Out<1>,
    limit: DiscreteState<1>,
    inlet: Option<Inlet>,
    /// What an event leads to, and its indicator.
    turns: [Indicator; 4],
    oil: Resource<1, 3>,
    /// m^3.
    line_volume: f64,
    vessel: Vessel,
    /// Of the gas when it is full, Pa.
    full_pressure: f64,
}

/// What throttles the flow into it.
struct Inlet {
    dp: In<1>,
    q: Out<1>,
    throttle: Throttle,
}

impl SimObject for Accumulator {
    const NAME: &'static str = "Hydraulic/Accumulator";
    const DOC: &'static str = "\
A vessel in which oil is pressed against a gas

Capacity dp/dt = flow into it, p the pressure at A, or at Inside, behind its inlet, if NominalFlow is given
q           = NominalFlow r(p(A) - p(Inside)) / r(NominalPressureDrop), r(x) = x / (x^2 + TransitionPressure^2)^(1/4)
Capacity    = LineVolume / BulkModulus of the Oil at p, and dOilVolume/dp besides while Limit = 0
GasPressure = PrechargePressure (GasVolume / (GasVolume - OilVolume))^PolytropicIndex
GasPressure = p while Limit = 0
Limit = -1, and OilVolume = 0, while p is below PrechargePressure
Limit = 1, and OilVolume = MaxOilVolume, while p is above GasPressure there";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let line = port(c);
        let throttle =
            Throttle::optional(c, "Flow through its inlet, at NominalPressureDrop; without it, it does not throttle");
        let (port, inlet) = match throttle {
            None => (line, None),
            Some(throttle) => {
                let inside = c.terminal("Inside", &HYDRAULIC, "Behind its inlet; nothing needs to be joined here");
                let dp = c.in_port("dp", "Pa", "Pressure at A less that at Inside");
                let q = c.out_port("q", "m^3/s", "Flow through its inlet, into it");
                c.common_computation(Self::pass).reads(dp).reads_no_states().fills(q);
                c.gives_through((line, inside), q).across(dp).named("inlet");
                (inside, Some(Inlet { dp, q, throttle }))
            }
        };
        let p = absolute(c, "p", "Absolute pressure of the oil");
        let capacity = c.out_port("Capacity", "m^3/Pa", "Oil that it takes for each pascal");
        let oil_volume = c.out_port("OilVolume", "m^3", "Oil that presses on the gas");
        let gas_pressure = c.out_port("GasPressure", "Pa", "Absolute pressure of the gas");
        c.datum(gas_pressure, Datum::Absolute);
        let limit = c.discrete_state("Limit", "", "-1 while it is empty, 1 while it is full, else 0");
        c.out_port_of("Limit", limit);
        let mut falling = |name: &'static str, doc: &'static str| c.indicator(name, "Pa", doc, Crossing::Falling);
        let turns = [
            falling("ToEmpty", "Pressure above PrechargePressure; 1 at a limit"),
            falling("FromEmpty", "Pressure below PrechargePressure, where it is empty; 1 elsewhere"),
            falling("ToFull", "Pressure below that of the gas when it is full; 1 at a limit"),
            falling("FromFull", "Pressure above that of the gas, where it is full; 1 elsewhere"),
        ];
        let oil = c.uses("Oil", &OIL, "The oil on the line's side, as of a `Hydraulic/Oil`");
        c.initial(Self::begin).reads(p).sets(limit).only_at_the_start();
        c.initial(Self::check).reads(limit);
        c.common_computation(Self::give_way).reads((p, limit, oil)).fills((capacity, oil_volume, gas_pressure));
        c.common_computation(Self::watch).reads((p, limit)).fills(turns.as_slice());
        let [to_empty, from_empty, to_full, from_full] = turns;
        c.on_event(to_empty, Self::empty).reads(()).sets(limit);
        c.on_event(to_full, Self::fill_up).reads(()).sets(limit);
        for indicator in [from_empty, from_full] {
            c.on_event(indicator, Self::leave).reads(()).sets(limit);
        }
        c.stores(port, capacity).across(p).begins(ATMOSPHERE).named("oil");
        let vessel = Vessel::declare(c, "MaxOilVolume");
        let doc = "Oil on the line's side of the gas, also when it is empty";
        let line_volume = c.parameter("LineVolume").unit("m^3").doc(doc).more_than(0.0).required();
        let full = vessel.capacity / vessel.gas_volume;
        Ok(Self {
            p,
            capacity,
            oil_volume,
            gas_pressure,
            limit,
            inlet,
            turns,
            oil,
            line_volume,
            vessel,
            full_pressure: if full < 1.0 { vessel.gas.pressure(full) } else { f64::INFINITY },
        })
    }
}

impl Accumulator {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let Some(Inlet { dp, q, throttle }) = &self.inlet else { return };
        let [dp] = io.get(*dp);
        io.set(*q, [throttle.flow(1.0, dp)]);
    }

    #[inline]
    fn give_way(&self, io: &mut Io<'_>) -> Result<()> {
        let ([p], [limit]) = (io.get(self.p), io.get(self.limit));
        let [bulk_modulus, _, _] = io.query(self.oil, [p]);
        let mut capacity = self.line_volume / bulk_modulus;
        let of_gas = match limit {
            0.0 => p,
            1.0 => self.full_pressure,
            _ => self.vessel.gas.precharge_pressure(),
        };
        if of_gas <= 0.0 {
            return Err(self.vanished(of_gas));
        }
        let Vessel { gas, gas_volume, .. } = self.vessel;
        if limit == 0.0 {
            capacity += gas_volume * gas.compliance(p);
        }
        io.set(self.capacity, [capacity]);
        io.set(self.oil_volume, [gas_volume - gas_volume * gas.room(of_gas)]);
        io.set(self.gas_pressure, [of_gas]);
        Ok(())
    }

    #[cold]
    fn vanished(&self, pressure: f64) -> Failure {
        Failure::recoverable(format!("the pressure of the gas is {pressure} Pa; it must be more than 0"))
    }

    /// What does not apply is 1.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let ([p], [limit]) = (io.get(self.p), io.get(self.limit));
        let [to_empty, from_empty, to_full, from_full] = self.turns;
        let has_end = limit == 0.0 && self.full_pressure < f64::INFINITY;
        io.set(to_empty, [if limit == 0.0 { p - self.vessel.gas.precharge_pressure() } else { 1.0 }]);
        io.set(from_empty, [if limit < 0.0 { self.vessel.gas.precharge_pressure() - p } else { 1.0 }]);
        io.set(to_full, [if has_end { self.full_pressure - p } else { 1.0 }]);
        io.set(from_full, [if limit > 0.0 { p - self.full_pressure } else { 1.0 }]);
    }

    fn empty(&self, io: &mut Io<'_>) {
        io.set_now(self.limit, [-1.0]);
    }

    fn fill_up(&self, io: &mut Io<'_>) {
        io.set_now(self.limit, [1.0]);
    }

    fn leave(&self, io: &mut Io<'_>) {
        io.set_now(self.limit, [0.0]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Limit", &io.get(self.limit), &[-1.0, 0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let [p] = io.get(self.p);
        check_start(if self.inlet.is_some() { "Inside" } else { "A" }, p)?;
        let limit = if p < self.vessel.gas.precharge_pressure() {
            -1.0
        } else if p > self.full_pressure {
            1.0
        } else {
            0.0
        };
        io.set_initial(self.limit, [limit]);
        Ok(())
    }
}
