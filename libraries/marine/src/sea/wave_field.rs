//! How the water moves under a sum of components, at many places at once.
//!
//! All of a component that depends on time only, its *phasor* `a e^(i (w t + phase))`, is calculated once an
//! evaluation. A place then needs the sum of `phasor e^(-k (z + i s))` over the components, where `s` is how far along
//! the wave's direction the place is. In general that takes a sine, a cosine and an exponential each. Where wavenumbers
//! are `k0 + j dk`, the exponentials are a geometric sequence, and the sum is a polynomial in `e^(-dk (z + i s))`, by
//! Horner's rule: four products and four sums for each component and sum. Where the next octave follows,
//! the first term and the ratio are squared.
//!
//! In water of finite depth `h` the bottom reflects: there is a second sum, of `e^(-k (2 h - z + i s))`, for the
//! components that are felt there.

use super::component::Component;
use super::ray::{FOLDINGS, Ray, turned};
use super::realisation::Realisation;
use super::stretching::Stretching;
use crate::numerics::complex::Complex;
use crate::numerics::lanes::{LANES, Lanes, exp, sin_cos, widest};

/// Waves of many components.
#[derive(Debug, Clone)]
pub struct WaveField {
    components: Vec<Component>,
    /// Cosines and sines of their directions.
    directions: Vec<[f64; 2]>,
    rays: Vec<Ray>,
    depth: Option<f64>,
    stretching: Stretching,
    /// Factors from the amplitude to the velocity and the acceleration at the surface, and, over density and gravity,
    /// the pressure.
    velocity: Vec<f64>,
    acceleration: Vec<f64>,
    pressure: Vec<f64>,
    bound: f64,
}

/// How the water moves at so many places.
struct Motion {
    velocity: [Lanes; 3],
    acceleration: [Lanes; 3],
    /// The least height of the water, from the bottom to the surface, m, where that was looked for.
    column: f64,
}

