//! Snapshots: all of a run, to go on from there again.

use std::sync::Arc;

use bowline_engine::{LoadOptions, Model, NoRecorder, Run, SavedState, Snapshot, Source, Sources, Table};

use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, load, load_from, scenario};
use crate::loops::looping_model;
use crate::save_points::{
    coinciding_model, library_model, sampled_model, stepping_model, stiff_model, ticking_model, ways,
};

/// Settings, and a scenario that has them: everything with every method, what is
/// stiff with those that are made for it, and one that has no states.
fn models() -> impl Iterator<Item = (String, String)> {
    let texts = |way: &'static str| {
        let is_implicit = ["BDF", "TRBDF2", "ESDIRK34", "auto"].iter().any(|method| way.contains(method));
        let stiff = is_implicit.then(|| stiff_model(way));
        [coinciding_model(way), library_model(way), sampled_model(way), stepping_model(way), looping_model(way)]
            .into_iter()
            .chain(stiff)
            .map(|text| (way.to_owned(), text))
    };
    ways().flat_map(texts).chain([("ticks".to_owned(), ticking_model(""))])
}

/// The snapshots at so many times, and the rows of a run that takes them, which
/// goes back to each at once, or not.
fn run_taking(model: &Arc<Model>, count: u32, restores: bool) -> (Vec<Snapshot>, Table) {
    let (mut run, mut table) = (Run::new(model), Table::new(model));
    let mut snapshots = Vec::new();
    for number in 0..count {
        run.advance_to(3.0 * f64::from(number) / f64::from(count), &mut table).unwrap();
        let snapshot = run.snapshot().unwrap();
        if restores {
            // Elsewhere, and back.
            run.advance_to((run.time() + 0.07).min(3.0), &mut NoRecorder).unwrap();
            run.restore(&snapshot).unwrap();
        }
        snapshots.push(snapshot);
    }
    run.to_end(&mut table, &mut continues).unwrap();
    (snapshots, table)
}

#[test]
fn a_snapshot_gives_the_same_bits_whether_it_is_restored_or_not() {
    for (way, text) in models() {
        let model = load(&text);
        let ((snapshots, kept), (_, restored)) = (run_taking(&model, 20, false), run_taking(&model, 20, true));
        assert_same_bits(kept.rows(), restored.rows(), &way);
        assert_eq!(kept.rows().len(), 31, "{way}");
        // An older one, in a run of its own and on another thread.
        let snapshot = snapshots[7].clone();
        let of_its_own = std::thread::spawn({
            let model = Arc::clone(&model);
            move || {
                let (mut run, mut table) = (Run::new(&model), Table::new(&model));
                run.restore(&snapshot).unwrap();
                assert_eq!(run.time(), snapshot.time());
                for later in 8..20_u32 {
                    run.advance_to(3.0 * f64::from(later) / 20.0, &mut table).unwrap();
                    run.snapshot().unwrap();
                }
                run.to_end(&mut table, &mut continues).unwrap();
                table
            }
        });
        let rows = of_its_own.join().unwrap().rows().to_vec();
        assert_same_bits(&rows, &kept.rows()[31 - rows.len()..], &way);
        assert_eq!(rows.len(), 20, "{way}: from 1.05 s on");
    }
}

#[test]
fn a_thousand_snapshots() {
    for way in ways() {
        let model = load(&sampled_model(way));
        let ((_, kept), (_, restored)) = (run_taking(&model, 1000, false), run_taking(&model, 1000, true));
        assert_same_bits(kept.rows(), restored.rows(), way);
    }
}

/// A state file holds what a snapshot holds, inputs that were set among it.
#[test]
fn a_snapshot_goes_on_as_a_run_from_its_state_file() {
    for (way, text) in models() {
        let sources = Sources::new(Source::new("test.xml", text));
        let model = load_from(&sources, LoadOptions::default()).unwrap();
        for time in [0.0, 0.31, 0.6, 1.25, 2.0] {
            let mut run = Run::new(&model);
            run.advance_to(time, &mut NoRecorder).unwrap();
            for input in model.inputs() {
                run.set(&input, &input.value().iter().map(|value| 0.9 * value - 0.01).collect::<Vec<_>>()).unwrap();
            }
            let snapshot = run.snapshot().unwrap();
            let mut rows = Table::new(&model);
            run.to_end(&mut rows, &mut continues).unwrap();
            let state = SavedState::new("tests", &model, snapshot.state()).to_json().unwrap();
            let resumed = sources.clone().with_initial_state(Source::new("s.json", state));
            let resumed = load_from(&resumed, LoadOptions::default()).unwrap();
            let mut again = Table::new(&resumed);
            let mut from_file = Run::new(&resumed);
            from_file.to_end(&mut again, &mut continues).unwrap();
            let behind = |table: &Table| table.rows().iter().filter(|(at, _)| *at > time).cloned().collect::<Vec<_>>();
            assert_same_bits(&behind(&again), &behind(&rows), &format!("{way}, from {time} s"));
            assert_eq!(from_file.x(), run.x(), "{way}, from {time} s");
        }
    }
}

