//! Weighted sums of stage derivatives: `out = x + sum_j w_j k_j`.

/// Most terms of one sum: the stages of the largest tableau, and the
/// derivative at the step's end.
pub(super) const MOST: usize = 8;

/// Threads take about this many elements at a time: some microseconds' work.
pub(super) const CHUNK: usize = 4096;

/// Sets `out` to `x + sum_j weights[j] k[j]`; weights of 0 cost nothing. On a
/// thread of a pool it may be done by several.
pub(super) fn combine(x: &[f64], weights: &[f64], k: &[Vec<f64>], out: &mut [f64], by_several: bool) {
    let mut used: [(f64, &[f64]); MOST] = [(0.0, &[]); MOST];
    let mut count = 0;
    for (weight, k) in weights.iter().zip(k) {
        if *weight != 0.0 {
            used[count] = (*weight, k);
            count += 1;
        }
    }
    if by_several { in_parts(x, &used[..count], out) } else { in_one_go(x, &used[..count], out) }
}

fn in_parts(x: &[f64], used: &[(f64, &[f64])], out: &mut [f64]) {
    if out.len() <= CHUNK {
        return in_one_go(x, used, out);
    }
    let half = out.len() / 2;
    let (first, last) = out.split_at_mut(half);
    let mut behind: [(f64, &[f64]); MOST] = [(0.0, &[]); MOST];
    behind.iter_mut().zip(used).for_each(|(behind, (weight, k))| *behind = (*weight, &k[half..]));
    rayon::join(|| in_parts(&x[..half], used, first), || in_parts(&x[half..], &behind[..used.len()], last));
}

fn in_one_go(x: &[f64], used: &[(f64, &[f64])], out: &mut [f64]) {
    match used.len() {
        0 => out.copy_from_slice(x),
        1 => sum::<1>(x, used, out),
        2 => sum::<2>(x, used, out),
        3 => sum::<3>(x, used, out),
        4 => sum::<4>(x, used, out),
        5 => sum::<5>(x, used, out),
        6 => sum::<6>(x, used, out),
        7 => sum::<7>(x, used, out),
        _ => sum::<8>(x, used, out),
    }
}

/// The number of terms is known at compile time, so that one pass over memory
/// does them all.
fn sum<const J: usize>(x: &[f64], used: &[(f64, &[f64])], out: &mut [f64]) {
    let n = out.len();
    let x = &x[..n];
    let weights: [f64; J] = std::array::from_fn(|j| used[j].0);
    let k: [&[f64]; J] = std::array::from_fn(|j| &used[j].1[..n]);
    for i in 0..n {
        let mut increment = 0.0;
        for j in 0..J {
            increment += weights[j] * k[j][i];
        }
        out[i] = x[i] + increment;
    }
}
