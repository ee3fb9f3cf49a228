//! Save points: where they are, what they save, and that a run that begins
//! with a saved state goes on as the run that saved it, bit for bit.

use std::io;
use std::ops::ControlFlow;

use bowline_engine::{
    LoadOptions, Model, NoRecorder, Recorder, Run, RunError, RunState, SavedState, Source, Sources, Table, Workspace,
};

use crate::laboratory::{Row, complaints, load, load_from, run, scenario, statistics};
use crate::loops::looping_model;

/// Every explicit method in every way that it can be used.
const EXPLICIT: [&str; 10] = [
    r#"IntegratorMethod="Euler" stepsize="0.013""#,
    r#"IntegratorMethod="Heun" stepsize="0.13""#,
    r#"IntegratorMethod="RK4" stepsize="0.13""#,
    r#"IntegratorMethod="BogackiShampine" stepsize="0.07""#,
    r#"IntegratorMethod="DormandPrince" stepsize="0.13""#,
    r#"IntegratorMethod="Tsitouras" stepsize="0.13""#,
    r#"IntegratorMethod="BogackiShampine""#,
    r#"IntegratorMethod="DormandPrince""#,
    r#"IntegratorMethod="DormandPrince" HFirst="0.01" HMax="0.2" ErrorNorm="rss""#,
    r#"IntegratorMethod="Tsitouras""#,
];

/// Every implicit method; more of them go here.
const IMPLICIT: [&str; 5] = [
    r#"IntegratorMethod="BDF""#,
    r#"IntegratorMethod="TRBDF2""#,
    r#"IntegratorMethod="ESDIRK34""#,
    r#"IntegratorMethod="auto""#,
    r#"IntegratorMethod="BDF" HFirst="0.01" HMax="0.2" ErrorNorm="rms""#,
];

pub(crate) fn ways() -> impl Iterator<Item = &'static str> + Clone {
    EXPLICIT.into_iter().chain(IMPLICIT)
}

/// Save points at the start, between events and rows, on an event, just
/// before one, on a row, just behind one, and at the end.
const POINTS: &str = "0, 0.6, 1.25, 1.9999999999999998, 2.3, 2.3000000000000003, 3";

/// Rows, the texts of the saved states with their times, and the final state.
pub(crate) type Outcome = (Vec<Row>, Vec<(f64, String)>, Vec<f64>);

struct Saving<'m> {
    model: &'m Model,
    table: Table,
    states: Vec<(f64, String)>,
}

impl Recorder for Saving<'_> {
    fn needs_signals(&self) -> bool {
        self.table.needs_signals()
    }
    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.table.row(time, workspace)
    }
    fn save(&mut self, state: &RunState) -> io::Result<()> {
        let time = state.time();
        let state = SavedState::new("tests", self.model, state);
        self.states.push((time, state.to_json().map_err(io::Error::other)?));
        Ok(())
    }
}

