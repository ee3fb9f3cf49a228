//! Sine, cosine and exponential of several numbers at once.
//!
//! They are made of additions and multiplications only, none of them fused, so that they give the same bits on every
//! machine, whatever the width of its vectors; the C libraries of two systems differ in the last bit. There is no
//! branch within a lane, so that compilers make vectors of them.
//!
//! The argument is reduced by multiples of pi/2 (or ln 2) in three (or two) parts (Cody, Waite 1980); the polynomials
//! for what remains are the minimax ones of fdlibm (Sun Microsystems, 1993) for sine and cosine, and Taylor's for the
//! exponential.

use std::ops::{Add, AddAssign, Mul, MulAssign, Sub, SubAssign};

/// How many numbers go together: two vectors of four, whose latencies overlap.
pub const LANES: usize = 8;

/// So many numbers, with which one calculates as with one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lanes(pub [f64; LANES]);

impl Lanes {
    /// The same number in all of them.
    #[inline(always)]
    pub fn all(number: f64) -> Self {
        Self([number; LANES])
    }

    /// Nothing.
    pub const ZERO: Self = Self([0.0; LANES]);
}

/// An operation of all lanes, with lanes and with a number.
macro_rules! operation {
    ($trait:ident, $method:ident, $assign:ident, $assigned:ident, $operator:tt) => {
        impl $trait for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for lane in 0..LANES {
                    self.0[lane] $operator other.0[lane];
                }
                self
            }
        }

        impl $trait<f64> for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, number: f64) -> Self {
                for lane in 0..LANES {
                    self.0[lane] $operator number;
                }
                self
            }
        }

        impl $assign for Lanes {
            #[inline(always)]
            fn $assigned(&mut self, other: Self) {
                for lane in 0..LANES {
                    self.0[lane] $operator other.0[lane];
                }
            }
        }
    };
}

operation!(Add, add, AddAssign, add_assign, +=);
operation!(Sub, sub, SubAssign, sub_assign, -=);
operation!(Mul, mul, MulAssign, mul_assign, *=);

/// 1.5 times 2^52: adding it rounds to a whole number, which its last bits then hold.
const ROUNDS: f64 = 6_755_399_441_055_744.0;

/// Beyond this multiple of pi/2 is no longer exact in parts of 33 bits.
const MOST: f64 = 8e5;

/// pi/2 in three parts.
const HALF_PI: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];

/// ln 2 in two parts.
const LN_2: [f64; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];

const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

const COSINE: [f64; 6] = [
    0.041_666_666_666_666_02,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// `1 / n!`.
const EXPONENTIAL: [f64; 14] = {
    let mut coefficients = [1.0; 14];
    let mut n = 1;
    let mut factorial = 1.0;
    while n < 14 {
        factorial *= n as f64;
        coefficients[n] = 1.0 / factorial;
        n += 1;
    }
    coefficients
};

/// Sines and cosines.
#[inline(always)]
pub fn sin_cos(angles: Lanes) -> (Lanes, Lanes) {
    let mut is_large = false;
    for lane in 0..LANES {
        is_large |= angles.0[lane].abs() > MOST;
    }
    if is_large {
        return of_large(angles);
    }
    let rounded = angles * std::f64::consts::FRAC_2_PI + ROUNDS;
    let turns = rounded - ROUNDS;
    let rest = ((angles - turns * HALF_PI[0]) - turns * HALF_PI[1]) - turns * HALF_PI[2];
    let square = rest * rest;
    let mut sines = rest + rest * square * polynomial(square, &SINE);
    let mut cosines = (Lanes::all(1.0) - square * 0.5) + square * square * polynomial(square, &COSINE);
    for lane in 0..LANES {
        // In odd quarters both change places; the signs change in the second half, and in the middle two quarters.
        let quarter = rounded.0[lane].to_bits();
        let (sine, cosine) = (sines.0[lane].to_bits(), cosines.0[lane].to_bits());
        let mixed = (sine ^ cosine) & (quarter & 1).wrapping_neg();
        sines.0[lane] = f64::from_bits((sine ^ mixed) ^ ((quarter & 2) << 62));
        cosines.0[lane] = f64::from_bits((cosine ^ mixed) ^ ((quarter.wrapping_add(1) & 2) << 62));
    }
    (sines, cosines)
}

/// The same for angles that are rare: with all bits of pi that it takes.
#[cold]
#[inline(never)]
fn of_large(angles: Lanes) -> (Lanes, Lanes) {
    (Lanes(angles.0.map(libm::sin)), Lanes(angles.0.map(libm::cos)))
}

/// Exponentials; below -600 as at -600, so that products do not become subnormal.
#[inline(always)]
pub fn exp(mut exponents: Lanes) -> Lanes {
    for lane in 0..LANES {
        let least = if exponents.0[lane] < -600.0 { -600.0 } else { exponents.0[lane] };
        exponents.0[lane] = if least > 700.0 { 700.0 } else { least };
    }
    let rounded = exponents * std::f64::consts::LOG2_E + ROUNDS;
    let doublings = rounded - ROUNDS;
    let rest = (exponents - doublings * LN_2[0]) - doublings * LN_2[1];
    let mut powers = polynomial(rest, &EXPONENTIAL);
    for lane in 0..LANES {
        powers.0[lane] *= f64::from_bits(rounded.0[lane].to_bits().wrapping_add(1023) << 52);
    }
    powers
}

/// A polynomial, by its coefficients from the constant one on.
#[inline(always)]
fn polynomial<const N: usize>(at: Lanes, coefficients: &[f64; N]) -> Lanes {
    let mut sum = Lanes::all(coefficients[N - 1]);
    let mut place = N - 1;
    while place > 0 {
        place -= 1;
        sum = sum * at + coefficients[place];
    }
    sum
}

/// Runs a function with the widest vectors of the machine. It has to be inlined into what it is given, and gives the
/// same bits with all of them, since nothing is fused.
#[inline(always)]
pub(crate) fn widest<R>(function: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has them.
        return unsafe { with_avx2(function) };
    }
    function()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<R>(function: impl FnOnce() -> R) -> R {
    function()
}
