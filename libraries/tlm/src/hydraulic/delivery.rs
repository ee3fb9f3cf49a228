use simobject::{Creator, SimObject};
use simobject_elements::tlm::{Through, Wave, leaking_flow};

/// What flows from `P1` to `P2` through a pump with leakage, and what happens
/// where oil cavitates.
pub(super) struct Delivery {
    /// Whether the flow is limited where oil cavitates.
    limits: bool,
    /// From P1 to P2, m^3/s.
    start_flow: f64,
}

impl Delivery {
    /// Declares its parameters.
    pub(super) fn new<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let limits = c
            .choice("Cavitation", [("Limit", true), ("Zero", false)])
            .doc("What happens where a pressure would fall below 0")
            .default("Limit");
        let start_flow = c.parameter("StartFlow").unit("m^3/s").doc("Flow from P1 to P2 at the start").default(0.0);
        Self { limits, start_flow }
    }

    /// With what would flow without pressures, m^3/s, and leakage, m^3/(s Pa).
    #[inline]
    pub(super) fn through(&self, waves: [Wave; 2], ideal: f64, leakage: f64, tick: u64) -> Through {
        let law = |waves| leaking_flow(ideal, leakage, waves);
        if tick == 0 {
            Through::of(waves, |_| self.start_flow)
        } else if self.limits {
            Through::of(waves, |waves| limited(law(waves), waves))
        } else {
            Through::of_cavitating(waves, law)
        }
    }
}

/// The flow at which neither pressure is below 0; the inlet's limit takes precedence. As in Hopsan's pumps, this holds
/// also where the oil at a port has parted: then it draws oil through the pump.
#[inline]
fn limited(q: f64, [inlet, outlet]: [Wave; 2]) -> f64 {
    let q = if outlet.effort(q) < 0.0 && outlet.zc > 0.0 { -outlet.c / outlet.zc } else { q };
    if inlet.effort(-q) < 0.0 && inlet.zc > 0.0 { inlet.c / inlet.zc } else { q }
}
