//! A sampled controller on a continuous plant. Between ticks the input of the
//! plant is constant, so that a matrix exponential takes its state from tick to
//! tick.

use crate::laboratory::{Row, load, run, scenario};

type Matrix = [[f64; 3]; 3];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [[0.0; 3]; 3];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, element) in row.iter_mut().enumerate() {
            *element = (0..3).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}

/// exp(A t), by a series of 24 terms for A t / 1024, squared ten times.
fn exponential(a: &Matrix, t: f64) -> Matrix {
    let a = a.map(|row| row.map(|x| x * t / 1024.0));
    let one = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let (mut sum, mut term) = (one, one);
    for n in 1..=24 {
        term = product(&term, &a).map(|row| row.map(|x| x / f64::from(n)));
        for (row, of_term) in sum.iter_mut().zip(&term) {
            row.iter_mut().zip(of_term).for_each(|(x, y)| *x += y);
        }
    }
    (0..10).fold(sum, |power, _| product(&power, &power))
}

#[test]
fn the_exponential_of_a_rotation() {
    let turned = exponential(&[[0.0, -2.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, -3.0]], 1.5);
    let (sin, cos) = 3.0_f64.sin_cos();
    for (row, exact) in turned.iter().zip([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, (-4.5_f64).exp()]]) {
        assert!(row.iter().zip(exact).all(|(x, exact)| (x - exact).abs() < 1e-12), "{row:?}");
    }
}

const KP: f64 = 6.0;
const KI: f64 = 4.0;
const KD: f64 = 1.5;
const FILTER: f64 = 0.05;
const STEP: f64 = 0.1;
const REFERENCE: f64 = 1.0;

/// The plant x'' = -x - 0.4 x' + 2 u, with u beside its state.
const PLANT: Matrix = [[0.0, 1.0, 0.0], [-1.0, -0.4, 2.0], [0.0, 0.0, 0.0]];

/// u and x at each tick; `most` limits u from above, with a tracking time of 0.5 s.
///
/// The controller by its sums and its transfer function, instead of by states:
/// the integral part is Ki h times the sum of all errors, plus what the limit
/// took back; the derivative part obeys (Tf + h) D(k) = Tf D(k - 1) - Kd (y(k) - y(k - 1)).
fn expected(count: usize, most: f64) -> Vec<[f64; 2]> {
    let flow = exponential(&PLANT, STEP);
    let mut state = [0.2, 0.0, 0.0];
    let (mut errors, mut taken_back) = (0.0, 0.0);
    let (mut derivative, mut measured_before) = (0.0, state[0]);
    let mut found = Vec::new();
    for _ in 0..count {
        let measured = state[0];
        errors += REFERENCE - measured;
        derivative = (FILTER * derivative - KD * (measured - measured_before)) / (FILTER + STEP);
        measured_before = measured;
        let wanted = KP * (REFERENCE - measured) + KI * STEP * errors + taken_back + derivative;
        let out = wanted.min(most);
        taken_back += (out - wanted) * STEP / 0.5;
        found.push([out, measured]);
        state[2] = out;
        let mut next = [0.0; 3];
        for (i, element) in next.iter_mut().enumerate() {
            *element = (0..3).map(|k| flow[i][k] * state[k]).sum();
        }
        state = next;
    }
    found
}

fn controlled(limits: &str, engine: &str) -> Vec<Row> {
    let controller = format!(
        r#"base:Math/DiscretePID C SampleTime="{STEP}" Kp="{KP}" Ki="{KI}" Kd="{KD}" FilterTime="{FILTER}" {limits}"#
    );
    let objects =
        [&controller, r#"base:Math/LinearSystem P A="0, 1; -1, -0.4" B="0; 2" C="1, 0" InitialState="0.2, 0""#];
    let connections = r#"C.Reference="1" C.Measured="P.Out" P.In="C.Out""#;
    let engine = format!(r#"TOutput="0:{STEP}:10" FileOutput="C.Out, P.Out" {engine}"#);
    run(&load(&scenario(&objects, connections, "", &engine))).0
}

#[test]
fn a_sampled_controller_on_a_plant() {
    for (limits, most) in [("", f64::INFINITY), (r#"Upper="1.2" TrackingTime="0.5""#, 1.2)] {
        let expected = expected(101, most);
        let worst = |engine: &str| {
            let rows = controlled(limits, engine);
            assert_eq!(rows.len(), expected.len());
            let errors = rows.iter().zip(&expected).map(|((_, x), e)| (x[0] - e[0]).abs().max((x[1] - e[1]).abs()));
            errors.fold(0.0, f64::max)
        };
        for (method, factor, order) in [
            ("DormandPrince", 10.0, 1.0),
            ("Tsitouras", 10.0, 1.0),
            ("BogackiShampine", 50.0, 1.0),
            ("BDF", 50.0, 1.0),
            ("ESDIRK34", 10.0, 0.75),
            ("TRBDF2", 10.0, 2.0 / 3.0),
            ("auto", 10.0, 1.0),
        ] {
            for tolerance in [1e-4_f64, 1e-7, 1e-10] {
                let worst =
                    worst(&format!(r#"IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}""#));
                assert!(worst < factor * tolerance.powf(order), "{limits} {method} {tolerance:e}: {worst:.1e}");
            }
        }
        // Orders of convergence, at steps that are parts of the period, and not.
        for (method, order) in
            [("Euler", 1.0), ("Heun", 2.0), ("BogackiShampine", 3.0), ("RK4", 4.0), ("DormandPrince", 5.0)]
        {
            for [coarse, fine] in [[0.05, 0.025], [0.04, 0.02]] {
                let [coarse, fine] =
                    [coarse, fine].map(|size| worst(&format!(r#"IntegratorMethod="{method}" stepsize="{size}""#)));
                let found = (coarse / fine).log2();
                assert!((order - 0.4..order + 0.3).contains(&found), "{limits} {method}: {found}");
            }
        }
    }
}
