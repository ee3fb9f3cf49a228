//! Weighted sums of stage derivatives: `out = x + sum_j w_j k_j`.

use crate::arithmetic::{Terms, add_weighted};
use crate::evaluation::ExecutionContext;

/// Sets `out` to `x` and the sum of terms. Several threads may do it.
#[inline]
pub(super) fn combine(x: &[f64], terms: &Terms<'_>, out: &mut [f64], context: &ExecutionContext) {
    if context.is_together() {
        context.fill_states(out, move |first, out| {
            add_weighted(&x[first..first + out.len()], &terms.behind(first), out);
        });
    } else {
        add_weighted(x, terms, out);
    }
}
