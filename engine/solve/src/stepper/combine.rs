//! Weighted sums of stage derivatives: `out = x + sum_j w_j k_j`.

use super::Threads;
use crate::arithmetic::{Terms, add_weighted};

/// Sets `out` to `x` and the sum of terms. Several threads may do it.
#[inline]
pub(super) fn combine(x: &[f64], terms: &Terms<'_>, out: &mut [f64], threads: Threads<'_>) {
    if threads.are_several() {
        threads.fill_states(out, move |first, out| {
            add_weighted(&x[first..first + out.len()], &terms.behind(first), out);
        });
    } else {
        add_weighted(x, terms, out);
    }
}
