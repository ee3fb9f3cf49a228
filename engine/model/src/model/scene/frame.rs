//! The axes of a body.

/// Where the axes of a body are, and how they are turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Their origin, m.
    pub position: [f64; 3],
    /// The rotation matrix, row by row, that takes a vector from the body's
    /// axes to the world's: its columns are the body's axes.
    pub world_from_body: [[f64; 3]; 3],
}

impl Default for Frame {
    /// The world's axes.
    fn default() -> Self {
        Self { position: [0.0; 3], world_from_body: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }
}

impl Frame {
    /// With an orientation of 4 numbers, a quaternion w, x, y, z, or of 9, a
    /// rotation matrix, row by row. A quaternion may have any length, since
    /// integration lets it drift; one that is 0 or not finite turns nothing.
    pub(super) fn new(position: [f64; 3], orientation: &[f64]) -> Self {
        let world_from_body = match orientation {
            [w, x, y, z] => from_quaternion([*w, *x, *y, *z]),
            [a, b, c, d, e, f, g, h, i] => [[*a, *b, *c], [*d, *e, *f], [*g, *h, *i]],
            _ => Self::default().world_from_body,
        };
        Self { position, world_from_body }
    }

    /// Where a point is in the world that is there in the body's axes, m.
    pub fn point(&self, point_in_body: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = self.vector(point_in_body);
        [self.position[0] + x, self.position[1] + y, self.position[2] + z]
    }

    /// A vector in the world's axes that is this one in the body's.
    pub fn vector(&self, vector_in_body: [f64; 3]) -> [f64; 3] {
        self.world_from_body.map(|row| row.iter().zip(vector_in_body).map(|(of, along)| of * along).sum())
    }
}

/// The rotation matrix of a quaternion w, x, y, z (Shoemake, "Animating
/// rotation with quaternion curves", 1985).
fn from_quaternion(quaternion: [f64; 4]) -> [[f64; 3]; 3] {
    // By its largest part first: its square may be too small or too large.
    let largest = quaternion.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
    if largest == 0.0 || !quaternion.iter().all(|part| part.is_finite()) {
        return Frame::default().world_from_body;
    }
    let scaled = quaternion.map(|part| part / largest);
    let length = scaled.iter().map(|part| part * part).sum::<f64>().sqrt();
    let [w, x, y, z] = scaled.map(|part| part / length);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
