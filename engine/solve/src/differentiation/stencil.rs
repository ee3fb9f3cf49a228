//! What five values on a line say of a slope.

/// Values at distances of -2, -1, 0, 1 and 2 times `h`; not-a-number where there is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stencil {
    pub(super) values: [f64; 5],
    pub(super) h: f64,
}

/// A slope, and how it looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slope {
    /// Of the fourth order.
    pub(super) value: f64,
    /// By how much those of the second order over both distances differ.
    pub(super) uncertainty: f64,
    /// By how much the slope below and that above differ over the shorter distance,
    pub(super) bend: f64,
    /// and what of it does not vanish with the distance.
    pub(super) kink: f64,
    /// Below, and above, over the shorter distance.
    pub(super) sides: [f64; 2],
}

impl Slope {
    /// The steeper of both sides, as far as they are seen.
    pub(super) fn steepness(&self) -> f64 {
        self.sides.iter().filter(|side| side.is_finite()).fold(0.0, |most: f64, side| most.max(side.abs()))
    }

    /// Whether any side is seen.
    pub(super) fn is_seen(&self) -> bool {
        self.sides.iter().any(|side| side.is_finite())
    }
}

impl Stencil {
    /// The slope in the middle; the fourth-order formula is that of Fornberg (1988), table 1.
    pub(super) fn slope(&self) -> Slope {
        let Self { values: [a, b, c, d, e], h } = *self;
        let (near, far) = ((d - b) / (2.0 * h), (e - a) / (4.0 * h));
        let (bend, far_bend) = ((d - c) / h - (c - b) / h, (e - c) / (2.0 * h) - (c - a) / (2.0 * h));
        Slope {
            value: near + (near - far) / 3.0,
            uncertainty: (near - far).abs(),
            bend: bend.abs(),
            kink: (far_bend - 2.0 * bend).abs(),
            sides: [(c - b) / h, (d - c) / h],
        }
    }
}
