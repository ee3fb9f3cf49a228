//! The tutorial's mass on a spring, against its closed forms.

use bowline_engine::{LoadOptions, Model, Source, Sources, Table};
use std::sync::Arc;

use crate::laboratory::{load_from, run};

const SCENARIO: &str = include_str!("../../../scenarios/mass_linear_spring.xml");

fn tutorial(overrides: &[&str]) -> Arc<Model> {
    let sources =
        Sources::new(Source::new("mass_linear_spring.xml", SCENARIO)).with_overrides(overrides.iter().copied());
    let options = LoadOptions { until: Some(10.0), ..LoadOptions::default() };
    load_from(&sources, options).unwrap()
}

/// Position and velocity along z at t = 10 s.
fn at_ten(overrides: &[&str], tolerance: &str) -> [f64; 2] {
    let (abs_tol, rel_tol) = (format!("Engine:AbsTol={tolerance}"), format!("Engine:RelTol={tolerance}"));
    let all: Vec<&str> =
        overrides.iter().copied().chain([abs_tol.as_str(), rel_tol.as_str(), "Engine:HMax=1"]).collect();
    let (rows, _) = run(&tutorial(&all));
    let (time, last) = rows.last().unwrap();
    assert_eq!(*time, 10.0);
    assert_eq!([last[0], last[1], last[3], last[4]], [0.0; 4], "nothing moves sideways");
    [last[2], last[5]]
}

/// z(t) = 0.0981 - 5.0981 cos(10 t): the spring acts both ways.
const BOTH_WAYS: [f64; 2] = [-4.298_087_842_809_841, -25.815_026_749_416_614];
/// Free fall until the spring is taut at 1.009637554692 s, then a harmonic
/// motion while it is.
const IN_TENSION: [f64; 2] = [-3.308_254_785_582_587_7, 5.761_253_431_925_177];

#[test]
fn the_spring_that_acts_both_ways_ends_where_the_closed_form_says() {
    let end = at_ten(&[], "1e-12");
    assert!((end[0] - BOTH_WAYS[0]).abs() < 1e-9, "{end:?}");
    assert!((end[1] - BOTH_WAYS[1]).abs() < 1e-8, "{end:?}");
}

#[test]
fn the_spring_that_only_pulls_ends_where_the_closed_form_says() {
    let end = at_ten(&["S.Acts=InTension"], "1e-12");
    assert!((end[0] - IN_TENSION[0]).abs() < 1e-8, "{end:?}");
    assert!((end[1] - IN_TENSION[1]).abs() < 1e-7, "{end:?}");
}

#[test]
fn every_row_agrees_with_the_closed_form() {
    let model = tutorial(&["Engine:AbsTol=1e-12", "Engine:RelTol=1e-12", "Engine:HMax=1"]);
    let mut table = Table::new(&model);
    bowline_engine::Run::new(&model).to_end(&mut table, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(table.rows().len(), 101);
    for ((time, _), z) in table.rows().iter().zip(table.column("B.Pos[2]").unwrap()) {
        let exact = 0.0981 - 5.0981 * (10.0 * time).cos();
        assert!((z - exact).abs() < 1e-8, "at {time}: {z}, not {exact}");
    }
}

#[test]
fn the_error_falls_with_the_tolerance() {
    for (overrides, exact) in [(&[][..], BOTH_WAYS[0]), (&["S.Acts=InTension"], IN_TENSION[0])] {
        let errors = ["1e-4", "1e-6", "1e-8", "1e-10"].map(|tolerance| (at_ten(overrides, tolerance)[0] - exact).abs());
        for pair in errors.windows(2) {
            assert!(pair[1] < 0.3 * pair[0], "{errors:?}");
        }
        assert!(errors[3] < 1e-6, "{errors:?}");
    }
}
