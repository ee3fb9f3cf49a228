use simobject::{Creator, In, Io, Out, Result, SimObject, State};
use simobject_elements::nature::ROTATIONAL;

use crate::domain::{Domain, Electric};

/// A motor of direct current with a permanent magnet: winding, rotor and friction in one.
pub struct DcMotor {
    v: In<1>,
    w: In<1>,
    i: State<1>,
    tau: Out<1>,
    /// Ohm.
    resistance: f64,
    /// 1/H.
    per_inductance: f64,
    /// V s/rad.
    constant: f64,
    /// N m s/rad.
    friction: f64,
}

impl SimObject for DcMotor {
    const NAME: &'static str = "Electric/DcMotor";
    const DOC: &'static str = "\
A motor of direct current with a permanent magnet

L di/dt = v - R i - k w
J dw/dt = k i - d w + what drives it at Flange
tau     = d w - k i";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Electric::terminals(c);
        let flange = c.terminal("Flange", &ROTATIONAL, "Shaft");
        let v = c.in_port("v", "V", "Voltage from P to N");
        let w = c.in_port("w", "rad/s", "Angular velocity of the rotor");
        let i = c.state("i", "A", "Current from P to N");
        c.initial_value(i, [0.0]);
        c.out_port_of("i", i);
        let tau = c.out_port("tau", "N m", "Torque into it, but for that of its inertia");
        c.derivatives(Self::rate).reads((v, w, i));
        c.common_computation(Self::drive).reads((w, i)).fills(tau);
        let mut of = |name: &'static str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit(unit).doc(doc).more_than(0.0).required()
        };
        let resistance = of("R", "Ohm", "Resistance of the winding");
        let inductance = of("L", "H", "Inductance of the winding");
        let constant = of("k", "V s/rad", "Voltage per angular velocity, which is torque per current, too");
        let inertia = of("J", "kg m^2", "Inertia of the rotor");
        c.gives_through(ends, i).across(v).named("winding");
        c.stores(flange, inertia).across(w).named("rotor");
        c.gives_through(flange, tau).named("torque");
        let friction = c.parameter("d").unit("N m s/rad").doc("Damping of the bearings").at_least(0.0).default(0.0);
        Ok(Self { v, w, i, tau, resistance, per_inductance: 1.0 / inductance, constant, friction })
    }
}

impl DcMotor {
    #[inline]
    fn rate(&self, io: &mut Io<'_>) {
        let ([v], [w], [i]) = (io.get(self.v), io.get(self.w), io.get(self.i));
        io.set_derivative(self.i, [self.per_inductance * (v - self.resistance * i - self.constant * w)]);
    }

    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let ([w], [i]) = (io.get(self.w), io.get(self.i));
        io.set(self.tau, [self.friction * w - self.constant * i]);
    }
}
