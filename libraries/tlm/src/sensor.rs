//! Sensors: what they measure is an ordinary signal, as `V.P1.p`; a sensor adds
//! the lag of one tick that a measurement takes.

use std::marker::PhantomData;

use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Result, SimObject};

/// Measures one signal, one tick late unless `Lag` is 0.
pub struct Sensor<Q> {
    measured: In<1>,
    reading: Reading,
    of: PhantomData<Q>,
}

/// Where it reads.
enum Reading {
    Lagging(DiscreteState<1>),
    AtOnce(Out<1>),
}

/// What a sensor measures.
pub trait Quantity: Send + Sync + 'static {
    /// The type's name.
    const NAME: &'static str;
    /// The in-port, called as the member of the bundle.
    const PORT: &'static str;
    /// Its unit.
    const UNIT: &'static str;
    /// What the type does.
    const DOC: &'static str;
}

/// Declares a quantity and its sensor.
macro_rules! sensors {
    ($($sensor:ident $quantity:ident $family:literal $port:literal $unit:literal $what:literal;)*) => { $(
        #[doc = concat!("A sensor of ", $what, ".")]
        pub type $sensor = Sensor<$quantity>;

        #[doc = concat!("What a sensor of ", $what, " measures.")]
        pub struct $quantity;

        impl Quantity for $quantity {
            const NAME: &'static str = concat!($family, "/", stringify!($sensor));
            const PORT: &'static str = $port;
            const UNIT: &'static str = $unit;
            const DOC: &'static str = concat!("A sensor of ", $what, ", which it reads one tick late

Lag=\"1\": out(next) = ", $port, "; at the first tick out = StartValue, or ", $port, " at once if that is not given
Lag=\"0\": out = ", $port, ", at once: a loop, where out acts on ", $port, " within the tick
Connect ", $port, " to that of the port: S.", $port, "=\"X.P1.", $port, "\".");
        }
    )* };
}

sensors! {
    PressureSensor Pressure "Hydraulic" "p" "Pa" "pressure";
    FlowSensor Flow "Hydraulic" "q" "m^3/s" "volume flow";
    PositionSensor Position "Mechanic" "x" "m" "position";
    VelocitySensor Velocity "Mechanic" "v" "m/s" "velocity";
    ForceSensor Force "Mechanic" "f" "N" "force";
    AngleSensor Angle "Mechanic" "a" "rad" "angle";
    AngularVelocitySensor AngularVelocity "Mechanic" "w" "rad/s" "angular velocity";
    TorqueSensor Torque "Mechanic" "T" "N m" "torque";
}

impl<Q: Quantity> SimObject for Sensor<Q> {
    const NAME: &'static str = Q::NAME;
    const DOC: &'static str = Q::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let measured = c.in_port(Q::PORT, Q::UNIT, "What is measured");
        let lags = c.choice("Lag", [("1", true), ("0", false)]).doc("Ticks by which it is late").default("1");
        let start: Option<f64> =
            c.parameter("StartValue").unit(Q::UNIT).doc("Reading at the first tick, with Lag 1").optional();
        let reading = if lags {
            let out = c.discrete_state("out", Q::UNIT, "What was measured at the tick before");
            c.out_port_of("out", out);
            match start {
                Some(start) => c.initial_value(out, start),
                None => {
                    c.initial(Self::begin).reads(measured).sets(out);
                }
            }
            c.update(Self::measure).on(Clock::model()).reads(measured).reads_no_states().sets(out);
            Reading::Lagging(out)
        } else {
            if start.is_some() {
                c.error("StartValue", "is of no use with `Lag` 0, which reads at once");
            }
            let out = c.out_port("out", Q::UNIT, "What is measured");
            c.common_computation(Self::read).on(Clock::model()).reads(measured).fills(out);
            Reading::AtOnce(out)
        };
        Ok(Self { measured, reading, of: PhantomData })
    }
}

impl<Q: Quantity> Sensor<Q> {
    fn begin(&self, io: &mut Io<'_>) {
        if let Reading::Lagging(out) = self.reading {
            let value = io.get(self.measured);
            io.set_initial(out, value);
        }
    }

    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        if let Reading::Lagging(out) = self.reading {
            let value = io.get(self.measured);
            io.set_next(out, value);
        }
    }

    #[inline]
    fn read(&self, io: &mut Io<'_>) {
        if let Reading::AtOnce(out) = self.reading {
            let value = io.get(self.measured);
            io.set(out, value);
        }
    }
}
