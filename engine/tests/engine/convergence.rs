//! Orders of convergence, of steps and of dense output.

use bowline_engine::integration::tableau;

use crate::laboratory::{load, run, scenario};

/// Slope of log(error) over log(size), by least squares.
fn order(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(size, error)| (size.ln(), error.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    covariance / variance
}

/// Growth from 0.5 beside an oscillator of radius 1.2, from `start` on.
fn problem(start: f64, times: &str, method: &str, step: f64) -> Vec<(f64, Vec<f64>)> {
    let [y, x, z] = exact(start);
    let initial = format!(r#"G.Y="{y:?}" O.P="{x:?},{z:?}""#);
    let engine = format!(r#"TOutput="{times}" IntegratorMethod="{method}" stepsize="{step:?}""#);
    run(&load(&scenario(&["Growth G", "Oscillator O"], "", &initial, &engine))).0
}

fn exact(time: f64) -> [f64; 3] {
    let (radius, angle) = (1.2_f64, 1.44 * time);
    [0.5 * time.sin().exp(), radius * angle.cos(), radius * angle.sin()]
}

fn error((time, values): &(f64, Vec<f64>)) -> f64 {
    values.iter().zip(exact(*time)).map(|(value, exact)| (value - exact).abs()).fold(0.0, f64::max)
}

#[test]
fn every_fixed_step_method_has_its_nominal_order() {
    for tableau in tableau::ALL {
        // Small enough for the leading term to rule, large enough for rounding not to.
        let (finest, end) = if tableau.order == 1 { (4096.0, 2.0) } else { (256.0, 20.0) };
        let sizes = [1.0, 2.0, 4.0].map(|factor| factor / finest);
        let times = format!("0, {end}");
        let points = sizes.map(|size| (size, error(problem(0.0, &times, tableau.name, size).last().unwrap())));
        let found = order(&points);
        let nominal = f64::from(tableau.order);
        assert!((found - nominal).abs() < 0.1, "{}: order {found}, not {nominal}; {points:?}", tableau.name);
    }
}

#[test]
fn the_local_error_of_dense_output_falls_as_its_order_says() {
    // One step from an exact value, looked at between its ends; the largest
    // error there counts. Growth alone: on the circle the error of RK4's step
    // hides that of its interpolation until rounding is near.
    for tableau in tableau::ALL {
        let growth = |row: &(f64, Vec<f64>)| (row.1[0] - exact(row.0)[0]).abs();
        let points: Vec<(f64, f64)> = [4, 5, 6, 7]
            .into_iter()
            .map(|halvings| {
                let size = 0.5_f64.powi(halvings);
                let inside: Vec<String> =
                    (1..8).map(|eighth| format!("{}", 0.25 + size * f64::from(eighth) / 8.0)).collect();
                let times = format!("0.25, {}, {}", inside.join(", "), 0.25 + size);
                let rows = problem(0.25, &times, tableau.name, size);
                assert_eq!(rows.len(), 9);
                (size, rows[1..8].iter().map(growth).fold(0.0, f64::max))
            })
            .collect();
        let (found, nominal) = (order(&points), f64::from(tableau.dense_order() + 1));
        assert!((found - nominal).abs() < 0.1, "{}: order {found}, not {nominal}; {points:?}", tableau.name);
    }
}

#[test]
fn tableaus_are_consistent() {
    for tableau in tableau::ALL {
        assert!((tableau.b.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{}", tableau.name);
        for (row, c) in tableau.a.iter().zip(tableau.c) {
            assert!((row.iter().sum::<f64>() - c).abs() < 1e-14, "{}", tableau.name);
        }
        for weights in tableau.error.map(|e| e.weights).into_iter().chain(tableau.dense) {
            assert!(weights.iter().sum::<f64>().abs() < 1e-13, "{}", tableau.name);
        }
    }
}
