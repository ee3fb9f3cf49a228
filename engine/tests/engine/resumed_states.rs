//! The states from which a run may continue: those that it saved itself, always;
//! others, if its types can have them.

use std::fs;
use std::path::Path;

use bowline_engine::{Diagnostic, Diagnostics, LoadOptions, Source, Sources};

use crate::laboratory::{complaints, load_from, scenario};
use crate::save_points::{bits, run_saving};

/// The errors about the state of a scenario at `until`, s, with a part of its
/// text, or of the scenario's, changed.
fn refused(text: &str, until: f64, change: (&str, &str), parameter: (&str, &str)) -> Vec<String> {
    let saving = text.replacen("<Engine ", &format!("<Engine TSave=\"{until}\" "), 1);
    let (_, states, _) = run_saving(&Sources::new(Source::new("test.xml", saving)));
    assert!(states[0].1.contains(change.0) && text.contains(parameter.0), "{}", states[0].1);
    let (state, text) = (states[0].1.replacen(change.0, change.1, 1), text.replacen(parameter.0, parameter.1, 1));
    let sources = Sources::new(Source::new("test.xml", text)).with_initial_state(Source::new("s.json", state));
    match load_from(&sources, LoadOptions::default()) {
        Ok(_) => Vec::new(),
        Err(wrong) => wrong.sorted().iter().map(|d| format!("{}: {}", d.code(), d.message())).collect(),
    }
}

const SAME: (&str, &str) = ("", "");

#[track_caller]
fn assert_one(found: &[String], expected: &str) {
    assert!(found.len() == 1 && found[0].starts_with("refused-state: ") && found[0].contains(expected), "{found:?}");
}

