use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Lag, Lagging, Machine as Law, PressureControl};
use simobject_elements::nature::ROTATIONAL;

use super::{ports, pressure_at};

/// A machine between ports A and B and a shaft: what turns it pumps, and what flows turns it. Pump and motor are one
/// machine, with one law; a pump may control the pressure at B besides.
pub struct Machine<const IS_MOTOR: bool> {
    dp: In<1>,
    w: In<1>,
    q: Out<1>,
    tau: Out<1>,
    control: Option<PressureControl>,
    law: Law,
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
        let pressure = |c: &mut Creator<'_, Self>| pressure_at(c, ends.1, "p_b", "Absolute pressure at B");
        let control = if IS_MOTOR { None } else { PressureControl::declare(c, pressure) };
        let setting = control.as_ref().map(PressureControl::state);
        c.common_computation(Self::displace).reads((dp, w, setting)).fills((q, tau));
        c.gives_through(ends, q).across(dp).named("oil");
        c.gives_through(flange, tau).across(w).named("shaft");
        let law = Law::declare(c).with_friction(c);
        Ok(Self { dp, w, q, tau, control, law })
    }
}

impl<const IS_MOTOR: bool> Lagging for Machine<IS_MOTOR> {
    #[inline]
    fn lag(&self) -> Option<&Lag> {
        self.control.as_ref().map(|control| &control.lag)
    }

    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        self.control.map_or(1.0, |control| control.wanted(io))
    }
}

impl<const IS_MOTOR: bool> Machine<IS_MOTOR> {
    #[inline]
    fn displace(&self, io: &mut Io<'_>) -> Result<()> {
        let ([dp], [w]) = (io.get(self.dp), io.get(self.w));
        let setting = PressureControl::setting(self.control.as_ref(), io)?;
        io.set(self.q, [self.law.flow(setting, w, dp)]);
        io.set(self.tau, [self.law.torque(setting, w, dp)]);
        Ok(())
    }
}
