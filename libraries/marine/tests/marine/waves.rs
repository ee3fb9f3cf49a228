//! Waves against formulas that were evaluated independently, and against what they have to be by themselves.

use std::f64::consts::{PI, TAU};
use std::fs;

use bowline_marine::numerics::lanes::{LANES, Lanes, exp, sin_cos};
use bowline_marine::sea::component::Component;
use bowline_marine::sea::dispersion::{frequency, group_velocity, wavenumber};
use bowline_marine::sea::realisation::{Realisation, Sampling, Spacing};
use bowline_marine::sea::spectrum::{Jonswap, Spectrum, Torsethaugen};
use bowline_marine::sea::spreading::Spreading;
use bowline_marine::sea::stretching::Stretching;
use bowline_marine::sea::wave_field::WaveField;

const GRAVITY: f64 = 9.81;
const DENSITY: f64 = 1025.0;

/// The rows of a file of numbers, without its header.
fn rows(name: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/tests/data/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let numbers = |line: &str| line.split(',').map(|number| number.parse().unwrap()).collect();
    text.lines().skip(1).map(numbers).collect()
}

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

#[test]
fn sine_cosine_and_exponential_are_exact_to_few_roundings() {
    let mut worst = [0.0_f64; 3];
    for i in 0..40_000 {
        let base = f64::from(i) * 0.37 - 7000.0;
        let angles: [f64; LANES] =
            std::array::from_fn(|lane| base * (1.0 + 0.013 * lane as f64) * 0.01_f64.powi(i % 4));
        let (Lanes(sines), Lanes(cosines)) = sin_cos(Lanes(angles));
        for lane in 0..LANES {
            worst[0] = worst[0].max((sines[lane] - libm::sin(angles[lane])).abs());
            worst[1] = worst[1].max((cosines[lane] - libm::cos(angles[lane])).abs());
        }
        let exponents = angles.map(|angle| angle % 500.0);
        for (power, exponent) in exp(Lanes(exponents)).0.into_iter().zip(exponents) {
            worst[2] = worst[2].max((power / libm::exp(exponent) - 1.0).abs());
        }
    }
    assert!(worst.iter().all(|worst| *worst < 4e-16), "{worst:?}");
    // Beyond what the short reduction can do, and at the corners.
    let angles = [1e6, -1e9, 1e22, 0.0, -0.0, PI, -PI / 4.0, 1e-300];
    let (Lanes(sines), Lanes(cosines)) = sin_cos(Lanes(angles));
    assert_eq!(sines, angles.map(libm::sin));
    assert_eq!(cosines, angles.map(libm::cos));
    let Lanes([tiny, ..]) = exp(Lanes::all(-1e5));
    assert!(tiny > 0.0 && tiny < 1e-250);
}

#[test]
fn waves_have_the_length_that_depth_and_period_give() {
    let rows = rows("dispersion");
    assert_eq!(rows.len(), 40);
    for row in rows {
        let [_, depth, omega, k, _, _, group, _] = row[..] else { panic!("{row:?}") };
        let depth = (depth < 1e200).then_some(depth);
        assert_near(wavenumber(omega, depth, GRAVITY) / k, 1.0, 1e-12);
        assert_near(frequency(k, depth, GRAVITY) / omega, 1.0, 1e-12);
        assert_near(group_velocity(k, depth, GRAVITY) / group, 1.0, 1e-12);
    }
}

/// Components by amplitude, frequency, direction and phase.
fn components(rows: &[[f64; 4]], depth: Option<f64>) -> Vec<Component> {
    let component = |[amplitude, frequency, direction, phase]: &[f64; 4]| Component {
        amplitude: *amplitude,
        frequency: *frequency,
        wavenumber: wavenumber(*frequency, depth, GRAVITY),
        direction: *direction,
        phase: *phase,
    };
    rows.iter().map(component).collect()
}

fn field_of(components: Vec<Component>, depth: Option<f64>, stretching: Stretching) -> WaveField {
    WaveField::new(Realisation { components, sequences: Vec::new() }, depth, stretching)
}

/// Elevation, slope, velocity, acceleration and head at a time and a place.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Water {
    elevation: f64,
    slope: [f64; 2],
    velocity: [f64; 3],
    acceleration: [f64; 3],
    head: f64,
}

fn water(field: &WaveField, time: f64, places: &[[f64; 3]]) -> Vec<Water> {
    let mut phasors = vec![0.0; field.width()];
    field.set_phasors(time, 1.0, &mut phasors);
    let phasors = field.phasors(&phasors);
    let still = Water { elevation: 0.0, slope: [0.0; 2], velocity: [0.0; 3], acceleration: [0.0; 3], head: 0.0 };
    let mut water = vec![still; places.len()];
    let has_water = field.motion(phasors, places, |place, velocity, acceleration| {
        (water[place].velocity, water[place].acceleration) = (velocity, acceleration);
    });
    assert!(has_water);
    let above: Vec<[f64; 2]> = places.iter().map(|[x, y, _]| [*x, *y]).collect();
    field.surface(phasors, &above, |place, elevation, slope| {
        (water[place].elevation, water[place].slope) = (elevation, slope);
    });
    field.head(phasors, places, |place, head| water[place].head = head);
    water
}

