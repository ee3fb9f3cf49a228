//! Four numbers in a register of AVX2.

use std::arch::x86_64::*;

use super::kernel::Kernel;
use super::lanes::{COUNT, Lanes};

/// A register of AVX2. Its instructions are written out, because compilers do
/// not always see that four lanes of an array fit into one.
#[derive(Debug, Clone, Copy)]
struct Avx2(__m256d);

/// Runs a kernel with AVX2; without fused multiplication and addition, which
/// would round once less.
#[target_feature(enable = "avx2")]
pub(super) fn run_with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

/// Only what `run_with_avx2` calls comes here, and only processors with AVX2
/// come there: that is the reason of every block.
impl Lanes for Avx2 {
    #[inline(always)]
    fn all(number: f64) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_set1_pd(number) })
    }

    #[inline(always)]
    fn load(numbers: &[f64; COUNT]) -> Self {
        // SAFETY: the processor has AVX2, and four numbers are there.
        Self(unsafe { _mm256_loadu_pd(numbers.as_ptr()) })
    }

    #[inline(always)]
    fn numbers(self) -> [f64; COUNT] {
        let mut numbers = [0.0; COUNT];
        // SAFETY: the processor has AVX2, and there is room for four numbers.
        unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) };
        numbers
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_add_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_sub_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_mul_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_div_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }

    /// The instruction gives the second number where one of them is not a number.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_max_pd(self.0, other.0) })
    }
}
