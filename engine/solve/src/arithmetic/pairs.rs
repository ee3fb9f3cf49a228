//! Four numbers in two registers of SSE2, which every processor of the kind has.

use std::arch::x86_64::*;

use super::lanes::{COUNT, Lanes, alone};

/// Two registers of SSE2. Their instructions are written out, because compilers
/// do not always see that lanes of an array fit into them. Numbers are read one
/// by one and written in pairs: see [`alone`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairs(__m128d, __m128d);

impl Pairs {
    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(__m128d, __m128d) -> __m128d) -> Self {
        Self(operation(self.0, other.0), operation(self.1, other.1))
    }
}

/// All of these processors have SSE2: that is the reason of every block.
impl Lanes for Pairs {
    #[inline(always)]
    fn all(number: f64) -> Self {
        // SAFETY: the processor has SSE2.
        let both = unsafe { _mm_set1_pd(number) };
        Self(both, both)
    }

    #[inline(always)]
    fn load(numbers: &[f64; COUNT]) -> Self {
        let [a, b, c, d] = numbers.each_ref().map(alone);
        // SAFETY: the processor has SSE2.
        unsafe { Self(_mm_set_pd(b, a), _mm_set_pd(d, c)) }
    }

    #[inline(always)]
    fn numbers(self) -> [f64; COUNT] {
        let mut numbers = [0.0; COUNT];
        let first = numbers.as_mut_ptr();
        // SAFETY: the processor has SSE2, and there is room for four numbers.
        unsafe {
            _mm_storeu_pd(first, self.0);
            _mm_storeu_pd(first.add(2), self.1);
        }
        numbers
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_add_pd(a, b) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_sub_pd(a, b) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_mul_pd(a, b) })
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_div_pd(a, b) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(self, |a, _| unsafe { _mm_andnot_pd(_mm_set1_pd(-0.0), a) })
    }

    /// The instruction gives the second number where one of them is not a number.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        // SAFETY: the processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_max_pd(a, b) })
    }
}