#[test]
fn water_moves_as_airy_says() {
    let five = [
        [0.8, 0.5, 0.0, 0.3],
        [1.1, 0.62, 0.2, 2.1],
        [0.7, 0.8, -0.3, 4.0],
        [0.4, 1.1, 0.5, 5.5],
        [0.2, 1.6, -0.8, 1.0],
    ];
    let cases = [
        ("regular_deep", None, &[[1.5, TAU / 8.0, 0.0, 0.0]][..]),
        ("regular_50m", Some(50.0), &[[2.0, TAU / 10.0, PI / 6.0, 0.4]]),
        ("regular_shallow", Some(6.0), &[[0.4, TAU / 12.0, PI, -1.0]]),
        ("five", Some(80.0), &five),
    ];
    for (name, depth, waves) in cases {
        let rows = rows(&format!("kinematics_{name}"));
        assert_eq!(rows.len(), 84);
        let largest = |column: usize| rows.iter().map(|row| row[column].abs()).fold(0.0, f64::max);
        let scales = [5, 8, 8, 8, 11, 11, 11, 12].map(|column| largest(column).max(largest(column - 1)));
        for row in &rows {
            let stretching = [Stretching::None, Stretching::Constant, Stretching::Wheeler][row[0] as usize];
            let field = field_of(components(waves, depth), depth, stretching);
            let is = water(&field, row[1], &[[row[2], row[3], row[4]]])[0];
            let numbers =
                [&[is.elevation], &is.velocity[..], &is.acceleration, &[DENSITY * GRAVITY * is.head]].concat();
            for (i, number) in numbers.iter().enumerate() {
                assert_near(*number, row[5 + i], 1e-11 * scales[i]);
            }
        }
    }
}

#[test]
fn spectra_are_those_that_were_published() {
    for (i, (height, period, gamma)) in [(3.0, 9.0, 3.3), (5.0, 12.0, 1.0), (1.5, 5.5, 5.0)].into_iter().enumerate() {
        let jonswap = Jonswap::new(height, period, gamma);
        let rows = rows(&format!("jonswap_{}", i + 1));
        let largest = rows.iter().map(|row| row[1]).fold(0.0, f64::max);
        for row in rows {
            assert_near(jonswap.at(row[0]), row[1], 1e-9 * largest);
            // What others take: off by up to 0.24 %.
            assert_near(jonswap.at(row[0]), row[2], 2.5e-3 * largest);
        }
    }
    assert_eq!(Jonswap::new(3.0, 9.0, 3.3).at(0.0), 0.0);
    let seas =
        [(3.0, 8.0), (2.0, 13.0), (6.0, 11.0)].map(|(height, period)| Torsethaugen::new(height, period, GRAVITY));
    for row in rows("torsethaugen") {
        for (sea, value) in seas.iter().zip(&row[1..]) {
            assert_near(sea.at(row[0]), *value, 1e-9 * (1.0 + value));
        }
    }
}

fn sampling(spacing: Spacing, count: usize) -> Sampling {
    Sampling { range: [0.3, 2.5], count, directions: vec![0.0], spacing, seed: 1, has_random_amplitudes: false }
}

#[test]
fn components_of_equal_energy_are_at_the_medians() {
    let spectrum = Spectrum::Jonswap(Jonswap::new(3.0, 9.0, 3.3));
    let sea = Realisation::new(&spectrum, &sampling(Spacing::EqualEnergy, 40), None, GRAVITY);
    for (component, row) in sea.components.iter().zip(rows("equal_energy")) {
        assert_near(component.frequency / row[1], 1.0, 1e-6);
        assert_near(component.amplitude / row[3], 1.0, 1e-6);
    }
}

#[test]
fn all_spacings_have_the_energy_of_the_spectrum() {
    let spectrum = Spectrum::Jonswap(Jonswap::new(3.0, 9.0, 3.3));
    for spacing in [Spacing::EqualEnergy, Spacing::EqualFrequency, Spacing::EqualWavenumber, Spacing::Octaves] {
        for directions in [1, 11] {
            let directions = Spreading::Cos(2.0).directions(directions);
            let range = spectrum.range();
            let sampling = Sampling { range, directions, ..sampling(spacing, 220) };
            let sea = Realisation::new(&spectrum, &sampling, Some(40.0), GRAVITY);
            let energy: f64 = sea.components.iter().map(|c| 0.5 * c.amplitude * c.amplitude).sum();
            // 99.869 % of it is below five times the peak's frequency.
            let part = energy / (9.0 / 16.0);
            assert!((0.9985..1.0005).contains(&part), "{spacing:?}: {part}");
            assert!((180..=260).contains(&sea.components.len()), "{spacing:?}: {}", sea.components.len());
            for component in &sea.components {
                assert_near(wavenumber(component.frequency, Some(40.0), GRAVITY) / component.wavenumber, 1.0, 1e-12);
                assert!((0.0..TAU).contains(&component.phase));
            }
            let mut phases: Vec<f64> = sea.components.iter().map(|c| c.phase).collect();
            phases.sort_by(f64::total_cmp);
            assert!(phases.windows(2).all(|pair| pair[0] < pair[1]), "each has its own");
        }
    }
}

