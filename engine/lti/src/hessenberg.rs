//! Systems at many frequencies from one reduction.

use crate::balancing::norm;
use crate::matrix::Matrix;
use num_complex::Complex64 as Complex;

/// A matrix A in states in which it is an upper Hessenberg matrix, so that (sI - A) X = R takes but n^2 operations at each
/// s (Laub 1981, "Efficient multivariable frequency response computations"), and the basis of these states.
#[derive(Debug)]
pub(crate) struct Hessenberg {
    a: Matrix,
    basis: Matrix,
}

/// That s is an eigenvalue, as far as doubles tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Singular;

impl Hessenberg {
    /// Reduces a matrix as it is, by reflections.
    pub(crate) fn of_balanced(mut a: Matrix) -> Self {
        let n = a.rows();
        let mut basis = Matrix::identity(n);
        for k in 0..n.saturating_sub(2) {
            let mut normal: Vec<f64> = (k + 1..n).map(|i| a[(i, k)]).collect();
            if normal[1..].iter().all(|&element| element == 0.0) {
                continue;
            }
            let image = reflect_to_first(&mut normal);
            from_left(&mut a, k + 1, &normal);
            from_right(&mut a, k + 1, &normal);
            from_right(&mut basis, k + 1, &normal);
            a[(k + 1, k)] = image;
            (k + 2..n).for_each(|i| a[(i, k)] = 0.0);
        }
        Self { a, basis }
    }

    /// The solution X of (sI - A) X = R with A as it was before the reduction. R and X are row by row.
    pub(crate) fn solved(&self, s: Complex, right: &[Complex], width: usize) -> Result<Vec<Complex>, Singular> {
        let n = self.a.rows();
        let mut reduced = vec![Complex::ZERO; n * width];
        for i in 0..n {
            let from = &right[i * width..(i + 1) * width];
            for (k, &element) in self.basis.row(i).iter().enumerate() {
                reduced[k * width..].iter_mut().zip(from).for_each(|(to, from)| *to += element * from);
            }
        }
        self.solve(s, &mut reduced, width, None)?;
        let mut states = vec![Complex::ZERO; n * width];
        for i in 0..n {
            let to = &mut states[i * width..(i + 1) * width];
            for (k, &element) in self.basis.row(i).iter().enumerate() {
                to.iter_mut().zip(&reduced[k * width..]).for_each(|(to, from)| *to += element * from);
            }
        }
        Ok(states)
    }

    /// An eigenvector to an eigenvalue of A as it was before the reduction, by two inverse iterations.
    pub(crate) fn eigenvector(&self, s: Complex) -> Vec<Complex> {
        let n = self.a.rows();
        let smallest = f64::EPSILON * norm(self.a.elements().iter().copied()).max(f64::MIN_POSITIVE);
        let mut x = vec![Complex::ONE; n];
        for _ in 0..2 {
            // With a replacement for a pivot of 0 nothing is singular.
            let _ = self.solve(s, &mut x, 1, Some(smallest));
            let largest = x.iter().fold(0.0, |largest: f64, element| largest.max(element.norm()));
            x.iter_mut().for_each(|element| *element /= largest);
        }
        (0..n).map(|i| self.basis.row(i).iter().zip(&x).map(|(factor, x)| x * factor).sum()).collect()
    }

    /// Solves (sI - A) X = B for X, which stands in the place of B, row by row, by elimination with pivots. A pivot
    /// of which rounding leaves nothing is replaced if there is something to replace it by, and else it is the end.
    fn solve(&self, s: Complex, x: &mut [Complex], width: usize, smallest: Option<f64>) -> Result<(), Singular> {
        let n = self.a.rows();
        let lost = 4.0 * n as f64 * f64::EPSILON;
        let mut rows = Rows::new(&self.a, s);
        for i in 0..n {
            if i + 1 < n {
                rows.begin(i + 1);
                if size(rows.at(i + 1, i)) > size(rows.at(i, i)) {
                    rows.swap(i);
                    (0..width).for_each(|j| x.swap(i * width + j, (i + 1) * width + j));
                }
            }
            if size(rows.at(i, i)) <= lost * rows.terms[i] {
                rows.elements[i * n + i] = smallest.ok_or(Singular)?.into();
            }
            if i + 1 < n {
                let factor = rows.at(i + 1, i) / rows.at(i, i);
                if factor != Complex::ZERO {
                    rows.subtract(i, factor);
                    let (above, below) = x.split_at_mut((i + 1) * width);
                    below.iter_mut().zip(&above[i * width..]).for_each(|(to, from)| *to -= factor * from);
                }
                rows.go_on();
            }
        }
        for i in (0..n).rev() {
            let (above, below) = x.split_at_mut((i + 1) * width);
            let to = &mut above[i * width..];
            for (k, &factor) in rows.elements[i * n + i + 1..(i + 1) * n].iter().enumerate() {
                to.iter_mut().zip(&below[k * width..]).for_each(|(to, from)| *to -= factor * from);
            }
            let inverse = rows.at(i, i).inv();
            to.iter_mut().for_each(|element| *element *= inverse);
        }
        Ok(())
    }
}

