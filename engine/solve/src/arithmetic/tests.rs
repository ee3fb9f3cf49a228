use super::kernel::Kernel;
use super::lanes::Plain;
use super::weighted_sum::AddWeighted;
use super::*;

/// Numbers of many sizes, with digits to the last place.
fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| (seed + 1.7 * i as f64).sin() * 10_f64.powi((i * 7 % 13) as i32 - 6)).collect()
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn a_sum_has_all_of_its_terms() {
    for n in [0, 1, 3, 4, 5, 8, 23] {
        for count in 0..=MOST_TERMS {
            // With weights of 1, 2, 4 and so on and ones, each sum tells which terms are in it.
            let weights: Vec<f64> = (0..count).map(|j| f64::from(1 << j)).collect();
            let (k, row) = (vec![vec![1.0; n]; count], Row::new(&weights));
            let terms = row.terms(1.0, &k);
            let (x, mut out): (Vec<f64>, _) = ((0..n).map(|i| 1000.0 * i as f64).collect(), vec![f64::NAN; n]);
            add_weighted(&x, &terms, &mut out);
            let expected: Vec<f64> = (0..n).map(|i| 1000.0 * i as f64 + f64::from((1 << count) - 1)).collect();
            assert_eq!(out, expected, "{n} numbers, {count} terms");
            let error = ScaledError { old: &x, new: &x, absolute: &vec![1.0; n], relative: 0.0, terms };
            let each = f64::from((1 << count) - 1);
            assert_eq!(error.largest().total, if n == 0 { 0.0 } else { each });
            assert_eq!(error.squares().total, n as f64 * each * each);
        }
    }
}

#[test]
fn the_worst_error_is_found_at_any_place_and_so_is_what_is_not_finite() {
    let n = 11;
    let (x, absolute) = (vec![0.0; n], vec![1.0; n]);
    for at in 0..n {
        for (value, largest) in [(3.0, 3.0), (-3.0, 3.0)] {
            let mut k = vec![vec![0.5; n]];
            k[0][at] = value;
            let (row, absolute) = (Row::new(&[1.0]), &absolute);
            let terms = row.terms(1.0, &k);
            let parts = ScaledError { old: &x, new: &x, absolute, relative: 1.0, terms }.largest();
            assert_eq!(parts.total, largest);
            assert!(parts.check.is_finite());
        }
        for value in [f64::NAN, f64::INFINITY] {
            let (mut k, mut new) = (vec![vec![0.0; n]], vec![0.0; n]);
            k[0][at] = value;
            let check = |new: &[f64], k: &[Vec<f64>]| {
                let row = Row::new(&[1.0]);
                let terms = row.terms(1.0, k);
                ScaledError { old: &x, new, absolute: &absolute, relative: 1.0, terms }.largest().check
            };
            assert!(!check(&new, &k).is_finite());
            (k[0][at], new[at]) = (0.0, value);
            assert!(!check(&new, &k).is_finite());
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn results_are_the_same_bits_with_all_sets_of_instructions() {
    use super::avx2::run_with_avx2;
    use super::pairs::Pairs;
    use super::scaled_error::Reduce;
    let has_avx2 = std::arch::is_x86_feature_detected!("avx2");
    let of = |a: ErrorParts, b: ErrorParts| [a.total, a.check, b.total, b.check].map(f64::to_bits);
    for n in (0..40).chain([1000, 1001, 1003]) {
        for count in 0..=MOST_TERMS {
            let k: Vec<Vec<f64>> = (0..count).map(|j| numbers(n, j as f64)).collect();
            let weights: Vec<f64> = (0..count).map(|j| (0.3 + j as f64).cos()).collect();
            let row = Row::new(&weights);
            let terms = &row.terms(0.1, &k);
            let (x, new, absolute) = (&numbers(n, 0.5), numbers(n, 0.6), vec![1e-6; n]);
            let mut sums = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
            let [plain, sse2, avx2] = &mut sums;
            AddWeighted { x, terms, out: plain }.run::<Plain>();
            AddWeighted { x, terms, out: sse2 }.run::<Pairs>();
            assert_eq!(bits(plain), bits(sse2), "{n} numbers, {count} terms");
            let error = &ScaledError { old: x, new: &new, absolute: &absolute, relative: 1e-6, terms: *terms };
            let expected = of(Reduce::<true>(error).run::<Plain>(), Reduce::<false>(error).run::<Plain>());
            let found = of(Reduce::<true>(error).run::<Pairs>(), Reduce::<false>(error).run::<Pairs>());
            assert_eq!(expected, found, "{n} numbers, {count} terms");
            if !has_avx2 {
                continue;
            }
            // SAFETY: the processor has AVX2.
            let found = unsafe {
                run_with_avx2(AddWeighted { x, terms, out: avx2 });
                of(run_with_avx2(Reduce::<true>(error)), run_with_avx2(Reduce::<false>(error)))
            };
            assert_eq!(bits(plain), bits(avx2), "{n} numbers, {count} terms");
            assert_eq!(expected, found, "{n} numbers, {count} terms");
        }
    }
}
