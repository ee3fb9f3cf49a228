use simobject::{Creator, InSlice, Look, Result, SimObject};

use super::paint::{frame, painted_along};

/// A surface over a grid in the 3D view.
pub struct Surface;

impl SimObject for Surface {
    const NAME: &'static str = "Visual/Surface";
    const DOC: &'static str = "A surface over a grid in the 3D view: a terrain, a membrane";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos, orientation) = frame(c);
        let mut count = |name: &'static str, doc: &'static str| -> usize {
            c.parameter(name).doc(doc).at_least(2.0).at_most(1e4).default(2)
        };
        let (columns, rows) = (count("Columns", "Heights in each row"), count("Rows", "Number of rows"));
        let doc = "Heights over the grid, row by row: along x first";
        let heights: InSlice = c.in_slice("Heights", columns * rows, "m", doc);
        let doc = "Distance of the heights, along x and along y";
        let spacing: [f64; 2] = c.parameter("Spacing").unit("m").doc(doc).more_than(0.0).default([1.0; 2]);
        let look = Look::surface(heights, columns, spacing).frame(pos, orientation);
        let look = painted_along(c, look, columns * rows);
        c.look(look);
        Ok(Self)
    }
}
