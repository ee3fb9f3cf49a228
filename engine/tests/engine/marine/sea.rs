//! Waves, current, wind and bottom as scenarios have them; the formulas are tested in the library itself.

use std::f64::consts::TAU;

use super::EARTH;
use crate::laboratory::{complaints, run_in_order, scenario, try_load, try_run};

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

const PROBED: &str = "P.Elevation,P.Vel[0],P.Vel[1],P.Vel[2],P.Acc[0],P.Acc[1],P.Acc[2],P.Pressure";

/// What a probe reads at 0, dt, ..., to the end.
fn probed(objects: &[&str], dt: f64, end: f64) -> Vec<(f64, Vec<f64>)> {
    let engine = format!(r#"IntegratorMethod="Euler" stepsize="{dt}" TOutput="0:{dt}:{end}" FileOutput="{PROBED}""#);
    run_in_order(&[&[EARTH], objects].concat(), "", "", &engine)
}

/// A wave of 3 m and 10 s in 40 m of water, 7 m down, at a place where it is late by its way there.
#[test]
fn a_probe_reads_a_regular_wave_and_the_current_under_it() {
    let rows = probed(
        &[
            r#"marine:Sea/Waves Sea Spectrum="Regular" Height="3" Period="10" Phase="0.7" Direction="0.5" Depth="40" Current="Asked""#,
            r#"marine:Sea/Current Tide Profile="Power" Speed="0.8" Depth="40" Direction="-1""#,
            r#"marine:Sea/Probe P Pos="20, -30, 7""#,
        ],
        0.5,
        20.0,
    );
    // w^2 = g k tanh(k h), by halving.
    let w = TAU / 10.0;
    let (mut low, mut high) = (0.0, 1.0_f64);
    while high - low > 1e-16 {
        let k = 0.5 * (low + high);
        if 9.81 * k * (k * 40.0).tanh() < w * w {
            low = k
        } else {
            high = k
        }
        if 0.5 * (low + high) == low || 0.5 * (low + high) == high {
            break;
        }
    }
    let k = 0.5 * (low + high);
    let tide = 0.8 * (1.0_f64 - 7.0 / 40.0).powf(1.0 / 7.0);
    assert_eq!(rows.len(), 41);
    for (t, row) in rows {
        let theta = w * t - k * (20.0 * 0.5_f64.cos() - 30.0 * 0.5_f64.sin()) + 0.7;
        let (cosh, sinh) = ((k * 33.0).cosh() / (k * 40.0).sinh(), (k * 33.0).sinh() / (k * 40.0).sinh());
        let along = 1.5 * w * cosh * theta.cos();
        let faster = -1.5 * w * w * cosh * theta.sin();
        let expected = [
            1.5 * theta.cos(),
            along * 0.5_f64.cos() + tide * 1.0_f64.cos(),
            along * 0.5_f64.sin() - tide * 1.0_f64.sin(),
            1.5 * w * sinh * theta.sin(),
            faster * 0.5_f64.cos(),
            faster * 0.5_f64.sin(),
            1.5 * w * w * sinh * theta.cos(),
            1025.0 * 9.81 * (7.0 + 1.5 * (k * 33.0).cosh() / (k * 40.0).cosh() * theta.cos()),
        ];
        for (is, should) in row.iter().zip(expected) {
            assert_near(*is, should, 1e-11 * should.abs().max(1.0));
        }
    }
}

/// Significant wave height and mean zero-crossing period of an hour, and how the energy is spread over the frequencies.
#[test]
fn an_irregular_sea_has_its_spectrum() {
    for spacing in ["Octaves", "EqualEnergy"] {
        let sea = format!(
            r#"marine:Sea/Waves Sea Spectrum="JONSWAP" Hs="3" Tp="9" Gamma="3.3" Spacing="{spacing}" NumberOfComponents="400""#
        );
        let rows = probed(&[&sea, r#"marine:Sea/Probe P Pos="0, 0, 0""#], 0.4, 14_400.0);
        let elevation: Vec<f64> = rows.iter().map(|(_, row)| row[0]).collect();
        let variance = elevation.iter().map(|e| e * e).sum::<f64>() / elevation.len() as f64;
        // 99.87 % of the variance is below five times the peak's frequency.
        assert_near(4.0 * variance.sqrt() / 3.0, 1.0, 0.02);
        let crossings = elevation.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        // 2 pi sqrt(m0 / m2) of the spectrum up to there, by SciPy.
        assert_near(14_400.0 / crossings as f64 / 7.1347, 1.0, 0.02);
        // Welch: means of the periodograms of overlapping pieces of 1638.4 s, with a Hann window.
        let piece = 4096;
        let (mut pieces, mut bands) = (0.0, [0.0; 4]);
        let edges = [0.45, 0.6, 0.8, 1.1, 2.0];
        let df = TAU / (piece as f64 * 0.4);
        for start in (0..elevation.len() - piece).step_by(piece / 2) {
            pieces += 1.0;
            let window = |i: usize| (1.0 - (TAU * i as f64 / piece as f64).cos()) / 1.5_f64.sqrt();
            let windowed: Vec<f64> = (0..piece).map(|i| elevation[start + i] * window(i)).collect();
            for (band, edge) in bands.iter_mut().zip(edges.windows(2)) {
                for k in (edge[0] / df).ceil() as usize..(edge[1] / df).ceil() as usize {
                    // The square of the Fourier sum, by Goertzel's recurrence.
                    let twice = 2.0 * (TAU * k as f64 / piece as f64).cos();
                    let [last, before] =
                        windowed.iter().fold([0.0, 0.0], |[last, before], x| [x + twice * last - before, last]);
                    *band += 2.0 * (last * last + before * before - twice * last * before) / (piece * piece) as f64;
                }
            }
        }
        // Of the spectrum's 0.5625 m^2, between the edges; by SciPy's quadrature.
        for (band, expected) in bands.iter().zip(BANDS) {
            assert_near(band / pieces / expected, 1.0, 0.1);
        }
    }
}

/// The variance of the sea of that test between 0.45, 0.6, 0.8, 1.1 and 2.0 rad/s, m^2.
const BANDS: [f64; 4] = [0.038_721_325_8, 0.326_797_782, 0.129_005_413, 0.060_928_804_3];

#[test]
fn the_same_seed_gives_the_same_waves_and_another_one_others() {
    let first = |seed: &str| {
        let sea = format!(r#"marine:Sea/Waves Sea Spectrum="ISSC" Hs="2" Tp="7" {seed}"#);
        probed(&[&sea, r#"marine:Sea/Probe P Pos="5, 0, 1""#], 1.0, 3.0)
    };
    assert_eq!(first(""), first(r#"Seed="1""#));
    assert_ne!(first(""), first(r#"Seed="2""#));
}

#[test]
fn waves_grow_within_their_ramp() {
    let sea = r#"marine:Sea/Waves Sea Spectrum="Regular" Height="2" Period="4" RampTime="40""#;
    let rows = probed(&[sea, r#"marine:Sea/Probe P Pos="0, 0, 0""#], 4.0, 48.0);
    let crests: Vec<f64> = rows.iter().map(|(_, row)| row[0]).collect();
    assert_near(crests[0], 0.0, 1e-15);
    assert_near(crests[5], 0.5, 1e-12);
    assert_near(crests[10], 1.0, 1e-12);
    assert!(crests.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{crests:?}");
}

#[test]
fn the_sea_is_downwards() {
    let sea = [
        r#"mechanics:Environment/Gravity Earth Acceleration="0, 0, -9.81""#,
        r#"marine:Sea/Waves Sea Spectrum="Still""#,
    ];
    let text = scenario(&[sea[0], sea[1], "base:Src/Constant C Value=\"1\""], "", "", r#"TOutput="0, 1""#);
    let said = match try_load(&text) {
        Ok(model) => try_run(&model).2.unwrap_err().to_string(),
        Err(wrong) => wrong.to_string(),
    };
    assert!(said.contains("gravity is (0, 0, -9.81) m/s^2, where waves need (0, 0, 9.81)"), "{said}");
}

#[test]
fn mistakes_are_told_with_what_is_right() {
    let of = |sea: &str| complaints(&scenario(&[EARTH, sea], "", "", r#"TOutput="0, 1""#)).join("\n");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="Jonswap" Hs="3" Tp="9""#);
    assert_eq!(said, "bad-parameter: `Sea` (Sea/Waves): parameter `Spectrum`: `Jonswap` is not one of its values");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="JONSWAP" Hs="-3" Tp="0" Gamma="0.5""#);
    assert!(said.contains("Hs") && said.contains("Tp") && said.contains("Gamma"), "{said}");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="JONSWAP" Hs="3" Tp="9" MinFrequency="3" MaxFrequency="2""#);
    assert!(said.contains("is 2 rad/s, where there are no waves below 3 rad/s"), "{said}");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="Components" Components="1, 0.5, 0""#);
    assert!(said.contains("has 3 numbers in a row, where a component has 4"), "{said}");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="Components" Components="1, -0.5, 0, 0""#);
    assert!(said.contains("has the angular frequency -0.5 rad/s; it is more than 0"), "{said}");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="Regular" Height="30" Period="9" Depth="10""#);
    assert!(said.contains("such waves are not small"), "{said}");
    let said = of(r#"marine:Sea/Waves Sea Spectrum="Table" Table="0.5, 1; 0.4, 2""#);
    assert!(said.contains("must rise, but 0.5 is followed by 0.4 rad/s"), "{said}");
    let said = of(r#"marine:Sea/Current C Profile="Table" Depths="0, 10" Speeds="1, 2, 3""#);
    assert!(said.contains("has 3 numbers, where there are 2 depths"), "{said}");
}

/// Gusts: their variance is that of the spectrum between an hour and two seconds, and the mean that of the profile.
#[test]
fn wind_has_its_mean_and_its_gusts() {
    let objects =
        [r#"marine:Sea/Wind Air Speed="20" Direction="0.5" Gusts="NPD""#, r#"marine:Sea/Anemometer P Pos="0, 0, -40""#];
    let engine = r#"IntegratorMethod="Euler" stepsize="1" TOutput="0:1:72000" FileOutput="P.Vel[0],P.Vel[1],P.Vel[2]""#;
    let rows = run_in_order(&objects, "", "", engine);
    let profile = 4.0_f64.powf(0.12);
    let speeds: Vec<f64> = rows.iter().map(|(_, row)| row[0] / 0.5_f64.cos() / profile).collect();
    let mean = speeds.iter().sum::<f64>() / speeds.len() as f64;
    let variance = speeds.iter().map(|speed| (speed - mean).powi(2)).sum::<f64>() / speeds.len() as f64;
    assert_near(mean / 20.0, 1.0, 5e-3);
    assert_near(variance / GUSTS, 1.0, 0.03);
    for (_, row) in rows {
        assert_near(row[1], row[0] * 0.5_f64.tan(), 1e-12 * 40.0);
        assert_eq!(row[2], 0.0);
    }
}

/// The integral of the spectrum at 20 m/s from 1/3600 to 0.5 Hz, by SciPy's quadrature, m^2/s^2.
const GUSTS: f64 = 5.860_643_44;

/// Waves beyond the theory are an error, not a number.
#[test]
fn a_trough_that_reaches_the_bottom_is_told() {
    for stretching in ["Constant", "Wheeler"] {
        let sea = format!(
            r#"marine:Sea/Waves Sea Spectrum="Components" Components="2, 1, 0, 3.1; 1.8, 1.1, 0, 3.1" Depth="3" Stretching="{stretching}""#
        );
        let objects = [EARTH, &sea, r#"marine:Sea/Probe P Pos="0, 0, 1""#];
        let engine = r#"IntegratorMethod="Euler" stepsize="0.1" TOutput="0, 1" FileOutput="P.Vel,P.Elevation""#;
        let text = scenario(&objects, "", "", engine);
        let said = match try_load(&text) {
            Ok(model) => try_run(&model).2.unwrap_err().to_string(),
            Err(wrong) => wrong.to_string(),
        };
        assert!(said.contains("a trough of the waves reaches the bottom"), "{stretching}: {said}");
    }
}

/// Thousands of components, one component, and the largest seed: numbers all of them, of the size that they should be.
#[test]
fn absurd_seas_are_still_seas() {
    for more in [
        r#"NumberOfComponents="5000""#,
        r#"NumberOfComponents="1""#,
        r#"Seed="9007199254740991""#,
        r#"Spreading="CosHalf" Directions="101" SpreadingExponent="0""#,
        r#"Spacing="EqualEnergy" Amplitudes="Rayleigh""#,
        r#"Spacing="EqualFrequency" MinFrequency="1e-6""#,
    ] {
        let sea = format!(r#"marine:Sea/Waves Sea Spectrum="Torsethaugen" Hs="4" Tp="11" Depth="55" {more}"#);
        let rows = probed(&[&sea, r#"marine:Sea/Probe P Pos="1e4, -1e4, 0""#], 1.0, 50.0);
        let largest = rows.iter().map(|(_, row)| row[0].abs()).fold(0.0, f64::max);
        assert!((0.3..8.0).contains(&largest), "{more}: {largest}");
    }
}