/// Inputs belong to it, and what depends on them.
#[test]
fn a_snapshot_holds_inputs() {
    let text =
        sampled_model("").replace("<Lib", "<Lib LibName=\"laboratory\" SimObject=\"Constant\" Name=\"K\"/>\n<Lib");
    let text = text.replacen(
        "<Lib LibName=\"laboratory\" SimObject=\"Constant\" Name=\"K\"/>\n",
        "",
        text.matches("Constant").count() - 1,
    );
    let model = load(&text.replace("C.In=", "K.In=\"2\" C.In="));
    let (input, twice) = (model.input("K.In").unwrap(), model.probe("K.Out").unwrap());
    let mut run = Run::new(&model);
    run.advance_to(0.5, &mut NoRecorder).unwrap();
    run.set(&input, &[7.0]).unwrap();
    let snapshot = run.snapshot().unwrap();
    run.set(&input, &[1.0]).unwrap();
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    assert_eq!(run.get(&twice).unwrap(), [2.0]);
    run.restore(&snapshot).unwrap();
    assert_eq!((run.time(), run.get(&twice).unwrap().to_vec()), (0.5, vec![14.0]));
    let mut other = Run::new(&model);
    other.restore(&snapshot).unwrap();
    assert_eq!(other.get(&twice).unwrap(), [14.0]);
}

/// Fails at 1 s, whatever the steps are; and again, from a snapshot before.
#[test]
fn a_run_that_failed_goes_on_from_a_snapshot() {
    let engine = r#"TOutput="0:0.1:3" FileOutput="objects:all""#;
    let model = load(&scenario(&["Failing F Above=\"1\" Way=\"Fatal\"", "Growth G"], "", r#"F.X="0" G.Y="1""#, engine));
    let mut run = Run::new(&model);
    run.advance_to(0.5, &mut NoRecorder).unwrap();
    let snapshot = run.snapshot().unwrap();
    let mut fail = || {
        let mut table = Table::new(&model);
        let error = run.to_end(&mut table, &mut continues).unwrap_err().to_string();
        run.restore(&snapshot).unwrap();
        (error, table.rows().to_vec())
    };
    let (first, second) = (fail(), fail());
    assert_eq!(first, second);
    assert!(!first.1.is_empty(), "rows behind the snapshot: {first:?}");
}

/// What was set from outside stays in the file, however often a run is resumed.
#[test]
fn inputs_stand_in_the_state_file() {
    let objects = ["Constant C", "Growth G", "Through T", "Through U"];
    let connections = r#"C.In="3" T.In="C.Out" U.In="-1""#;
    let text = scenario(&objects, connections, r#"G.Y="1""#, r#"TOutput="0:0.5:2" FileOutput="objects:all""#);
    let sources = Sources::new(Source::new("test.xml", text));
    let load_with = |state: &str| {
        let sources = sources.clone().with_initial_state(Source::new("s.json", state));
        load_from(&sources, LoadOptions::default()).map_err(|wrong| {
            let first = wrong.sorted()[0];
            format!("{}: {} ({})", first.code(), first.message(), first.help_text().unwrap_or_default())
        })
    };
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    let mut run = Run::new(&model);
    run.advance_to(0.7, &mut NoRecorder).unwrap();
    run.set(&model.input("C.In").unwrap(), &[4.0]).unwrap();
    let saved = |run: &Run| SavedState::new("tests", run.model(), &run.state()).to_json().unwrap();
    let state = saved(&run);
    assert!(state.contains("\"inputs\": {\n    \"C.In\": [4.0]\n  }"), "only what was set: {state}");
    let resumed = load_with(&state).unwrap();
    let mut again = Run::new(&resumed);
    assert_eq!(again.get(&resumed.probe("T.Out").unwrap()).unwrap(), [8.0], "twice 4, calculated from it");
    assert_eq!(saved(&again).replace("tests", ""), state.replace("tests", ""));

    for (from, to, complaint) in [
        ("\"C.In\"", "\"C.Inn\"", "unknown-state: `C` (Constant) has no in-port `Inn` (did you mean `In`?)"),
        ("[4.0]", "[4.0, 5]", "bad-state-file: `C.In` has width 1, but the state file has 2 numbers ()"),
        (
            "\"C.In\"",
            "\"T.In\"",
            "bad-state-file: the state file sets `T.In`, which another port feeds (only in-ports that are connected to \
             numbers, or to nothing, can be set from outside)",
        ),
    ] {
        assert_eq!(load_with(&state.replace(from, to)).unwrap_err(), complaint);
    }
}

/// A jump that lay behind when a run went back lies ahead again.
#[test]
fn a_jump_of_a_formula_is_met_again_after_going_back() {
    let text = r#"<Contents>
      <OBJECTS><Lib LibName="fhsim_base" SimObject="Math/Integrator" Name="I"/></OBJECTS>
      <INTERCONNECTIONS><Connection To="I.In" From="if(time ge 0.5 and time lt 0.75, 4, 0)"/></INTERCONNECTIONS>
      <INTEGRATION><Engine TOutput="0, 1" HMax="0.3" FileOutput="I.Out"/></INTEGRATION></Contents>"#;
    let sources = Sources::new(Source::new("jump.xml", text));
    let model = load_from(&sources, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!([0.0, 0.5, 0.75].map(|after| model.next_jump(after)), [0.5, 0.75, f64::INFINITY]);
    let mut run = Run::new(&model);
    run.advance_to(0.2, &mut NoRecorder).unwrap();
    let snapshot = run.snapshot().unwrap();
    let mut end = || {
        run.advance_to(1.0, &mut NoRecorder).unwrap();
        let reached = run.snapshot().unwrap().state().x[0];
        run.restore(&snapshot).unwrap();
        reached
    };
    let (first, again) = (end(), end());
    assert!((first - 1.0).abs() < 1e-12, "{first}");
    assert_eq!(first.to_bits(), again.to_bits());
}
