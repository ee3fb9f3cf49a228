//! Waves of a spectrum: a sum of components, with phases by chance.

use std::f64::consts::{PI, TAU};

use super::component::Component;
use super::dispersion::{frequency, wavenumber};
use super::random::uniform;
use super::spectrum::Spectrum;
use crate::numerics::quadrature::Cumulative;

/// How many points the energy is integrated between.
const POINTS: usize = 2000;

/// Which frequencies stand for the spectrum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// All components have one amplitude: many frequencies near the peak, few in the tail.
    EqualEnergy,
    /// One distance of the frequencies: the waves repeat after `2 pi` over that.
    EqualFrequency,
    /// One distance of the wavenumbers, so that the waves in a direction are a geometric sequence at each place.
    EqualWavenumber,
    /// One distance of the wavenumbers in each octave of them, twice that of the octave before: as
    /// fast as one distance, and as fine at low frequencies as at high ones.
    Octaves,
}

/// How a spectrum is sampled.
#[derive(Debug, Clone)]
pub struct Sampling {
    /// From where to where, rad/s.
    pub range: [f64; 2],
    /// About how many components: octaves and directions have equally many.
    pub count: usize,
    /// Directions of equal energy, to which the waves go, rad.
    pub directions: Vec<f64>,
    /// Which frequencies.
    pub spacing: Spacing,
    /// Of the random numbers.
    pub seed: u64,
    /// Whether amplitudes are random too (of Rayleigh's distribution), as those of a piece of a real sea are.
    pub has_random_amplitudes: bool,
}

/// The components, and how they go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Realisation {
    /// All of them; those of a sequence follow each other.
    pub components: Vec<Component>,
    /// Sequences that they make, if they do.
    pub sequences: Vec<Sequence>,
}

/// Components of one direction: `bands` times `per_band` of them. The wavenumbers of the first band are `first + j
/// step`, those of the next one twice as large, and so on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sequence {
    /// rad.
    pub direction: f64,
    /// rad/m.
    pub first: f64,
    /// rad/m.
    pub step: f64,
    /// How many octaves.
    pub bands: usize,
    /// How many components each of them has.
    pub per_band: usize,
}

impl Realisation {
    /// Why waves of that height would break, in words, if they would: one wave by Miche's limit (1944), a sea by that of
    /// DNV-RP-C205, 3.5.4, on 2 pi Hs / (g Tz^2).
    pub fn too_steep(&self, depth: Option<f64>, gravity: f64) -> Option<String> {
        let components = &self.components;
        if let [only] = components.as_slice() {
            let steepness = only.amplitude.abs() * only.wavenumber / PI;
            let most = 0.142 * depth.map_or(1.0, |depth| (only.wavenumber * depth).tanh());
            return (steepness > most).then(|| {
                format!(
                    "a height of {steepness:.3} wavelengths is more than waves reach before they break, {most:.3}: the theory \
                     of small waves does not hold"
                )
            });
        }
        let sum = |of: fn(&Component) -> f64| components.iter().map(|c| c.amplitude * c.amplitude * of(c)).sum::<f64>();
        let (energy, motion) = (sum(|_| 0.5), sum(|c| 0.5 * c.frequency * c.frequency));
        let (height, period) = (4.0 * energy.sqrt(), TAU * (energy / motion).sqrt());
        let steepness = TAU * height / (gravity * period * period);
        let most = 0.1 + (1.0 / 15.0 - 0.1) * ((period - 6.0) / 6.0).clamp(0.0, 1.0);
        (steepness > most).then(|| {
            format!(
                "Hs = {height:.3} m at a zero-crossing period of {period:.2} s is a steepness of {steepness:.3}, and a sea reaches \
                 {most:.3} (DNV-RP-C205): such waves break, and the theory of small waves does not hold"
            )
        })
    }