pub(crate) fn run_saving(sources: &Sources) -> Outcome {
    let model = load_from(sources, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut recorder = Saving { model: &model, table: Table::new(&model), states: Vec::new() };
    let mut run = Run::new(&model);
    run.to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
    let x = run.x().to_vec();
    (recorder.table.rows().to_vec(), recorder.states, x)
}

/// Jumps before, at and behind the save points; a nonlinear oscillator, a lag
/// that is completed, and a SimObject that announces events by when it is asked.
pub(crate) fn model(engine: &str) -> String {
    let objects = [
        "base:Src/Table U Times=\"0, 0.5, 1.25, 2, 2.75\" Values=\"1; -1; 2; 0.5; 3\"",
        "Wide W",
        "Oscillator O",
        "Follower F",
        "Ticking T Period=\"0.4\"",
    ];
    let engine = format!(r#"TOutput="0:0.1:3" FileOutput="objects:all" {engine}"#);
    scenario(&objects, r#"W.In="U.Out + O.P[0]" F.In="U.Out""#, r#"O.P="1,0.3" T.X="1""#, &engine)
}

/// The same beside what is stiff, and with more states than a dense matrix is
/// used for: nothing of an implicit method may outlive a restart.
pub(crate) fn stiff_model(engine: &str) -> String {
    let more = "<Lib LibName=\"laboratory\" SimObject=\"VanDerPol\" Name=\"V\" Mu=\"30\"/>\n\
                <Lib LibName=\"laboratory\" SimObject=\"Rod\" Name=\"R\" Cells=\"20\"/>\n</OBJECTS>";
    model(engine)
        .replace("</OBJECTS>", more)
        .replace("F.In=", "R.Source=\"O.P[1]\" F.In=")
        .replace("T.X=", "V.Y=\"2,0\" T.X=")
}

pub(crate) fn bits(rows: &[Row]) -> Vec<Vec<u64>> {
    rows.iter().map(|(time, values)| std::iter::once(time).chain(values).map(|v| v.to_bits()).collect()).collect()
}

/// Everything that a state holds: discrete states on clocks with offsets, what
/// takes effect at their next ticks, delay lines in memory, what sampled
/// computations fill (out-ports, private values, an indicator), modes, an
/// indicator that is exactly 0 for a while, events of the state, jumps.
pub(crate) fn sampled_model(engine: &str) -> String {
    let objects = [
        "base:Src/Table U Times=\"0, 0.5, 1.25, 2, 2.75\" Values=\"1; -1; 2; 0.5; 3\"",
        "base:Src/Table D Times=\"0, 1.4, 2.6\" Values=\"0; -1; 0.2\"",
        "Oscillator O",
        "Delay A Period=\"0.3\"",
        "Delay B Period=\"0.25\" Offset=\"0.35\"",
        "Follower F",
        "Line L Period=\"0.2\" Offset=\"0.1\"",
        "Counting C Period=\"0.6\" Most=\"3\"",
        "Answering P Period=\"0.3\" Scale=\"0.5\" Add=\"1\" First=\"3\"",
        "Answering Q Period=\"0.3\" Scale=\"-0.5\" Add=\"0.1\"",
        "Falling X Jump=\"0.125\"",
        // They cross right before save points: at one that is a tick, and at one that is a time event.
        "Falling Y Jump=\"0.5\"",
        "Falling Z Jump=\"0.7\"",
        "Heater H",
        "Swapping S Period=\"0.5\"",
    ];
    let connections = r#"A.In="O.P[0] + B.Y" B.In="O.P[1]" F.In="A.Y + P.Out + L.Out + S.A" L.In="O.P[0] + A.Y"
        C.In="F.Y" P.In="Q.Out" Q.In="P.Out" X.In="D.Out" Y.In="-1.0000000000000002"
        Z.In="-1.0000000000000002""#;
    let initial = r#"O.P="1,0.3" A.Y="0.5" B.Y="-0.5" X.X="0" Y.X="0.6" Z.X="1.25" H.T="0.5" S.A="1" S.B="2""#;
    let engine = format!(r#"TOutput="0:0.1:3" FileOutput="objects:all" {engine}"#);
    scenario(&objects, connections, initial, &engine)
}

/// The same with what is set at accepted steps.
pub(crate) fn stepping_model(engine: &str) -> String {
    sampled_model(engine)
        .replace("</OBJECTS>", "<Lib LibName=\"laboratory\" SimObject=\"Peak\" Name=\"K\"/>\n</OBJECTS>")
        .replace("C.In=", "K.In=\"O.P[0]\" C.In=")
}

/// Nothing but ticks, and a row now and then.
pub(crate) fn ticking_model(engine: &str) -> String {
    let objects = [
        "Delay A Period=\"0.3\"",
        "Delay B Period=\"0.25\" Offset=\"0.35\"",
        "Line L Period=\"0.2\" Offset=\"0.1\"",
        "Line M Period=\"0.01\"",
        "Counting C Period=\"0.6\" Most=\"3\"",
        "Answering P Period=\"0.3\" Scale=\"0.5\" Add=\"1\" First=\"3\"",
        "Answering Q Period=\"0.3\" Scale=\"-0.5\" Add=\"0.1\"",
        "WaveSpring S Zc=\"0.5\"",
        "WaveMass W Zc=\"0.5\" Mass=\"2\" Start=\"1\"",
        "WaveSpring T Zc=\"0.5\"",
    ];
    let connections = r#"A.In="B.Y + L.Out + W.V2" B.In="P.Out" L.In="A.Y" M.In="0.3 - M.Out" C.In="B.Y" P.In="Q.Out"
        Q.In="P.Out" S.V1="0" S.V2="W.V1" W.C1="S.C2" W.C2="T.C1" T.V1="W.V2" T.V2="0""#;
    let engine = format!(r#"SampleTime="0.05" TOutput="0:0.1:3" FileOutput="objects:all" {engine}"#);
    scenario(&objects, connections, r#"A.Y="0.5" B.Y="-0.5""#, &engine)
}

#[test]
fn a_model_that_only_ticks_goes_on_bit_for_bit() {
    resume_everywhere("", ticking_model);
    resume_everywhere("", |engine| ticking_model(engine).replace("Counting", "Delay").replace(" Most=\"3\"", ""));
}

/// The sampled and switched types of the libraries, in the middle of what they do.
pub(crate) fn library_model(engine: &str) -> String {
    let objects = [
        "base:Src/Sine S Frequency=\"0.9\" Amplitude=\"2\"",
        "base:Src/Noise N SampleTime=\"0.07\" PowerSpectralDensity=\"0.01\" Seed=\"5\"",
        "base:Signal/UnitDelay D SampleTime=\"0.3\" Offset=\"0.05\" InitialValue=\"1\"",
        "base:Signal/ZeroOrderHold Z",
        "base:Math/DiscretePID C SampleTime=\"0.2\" Kp=\"2\" Ki=\"3\" Kd=\"0.2\" FilterTime=\"0.1\" Upper=\"1.5\"",
        "base:Math/LowPass P TimeConstant=\"0.4\"",
        "base:Signal/Relay R SwitchOn=\"0.4\" SwitchOff=\"-0.4\" OnValue=\"-1\"",
        "base:Signal/Latch L",
        "base:Math/Integrator I PortWidth=\"2\" Lower=\"-0.1, 0\" Upper=\"0.2, 0.3\"",
        "mechanics:Body/BouncingBall B Restitution=\"0.6\" RestVelocity=\"0.1\"",
    ];
    let connections = r#"D.In="Z.Out" Z.In="S.Out + N.Out" C.Reference="D.Out" C.Measured="P.Out" P.In="C.Out + R.Out"
        R.In="P.Out" L.Set="S.Out" L.Reset="P.Out" I.In="S.Out, P.Out - L.Out" B.Force="8*S.Out""#;
    let engine = format!(r#"TOutput="0:0.1:3" SampleTime="0.15" FileOutput="objects:all" {engine}"#);
    scenario(&objects, connections, r#"P.Out="0" B.Pos="0.4" B.Vel="0""#, &engine)
}

/// Equal parts, whose events coincide with each other, and with ticks, rows and
/// save points.
pub(crate) fn coinciding_model(engine: &str) -> String {
    let objects = [
        "base:Math/Integrator T",
        "base:Signal/Relay Q SwitchOn=\"0.6\" SwitchOff=\"0\"",
        "base:Signal/Relay R SwitchOn=\"0.6\" SwitchOff=\"0\"",
        "base:Signal/Relay U PortWidth=\"3\" SwitchOn=\"1.25, 1.25, 2.3\" SwitchOff=\"0, 0, 0\"",
        "base:Signal/ZeroOrderHold Z",
        "mechanics:Body/BouncingBall A Restitution=\"0.7\"",
        "mechanics:Body/BouncingBall B Restitution=\"0.7\"",
        "mechanics:Body/BouncingBall C Restitution=\"0.7\" Floor=\"1.8\"",
    ];
    let connections = r#"T.In="1" Q.In="T.Out" R.In="0.3*T.Out + 0.7*T.Out" U.In="T.Out, T.Out + Q.Out - R.Out, T.Out"
        Z.In="Q.Out + R.Out""#;
    let engine = format!(r#"TOutput="0:0.1:3" SampleTime="0.05" FileOutput="objects:all" {engine}"#);
    let initial = r#"A.Pos="0.7" A.Vel="0" B.Pos="0.7" B.Vel="0" C.Pos="2.5" C.Vel="0""#;
    scenario(&objects, connections, initial, &engine)
}

#[test]
fn what_is_held_and_what_comes_next_goes_on_bit_for_bit() {
    ways().for_each(|way| resume_everywhere(way, coinciding_model));
    ways().for_each(|way| resume_everywhere(way, library_model));
    ways().for_each(|way| resume_everywhere(way, looping_model));
    ways().for_each(|way| resume_everywhere(way, sampled_model));
    ways().for_each(|way| resume_everywhere(way, stepping_model));
    for way in ["DormandPrince", "BDF", "TRBDF2"] {
        resume_everywhere(&format!(r#"LogEvents="1" IntegratorMethod="{way}""#), sampled_model);
    }
}

#[test]
fn a_resumed_run_equals_the_run_of_the_same_save_points_bit_for_bit() {
    ways().for_each(|way| resume_everywhere(way, model));
    IMPLICIT.into_iter().for_each(|way| resume_everywhere(way, stiff_model));
}

/// Resumes a run from each of its save points.
fn resume_everywhere(way: &str, model: impl Fn(&str) -> String) {
    let sources = Sources::new(Source::new("test.xml", model(&format!(r#"TSave="{POINTS}" {way}"#))));
    let (rows, states, x) = run_saving(&sources);
    if way.contains("LogEvents") {
        assert!(rows.len() > 31, "{way}");
    } else {
        assert_eq!(rows.len(), 31, "{way}");
    }
    let times: Vec<String> = states.iter().map(|(time, _)| format!("{time}")).collect();
    assert_eq!(times.join(", "), POINTS, "{way}");

    for (number, (time, state)) in states.iter().enumerate() {
        let resumed = sources.clone().with_initial_state(Source::new("test.state.json", state.as_str()));
        let (resumed_rows, resumed_states, resumed_x) = run_saving(&resumed);
        let after = |rows: &[Row]| bits(&rows.iter().filter(|row| row.0 > *time).cloned().collect::<Vec<_>>());
        assert_eq!(after(&resumed_rows), after(&rows), "{way}, from {time} s");
        assert_eq!(bits(&[(0.0, resumed_x)]), bits(&[(0.0, x.clone())]), "{way}, from {time} s");
        assert_eq!(resumed_states, states[number + 1..], "{way}, from {time} s");
        assert_eq!(resumed_rows[0].0, *time, "the start is a row");
        // What an accepted step sets takes effect behind its row.
        let has_steps = state.contains("\"steps\"");
        if let Some(row) = rows.iter().rev().find(|row| row.0 == *time).filter(|_| !has_steps) {
            assert_eq!(bits(&resumed_rows[..1]), bits(std::slice::from_ref(row)), "{way}, at {time} s");
        }
    }
}

/// A mass of 2 kg meets a stop with 1 m/s at the instant at which the run begins, and leaves with half of that: the state
/// that is saved there is the one behind the hit, with the sides of all indicators, and a run from it has the same bits.
#[test]
fn a_state_that_is_saved_at_the_start_is_behind_what_happens_there() {
    let objects = [
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Mass M m="2""#,
        r#"terminals:Translational/Stop S s_min="0" e="0.5""#,
    ];
    let connections = r#"G.A="S.A" M.A="S.B""#;
    let initial = r#"M.v="-1" M.s="0""#;
    for way in ways() {
        let engine = format!(r#"TOutput="0:0.5:1" TSave="0" FileOutput="M.s, M.v" {way}"#);
        let sources = Sources::new(Source::new("test.xml", scenario(&objects, connections, initial, &engine)));
        let (rows, states, x) = run_saving(&sources);
        assert_eq!(rows[0].1[1], 0.5, "{way}: the row at the start is behind the hit");
        let [(time, state)] = states.as_slice() else { panic!("{way}: {states:?}") };
        assert_eq!(*time, 0.0);
        let from_start = sources.clone().with_initial_state(Source::new("test.state.json", state.as_str()));
        let (resumed_rows, _, resumed_x) = run_saving(&from_start);
        assert_eq!(bits(&resumed_rows), bits(&rows), "{way}: {state}");
        assert_eq!(bits(&[(0.0, resumed_x)]), bits(&[(0.0, x)]), "{way}");
        assert!(state.contains("\"past\""), "{way}: {state}");
    }
}

#[test]
fn a_save_point_restarts_the_method_whether_the_state_is_kept_or_not() {
    for way in ways() {
        let with = Sources::new(Source::new("test.xml", model(&format!(r#"TSave="0.6" {way}"#))));
        let kept = run_saving(&with);
        let (rows, x) = run(&load(with.scenario().text()));
        assert_eq!((bits(&rows), x), (bits(&kept.0), kept.2), "{way}");
        let (rows, _) = run(&load(&model(way)));
        assert_ne!(bits(&rows), bits(&kept.0), "{way}: the steps behind a save point are others");
    }
}

/// The integral of a unit step at 0.7 s, with save points around the jump: a
/// save point must not show a step what lies behind an event.
#[test]
fn a_save_point_before_at_or_behind_a_jump_leaves_its_integral_exact() {
    for way in EXPLICIT {
        for points in ["0.7", "0.6999999999999999", "0.6999999999999999, 0.7, 0.7000000000000001", "0.3, 0.9"] {
            let engine = format!(r#"TOutput="0:0.1:2" TSave="{points}" {way}"#);
            let text = scenario(&["base:Src/Step U StepTime=\"0.7\"", "Wide I"], r#"I.In="U.Out""#, "", &engine);
            for (time, values) in run(&load(&text)).0 {
                let exact = (time - 0.7).max(0.0);
                assert!((values[0] - exact).abs() < 1e-14, "{way}, {points}, t = {time}: {}, not {exact}", values[0]);
            }
        }
    }
}

#[test]
fn a_save_point_is_no_event_and_no_row() {
    let engine = r#"TOutput="0, 2" TSave="0.5, 1.25""#;
    let model = load(&scenario(&["Oscillator O"], "", r#"O.P="1,0""#, engine));
    assert_eq!(run(&model).0.len(), 2);
    assert_eq!(statistics(&model).events, 0);
}

#[test]
fn an_earlier_end_leaves_out_the_save_points_behind_it() {
    let text = scenario(&["Oscillator O"], "", r#"O.P="1,0""#, r#"TOutput="0, 2" TSave="0.5, 1, 1.5""#);
    let sources = Sources::new(Source::new("test.xml", text));
    for (until, points) in [(0.7, &[0.5][..]), (1.0, &[0.5, 1.0]), (5.0, &[0.5, 1.0, 1.5])] {
        let options = LoadOptions { until: Some(until), ..LoadOptions::default() };
        assert_eq!(load_from(&sources, options).unwrap().settings().save_points, points);
    }
}

#[test]
fn save_points_are_checked() {
    for (points, complaint) in [
        ("", "a number is missing"),
        ("1, x", "`x` is neither a number nor a variable: variables stand in `<VARIABLES>`"),
        ("1, 1e999", "`1e999` is too large for a number (at most 1.797e308)"),
        ("1, 0.5", "the times do not rise: 0.5 comes after 1.0"),
        ("1, 1", "the times do not rise: 1.0 comes after 1.0"),
        ("-0.1", "-0.1 s lies outside the run, from 0.0 to 2.0 s"),
        ("1, 2.1", "2.1 s lies outside the run, from 0.0 to 2.0 s"),
        ("0:1:2", "`0:1:2` is not a number"),
    ] {
        let engine = format!(r#"TOutput="0, 2" TSave="{points}""#);
        let found = complaints(&scenario(&["Growth G"], "", r#"G.Y="1""#, &engine));
        assert_eq!(found, [format!("bad-save-points: TSave: {complaint}")]);
    }
}

#[test]
fn a_state_that_cannot_be_kept_ends_the_run_and_says_when() {
    struct Full;
    impl Recorder for Full {
        fn needs_signals(&self) -> bool {
            false
        }
        fn row(&mut self, _: f64, _: &Workspace) -> io::Result<()> {
            Ok(())
        }
        fn save(&mut self, _: &RunState) -> io::Result<()> {
            Err(io::Error::other("the disk is full"))
        }
    }
    let model = load(&scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0, 2" TSave="0.5""#));
    let mut run = Run::new(&model);
    let error = run.to_end(&mut Full, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, RunError::Save(..)));
    assert_eq!(error.to_string(), "the state at t = 0.5 s could not be saved: the disk is full");
    assert_eq!(run.time(), 0.5);
}

#[test]
fn a_stopped_run_goes_on_past_its_save_points() {
    let model = load(&model(r#"TSave="0.6, 1.25, 3""#));
    let whole = run(&model);
    let mut stopped = Run::new(&model);
    let mut step = 0;
    let mut odd = |_: f64| {
        step += 1;
        if step % 2 == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    while stopped.to_end(&mut NoRecorder, &mut odd).unwrap() != bowline_engine::Ending::Finished {}
    assert_eq!(stopped.x(), whole.1);
}
