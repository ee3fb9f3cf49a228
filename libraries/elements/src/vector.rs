//! Vectors of three numbers.

/// Of a position, a velocity, a force.
pub type Vector = [f64; 3];

/// `a + b`.
#[inline(always)]
pub fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a - b`.
#[inline(always)]
pub fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `factor a`.
#[inline(always)]
pub fn scaled(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// `a + factor b`.
#[inline(always)]
pub fn plus(a: Vector, factor: f64, b: Vector) -> Vector {
    [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]]
}

/// The scalar product.
#[inline(always)]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product.
#[inline(always)]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length.
#[inline(always)]
pub fn norm(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Of length 1; nothing where there is no direction.
#[inline(always)]
pub fn unit(a: Vector) -> Vector {
    let length = norm(a);
    if length > 0.0 { scaled(a, 1.0 / length) } else { [0.0; 3] }
}
