//! Frequency responses against closed forms.

use std::f64::consts::{PI, TAU};

use bowline_lti::{Complex, LinearSystem, LtiError, Matrix, decades, logarithmic, unwrapped_degrees};

fn matrix<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    Matrix::from_rows(rows).expect("a matrix")
}

fn assert_close(found: Complex, expected: Complex, relative: f64) {
    assert!((found - expected).norm() <= relative * expected.norm(), "{found}, not {expected}");
}

/// Force to displacement and velocity of a mass with spring and damper.
fn oscillator(m: f64, d: f64, k: f64) -> LinearSystem {
    LinearSystem::new(
        matrix(&[[0.0, 1.0], [-k / m, -d / m]]),
        matrix(&[[0.0], [1.0 / m]]),
        matrix(&[[1.0, 0.0], [0.0, 1.0]]),
        Matrix::zeros(2, 1),
    )
    .expect("a system")
}

#[test]
fn an_oscillator_responds_as_its_equation_says() {
    let (m, d, k) = (3.0, 20.0, 4e6);
    let hertz = decades(1e-3, 1e6, 10);
    let response = oscillator(m, d, k).frequency_response(&hertz).expect("a response");
    assert_eq!((response.outputs(), response.inputs()), (2, 1));
    for (at, hertz) in hertz.iter().enumerate() {
        let s = Complex::new(0.0, TAU * hertz);
        let expected = (s * s * m + s * d + k).inv();
        assert_close(response.get(at, 0, 0).expect("a value"), expected, 1e-13);
        assert_close(response.get(at, 1, 0).expect("a value"), expected * s, 1e-13);
    }
    assert_eq!(response.get(hertz.len(), 0, 0), None);
    assert_eq!(response.channel(2, 0), []);
    assert_eq!(
        oscillator(m, d, k).frequency_response(&[0.0]).expect("a response").values(),
        [(1.0 / k).into(), Complex::ZERO]
    );
}

/// A chain of lags of 1 s, which Householder reflections mix when all are outputs: 1 / (1 + s)^k, and through an
/// input and an output that all take part in: sums of these.
#[test]
fn a_chain_of_lags_has_the_powers_of_one() {
    let n = 12;
    let (mut a, mut b) = (Matrix::zeros(n, n), Matrix::zeros(n, 1));
    for i in 0..n {
        // In any order, so that there is something to reduce.
        let (here, before) = (i * 5 % n, (i + n - 1) * 5 % n);
        a[(here, here)] = -1.0;
        if i > 0 {
            a[(here, before)] = 1.0;
        } else {
            b[(here, 0)] = 1.0;
        }
    }
    let system = LinearSystem::new(a, b, Matrix::identity(n), Matrix::zeros(n, 1)).expect("a system");
    for hertz in [0.0, 1e-3, 0.1, 1.0, 30.0] {
        let response = system.frequency_response(&[hertz]).expect("a response");
        for i in 0..n {
            let expected = Complex::new(1.0, TAU * hertz).powi(-(i as i32 + 1));
            assert_close(response.get(0, i * 5 % n, 0).expect("a value"), expected, 1e-13);
        }
    }
}

/// A line of n resistances and capacitances, open at its end: the voltage there is 1 / cosh of the line's angle,
/// with cosh a = 1 + s R C / 2, as for any ladder: V_n / V_0 = cosh (a / 2) / cosh ((n + 1/2) a).
#[test]
fn a_ladder_of_resistances_and_capacitances_is_a_ratio_of_hyperbolic_cosines() {
    let n = 40;
    let (mut a, mut b, mut c) = (Matrix::zeros(n, n), Matrix::zeros(n, 1), Matrix::zeros(1, n));
    for i in 0..n {
        a[(i, i)] = if i + 1 < n { -2.0 } else { -1.0 };
        if i > 0 {
            a[(i, i - 1)] = 1.0;
            a[(i - 1, i)] = 1.0;
        }
    }
    b[(0, 0)] = 1.0;
    c[(0, n - 1)] = 1.0;
    let system = LinearSystem::new(a, b, c, Matrix::zeros(1, 1)).expect("a system");
    for hertz in [1e-5, 1e-4, 1e-3, 1e-2, 1e-1] {
        let angle = (Complex::new(1.0, 0.5 * TAU * hertz)).acosh();
        let expected = (angle * 0.5).cosh() / (angle * (n as f64 + 0.5)).cosh();
        let found = system.frequency_response(&[hertz]).expect("a response").values()[0];
        assert!((found - expected).norm() < 1e-11 * expected.norm() + 1e-14, "{found}, not {expected}");
    }
}

