//! Whether numbers are finite: asked after every evaluation, so it must cost
//! next to nothing.

use super::kernel::{FEW, Kernel};
use super::lanes::Lanes;

/// Whether all numbers are finite. Their sum decides: it is not finite if one
/// of them is not. (If only the sum overflows, they are looked at one by one.)
#[inline]
pub fn all_finite(numbers: &[f64]) -> bool {
    // Additions of few wait for each other, but nobody waits for their sum.
    let total = if numbers.len() <= FEW { numbers.iter().sum() } else { total(numbers) };
    total.is_finite() || is_each_finite(numbers)
}

#[inline(never)]
fn total(numbers: &[f64]) -> f64 {
    Total(numbers).run_here()
}

#[cold]
fn is_each_finite(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

/// Copies numbers, and says whether all of them are finite; if not, what was
/// copied is of no use.
///
/// # Panics
/// If there are not as many to copy into.
pub fn copy_finite(numbers: &[f64], into: &mut [f64]) -> bool {
    let total = CopiedTotal { numbers, into }.run_here();
    total.is_finite() || is_each_finite(numbers)
}

/// The sum of numbers, in sixteen that do not wait for each other.
struct Total<'a>(&'a [f64]);

impl Kernel for Total<'_> {
    type Output = f64;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn run<L: Lanes>(self) -> f64 {
        let (fours, rest) = self.0.as_chunks();
        let (sixteens, few) = fours.as_chunks::<4>();
        let [mut a, mut b, mut c, mut d] = [L::all(0.0); 4];
        for sixteen in sixteens {
            a = a.plus(L::load(&sixteen[0]));
            b = b.plus(L::load(&sixteen[1]));
            c = c.plus(L::load(&sixteen[2]));
            d = d.plus(L::load(&sixteen[3]));
        }
        for four in few {
            a = a.plus(L::load(four));
        }
        a.plus(b).plus(c.plus(d)).sum() + rest.iter().sum::<f64>()
    }
}

/// As `Total`, of numbers that are copied on the way.
struct CopiedTotal<'a> {
    numbers: &'a [f64],
    into: &'a mut [f64],
}

impl Kernel for CopiedTotal<'_> {
    type Output = f64;

    #[inline(always)]
    fn len(&self) -> usize {
        self.numbers.len()
    }

    #[inline(always)]
    fn run<L: Lanes>(self) -> f64 {
        let (fours, rest) = self.numbers.as_chunks();
        let (copies, last) = self.into.as_chunks_mut();
        let [mut a, mut b] = [L::all(0.0); 2];
        for (four, copy) in fours.iter().zip(copies) {
            *copy = *four;
            a = a.plus(L::load(four));
            (a, b) = (b, a);
        }
        let mut total = a.plus(b).sum();
        for (number, copy) in rest.iter().zip(last) {
            *copy = *number;
            total += number;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::{all_finite, copy_finite};

    #[test]
    fn one_bad_number_is_found_and_overflow_is_not_taken_for_one() {
        for length in [1, 15, 16, 17, 100] {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                for at in 0..length {
                    let mut numbers = vec![1.0; length];
                    assert!(all_finite(&numbers));
                    numbers[at] = bad;
                    assert!(!all_finite(&numbers));
                }
            }
            assert!(all_finite(&vec![f64::MAX; length]));
        }
        assert!(!all_finite(&[f64::INFINITY, f64::NEG_INFINITY]));
        assert!(all_finite(&[]));
    }

    #[test]
    fn numbers_are_copied_and_a_bad_one_is_found() {
        for length in [0, 1, 7, 8, 9, 31, 100] {
            let mut numbers: Vec<f64> = (0..length).map(f64::from).collect();
            let mut copy = vec![f64::NAN; numbers.len()];
            assert!(copy_finite(&numbers, &mut copy));
            assert_eq!(copy, numbers);
            for at in 0..numbers.len() {
                let kept = std::mem::replace(&mut numbers[at], f64::INFINITY);
                assert!(!copy_finite(&numbers, &mut copy));
                numbers[at] = kept;
            }
            numbers.fill(f64::MAX);
            assert!(copy_finite(&numbers, &mut copy));
        }
    }
}