    /// Of a spectrum.
    pub fn new(spectrum: &Spectrum, sampling: &Sampling, depth: Option<f64>, gravity: f64) -> Self {
        let [low, high] = sampling.range;
        let directions = sampling.directions.len();
        let per_direction = (sampling.count as f64 / directions as f64).round().max(1.0) as usize;
        match sampling.spacing {
            Spacing::EqualEnergy | Spacing::EqualFrequency => {
                let energy = energy_between(spectrum, low, high);
                let count = sampling.count.max(1);
                let components = (0..count).map(|i| {
                    let part = |of: f64| (i as f64 + of) / count as f64;
                    let (omega, variance) = if sampling.spacing == Spacing::EqualEnergy {
                        (energy.quantile(part(0.5)), energy.total() / count as f64)
                    } else {
                        let edge = |of: f64| low + (high - low) * part(of);
                        (edge(0.5), energy.up_to(edge(1.0)) - energy.up_to(edge(0.0)))
                    };
                    let wavenumber = wavenumber(omega, depth, gravity);
                    sampling.component(i, variance, omega, wavenumber, sampling.directions[i % directions])
                });
                Self { components: components.collect(), sequences: Vec::new() }
            }
            Spacing::EqualWavenumber | Spacing::Octaves => {
                let [low, high] = [low, high].map(|edge| wavenumber(edge, depth, gravity));
                let bands =
                    if sampling.spacing == Spacing::Octaves { libm::log2(high / low).ceil().max(1.0) } else { 1.0 };
                let width = if sampling.spacing == Spacing::Octaves { low } else { high - low };
                let bands = bands as usize;
                let per_band = (per_direction as f64 / bands as f64).round().max(1.0) as usize;
                let (step, shift) = (width / per_band as f64, width / (per_band * directions) as f64);
                let top = (low + width) * f64::from(1_u32 << (bands - 1));
                let edges = [low, top].map(|edge| frequency(edge, depth, gravity));
                let energy = energy_between(spectrum, edges[0], edges[1]);
                let mut components = Vec::new();
                let mut sequences = Vec::new();
                for (place, direction) in sampling.directions.iter().copied().enumerate() {
                    let first = low + (place as f64 + 0.5) * shift;
                    sequences.push(Sequence { direction, first, step, bands, per_band });
                    for band in 0..bands {
                        let scale = f64::from(1_u32 << band);
                        for j in 0..per_band {
                            let middle = first + j as f64 * step;
                            let edge = |to: f64| energy.up_to(frequency(scale * (middle + to * shift), depth, gravity));
                            let index = (band * per_band + j) * directions + place;
                            let (variance, k) = (edge(0.5) - edge(-0.5), scale * middle);
                            let omega = frequency(k, depth, gravity);
                            components.push(sampling.component(index, variance, omega, k, direction));
                        }
                    }
                }
                Self { components, sequences }
            }
        }
    }
}

impl Sampling {
    fn component(&self, index: usize, variance: f64, frequency: f64, wavenumber: f64, direction: f64) -> Component {
        let [phase, chance] = [0, 1].map(|which| uniform(self.seed, 2 * index as u64 + which));
        // 1 - chance is never 0.
        let factor = if self.has_random_amplitudes { (-libm::log(1.0 - chance)).sqrt() } else { 1.0 };
        let amplitude = factor * (2.0 * variance.max(0.0)).sqrt();
        Component { amplitude, frequency, wavenumber, direction, phase: TAU * phase }
    }
}

/// The energy from a frequency on.
fn energy_between(spectrum: &Spectrum, low: f64, high: f64) -> Cumulative<impl Fn(f64) -> f64> {
    let mut points: Vec<f64> = (0..=POINTS).map(|point| low + (high - low) * point as f64 / POINTS as f64).collect();
    points.extend(spectrum.bends().into_iter().filter(|bend| (low..high).contains(bend)));
    points.sort_by(f64::total_cmp);
    points.dedup();
    Cumulative::new(|frequency| spectrum.at(frequency), points)
}
