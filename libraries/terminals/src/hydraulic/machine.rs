use simobject::{Creator, In, Io, Out, Result, SimObject, State, Terminal};
use simobject_elements::hydraulic::fraction;
use simobject_elements::nature::ROTATIONAL;

use super::{ports, pressure_at};

/// A machine between ports A and B and a shaft: what turns it pumps, and what flows turns it. Pump and motor are one
/// machine, with one law; a pump may control the pressure at B besides.
pub struct Machine<const IS_MOTOR: bool> {
    dp: In<1>,
    w: In<1>,
    q: Out<1>,
    tau: Out<1>,
    control: Option<Control>,
    /// m^3/rad.
    displacement: f64,
    /// m^3/(s Pa).
    leakage: f64,
    /// N m s/rad.
    friction: f64,
}

/// The control of the pressure at B.
struct Control {
    pressure: In<1>,
    setting: State<1>,
    /// Pa.
    from: f64,
    range: f64,
    /// 1/s.
    rate: f64,
}

/// A pump from A to B, where its shaft turns forwards.
pub type Pump = Machine<false>;
/// A motor of fixed displacement, whose shaft turns forwards where oil flows from A to B.
pub type Motor = Machine<true>;

impl<const IS_MOTOR: bool> SimObject for Machine<IS_MOTOR> {
    const NAME: &'static str = if IS_MOTOR { "Hydraulic/Motor" } else { "Hydraulic/Pump" };
    const DOC: &'static str = if IS_MOTOR {
        "\
A motor of fixed displacement, with leakage and viscous friction

q   = Displacement w + LeakageCoefficient dp
tau = -Displacement dp + ViscousFriction w

tau is the torque into it at Flange: it drives what is joined there with -tau. The flow goes from A to B where it turns \
forwards; its inertia is that of a Rotational/Inertia at its flange."
    } else {
        "\
A pump with leakage and viscous friction, which may control the pressure at B

q   = Setting Displacement w + LeakageCoefficient dp
tau = -Setting Displacement dp + ViscousFriction w
TimeConstant dSetting/dt = wanted - Setting
wanted  = (PressureSetting + ControlRange - p(B)) / ControlRange, from 0 to 1
Setting = 1 without PressureSetting

tau is the torque into it at Flange, where it is driven. The flow goes from A, its inlet, to B where it turns forwards; \
its inertia is that of a Rotational/Inertia at its flange."
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let flange = c.terminal("Flange", &ROTATIONAL, "Shaft");
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let w = c.in_port("w", "rad/s", "Angular velocity of the shaft");
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        let tau = c.out_port("tau", "N m", "Torque into the shaft");
        let control = if IS_MOTOR { None } else { Control::declare(c, ends.1) };
        let setting = control.as_ref().map(|control| control.setting);
        c.common_computation(Self::displace).reads((dp, w, setting)).fills((q, tau));
        c.gives_through(ends, q).across(dp).named("oil");
        c.gives_through(flange, tau).across(w).named("shaft");
        let of = "What it displaces per radian: 1e-5 are 62.8 cm^3 per revolution";
        Ok(Self {
            dp,
            w,
            q,
            tau,
            control,
            displacement: c.parameter("Displacement").unit("m^3/rad").doc(of).more_than(0.0).required(),
            leakage: c
                .parameter("LeakageCoefficient")
                .unit("m^3/(s Pa)")
                .doc("Laminar flow past it, for each pascal between its ports")
                .at_least(0.0)
                .default(0.0),
            friction: c
                .parameter("ViscousFriction")
                .unit("N m s/rad")
                .doc("Torque of friction per angular velocity")
                .at_least(0.0)
                .default(0.0),
        })
    }
}

impl Control {
    /// Asks for the parameters, and declares the state; there is none without a pressure setting.
    fn declare<const IS_MOTOR: bool>(c: &mut Creator<'_, Machine<IS_MOTOR>>, outlet: Terminal) -> Option<Self> {
        let doc = "Absolute pressure at B from which on it swivels back; without one it never does";
        let from: Option<f64> = c.parameter("PressureSetting").unit("Pa").doc(doc).more_than(0.0).optional();
        let mut of_control = |name: &'static str, unit: &'static str, doc: &'static str, otherwise: f64| -> f64 {
            let given: Option<f64> = c.parameter(name).unit(unit).doc(doc).more_than(0.0).optional();
            if given.is_some() && from.is_none() {
                c.error(name, "there is no control without `PressureSetting`");
            }
            given.unwrap_or(otherwise)
        };
        let doc = "How far above PressureSetting it displaces nothing any more; 1e6 if not given";
        let range = of_control("ControlRange", "Pa", doc, 1e6);
        let doc = "Time constant with which the setting follows; 0.05 if not given";
        let time_constant = of_control("TimeConstant", "s", doc, 0.05);
        let from = from?;
        let pressure = pressure_at(c, outlet, "p_b", "Absolute pressure at B");
        let setting = c.state("Setting", "", "What it displaces, as a part of Displacement");
        c.out_port_of("Setting", setting);
        c.initial(Machine::settle).reads(pressure).sets(setting);
        c.derivatives(Machine::swivel).reads((pressure, setting));
        Some(Self { pressure, setting, from, range, rate: 1.0 / time_constant })
    }

    /// The setting that the pressure asks for.
    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        let [pressure] = io.get(self.pressure);
        ((self.from + self.range - pressure) / self.range).clamp(0.0, 1.0)
    }
}

impl<const IS_MOTOR: bool> Machine<IS_MOTOR> {
    #[inline]
    fn displace(&self, io: &mut Io<'_>) -> Result<()> {
        let ([dp], [w]) = (io.get(self.dp), io.get(self.w));
        let displacement = match &self.control {
            Some(control) => fraction("Setting", io.get(control.setting)[0])? * self.displacement,
            None => self.displacement,
        };
        io.set(self.q, [displacement * w + self.leakage * dp]);
        io.set(self.tau, [self.friction * w - displacement * dp]);
        Ok(())
    }

    #[inline]
    fn swivel(&self, io: &mut Io<'_>) {
        let Some(control) = &self.control else { return };
        let [setting] = io.get(control.setting);
        io.set_derivative(control.setting, [control.rate * (control.wanted(io) - setting)]);
    }

    fn settle(&self, io: &mut Io<'_>) {
        let Some(control) = &self.control else { return };
        let wanted = control.wanted(io);
        io.set_initial(control.setting, [wanted]);
    }
}
