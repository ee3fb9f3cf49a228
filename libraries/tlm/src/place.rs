//! Where elements are in the 3D view: they themselves know of a position along a
//! line only.

use std::f64::consts::PI;

use simobject::{Bind, Creator, Look, SimObject};

/// A place, and which way a line goes from it.
pub(crate) struct Place {
    position: [f64; 3],
    /// From the line's axes, of which it is the first, to the world's: w, x, y, z, of any length.
    world_from_line: [f64; 4],
}

impl Place {
    /// Declares its parameters. None, where the scenario gives none: then there is nothing to show.
    pub(crate) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Option<Self> {
        let position: Option<[f64; 3]> =
            c.parameter("Place").unit("m").doc("Where it is in the 3D view; if not given, it is not shown").optional();
        let axis: Option<[f64; 3]> =
            c.parameter("Axis").doc("Which way its x goes in the 3D view; 1, 0, 0 if not given").optional();
        let [x, y, z] = axis.unwrap_or([1.0, 0.0, 0.0]);
        let length = x.hypot(y).hypot(z);
        if length == 0.0 {
            c.error("Axis", "is 0, 0, 0: it goes no way");
        } else if axis.is_some() && position.is_none() {
            c.error("Axis", "is of no use without `Place`");
        }
        // The shortest turn of the first axis; half a one, where that goes the other way.
        let turn = [length + x, 0.0, -z, y];
        let world_from_line = if turn == [0.0; 4] { [0.0, 0.0, 0.0, 1.0] } else { turn };
        position.map(|position| Self { position, world_from_line })
    }

    /// Shows a shape in the line's axes.
    pub(crate) fn show<T: SimObject>(&self, c: &mut Creator<'_, T>, look: Look) {
        c.look(look.frame(self.position, self.world_from_line));
    }
}

/// A cylinder, whose rod ends at `end` and whose barrel is mounted at `mount`, m along the
/// line, of a stroke, m, and areas of its piston, m^2.
pub(crate) fn cylinder(mount: f64, end: impl Bind, stroke: f64, areas: [f64; 2]) -> Look {
    let radius = |area: f64| (area / PI).sqrt();
    let piston = radius(areas[0].max(areas[1]));
    let rod = radius((areas[0] - areas[1]).abs()).max(0.3 * piston);
    Look::hydraulic_cylinder([mount, 0.0, 0.0], (end, 0.0, 0.0)).barrel(1.2 * piston, stroke).rod(rod, stroke)
}
