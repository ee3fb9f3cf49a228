//! The last states of a multistep method, as backward differences over steps
//! of one size.

/// Highest order of a formula.
pub(super) const MOST_ORDER: usize = 5;
/// Differences that are kept: from the state itself to two above the order.
const ROWS: usize = MOST_ORDER + 3;

/// Backward differences of the states: row `j` is `del^j x` at the last step.
#[derive(Debug)]
pub(super) struct Differences {
    rows: [Vec<f64>; ROWS],
    scratch: [Vec<f64>; MOST_ORDER + 1],
}

impl Differences {
    pub(super) fn new(states: usize) -> Self {
        Self { rows: std::array::from_fn(|_| vec![0.0; states]), scratch: std::array::from_fn(|_| vec![0.0; states]) }
    }

    /// The state itself.
    pub(super) fn state(&self) -> &[f64] {
        &self.rows[0]
    }

    /// The difference of an order.
    pub(super) fn row(&self, order: usize) -> &[f64] {
        &self.rows[order]
    }

    /// Begins at a state.
    pub(super) fn restart(&mut self, x: &[f64]) {
        self.rows[0].copy_from_slice(x);
    }

    /// Only the state and its derivative are known.
    pub(super) fn begin(&mut self, dx: &[f64], size: f64) {
        self.rows[1].iter_mut().zip(dx).for_each(|(row, dx)| *row = size * dx);
        self.rows[2..].iter_mut().for_each(|row| row.fill(0.0));
    }

    /// The derivative at the state jumped to this: the polynomial goes on with it, as curved as it was.
    pub(super) fn jump(&mut self, order: usize, dx: &[f64], size: f64) {
        for (i, dx) in dx.iter().enumerate() {
            let slope: f64 = (1..=order).map(|j| self.rows[j][i] / j as f64).sum();
            self.rows[1][i] += size * dx - slope;
        }
    }

    /// The polynomial through the last `order + 1` states a step ahead, and
    /// its derivative there times `alpha` and the step size; `harmonic` are
    /// the derivatives of the Newton polynomials.
    pub(super) fn predict(
        &self,
        order: usize,
        alpha: f64,
        harmonic: &[f64],
        predicted: &mut [f64],
        derivative: &mut [f64],
    ) {
        match order {
            1 => self.predict_with::<1>(alpha, harmonic, predicted, derivative),
            2 => self.predict_with::<2>(alpha, harmonic, predicted, derivative),
            3 => self.predict_with::<3>(alpha, harmonic, predicted, derivative),
            4 => self.predict_with::<4>(alpha, harmonic, predicted, derivative),
            _ => self.predict_with::<5>(alpha, harmonic, predicted, derivative),
        }
    }

    fn predict_with<const ORDER: usize>(
        &self,
        alpha: f64,
        harmonic: &[f64],
        predicted: &mut [f64],
        derivative: &mut [f64],
    ) {
        let n = predicted.len();
        let (state, derivative) = (&self.rows[0][..n], &mut derivative[..n]);
        let rows: [&[f64]; ORDER] = std::array::from_fn(|j| &self.rows[j + 1][..n]);
        let weights: [f64; ORDER] = std::array::from_fn(|j| alpha * harmonic[j + 1]);
        for i in 0..n {
            let (mut ahead, mut slope) = (0.0, 0.0);
            for j in 0..ORDER {
                ahead += rows[j][i];
                slope += weights[j] * rows[j][i];
            }
            predicted[i] = state[i] + ahead;
            derivative[i] = slope;
        }
    }

    /// Takes in a new state that lies `d` from the predicted one.
    pub(super) fn accept(&mut self, order: usize, d: &[f64], x: &[f64]) {
        let (low, high) = self.rows.split_at_mut(order + 2);
        for ((above, last), d) in high[0].iter_mut().zip(&mut low[order + 1]).zip(d) {
            *above = d - *last;
            *last = *d;
        }
        for j in (1..=order).rev() {
            let (row, above) = self.rows.split_at_mut(j + 1);
            row[j].iter_mut().zip(&above[0]).for_each(|(row, above)| *row += above);
        }
        self.rows[0].copy_from_slice(x);
    }

    /// Tells the polynomial through the last `order + 1` states by differences
    /// over steps that are `factor` times as long.
    pub(super) fn rescale(&mut self, order: usize, factor: f64) {
        if factor == 1.0 {
            return;
        }
        let change = change_of_size(order, factor);
        for (new, weights) in self.scratch.iter_mut().zip(&change).skip(1).take(order) {
            new.fill(0.0);
            for (row, weight) in self.rows.iter().zip(weights).skip(1).take(order) {
                if *weight != 0.0 {
                    new.iter_mut().zip(row).for_each(|(new, row)| *new += weight * row);
                }
            }
        }
        for (row, new) in self.rows.iter_mut().zip(&mut self.scratch).skip(1).take(order) {
            std::mem::swap(row, new);
        }
    }

    /// The polynomial through the last `order + 1` states, `steps` after the
    /// last one.
    pub(super) fn at(&self, order: usize, steps: f64, x: &mut [f64]) {
        x.copy_from_slice(&self.rows[0]);
        let mut weight = 1.0;
        for j in 1..=order {
            weight *= (steps + (j - 1) as f64) / j as f64;
            x.iter_mut().zip(&self.rows[j]).for_each(|(x, row)| *x += weight * row);
        }
    }
}

/// Differences over steps that are `factor` times as long, as weights of those
/// over steps of length 1: row `j` belongs to the new difference `j`.
///
/// The polynomial at `-i factor` is `sum_m w_m(-i factor) del^m x`, with the
/// Newton polynomials `w_m(s) = s (s + 1) .. (s + m - 1) / m!`; and the new
/// differences are alternating sums of these with binomial coefficients.
fn change_of_size(order: usize, factor: f64) -> [[f64; MOST_ORDER + 1]; MOST_ORDER + 1] {
    let mut change = [[0.0; MOST_ORDER + 1]; MOST_ORDER + 1];
    let mut binomial = [0.0; MOST_ORDER + 1];
    for (j, row) in change.iter_mut().enumerate().take(order + 1) {
        // The next row of Pascal's triangle.
        for i in (1..=j).rev() {
            binomial[i] += binomial[i - 1];
        }
        binomial[0] = 1.0;
        for (i, coefficient) in binomial.iter().enumerate().take(j + 1) {
            let s = -(i as f64) * factor;
            let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
            let mut w = 1.0;
            for (m, weight) in row.iter_mut().enumerate().take(order + 1) {
                if m > 0 {
                    w *= (s + (m - 1) as f64) / m as f64;
                }
                *weight += sign * coefficient * w;
            }
        }
    }
    change
}
