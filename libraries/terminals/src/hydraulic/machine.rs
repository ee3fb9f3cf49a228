use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::nature::ROTATIONAL;

use super::ports;

/// A machine of fixed displacement between ports A and B and a shaft: what turns it pumps, and what flows turns it. Pump
/// and motor are one machine, with one law.
pub struct Machine<const IS_MOTOR: bool> {
    dp: In<1>,
    w: In<1>,
    q: Out<1>,
    tau: Out<1>,
    /// m^3/rad.
    displacement: f64,
    /// m^3/(s Pa).
    leakage: f64,
    /// N m s/rad.
    friction: f64,
}

/// A pump of fixed displacement, from A to B where its shaft turns forwards.
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
A pump of fixed displacement, with leakage and viscous friction

q   = Displacement w + LeakageCoefficient dp
tau = -Displacement dp + ViscousFriction w

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
        c.common_computation(Self::displace).reads((dp, w)).fills((q, tau));
        c.gives_through(ends, q).across(dp).named("oil");
        c.gives_through(flange, tau).across(w).named("shaft");
        let of = "What it displaces per radian: 1e-5 are 62.8 cm^3 per revolution";
        Ok(Self {
            dp,
            w,
            q,
            tau,
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

impl<const IS_MOTOR: bool> Machine<IS_MOTOR> {
    #[inline]
    fn displace(&self, io: &mut Io<'_>) {
        let ([dp], [w]) = (io.get(self.dp), io.get(self.w));
        io.set(self.q, [self.displacement * w + self.leakage * dp]);
        io.set(self.tau, [self.friction * w - self.displacement * dp]);
    }
}
