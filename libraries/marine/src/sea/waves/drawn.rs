//! The sea in the 3D view.

use simobject::look::Attribute;
use simobject::{Creator, Look, PrivateSlice};

use super::Waves;

/// The piece of the surface that the 3D view shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub(super) heights: PrivateSlice,
    points: usize,
    spacing: f64,
    corner: [f64; 2],
}

impl Drawn {
    /// None where it is not asked for: each row of the results takes its points, too.
    pub(super) fn declare(c: &mut Creator<'_, Waves>) -> Option<Self> {
        let size: f64 = c
            .parameter("ViewSize")
            .unit("m")
            .doc("Edge of the square of its surface that the 3D view shows; it shows none if not given")
            .more_than(0.0)
            .optional()?;
        let [x, y]: [f64; 2] = c.parameter("ViewCentre").unit("m").doc("Middle of that square").default([0.0, 0.0]);
        let points: usize =
            c.parameter("ViewPoints").doc("Number of points along its edge").at_least(2.0).at_most(500.0).default(61);
        let spacing = size / (points - 1) as f64;
        let corner = [x - 0.5 * size, y - 0.5 * size];
        let heights = c.private_slice("Heights", points * points);
        let look = Look::surface(heights, points, [spacing, spacing]);
        c.look(look.with(Attribute::Corner, [corner[0], corner[1], 0.0]).material("#175076c0"));
        Some(Self { heights, points, spacing, corner })
    }

    /// Where its points are, along x first.
    pub(super) fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        let Self { points, spacing, corner, .. } = *self;
        let place =
            move |at: usize| [corner[0] + spacing * (at % points) as f64, corner[1] + spacing * (at / points) as f64];
        (0..points * points).map(place)
    }
}
