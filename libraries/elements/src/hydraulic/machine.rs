//! A displacement machine, pump or motor, and the control of a pump.

use simobject::{Creator, In, Io, Result, SimObject, State};

use super::{Lag, Lagging};

/// A machine between ports A and B and a shaft: displacement, laminar leakage and viscous friction (W. E. Wilson, 1946,
/// without his constant losses).
#[derive(Debug, Clone, Copy)]
pub struct Machine {
    /// m^3/rad.
    displacement: f64,
    /// m^3/(s Pa).
    leakage: f64,
    /// N m s/rad.
    friction: f64,
}

impl Machine {
    /// Of a displacement, m^3/rad, leakage, m^3/(s Pa), and friction, N m s/rad.
    pub fn new(displacement: f64, leakage: f64, friction: f64) -> Self {
        Self { displacement, leakage, friction }
    }

    /// Asks for `Displacement` and `LeakageCoefficient`; there is no friction.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let of = "What it displaces per radian: 1e-5 are 62.8 cm^3 per revolution";
        let displacement = c.parameter("Displacement").unit("m^3/rad").doc(of).more_than(0.0).required();
        let leakage = c.parameter("LeakageCoefficient").unit("m^3/(s Pa)");
        let leakage = leakage.doc("Laminar flow past it, for each pascal between its ports").at_least(0.0);
        Self::new(displacement, leakage.default(0.0), 0.0)
    }

    /// Asks for `ViscousFriction`, too.
    #[must_use]
    pub fn with_friction<T: SimObject>(self, c: &mut Creator<'_, T>) -> Self {
        let friction = c.parameter("ViscousFriction").unit("N m s/rad").doc("Torque of friction per angular velocity");
        Self { friction: friction.at_least(0.0).default(0.0), ..self }
    }

    /// Flow from A to B, m^3/s, at a setting, 0 to 1, an angular velocity, rad/s, and the pressure at A less that at B, Pa.
    #[inline]
    pub fn flow(&self, setting: f64, w: f64, dp: f64) -> f64 {
        setting * self.displacement * w + self.leakage * dp
    }

    /// Torque into the shaft, N m.
    #[inline]
    pub fn torque(&self, setting: f64, w: f64, dp: f64) -> f64 {
        self.friction * w - setting * self.displacement * dp
    }
}

/// The control of the pressure behind a pump: it swivels back above `PressureSetting`.
#[derive(Debug, Clone, Copy)]
pub struct PressureControl {
    /// The lag of its setting.
    pub lag: Lag,
    pressure: In<1>,
    /// Pa.
    pressure_setting: f64,
    /// Pa.
    range: f64,
}

impl PressureControl {
    /// Asks for the parameters, and declares the state; there is no control without a pressure setting. `pressure`
    /// declares the in-port of the pressure at B.
    pub fn declare<T: Lagging>(
        c: &mut Creator<'_, T>,
        pressure: impl FnOnce(&mut Creator<'_, T>) -> In<1>,
    ) -> Option<Self> {
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
        let pressure_setting = from?;
        let pressure = pressure(c);
        let setting = ["Setting", "What it displaces, as a part of Displacement"];
        let lag = Lag::declare(c, setting, time_constant, pressure);
        c.out_port_of("Setting", lag.state());
        Some(Self { lag, pressure, pressure_setting, range })
    }

    /// For `reads` of the calculation that asks for the setting.
    pub fn state(&self) -> State<1> {
        self.lag.state()
    }

    /// The setting of a pump, 0 to 1: 1 without a control.
    ///
    /// # Errors
    /// The state of the control is not between 0 and 1.
    #[inline]
    pub fn setting(control: Option<&Self>, io: &Io<'_>) -> Result<f64> {
        control.map_or(Ok(1.0), |control| control.lag.value(io))
    }

    /// The setting that the pressure asks for.
    #[inline]
    pub fn wanted(&self, io: &Io<'_>) -> f64 {
        let [pressure] = io.get(self.pressure);
        ((self.pressure_setting + self.range - pressure) / self.range).clamp(0.0, 1.0)
    }
}
