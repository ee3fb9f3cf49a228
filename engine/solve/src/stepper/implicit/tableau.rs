//! Implicit Runge-Kutta methods, as data.
//!
//! | name     | order | stages | error estimate | stability                    |
//! |----------|-------|--------|----------------|------------------------------|
//! | TRBDF2   | 2     | 3      | order 3        | L-stable, stiffly accurate   |
//! | ESDIRK34 | 3     | 4      | order 4        | L-stable, stiffly accurate   |
//!
//! With `k_i = f(t + c_i h, x + h sum_{j <= i} a_ij k_j)` a step is the state
//! of the last stage. The first stage is explicit; all others have the same
//! coefficient on the diagonal.

/// An implicit Runge-Kutta method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::stepper) struct Tableau {
    /// Order of the step.
    pub(in crate::stepper) order: u32,
    /// Times of the stages, in steps.
    pub(in crate::stepper) c: &'static [f64],
    /// Rows of `a` up to the diagonal, the first one 0.
    pub(in crate::stepper) a: &'static [&'static [f64]],
    /// Weights of the step less those of the embedded method.
    pub(in crate::stepper) error: &'static [f64],
    /// Lower one of the orders of the step and of the embedded method.
    pub(in crate::stepper) error_order: u32,
}

impl Tableau {
    /// Weights of the step: those of the last stage.
    pub(in crate::stepper) fn b(&self) -> &'static [f64] {
        self.a[self.a.len() - 1]
    }

    /// The coefficient of each implicit stage's own derivative.
    pub(in crate::stepper) fn diagonal(&self) -> f64 {
        self.a[1][1]
    }
}

/// 2 - sqrt 2.
const GAMMA: f64 = 2.0 - std::f64::consts::SQRT_2;
/// sqrt 2 / 4.
const W: f64 = 0.5 * std::f64::consts::FRAC_1_SQRT_2;

/// The trapezoidal rule to `2 - sqrt 2` of the step, then the second-order
/// BDF through the three points (Hosea, Shampine 1996).
pub(in crate::stepper) static TR_BDF2: Tableau = Tableau {
    order: 2,
    c: &[0.0, GAMMA, 1.0],
    a: &[&[0.0], &[0.5 * GAMMA, 0.5 * GAMMA], &[W, W, 0.5 * GAMMA]],
    error: &[W - (1.0 - W) / 3.0, W - (3.0 * W + 1.0) / 3.0, 0.5 * GAMMA - GAMMA / 6.0],
    error_order: 2,
};

/// The root between 1/4 and 1/2 of `6 g^3 - 18 g^2 + 9 g - 1`.
const G: f64 = 0.435_866_521_508_459;

/// Jørgensen, Kristensen, Thomsen 2018, section 4.
pub(in crate::stepper) static ESDIRK34: Tableau = Tableau {
    order: 3,
    c: &[0.0, 2.0 * G, 0.468_238_744_851_844_4, 1.0],
    a: &[
        &[0.0],
        &[G, G],
        &[0.140_737_774_724_706_2, -0.108_365_551_381_320_8, G],
        &[0.102_399_400_619_911, -0.376_878_452_255_556_1, 0.838_612_530_127_186_1, G],
    ],
    error: &[-0.054_625_497_240_413_94, -0.494_208_893_625_994_96, 0.221_934_499_735_064_66, 0.326_899_891_131_344_27],
    error_order: 3,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Conditions of orders 1 to 4 (Hairer, Norsett, Wanner I, table II.2.2),
    /// as far as a method has them; also for the embedded one.
    fn assert_order(tableau: &Tableau, b: &[f64], order: u32) {
        let row = |i: usize| tableau.a[i];
        let sum = |f: &dyn Fn(usize) -> f64| (0..b.len()).map(|i| b[i] * f(i)).sum::<f64>();
        let inner = |i: usize, f: &dyn Fn(usize) -> f64| (0..row(i).len()).map(|j| row(i)[j] * f(j)).sum::<f64>();
        let c = tableau.c;
        let conditions = [
            (1, sum(&|_| 1.0), 1.0),
            (2, sum(&|i| c[i]), 1.0 / 2.0),
            (3, sum(&|i| c[i].powi(2)), 1.0 / 3.0),
            (3, sum(&|i| inner(i, &|j| c[j])), 1.0 / 6.0),
            (4, sum(&|i| c[i].powi(3)), 1.0 / 4.0),
            (4, sum(&|i| c[i] * inner(i, &|j| c[j])), 1.0 / 8.0),
            (4, sum(&|i| inner(i, &|j| c[j].powi(2))), 1.0 / 12.0),
            (4, sum(&|i| inner(i, &|j| inner(j, &|l| c[l]))), 1.0 / 24.0),
        ];
        for (of, found, asked) in conditions.into_iter().filter(|(of, ..)| *of <= order) {
            assert!((found - asked).abs() < 1e-14, "order {of}: {found}, not {asked}");
        }
    }

    #[test]
    fn the_methods_and_their_companions_have_their_orders() {
        for (tableau, companion) in [(&TR_BDF2, 3), (&ESDIRK34, 4)] {
            assert_order(tableau, tableau.b(), tableau.order);
            let embedded: Vec<f64> = tableau.b().iter().zip(tableau.error).map(|(b, e)| b - e).collect();
            assert_order(tableau, &embedded, companion);
            for (row, c) in tableau.a.iter().zip(tableau.c) {
                assert!((row.iter().sum::<f64>() - c).abs() < 1e-14, "stages are consistent");
            }
            for row in &tableau.a[1..] {
                assert_eq!(*row.last().unwrap(), tableau.diagonal());
            }
        }
    }
}
