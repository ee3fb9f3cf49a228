//! Rank correlation: whether one quantity rises with another, however crooked
//! the way.

/// Spearman's rank correlation of pairs: 1 if one always rises with the other,
/// -1 if it always falls; ties have the mean of their ranks. None for fewer than
/// three pairs, and where one of the two never changes. Pairs with a number
/// that is not finite do not count.
///
/// Spearman, The proof and measurement of association between two things,
/// American Journal of Psychology 15 (1904).
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let pairs: Vec<_> = pairs.iter().copied().filter(|(a, b)| a.is_finite() && b.is_finite()).collect();
    if pairs.len() < 3 {
        return None;
    }
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    correlation(&ranks(&a), &ranks(&b))
}

/// The rank of each number, from 1.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    // By ==, so that 0 and -0 are a tie.
    for tie in order.chunk_by(|a, b| numbers[*a] == numbers[*b]) {
        let mean = first as f64 + (tie.len() + 1) as f64 / 2.0;
        tie.iter().for_each(|index| ranks[*index] = mean);
        first += tie.len();
    }
    ranks
}

/// Pearson's.
fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let [mut aa, mut bb, mut ab] = [0.0; 3];
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        aa += a * a;
        bb += b * b;
        ab += a * b;
    }
    (aa > 0.0 && bb > 0.0).then(|| (ab / (aa * bb).sqrt()).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::rank_correlation;

    /// `scipy.stats.spearmanr` 1.17.1 of the same numbers.
    #[test]
    fn agrees_with_scipy() {
        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.5];
        let y = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0, 2.0, 8.5];
        let pairs: Vec<_> = x.into_iter().zip(y).collect();
        assert!((rank_correlation(&pairs).unwrap() - SCIPY).abs() < 1e-15);
    }

    const SCIPY: f64 = 0.125_422_049_805_113_4;

    #[test]
    fn a_crooked_way_up_is_one() {
        let pairs: Vec<_> = (-20..20).map(|i| f64::from(i) / 3.0).map(|x| (x, x.exp() + x.powi(3))).collect();
        assert_eq!(rank_correlation(&pairs), Some(1.0));
        let falling: Vec<_> = pairs.iter().map(|(x, y)| (*x, -y)).collect();
        assert_eq!(rank_correlation(&falling), Some(-1.0));
    }

    #[test]
    fn what_never_changes_has_none() {
        assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (2.0, 3.0), (f64::NAN, 4.0)]), None);
        // 0 and -0 are one value.
        assert_eq!(rank_correlation(&[(0.0, 2.0), (-0.0, 3.0), (0.0, 4.0)]), None);
    }
}
