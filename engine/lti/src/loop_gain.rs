//! Loops that are cut.

use crate::error::LtiError;
use crate::matrix::Matrix;
use crate::system::{LinearSystem, Quantity};

impl LinearSystem {
    /// The loop through a place at which an input is added to what arrives there, and an output is the sum: its gain from
    /// the place once around to it, with the sign of negative feedback. So `-1` is where it would swing by itself.
    ///
    /// With `p = C x + D u` there, the input `u = (v - C x) / D` makes `p` what `v` is, whatever arrives: that cuts the
    /// loop. What arrives is `v - u`.
    ///
    /// # Errors
    ///
    /// [`LtiError::NoSuch`] where there is no such output or input, and [`LtiError::Overflow`] where the loop closes in the
    /// same instant, so that `D` is 0.
    pub fn loop_gain(&self, output: usize, input: usize) -> Result<Self, LtiError> {
        let wrong = |what, number, count| LtiError::NoSuch { what, number, count };
        if output >= self.outputs.len() {
            return Err(wrong("output", output, self.outputs.len()));
        }
        if input >= self.inputs.len() {
            return Err(wrong("input", input, self.inputs.len()));
        }
        let direct = self.d[(output, input)];
        if direct == 0.0 || !(1.0 / direct).is_finite() {
            return Err(LtiError::Overflow("the loop gain"));
        }
        let n = self.states.len();
        let (mut a, mut b) = (self.a.clone(), Matrix::zeros(n, 1));
        let mut c = Matrix::zeros(1, n);
        for row in 0..n {
            let by = self.b[(row, input)] / direct;
            b.set(row, 0, by);
            (0..n).for_each(|column| a.set(row, column, self.a[(row, column)] - by * self.c[(output, column)]));
            c.set(0, row, -self.c[(output, row)] / direct);
        }
        let mut d = Matrix::zeros(1, 1);
        d.set(0, 0, 1.0 / direct - 1.0);
        let mut cut = Self::new(a, b, c, d)?;
        cut.states.clone_from(&self.states);
        cut.sample_time = self.sample_time;
        let at = &self.inputs[input];
        cut.inputs = vec![at.clone()];
        cut.outputs = vec![Quantity::new("Loop", at.unit.clone())];
        cut.operating_point.time = self.operating_point.time;
        cut.operating_point.x.clone_from(&self.operating_point.x);
        Ok(cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x' = -x + p, and -3 x + u arrives at p: the loop has 3 / (s + 1), and closed it is as fast as -4.
    #[test]
    fn a_loop_that_is_cut_has_its_open_gain() {
        let one = |value: f64| Matrix::from_rows(&[[value]]);
        let closed = LinearSystem::new(one(-4.0).unwrap(), one(1.0).unwrap(), one(-3.0).unwrap(), one(1.0).unwrap());
        let open = closed.unwrap().loop_gain(0, 0).unwrap();
        assert_eq!((open.a[(0, 0)], open.b[(0, 0)], open.c[(0, 0)], open.d[(0, 0)]), (-1.0, 1.0, 3.0, 0.0));
    }
}
