//! Vectors of two numbers.

/// A vector given in axes whose x has this direction (cosine, sine).
#[inline]
pub(super) fn turned([x, y]: [f64; 2], [cos, sin]: [f64; 2]) -> [f64; 2] {
    [cos * x - sin * y, sin * x + cos * y]
}

/// How fast the end of an arm moves that turns at this rate.
#[inline]
pub(super) fn spun([x, y]: [f64; 2], rate: f64) -> [f64; 2] {
    [-rate * y, rate * x]
}

#[inline]
pub(super) fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline]
pub(super) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline]
pub(super) fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}
