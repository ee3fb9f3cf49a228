//! Blocks on clocks: when they tick, and what they hold.

use crate::laboratory::{Row, complaints, load, run, scenario};

fn rows(objects: &[&str], connections: &str, engine: &str) -> Vec<Row> {
    run(&load(&scenario(objects, connections, "", engine))).0
}

/// Values of the first column.
fn column(rows: &[Row]) -> Vec<f64> {
    rows.iter().map(|(_, values)| values[0]).collect()
}

/// Three holds sample time itself.
#[test]
fn clocks_tick_as_a_schedule_made_by_hand_says() {
    let schedules: [(&str, &[f64]); 3] = [
        (r#"SampleTime="1""#, &[0.0, 1.0, 2.0, 3.0]),
        (r#"SampleTime="0.3" Offset="0.1""#, &[0.1, 0.4, 0.7, 1.0, 1.3, 1.6, 1.9, 2.2, 2.5, 2.8]),
        (r#"SampleTime="0.7" Offset="0.05""#, &[0.05, 0.75, 1.45, 2.15, 2.85]),
    ];
    let holds: Vec<String> =
        schedules.iter().zip(1..).map(|((clock, _), n)| format!("base:Signal/ZeroOrderHold Z{n} {clock}")).collect();
    let mut objects = vec![r#"base:Src/Ramp T EndTime="8" After="8""#, r#"base:Math/Integrator I"#];
    objects.extend(holds.iter().map(String::as_str));
    let connections = r#"Z1.In="T.Out" Z2.In="T.Out" Z3.In="T.Out" I.In="Z2.Out""#;
    for method in ["DormandPrince", "BogackiShampine", "BDF", "ESDIRK34", "TRBDF2", "auto"]
        .map(|method| format!(r#"IntegratorMethod="{method}""#))
        .into_iter()
        .chain(["RK4", "Euler", "DormandPrince"].map(|m| format!(r#"IntegratorMethod="{m}" stepsize="0.13""#)))
    {
        let engine = format!(r#"TOutput="0:0.01:3" {method} FileOutput="Z1.Out, Z2.Out, Z3.Out""#);
        let rows = rows(&objects, connections, &engine);
        assert_eq!(rows.len(), 301);
        for (time, values) in rows {
            for ((_, ticks), value) in schedules.iter().zip(&values) {
                // Before its first tick a hold has what was there at the start.
                let last = ticks.iter().rev().find(|tick| **tick <= time).unwrap_or(&0.0);
                assert_eq!(value, last, "{method} at {time}");
            }
        }
    }
}

#[test]
fn a_million_ticks_do_not_drift() {
    let objects = [
        r#"Timekeeping A SampleTime="0.1" Every="1" PerSecond="10""#,
        r#"Timekeeping B SampleTime="0.3" Offset="0.1" First="1" Every="3" PerSecond="10""#,
        r#"Timekeeping C SampleTime="0.07" Offset="0.005" First="5" Every="70" PerSecond="1000""#,
    ];
    let engine = r#"TOutput="0, 99999.99" FileOutput="A.Wrong, A.Count, B.Wrong, B.Count, C.Wrong, C.Count""#;
    let rows = rows(&objects, "", engine);
    // What is due comes into effect at the next tick only.
    assert_eq!(rows[1].1, [0.0, 999_999.0, 0.0, 333_332.0, 0.0, 1_428_571.0]);
}

#[test]
fn a_delay_gives_what_was_at_the_tick_before() {
    let objects = [
        r#"base:Src/Ramp T EndTime="8" After="8""#,
        r#"base:Signal/UnitDelay D SampleTime="0.5" InitialValue="-1""#,
        r#"base:Signal/UnitDelay E InitialValue="-2""#,
    ];
    let engine = r#"TOutput="0:0.25:2" SampleTime="0.5" FileOutput="D.Out, E.Out""#;
    let rows = rows(&objects, r#"D.In="T.Out" E.In="D.Out""#, engine);
    assert_eq!(column(&rows), [-1.0, -1.0, 0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 1.5]);
    let second: Vec<f64> = rows.iter().map(|(_, values)| values[1]).collect();
    assert_eq!(second, [-2.0, -2.0, -1.0, -1.0, 0.0, 0.0, 0.5, 0.5, 1.0]);
}

/// 1, 2, 3 go round, in whatever order the delays stand.
#[test]
fn a_ring_of_three_delays() {
    let delays = [1, 2, 3].map(|n| format!(r#"base:Signal/UnitDelay D{n} SampleTime="0.1" InitialValue="{n}""#));
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let objects = order.map(|n| delays[n].as_str());
        let engine = r#"TOutput="0:0.1:0.4" FileOutput="D1.Out, D2.Out, D3.Out""#;
        let rows = rows(&objects, r#"D1.In="D3.Out" D2.In="D1.Out" D3.In="D2.Out""#, engine);
        let expected = [[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0], [1.0, 2.0, 3.0], [3.0, 1.0, 2.0]];
        for ((_, values), expected) in rows.iter().zip(expected) {
            // Columns stand in the order of the file.
            assert_eq!(*values, order.map(|n| expected[n]));
        }
    }
}

/// A delay opens a loop: y(k + 1) = y(k) / 2 + 1 goes to 2.
#[test]
fn a_delay_opens_an_algebraic_loop() {
    let objects = [r#"base:Signal/UnitDelay D SampleTime="1""#, r#"base:Signal/Gain G Gain="0.5""#];
    let rows = rows(&objects, r#"G.In="D.Out" D.In="G.Out + 1""#, r#"TOutput="0:1:4" FileOutput="D.Out""#);
    assert_eq!(column(&rows), [0.0, 1.0, 1.5, 1.75, 1.875]);
}

/// The noise of `objects` at 1 s, 2 s, ..., after its tick there.
fn noise(objects: &[&str], columns: &str, engine: &str) -> Vec<Row> {
    rows(objects, "", &format!(r#"SampleTime="1" FileOutput="{columns}" {engine}"#))
}

#[test]
fn noise_has_the_deviation_that_is_asked_for() {
    let objects = [
        r#"base:Src/Noise N StandardDeviation="3""#,
        r#"base:Src/Noise P PowerSpectralDensity="2" SampleTime="0.5""#,
        r#"base:Src/Noise Q PortWidth="2" StandardDeviation="1, 0""#,
    ];
    const COUNT: usize = 20_000;
    let rows = noise(&objects, "N.Out, P.Out, Q.Out", &format!(r#"TOutput="0:1:{}""#, COUNT - 1));
    let mean = |f: &dyn Fn(&[f64]) -> f64| rows.iter().map(|(_, x)| f(x)).sum::<f64>() / COUNT as f64;
    let error = 5.0 / (COUNT as f64).sqrt();
    // A density of 2 / Hz at steps of 0.5 s is a variance of 4.
    for (n, deviation) in [(0, 3.0), (1, 2.0), (2, 1.0)] {
        assert!(mean(&|x| x[n]).abs() < deviation * error, "{n}");
        let variance = mean(&|x| x[n] * x[n]);
        assert!((variance / (deviation * deviation) - 1.0).abs() < 2.0_f64.sqrt() * error, "{n}: {variance}");
    }
    assert!(rows.iter().all(|(_, x)| x[3] == 0.0));
    // They are independent, at once and from tick to tick.
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        assert!((mean(&|x| x[a] * x[b]) / [3.0, 2.0, 1.0][a] / [3.0, 2.0, 1.0][b]).abs() < error);
    }
    let next = rows.windows(2).map(|pair| pair[0].1[0] * pair[1].1[0]).sum::<f64>() / COUNT as f64;
    assert!((next / 9.0).abs() < error, "{next}");
}

#[test]
fn noise_is_a_function_of_name_seed_and_tick() {
    let one = |object: &str| column(&noise(&[object], "N.Out", r#"TOutput="0:1:9""#));
    let first = one(r#"base:Src/Noise N StandardDeviation="1""#);
    assert_eq!(one(r#"base:Src/Noise N StandardDeviation="1" Seed="0" SampleTime="1""#), first);
    let other_seed = one(r#"base:Src/Noise N StandardDeviation="1" Seed="1""#);
    assert!(first.iter().zip(&other_seed).all(|(a, b)| a != b));
    // Whatever else there is, method, rows and threads.
    let objects = ["Oscillator O", "base:Src/Noise N", "base:Src/Noise M", r#"base:Math/Integrator I"#];
    for engine in [
        r#"TOutput="0:0.25:9" IntegratorMethod="BDF" NumCores="3""#,
        r#"TOutput="0:0.25:9" IntegratorMethod="RK4" stepsize="0.07""#,
        r#"TOutput="0:0.25:9" IntegratorMethod="ESDIRK34" NumCores="2""#,
    ] {
        let engine = format!(r#"{engine} SampleTime="1" FileOutput="N.Out, M.Out""#);
        let rows = run(&load(&scenario(&objects, r#"I.In="N.Out""#, r#"O.P="1, 0""#, &engine))).0;
        for (time, values) in rows {
            assert_eq!(values[0], first[time as usize], "{engine} at {time}");
            assert_ne!(values[1], values[0], "{engine}");
        }
    }
}

#[test]
fn mistakes_in_sampled_blocks_are_told() {
    for (block, complaint) in [
        (
            r#"Src/Noise B StandardDeviation="1" PowerSpectralDensity="1""#,
            "`StandardDeviation`: stands beside `PowerSpectralDensity`; give one of them",
        ),
        (r#"Src/Noise B StandardDeviation="1" SampleTime="0""#, "`SampleTime`: `0` is out of range"),
        (r#"Src/Noise B StandardDeviation="1" Seed="4294967296""#, "`Seed`: `4294967296` is out of range"),
        (r#"Signal/UnitDelay B SampleTime="1" Offset="-1""#, "`Offset`: `-1` is out of range"),
    ] {
        let found = complaints(&scenario(&[&format!("base:{block}")], "", "", r#"TOutput="0, 1" SampleTime="1""#));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(complaint), "{found:?}");
    }
}
