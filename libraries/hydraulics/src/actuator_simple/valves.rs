//! The valves of the chambers.

use simobject::{Creator, SimObject};

use super::settling::NEAR;
use crate::root::SignedRoot;

/// Two like valves between a supply and a tank.
pub(super) struct Valves {
    /// m^3/(s Pa^0.5).
    nominal_flow: f64,
    /// Pa.
    system_pressure: f64,
    /// Pa.
    tank_pressure: f64,
    root: SignedRoot,
}

impl Valves {
    /// Asks for the parameters.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        for k in 0..2 {
            let opening = c.parameter(format!("ValveOpening{k}")).doc(format!("Valve{k} where that is not connected"));
            let _: f64 = opening.at_least(-1.0).at_most(1.0).default(0.0);
        }
        Self {
            nominal_flow: c
                .parameter("NominalFlow")
                .unit("m^3/(s Pa^0.5)")
                .doc("Flow through a valve that is wide open, for a root of the pressure difference")
                .more_than(0.0)
                .required(),
            system_pressure: c.parameter("SystemPressure").unit("Pa").doc("Pressure of the supply").default(0.0),
            tank_pressure: c.parameter("TankPressure").unit("Pa").doc("Pressure of the tank").default(0.0),
            root: SignedRoot::new(
                c.parameter("TransitionPressure")
                    .unit("Pa")
                    .doc("Pressure difference below which the flow through a valve is laminar; 0: it never is")
                    .at_least(0.0)
                    .default(0.0),
            ),
        }
    }

    /// Into a chamber of that pressure, m^3/s.
    #[inline]
    pub(super) fn flow(&self, opening: f64, pressure: f64) -> f64 {
        opening * self.nominal_flow * self.root.of(self.difference(opening, pressure))
    }

    #[inline]
    fn difference(&self, opening: f64, pressure: f64) -> f64 {
        if opening >= 0.0 { self.system_pressure - pressure } else { pressure - self.tank_pressure }
    }

    /// Whether the root of the flow has an infinite slope anywhere.
    pub(super) fn has_kinks(&self) -> bool {
        self.root.is_exact()
    }

    /// Near a kink, through a valve that is open: how long a chamber of that
    /// capacity, m^3/Pa, takes to settle there, s.
    pub(super) fn settling_time(&self, opening: f64, pressure: f64, capacity: f64) -> Option<f64> {
        let is_near = opening != 0.0 && self.difference(opening, pressure).abs() < NEAR;
        is_near.then(|| 2.0 * capacity * NEAR.sqrt() / (opening.abs() * self.nominal_flow))
    }
}
