use simobject::{Creator, Look, Result, SimObject};

use super::symbol::{Along, INK, Symbol};

/// An electric motor in the 3D view, as its symbol.
pub struct ElectricMotor;

impl SimObject for ElectricMotor {
    const NAME: &'static str = "Visual/ElectricMotor";
    const DOC: &'static str = "An electric motor in the 3D view: a drum with an M";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let symbol = Symbol::new(c, Along::Flow);
        symbol.drum(c);
        // An M of four strokes on both faces.
        for y in [-0.16, 0.16] {
            let strokes = [[-0.4, 0.45], [-0.4, -0.45], [0.0, 0.15], [0.4, -0.45], [0.4, 0.45]];
            for ends in strokes.windows(2) {
                let [from, to] = [ends[0], ends[1]].map(|[x, z]| symbol.at([x, y, z]));
                symbol.show(c, Look::capsule(from, to, symbol.length(0.07)), INK);
            }
        }
        Ok(Self)
    }
}