#[test]
fn sequences_give_what_single_components_give() {
    let spectrum = Spectrum::Jonswap(Jonswap::new(4.0, 10.0, 3.3));
    let places: Vec<[f64; 3]> = (0..37).map(f64::from).map(|i| [97.0 * i - 900.0, 13.0 * i, 0.9 * i - 3.0]).collect();
    for depth in [None, Some(31.0), Some(300.0)] {
        for spacing in [Spacing::EqualWavenumber, Spacing::Octaves] {
            let directions = Spreading::CosHalf(4.0).directions(5);
            let sampling = Sampling { range: spectrum.range(), directions, ..sampling(spacing, 200) };
            let sea = Realisation::new(&spectrum, &sampling, depth, GRAVITY);
            assert!(!sea.sequences.is_empty());
            let single = field_of(sea.components.clone(), depth, Stretching::Wheeler);
            let together = WaveField::new(sea, depth, Stretching::Wheeler);
            for (a, b) in water(&single, 123.4, &places).iter().zip(water(&together, 123.4, &places)) {
                let numbers = |w: &Water| [&[w.elevation, w.head][..], &w.slope, &w.velocity, &w.acceleration].concat();
                for (a, b) in numbers(a).into_iter().zip(numbers(&b)) {
                    // Phases of 3000 rad have an error of rounding of 5e-13.
                    assert_near(a, b, 2e-12 * b.abs().max(1.0));
                }
            }
        }
    }
}

#[test]
fn directions_have_equal_energy_on_both_sides() {
    for spreading in [Spreading::Cos(2.0), Spreading::Cos(1000.0), Spreading::CosHalf(15.0)] {
        let mut directions = spreading.directions(11);
        directions.sort_by(f64::total_cmp);
        for (a, b) in directions.iter().zip(directions.iter().rev()) {
            assert_near(*a, -b, 1e-9);
        }
    }
    // The distribution of cos^2 is (b + sin b cos b) / pi + 1/2.
    let mut directions = Spreading::Cos(2.0).directions(5);
    directions.sort_by(f64::total_cmp);
    for (share, b) in directions.iter().enumerate() {
        assert_near((b + b.sin() * b.cos()) / PI + 0.5, (share as f64 + 0.5) / 5.0, 1e-9);
    }
}

/// Conditions of small waves: acceleration is the derivative of velocity, the flow has no sources and no rotation, the
/// surface moves with the water, nothing goes through the bottom, and pressure accelerates.
#[test]
fn surface_and_bottom_conditions_hold() {
    let spectrum = Spectrum::Jonswap(Jonswap::new(3.0, 9.0, 3.3));
    let depth = Some(25.0);
    let directions = Spreading::Cos(4.0).directions(3);
    let sampling = Sampling { range: [0.3, 2.5], directions, ..sampling(Spacing::Octaves, 60) };
    let field = WaveField::new(Realisation::new(&spectrum, &sampling, depth, GRAVITY), depth, Stretching::None);
    let at = |t: f64, p: [f64; 3]| water(&field, t, &[p])[0];
    let h = 1e-3;
    for (t, p) in [(11.0, [3.0, -8.0, 5.0]), (12.5, [300.0, 4.0, 0.0]), (600.0, [-31.0, 77.0, 21.0])] {
        let shifted = |axis: usize, by: f64| {
            let mut place = p;
            place[axis] += by;
            at(t, place)
        };
        let d = |axis: usize, of: &dyn Fn(&Water) -> f64| {
            let at = |by: f64| of(&shifted(axis, by));
            (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
        };
        let dt = |of: &dyn Fn(&Water) -> f64| {
            let at = |by: f64| of(&at(t + by, p));
            (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
        };
        let here = at(t, p);
        for i in 0..3 {
            assert_near(dt(&|w| w.velocity[i]), here.acceleration[i], 1e-9);
            assert_near(-GRAVITY * d(i, &|w| w.head), here.acceleration[i], 1e-9);
            let j = (i + 1) % 3;
            assert_near(d(i, &|w| w.velocity[j]), d(j, &|w| w.velocity[i]), 1e-9);
        }
        assert_near((0..3).map(|i| d(i, &|w| w.velocity[i])).sum(), 0.0, 1e-9);
        assert_near(d(0, &|w| w.elevation), here.slope[0], 1e-9);
        assert_near(d(1, &|w| w.elevation), here.slope[1], 1e-9);
        let surface = at(t, [p[0], p[1], 0.0]);
        assert_near(dt(&|w| w.elevation), -surface.velocity[2], 1e-9);
        assert_near(surface.head, surface.elevation, 1e-12);
        assert_near(at(t, [p[0], p[1], 25.0]).velocity[2], 0.0, 1e-12);
    }
}
