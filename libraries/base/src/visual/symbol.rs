//! Symbols of ISO 1219, cut out of solids: their front and their back show the symbol, which lies in the plane of x and z of
//! their own axes. What flows goes along x.

use simobject::look::{Elements, SignalHandle};
use simobject::{Creator, In, Io, Look, Private, SimObject};
use simobject_elements::vector::{cross, dot, plus, scaled, unit};

use super::paint::{direction, orientation};

/// What a symbol is made of.
pub(super) const HOUSING: &str = "#e4e2da";
/// Its edges, and what is filled in it.
pub(super) const INK: &str = "#2f3338";
/// What moves in it.
pub(super) const SPOOL: &str = "#d98a29";
/// What one sees through.
pub(super) const GLASS: &str = "#c4d2dc50";
/// Nitrogen.
pub(super) const GAS: &str = "#9fc3dd";
/// Hydraulic oil.
pub(super) const OIL: &str = "#c98f2b";

/// How a symbol is turned.
enum Turned {
    /// As an in-port says.
    Moving(In<4>),
    /// For good: a rotation matrix, row by row.
    Fixed([f64; 9]),
}

/// Where a symbol is, and how large.
pub(super) struct Symbol {
    pos: In<3>,
    turned: Turned,
    /// Half of what it is wide, m.
    half: f64,
    /// What its housing is made of.
    housing: Option<String>,
}

impl Symbol {
    /// Its in-ports and parameters; with `along`, a parameter that gives the direction of its own axis x or z.
    pub(super) fn new<T: SimObject>(c: &mut Creator<'_, T>, along: Along) -> Self {
        let pos = c.in_port("Pos", "m", "Where it is");
        let (name, doc) = match along {
            Along::Flow => {
                ("Along", "The direction of its own x, for one that does not turn, in place of `Orientation`")
            }
            Along::Normal => {
                ("Normal", "The direction of its own -z, for one that does not turn, in place of `Orientation`")
            }
        };
        let given: Option<[f64; 3]> = c.parameter(name).doc(doc).optional();
        let turned = match given {
            None => Turned::Moving(orientation(c)),
            Some(given) => Turned::Fixed(along.matrix(direction(c, name, given))),
        };
        let size: f64 = c.parameter("Size").unit("m").doc("What it measures along x").at_least(0.0).default(0.4);
        let doc = "Of its housing: a name, as in `Simple/Red`, or a colour, `#rrggbb` or `#rrggbbaa`";
        let housing = c.parameter("Material").doc(doc).optional();
        Self { pos, turned, half: 0.5 * size, housing }
    }

    /// A point, or a size, in halves of its size.
    pub(super) fn at(&self, point: [f64; 3]) -> [f64; 3] {
        point.map(|part| self.half * part)
    }

    /// A length in halves of its size, m.
    pub(super) fn length(&self, length: f64) -> f64 {
        self.half * length
    }

    /// Shows a shape that is given in its own axes.
    pub(super) fn show<T: SimObject>(&self, c: &mut Creator<'_, T>, look: Look, material: &str) {
        let look = look.material(material.to_owned());
        c.look(match self.turned {
            Turned::Moving(orientation) => look.frame(self.pos, orientation),
            Turned::Fixed(matrix) => look.frame(self.pos, matrix),
        });
    }

    /// Shows a shape of its housing.
    pub(super) fn show_housing<T: SimObject>(&self, c: &mut Creator<'_, T>, look: Look, default: &str) {
        self.show(c, look, self.housing.as_deref().unwrap_or(default));
    }

    /// A drum whose faces are the circle of a symbol.
    pub(super) fn drum<T: SimObject>(&self, c: &mut Creator<'_, T>) {
        let disc = |thick: f64, radius: f64| {
            Look::cylinder(self.at([0.0, -thick, 0.0]), self.at([0.0, thick, 0.0]), self.length(radius))
        };
        self.show_housing(c, disc(0.15, 0.94), HOUSING);
        self.show(c, disc(0.13, 1.0), INK);
    }
}

/// Which of its own axes a parameter gives.
#[derive(Clone, Copy)]
pub(super) enum Along {
    /// x, along which something flows.
    Flow,
    /// -z, away from what it is fixed to.
    Normal,
}

impl Along {
    /// The rotation matrix, row by row, with that axis in a direction of length 1, and y as near to the scenario's as it can be.
    fn matrix(self, along: [f64; 3]) -> [f64; 9] {
        let across = |axis: [f64; 3]| {
            let part = dot(axis, along);
            (part.abs() < 0.999).then(|| unit(plus(axis, -part, along)))
        };
        // One of the two lies across.
        let y = across([0.0, 1.0, 0.0]).or_else(|| across([0.0, 0.0, 1.0])).unwrap_or([0.0, 1.0, 0.0]);
        let (x, z) = match self {
            Self::Flow => (along, cross(along, y)),
            Self::Normal => {
                let z = scaled(along, -1.0);
                (cross(y, z), z)
            }
        };
        [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]
    }
}

/// An in-port for a share that a symbol shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharePort {
    /// The name of the port.
    pub(super) name: &'static str,
    /// One line for the reader of the reference.
    pub(super) doc: &'static str,
    /// The share if the port is not connected.
    pub(super) default: f64,
}

impl SharePort {
    /// Declares the port.
    pub(super) fn declare<T: SimObject>(self, c: &mut Creator<'_, T>) -> In<1> {
        let port = c.in_port(self.name, "", self.doc);
        c.default_input(port, self.default);
        port
    }
}

/// How far something has moved along x, in a common computation of its SimObject.
pub(super) struct Slide<const N: usize> {
    /// From -1, or 0, to 1.
    pub(super) port: In<1>,
    /// x of each point, m.
    pub(super) points: Private<N>,
    least: f64,
    rest: [f64; N],
    travel: f64,
}

impl<const N: usize> Slide<N> {
    /// Points at `rest`, m, while the in-port is 0, and `travel` farther while it is 1.
    pub(super) fn new<T: SimObject>(
        c: &mut Creator<'_, T>,
        port: SharePort,
        least: f64,
        rest: [f64; N],
        travel: f64,
    ) -> Self {
        let port = port.declare(c);
        Self { port, points: c.private("Moved"), least, rest, travel }
    }

    /// Calculates the points.
    pub(super) fn follow(&self, io: &mut Io<'_>) {
        let [share] = io.get(self.port);
        let moved = self.travel * share.clamp(self.least, 1.0);
        io.set(self.points, self.rest.map(|rest| rest + moved));
    }

    /// x of one of the points.
    pub(super) fn x(&self, point: usize) -> Elements {
        self.points.elements(point..point + 1)
    }
}
