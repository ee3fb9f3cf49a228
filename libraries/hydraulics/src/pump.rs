use simobject::{Creator, Datum, DefaultInput, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Lag, Lagging, Machine, PressureControl};

/// A displacement pump from A (its inlet) to B, at the speed of its shaft.
///
/// With a `PressureSetting` it controls the pressure at B: it swivels back from
/// there on, and displaces nothing from `ControlRange` above it. What it is set
/// to follows with a lag, between 0 and 1; without a `PressureSetting` it is 1.
/// Its leakage is laminar; there is no friction, so its shaft takes the power
/// that the oil gets, that of the leakage included.
pub struct Pump {
    pressure_a: In<1>,
    pressure_b: In<1>,
    ang_vel: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
    torque: Out<1>,
    control: Option<PressureControl>,
    machine: Machine,
}

impl SimObject for Pump {
    const NAME: &'static str = "Hydraulic/Pump";
    const DOC: &'static str = "\
A displacement pump from A to B, which may control the pressure at B

FlowB  = Setting Displacement AngVel - LeakageCoefficient (PressureB - PressureA), FlowA = -FlowB
Torque = -Setting Displacement (PressureB - PressureA), on the shaft: below 0 where it takes power
TimeConstant dSetting/dt = wanted - Setting
wanted = (PressureSetting + ControlRange - PressureB) / ControlRange, from 0 to 1
Setting = 1 without PressureSetting";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure at its inlet");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure at its outlet");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let ang_vel = c.in_port("AngVel", "rad/s", "Angular velocity of its shaft");
        let doc = "AngVel where that is not connected; 157.08 rad/s are 1500 revolutions per minute";
        let constant: Option<f64> = c.parameter("AngVel").unit("rad/s").doc(doc).optional();
        if constant.is_some() {
            c.default_input(ang_vel, DefaultInput::Parameter("AngVel".into()));
        }
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let torque = c.out_port("Torque", "N m", "Torque on its shaft");
        let control = PressureControl::declare(c, |_| pressure_b);
        let setting = control.as_ref().map(PressureControl::state);
        c.common_computation(Self::displace)
            .reads((pressure_a, pressure_b, ang_vel, setting))
            .fills((flow_a, flow_b, torque));
        Ok(Self { pressure_a, pressure_b, ang_vel, flow_a, flow_b, torque, control, machine: Machine::declare(c) })
    }
}

impl Lagging for Pump {
    #[inline]
    fn lag(&self) -> Option<&Lag> {
        self.control.as_ref().map(|control| &control.lag)
    }

    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        self.control.map_or(1.0, |control| control.wanted(io))
    }
}

impl Pump {
    #[inline]
    fn displace(&self, io: &mut Io<'_>) -> Result<()> {
        let ([inlet], [outlet], [ang_vel]) = (io.get(self.pressure_a), io.get(self.pressure_b), io.get(self.ang_vel));
        let (setting, dp) = (PressureControl::setting(self.control.as_ref(), io)?, inlet - outlet);
        let flow = self.machine.flow(setting, ang_vel, dp);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
        io.set(self.torque, [0.0 - self.machine.torque(setting, ang_vel, dp)]);
        Ok(())
    }
}