/// The rows of sI - A during an elimination.
struct Rows<'a> {
    a: &'a Matrix,
    s: Complex,
    elements: Vec<Complex>,
    /// Of each element of the row that is subtracted, the size of the largest term that went into it: what rounding
    /// is relative to.
    terms: Vec<f64>,
    /// The same of the next row.
    next_terms: Vec<f64>,
}

impl<'a> Rows<'a> {
    fn new(a: &'a Matrix, s: Complex) -> Self {
        let (n, none) = (a.rows(), Complex::ZERO);
        let mut rows = Self { a, s, elements: vec![none; n * n], terms: vec![0.0; n], next_terms: vec![0.0; n] };
        if n > 0 {
            rows.begin(0);
            rows.go_on();
        }
        rows
    }

    /// Fills in a row, the next one.
    fn begin(&mut self, i: usize) {
        let n = self.a.rows();
        for j in i.saturating_sub(1)..n {
            let element = self.a[(i, j)];
            self.elements[i * n + j] = (-element).into();
            self.next_terms[j] = element.abs();
        }
        self.elements[i * n + i] += self.s;
        self.next_terms[i] = self.next_terms[i].max(size(self.s));
    }

    fn at(&self, i: usize, j: usize) -> Complex {
        self.elements[i * self.a.rows() + j]
    }

    /// Exchanges what is left of row i and of the next.
    fn swap(&mut self, i: usize) {
        let n = self.a.rows();
        let (above, below) = self.elements.split_at_mut((i + 1) * n);
        above[i * n + i..].swap_with_slice(&mut below[i..n]);
        std::mem::swap(&mut self.terms, &mut self.next_terms);
    }

    /// Subtracts a multiple of row i from the next.
    fn subtract(&mut self, i: usize, factor: Complex) {
        let n = self.a.rows();
        let (above, below) = self.elements.split_at_mut((i + 1) * n);
        below[i + 1..n].iter_mut().zip(&above[i * n + i + 1..]).for_each(|(to, from)| *to -= factor * from);
        let factor = size(factor);
        self.next_terms[i + 1..]
            .iter_mut()
            .zip(&self.terms[i + 1..])
            .for_each(|(to, from)| *to = to.max(factor * from));
    }

    /// Makes the next row the one that is subtracted.
    fn go_on(&mut self) {
        std::mem::swap(&mut self.terms, &mut self.next_terms);
    }
}

/// The larger part: the magnitude of a complex number to within a factor of 1.5.
fn size(number: Complex) -> f64 {
    number.re.abs().max(number.im.abs())
}

/// Makes a vector the unit normal of a reflection that takes it to a multiple of the first direction, which is
/// returned (Householder 1958). The vector is not 0.
pub(crate) fn reflect_to_first(vector: &mut [f64]) -> f64 {
    let length = norm(vector.iter().copied());
    let image = if vector[0] > 0.0 { -length } else { length };
    vector[0] -= image;
    let length = norm(vector.iter().copied());
    vector.iter_mut().for_each(|element| *element /= length);
    image
}

/// Reflects the columns of a matrix, from a row on.
pub(crate) fn from_left(matrix: &mut Matrix, row: usize, normal: &[f64]) {
    let mut products = vec![0.0; matrix.columns()];
    for (i, factor) in (row..).zip(normal) {
        products.iter_mut().zip(matrix.row(i)).for_each(|(sum, element)| *sum += factor * element);
    }
    for (i, factor) in (row..).zip(normal) {
        matrix.row_mut(i).iter_mut().zip(&products).for_each(|(to, product)| *to -= 2.0 * factor * product);
    }
}

/// Reflects the rows of a matrix, from a column on.
pub(crate) fn from_right(matrix: &mut Matrix, column: usize, normal: &[f64]) {
    for i in 0..matrix.rows() {
        let row = &mut matrix.row_mut(i)[column..];
        let product: f64 = row.iter().zip(normal).map(|(element, factor)| element * factor).sum();
        row.iter_mut().zip(normal).for_each(|(to, factor)| *to -= 2.0 * factor * product);
    }
}