#[test]
fn a_mode_that_is_none_is_refused() {
    let objects = [
        r#"base:Src/Sine S Frequency="1""#,
        r#"base:Signal/Relay R PortWidth="2" SwitchOn="0.5, 0.5" SwitchOff="0.1, 0.1""#,
        "base:Signal/Latch L",
        r#"base:Math/Integrator I Upper="0.3""#,
        r#"mechanics:Rotational/BrakedInertia W Inertia="1" StaticTorque="1" Clamp="1""#,
        r#"mechanics:Body/BouncingBall B Restitution="0.5""#,
        r#"mechanics:Cable/BreakingSpring K Stiffness="1" RelaxedLength="1" Strength="5""#,
        r#"mechanics:Joint/RotationalSpringDamper J Stiffness="1""#,
    ];
    let connections = r#"R.In="S.Out, S.Out" L.Set="S.Out" L.Reset="0" I.In="S.Out" W.Torque="S.Out"
        K.PosA="0,0,0" K.VelA="0,0,0" K.PosB="2,0,0" K.VelB="0,0,0""#;
    let initial = r#"W.Angle="0" W.AngVel="0" B.Pos="1" B.Vel="0""#;
    let text = scenario(&objects, connections, initial, r#"TOutput="0, 0.2, 1""#);
    assert_eq!(refused(&text, 0.2, SAME, SAME), [""; 0]);
    for (mode, other, expected) in [
        (r#""R.On": [1.0,1.0]"#, r#""R.On": [1.0,1e308]"#, "`On` is 1e308; it must be 0 or 1"),
        (r#""L.Out": [1.0]"#, r#""L.Out": [-0.5]"#, "`Out` is -0.5; it must be 0 or 1"),
        (r#""I.Limit": [0.0]"#, r#""I.Limit": [2.0]"#, "`Limit` is 2.0; it must be -1, 0 or 1"),
        (r#""I.Limit": [0.0]"#, r#""I.Limit": [1.0]"#, "it must rest at `Upper`, 0.3"),
        (r#""W.Slip": [0.0]"#, r#""W.Slip": [3.0]"#, "`Slip` is 3.0; it must be -1, 0, 1 or 2"),
        (r#""W.AngVel": [0.0]"#, r#""W.AngVel": [2.0]"#, "where `Slip` is 0 it must be 0"),
        (r#""B.Resting": [0.0]"#, r#""B.Resting": [0.1]"#, "`Resting` is 0.1; it must be 0 or 1"),
        (r#""B.Resting": [0.0]"#, r#""B.Resting": [1.0]"#, "it must rest on `Floor`, 0 m"),
        (r#""K.Broken": [0.0]"#, r#""K.Broken": [7.0]"#, "`Broken` is 7.0; it must be 0 or 1"),
        (r#""J.Side": [1.0]"#, r#""J.Side": [0.0]"#, "`Side` is 0.0; it must be -1 or 1"),
    ] {
        let found = refused(&text, 0.2, (mode, other), SAME);
        assert_one(&found, expected);
    }
    // The same fault in an initial condition.
    let found = complaints(&text.replace(r#"B.Vel="0""#, r#"B.Vel="0" R.On="1, 0.5""#));
    assert!(found.len() == 1 && found[0].contains("`On` is 0.5; it must be 0 or 1"), "{found:?}");
}

/// By the time of the state the integral reaches 3 and the ball rests on the
/// floor.
#[test]
fn a_state_that_other_parameters_do_not_allow_is_refused() {
    let objects = [
        r#"base:Math/Integrator I Lower="0" Upper="10""#,
        r#"base:Math/Integrator J Lower="-1" Upper="2""#,
        r#"mechanics:Body/BouncingBall B Restitution="0.5" Floor="-1""#,
        r#"hydraulics:Hydraulic/Accumulator A GasVolume="4e-3" Capacity="2e-3" PrechargePressure="2e6" NominalFlow="1e-3""#,
        r#"base:Src/Constant U Value="1""#,
    ];
    let connections = r#"I.In="U.Out" J.In="U.Out" A.PressureA="9e6""#;
    let text = scenario(&objects, connections, r#"B.Pos="0" B.Vel="0" A.OilVolume="0""#, r#"TOutput="0, 3, 5""#);
    assert_eq!(refused(&text, 3.0, SAME, SAME), [""; 0]);
    for (parameter, other, expected) in [
        (r#"Upper="10""#, r#"Upper="2""#, "`Limit` 0: it must lie below `Upper`, 2"),
        (r#"Lower="0""#, r#"InitialValue="4" Lower="3.5""#, "it must lie above `Lower`, 3.5"),
        (r#"Upper="2""#, r#"Upper="4""#, "`Integral` is 2 and `Limit` 1: it must rest at `Upper`, 4"),
        (r#"Floor="-1""#, r#"Floor="0""#, "the ball is at -1 m, below `Floor`, 0 m"),
        (r#"Floor="-1""#, r#"Floor="-2""#, "it must rest on `Floor`, -2 m"),
        (r#"Capacity="2e-3""#, r#"Capacity="3e-3""#, "with `Limit` 1 it must be 0.003 to 0.003 m^3"),
        (r#"Capacity="2e-3""#, r#"Capacity="1e-3""#, "`OilVolume` is 0.002 m^3; with `Limit` 1 it must be 0.001 to"),
    ] {
        assert_one(&refused(&text, 3.0, SAME, (parameter, other)), expected);
    }
    // Bowline accepts rounding, and a method's error where it leaves a limit slowly.
    for (state, other) in [
        (r#""B.Pos": [-1.0]"#, r#""B.Pos": [-1.0000000000000002]"#),
        (r#""J.Integral": [2.0]"#, r#""J.Integral": [2.0000000000000004]"#),
        (r#""A.OilVolume": [0.002]"#, r#""A.OilVolume": [0.0020000000000000005]"#),
    ] {
        assert_eq!(refused(&text, 3.0, (state, other), SAME), [""; 0], "{other}");
    }
}

/// Times spread over a run and, among those of rows, its events.
fn times(name: &str, text: &str, seed: u64) -> Vec<f64> {
    let events = text.replacen("<Engine ", "<Engine LogEvents=\"1\" ", 1);
    let (rows, _, _) = run_saving(&Sources::new(Source::new(name, events)));
    let (start, end) = (rows[0].0, rows[rows.len() - 1].0);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as f64 / (1_u64 << 53) as f64
    };
    let of_events = rows.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].0);
    let mut times: Vec<f64> = of_events.flat_map(|time| [time.next_down(), time, time.next_up()]).collect();
    let step = times.len().div_ceil(15).max(1);
    times = times.into_iter().step_by(step).collect();
    times.extend((0..10).map(|_| start + (end - start) * next()));
    times.retain(|time| (start..=end).contains(time));
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// Resumes a run from random times and from its events: with the same bits.
fn resume_anywhere(name: &str, text: &str, seed: u64) -> usize {
    let times = times(name, text, seed);
    let points: Vec<String> = times.iter().map(|time| format!("{time:?}")).collect();
    let saving = text.replacen("<Engine ", &format!("<Engine TSave=\"{}\" ", points.join(", ")), 1);
    let sources = Sources::new(Source::new(name, saving));
    let (rows, states, x) = run_saving(&sources);
    for (time, state) in &states {
        let resumed = sources.clone().with_initial_state(Source::new("s.json", state.as_str()));
        if let Err(wrong) = load_from(&resumed, LoadOptions::default()) {
            panic!("{name}, from {time:?} s: {wrong}\n{state}");
        }
        let (resumed_rows, _, resumed_x) = run_saving(&resumed);
        let after =
            |rows: &[_]| bits(rows).into_iter().filter(|row| f64::from_bits(row[0]) > *time).collect::<Vec<_>>();
        assert_eq!(after(&resumed_rows), after(&rows), "{name}, from {time:?} s");
        assert_eq!(bits(&[(0.0, resumed_x)]), bits(&[(0.0, x.clone())]), "{name}, from {time:?} s");
    }
    states.len()
}

/// Balls that bounce, rest and are lifted slowly, limits that are left slowly,
/// accumulators, end stops, brakes, half turns, breaking parts, a volume sucked
/// below 0, and lines of oil and rods whose start values are long past.
#[test]
fn a_run_that_was_saved_anywhere_is_never_refused() {
    let objects = [
        r#"base:Src/Sine S Frequency="0.9" Amplitude="2""#,
        r#"base:Signal/Product C NumInput="3""#,
        r#"base:Src/Constant G Value="9.81""#,
        r#"base:Signal/Relay R PortWidth="2" SwitchOn="0.4, 1" SwitchOff="-0.4, -1.5""#,
        "base:Signal/Latch L",
        r#"base:Math/Integrator I PortWidth="3" Lower="-0.1, 0, -9" Upper="0.2, 0.3, 0.1""#,
        r#"mechanics:Body/BouncingBall B Restitution="0.6" RestVelocity="0.1""#,
        r#"mechanics:Body/BouncingBall D Restitution="0.4" RestVelocity="0.1" Floor="0.1""#,
        r#"mechanics:Rotational/BrakedInertia W Inertia="1" StaticTorque="1" SlidingTorque="0.8" Clamp="1""#,
        r#"base:Src/Sine Q PortWidth="2" Frequency="0.3" Phase="1.5707963267948966, 0""#,
        r#"mechanics:Joint/RotationalSpringDamper J Stiffness="10""#,
        r#"mechanics:Cable/BreakingSpring K Stiffness="1" RelaxedLength="1" Strength="0.9""#,
        r#"hydraulics:Hydraulic/Accumulator A GasVolume="4e-3" Capacity="2e-3" PrechargePressure="2e6" NominalFlow="4e-3""#,
        r#"hydraulics:Hydraulic/ActuatorSimple Y OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="1e-6"
           ChamberCrossSection1="1e-6" HoseVolume0="1" HoseVolume1="1" OilBulkModulus="1" NominalFlow="1"
           StopStiffness="1e4" StopDamping="100""#,
        r#"FhsimTutorialLibrary:Body/Mass M Mass="1" g="0""#,
        r#"hydraulics:Hydraulic/Oil Oil AirFraction="0""#,
        r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
        r#"tlm:Mechanic/TranslationalMass T m="5" StartVelocity="1""#,
        r#"tlm:Mechanic/TranslationalSpring P k="100" StartVelocity="0, -1""#,
        r#"tlm:Mechanic/FixedPosition X"#,
        r#"tlm:Hydraulic/FlowSource F q="1e-5""#,
        r#"tlm:Hydraulic/LosslessLine N deltat="0.04" StartPressure="1e5" StartFlow="1e-5""#,
        r#"tlm:Hydraulic/LaminarOrifice O Kc="1e-10" StartFlow="1e-5""#,
        r#"tlm:Hydraulic/Tank Z"#,
    ];
    let connections = r#"C.In1="S.Out" C.In2="S.Out" C.In3="S.Out" R.In="S.Out, C.Out" L.Set="S.Out" L.Reset="R.Out[0]"
        I.In="S.Out, S.Out - L.Out, C.Out" B.Force="8*S.Out" D.Force="G.Out + 0.5*C.Out" W.Torque="0.7*S.Out"
        J.WorldFromB="(Q.Out[0], 0, 0, Q.Out[1])" K.PosA="0,0,0" K.VelA="0,0,0" K.PosB="S.Out, 0.1, 0" K.VelB="0,0,0"
        A.PressureA="5e5*C.Out + 3e6*L.Out + 1e6*G.Out" Y.PosA="0,0,0" Y.VelA="0,0,0" Y.PosB="M.Pos" Y.VelB="M.Vel"
        M.Force="Y.ForceB + (10*S.Out, 0, 0)" V.Flow="-2e-6*G.Out" P.P2="T.P1" X.P1="P.P1" F.P1="N.P1" O.P1="N.P2" O.P2="Z.P1""#;
    let initial = r#"B.Pos="0.4" B.Vel="0" D.Pos="0.3" D.Vel="0" W.Angle="0" W.AngVel="2" A.OilVolume="0" Y.p0="0" Y.p1="0"
        M.Pos="0.7,0,0" M.Vel="-2,0,0" V.Pressure="1e5""#;
    for (method, seed) in [("DormandPrince", 1), ("BDF", 2), ("TRBDF2", 3), ("ESDIRK34", 4), ("auto", 5)] {
        let engine = format!(
            r#"IntegratorMethod="{method}" TOutput="0:0.1:4" SampleTime="0.01" AbsTol="1e-4" RelTol="1e-4"
               FileOutput="objects:all""#
        );
        let saved = resume_anywhere("test.xml", &scenario(&objects, connections, initial, &engine), seed);
        assert!(saved > 20, "{method}: {saved}");
    }
}

#[test]
fn the_scenarios_go_on_from_anywhere() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    for name in [
        "actuator_mass",
        "breaking_line",
        "drop_hammer",
        "electric_winch",
        "excavator",
        "excavator_terminals",
        "position_servo",
        "position_servo_tlm",
        "power_unit",
        "power_unit_terminals",
        "pump_circuit",
        "servo_rack",
        "two_masses",
    ] {
        let path = directory.join(format!("{name}.xml"));
        let text = fs::read_to_string(&path).unwrap();
        resume_anywhere(&path.to_string_lossy(), &text, 7);
    }
}

/// The state of a scenario at 1 s, and the errors, or the warnings with their
/// subjects, when a part of the scenario is another.
fn taken_up(text: &str, changes: &[(&str, &str)], state: impl Fn(&str) -> String) -> Result<Vec<String>, Vec<String>> {
    let saving = text.replacen("<Engine ", "<Engine TSave=\"1\" ", 1);
    let (_, states, _) = run_saving(&Sources::new(Source::new("test.xml", saving)));
    let changed = changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let state = Source::new("s.json", state(&states[0].1));
    let sources = Sources::new(Source::new("test.xml", changed)).with_initial_state(state);
    let told = |among: &Diagnostics| {
        let (list, texts) = (among.sorted(), among.texts());
        let place = |found: &Diagnostic| match found.span() {
            Some(span) => texts.text(span).to_owned(),
            None => String::new(),
        };
        list.iter().map(|d| format!("{} {}: {}", place(d), d.code(), d.message())).collect::<Vec<_>>()
    };
    match load_from(&sources, LoadOptions::default()) {
        Ok(model) => Ok(told(model.warnings())),
        Err(wrong) => Err(told(&wrong)),
    }
}

const DELAY: [&str; 2] = [
    r#"base:Src/Ramp R StartTime="0" EndTime="10" Before="0" After="10""#,
    r#"tlm:Signal/Delay D deltat="0.3" SampleTime="0.1""#,
];

/// 0.3 s in ticks of 0.1 s are as many as 0.6 s in ticks of 0.2 s, at other
/// times.
#[test]
fn what_a_delay_holds_is_of_the_ticks_of_its_run() {
    let text = scenario(&DELAY, r#"D.in="R.Out""#, "", r#"TOutput="0:0.1:3" FileOutput="objects:outputs""#);
    let as_it_is = |state: &str| state.to_owned();
    assert_eq!(taken_up(&text, &[], as_it_is), Ok(vec![]));
    let changes = [(r#"SampleTime="0.1""#, r#"SampleTime="0.2""#), (r#"deltat="0.3""#, r#"deltat="0.6""#)];
    let found = taken_up(&text, &changes, as_it_is).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("[0.1,0.0] other-period: `D.")
            && found[0].contains("was kept every 0.1 s; from here on it would be every 0.2 s"),
        "{found:?}"
    );
    // Older files lack it: the run accepts them, with a warning.
    let older = |state: &str| {
        let from = state.find(",\"every\"").unwrap();
        let to = from + state[from..].find("}}").unwrap() + 1;
        format!("{}{}", &state[..from], &state[to..])
    };
    let found = taken_up(&text, &[], older).unwrap();
    assert!(
        found.len() == 1 && found[0].contains("unknown-period: the state file does not say how often `D."),
        "{found:?}"
    );
}

#[test]
fn what_a_line_of_oil_holds_is_of_the_ticks_of_its_run() {
    let objects = [
        r#"base:Src/Ramp R StartTime="0" EndTime="10" Before="1e6" After="5e6""#,
        "tlm:Hydraulic/PressureSource S",
        "tlm:Hydraulic/LaminarOrifice O",
        r#"tlm:Hydraulic/LosslessLine L deltat="0.04" StartPressure="1e6""#,
        r#"tlm:Hydraulic/LosslessLine K deltat="0.04" StartPressure="1e6""#,
        "tlm:Hydraulic/LaminarOrifice Q",
        r#"tlm:Hydraulic/Volume V NumPorts="1""#,
        "tlm:Hydraulic/LaminarOrifice P",
    ];
    let connections = r#"S.p="R.Out" O.P1="S.P1" O.P2="L.P1" Q.P1="L.P2" Q.P2="K.P1" P.P1="K.P2" P.P2="V.P1""#;
    let engine = r#"SampleTime="0.01" TOutput="0:0.01:2" FileOutput="objects:outputs""#;
    let text = scenario(&objects, connections, "", engine);
    let as_it_is = |state: &str| state.to_owned();
    assert_eq!(taken_up(&text, &[], as_it_is), Ok(vec![]));
    let changes = [(r#"SampleTime="0.01""#, r#"SampleTime="0.02""#), (r#"deltat="0.04""#, r#"deltat="0.08""#)];
    let found = taken_up(&text, &changes, as_it_is).unwrap_err();
    let errors: Vec<&String> = found.iter().filter(|found| found.contains("it would be")).collect();
    assert_eq!(errors.len(), 1, "{found:?}");
    assert!(errors[0].contains("`L.") && errors[0].contains("and 5 more were kept every 0.01 s"), "{errors:?}");
    // One that is a single tick long keeps no more than states; they count ticks too.
    let short = text.replace(r#"deltat="0.04""#, r#"deltat="0.01""#);
    assert_eq!(taken_up(&short, &[], as_it_is), Ok(vec![]));
    let changes = [(r#"SampleTime="0.01""#, r#"SampleTime="0.02""#), (r#"deltat="0.01""#, r#"deltat="0.02""#)];
    let found = taken_up(&short, &changes, as_it_is).unwrap_err();
    let errors: Vec<&String> = found.iter().filter(|found| found.contains("it would be")).collect();
    assert!(errors.len() == 1 && errors[0].contains("and 3 more were kept every 0.01 s"), "{found:?}");
}

/// A single number continues, with a warning.
#[test]
fn discrete_states_are_taken_up_at_other_periods_with_a_warning() {
    let objects = [
        r#"base:Src/Ramp R StartTime="0" EndTime="10" Before="0" After="10""#,
        r#"base:Signal/UnitDelay D SampleTime="0.3" Offset="0.05""#,
        r#"base:Signal/UnitDelay E SampleTime="0.3" Offset="0.05""#,
        r#"base:Signal/UnitDelay F SampleTime="0.3""#,
    ];
    let engine = r#"TOutput="0:0.1:3" FileOutput="objects:outputs""#;
    let text = scenario(&objects, r#"D.In="R.Out" E.In="R.Out" F.In="R.Out""#, "", engine);
    let as_it_is = |state: &str| state.to_owned();
    let found = taken_up(&text, &[(r#"Offset="0.05""#, r#"Offset="0.1""#)], as_it_is).unwrap();
    assert_eq!(
        found,
        [
            "[0.3,0.05] other-period: `D.Out` and 1 more were set every 0.3 s, with an offset of 0.05 s; from here on it is every 0.3 s, with an offset of 0.1 s"
        ]
    );
}

/// What holds does not slip, and a closed stop is closed: a state that says otherwise is none.
#[test]
fn what_holds_in_a_state_does_not_slip() {
    let objects = [
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Mass M m="1" g="9.81""#,
        r#"terminals:Translational/Stop C s_min="0""#,
        r#"terminals:Rotational/Inertia J J="1""#,
        r#"terminals:Rotational/Brake B fn_max="10""#,
    ];
    let fed = r#"G.A="C.A" M.A="C.B" J.A="B.A" B.f_normalized="1""#;
    let text = scenario(&objects, fed, "", r#"TOutput="0, 0.2, 1" FileOutput="M.s, J.w""#);
    assert_eq!(refused(&text, 0.2, SAME, SAME), [""; 0]);
    let saved = |name: &str| format!("{name}\": [0.0]");
    for (state, other, expected) in [
        ("B.A-held.J-A-w", "B.A-held.J-A-w\": [0.5]", "`B` holds, as its mode says, and slips with 0.5"),
        ("C.B-A-held.M-A-v", "C.B-A-held.M-A-v\": [-0.5]", "holds, as its mode says, and slips with -0.5"),
        ("C.B-A-held.M-A-s", "C.B-A-held.M-A-s\": [0.01]", "is closed, as its mode says, and open by 0.01"),
        ("B.A-held.mode-0", "B.A-held.mode-0\": [7.0]", "the mode of `B` is 7.0, which there is not"),
    ] {
        let found = refused(&text, 0.2, (&saved(state), other), SAME);
        assert!(found.len() == 1 && found[0].contains(expected), "{state}: {found:?}");
    }
}
