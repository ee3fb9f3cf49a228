//! Four numbers side by side.

/// Four numbers, each operation that of the single numbers, each lane for
/// itself. What the lanes are kept in differs from machine to machine, not what
/// comes out.
pub(super) trait Lanes: Copy {
    fn all(number: f64) -> Self;
    fn load(numbers: &[f64; COUNT]) -> Self;
    fn numbers(self) -> [f64; COUNT];
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn abs(self) -> Self;
    /// This where it is the larger one, else the other, also where one of them
    /// is not a number.
    fn larger(self, other: Self) -> Self;

    /// The sum of the four, from the first to the last.
    #[inline(always)]
    fn sum(self) -> f64 {
        let [a, b, c, d] = self.numbers();
        a + b + c + d
    }
}

/// How many numbers there are side by side.
pub(super) const COUNT: usize = 4;

/// For processors without registers of their own here, and for tests.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain([f64; COUNT]);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Plain {
    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(f64, f64) -> f64) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([operation(a, e), operation(b, f), operation(c, g), operation(d, h)])
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Lanes for Plain {
    #[inline(always)]
    fn all(number: f64) -> Self {
        Self([number; COUNT])
    }

    #[inline(always)]
    fn load(numbers: &[f64; COUNT]) -> Self {
        Self(*numbers)
    }

    #[inline(always)]
    fn numbers(self) -> [f64; COUNT] {
        self.0
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.with(other, |a, b| a * b)
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        self.with(other, |a, b| a / b)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.with(self, |a, _| a.abs())
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.with(other, larger)
    }
}

/// The first if it is the larger one, else the other: one instruction, unlike
/// `f64::max`.
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Reads a number by itself. A processor hands on what it is about to write to
/// whoever reads it, if that was written at once; two numbers that were written
/// apart, or four, wait until they have reached the cache, which takes longer than
/// to add them. SimObjects write their derivatives as they like and read states
/// in pairs; so few numbers are read one by one, and written in pairs.
#[inline(always)]
pub(super) fn alone(number: &f64) -> f64 {
    // SAFETY: it is a reference. No compiler joins reads of this kind.
    unsafe { std::ptr::from_ref(number).read_volatile() }
}
