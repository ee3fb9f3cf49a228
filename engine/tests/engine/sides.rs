//! The sides of 0 on which indicators are: which of them fire, and which do not.

use bowline_engine::{NoRecorder, Run};

use crate::laboratory::held::continues;
use crate::laboratory::{load, run, scenario};
use crate::save_points::ways;

fn final_value(text: &str, column: &str) -> f64 {
    let (rows, _) = run(&load(text));
    let model = load(text);
    let position = model.columns().iter().position(|c| model.column_name(c) == column).unwrap();
    rows.last().unwrap().1[position]
}

/// X falls from 1 to 0 at 1 s, and In = X - 1.5 below -1 at 0.5 s. At 1 s both X,
/// which jumps by 10 there, and Y, whose input is X less 1, cross: this switches
/// Y off, and Y is above 1 after the handlers.
#[test]
fn a_switch_whose_input_jumps_past_both_thresholds_switches_twice() {
    for way in ways() {
        let engine = format!(r#"TOutput="0, 0.9, 1.1" FileOutput="objects:all" {way}"#);
        let text = scenario(
            &["Falling X Jump=\"10\"", "Flipping Y"],
            r#"X.In="-1" Y.In="X.X - 1""#,
            r#"X.X="1" Y.On="1""#,
            &engine,
        );
        assert_eq!(final_value(&text, "X.Count"), 1.0, "{way}");
        assert_eq!(final_value(&text, "Y.Count"), 2.0, "{way}");
        assert_eq!(final_value(&text, "Y.On"), 1.0, "{way}");
    }
}

/// The count stands in the calculation of the indicator, which does not depend on
/// it: one crossing is one event.
#[test]
fn what_counts_its_events_counts_each_once() {
    for way in ways() {
        let engine = format!(r#"TOutput="0, 2" FileOutput="objects:all" {way}"#);
        let objects = ["Falling X Jump=\"10\"", "Tallying T", "Tallying U"];
        // Both rise above 1 where X jumps; U has also been above 1 since 0.5 s.
        let text = scenario(&objects, r#"X.In="-1" T.In="X.X" U.In="1.5 - X.X""#, r#"X.X="1""#, &engine);
        assert_eq!(final_value(&text, "T.Count"), 1.0, "{way}");
        assert_eq!(final_value(&text, "U.Count"), 1.0, "{way}");
    }
}

/// Twenty equal indicators fall to 0 at 1 s, those between them a few units in
/// the last place before or behind.
#[test]
fn many_that_cross_together_are_all_handled() {
    for way in ways() {
        let unit = f64::EPSILON;
        let names: Vec<String> = (0..40).map(|i| format!("Falling X{i} Jump=\"10\"")).collect();
        let objects: Vec<&str> = names.iter().map(String::as_str).collect();
        let connections: String = (0..40).map(|i| format!(r#" X{i}.In="-1""#)).collect();
        let initial = |i: usize| 1.0 + if i.is_multiple_of(2) { 0.0 } else { (i as f64 - 20.0) * unit };
        let begin: String = (0..40).map(|i| format!(r#" X{i}.X="{}""#, initial(i))).collect();
        let engine = format!(r#"TOutput="0, 2" FileOutput="objects:all" {way}"#);
        let (rows, _) = run(&load(&scenario(&objects, &connections, &begin, &engine)));
        let model = load(&scenario(&objects, &connections, &begin, &engine));
        let counts = model.columns().iter().zip(&rows.last().unwrap().1);
        let wrong = counts.filter(|(c, count)| model.column_name(c).ends_with("Count") && **count != 1.0).count();
        assert_eq!(wrong, 0, "{way}: of 40");
    }
}

/// Of two inputs set at one time, only the combined effect counts; an input set
/// to beyond fires.
#[test]
fn inputs_that_are_set_at_one_time_count_by_their_net_effect() {
    for way in ways() {
        let engine = format!(r#"TOutput="0, 2" {way}"#);
        let model = load(&scenario(&["Falling X", "Tallying T"], r#"X.In="-0.1" T.In="0""#, r#"X.X="1""#, &engine));
        let (input, count) = (model.input("T.In").unwrap(), model.probe("T.Count").unwrap());
        let mut held = Run::new(&model);
        held.advance_to(0.37, &mut NoRecorder).unwrap();
        held.set(&input, &[5.0]).unwrap();
        held.set(&input, &[0.5]).unwrap();
        held.advance_to(0.8, &mut NoRecorder).unwrap();
        assert_eq!(held.get(&count).unwrap(), [0.0], "{way}");
        held.set(&input, &[5.0]).unwrap();
        held.advance_to(1.2, &mut NoRecorder).unwrap();
        assert_eq!(held.get(&count).unwrap(), [1.0], "{way}");
        // It returns without an event, and fires again.
        held.set(&input, &[0.0]).unwrap();
        held.advance_to(1.4, &mut NoRecorder).unwrap();
        held.set(&input, &[2.0]).unwrap();
        held.to_end(&mut NoRecorder, &mut continues).unwrap();
        assert_eq!(held.get(&count).unwrap(), [2.0], "{way}");
    }
}

/// A run stopped within some units in the last place of a crossing, where an
/// input is set or a snapshot taken, has the crossing once.
#[test]
fn a_step_that_is_cut_at_a_crossing_loses_nothing() {
    for way in ways() {
        let engine = format!(r#"TOutput="0, 2" {way}"#);
        let model =
            load(&scenario(&["Falling X Jump=\"10\"", "Tallying T"], r#"X.In="-1" T.In="0""#, r#"X.X="1""#, &engine));
        let (input, count) = (model.input("T.In").unwrap(), model.probe("X.Count").unwrap());
        for units in [-40, -9, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 40_i32] {
            let time = 1.0 + f64::from(units) * f64::EPSILON;
            for is_set in [true, false] {
                let mut held = Run::new(&model);
                held.advance_to(time, &mut NoRecorder).unwrap();
                if is_set {
                    held.set(&input, &[0.5]).unwrap();
                } else {
                    held.snapshot().unwrap();
                }
                held.to_end(&mut NoRecorder, &mut continues).unwrap();
                assert_eq!(held.get(&count).unwrap(), [1.0], "{way}, {units} units, set: {is_set}");
            }
        }
    }
}

/// x = (t - c)^2 - d turns at c, and is below 0 for a short time. The steps are
/// of 1 s, by methods that are exact for parabolas; the turns come nearer and
/// nearer to the end of a step, and to its start. A dip less deep than (h/8192)^2
/// may be missed.
#[test]
fn a_dip_anywhere_in_a_step_is_found() {
    for method in ["Heun", "RK4"] {
        for position in 0..500 {
            let away = 0.5 * 0.98_f64.powi(position % 250);
            let turn = 2.0 + if position < 250 { -away } else { away };
            let depth: f64 = 2.0 * (1.0 / 8192.0_f64).powi(2);
            let engine = format!(r#"TOutput="0, 4" FileOutput="objects:all" IntegratorMethod="{method}" stepsize="1""#);
            let objects = [
                format!("base:Src/Ramp V EndTime=\"4\" Before=\"{}\" After=\"{}\"", -2.0 * turn, 8.0 - 2.0 * turn),
                "Falling X".to_owned(),
            ];
            let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
            let begin = format!(r#"X.X="{}""#, turn * turn - depth);
            let text = scenario(&objects, r#"X.In="V.Out""#, &begin, &engine);
            assert_eq!(final_value(&text, "X.Count"), 1.0, "{method}: turns {away} s from the end of a step");
        }
    }
}
