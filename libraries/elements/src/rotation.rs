//! How bodies are turned.

use simobject::Failure;

/// Takes vectors from a body's axes to those of the scenario: an orthogonal
/// matrix, row by row.
#[derive(Debug, Clone, Copy)]
pub struct WorldFromBody(pub [f64; 9]);

/// What a method may be off by, of a length that stays.
const SLACK: f64 = 0.01;

/// A quaternion w, x, y, z of length 1 in the same direction.
///
/// # Errors
/// Its length, which is far from 1: the tolerances of a run are for numbers of
/// about that size.
#[inline]
pub fn unit(quaternion: [f64; 4]) -> Result<[f64; 4], f64> {
    let length = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.1 * (1.0 - SLACK) && length < 10.0 * (1.0 + SLACK) {
        Ok(quaternion.map(|part| part / length))
    } else {
        Err(length)
    }
}

/// What is wrong with a quaternion of such a length.
pub fn far_from_one(length: f64) -> String {
    format!("has the length {length}, not one from 0.1 to 10: write one of about 1, as `1,0,0,0`, which is not turned")
}

/// How a body is turned by its quaternion of that name: the same of length 1, and as a matrix.
///
/// # Errors
/// Its length is far from 1.
#[inline]
pub fn attitude(quaternion: [f64; 4], name: &'static str) -> Result<([f64; 4], WorldFromBody), Failure> {
    let unit = unit(quaternion).map_err(|length| no_orientation(name, length))?;
    Ok((unit, WorldFromBody::of(unit)))
}

/// What is wrong with the quaternion of that name.
#[cold]
pub fn no_orientation(name: &'static str, length: f64) -> Failure {
    Failure::recoverable(format!("the quaternion `{name}` {}", far_from_one(length)))
}

impl WorldFromBody {
    /// Of a unit quaternion w, x, y, z.
    #[inline]
    pub fn of([w, x, y, z]: [f64; 4]) -> Self {
        Self([
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ])
    }

    /// A vector that is given in the body's axes, in those of the scenario.
    #[inline]
    pub fn world(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let Self(m) = self;
        std::array::from_fn(|i| m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z)
    }

    /// A vector that is given in the scenario's axes, in those of the body.
    #[inline]
    pub fn body(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let Self(m) = self;
        std::array::from_fn(|i| m[i] * x + m[3 + i] * y + m[6 + i] * z)
    }
}

/// The rate of a quaternion w, x, y, z that turns with an angular velocity,
/// rad/s, given in the body's axes. Its length stays.
#[inline]
pub fn rate([w, x, y, z]: [f64; 4], [p, q, r]: [f64; 3]) -> [f64; 4] {
    [
        0.5 * (-x * p - y * q - z * r),
        0.5 * (w * p + y * r - z * q),
        0.5 * (w * q + z * p - x * r),
        0.5 * (w * r + x * q - y * p),
    ]
}
