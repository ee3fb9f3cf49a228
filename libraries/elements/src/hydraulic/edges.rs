//! The edges of a spool.

use simobject::{Creator, SimObject};

/// How far a spool of four ports (P, T, A, B) opens its edges: A and B are each
/// joined to P, or to T.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges {
    dead_band: f64,
    /// Of the edge towards P, and of that towards T, at A and at B.
    scales: [[f64; 2]; 2],
}

impl Edges {
    /// Asks for `ScalePA`, `ScaleAT`, `ScalePB`, `ScaleBT` and `DeadBand`.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let mut scale = |edge: &'static str| -> f64 {
            c.parameter(format!("Scale{edge}"))
                .doc(format!("How far the edge {edge} is open when the spool is at its end"))
                .at_least(0.0)
                .at_most(1.0)
                .default(1.0)
        };
        let scales = [[scale("PA"), scale("AT")], [scale("PB"), scale("BT")]];
        let dead_band = c
            .parameter("DeadBand")
            .doc("Part of the spool's way to either side in which all edges are closed")
            .at_least(0.0)
            .less_than(1.0)
            .default(0.0);
        Self { dead_band, scales }
    }

    /// At A and at B, where the spool is at `position`, -1 to 1: above 0 towards
    /// P, below 0 towards T.
    #[inline]
    pub(super) fn openings(&self, position: f64) -> [f64; 2] {
        // A position that is no number stays so.
        let size = ((position.abs() - self.dead_band) / (1.0 - self.dead_band)).clamp(0.0, 1.0);
        let opening = |[from_p, to_t]: [f64; 2], towards_p: bool| {
            if towards_p { from_p * size } else { 0.0 - to_t * size }
        };
        [opening(self.scales[0], position > 0.0), opening(self.scales[1], position <= 0.0)]
    }
}
