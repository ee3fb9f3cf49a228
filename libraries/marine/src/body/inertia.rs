//! Masses and forces on a body, about a point of it: `M (a, alpha) = (force, moment)`.

use simobject_elements::free_body::gyroscopic_moment;
use simobject_elements::vector::{Vector, cross};

/// A mass matrix of six by six, symmetric, and what it is accelerated by.
#[derive(Debug, Clone)]
pub(super) struct Balance {
    mass: [[f64; 6]; 6],
    load: [f64; 6],
}

impl Balance {
    pub(super) fn new() -> Self {
        Self { mass: [[0.0; 6]; 6], load: [0.0; 6] }
    }

    /// A force at an arm.
    pub(super) fn push(&mut self, arm: Vector, force: Vector) {
        self.turn(cross(arm, force));
        for (load, force) in self.load.iter_mut().zip(force) {
            *load += force;
        }
    }

    /// A moment.
    pub(super) fn turn(&mut self, moment: Vector) {
        for (load, moment) in self.load[3..].iter_mut().zip(moment) {
            *load += moment;
        }
    }

    /// A mass matrix of three by three, symmetric, of a point at an arm of a body that turns: its force is `-m a` with
    /// the acceleration of the point.
    pub(super) fn carry(&mut self, arm: Vector, mass: &[f64; 9], angular_velocity: Vector) {
        // a_point = a - S(arm) alpha + w x (w x arm), with S(arm) b = arm x b.
        let s = skew(arm);
        let times = |a: &[f64; 9], b: &[f64; 9]| -> [f64; 9] {
            std::array::from_fn(|at| (0..3).map(|k| a[3 * (at / 3) + k] * b[3 * k + at % 3]).sum())
        };
        let (s_mass, mass_s) = (times(&s, mass), times(mass, &s));
        let s_mass_s = times(&s_mass, &s);
        for row in 0..3 {
            for column in 0..3 {
                let at = 3 * row + column;
                self.mass[row][column] += mass[at];
                self.mass[row][3 + column] -= mass_s[at];
                self.mass[3 + row][column] += s_mass[at];
                self.mass[3 + row][3 + column] -= s_mass_s[at];
            }
        }
        let centripetal = cross(angular_velocity, cross(angular_velocity, arm));
        let force: Vector =
            std::array::from_fn(|row| -(0..3).map(|column| mass[3 * row + column] * centripetal[column]).sum::<f64>());
        self.push(arm, force);
    }

    /// A tensor of inertia, in the axes in which the forces are, about the centre of what it is of.
    pub(super) fn spin(&mut self, inertia: &[f64; 9], angular_velocity: Vector) {
        let momentum: Vector =
            std::array::from_fn(|row| (0..3).map(|k| inertia[3 * row + k] * angular_velocity[k]).sum());
        for row in 0..3 {
            for column in 0..3 {
                self.mass[3 + row][3 + column] += inertia[3 * row + column];
            }
        }
        self.turn(gyroscopic_moment(momentum, angular_velocity));
    }

    /// Linear and angular acceleration; none if the matrix is not positive, as where there is no mass.
    pub(super) fn accelerations(self) -> Option<[Vector; 2]> {
        let Self { mut mass, load: mut x } = self;
        // L D L^T, in place.
        for k in 0..6 {
            let pivot = mass[k][k];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            let column: [f64; 6] = std::array::from_fn(|j| mass[j][k]);
            for i in k + 1..6 {
                let factor = mass[i][k] / pivot;
                for (entry, other) in mass[i][k + 1..=i].iter_mut().zip(&column[k + 1..=i]) {
                    *entry -= factor * other;
                }
                x[i] -= factor * x[k];
            }
        }
        for i in (0..6).rev() {
            x[i] /= mass[i][i];
            for k in i + 1..6 {
                x[i] -= mass[k][i] / mass[i][i] * x[k];
            }
        }
        Some([[x[0], x[1], x[2]], [x[3], x[4], x[5]]])
    }
}

/// The matrix of `arm x`.
fn skew([x, y, z]: Vector) -> [f64; 9] {
    [0.0, -z, y, z, 0.0, -x, -y, x, 0.0]
}

/// Of a mass that is the same in all directions.
pub(super) fn isotropic(mass: f64) -> [f64; 9] {
    [mass, 0.0, 0.0, 0.0, mass, 0.0, 0.0, 0.0, mass]
}

/// Of masses across an axis and along it.
pub(super) fn along(axis: Vector, normal: f64, tangential: f64) -> [f64; 9] {
    std::array::from_fn(|at| {
        let (row, column) = (at / 3, at % 3);
        let more = (tangential - normal) * axis[row] * axis[column];
        if row == column { normal + more } else { more }
    })
}
