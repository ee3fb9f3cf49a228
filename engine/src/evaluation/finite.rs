//! Whether numbers are finite: asked after every evaluation, so it must cost
//! next to nothing.

/// Whether all numbers are finite. Their sum decides: it is not finite if one
/// of them is not. (If only the sum overflows, they are looked at one by one.)
pub(crate) fn all_finite(numbers: &[f64]) -> bool {
    total(numbers).is_finite() || numbers.iter().all(|number| number.is_finite())
}

/// Copies numbers, and says whether all of them are finite; if not, what was
/// copied is of no use.
pub(super) fn copy_finite(numbers: &[f64], into: &mut [f64]) -> bool {
    copied_total(numbers, into).is_finite() || numbers.iter().all(|number| number.is_finite())
}

#[cfg(target_arch = "x86_64")]
fn copied_total(numbers: &[f64], into: &mut [f64]) -> f64 {
    /// As for `total`.
    #[target_feature(enable = "avx2")]
    fn copied_total_avx2(numbers: &[f64], into: &mut [f64]) -> f64 {
        copied_total_of_lanes(numbers, into)
    }
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { copied_total_avx2(numbers, into) }
    } else {
        copied_total_of_lanes(numbers, into)
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn copied_total(numbers: &[f64], into: &mut [f64]) -> f64 {
    copied_total_of_lanes(numbers, into)
}

#[inline(always)]
fn copied_total_of_lanes(numbers: &[f64], into: &mut [f64]) -> f64 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    let (chunks, copies) = (numbers.chunks_exact(LANES), into.chunks_exact_mut(LANES));
    let rest = chunks.remainder();
    for (chunk, copy) in chunks.zip(copies) {
        copy.copy_from_slice(chunk);
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane += number;
        }
    }
    let behind = numbers.len() - rest.len();
    let mut total: f64 = lanes.iter().sum();
    for (number, copy) in rest.iter().zip(&mut into[behind..]) {
        *copy = *number;
        total += number;
    }
    total
}

#[cfg(target_arch = "x86_64")]
fn total(numbers: &[f64]) -> f64 {
    /// The same with registers twice as wide: half the cost, which was a
    /// tenth of an evaluation.
    #[target_feature(enable = "avx2")]
    fn total_avx2(numbers: &[f64]) -> f64 {
        total_of_lanes(numbers)
    }
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { total_avx2(numbers) }
    } else {
        total_of_lanes(numbers)
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn total(numbers: &[f64]) -> f64 {
    total_of_lanes(numbers)
}

/// A sum in independent lanes, folded at the end, so that additions need not
/// wait for each other.
#[inline(always)]
fn total_of_lanes(numbers: &[f64]) -> f64 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    let chunks = numbers.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane += number;
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        let (low, high) = lanes.split_at_mut(width);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
        width /= 2;
    }
    lanes[0] + total_of_few(rest)
}

/// A sum of fewer numbers than there are lanes, by fours and one by one: a loop
/// over any number of lanes is compiled to masked loads, which wait for numbers
/// that were written a moment ago.
#[inline(always)]
fn total_of_few(numbers: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let fours = numbers.chunks_exact(4);
    let rest: f64 = fours.remainder().iter().sum();
    for four in fours {
        for (lane, number) in lanes.iter_mut().zip(four) {
            *lane += number;
        }
    }
    lanes.iter().sum::<f64>() + rest
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
