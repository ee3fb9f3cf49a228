//! A narrow opening of which one flow is known.

use simobject::{Creator, SimObject};

use super::SignedRoot;

/// Flow through an opening that grows with the root of the pressure difference,
/// and passes a nominal flow at a nominal difference.
#[derive(Debug, Clone, Copy)]
pub struct Throttle {
    /// m^3/(s Pa^0.5).
    flow_per_root: f64,
    root: SignedRoot,
}

/// The root without any transition has an infinite slope, at which methods
/// crawl. With this one it differs from that root by less than anybody measures, Pa.
const LEAST_TRANSITION: f64 = 0.01;

impl Throttle {
    /// Of a flow for each root of a pascal where it is wide open, m^3/(s Pa^0.5).
    pub fn new(flow_per_root: f64, root: SignedRoot) -> Self {
        Self { flow_per_root, root }
    }

    /// Asks for `NominalFlow`, which is `doc`, `TransitionPressure`, and
    /// `NominalPressureDrop`, whose default it takes, Pa.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, doc: &'static str, default_drop: f64) -> Self {
        let drop = c
            .parameter("NominalPressureDrop")
            .unit("Pa")
            .doc("Pressure difference at which it passes NominalFlow")
            .more_than(0.0)
            .default(default_drop);
        Self::at_drop(c, doc, drop)
    }

    /// As `declare`; but where no `NominalFlow` is given there is none, and what else is given of it is an error.
    pub fn optional<T: SimObject>(c: &mut Creator<'_, T>, doc: &'static str) -> Option<Self> {
        let nominal_flow: Option<f64> = c.parameter("NominalFlow").unit("m^3/s").doc(doc).more_than(0.0).optional();
        let mut of_throttle = |name: &'static str, doc: &'static str, least: f64, otherwise: f64| -> f64 {
            let given: Option<f64> = c.parameter(name).unit("Pa").doc(doc).at_least(least).optional();
            if given.is_some() && nominal_flow.is_none() {
                c.error(name, "there is no throttle without `NominalFlow`");
            }
            given.unwrap_or(otherwise)
        };
        let doc = "Pressure difference at which it passes NominalFlow; 1e5 if not given";
        let drop = of_throttle("NominalPressureDrop", doc, LEAST_TRANSITION, 1e5);
        let doc = "Pressure difference below which the flow is laminar; 1000 if not given";
        let root = SignedRoot::new(of_throttle("TransitionPressure", doc, LEAST_TRANSITION, 1000.0));
        Some(Self { flow_per_root: nominal_flow? / root.of(drop), root })
    }

    /// Asks for `NominalFlow`, which is `doc`, at that pressure difference, Pa,
    /// and for `TransitionPressure`.
    pub fn at_drop<T: SimObject>(c: &mut Creator<'_, T>, doc: &'static str, drop: f64) -> Self {
        let nominal_flow: f64 = c.parameter("NominalFlow").unit("m^3/s").doc(doc).more_than(0.0).required();
        let root = SignedRoot::new(
            c.parameter("TransitionPressure")
                .unit("Pa")
                .doc("Pressure difference below which the flow is laminar")
                .at_least(LEAST_TRANSITION)
                .default(1000.0),
        );
        Self { flow_per_root: nominal_flow / root.of(drop), root }
    }

    /// Through the part `opening` of it, m^3/s, in the direction in which the
    /// pressure falls.
    #[inline]
    pub fn flow(&self, opening: f64, pressure_drop: f64) -> f64 {
        opening * self.flow_per_root * self.root.of(pressure_drop)
    }

    /// Through the edges of a spool at a working port, m^3/s, of which each passes as this throttle where it is wide
    /// open: from the supply where `opening` is above 0, and to the tank where it is below 0. Pressures are those of the
    /// supply, the port and the tank, Pa.
    #[inline]
    pub fn metered(&self, opening: f64, [supply, port, tank]: [f64; 3]) -> [f64; 2] {
        if opening >= 0.0 { [self.flow(opening, supply - port), 0.0] } else { [0.0, self.flow(-opening, port - tank)] }
    }
}
