//! What narrows a flow.

use simobject::{Creator, Io, Look, Result, SimObject};

use super::symbol::{Along, GLASS, HOUSING, INK, SPOOL, SharePort, Slide, Symbol};

/// An orifice in the 3D view.
pub struct Orifice {
    /// The tips of both needles.
    needles: Slide<1>,
}

impl SimObject for Orifice {
    const NAME: &'static str = "Visual/Orifice";
    const DOC: &'static str = "An orifice or a gap in the 3D view: a pipe along x with a throat, which a needle closes";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        let doc = "How far it is open, 0 to 1";
        let needles = Slide::new(
            c,
            SharePort { name: "Opening", doc, default: 1.0 },
            0.0,
            [symbol.length(-0.1)],
            symbol.length(-0.4),
        );
        c.common_computation(Self::slide).reads(needles.port).fills(needles.points);
        symbol.show(
            c,
            Look::cylinder(symbol.at([-1.0, 0.0, 0.0]), symbol.at([1.0, 0.0, 0.0]), symbol.length(0.42)),
            GLASS,
        );
        for (end, throat) in [(-1.0, 0.08), (1.0, -0.08)] {
            let cone = Look::cone(symbol.at([end, 0.0, 0.0]), symbol.at([throat, 0.0, 0.0]), symbol.length(0.4));
            symbol.show_housing(c, cone, HOUSING);
        }
        let tip = (0.0, 0.0, needles.x(0));
        symbol.show(c, Look::cone(symbol.at([0.0, 0.0, -1.0]), tip, symbol.length(0.14)), SPOOL);
        Ok(Self { needles })
    }
}

impl Orifice {
    fn slide(&self, io: &mut Io<'_>) {
        self.needles.follow(io);
    }
}

/// A check valve in the 3D view.
pub struct CheckValve {
    ball: Slide<1>,
}

impl SimObject for CheckValve {
    const NAME: &'static str = "Visual/CheckValve";
    const DOC: &'static str = "A check valve in the 3D view: a ball that what flows along x lifts from its seat";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        let doc = "How far it is open, 0 to 1";
        let ball = Slide::new(
            c,
            SharePort { name: "Opening", doc, default: 0.0 },
            0.0,
            [symbol.length(-0.08)],
            symbol.length(0.45),
        );
        c.common_computation(Self::slide).reads(ball.port).fills(ball.points);
        let (start, end) = (symbol.at([-1.0, 0.0, 0.0]), symbol.at([1.0, 0.0, 0.0]));
        symbol.show(c, Look::sphere((ball.x(0), 0.0, 0.0), symbol.length(0.26)), SPOOL);
        let seat = Look::cylinder(symbol.at([-0.45, 0.0, 0.0]), symbol.at([-0.25, 0.0, 0.0]), symbol.length(0.43));
        symbol.show_housing(c, seat, INK);
        symbol.show(c, Look::cylinder(start, end, symbol.length(0.42)), GLASS);
        Ok(Self { ball })
    }
}

impl CheckValve {
    fn slide(&self, io: &mut Io<'_>) {
        self.ball.follow(io);
    }
}

/// A relief valve in the 3D view.
pub struct ReliefValve {
    /// The tip of the poppet, its base.
    poppet: Slide<2>,
}

impl SimObject for ReliefValve {
    const NAME: &'static str = "Visual/ReliefValve";
    const DOC: &'static str =
        "A relief valve in the 3D view: a spring holds a poppet, which opens along x, in its seat";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        let doc = "How far it is open, 0 to 1";
        let rest = [-0.6, -0.1].map(|x| symbol.length(x));
        let poppet = Slide::new(c, SharePort { name: "Opening", doc, default: 0.0 }, 0.0, rest, symbol.length(0.25));
        c.common_computation(Self::slide).reads(poppet.port).fills(poppet.points);
        let (tip, base) = ((poppet.x(0), 0.0, 0.0), (poppet.x(1), 0.0, 0.0));
        let at = |x: f64| symbol.at([x, 0.0, 0.0]);
        symbol.show(c, Look::cone(base, tip, symbol.length(0.3)), SPOOL);
        symbol.show(c, Look::coil(base, at(0.85), symbol.length(0.26)).windings(6.0), HOUSING);
        symbol.show(c, Look::cylinder(at(0.85), at(1.0), symbol.length(0.42)), INK);
        symbol.show_housing(c, Look::cylinder(at(-0.6), at(-0.42), symbol.length(0.43)), INK);
        symbol.show(c, Look::cylinder(at(-1.0), at(1.0), symbol.length(0.42)), GLASS);
        Ok(Self { poppet })
    }
}

impl ReliefValve {
    fn slide(&self, io: &mut Io<'_>) {
        self.poppet.follow(io);
    }
}
