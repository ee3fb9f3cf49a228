//! The yardstick: a loop over a spring list with end indices, parameters read
//! per object, unchecked indexing; and Dormand-Prince written around it.

#![allow(clippy::needless_range_loop, reason = "written as by hand")]

use crate::models::{DAMPING, End, GRAVITY, MASS, Net, RELAXED_LENGTH, STIFFNESS};

/// A spring between two masses; ends are offsets into x.
struct Spring {
    a: usize,
    b: usize,
    k: f64,
    d: f64,
    l0: f64,
}

/// A spring from a fixed point to a mass.
struct Anchor {
    from: [f64; 3],
    b: usize,
    k: f64,
    d: f64,
    l0: f64,
}

pub struct Yardstick {
    springs: Vec<Spring>,
    anchors: Vec<Anchor>,
    per_mass: Vec<f64>,
    g: f64,
}

impl Yardstick {
    pub fn new(net: &Net) -> Self {
        let (mut springs, mut anchors) = (Vec::new(), Vec::new());
        for ends in &net.springs {
            match *ends {
                (End::Mass(a), End::Mass(b)) => {
                    springs.push(Spring { a: 6 * a, b: 6 * b, k: STIFFNESS, d: DAMPING, l0: RELAXED_LENGTH });
                }
                (End::Fixed(from), End::Mass(b)) => {
                    anchors.push(Anchor { from, b: 6 * b, k: STIFFNESS, d: DAMPING, l0: RELAXED_LENGTH });
                }
                _ => panic!("springs end at a mass"),
            }
        }
        Self { springs, anchors, per_mass: vec![1.0 / MASS; net.masses.len()], g: GRAVITY }
    }

    pub fn evaluate(&self, x: &[f64], dx: &mut [f64]) {
        assert!(x.len() == 6 * self.per_mass.len() && dx.len() == x.len());
        let (x, dx) = (x.as_ptr(), dx.as_mut_ptr());
        // SAFETY: every offset is 6 times the index of a mass, and both
        // arrays hold 6 numbers a mass.
        unsafe {
            for i in 0..self.per_mass.len() {
                let (x, dx) = (x.add(6 * i), dx.add(6 * i));
                for axis in 0..3 {
                    *dx.add(axis) = *x.add(3 + axis);
                    *dx.add(3 + axis) = 0.0;
                }
            }
            for s in &self.springs {
                let (a, b) = (x.add(s.a), x.add(s.b));
                let r = [*b - *a, *b.add(1) - *a.add(1), *b.add(2) - *a.add(2)];
                let v = [*b.add(3) - *a.add(3), *b.add(4) - *a.add(4), *b.add(5) - *a.add(5)];
                let l = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
                let per_l = 1.0 / l;
                let rate = (r[0] * v[0] + r[1] * v[1] + r[2] * v[2]) * per_l;
                let f = (s.k * (l - s.l0) + s.d * rate) * per_l;
                let (fa, fb) = (dx.add(s.a), dx.add(s.b));
                for axis in 0..3 {
                    *fa.add(3 + axis) += f * r[axis];
                    *fb.add(3 + axis) -= f * r[axis];
                }
            }
            for s in &self.anchors {
                let b = x.add(s.b);
                let r = [*b - s.from[0], *b.add(1) - s.from[1], *b.add(2) - s.from[2]];
                let v = [*b.add(3), *b.add(4), *b.add(5)];
                let l = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
                let per_l = 1.0 / l;
                let rate = (r[0] * v[0] + r[1] * v[1] + r[2] * v[2]) * per_l;
                let f = (s.k * (l - s.l0) + s.d * rate) * per_l;
                let fb = dx.add(s.b);
                for axis in 0..3 {
                    *fb.add(3 + axis) -= f * r[axis];
                }
            }
            for i in 0..self.per_mass.len() {
                let per_mass = *self.per_mass.get_unchecked(i);
                let dx = dx.add(6 * i + 3);
                *dx *= per_mass;
                *dx.add(1) *= per_mass;
                *dx.add(2) = *dx.add(2) * per_mass - self.g;
            }
        }
    }

    /// Dormand-Prince with the max norm from 0 to `end`, first step `h`;
    /// returns the number of evaluations.
    pub fn integrate(&self, x: &mut Vec<f64>, end: f64, mut h: f64, tolerance: f64) -> usize {
        let n = x.len();
        let mut k: [Vec<f64>; 7] = std::array::from_fn(|_| vec![0.0; n]);
        let mut y = vec![0.0; n];
        let (mut t, mut evaluations, mut rejected) = (0.0, 1, false);
        self.evaluate(x, &mut k[0]);
        while t < end {
            let last = t + 1.01 * h >= end;
            let step = if last { end - t } else { h };
            {
                let [k1, k2, k3, k4, k5, k6, k7] = &mut k;
                for i in 0..n {
                    y[i] = x[i] + step * (1.0 / 5.0 * k1[i]);
                }
                self.evaluate(&y, k2);
                for i in 0..n {
                    y[i] = x[i] + step * (3.0 / 40.0 * k1[i] + 9.0 / 40.0 * k2[i]);
                }
                self.evaluate(&y, k3);
                for i in 0..n {
                    y[i] = x[i] + step * (44.0 / 45.0 * k1[i] - 56.0 / 15.0 * k2[i] + 32.0 / 9.0 * k3[i]);
                }
                self.evaluate(&y, k4);
                for i in 0..n {
                    y[i] = x[i]
                        + step
                            * (19372.0 / 6561.0 * k1[i] - 25360.0 / 2187.0 * k2[i] + 64448.0 / 6561.0 * k3[i]
                                - 212.0 / 729.0 * k4[i]);
                }
                self.evaluate(&y, k5);
                for i in 0..n {
                    y[i] = x[i]
                        + step
                            * (9017.0 / 3168.0 * k1[i] - 355.0 / 33.0 * k2[i]
                                + 46732.0 / 5247.0 * k3[i]
                                + 49.0 / 176.0 * k4[i]
                                - 5103.0 / 18656.0 * k5[i]);
                }
                self.evaluate(&y, k6);
                for i in 0..n {
                    y[i] = x[i]
                        + step
                            * (35.0 / 384.0 * k1[i] + 500.0 / 1113.0 * k3[i] + 125.0 / 192.0 * k4[i]
                                - 2187.0 / 6784.0 * k5[i]
                                + 11.0 / 84.0 * k6[i]);
                }
                self.evaluate(&y, k7);
            }
            evaluations += 6;
            let [k1, _, k3, k4, k5, k6, k7] = &k;
            let mut norm = 0.0_f64;
            for i in 0..n {
                let error = step
                    * (71.0 / 57600.0 * k1[i] - 71.0 / 16695.0 * k3[i] + 71.0 / 1920.0 * k4[i]
                        - 17253.0 / 339_200.0 * k5[i]
                        + 22.0 / 525.0 * k6[i]
                        - 1.0 / 40.0 * k7[i]);
                let (a, b) = (x[i].abs(), y[i].abs());
                let ratio = error.abs() / (tolerance + tolerance * if a > b { a } else { b });
                norm = if ratio > norm { ratio } else { norm };
            }
            let factor = (0.9 * norm.powf(-0.2)).clamp(0.2, 5.0);
            if norm <= 1.0 {
                t = if last { end } else { t + step };
                std::mem::swap(x, &mut y);
                k.swap(0, 6);
                h = step * if rejected { factor.min(1.0) } else { factor };
                rejected = false;
            } else {
                h = step * factor.min(1.0);
                rejected = true;
            }
        }
        evaluations
    }
}
