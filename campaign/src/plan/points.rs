//! Points that fill a cube evenly: what samples are made of.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::error::PlanError;
use super::sampling::{Sampling, SamplingMethod};
use super::sobol::Sobol;

/// Points of a cube whose sides are 1 long: for each case one, which can be had
/// at once. No coordinate is 0 or 1.
#[derive(Debug, Clone)]
pub(super) struct Points {
    seed: u64,
    count: u64,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Random,
    /// For each dimension, which part of it each case has.
    LatinHypercube(Vec<Vec<u32>>),
    Sobol(Sobol),
}

/// Most numbers that the parts of a Latin hypercube are kept in.
const MOST_PARTS: u64 = 100_000_000;

impl Points {
    pub(super) fn new(Sampling { method, count, seed }: Sampling, dimensions: usize) -> Result<Self, PlanError> {
        let kind = match method {
            SamplingMethod::Random => Kind::Random,
            SamplingMethod::Lhs => {
                if count.saturating_mul(dimensions as u64) > MOST_PARTS {
                    let message = format!(
                        "a Latin hypercube of {count} cases in {dimensions} dimensions is too large: cases times \
                         dimensions may be {MOST_PARTS}; draw fewer, or by random or sobol"
                    );
                    return Err(PlanError::new(message));
                }
                Kind::LatinHypercube((0..dimensions).map(|dimension| shuffled(count, seed, dimension)).collect())
            }
            SamplingMethod::Sobol => Kind::Sobol(Sobol::new(dimensions, seed)?),
        };
        Ok(Self { seed, count, kind })
    }

    /// A coordinate of the case with that index, from 0 on: more than 0 and less than 1.
    pub(super) fn coordinate(&self, index: u64, dimension: usize) -> f64 {
        match &self.kind {
            Kind::Random => uniform(self.seed, dimension, index),
            Kind::LatinHypercube(parts) => {
                let part = parts[dimension][usize::try_from(index).unwrap_or(usize::MAX)];
                let within = (f64::from(part) + uniform(self.seed, dimension, index)) / self.count as f64;
                // The last part ends below 1, which the quotient may be rounded to.
                within.min(1.0f64.next_down())
            }
            Kind::Sobol(sobol) => sobol.coordinate(index, dimension),
        }
    }
}

/// What a stream of random numbers is for.
#[derive(Clone, Copy)]
pub(super) enum Use {
    Uniform = 0,
    Shuffle = 1,
    Shift = 2,
}

/// The random numbers of a seed for one dimension: the same for all time, and others for each use.
pub(super) fn stream(seed: u64, dimension: usize, to: Use) -> ChaCha12Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut generator = ChaCha12Rng::from_seed(key);
    generator.set_stream(3 * dimension as u64 + to as u64);
    generator
}

/// The number with that index of a stream: more than 0 and less than 1.
fn uniform(seed: u64, dimension: usize, index: u64) -> f64 {
    let mut generator = stream(seed, dimension, Use::Uniform);
    // Each takes two words of 32 bits.
    generator.set_word_pos(2 * u128::from(index));
    centred(generator.next_u64())
}

/// The middle of the interval that the leading 52 bits name: these are all doubles.
pub(super) fn centred(bits: u64) -> f64 {
    ((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// The numbers from 0 to `count`, in random order (Fisher and Yates).
pub(crate) fn shuffled(count: u64, seed: u64, dimension: usize) -> Vec<u32> {
    let mut generator = stream(seed, dimension, Use::Shuffle);
    let mut order: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, below(last as u64 + 1, &mut generator) as usize);
    }
    order
}

/// A random number below `bound`, each as likely as the others: of a product's
/// upper half, the few that would come more often are drawn again (Lemire 2019).
fn below(bound: u64, generator: &mut ChaCha12Rng) -> u64 {
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= threshold {
            return (product >> 64) as u64;
        }
    }
}
