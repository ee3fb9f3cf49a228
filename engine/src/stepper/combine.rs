//! Weighted sums of stage derivatives: `out = x + sum_j w_j k_j`.

use crate::arithmetic::{Terms, add_weighted};

/// Threads take about this many elements at a time: some microseconds' work.
pub(super) const CHUNK: usize = 4096;

/// Sets `out` to `x` and the sum of terms. On a thread of a pool it may be done
/// by several.
pub(super) fn combine(x: &[f64], terms: Terms<'_>, out: &mut [f64], by_several: bool) {
    if !by_several || out.len() <= CHUNK {
        return add_weighted(x, terms, out);
    }
    let half = out.len() / 2;
    let ((x, x_behind), (out, out_behind)) = (x.split_at(half), out.split_at_mut(half));
    rayon::join(|| combine(x, terms, out, true), || combine(x_behind, terms.behind(half), out_behind, true));
}
