//! What holds something to the ground.

use simobject::{Creator, Look, Result, SimObject};

use super::symbol::{Along, HOUSING, INK, Symbol};

/// Ground in the 3D view, to which something is fixed.
pub struct Ground;

impl SimObject for Ground {
    const NAME: &'static str = "Visual/Ground";
    const DOC: &'static str = "Ground in the 3D view, to which something is fixed: a plate with hatching behind it";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Normal);
        symbol.show_housing(c, Look::cuboid(symbol.at([0.0, 0.0, 0.04]), symbol.at([2.0, 1.0, 0.08])), HOUSING);
        for x in [-0.6, -0.2, 0.2, 0.6, 1.0] {
            for y in [-0.45, 0.45] {
                let (from, to) = (symbol.at([x, y, 0.08]), symbol.at([x - 0.35, y, 0.43]));
                symbol.show(c, Look::capsule(from, to, symbol.length(0.04)), INK);
            }
        }
        Ok(Self)
    }
}

/// The bearing of a hinge in the 3D view.
pub struct Hinge;

impl SimObject for Hinge {
    const NAME: &'static str = "Visual/Hinge";
    const DOC: &'static str = "The bearing of a hinge in the 3D view: a pin along y, between two lugs on a plate";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Normal);
        for y in [-0.5, 0.5] {
            symbol.show_housing(c, Look::cuboid(symbol.at([0.0, y, 0.5]), symbol.at([0.7, 0.2, 1.0])), HOUSING);
            let (from, to) = (symbol.at([0.0, y - 0.1, 0.0]), symbol.at([0.0, y + 0.1, 0.0]));
            symbol.show_housing(c, Look::cylinder(from, to, symbol.length(0.35)), HOUSING);
        }
        symbol.show_housing(c, Look::cuboid(symbol.at([0.0, 0.0, 1.05]), symbol.at([2.0, 1.6, 0.1])), HOUSING);
        let (from, to) = (symbol.at([0.0, -0.7, 0.0]), symbol.at([0.0, 0.7, 0.0]));
        symbol.show(c, Look::cylinder(from, to, symbol.length(0.16)), INK);
        Ok(Self)
    }
}
