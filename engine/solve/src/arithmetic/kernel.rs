//! Which instructions a kernel is compiled to, and which of these run here.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
use super::avx2::run_with_avx2;
use super::lanes::Lanes;
#[cfg(not(target_arch = "x86_64"))]
use super::lanes::Plain as Everywhere;
#[cfg(target_arch = "x86_64")]
use super::pairs::Pairs as Everywhere;

/// Work on slices of numbers, compiled once for each set of instructions. All
/// of it must be `#[inline(always)]`: what is called may have no more than the
/// instructions of every processor. Loops name their lanes: what compilers make
/// of others begins with a dozen questions about lengths, which a few numbers
/// take longer to answer than to add.
pub(super) trait Kernel: Sized {
    type Output;
    /// How many numbers it goes through.
    fn len(&self) -> usize;
    fn run<L: Lanes>(self) -> Self::Output;

    /// Runs it with the best instructions that the processor has.
    #[inline]
    fn run_here(self) -> Self::Output {
        #[cfg(target_arch = "x86_64")]
        if self.len() > FEW && has_avx2() {
            // SAFETY: the processor has AVX2.
            return unsafe { run_with_avx2(self) };
        }
        self.run::<Everywhere>()
    }
}

/// So few are not worth a call of their own: what every processor has is inlined.
pub(super) const FEW: usize = 16;

/// Switches AVX2 off, so that a test can compare results with and without it.
#[cfg(target_arch = "x86_64")]
const OFF: &str = "BOWLINE_NO_AVX2";

/// Whether AVX2 is there and not switched off: looked up once in a process.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx2() -> bool {
    const UNKNOWN: u8 = 2;
    static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
    #[cold]
    fn look() -> bool {
        let has = std::arch::is_x86_feature_detected!("avx2") && std::env::var_os(OFF).is_none();
        KNOWN.store(has.into(), Ordering::Relaxed);
        has
    }
    match KNOWN.load(Ordering::Relaxed) {
        UNKNOWN => look(),
        known => known != 0,
    }
}
