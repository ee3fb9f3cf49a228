//! The sources of the base library: their values, and that what jumps or bends
//! in them is announced.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Diagnostics, LoadOptions, Model, NoRecorder, Run, Source, Sources};

use crate::laboratory::{Row, complaints, load, load_from, run, scenario, statistics, try_run};

/// What a source gives at the times of `t_output`.
fn values(source: &str, t_output: &str) -> Vec<Row> {
    let engine = format!(r#"TOutput="{t_output}" FileOutput="objects:outputs""#);
    run(&load(&scenario(&[source], "", "", &engine))).0
}

fn close(found: &[Row], expected: &[(f64, &[f64])], within: f64) {
    assert_eq!(found.len(), expected.len());
    for ((time, found), (expected_time, expected)) in found.iter().zip(expected) {
        assert_eq!(time, expected_time);
        for (found, expected) in found.iter().zip(*expected) {
            assert!((found - expected).abs() <= within, "t = {time}: {found}, not {expected}");
        }
    }
}

/// What is nothing for most of each period, and is driven by a wave of 50 Hz: no
/// method grows its steps until they jump over whole waves, each of 2 %. The integral of
/// what exceeds c is (sqrt(1 - c^2) - c acos c) / pi in each second. So it is of a source, and of
/// formulas in connections and in SimObjects.
#[test]
fn no_wave_of_a_sine_is_jumped_over() {
    for (threshold, phase) in [(0.0, 0.0), (0.8, 0.0), (0.95, 1.0), (0.95, -2.0)] {
        let c: f64 = threshold;
        let source = [
            format!(r#"base:Src/Sine U PortWidth="2" Frequency="50, 3" Amplitude="1, 0" Phase="{phase}""#),
            r#"base:Signal/Saturation S Lower="0" Upper="10""#.to_owned(),
        ];
        let expression = [format!(
            r#"base:Math/Expression E Parameters="w [rad/s], p [rad], c" Outputs="max(sin(p + time*w) - c, 0)"
               w="50 rev/s" p="{phase} rad" c="{threshold}""#
        )];
        let ways: [(&[String], String); 4] = [
            (&source, format!(r#"S.In="U.Out[0] - {threshold}" I.In="S.Out""#)),
            (&[], format!(r#"I.In="max(sin(50 rev/s*time + {phase} rad) - {threshold}, 0)""#)),
            (&[], format!(r#"I.In="max(cos(90 deg - time/(20 ms/rev) - {phase} rad) - {threshold}, 0)""#)),
            (&expression, r#"I.In="E.Out""#.to_owned()),
        ];
        let expected = ((1.0 - c * c).sqrt() - c * c.acos()) / std::f64::consts::PI;
        for (objects, connections) in ways {
            let objects: Vec<&str> = objects.iter().map(String::as_str).chain(["base:Math/Integrator I"]).collect();
            for method in ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "TRBDF2", "auto"] {
                let engine = format!(r#"TOutput="0, 1" AbsTol="1e-7" RelTol="1e-7" IntegratorMethod="{method}""#);
                let found = run(&load(&scenario(&objects, &connections, "", &engine))).1[0];
                let what = format!("{connections} {method} {threshold} {phase}");
                assert!((found / expected - 1.0).abs() < 1e-2, "{what}: {found}, not {expected}");
            }
        }
    }
}

const SECOND_ORDER: [(&str, &str); 2] = [("Heun", r#"stepsize="0.4""#), ("BogackiShampine", "")];
const FOURTH_ORDER: [(&str, &str); 3] = [("RK4", r#"stepsize="0.4""#), ("DormandPrince", ""), ("Tsitouras", "")];

/// Checks a source's integral from 0 to 3 s. It is exact to rounding where the
/// method's order is above the degree of the source's pieces, if every step
/// ends at every kink.
fn area_is(source: &str, expected: f64, methods: &[(&str, &str)]) {
    for (method, size) in methods {
        let engine = format!(r#"TOutput="0, 3" AbsTol="1e-6" RelTol="1e-6" IntegratorMethod="{method}" {size}"#);
        let model = load(&scenario(&[source, "Wide I"], r#"I.In="U.Out""#, "", &engine));
        let area = run(&model).1[0];
        assert!((area - expected).abs() < 1e-13, "{method}, {source}: {area}, not {expected}");
    }
}

#[test]
fn a_constant_is_as_wide_as_its_value_or_fills_its_width() {
    let one = |object: &str| values(object, "0, 1")[0].1.clone();
    assert_eq!(one(r#"base:Src/Constant U Value="1, -2.5, 3""#), [1.0, -2.5, 3.0]);
    assert_eq!(one(r#"base:Src/Constant U Value="4" PortWidth="2""#), [4.0, 4.0]);
}

#[test]
fn a_sine_has_its_amplitude_frequency_phase_and_bias() {
    // 1 + 2 sin(90 deg t/s + 30 deg), and sin(360 deg t/s).
    let source = r#"base:Src/Sine U PortWidth="2" Amplitude="2, 1" Frequency="0.25, 1"
        Phase="0.5235987755982988, 0" Bias="1, 0""#;
    let expected: [(f64, &[f64]); 4] = [
        (0.0, &[2.0, 0.0]),
        (1.0, &[2.732_050_807_568_877, 0.0]),
        (2.25, &[-0.5867066805824699, 1.0]),
        (4.0, &[2.0, 0.0]),
    ];
    close(&values(source, "0, 1, 2.25, 4"), &expected, 1e-14);
}

#[test]
fn a_ramp_goes_in_a_straight_line() {
    let source = r#"base:Src/Ramp U PortWidth="2" StartTime="1" EndTime="3" Before="2, 0" After="6, -1""#;
    let expected: [(f64, &[f64]); 5] =
        [(0.0, &[2.0, 0.0]), (1.0, &[2.0, 0.0]), (1.5, &[3.0, -0.25]), (3.0, &[6.0, -1.0]), (9.0, &[6.0, -1.0])];
    close(&values(source, "0, 1, 1.5, 3, 9"), &expected, 0.0);
}

#[test]
fn areas_are_exact_since_every_kink_is_a_time_event() {
    let table = |parameters: &str| format!(r#"base:Src/Table U Times="0.3, 1, 1.5, 2.2" {parameters}"#);
    let lines = r#"Values="0, 2, -1, -1" Interpolation="Linear""#;
    let methods = [&SECOND_ORDER[..], &FOURTH_ORDER].concat();
    let area_is = |source: &str, expected: f64| area_is(source, expected, &methods);
    // Trapezia.
    area_is(r#"base:Src/Ramp U StartTime="0.5" EndTime="1.7" Before="1" After="3""#, 6.8);
    area_is(&table(lines), -0.55);
    area_is(&table(&format!(r#"{lines} Outside="Extrapolated""#)), -0.55 - 0.045 * 20.0 / 7.0);
    area_is(&table(r#"Values="0, 2, -1, -1""#), 0.5 * 2.0 - 1.5);
    // Thirty pulses of 0.03 s, which rise to 2 from -1.
    area_is(r#"base:Src/Pulse U Period="0.1" Duty="0.3" Low="-1" High="2""#, 2.0 * 0.9 - 2.1);
}

#[test]
fn a_spline_reproduces_a_cubic() {
    // t^3 - 2 t from 0.5 to 2.5, held before and after: tangents jump there.
    let cubic = r#"base:Src/Table U Times="0.5, 0.9, 1.6, 2, 2.5" Values="-0.875, -1.071, 0.896, 4, 10.625"
        Interpolation="Spline""#;
    close(&values(cubic, "0.7, 1, 1.8"), &[(0.7, &[-1.057]), (1.0, &[-1.0]), (1.8, &[2.232])], 1e-14);
    area_is(cubic, 8.625, &FOURTH_ORDER);
}

/// Rows at the decimals where edges are, for 5000 periods: at a rise all are
/// high, at a fall all are low. In binary, k * 0.1 is often not there.
#[test]
fn pulses_rise_and_fall_at_the_decimals() {
    for (start, period, duty, rises, falls) in [
        ("0", "0.1", "0.3", "0:0.1:500", "0.03:0.1:500"),
        ("-0.007", "0.007", "0.25", "0.007:0.007:35", "0.00175:0.007:35"),
        ("1.1", "0.3", "0.9", "1.1:0.3:1501.1", "1.37:0.3:1501.1"),
        ("0.5", "3", "0.1", "0.5:3:15000", "0.8:3:15000"),
    ] {
        let pulse = format!(r#"base:Src/Pulse U StartTime="{start}" Period="{period}" Duty="{duty}""#);
        for (times, expected) in [(rises, 1.0), (falls, 0.0)] {
            let rows = values(&pulse, times);
            assert!(rows.len() >= 4_999, "{}", rows.len());
            let wrong = rows.iter().find(|(_, value)| value[0] != expected);
            assert_eq!(wrong, None, "{pulse}");
        }
    }
}

/// No edge is missed, doubled or displaced: there are as many events as edges,
/// and Euler's method, with steps that are far longer than a pulse, gets the area.
#[test]
fn no_pulse_is_lost_in_many_thousands() {
    for (start, period, duty, end, edges, area) in [
        (0.0, 0.1, 0.3, 1000.0, 20_000, 300.0),
        (0.0, 1.0 / 3.0, 0.123_456_789_012_345_67, 3000.0, 18_000, 370.370_367_037_037),
        (std::f64::consts::PI, 1e-3, 0.5, std::f64::consts::PI + 10.0, 20_000, 5.0),
        (-1e6, 0.7, 0.5, 7000.0, 20_000, 3500.0),
    ] {
        let pulse = format!(r#"base:Src/Pulse U StartTime="{start}" Period="{period}" Duty="{duty}""#);
        let engine = format!(r#"TOutput="0, {end}" IntegratorMethod="Euler" stepsize="1000""#);
        let model = load(&scenario(&[&pulse, "Wide I"], r#"I.In="U.Out""#, "", &engine));
        let mut run = Run::new(&model);
        run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
        let (found, events) = (run.x()[0], run.statistics().events);
        assert!((found - area).abs() < 1e-9 * area, "{pulse}: {found}, not {area}");
        assert!(events.abs_diff(edges) <= 2, "{pulse}: {events} events, {edges} edges");
    }
}

#[test]
fn a_period_that_time_cannot_resolve_is_an_error() {
    let engine = r#"TOutput="0, 1" FileOutput="objects:outputs""#;
    let model = load(&scenario(&[r#"base:Src/Pulse U StartTime="-1e20" Period="1""#], "", "", engine));
    let error = try_run(&model).2.unwrap_err().to_string();
    assert!(error.contains("`U` (Src/Pulse of fhsim_base) announced a time event"), "{error}");
}

/// References: scipy 1.17.1, interpolate.CubicSpline (not-a-knot by default).
#[test]
fn a_spline_has_the_values_of_another_program() {
    let source = r#"base:Src/Table U Times="0, 0.5, 1.2, 2, 3.5" Values="1; -1; 0.5; 2; -0.25" Interpolation="Spline""#;
    let expected: [(f64, &[f64]); 9] = [
        (-1.0, &[1.0]),
        (0.1, &[0.247_956_335_064_318_05]),
        (0.25, &[-0.518_687_169_606_795]),
        (0.5, &[-1.0]),
        (0.9, &[-0.395_633_082_170_858_1]),
        (1.7, &[1.637_877_380_103_859]),
        (2.5, &[2.031_196_967_382_819]),
        (3.4, &[0.127_943_098_123_069_75]),
        (5.0, &[-0.25]),
    ];
    close(&values(source, "-1, 0.1, 0.25, 0.5, 0.9, 1.7, 2.5, 3.4, 5"), &expected, 1e-14);
    let tangents = format!(r#"{source} Outside="Extrapolated""#);
    let (first, last) = (1.0 + 8.567_911_448_257_135, -0.25 - 1.5 * 3.953_209_321_861_317_3);
    close(&values(&tangents, "-1, 5"), &[(-1.0, &[first]), (5.0, &[last])], 1e-13);
}

#[test]
fn a_spline_through_few_points_is_the_polynomial_through_them() {
    let spline = |times: &str, values: &str| {
        format!(r#"base:Src/Table U Times="{times}" Values="{values}" Interpolation="Spline""#)
    };
    close(&values(&spline("0, 2", "1, 5"), "0.5, 1"), &[(0.5, &[2.0]), (1.0, &[3.0])], 1e-15);
    // Through (0, 0), (1, 2), (3, 1): x (17 - 5 x) / 6.
    let parabola = [(0.5, &[7.25 / 6.0][..]), (2.0, &[14.0 / 6.0])];
    close(&values(&spline("0, 1, 3", "0, 2, 1"), "0.5, 2"), &parabola, 1e-15);
    assert_eq!(values(&spline("7", "3"), "0, 7, 8").iter().map(|row| row.1[0]).collect::<Vec<_>>(), [3.0; 3]);
}

#[test]
fn a_table_announces_its_jumps_and_kinks_only() {
    let events = |parameters: &str| {
        let table = format!(r#"base:Src/Table U Times="0, 1, 2, 3" Values="0, 1, 0, 1" {parameters}"#);
        statistics(&load(&scenario(&[&table], "", "", r#"TOutput="-1, 9""#))).events
    };
    assert_eq!(events(r#"Interpolation="Held""#), 3, "the first row holds before its time");
    assert_eq!(events(r#"Interpolation="Linear""#), 4);
    assert_eq!(events(r#"Interpolation="Spline""#), 2, "its ends");
}

/// A table object that reads a file of these contents beside the scenario.
fn with_file(name: &str, contents: &str, parameters: &str) -> Result<Arc<Model>, Diagnostics> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(directory.join(name), contents).unwrap();
    let table = format!(r#"base:Src/Table U File="{name}" {parameters}"#);
    let text = scenario(&[&table], "", "", r#"TOutput="0.25, 1" FileOutput="objects:outputs""#);
    let scenario = Source::new(directory.join("test.xml").display().to_string(), text);
    load_from(&Sources::new(scenario), LoadOptions::default())
}

#[test]
fn a_table_is_read_from_a_file_beside_the_scenario() {
    for (name, contents) in [
        ("plain.csv", "0,1,10\n0.5,2,20\n2,-1,50\n"),
        ("header.csv", "\u{feff}Time, \"Left\", Right\r\n\r\n0, 1, 10\r\n 0.5 ,2 ,2e1\r\n2,-1,50"),
    ] {
        let rows = run(&with_file(name, contents, r#"Interpolation="Linear""#).unwrap()).0;
        close(&rows, &[(0.25, &[1.5, 15.0]), (1.0, &[1.0, 30.0])], 1e-15);
    }
}

#[test]
fn a_malformed_file_is_told_with_line_and_column() {
    for (contents, complaint) in [
        ("Time,A\n0,1\n1, x2\n", "wrong.csv:3:4: `x2` is not a number"),
        ("0,1\n1,\n", "wrong.csv:2:3: a number is missing"),
        ("0,1,2\n\n1,3\n", "wrong.csv:3:1: 2 numbers, where the rows above have 3"),
        ("0,1\n2,2\n1,3\n", "wrong.csv:3:1: the first column must rise, but 2 is followed by 1"),
        (
            "0,1\n1,2\n1,3\n",
            "wrong.csv:3:1: the first column must rise, but there are two rows at 1: a jump is two rows a little apart, \
             as 1 and 1.000001, or, with `Interpolation=\"Held\"`, a single one",
        ),
        ("t;v\n0;1,5\n", "wrong.csv:2:2: `;` between the numbers: write commas there, and decimals with a point"),
        ("0,1\nTime,A\n", "wrong.csv:2:1: `Time` is not a number"),
        ("0,1\n1,nan\n", "wrong.csv:2:3: `nan` is not a finite number"),
        ("0,1\n1,1e999\n", "wrong.csv:2:3: `1e999` is too large for a number (at most 1.797e308)"),
        ("0\n1\n", "wrong.csv:1:1: one number, where at least two with a comma between them are needed"),
        ("Time,A\n", "wrong.csv: there are no rows of numbers"),
        ("", "wrong.csv: there are no rows of numbers"),
    ] {
        let wrong = with_file("wrong.csv", contents, "").expect_err("something is wrong");
        let messages: Vec<&str> = wrong.sorted().iter().map(|d| d.message()).collect();
        assert_eq!(messages, [format!("`U` (Src/Table): parameter `File`: {complaint}")], "{contents:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_the_only_complaint() {
    let found = complaints(&scenario(&[r#"base:Src/Table U File="no.csv""#], "", "", r#"TOutput="0, 1""#));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("bad-parameter: `U` (Src/Table): parameter `File`: no.csv: "), "{found:?}");
}

#[test]
fn mistakes_in_sources_are_told() {
    let beside = with_file("both.csv", "0,1\n", r#"Times="1" Values="2""#).expect_err("something is wrong");
    assert_eq!(beside.sorted().len(), 2, "{beside}");
    for (object, complaint) in [
        (r#"Src/Constant U Value="1, 2" PortWidth="3""#, "`Value`: 2 numbers, where `PortWidth` asks for 3"),
        (r#"Src/Ramp U StartTime="2" EndTime="2""#, "`EndTime`: must be more than `StartTime`, 2 s"),
        (r#"Src/Pulse U Period="0""#, "`Period`: `0` is out of range"),
        (r#"Src/Pulse U Period="1" Duty="1""#, "`Duty`: `1` is out of range"),
        (r#"Src/Sine U Frequency="-1""#, "`Frequency`: `-1` is out of range"),
        (r#"Src/Table U Times="0, 2, 1" Values="1, 2, 3""#, "`Times`: must rise, but 2 is followed by 1"),
        (
            r#"Src/Table U Times="0, 1, 1" Values="1, 2, 3""#,
            "`Times`: must rise, but there are two rows at 1: a jump is two rows a little apart, as 1 and 1.000001, or, \
             with `Interpolation=\"Held\"`, a single one",
        ),
        (
            r#"Src/Table U Times="0, 1" Values="1; 2; 3""#,
            "`Values`: 3 rows (separated by `;`), but `Times` has 2 numbers",
        ),
        (
            r#"Src/Table U Times="0, 1" Values="1; 2" Outside="Extrapolated""#,
            "`Outside`: `Extrapolated` needs `Interpolation` to be `Linear` or `Spline`",
        ),
        (
            r#"Src/Table U Times="0, 1e-300" Values="0; 1e300" Interpolation="Linear""#,
            "`Values`: some values are too far apart, or their rows too close together, to be joined",
        ),
    ] {
        let found = complaints(&scenario(&[&format!("base:{object}")], "", "", r#"TOutput="0, 1""#));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(complaint), "{found:?}");
    }
}