#[test]
fn an_infinite_response_is_an_error_with_its_frequency() {
    let integrator = LinearSystem::new(matrix(&[[0.0]]), matrix(&[[1.0]]), matrix(&[[1.0]]), matrix(&[[0.0]]));
    let integrator = integrator.expect("a system");
    assert_eq!(integrator.frequency_response(&[1.0, 0.0]), Err(LtiError::Pole { hertz: 0.0 }));
    assert_close(
        integrator.frequency_response(&[1e-9]).expect("a response").values()[0],
        Complex::new(0.0, -1.0 / (TAU * 1e-9)),
        1e-15,
    );
    let resonance = 7.0;
    let undamped = oscillator(1.0, 0.0, (TAU * resonance).powi(2));
    let error = undamped.frequency_response(&[resonance]).expect_err("a pole");
    assert_eq!(error.to_string(), "the response at 7 Hz is infinite: a pole lies there. Choose another frequency");
    undamped.frequency_response(&[resonance * (1.0 + 1e-12)]).expect("a response");
    // Two volumes that exchange what they have: an integrator that is in no element.
    let exchange = LinearSystem::new(
        matrix(&[[-1.0, 1.0], [1.0, -1.0]]),
        matrix(&[[1.0], [0.0]]),
        matrix(&[[1.0, 0.0]]),
        matrix(&[[0.0]]),
    );
    assert_eq!(exchange.expect("a system").frequency_response(&[0.0]), Err(LtiError::Pole { hertz: 0.0 }));
}

/// The velocity of a mass with a damper does not know of the position.
#[test]
fn an_integrator_that_no_output_sees_makes_nothing_infinite() {
    let system = LinearSystem::new(
        matrix(&[[0.0, 1.0], [0.0, -4.0]]),
        matrix(&[[0.0], [2.0]]),
        matrix(&[[0.0, 1.0]]),
        matrix(&[[0.0]]),
    );
    assert_eq!(system.expect("a system").frequency_response(&[0.0]).expect("a response").values(), [(0.5).into()]);
}

/// x[k+1] = 0.5 x[k] + u[k]: 1 / (z - 0.5), and a delay of two samples: z^-2.
#[test]
fn sampled_systems_respond_up_to_half_of_the_sample_rate() {
    let step = 1e-3;
    let mut system = LinearSystem::new(
        matrix(&[[0.5, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]),
        matrix(&[[1.0], [0.0], [1.0]]),
        matrix(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        Matrix::zeros(2, 1),
    )
    .expect("a system");
    system.sample_time = Some(step);
    for hertz in [0.0, 1.0, 250.0, 400.0, 499.999, 500.0] {
        let z = Complex::from_polar(1.0, TAU * hertz * step);
        let response = system.frequency_response(&[hertz]).expect("a response");
        assert_close(response.values()[0], (z - 0.5).inv(), 1e-14);
        assert_close(response.values()[1], z.powi(-2), 1e-14);
    }
    assert_eq!(
        system.frequency_response(&[500.1]).expect_err("too high").to_string(),
        "a frequency of 500.1 Hz is above 500 Hz, half of the sample rate: \
         a sampled system's response is known up to there"
    );
    for wrong in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(system.frequency_response(&[wrong]), Err(LtiError::Frequency(_))));
    }
}

#[test]
fn systems_without_states_inputs_or_outputs_respond() {
    let through =
        LinearSystem::new(Matrix::zeros(0, 0), Matrix::zeros(0, 2), Matrix::zeros(1, 0), matrix(&[[3.0, 4.0]]));
    let response = through.expect("a system").frequency_response(&[0.0, 5.0]).expect("a response");
    assert_eq!(response.channel(0, 1), [Complex::new(4.0, 0.0); 2]);
    let deaf = LinearSystem::new(matrix(&[[0.0]]), Matrix::zeros(1, 0), matrix(&[[1.0]]), Matrix::zeros(1, 0));
    assert_eq!(deaf.expect("a system").frequency_response(&[0.0]).expect("a response").values(), []);
}

