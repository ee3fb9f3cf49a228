//! Random numbers that are a function of a counter and a key.
//!
//! J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel Random Numbers:
//! As Easy as 1, 2, 3, SC11, 2011, section 4.3: Philox4x32-10.

const ROUNDS: usize = 10;
const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
/// The golden ratio, and the square root of 3 less 1.
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// Four independent random words.
pub(super) fn words(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..ROUNDS {
        let [a, b, c, d] = counter;
        let (low, high) = (product(MULTIPLIERS[0], a), product(MULTIPLIERS[1], c));
        counter = [high.1 ^ b ^ key[0], high.0, low.1 ^ d ^ key[1], low.0];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    counter
}

/// Low and high word of a product.
fn product(a: u32, b: u32) -> (u32, u32) {
    let product = u64::from(a) * u64::from(b);
    (product as u32, (product >> 32) as u32)
}

/// A number of the standard normal distribution (G. E. P. Box, M. E. Muller, A
/// note on the generation of random normal deviates, 1958).
pub(super) fn normal(counter: [u32; 4], key: [u32; 2]) -> f64 {
    let [a, b, c, d] = words(counter, key);
    // Between 0 and 1, which the first one never is: 53 digits, and half of the last.
    let uniform = |high: u32, low: u32| {
        ((u64::from(high) << 32 | u64::from(low)) >> 12) as f64 / (1_u64 << 52) as f64 + 0.5 / (1_u64 << 52) as f64
    };
    let (radius, turn) = (uniform(a, b), uniform(c, d));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the authors publish with their library Random123.
    #[test]
    fn known_answers() {
        let digits_of_pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
        for (counter, key, answer) in [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (digits_of_pi, [0xa409_3822, 0x299f_31d0], [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
        ] {
            assert_eq!(words(counter, key), answer);
        }
    }

    /// Moments and tails of the normal distribution, each within five standard
    /// errors of its estimate, at ticks that many bits of the counter make.
    #[test]
    fn normal_numbers() {
        const COUNT: u32 = 100_000;
        for high in [0, 232, u32::MAX] {
            let numbers: Vec<f64> = (0..COUNT).map(|low| normal([low, high, 0, 0], [1, 2])).collect();
            let mean = |f: &dyn Fn(f64) -> f64| numbers.iter().map(|x| f(*x)).sum::<f64>() / f64::from(COUNT);
            let error = 5.0 / f64::from(COUNT).sqrt();
            assert!(mean(&|x| x).abs() < error);
            assert!((mean(&|x| x * x) - 1.0).abs() < 2.0_f64.sqrt() * error);
            assert!(mean(&|x| x.powi(3)).abs() < 15.0_f64.sqrt() * error);
            assert!((mean(&|x| x.powi(4)) - 3.0).abs() < 96.0_f64.sqrt() * error);
            // 4.550 % lie beyond 2, 0.270 % beyond 3.
            assert!((mean(&|x| f64::from(x.abs() > 2.0)) - 0.045_500).abs() < 0.2084 * error);
            assert!((mean(&|x| f64::from(x.abs() > 3.0)) - 0.002_700).abs() < 0.0519 * error);
            let pairs = numbers.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / f64::from(COUNT);
            assert!(pairs.abs() < error);
        }
    }

    #[test]
    fn ends_of_the_range_are_finite() {
        // The smallest and the largest uniform number.
        let smallest: f64 = 0.5 / (1_u64 << 52) as f64;
        assert!((-2.0 * smallest.ln()).sqrt() < 8.6);
        assert!(1.0 - smallest < 1.0);
    }
}