/// The phasors of an instant: amplitude, and what the velocity, the acceleration and the slope have to be summed of;
/// real parts and imaginary ones.
#[derive(Debug, Clone, Copy)]
pub struct Phasors<'a> {
    elevation: [&'a [f64]; 2],
    velocity: [&'a [f64]; 2],
    acceleration: [&'a [f64]; 2],
    slope: [&'a [f64]; 2],
}

impl WaveField {
    /// Waves over a depth, m.
    pub fn new(realisation: Realisation, depth: Option<f64>, stretching: Stretching) -> Self {
        let Realisation { components, sequences } = realisation;
        let reflected =
            |component: &Component| depth.map_or(0.0, |depth| libm::exp(-2.0 * component.wavenumber * depth));
        let over = |component: &Component, factor: f64| factor / (1.0 - reflected(component));
        let mut place = 0;
        let rays = sequences.into_iter().map(|of| {
            let ray = Ray::new(of, place, depth);
            place += of.bands * of.per_band;
            ray
        });
        Self {
            rays: rays.collect(),
            depth,
            stretching,
            velocity: components.iter().map(|c| over(c, c.frequency)).collect(),
            acceleration: components.iter().map(|c| over(c, c.frequency * c.frequency)).collect(),
            pressure: components.iter().map(|c| 1.0 / (1.0 + reflected(c))).collect(),
            bound: components.iter().map(|c| c.amplitude.abs()).sum(),
            directions: components.iter().map(|c| [libm::cos(c.direction), libm::sin(c.direction)]).collect(),
            components,
        }
    }

    /// How many numbers the phasors of an instant are; at least one.
    pub fn width(&self) -> usize {
        (8 * self.count()).max(1)
    }

    /// No crest is higher, and no trough deeper, m.
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Over which depth they go, m; none in deep water.
    pub fn depth(&self) -> Option<f64> {
        self.depth
    }

    /// The components, in the order of the sums.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Whether there are no waves.
    pub fn is_still(&self) -> bool {
        self.components.is_empty()
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.components.len()
    }

    /// The phasors at a time, s, with all amplitudes multiplied by a factor.
    pub fn set_phasors(&self, time: f64, factor: f64, phasors: &mut [f64]) {
        if self.is_still() {
            return phasors.fill(0.0);
        }
        let count = self.count();
        widest(
            #[inline(always)]
            || {
                let mut first = 0;
                while first < count {
                    let last = (first + LANES).min(count);
                    let mut angles = Lanes::ZERO;
                    for (lane, at) in (first..last).enumerate() {
                        let component = &self.components[at];
                        angles.0[lane] = component.frequency * time + component.phase;
                    }
                    let (sines, cosines) = sin_cos(angles);
                    for (lane, at) in (first..last).enumerate() {
                        let component = &self.components[at];
                        let amplitude = factor * component.amplitude;
                        let phasor = [amplitude * cosines.0[lane], amplitude * sines.0[lane]];
                        let factors = [1.0, self.velocity[at], self.acceleration[at], component.wavenumber];
                        for (sum, factor) in factors.into_iter().enumerate() {
                            phasors[2 * sum * count + at] = factor * phasor[0];
                            phasors[(2 * sum + 1) * count + at] = factor * phasor[1];
                        }
                    }
                    first = last;
                }
            },
        );
    }

    /// What [`set_phasors`](Self::set_phasors) has set.
    pub fn phasors<'a>(&self, numbers: &'a [f64]) -> Phasors<'a> {
        let count = self.count();
        let column = |at: usize| &numbers[at * count..(at + 1) * count];
        let both = |sum: usize| [column(2 * sum), column(2 * sum + 1)];
        Phasors { elevation: both(0), velocity: both(1), acceleration: both(2), slope: both(3) }
    }

    /// Velocity and acceleration at each place: `set` gets its number, and both. False if there is no water at one of
    /// them, as far as that was looked for: where its surface is moved to z = 0, and lies below the bottom.
    pub fn motion(
        &self,
        phasors: Phasors<'_>,
        places: &[[f64; 3]],
        mut set: impl FnMut(usize, [f64; 3], [f64; 3]),
    ) -> bool {
        widest(
            #[inline(always)]
            || {
                let mut has_water = true;
                for (block, places) in places.chunks(LANES).enumerate() {
                    let Motion { velocity, acceleration, column } = self.motion_of_block(phasors, in_lanes(places));
                    has_water &= column > 0.0;
                    for lane in 0..places.len() {
                        let at = block * LANES + lane;
                        set(at, velocity.map(|axis| axis.0[lane]), acceleration.map(|axis| axis.0[lane]));
                    }
                }
                has_water
            },
        )
    }

    /// Elevation and slope above each place: `set` gets its number, and both.
    pub fn surface(&self, phasors: Phasors<'_>, places: &[[f64; 2]], mut set: impl FnMut(usize, f64, [f64; 2])) {
        widest(
            #[inline(always)]
            || {
                for (block, places) in places.chunks(LANES).enumerate() {
                    let (elevation, slope) = self.surface_of_block(phasors, in_lanes(places));
                    for lane in 0..places.len() {
                        set(block * LANES + lane, elevation.0[lane], slope.map(|axis| axis.0[lane]));
                    }
                }
            },
        );
    }

    /// The head of the waves' pressure at each place, m: the pressure over density and gravity.
    pub fn head(&self, phasors: Phasors<'_>, places: &[[f64; 3]], mut set: impl FnMut(usize, f64)) {
        let columns = phasors.elevation.map(|part| -> Vec<f64> {
            part.iter().zip(&self.pressure).map(|(phasor, factor)| phasor * factor).collect()
        });
        widest(
            #[inline(always)]
            || {
                for (block, places) in places.chunks(LANES).enumerate() {
                    let [x, y, z] = in_lanes(places);
                    let (z, _) = self.heights(phasors, [x, y, z]);
                    let mut head = Lanes::ZERO;
                    for wave in 0..self.terms() {
                        let term = self.term(wave, &[[&columns[0], &columns[1]]], [x, y, z]);
                        head += term.direct[0].re + term.reflected[0].re;
                    }
                    for lane in 0..places.len() {
                        set(block * LANES + lane, head.0[lane]);
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn motion_of_block(&self, phasors: Phasors<'_>, [x, y, z]: [Lanes; 3]) -> Motion {
        let (z, column) = self.heights(phasors, [x, y, z]);
        let mut motion = Motion { velocity: [Lanes::ZERO; 3], acceleration: [Lanes::ZERO; 3], column };
        let Motion { velocity, acceleration, .. } = &mut motion;
        for wave in 0..self.terms() {
            let Term { cosine, sine, direct, reflected } =
                self.term(wave, &[phasors.velocity, phasors.acceleration], [x, y, z]);
            let along = direct[0].re + reflected[0].re;
            velocity[0] += along * cosine;
            velocity[1] += along * sine;
            velocity[2] += direct[0].im - reflected[0].im;
            let along = direct[1].im + reflected[1].im;
            acceleration[0] -= along * cosine;
            acceleration[1] -= along * sine;
            acceleration[2] += direct[1].re - reflected[1].re;
        }
        motion
    }

    #[inline(always)]
    fn surface_of_block(&self, phasors: Phasors<'_>, place: [Lanes; 2]) -> (Lanes, [Lanes; 2]) {
        let (mut elevation, mut slope) = (Lanes::ZERO, [Lanes::ZERO; 2]);
        for wave in 0..self.terms() {
            let (cosine, sine, sums) = self.term_at_surface(wave, &[phasors.elevation, phasors.slope], place);
            elevation += sums[0].re;
            // Of -i k a e^(i theta).
            slope[0] += sums[1].im * cosine;
            slope[1] += sums[1].im * sine;
        }
        (elevation, slope)
    }

    /// The heights at which the formulas are taken; and the least height of the water, where the surface was looked for.
    #[inline(always)]
    fn heights(&self, phasors: Phasors<'_>, [x, y, mut z]: [Lanes; 3]) -> (Lanes, f64) {
        let mut elevation = Lanes::ZERO;
        if self.stretching == Stretching::Wheeler {
            for wave in 0..self.terms() {
                let (_, _, [sum]) = self.term_at_surface(wave, &[phasors.elevation], [x, y]);
                elevation += sum.re;
            }
        }
        let mut column = f64::INFINITY;
        for lane in 0..LANES {
            let height = self.stretching.height(z.0[lane], elevation.0[lane], self.depth);
            // Just below the bottom, where something may sink in, the formulas go on; they mirror the water there.
            z.0[lane] = match self.depth {
                Some(depth) if height > 2.0 * depth => 2.0 * depth,
                _ => height,
            };
            let height = self.depth.map_or(f64::INFINITY, |depth| depth + elevation.0[lane]);
            column = if height < column { height } else { column };
        }
        (z, column)
    }

    /// How many terms the sums over all components have: sequences, or single components.
    #[inline(always)]
    fn terms(&self) -> usize {
        if self.rays.is_empty() { self.count() } else { self.rays.len() }
    }

    /// Sums of phasors `e^(-k (z + i s))` of a term, and the same with `2 h - z` in place of `z`.
    #[inline(always)]
    fn term<const M: usize>(&self, term: usize, phasors: &[[&[f64]; 2]; M], [x, y, z]: [Lanes; 3]) -> Term<M> {
        let nothing = [Complex::ZERO; M];
        let mirrored = |depth: f64| Lanes::all(2.0 * depth) - z;
        if self.rays.is_empty() {
            let (wavenumber, [cosine, sine]) = (self.components[term].wavenumber, self.directions[term]);
            let turn = turned(wavenumber, x * cosine + y * sine);
            let direct = single(phasors, term, turn.scaled(exp(z * -wavenumber)));
            let reflected = match self.depth {
                Some(depth) if wavenumber * depth < FOLDINGS => {
                    single(phasors, term, turn.scaled(exp(mirrored(depth) * -wavenumber)))
                }
                _ => nothing,
            };
            return Term { cosine, sine, direct, reflected };
        }
        let ray = &self.rays[term];
        let whirl = ray.whirl(x, y);
        let direct = ray.sum(phasors, &whirl, z, ray.of.bands);
        let reflected = match self.depth {
            Some(depth) if ray.felt > 0 => ray.sum(phasors, &whirl, mirrored(depth), ray.felt),
            _ => nothing,
        };
        Term { cosine: ray.cosine, sine: ray.sine, direct, reflected }
    }

    /// Cosine and sine of the direction of a term, and sums of phasors `e^(-k i s)`.
    #[inline(always)]
    fn term_at_surface<const M: usize>(
        &self,
        term: usize,
        phasors: &[[&[f64]; 2]; M],
        [x, y]: [Lanes; 2],
    ) -> (f64, f64, [Complex; M]) {
        if self.rays.is_empty() {
            let [cosine, sine] = self.directions[term];
            let turn = turned(self.components[term].wavenumber, x * cosine + y * sine);
            return (cosine, sine, single(phasors, term, turn));
        }
        let ray = &self.rays[term];
        (ray.cosine, ray.sine, ray.sum_at_surface(phasors, &ray.whirl(x, y)))
    }
}

/// What the waves of a direction add: sums that decay from the surface, and such that decay from its mirror image at
/// the bottom.
struct Term<const M: usize> {
    cosine: f64,
    sine: f64,
    direct: [Complex; M],
    reflected: [Complex; M],
}

/// A component's phasors, turned.
#[inline(always)]
fn single<const M: usize>(phasors: &[[&[f64]; 2]; M], component: usize, turn: Complex) -> [Complex; M] {
    let mut terms = [Complex::ZERO; M];
    for of in 0..M {
        let [re, im] = phasors[of].map(|part| Lanes::all(part[component]));
        terms[of] = turn * Complex { re, im };
    }
    terms
}

/// The coordinates of as many places as there are lanes; those beyond the last one repeat it.
#[inline(always)]
fn in_lanes<const N: usize>(places: &[[f64; N]]) -> [Lanes; N] {
    let mut coordinates = [Lanes::ZERO; N];
    for lane in 0..LANES {
        let place = places[lane.min(places.len() - 1)];
        for axis in 0..N {
            coordinates[axis].0[lane] = place[axis];
        }
    }
    coordinates
}