/// A delay of 1 s turns by 360 degrees a hertz.
#[test]
fn phases_go_on_beyond_a_turn() {
    let hertz: Vec<_> = (0..200).map(|i| 0.05 * f64::from(i)).collect();
    let values: Vec<_> = hertz.iter().map(|hertz| Complex::from_polar(2.0, -TAU * hertz)).collect();
    for (degrees, hertz) in unwrapped_degrees(&values).into_iter().zip(hertz) {
        assert!((degrees + 360.0 * hertz).abs() < 1e-9);
    }
    // The two sides of a resonance without damping; a start on the negative axis; a value without a phase.
    assert_eq!(unwrapped_degrees(&[Complex::ONE, -Complex::ONE]), [0.0, -180.0]);
    assert_eq!(unwrapped_degrees(&[Complex::new(-1.0, -0.0), Complex::ZERO]), [180.0, 180.0]);
    assert!(unwrapped_degrees(&[]).is_empty());
}

#[test]
fn grids_have_their_ends_and_even_factors() {
    let grid = decades(0.1, 1000.0, 3);
    assert_eq!((grid.len(), grid[0], grid[12]), (13, 0.1, 1000.0));
    for pair in grid.windows(2) {
        assert!((pair[1] / pair[0] - 10_f64.powf(1.0 / 3.0)).abs() < 1e-14);
    }
    let grid = logarithmic(PI, 7.0 * PI, 5);
    assert_eq!((grid.len(), grid[0], grid[4]), (5, PI, 7.0 * PI));
    assert!((grid[2] - PI * 7.0_f64.sqrt()).abs() < 1e-14);
    assert_eq!(logarithmic(2.0, 2.0, 9), [2.0]);
    assert!(logarithmic(0.0, 2.0, 9).is_empty());
    assert!(decades(3.0, 2.0, 9).is_empty());
    assert!(decades(0.0, 2.0, 9).is_empty());
    assert!(decades(1.0, f64::NAN, 9).is_empty());
}

/// A hydraulic servo without its feedback, in Pa and m: the position acts back on the pressures by rounding alone, -2e-24.
/// Values by elimination in 60 digits.
#[test]
fn what_acts_back_by_rounding_alone_does_not_matter() {
    let (p, v) = (68_863_669_827.774_2, 1_250_000_000.0);
    let back = -2.337_001_810_411_940_4e-24;
    let (leak, own) = (12.5, -12.962_189_369_612_588);
    let (pump, line) = (0.231_094_684_806_455_95, 0.184_875_747_845_035_52);
    let system = LinearSystem::new(
        matrix(&[
            [-10_000.369_751_495_595, 0.0, 0.0, line, line, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, -1e4, -200.0, 0.0, 0.0, 0.0, 0.0, 1e6],
            [pump, p, 0.0, own, leak, back, -v, 0.0],
            [pump, -p, 0.0, leak, own, back, v, 0.0],
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1e-5, -1e-5, 0.0, -10.1, 0.0],
            [0.0; 8],
        ]),
        matrix(&[[0.0], [0.0], [-1e4], [0.0], [0.0], [0.0], [0.0], [-0.02]]),
        matrix(&[[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]]),
        Matrix::zeros(1, 1),
    )
    .expect("a system");
    let exact = [
        (1.0, 3.890_776_484_573_66, 8.210_594_104_127_39),
        (5.0, 1.083_096_605_140_39, 1.238_979_672_028_49),
        (28.5, -0.192_647_908_087_405, -0.036_765_379_205_146_9),
        (65.7, -0.000_685_424_870_044_26, 0.001_066_343_199_239_66),
    ];
    let response = system.frequency_response(&exact.map(|(hertz, ..)| hertz)).expect("a response");
    for (at, (_, re, im)) in exact.into_iter().enumerate() {
        assert_close(response.get(at, 0, 0).expect("a value"), Complex::new(re, im), 1e-9);
    }
}
