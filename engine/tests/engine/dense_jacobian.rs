//! Models in which every derivative depends on every state.

use bowline_engine::integration::ImplicitMethod;

use crate::laboratory::{load, run, scenario, statistics};

/// States that are drawn to 0 slowly, 1/s, each by itself, and fast, all by their mean.
const SLOW: f64 = 1.0;
const FAST: f64 = 1000.0;

fn initial(n: usize) -> Vec<f64> {
    (0..n).map(|i| 1.0 + i as f64 / n as f64).collect()
}

/// Their sum has the rate of both, what is left of each that of the slow one.
fn exact(n: usize, time: f64) -> Vec<f64> {
    let start = initial(n);
    let mean = start.iter().sum::<f64>() / n as f64;
    let [slow, both] = [SLOW, SLOW + FAST].map(|rate| (-rate * time).exp());
    start.iter().map(|x| mean * both + (x - mean) * slow).collect()
}

/// `dX/dt = -(SLOW + FAST / n [1]) X`.
fn coupled(n: usize) -> String {
    let text =
        |numbers: Vec<f64>, between: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
    let row = |i: usize| (0..n).map(|j| -FAST / n as f64 - if i == j { SLOW } else { 0.0 }).collect();
    let a: Vec<String> = (0..n).map(|i| text(row(i), ",")).collect();
    format!(
        r#"fhsim_base:Math/LinearSystem L A="{}" B="{}" C="{}" InitialState="{}""#,
        a.join(";"),
        text(vec![0.0; n], ";"),
        text(vec![1.0; n], ","),
        text(initial(n), ",")
    )
}

#[test]
fn it_is_solved_exactly_and_to_the_same_bits_by_any_number_of_threads() {
    for n in [20, 80, 150] {
        let object = coupled(n);
        for method in ImplicitMethod::ALL.map(ImplicitMethod::name) {
            let [alone, together] = [1, 2].map(|threads| {
                let engine = format!(
                    r#"TOutput="0, 0.5" IntegratorMethod="{method}" NumCores="{threads}" AbsTol="1e-9" RelTol="1e-7""#
                );
                let model = load(&scenario(&[&object], r#"L.In="0""#, "", &engine));
                assert_eq!(statistics(&model).colours, n, "every state by itself");
                run(&model).1
            });
            let error = alone.iter().zip(exact(n, 0.5)).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(error < 1e-5, "{method}, {n} states: {error:.1e}");
            assert!(alone.iter().zip(&together).all(|(x, y)| x.to_bits() == y.to_bits()), "{method}, {n} states");
        }
    }
}
