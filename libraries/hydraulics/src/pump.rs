use simobject::{Creator, Datum, DefaultInput, In, Io, Out, Result, SimObject, State};
use simobject_elements::hydraulic::fraction;

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
    control: Option<Control>,
    /// m^3 per radian.
    displacement: f64,
    /// m^3/(s Pa).
    leakage_coefficient: f64,
}

/// The control of a pressure.
struct Control {
    state: State<1>,
    /// Pa.
    pressure_setting: f64,
    /// Pa.
    range: f64,
    /// 1/s.
    rate: f64,
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
        let constant: Option<f64> = c
            .parameter("AngVel")
            .unit("rad/s")
            .doc("AngVel where that is not connected; 157.08 rad/s are 1500 revolutions per minute")
            .optional();
        if constant.is_some() {
            c.default_input(ang_vel, DefaultInput::Parameter("AngVel".into()));
        }
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let torque = c.out_port("Torque", "N m", "Torque on its shaft");
        let control = Control::declare(c, pressure_b);
        let setting = control.as_ref().map(|control| control.state);
        c.common_computation(Self::displace)
            .reads((pressure_a, pressure_b, ang_vel, setting))
            .fills((flow_a, flow_b, torque));
        Ok(Self {
            pressure_a,
            pressure_b,
            ang_vel,
            flow_a,
            flow_b,
            torque,
            control,
            displacement: c
                .parameter("Displacement")
                .unit("m^3/rad")
                .doc("What it displaces per radian at its largest setting: 1e-5 are 62.8 cm^3 per revolution")
                .more_than(0.0)
                .required(),
            leakage_coefficient: c
                .parameter("LeakageCoefficient")
                .unit("m^3/(s Pa)")
                .doc("Laminar flow back from B to A")
                .at_least(0.0)
                .default(0.0),
        })
    }
}

impl Control {
    /// Asks for the parameters, and declares the state; there is none without
    /// a pressure setting.
    fn declare(c: &mut Creator<'_, Pump>, pressure_b: In<1>) -> Option<Self> {
        let pressure_setting: Option<f64> = c
            .parameter("PressureSetting")
            .unit("Pa")
            .doc("Absolute pressure at B from which on it swivels back; without one it never does")
            .more_than(0.0)
            .optional();
        let mut of_control = |name: &'static str, unit: &'static str, doc: &'static str, otherwise: f64| -> f64 {
            let given: Option<f64> = c.parameter(name).unit(unit).doc(doc).more_than(0.0).optional();
            if given.is_some() && pressure_setting.is_none() {
                c.error(name, "there is no control without `PressureSetting`");
            }
            given.unwrap_or(otherwise)
        };
        let doc = "How far above PressureSetting it displaces nothing any more; 1e6 if not given";
        let range = of_control("ControlRange", "Pa", doc, 1e6);
        let doc = "Time constant with which the setting follows; 0.05 if not given";
        let time_constant = of_control("TimeConstant", "s", doc, 0.05);
        let pressure_setting = pressure_setting?;
        let state = c.state("Setting", "", "What it displaces, as a part of its largest setting");
        c.out_port_of("Setting", state);
        c.initial(Pump::settle).reads(pressure_b).sets(state);
        c.derivatives(Pump::swivel).reads((pressure_b, state));
        Some(Self { state, pressure_setting, range, rate: 1.0 / time_constant })
    }

    /// The setting that a pressure asks for.
    #[inline]
    fn wanted(&self, pressure: f64) -> f64 {
        ((self.pressure_setting + self.range - pressure) / self.range).clamp(0.0, 1.0)
    }
}

impl Pump {
    #[inline]
    fn displace(&self, io: &mut Io<'_>) -> Result<()> {
        let ([inlet], [outlet], [ang_vel]) = (io.get(self.pressure_a), io.get(self.pressure_b), io.get(self.ang_vel));
        let setting = match &self.control {
            Some(control) => fraction("Setting", io.get(control.state)[0])?,
            None => 1.0,
        };
        let displacement = setting * self.displacement;
        let flow = displacement * ang_vel - self.leakage_coefficient * (outlet - inlet);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
        io.set(self.torque, [displacement * (inlet - outlet)]);
        Ok(())
    }

    #[inline]
    fn swivel(&self, io: &mut Io<'_>) {
        let Some(control) = &self.control else { return };
        let ([pressure], [setting]) = (io.get(self.pressure_b), io.get(control.state));
        io.set_derivative(control.state, [control.rate * (control.wanted(pressure) - setting)]);
    }

    fn settle(&self, io: &mut Io<'_>) {
        let Some(control) = &self.control else { return };
        let wanted = control.wanted(io.get(self.pressure_b)[0]);
        io.set_initial(control.state, [wanted]);
    }
}
