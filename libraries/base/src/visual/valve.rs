use simobject::{Creator, Io, Look, Result, SimObject};

use super::symbol::{Along, GLASS, HOUSING, INK, SPOOL, SharePort, Slide, Symbol};

/// A directional valve in the 3D view, cut open.
pub struct Valve {
    /// Both ends of the spool, and both faces of its three lands.
    spool: Slide<8>,
}

/// The middle of each land, and half of its length, in halves of the valve's size.
const LANDS: [f64; 3] = [-0.36, 0.0, 0.36];
const HALF_LAND: f64 = 0.1;

impl SimObject for Valve {
    const NAME: &'static str = "Visual/Valve";
    const DOC: &'static str =
        "A directional valve in the 3D view, cut open: its spool moves along x, between two solenoids";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        let [left, middle, right] = LANDS;
        let rest = [
            -0.62,
            0.62,
            left - HALF_LAND,
            left + HALF_LAND,
            middle - HALF_LAND,
            middle + HALF_LAND,
            right - HALF_LAND,
            right + HALF_LAND,
        ];
        let doc = "Where its spool is, -1 to 1";
        let spool = Slide::new(
            c,
            SharePort { name: "Spool", doc, default: 0.0 },
            -1.0,
            rest.map(|x| symbol.length(x)),
            symbol.length(0.13),
        );
        c.common_computation(Self::slide).reads(spool.port).fills(spool.points);
        symbol.show(c, Look::cylinder((spool.x(0), 0.0, 0.0), (spool.x(1), 0.0, 0.0), symbol.length(0.07)), SPOOL);
        for land in [2, 4, 6] {
            let land = Look::cylinder((spool.x(land), 0.0, 0.0), (spool.x(land + 1), 0.0, 0.0), symbol.length(0.2));
            symbol.show(c, land, SPOOL);
        }
        // The housing: walls above and below, one sees through in front and behind.
        for z in [-0.3, 0.3] {
            symbol.show_housing(c, Look::cuboid(symbol.at([0.0, 0.0, z]), symbol.at([1.3, 0.6, 0.18])), HOUSING);
        }
        symbol.show(c, Look::cuboid([0.0; 3], symbol.at([1.3, 0.56, 0.42])), GLASS);
        for x in [-0.825, 0.825] {
            symbol.show(c, Look::cuboid(symbol.at([x, 0.0, 0.0]), symbol.at([0.35, 0.5, 0.5])), INK);
        }
        Ok(Self { spool })
    }
}

impl Valve {
    fn slide(&self, io: &mut Io<'_>) {
        self.spool.follow(io);
    }
}
