//! Elastic catenaries against SciPy's, which were checked by integrating the equilibrium of a string and by MoorPy.

use std::fs;

use bowline_marine::cable::catenary::Span;

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

/// Name, distance, rise, length, weight, stiffness, friction of the ground, and horizontal and vertical force.
type Case = (&'static str, [f64; 5], Option<f64>, [f64; 2]);

const CASES: [Case; 6] = [
    ("suspended", [95.0, 55.0, 120.0, 218.2, 3e7], None, [12_253.938_264_948_863, 21_799.974_241_239_637]),
    ("suspended_sag", [60.0, 10.0, 120.0, 218.2, 3e7], None, [3_013.863_725_338_306_3, 14_211.231_129_491_17]),
    ("grounded", [800.0, 180.0, 850.0, 1000.0, 5e8], Some(0.0), [448_231.413_402_349_46, 439_909.303_542_477]),
    (
        "grounded_friction",
        [800.0, 180.0, 835.0, 1000.0, 5e8],
        Some(0.5),
        [913_593.398_332_561_7, 600_420.903_214_354_5],
    ),
    ("taut_polyester", [1200.0, 900.0, 1480.0, 60.0, 2e8], None, [2_166_679.687_743_234, 1_669_553.386_355_597_5]),
    (
        "oc3_hywind",
        [848.67, 250.0, 902.2, 698.094, 384.243e6],
        Some(0.0),
        [736_938.323_530_765_6, 535_727.450_606_377_7],
    ),
];

fn span([distance, rise, length, weight, stiffness]: [f64; 5], ground: Option<f64>) -> Span {
    Span { distance, rise, length, weight, stiffness, ground }
}

#[test]
fn forces_and_shapes_are_those_of_the_reference() {
    for (name, numbers, ground, [horizontal, vertical]) in CASES {
        let catenary = span(numbers, ground).solve().unwrap();
        assert_near(catenary.horizontal / horizontal, 1.0, 1e-9);
        assert_near(catenary.vertical / vertical, 1.0, 1e-9);
        let path = format!("{}/tests/data/catenary_{name}.csv", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(text.lines().count(), 42);
        for line in text.lines().skip(1) {
            let row: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
            let [x, up] = catenary.point(row[0]);
            assert_near(x, row[1], 1e-7 * numbers[2]);
            assert_near(up, row[2], 1e-7 * numbers[2]);
            assert_near(catenary.tension(row[0]) / row[3].max(1.0), row[3] / row[3].max(1.0), 1e-7);
        }
    }
}

/// The ends and the ground bear the weight, wherever the ends are, and the line reaches its upper end.
#[test]
fn any_line_is_in_equilibrium_and_reaches_its_end() {
    let mut count = 0;
    for distance in [0.0, 1e-6, 0.3, 10.0, 60.0, 99.0, 101.0, 103.0, 130.0] {
        for rise in [0.0, 1e-9, 1.0, 50.0, 99.9, 110.0] {
            for weight in [1e-3, 5.0, 700.0, 2e4, -3.0, -400.0] {
                for stiffness in [2e4, 1e6, 5e8] {
                    for ground in [None, Some(0.0), Some(0.7)] {
                        let numbers = [distance, rise, 100.0, weight, stiffness];
                        let ground = ground.filter(|_| weight > 0.0);
                        let catenary = span(numbers, ground)
                            .solve()
                            .unwrap_or_else(|fault| panic!("{fault}: {numbers:?} {ground:?}"));
                        let [x, up] = catenary.point(100.0);
                        let far = 100.0 + distance + rise;
                        assert!(
                            (x - distance).abs() < 1e-8 * far && (up - rise).abs() < 1e-8 * far,
                            "{numbers:?} {ground:?}: {x} {up}"
                        );
                        let [_, lower] = catenary.lower_end();
                        let on_ground =
                            if ground.is_some() { (weight * 100.0 - catenary.vertical).max(0.0) } else { 0.0 };
                        let balance = catenary.vertical - lower + on_ground - weight * 100.0;
                        assert!(
                            balance.abs() < 1e-9 * (weight.abs() * 100.0 + catenary.vertical.abs()),
                            "{numbers:?} {ground:?}: {balance}"
                        );
                        let tension = catenary.tension(100.0);
                        assert!((tension - catenary.horizontal.hypot(catenary.vertical)).abs() <= 1e-9 * tension);
                        count += 1;
                    }
                }
            }
        }
    }
    assert_eq!(count, 9 * 6 * 6 * 3 * 3);
}

/// A buoyant line is a heavy one upside down.
#[test]
fn a_floating_line_hangs_upwards() {
    let down = span([60.0, 20.0, 100.0, 50.0, 1e6], None).solve().unwrap();
    let up = span([60.0, 20.0, 100.0, -50.0, 1e6], None).solve().unwrap();
    assert_near(up.horizontal, down.horizontal, 1e-6);
    for i in 0..=10 {
        let s = 10.0 * f64::from(i);
        let ([x, z], [turned_x, turned_z]) = (up.point(s), down.point(100.0 - s));
        assert_near(x, 60.0 - turned_x, 1e-6);
        assert_near(z, 20.0 - turned_z, 1e-6);
    }
    assert!(up.point(50.0)[1] > 20.0, "it floats above both ends");
}

#[test]
fn absurd_lines_are_refused() {
    assert!(span([10.0, 0.0, 0.0, 50.0, 1e6], None).solve().is_err());
    assert!(span([f64::NAN, 0.0, 10.0, 50.0, 1e6], None).solve().is_err());
}
