//! Accumulators against closed forms.

use crate::laboratory::{METHODS, Row, complaints, run_in_order, scenario, try_load, try_run};

/// A gas that keeps its temperature and an inlet that is laminar: with u the
/// volume of the gas, u u' = -k (p u - c), of which the solution is known as the
/// time at each u: k t = (u0 - u) / p + c / p^2 ln((p u0 - c) / (p u - c)).
#[test]
fn an_accumulator_fills_as_the_closed_form_says() {
    let accumulator = r#"hydraulics:Hydraulic/Accumulator A GasVolume="4e-3" PrechargePressure="5e6" PolytropicIndex="1"
        NominalFlow="1e-4" NominalPressureDrop="1e6" TransitionPressure="1e13""#;
    for method in METHODS {
        for (line, begin) in [(12e6, "0"), (6e6, "3e-3")] {
            let engine = format!(
                r#"TOutput="0:0.5:8" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
                   FileOutput="A.OilVolume, A.GasPressure, A.Limit""#
            );
            let initial = format!(r#"A.OilVolume="{begin}""#);
            let rows = run_in_order(&[accumulator], &format!(r#"A.PressureA="{line}""#), &initial, &engine);
            let (k, c) = (1e-10, 5e6 * 4e-3);
            let gas = |values: &[f64]| 4e-3 - values[0];
            let u0 = gas(&rows[0].1);
            for (time, values) in &rows {
                let u = gas(values);
                let at = ((u0 - u) / line + c / (line * line) * ((line * u0 - c) / (line * u - c)).ln()) / k;
                assert!((at - time).abs() < 1e-4, "{method} {line}, {time} s: {values:?} would be at {at} s");
                assert!((values[1] * u / c - 1.0).abs() < 1e-12 && values[2] == 0.0, "{method}: {values:?}");
            }
        }
    }
}

/// The line rises over the precharge pressure, fills it, falls below that of
/// the gas, and empties it; twice.
#[test]
fn an_accumulator_is_empty_and_full_by_events() {
    // Full at 2 l of 4: 20 bar to the power of 1.4: 52.8 bar.
    let full = 2e6 * 2.0_f64.powf(1.4);
    let objects = [
        r#"base:Src/Table P Times="0, 10, 20, 30, 40" Values="1e6; 9e6; 1e6; 9e6; 1e6" Interpolation="Linear""#,
        r#"hydraulics:Hydraulic/Accumulator A GasVolume="4e-3" Capacity="2e-3" PrechargePressure="2e6" NominalFlow="1e-3""#,
    ];
    for method in METHODS {
        for tolerance in ["1e-5", "1e-9"] {
            let engine = format!(
                r#"TOutput="0:0.1:40" LogEvents="1" IntegratorMethod="{method}" AbsTol="{tolerance}" RelTol="{tolerance}"
                   FileOutput="A.OilVolume, A.Limit, A.FlowA""#
            );
            let rows = run_in_order(&objects, r#"A.PressureA="P.Out""#, "", &engine);
            let changes: Vec<&Row> =
                rows.windows(2).filter(|pair| pair[0].1[1] != pair[1].1[1]).map(|pair| &pair[1]).collect();
            let modes: Vec<f64> = changes.iter().map(|row| row.1[1]).collect();
            assert_eq!(modes, [0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0], "{method}: {changes:?}");
            // 8 bar/s.
            for (change, time) in
                [(0, 1.25), (2, 20.0 - (full - 1e6) / 8e5), (4, 21.25), (6, 40.0 - (full - 1e6) / 8e5)]
            {
                assert!((changes[change].0 - time).abs() < 1e-6, "{method}: {:?}, not {time}", changes[change]);
            }
            for (time, values) in &rows {
                let at_limit = match values[1] {
                    1.0 => values[0] == 2e-3 && values[2] == 0.0,
                    -1.0 => values[0] == 0.0 && values[2] == 0.0,
                    _ => (-1e-7..=2e-3 + 1e-7).contains(&values[0]),
                };
                assert!(at_limit, "{method}, {time} s: {values:?}");
            }
        }
    }
}

#[test]
fn an_accumulator_begins_with_what_the_line_holds_there() {
    let begun = |parameters: &str, line: &str| {
        let accumulator = format!(
            r#"hydraulics:Hydraulic/Accumulator A GasVolume="4e-3" PrechargePressure="2e6" NominalFlow="1e-3" {parameters}"#
        );
        let engine = r#"TOutput="0, 1" FileOutput="A.OilVolume, A.Limit""#;
        run_in_order(&[&accumulator], &format!(r#"A.PressureA="{line}""#), "", engine).remove(0).1
    };
    assert_eq!(begun("", "1e6"), [0.0, -1.0]);
    assert_eq!(begun(r#"Capacity="1e-3""#, "9e6"), [1e-3, 1.0]);
    // A quarter of the pressure: half of the volume, if the square of the volume counts.
    let found = begun(r#"PolytropicIndex="2""#, "8e6");
    assert!((found[0] - 2e-3).abs() < 1e-15 && found[1] == 0.0, "{found:?}");
}

#[test]
fn what_is_wrong_with_accumulators_is_told() {
    let good = r#"GasVolume="4e-3" PrechargePressure="2e6" NominalFlow="1e-3""#;
    let told = |parameters: &str, initial: &str| {
        let accumulator = format!("hydraulics:Hydraulic/Accumulator A {parameters}");
        let text = scenario(&[&accumulator], r#"A.PressureA="5e6""#, initial, r#"TOutput="0, 1""#);
        match try_load(&text) {
            Ok(model) => try_run(&model).2.unwrap_err().to_string(),
            Err(_) => complaints(&text).join("; "),
        }
    };
    for (parameters, name) in [
        (good.replace("4e-3", "0"), "GasVolume"),
        (good.replace("2e6", "-1"), "PrechargePressure"),
        (good.replace("1e-3", "0"), "NominalFlow"),
        (format!(r#"{good} Capacity="4e-3""#), "Capacity"),
        (format!(r#"{good} Capacity="0""#), "Capacity"),
        (format!(r#"{good} PolytropicIndex="0.5""#), "PolytropicIndex"),
        (format!(r#"{good} PolytropicIndex="3""#), "PolytropicIndex"),
        (format!(r#"{good} NominalPressureDrop="0""#), "NominalPressureDrop"),
        (format!(r#"{good} TransitionPressure="0""#), "TransitionPressure"),
        (String::new(), "GasVolume"),
    ] {
        let message = told(&parameters, "");
        assert!(message.contains(name), "{parameters}: {message}");
    }
    for (capacity, begin, most) in
        [("", "5e-3", "0.004"), (r#"Capacity="1e-3""#, "2e-3", "0.001"), ("", "-1e-3", "0.004")]
    {
        let message = told(&format!("{good} {capacity}"), &format!(r#"A.OilVolume="{begin}""#));
        let between = format!("it must be between 0 and {most} m^3");
        assert!(message.contains("`A`") && message.contains("`OilVolume`") && message.contains(&between), "{message}");
    }
    let message = told(good, r#"A.OilVolume="4e-3""#);
    assert!(message.contains("`A`") && message.contains("`OilVolume` is 0.004 m^3"), "{message}");
}
