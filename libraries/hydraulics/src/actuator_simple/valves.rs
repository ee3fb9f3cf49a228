//! The valves of the chambers.

use simobject::{Creator, Failure, Result, SimObject};

use simobject_elements::hydraulic::{SignedRoot, Throttle};

use super::settling::NEAR;

/// Two like valves between a supply and a tank.
pub(super) struct Valves {
    /// m^3/(s Pa^0.5); none of valves that never open.
    nominal_flow: Option<f64>,
    /// Pa.
    system_pressure: f64,
    /// Pa.
    tank_pressure: f64,
    root: SignedRoot,
}

impl Valves {
    /// Asks for the parameters.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let openings: [f64; 2] = [0, 1].map(|k| {
            let opening = c.parameter(format!("ValveOpening{k}")).doc(format!("Valve{k} where that is not connected"));
            opening.at_least(-1.0).at_most(1.0).default(0.0)
        });
        let nominal_flow = c
            .parameter("NominalFlow")
            .unit("m^3/(s Pa^0.5)")
            .doc("Flow through a valve that is wide open, for a root of the pressure difference, as `40 l/min/(35 bar)^0.5`; needed if one opens")
            .more_than(0.0)
            .optional();
        if let (None, Some(k)) = (nominal_flow, openings.iter().position(|opening| *opening != 0.0)) {
            c.error("NominalFlow", format!("is missing, and `ValveOpening{k}` opens a valve: {NOMINAL_FLOW}"));
        }
        Self {
            nominal_flow,
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

    /// Into the chamber of that number and pressure, m^3/s.
    ///
    /// # Errors
    /// The valve is open, and has no nominal flow.
    #[inline]
    pub(super) fn flow(&self, number: usize, opening: f64, pressure: f64) -> Result<f64> {
        match self.nominal_flow {
            Some(nominal) => {
                let edge = Throttle::new(nominal, self.root);
                let [from_supply, to_tank] =
                    edge.metered(opening, [self.system_pressure, pressure, self.tank_pressure]);
                Ok(from_supply - to_tank)
            }
            None if opening == 0.0 => Ok(0.0),
            None => Err(without_nominal_flow(number, opening)),
        }
    }

    #[inline]
    fn difference(&self, opening: f64, pressure: f64) -> f64 {
        if opening >= 0.0 { self.system_pressure - pressure } else { pressure - self.tank_pressure }
    }

    /// Whether the root of the flow has an infinite slope anywhere.
    pub(super) fn has_kinks(&self) -> bool {
        self.nominal_flow.is_some() && self.root.is_exact()
    }

    /// Near a kink, through a valve that is open: how long a chamber of that
    /// capacity, m^3/Pa, takes to settle there, s.
    pub(super) fn settling_time(&self, opening: f64, pressure: f64, capacity: f64) -> Option<f64> {
        let is_near = opening != 0.0 && self.difference(opening, pressure).abs() < NEAR;
        let nominal_flow = self.nominal_flow.filter(|_| is_near)?;
        Some(2.0 * capacity * NEAR.sqrt() / (opening.abs() * nominal_flow))
    }
}

/// What a nominal flow is, for those who need one.
const NOMINAL_FLOW: &str =
    "give the flow through a valve that is wide open, in m^3/(s Pa^0.5), or leave the valves closed";

#[cold]
fn without_nominal_flow(number: usize, opening: f64) -> Failure {
    Failure::fatal(format!("`Valve{number}` is {opening}, and there is no `NominalFlow`: {NOMINAL_FLOW}"))
}
