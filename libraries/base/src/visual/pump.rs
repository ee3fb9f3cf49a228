use simobject::{Creator, Look, Result, SimObject};

use super::symbol::{Along, INK, SPOOL, Symbol};

/// A hydraulic pump or motor in the 3D view, as its symbol.
pub struct Pump;

impl SimObject for Pump {
    const NAME: &'static str = "Visual/Pump";
    const DOC: &'static str = "A hydraulic pump or motor in the 3D view: the symbol of ISO 1219, whose triangle points to where it delivers, or from where it is driven";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        let is_motor = c.parameter("Motor").doc("Whether oil drives it: the triangle points inwards").default(false);
        let is_variable =
            c.parameter("Variable").doc("Whether its displacement can be set: an arrow across").default(false);
        symbol.drum(c);
        let (base, tip) = if is_motor { (0.97, 0.42) } else { (0.42, 0.97) };
        let triangle = Look::cone(symbol.at([base, 0.0, 0.0]), symbol.at([tip, 0.0, 0.0]), symbol.length(0.44));
        symbol.show(c, triangle, INK);
        if is_variable {
            let arrow = Look::arrow(symbol.at([-1.0, -0.25, 1.0]), symbol.at([2.0, 0.0, -2.0]), 1.0);
            let arrow = arrow.with(simobject::look::Attribute::Radius, symbol.length(0.05));
            symbol.show(c, arrow, SPOOL);
        }
        Ok(Self)
    }
}
