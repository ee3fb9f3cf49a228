//! Inputs: what is changed in a run from outside.

use std::thread;

use bowline_engine::{Intervention, LoadOptions, NoRecorder, Run, RunRecord, Source, Sources, Table};

use crate::laboratory::held::{continues, lands, pushed, refused};
use crate::laboratory::{assert_same_bits, load, load_from, run, scenario};
use crate::loops::looping_model;
use crate::save_points::{sampled_model, stepping_model, ways};

/// What an author says of an in-port is told to who moves it; others have no ends.
#[test]
fn an_input_has_the_range_that_its_author_gives() {
    let model = load(&scenario(
        &[r#"mechanics:Rotational/BrakedInertia B Inertia="2" StaticTorque="10""#],
        r#"B.Clamp="0.5" B.Torque="0""#,
        r#"B.Angle="0" B.AngVel="0""#,
        r#"TOutput="0:1:1""#,
    ));
    assert_eq!(model.input("B.Clamp").unwrap().range(0), 0.0..=1.0);
    assert_eq!(model.input("B.Torque").unwrap().range(0), f64::NEG_INFINITY..=f64::INFINITY);
}

/// From rest, 1 N until 1.1 s, -2 N until 2.5 s, then nothing: two parabolas and a
/// straight line, on which methods of order 2 and more make no error.
#[test]
fn an_input_acts_from_its_time_on() {
    for way in ways().filter(|way| !way.contains("Euler") && !way.contains("auto")) {
        let model = pushed(way);
        let force = model.input("B.Force").unwrap();
        assert_eq!((force.width(), force.unit(), force.value()), (3, "N", [1.0, 0.0, 0.0].as_slice()));
        let (mut table, mut held) = (Table::new(&model), Run::new(&model));
        held.advance_to(1.1, &mut table).unwrap();
        held.set(&force, &[-2.0, 0.0, 0.0]).unwrap();
        let acceleration = model.probe("B.Force[0]").unwrap();
        assert_eq!(held.get(&acceleration).unwrap(), [-2.0], "at once");
        held.advance_to(2.5, &mut table).unwrap();
        held.set(&force, &[0.0; 3]).unwrap();
        held.to_end(&mut table, &mut continues).unwrap();
        let exact = |t: f64| match t {
            t if t <= 1.1 => 0.5 * t * t,
            t if t <= 2.5 => 0.605 + 1.1 * (t - 1.1) - (t - 1.1).powi(2),
            t => 0.605 + 1.1 * 1.4 - 1.96 + (1.1 - 2.8) * (t - 2.5),
        };
        let column = table.column("B.Pos[0]").unwrap();
        // Where tolerances of 1e-6 allow errors, they are made.
        let allowed = if way.contains("BDF") || way.contains("ESDIRK") { 1e-4 } else { 1e-12 };
        for ((time, _), x) in table.rows().iter().zip(column) {
            assert!((x - exact(*time)).abs() < allowed, "{way}: {x} at {time} instead of {}", exact(*time));
        }
        assert_eq!(held.interventions().len(), 2);
    }
}

/// Who controls a run sets inputs again and again: a million sets take at most 32 MB, and are told as they were.
#[test]
fn many_sets_take_little_room() {
    let model = load(&sampled_model(""));
    let input = model.input("Y.In").unwrap();
    let mut run = Run::new(&model);
    let value = |number: u32| f64::from(number).sin();
    for number in 0..100_000 {
        run.set(&input, &[value(number)]).unwrap();
    }
    let bytes = run.interventions().bytes();
    assert!((2_400_000..=3_200_000).contains(&bytes), "{bytes}");
    for (number, told) in (99_990..).zip(run.interventions().since(99_990)) {
        let wanted =
            Intervention::Set { time_s: None, input: "Y.In".to_owned(), values: vec![value(number)], landed: false };
        assert_eq!(told, wanted);
    }
    assert_eq!((run.interventions().len(), run.interventions().to_vec().len()), (100_000, 100_000));
}

/// Behind the last output time a run goes on, without rows; looks change nothing there, and snapshots lead back behind it and before it.
#[test]
fn a_run_goes_on_behind_its_end() {
    for way in ways() {
        let model = load(&sampled_model(way));
        let end = model.settings().output_times.end();
        let (mut table, mut straight) = (Table::new(&model), Run::new(&model));
        straight.advance_to(4.3 * end, &mut table).unwrap();
        assert!((straight.time() - 4.3 * end).abs() < 1e-12 && table.rows().last().unwrap().0 == end, "{way}");
        let mut looked_at = Run::new(&model);
        looked_at.advance_to(0.4 * end, &mut NoRecorder).unwrap();
        looked_at.advance_to(end, &mut NoRecorder).unwrap();
        for part in [1.1, 1.7, 2.0, 3.9, 4.3] {
            looked_at.advance_to(part * end, &mut NoRecorder).unwrap();
        }
        if !lands(way) {
            assert_same_bits(&[(0.0, straight.x().to_vec())], &[(0.0, looked_at.x().to_vec())], way);
        }
        // From a snapshot behind the end the run goes on, from one before it the rows come again.
        let behind = straight.snapshot().unwrap();
        straight.advance_to(5.0 * end, &mut NoRecorder).unwrap();
        let there = straight.x().to_vec();
        straight.restore(&behind).unwrap();
        straight.advance_to(5.0 * end, &mut NoRecorder).unwrap();
        assert_same_bits(&[(0.0, there)], &[(0.0, straight.x().to_vec())], way);
        let mut again = Run::new(&model);
        let start = again.snapshot().unwrap();
        again.advance_to(1.5 * end, &mut NoRecorder).unwrap();
        again.restore(&start).unwrap();
        let mut table = Table::new(&model);
        again.to_end(&mut table, &mut continues).unwrap();
        assert_eq!((again.time(), table.rows().last().unwrap().0), (end, end), "{way}");
    }
    let mut run = Run::new(&pushed(r#"IntegratorMethod="DormandPrince""#));
    let position = run.model().probe("B.Pos[0]").unwrap();
    run.advance_to(40.0, &mut NoRecorder).unwrap();
    let x = run.get(&position).unwrap()[0];
    assert!((x / 800.0 - 1.0).abs() < 1e-12, "{x}");
    // Single steps lead on there too.
    run.pass_step(&mut NoRecorder).unwrap();
    assert!(run.time() > 40.0);
    let passed = run.time() + 1.0;
    while run.time() < passed {
        run.pass_step(&mut NoRecorder).unwrap();
    }
}

/// What is changed at recorded times is changed so again, from the record as it
/// is written; the first change comes before the start, two come at one time.
#[test]
fn a_record_repeats_a_run_bit_for_bit() {
    let changes =
        [(0.0, 0.4), (0.0, 0.3), (0.31, -0.2), (0.31, -0.3), (1.25, 5.0), (1.2500000000000002, -4.0), (2.2, 0.25)];
    for way in ways() {
        for text in [sampled_model(way), stepping_model(way)] {
            let model = load(&text);
            let input = model.input("Y.In").unwrap();
            let mut table = Table::new(&model);
            let mut held = Run::new(&model);
            for (index, (time, value)) in changes.iter().enumerate() {
                if index > 0 {
                    held.advance_to(*time, &mut table).unwrap_or_else(|error| panic!("{way}: {error}"));
                }
                held.set(&input, &[*value]).unwrap();
            }
            held.snapshot().unwrap();
            held.to_end(&mut table, &mut continues).unwrap();

            let mut record = RunRecord::new("tests", &model);
            record.interventions = held.interventions().to_vec();
            let json: serde_json::Value = serde_json::from_str(&record.to_json()).unwrap();
            let read: Vec<Intervention> = serde_json::from_value(json["interventions"].clone()).unwrap();
            assert_eq!(read, held.interventions().to_vec());
            assert_eq!(read.len(), 8);
            assert_eq!((read[0].time(), read[1].time()), (None, Some(0.0)), "before the start, and at it");

            let (mut again, mut repeated) = (Table::new(&model), Run::new(&model));
            repeated.repeat(&read, &mut again).unwrap();
            repeated.to_end(&mut again, &mut continues).unwrap();
            assert_same_bits(again.rows(), table.rows(), way);
            assert_eq!(repeated.x(), held.x(), "{way}");
            assert_ne!(held.x(), run(&model).1, "{way}: the changes matter");
            let mut late = Run::new(&model);
            late.advance_to(0.0, &mut NoRecorder).unwrap();
            assert_eq!(
                refused(late.repeat(&read, &mut NoRecorder)),
                "an input was set before the start, but this run has begun: repeat it in a new one"
            );
        }
    }
}

/// Twice the input, calculated once; and a gathering pass of its own before it.
#[test]
fn what_is_constant_is_calculated_anew() {
    let objects = ["Constant C", "Constant D", "Growth G"];
    let engine = r#"TOutput="0:0.5:2" FileOutput="objects:all" IntegratorMethod="RK4" stepsize="0.1""#;
    let model = load(&scenario(&objects, r#"C.In="3" D.In="C.Out - 1" "#, r#"G.Y="1""#, engine));
    let (mut held, input) = (Run::new(&model), model.input("C.In").unwrap());
    let [twice, more] = ["C.Out", "D.Out"].map(|name| model.probe(name).unwrap());
    held.advance_to(0.55, &mut NoRecorder).unwrap();
    assert_eq!((held.get(&twice).unwrap().to_vec(), held.get(&more).unwrap().to_vec()), (vec![6.0], vec![10.0]));
    held.set(&input, &[-4.0]).unwrap();
    assert_eq!((held.get(&twice).unwrap().to_vec(), held.get(&more).unwrap().to_vec()), (vec![-8.0], vec![-18.0]));
    let mut table = Table::new(&model);
    held.to_end(&mut table, &mut continues).unwrap();
    assert_eq!(table.column("D.Out").unwrap(), [-18.0; 3]);
}

/// A relay whose input jumps from outside switches there, and not at a later step.
#[test]
fn an_input_makes_events_fire() {
    let objects = ["base:Signal/Relay R SwitchOn=\"1\" SwitchOff=\"-1\"", "base:Math/Integrator I"];
    for way in ways() {
        let engine = format!(r#"TOutput="0:1:10" FileOutput="objects:all" {way}"#);
        let model = load(&scenario(&objects, r#"R.In="0" I.In="R.Out""#, r#"I.Integral="0""#, &engine));
        let mut held = Run::new(&model);
        let input = model.input("R.In").unwrap();
        for (time, value) in [(2.25, 3.0), (4.0, 0.5), (7.5, -2.0)] {
            held.advance_to(time, &mut NoRecorder).unwrap();
            held.set(&input, &[value]).unwrap();
        }
        let mut table = Table::new(&model);
        held.to_end(&mut table, &mut continues).unwrap();
        // On from 2.25 to 7.5 s.
        let last = *table.column("I.Out").unwrap().last().unwrap();
        assert!((last - 5.25).abs() < 1e-5, "{way}: {last}");
        assert_eq!(held.statistics().state_events, 2, "{way}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let model = load(&sampled_model(""));
    let other = load(&sampled_model(""));
    let unknown = |name: &str| model.probe(name).unwrap_err().to_string();
    assert_eq!(unknown("O"), "`O` does not name a signal: write `Object.Name`");
    assert_eq!(unknown("Oo.P"), "there is no object `Oo`: did you mean `O`?");
    assert_eq!(unknown("O.p"), "`O` (Oscillator) has no signal `p`: did you mean `P`?");
    for (elements, why) in [
        ("O.P[2]", " has no such elements: `O.P` has 2"),
        ("O.P[1:3]", " has no such elements: `O.P` has 2"),
        ("O.P[1:1]", ": the slice [1:1] is empty: it runs up to, but not including, 1"),
        ("O.P[0", ": expected `]`, found the end"),
        ("O.P[-1]", ": expected an index from 0 on, found `-`"),
        ("O.P[]", ": expected an index from 0 on, found `]`"),
    ] {
        assert_eq!(unknown(elements), format!("`{elements}`{why}: write `[i]` or `[i:j]`, from 0 on, j excluded"));
    }
    assert!(unknown("O.P[x]").starts_with("`O.P[x]`: there is no unit `x`: "), "{}", unknown("O.P[x]"));
    assert!(unknown("O.P [bar]").starts_with("`O.P [bar]`: `O.P` is in no unit: "), "{}", unknown("O.P [bar]"));
    assert_eq!(
        model.probe("L.Samples").unwrap_err().to_string().split(':').next().unwrap(),
        "`L` (Line) has no signal `Samples`"
    );
    let no_input = |name: &str| model.input(name).unwrap_err().to_string();
    let fed = "only in-ports that are connected to numbers, or to nothing, can be set from outside";
    assert_eq!(no_input("B.In"), format!("`B.In` is fed by `O.P`: {fed}"));
    assert_eq!(no_input("A.In"), format!("`A.In` is fed by `O.P`, `B.Y`: {fed}"));
    assert_eq!(no_input("C.In"), format!("`C.In` is fed by `F.Y`: {fed}"));
    assert!(no_input("A.Y").starts_with("`A` (Delay) has no in-port `Y`: "));
    let inputs: Vec<String> = model.inputs().map(|input| input.name().to_owned()).collect();
    assert_eq!(inputs, ["X.Level", "Y.In", "Y.Level", "Z.In", "Z.Level"]);

    let input = model.input("Y.In").unwrap();
    let mut run = Run::new(&model);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    let before = run.x().to_vec();
    assert_eq!(
        refused(run.advance_to(0.5, &mut NoRecorder)),
        "the run is at t = 1 s and cannot go back to 0.5 s: restore a snapshot of that time"
    );
    assert_eq!(
        refused(run.advance_to(f64::INFINITY, &mut NoRecorder)),
        "the run is at t = 1 s and cannot go to inf: that is no time"
    );
    assert_eq!(
        refused(run.advance_to(f64::NAN, &mut NoRecorder)),
        "the run is at t = 1 s and cannot go to NaN: that is no time"
    );
    assert_eq!(refused(run.set(&input, &[1.0, 2.0])), "the input `Y.In` has width 1, but is given 2");
    assert_eq!(refused(run.set(&input, &[])), "the input `Y.In` has width 1, but is given 0");
    assert_eq!(refused(run.set(&input, &[f64::NAN])), "the input `Y.In` is given NaN: give finite numbers");
    assert_eq!(refused(run.set(&input, &[f64::INFINITY])), "the input `Y.In` is given inf: give finite numbers");
    let foreign = other.input("Y.In").unwrap();
    assert_eq!(refused(run.set(&foreign, &[1.0])), "the input `Y.In` is that of another model");
    let foreign = other.probe("O.P").unwrap();
    assert_eq!(refused(run.get(&foreign).map(<[f64]>::to_vec)), "the probe of `O.P` is that of another model");
    assert_eq!(refused(run.observer(&[foreign])), "the probe of `O.P` is that of another model");
    let foreign = Run::new(&other).snapshot().unwrap();
    assert!(refused(run.restore(&foreign)).starts_with("the snapshot is that of another model"));
    assert_eq!((run.x(), run.interventions().len()), (before.as_slice(), 0));
    assert!(load_from(&Sources::new(Source::new("x", "")), LoadOptions::default()).is_err());
}

/// What depends on a constant fails: the input keeps what it had.
#[test]
fn an_input_that_breaks_something_constant_is_put_back() {
    let engine = r#"TOutput="0, 1" FileOutput="objects:all""#;
    let model = load(&scenario(&["Constant C", "Growth G"], r#"C.In="3""#, r#"G.Y="1""#, engine));
    let (mut run, input) = (Run::new(&model), model.input("C.In").unwrap());
    let error = run.set(&input, &[1e308]).unwrap_err().to_string();
    assert_eq!(error, "`C.Out` (Constant of laboratory) became inf at t = 0 s");
    assert_eq!(run.get(&model.probe("C.Out").unwrap()).unwrap(), [6.0]);
    // Nor does it end the step that the run is in.
    run.advance_to(0.123, &mut NoRecorder).unwrap();
    run.set(&input, &[1e308]).unwrap_err();
    assert_eq!(run.get(&model.probe("C.Out").unwrap()).unwrap(), [6.0]);
    assert!(run.interventions().is_empty());
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    let mut alone = Run::new(&model);
    alone.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert_eq!((run.x(), run.statistics().steps), (alone.x(), alone.statistics().steps));
}

/// What is planned is looked at before anything is done.
#[test]
fn a_plan_that_cannot_be_carried_out_is_refused() {
    let model = load(&sampled_model(""));
    let set = |time_s, input: &str, values: &[f64]| Intervention::Set {
        time_s,
        input: input.to_owned(),
        values: values.to_vec(),
        landed: false,
    };
    let mut run = Run::new(&model);
    run.advance_to(0.5, &mut NoRecorder).unwrap();
    let good = set(Some(0.7), "Y.In", &[0.3]);
    for (plan, why) in [
        (
            vec![good.clone(), set(Some(0.6), "Y.In", &[0.2])],
            "something was done at t = 0.6 s, but the run is at 0.7 s by then",
        ),
        (vec![set(Some(0.4), "Y.In", &[0.2])], "something was done at t = 0.4 s, but the run is at 0.5 s by then"),
        (vec![good.clone(), set(Some(0.8), "Y.in", &[0.2])], "`Y` (Follower) has no in-port `Y.in`"),
        (vec![set(Some(0.8), "Y.In", &[])], "the input `Y.In` has width 1, but is given 0"),
    ] {
        let said = refused(run.plan(&plan));
        assert!(said.starts_with(why.split('(').next().unwrap()), "{said}");
        assert!(!run.has_plans());
    }
    run.plan(std::slice::from_ref(&good)).unwrap();
    run.advance_to(0.6, &mut NoRecorder).unwrap();
    assert!(run.has_plans() && run.interventions().is_empty());
    run.plan(&[]).unwrap();
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert!(run.interventions().is_empty());
}

/// What may be done to a run.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Advance(f64),
    Set(usize, f64),
    Keep,
    Return(usize),
}

/// Deeds of which each knows nothing of the others; times are often those at
/// which something happens.
fn deeds(seed: u64) -> Vec<Deed> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    let mut of_random = || match random(10) {
        0..5 => Deed::Advance(match random(4) {
            0 => random(31) as f64 / 10.0,
            1 => (random(61) as f64 * 0.05).next_up(),
            2 => (random(61) as f64 * 0.05).next_down(),
            _ => random(3_000_000) as f64 * 1e-6,
        }),
        5..8 => Deed::Set(random(5) as usize, (random(2001) as f64 - 1000.0) * 1e-3),
        8 => Deed::Keep,
        _ => Deed::Return(random(4) as usize),
    };
    (0..40).map(|_| of_random()).collect()
}

/// Whatever is done to a run, the same done to another one gives the same bits,
/// also if that is looked at all the time, and goes on on another thread.
#[test]
fn the_same_done_twice_gives_the_same_bits() {
    for (seed, way) in ways().cycle().take(60).enumerate() {
        let model = load(&[sampled_model, stepping_model, looping_model][seed % 3](way));
        let inputs: Vec<_> = model.inputs().collect();
        let probe = model.probe("A.Y").unwrap();
        let doing = |looks: bool| {
            let (mut run, mut table, mut kept) = (Run::new(&model), Table::new(&model), Vec::new());
            for deed in deeds(seed as u64) {
                match deed {
                    Deed::Advance(time) => {
                        let (from, to) = (run.time(), time.clamp(run.time(), 3.0));
                        if looks {
                            for part in [0.1, 0.5, 0.50001, 0.9] {
                                run.advance_to(from + part * (to - from), &mut table).unwrap();
                                run.get(&probe).unwrap();
                            }
                        }
                        run.advance_to(to, &mut table).unwrap_or_else(|error| panic!("{way}, {seed}: {error}"));
                    }
                    Deed::Set(input, value) => run.set(&inputs[input], &[value]).unwrap(),
                    Deed::Keep => kept.push(run.snapshot().unwrap()),
                    Deed::Return(which) => {
                        if let Some(snapshot) = kept.get(which) {
                            run.restore(snapshot).unwrap();
                        }
                    }
                }
            }
            run.to_end(&mut table, &mut continues).unwrap();
            (table.rows().to_vec(), run.x().to_vec())
        };
        let (once, again) = (doing(false), thread::scope(|scope| scope.spawn(|| doing(!lands(way))).join().unwrap()));
        assert_same_bits(&once.0, &again.0, &format!("{way}, {seed}"));
        assert_eq!(once.1, again.1, "{way}, {seed}");
    }
}

/// A crossing that lies later in the step that the run is in has not happened:
/// an input makes it happen sooner, or never.
#[test]
fn what_lies_later_in_a_step_has_not_happened() {
    let objects = [
        "base:Signal/Relay R SwitchOn=\"1.5\" SwitchOff=\"-9\"",
        "base:Math/Integrator I",
        "base:Math/Integrator J",
        "Through T",
    ];
    let connections = r#"I.In="1" T.In="0" R.In="I.Out + T.Out" J.In="R.Out""#;
    for way in ways() {
        let engine = format!(r#"TOutput="0, 4" FileOutput="objects:all" {way}"#);
        let model = load(&scenario(&objects, connections, r#"I.Integral="0" J.Integral="0""#, &engine));
        let input = model.input("T.In").unwrap();
        // On at 1.5 s; at 1.25 s, where it is set; where 1.5 is reached then; never.
        for (value, on) in [(0.0, 1.5), (1.0, 1.25), (-1.0, 2.5), (-5.0, 4.0)] {
            let mut held = Run::new(&model);
            held.advance_to(1.25, &mut NoRecorder).unwrap();
            held.set(&input, &[value]).unwrap();
            held.to_end(&mut NoRecorder, &mut continues).unwrap();
            let last = held.get(&model.probe("J.Integral").unwrap()).unwrap()[0];
            assert!((last - (4.0 - on)).abs() < 1e-5, "{way}: {last}, on at {on} s");
        }
    }
}
