//! What of a hull is under water, against slices that SciPy integrated.

use std::f64::consts::PI;
use std::fs;

use bowline_marine::body::hull::{Cylinder, Hull, Plane};

#[track_caller]
fn assert_near(is: f64, should: f64, within: f64) {
    assert!((is - should).abs() <= within, "{is} is not within {within} of {should}");
}

fn rows(name: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/tests/data/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect()
}

const LEVEL: Plane = Plane { point: [0.0; 3], down: [0.0, 0.0, 1.0] };

#[test]
fn a_cylinder_that_is_turned_anyhow_has_its_volume_and_its_centroid() {
    let hull = Hull::Cylinders(vec![Cylinder { middle: 0.0, radius: 1.0, height: 6.0 }]);
    let rows = rows("cylinder");
    assert_eq!(rows.len(), 40);
    for row in rows {
        let [w, x, y, z] = [row[0], row[1], row[2], row[3]];
        let axis = [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)];
        let place = [row[4], row[5], row[6]];
        let wet = hull.wet(place, axis, &LEVEL);
        assert_near(wet.volume, row[7], 1e-9 * 18.85);
        for i in 0..3 {
            assert_near(wet.moment[i], row[7] * (row[8 + i] - place[i]), 1e-9 * 18.85 * 3.0);
        }
    }
}

#[test]
fn a_ball_has_its_cap() {
    for row in rows("sphere") {
        let wet = Hull::Sphere(2.0).wet([5.0, -3.0, 2.0 * row[0]], [0.0, 0.0, 1.0], &LEVEL);
        assert_near(wet.volume, 8.0 * row[1], 1e-9);
        assert_near(wet.moment[2], -8.0 * row[1] * 2.0 * row[2], 1e-9);
        assert_eq!(wet.moment[..2], [0.0, 0.0]);
    }
}

/// Where the closed form meets the quadrature, and where the cylinder is upright or lies, both have to say the same.
#[test]
fn nothing_jumps_between_the_ways_to_calculate() {
    let hull = Hull::Cylinders(vec![Cylinder { middle: 0.3, radius: 0.7, height: 3.0 }]);
    let at = |rise: f64, depth: f64| {
        let sine = (1.0 - rise * rise).sqrt();
        hull.wet([0.0, 0.0, depth], [sine, 0.0, rise], &LEVEL)
    };
    for depth in [-0.71, -0.5, 0.0, 0.3, 0.69, 0.7, 2.0] {
        for rise in [1e-2, -1e-2] {
            let (a, b) = (at(rise * (1.0 + 1e-9), depth), at(rise * (1.0 - 1e-9), depth));
            assert_near(a.volume, b.volume, 1e-8);
            for i in 0..3 {
                assert_near(a.moment[i], b.moment[i], 1e-7);
            }
        }
        let (a, b) = (at(1.0, depth), at(1.0 - 1e-13, depth));
        assert_near(a.volume, b.volume, 1e-6);
        assert_near(a.moment[2], b.moment[2], 1e-5);
    }
    // Lying, half under water; and standing, with the surface through its middle.
    let lying = at(0.0, 0.0);
    assert_near(lying.volume, 0.5 * PI * 0.49 * 3.0, 1e-9);
    assert_near(lying.moment[2], 3.0 * 2.0 / 3.0 * 0.343, 1e-9);
    let standing = at(1.0, -0.3);
    assert_near(standing.volume, PI * 0.49 * 1.5, 1e-12);
}

/// The moment of a tilted cylinder at small angles is that of its waterplane: GM = I / V + KB - KG.
#[test]
fn small_angles_have_the_moment_of_the_waterplane() {
    let hull = Hull::Cylinders(vec![Cylinder { middle: 0.0, radius: 2.0, height: 2.0 }]);
    let angle = 1e-4_f64;
    let wet = hull.wet([0.0; 3], [angle.sin(), 0.0, angle.cos()], &LEVEL);
    let (volume, inertia) = (PI * 4.0 * 1.0, PI / 4.0 * 16.0);
    // The centroid is 0.5 m below the origin on the axis, and I/V away from there for each rad.
    assert_near(wet.volume, volume, 1e-6);
    assert_near(wet.moment[0] / volume / angle, 0.5 - inertia / volume, 1e-6);
}

#[test]
fn a_tilted_surface_cuts_as_a_tilted_hull_is_cut() {
    let hull = Hull::Cylinders(vec![Cylinder { middle: 0.2, radius: 0.5, height: 4.0 }]);
    let (cosine, sine) = (0.3_f64.cos(), 0.3_f64.sin());
    let tilted = hull.wet([0.0, 0.0, 0.4], [0.0, 0.0, 1.0], &Plane { point: [0.0; 3], down: [sine, 0.0, cosine] });
    let turned = hull.wet([0.0, 0.0, 0.4 * cosine], [-sine, 0.0, cosine], &LEVEL);
    assert_near(tilted.volume, turned.volume, 1e-12);
    // The same moments, in axes that are turned.
    assert_near(tilted.moment[0] * sine + tilted.moment[2] * cosine, turned.moment[2], 1e-12);
}
