//! In which order things happen at one instant: handlers, next values, sampled
//! computations, indicators again, the row, updates.

use std::collections::HashMap;
use std::fmt::Write;

use bowline_engine::Run;

use crate::laboratory::{load, run, scenario};

/// The recorded numbers by name, row by row, with the time as `t`.
fn table(text: &str) -> Vec<HashMap<String, f64>> {
    let model = load(text);
    let names: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
    let row = |(time, values): (f64, Vec<f64>)| {
        names.iter().cloned().zip(values).chain([("t".to_owned(), time)]).collect::<HashMap<_, _>>()
    };
    run(&model).0.into_iter().map(row).collect()
}

/// The numbers of one column.
fn column(rows: &[HashMap<String, f64>], name: &str) -> Vec<f64> {
    rows.iter().map(|row| *row.get(name).unwrap_or_else(|| panic!("no column {name}"))).collect()
}

fn objects_all(times: &str) -> String {
    format!(r#"TOutput="{times}" FileOutput="objects:all""#)
}

#[test]
fn two_that_read_each_others_previous_values_give_the_same_in_either_order() {
    let p = r#"Answering P Scale="0.5" Add="1" First="3""#;
    let q = r#"Answering Q Scale="-0.5" Add="0.25" First="2""#;
    for objects in [[p, q], [q, p]] {
        let rows = table(&scenario(&objects, r#"P.In="Q.Out" Q.In="P.Out""#, "", &objects_all("0:1:2")));
        assert_eq!(column(&rows, "P.Out"), [2.0, 0.375, 0.625], "{objects:?}");
        assert_eq!(column(&rows, "Q.Out"), [-1.25, -0.75, 0.0625], "{objects:?}");
    }
}

/// The previous value of a sum, of what is connected with a factor, and of constants.
#[test]
fn previous_values_of_sums_and_constants_are_put_together_when_the_instant_begins() {
    let objects = [r#"Answering P Add="1" First="3""#, r#"Answering Q First="2""#];
    let rows = table(&scenario(&objects, r#"P.In="2 * Q.Out + P.Out + 10" Q.In="4""#, "", &objects_all("0:1:2")));
    assert_eq!(column(&rows, "Q.Out"), [4.0; 3]);
    assert_eq!(column(&rows, "P.Out"), [18.0, 37.0, 56.0], "4 + 3 + 10 + 1, 8 + 18 + 11, 8 + 37 + 11");
}

#[test]
fn a_ring_of_three_unit_delays_turns_in_any_order() {
    for objects in [["Delay A", "Delay B", "Delay C"], ["Delay C", "Delay A", "Delay B"]] {
        let text = scenario(
            &objects,
            r#"A.In="C.Y" B.In="A.Y" C.In="B.Y""#,
            r#"A.Y="1" B.Y="2" C.Y="3""#,
            r#"TOutput="0, 0.5, 1, 1.5, 2, 2.999, 3, 4""#,
        );
        let rows = table(&text);
        assert_eq!(column(&rows, "A.Y"), [1.0, 1.0, 3.0, 3.0, 2.0, 2.0, 1.0, 3.0]);
        assert_eq!(column(&rows, "B.Y"), [2.0, 2.0, 1.0, 1.0, 3.0, 3.0, 2.0, 1.0]);
        assert_eq!(column(&rows, "C.Y"), [3.0, 3.0, 2.0, 2.0, 1.0, 1.0, 3.0, 2.0]);
    }
}

#[test]
fn the_updates_of_an_instant_are_simultaneous() {
    let rows = table(&scenario(&["Swapping S"], "", r#"S.A="1" S.B="2""#, r#"TOutput="0:1:3""#));
    assert_eq!(column(&rows, "S.A"), [1.0, 2.0, 1.0, 2.0]);
    assert_eq!(column(&rows, "S.B"), [2.0, 1.0, 2.0, 1.0]);
}

/// The update of the tick at 1 s sees the step; it takes effect at 2 s, where it
/// puts the level above X. The handler runs at that instant, behind the sampled
/// computations: these see at 3 s what it set. Updates come after it.
#[test]
fn a_tick_that_flips_an_indicator_runs_its_handler_at_that_instant() {
    let objects =
        ["base:Src/Step U StepTime=\"0.5\" After=\"2\"", "Delay D", "Falling X Jump=\"5\"", "Counting C", "Delay E"];
    for method in ["DormandPrince", "BDF", "TRBDF2", "RK4\" stepsize=\"0.3"] {
        let engine = format!(r#"TOutput="0, 1, 1.9, 2, 2.1, 3" FileOutput="objects:all" IntegratorMethod="{method}""#);
        let rows = table(&scenario(
            &objects,
            r#"D.In="U.Out" X.In="0" X.Level="D.Y" C.In="X.X" E.In="X.X""#,
            r#"D.Y="0" E.Y="0" X.X="1""#,
            &engine,
        ));
        assert_eq!(column(&rows, "D.Y"), [0.0, 0.0, 0.0, 2.0, 2.0, 2.0], "{method}");
        assert_eq!(column(&rows, "X.Count"), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], "{method}");
        assert_eq!(column(&rows, "X.X"), [1.0, 1.0, 1.0, 6.0, 6.0, 6.0], "{method}");
        assert_eq!(column(&rows, "C.Seen"), [1.0, 1.0, 1.0, 1.0, 1.0, 6.0], "{method}");
        assert_eq!(column(&rows, "C.Tick"), [0.0, 1.0, 1.0, 2.0, 2.0, 3.0], "{method}");
        assert_eq!(column(&rows, "E.Y"), [0.0, 1.0, 1.0, 1.0, 1.0, 6.0], "{method}");
    }
}

#[test]
fn an_indicator_that_is_filled_at_ticks_fires_at_the_tick() {
    let rows = table(&scenario(&["Counting C Most=\"3\""], "", "", &objects_all("0, 1, 2, 2.5, 3, 4")));
    assert_eq!(column(&rows, "C.Alarms"), [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    assert_eq!(column(&rows, "C.Runs"), [0.0, 1.0, 2.0, 2.0, 3.0, 4.0]);
}

/// X falls below 0 one unit in the last place before the tick at 1 s: that is
/// one instant. The handler comes first, then sampled computations, which see
/// what it set; but what was before the instant is before the handler too.
#[test]
fn a_crossing_exactly_at_a_tick_is_handled_before_the_sampled_computations() {
    for method in ["DormandPrince", "Euler\" stepsize=\"0.25", "RK4\" stepsize=\"0.3", "BogackiShampine"] {
        let engine = format!(r#"TOutput="0, 1, 1.5" FileOutput="objects:all" IntegratorMethod="{method}""#);
        let text = scenario(
            &["Falling X Jump=\"10\"", "Counting C", "Answering P"],
            r#"X.In="-1.0000000000000002" C.In="X.Count" P.In="X.Count""#,
            r#"X.X="1""#,
            &engine,
        );
        let rows = table(&text);
        assert_eq!(column(&rows, "X.Count"), [0.0, 1.0, 1.0], "{method}");
        assert_eq!(column(&rows, "C.Seen"), [0.0, 1.0, 1.0], "{method}");
        assert_eq!(column(&rows, "C.Tick"), [0.0, 1.0, 1.0], "{method}");
        assert_eq!(column(&rows, "P.Out"), [0.0, 0.0, 0.0], "{method}");
    }
}

/// At 1 s X is exactly 0, which is not below: whatever comes just behind, both
/// happen once.
#[test]
fn an_indicator_that_is_0_at_a_tick_crosses_once() {
    for method in ["DormandPrince", "Tsitouras", "Euler\" stepsize=\"0.25", "BDF", "TRBDF2", "ESDIRK34"] {
        let engine = format!(r#"TOutput="0:0.5:3" FileOutput="objects:all" IntegratorMethod="{method}""#);
        let text =
            scenario(&["Falling X Jump=\"10\"", "Counting C"], r#"X.In="-1" C.In="X.Count""#, r#"X.X="1""#, &engine);
        let rows = table(&text);
        assert_eq!(column(&rows, "X.Count")[3..], [1.0; 4], "{method}");
        assert_eq!(column(&rows, "C.Tick"), [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0], "{method}");
        assert_eq!(column(&rows, "C.Seen")[4..], [1.0; 3], "{method}");
    }
}

/// In steps of 0.125 s: seven end within the run; the eighth only lands at its end.
/// What they set takes effect at once, but behind a row at their end.
#[test]
fn the_clock_of_accepted_steps_counts_them_and_nothing_else() {
    let run = |engine: &str| {
        let objects = ["Falling X", "Peak K"];
        let engine = format!(r#"FileOutput="objects:all" IntegratorMethod="RK4" stepsize="0.125" {engine}"#);
        table(&scenario(&objects, r#"X.In="1" K.In="X.X""#, r#"X.X="0""#, &engine))
    };
    let rows = run(r#"TOutput="0, 0.1, 0.25, 0.3, 0.376, 1""#);
    assert_eq!(column(&rows, "K.Count"), [0.0, 0.0, 1.0, 2.0, 3.0, 7.0]);
    assert_eq!(column(&rows, "K.Tick"), [0.0, 0.0, 1.0, 1.0, 2.0, 6.0]);
    for (most, exact) in column(&rows, "K.Most").into_iter().zip([-1e300, -1e300, 0.125, 0.25, 0.375, 0.875]) {
        assert!((most - exact).abs() < 1e-12, "{most}, not {exact}");
    }
    let many = run(r#"TOutput="0:0.01:0.99, 1""#);
    assert_eq!(many.last().unwrap()["K.Count"], 7.0, "rows are no steps");
    let saved = run(r#"TOutput="0, 1" TSave="0.0625, 1""#);
    // 0.0625, 0.1875, ..., 0.9375: the first only lands on a save point.
    assert_eq!(saved.last().unwrap()["K.Count"], 7.0);
}

#[test]
fn adaptive_methods_tick_as_often_as_they_accept_steps() {
    for method in ["DormandPrince", "BDF", "TRBDF2", "ESDIRK34", "auto"] {
        let objects = ["Oscillator O", "Peak K"];
        let engine = format!(r#"TOutput="0, 3" IntegratorMethod="{method}" FileOutput="objects:all""#);
        let model = load(&scenario(&objects, r#"K.In="O.P[0]""#, r#"O.P="1,0""#, &engine));
        let names: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
        let count = names.iter().position(|name| name == "K.Count").unwrap();
        let rows = run(&model).0;
        let steps = crate::laboratory::statistics(&model).steps;
        assert_eq!(rows[1].1[count], steps as f64 - 1.0, "{method}: all but the one that lands on the end");
    }
}

#[test]
fn a_clock_with_an_offset_runs_at_the_start_as_tick_0_and_again_at_its_first_tick() {
    let text = scenario(
        &["Counting C Offset=\"0.25\"", "Falling X"],
        r#"X.In="1" C.In="X.X""#,
        r#"X.X="0""#,
        &objects_all("0, 0.125, 0.25, 0.5, 1.25, 2.25"),
    );
    let rows = table(&text);
    assert_eq!(column(&rows, "C.Tick"), [0.0, 0.0, 0.0, 0.0, 1.0, 2.0]);
    // No update runs at the start: it is no tick.
    assert_eq!(column(&rows, "C.Runs"), [0.0, 0.0, 0.0, 0.0, 1.0, 2.0]);
    for (seen, exact) in column(&rows, "C.Seen").iter().zip([0.0, 0.0, 0.25, 0.25, 1.25, 2.25]) {
        assert!((seen - exact).abs() < 1e-12, "{seen}, not {exact}");
    }
}

#[test]
fn discrete_states_are_completed_as_others_are() {
    let objects = ["Delay A", "Delay B", "Follower F", "Answering P First=\"7\""];
    let connections = r#"A.In="F.Y + 1" B.In="P.Out" F.In="3" P.In="A.Y""#;
    let rows = table(&scenario(&objects, connections, r#"F.Y="0.5""#, r#"TOutput="0, 1" FileOutput="objects:all""#));
    // P, in its place before B, reads what A was completed as.
    assert_eq!((rows[0]["A.Y"], rows[0]["B.Y"], rows[0]["P.Out"]), (1.5, 1.5, 1.5));
    let given = table(&scenario(&objects, connections, r#"F.Y="0.5" A.Y="9""#, r#"TOutput="0, 1""#));
    assert_eq!((given[0]["A.Y"], given[0]["B.Y"]), (9.0, 9.0), "what is given is not completed");
}

#[test]
fn discrete_states_and_indicators_are_recorded_by_name() {
    let objects = ["Falling X", "Counting C", "Delay D"];
    let connections = r#"X.In="-1" C.In="0" D.In="X.X""#;
    let engine = r#"TOutput="0, 0.5" LogStates="0" FileOutput="X.Gap, X.Count, C.Overdue, C.Alarms, D.Y""#;
    let rows = table(&scenario(&objects, connections, r#"X.X="1" D.Y="4""#, engine));
    assert_eq!(rows[0].len(), 6, "five, and the time: {rows:?}");
    for (name, expected) in
        [("X.Gap", [1.0, 0.5]), ("X.Count", [0.0; 2]), ("C.Overdue", [1e9 - 0.5; 2]), ("C.Alarms", [0.0; 2])]
    {
        assert_eq!(column(&rows, name), expected, "{name}");
    }
    assert_eq!(column(&rows, "D.Y"), [4.0; 2]);
}

/// Springs and masses in a row between two walls, by waves.
const PERIOD: f64 = 1e-3;
const ZC: f64 = 0.7;

fn start(mass: usize) -> f64 {
    (mass % 7) as f64 - 2.5
}

fn weight(mass: usize) -> f64 {
    0.01 * (1 + mass % 3) as f64
}

/// Beside enough other work for several threads, if that is wanted.
fn chain(masses: usize, engine: &str, is_reversed: bool, is_beside_much: bool) -> String {
    let mut objects: Vec<String> = (0..=masses).map(|i| format!("WaveSpring S{i} Zc=\"{ZC}\"")).collect();
    objects.extend(
        (0..masses).map(|i| format!("WaveMass M{i} Zc=\"{ZC}\" Mass=\"{}\" Start=\"{}\"", weight(i), start(i))),
    );
    if is_reversed {
        objects.reverse();
    }
    if is_beside_much {
        objects.push(r#"Draining D Width="40000" Way="Never""#.to_owned());
    }
    let mut connections = String::new();
    for i in 0..=masses {
        let left = if i == 0 { "0".to_owned() } else { format!("M{}.V2", i - 1) };
        let right = if i == masses { "0".to_owned() } else { format!("M{i}.V1") };
        write!(connections, r#"S{i}.V1="{left}" S{i}.V2="{right}" "#).unwrap();
        if i < masses {
            write!(connections, r#"M{i}.C1="S{i}.C2" M{i}.C2="S{}.C1" "#, i + 1).unwrap();
        }
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let outputs = r#"LogStates="0" FileOutput="objects:outputs""#;
    scenario(&objects, &connections, "", &format!(r#"SampleTime="{PERIOD}" {outputs} {engine}"#))
}

/// The same as anybody would write it by hand: waves of the springs, velocities
/// of the masses after tick `last`.
fn by_hand(masses: usize, ticks: &[usize]) -> Vec<(Vec<[f64; 2]>, Vec<f64>)> {
    let mut waves = vec![[0.0; 2]; masses + 1];
    let mut velocities: Vec<f64> = (0..masses).map(start).collect();
    let mut kept = Vec::new();
    for tick in 0..=*ticks.last().unwrap() {
        for (i, wave) in waves.iter_mut().enumerate() {
            let left = if i == 0 { 0.0 } else { velocities[i - 1] };
            let right = if i == masses { 0.0 } else { -velocities[i] };
            *wave = [wave[1] + 2.0 * ZC * right, wave[0] + 2.0 * ZC * left];
        }
        for (i, v) in velocities.iter_mut().enumerate() {
            let per_mass = PERIOD / weight(i);
            *v = (*v + per_mass * (waves[i][1] - waves[i + 1][0])) / (1.0 + 2.0 * ZC * per_mass);
        }
        if ticks.contains(&tick) {
            kept.push((waves.clone(), velocities.clone()));
        }
    }
    kept
}

/// Compares all waves and velocities at these ticks.
fn compare(masses: usize, ticks: &[usize], text: &str, what: &str) {
    for (row, (waves, velocities)) in table(text).iter().zip(by_hand(masses, ticks)) {
        let time = row["t"];
        for (i, wave) in waves.iter().enumerate() {
            let found = [row[&format!("S{i}.C1")], row[&format!("S{i}.C2")]];
            assert_eq!(found.map(f64::to_bits), wave.map(f64::to_bits), "S{i} at {time} s, {what}");
        }
        for (i, v) in velocities.iter().enumerate() {
            assert_eq!(row[&format!("M{i}.V2")].to_bits(), v.to_bits(), "M{i} at {time} s, {what}");
        }
    }
}

#[test]
fn a_chain_of_wave_elements_is_its_plain_loop_bit_for_bit() {
    for is_reversed in [false, true] {
        let text = chain(40, r#"TOutput="0, 0.001, 0.002, 10""#, is_reversed, false);
        compare(40, &[0, 1, 2, 10_000], &text, "alone");
    }
}

#[test]
fn sampled_parts_give_the_same_bits_on_any_number_of_threads() {
    for threads in [1, 2, 3] {
        let engine = format!(r#"TOutput="0, 0.001, 0.002, 0.01" NumCores="{threads}""#);
        let text = chain(1500, &engine, threads == 2, true);
        assert_eq!(Run::new(&load(&text)).statistics().threads, threads);
        compare(1500, &[0, 1, 2, 10], &text, &format!("{threads} threads"));
    }
}
