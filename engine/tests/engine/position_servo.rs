//! A carriage under PID control, against another program: scipy 1.17.1,
//! integrate.solve_ivp (DOP853, rtol 1e-12) from jump to jump; its Radau gives
//! the same to 1e-11.

use bowline_engine::{LoadOptions, Source, Sources};

use crate::laboratory::{Row, load_from, run};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/position_servo.xml");

/// Time, s; position, m; force of the controller, N.
const REFERENCE: [(f64, f64, f64); 14] = [
    (0.3, 0.005_948_875_791_698_781, 10.0),
    (0.4, 0.045_754_354_881_630_61, 1.562_397_450_007_925),
    (0.5, 0.085_147_019_502_854_7, -2.490_889_125_772_817),
    (0.64, 0.108_141_413_009_459_36, -1.893_782_443_334_068_4),
    (0.75, 0.109_458_742_928_970_97, -0.828_649_451_593_353_3),
    (1.2, 0.099_721_451_427_700_88, 0.085_607_457_198_394_41),
    (1.4, 0.091_029_038_199_876_97, 6.100_975_478_178_596),
    (1.7, 0.096_386_383_223_480_18, 4.966_011_708_819_75),
    (2.2, 0.103_843_119_139_407_46, 0.021_976_672_723_349_022),
    (2.3, 0.095_422_749_615_070_97, -10.0),
    (2.5, 0.037_147_596_486_441_524, 2.462_824_062_716_014),
    (3.2, 0.040_438_613_273_468_864, -0.057_330_839_970_452_296),
    (3.5, 0.030_591_478_757_164_95, 5.792_884_425_721_295_5),
    (4.0, 0.049_800_868_006_540_974, -0.855_413_778_001_934_4),
];

/// Rows of reference, force and position.
fn servo(overrides: &[&str]) -> Vec<Row> {
    let text = std::fs::read_to_string(PATH).unwrap();
    let sources = Sources::new(Source::new(PATH, text)).with_overrides(overrides.iter().copied());
    run(&load_from(&sources, LoadOptions::default()).unwrap()).0
}

fn at(rows: &[Row], time: f64) -> &[f64] {
    &rows.iter().find(|(t, _)| *t == time).unwrap().1
}

#[test]
fn the_servo_moves_as_in_another_program() {
    let rows = servo(&[]);
    for (time, position, force) in REFERENCE {
        let found = at(&rows, time);
        assert!((found[2] - position).abs() < 1e-8, "t = {time}: {}, not {position}", found[2]);
        assert!((found[1] - force).abs() < 2e-5, "t = {time}: {}, not {force}", found[1]);
    }
}

#[test]
fn without_anti_windup_it_overshoots_by_a_half() {
    let rows = servo(&["C.TrackingTime=1000"]);
    assert!((at(&rows, 0.64)[2] - 0.148_948_133_789_452_76).abs() < 1e-8);
    assert!((at(&rows, 1.7)[2] - 0.096_435_816_382_804_05).abs() < 1e-8);
}
