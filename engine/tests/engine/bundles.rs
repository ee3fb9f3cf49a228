//! Bundles: one connection, several signals, both ways.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{LoadOptions, Model, NoRecorder, Run, SavedState, Source, Sources};

use crate::laboratory::{load, load_from, run, scenario, statistics};

const MEMBERS: [(&str, bool); 6] = [("v", true), ("f", true), ("x", true), ("me", true), ("c", false), ("Zc", false)];

/// How a bundle of side Q and one of side C are connected.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Written {
    QFirst,
    CFirst,
    InTurn,
    MemberByMember,
}

fn joined(q: &str, c: &str, written: Written, number: usize) -> String {
    match written {
        Written::QFirst => format!(r#"{q}="{c}" "#),
        Written::CFirst => format!(r#"{c}="{q}" "#),
        Written::InTurn => joined(q, c, [Written::QFirst, Written::CFirst][number % 2], 0),
        Written::MemberByMember => MEMBERS
            .iter()
            .map(|(member, from_q)| if *from_q { (c, q, member) } else { (q, c, member) })
            .map(|(to, from, member)| format!(r#"{to}.{member}="{from}.{member}" "#))
            .collect(),
    }
}

const ZC: f64 = 0.7;

/// Masses and springs in a row between two walls.
fn chain(masses: usize, written: Written, engine: &str) -> String {
    let mut objects: Vec<String> = (0..=masses).map(|i| format!("TlmSpring S{i} Zc=\"{ZC}\"")).collect();
    objects.extend((0..masses).map(|i| {
        let (weight, start) = (0.01 * (1 + i % 3) as f64, (i % 7) as f64 - 2.5);
        format!("TlmMass M{i} Mass=\"{weight}\" Start=\"{start}\"")
    }));
    let mut connections = String::new();
    for wall in ["S0.P1".to_owned(), format!("S{masses}.P2")] {
        MEMBERS[..4].iter().for_each(|(member, _)| write!(connections, r#"{wall}.{member}="0" "#).unwrap());
    }
    for i in 0..masses {
        connections += &joined(&format!("M{i}.P1"), &format!("S{i}.P2"), written, i);
        connections += &joined(&format!("M{i}.P2"), &format!("S{}.P1", i + 1), written, i + 1);
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    scenario(&objects, &connections, "", &format!(r#"SampleTime="0.001" FileOutput="objects:all" {engine}"#))
}

fn bits(rows: &[(f64, Vec<f64>)]) -> Vec<Vec<u64>> {
    rows.iter().map(|(_, row)| row.iter().map(|number| number.to_bits()).collect()).collect()
}

#[test]
fn a_chain_of_bundles_gives_the_bits_of_the_same_signals_wired_one_by_one() {
    const ENGINE: &str = r#"TOutput="0:0.001:0.05""#;
    let alone = load(&chain(12, Written::MemberByMember, ENGINE));
    let expected = run(&alone).0;
    assert_eq!(expected[0].1.len(), 12 * (2 * 6 + 2) + 13 * (2 * 6 + 2), "every signal is recorded");
    assert!(expected.last().unwrap().1.iter().all(|number| number.is_finite()));
    for written in [Written::QFirst, Written::CFirst, Written::InTurn] {
        let model = load(&chain(12, written, ENGINE));
        let names = |model: &Model| model.columns().iter().map(|c| model.column_name(c)).collect::<Vec<_>>();
        assert_eq!(names(&model), names(&alone));
        assert!(bits(&run(&model).0) == bits(&expected), "{written:?}");
    }
}

#[test]
fn so_it_does_on_any_number_of_threads() {
    let with = |written, threads: usize| {
        let text = chain(300, written, &format!(r#"TOutput="0:0.001:0.02" NumCores="{threads}""#));
        // Beside enough other work for several threads.
        let much = r#"<Lib LibName="laboratory" SimObject="Draining" Name="D" Width="40000" Way="Never"/>"#;
        let text = text.replace("</OBJECTS>", &format!("{much}</OBJECTS>"));
        let model = load(&text.replace("objects:all", "objects:inputs, objects:outputs"));
        assert_eq!(statistics(&model).threads, threads, "the model is large enough");
        bits(&run(&model).0)
    };
    let expected = with(Written::MemberByMember, 1);
    for threads in [1, 2, 3] {
        assert!(with(Written::InTurn, threads) == expected, "{threads} threads");
    }
}

/// The elements of the same equations whose ports are plain ones.
#[test]
fn a_chain_of_bundles_moves_as_one_of_plain_ports() {
    let masses = 9;
    let mut objects: Vec<String> = (0..=masses).map(|i| format!("WaveSpring S{i} Zc=\"{ZC}\"")).collect();
    objects.extend((0..masses).map(|i| {
        let (weight, start) = (0.01 * (1 + i % 3) as f64, (i % 7) as f64 - 2.5);
        format!("WaveMass M{i} Zc=\"{ZC}\" Mass=\"{weight}\" Start=\"{start}\"")
    }));
    let mut connections = format!(r#"S0.V1="0" S{masses}.V2="0" "#);
    for i in 0..masses {
        let next = i + 1;
        write!(connections, r#"S{i}.V2="M{i}.V1" S{next}.V1="M{i}.V2" M{i}.C1="S{i}.C2" M{i}.C2="S{next}.C1" "#)
            .unwrap();
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = |asked: String| format!(r#"SampleTime="0.001" TOutput="0:0.001:0.05" FileOutput="{asked}""#);
    let names = |bundle: &str, name: &str| -> String {
        (0..masses)
            .map(|i| format!("M{i}.{}", if bundle.is_empty() { name } else { bundle }))
            .collect::<Vec<_>>()
            .join(",")
    };
    let plain = scenario(&objects, &connections, "", &engine(names("", "V2")));
    let text = chain(masses, Written::InTurn, "")
        .replace(r#"SampleTime="0.001" FileOutput="objects:all" "#, &engine(names("P2.v", "")));
    assert!(bits(&run(&load(&text)).0) == bits(&run(&load(&plain)).0));
}

fn shaft(connections: &str, asked: &str) -> Arc<Model> {
    let objects = ["Flywheel F", "Brake B", r#"Through G"#];
    let engine = format!(r#"TOutput="0, 1" AbsTol="1e-12" RelTol="1e-12" FileOutput="{asked}""#);
    load(&scenario(&objects, connections, "", &engine))
}

/// J w' = -d w: w = exp(-d t / J), with d = 3 and J = 2.
#[test]
fn members_are_ordinary_signals() {
    let connections = r#"F.Shaft="B.S1" G.In="2*F.Shaft.axis[1] - F.Shaft.w""#;
    let asked = "F.Shaft, object.F:Shaft.axis[1:3], B.S1.T, B.S1.w, G.Out, object.F:states";
    let model = shaft(connections, asked);
    let columns: Vec<String> =
        model.columns().iter().map(|c| format!("{} [{}]", model.column_name(c), model.column_unit(c))).collect();
    let expected = [
        "F.Velocity [rad/s]",
        "F.Shaft.w [rad/s]",
        "F.Shaft.T [N m]",
        "F.Shaft.axis[0] []",
        "F.Shaft.axis[1] []",
        "F.Shaft.axis[2] []",
        "B.S1.w [rad/s]",
        "B.S1.T [N m]",
        "G.Out []",
    ];
    assert_eq!(columns, expected);
    let rows = run(&model).0;
    let w = (-1.5_f64).exp();
    let expected = [w, w, 3.0 * w, 1.0, 2.0, 3.0, w, 3.0 * w, 4.0 - w];
    for (found, expected) in rows[1].1.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-10, "{rows:?}");
    }
}

#[test]
fn an_open_end_reads_what_its_kind_says() {
    // Nothing slows the flywheel; the brake's shaft does not turn.
    let model = shaft(r#"B.S1.w="4" B.S1.axis="0,0,0" G.In="0""#, "F.Shaft.w, F.Shaft.T, B.S1.T");
    assert_eq!(run(&model).0[1].1, [1.0, 0.0, 12.0]);
}

#[test]
fn members_may_be_connected_one_by_one() {
    // A sum of sources for one of them: 2 w' = -(3 w + 0.5), w(0) = 1.
    let connections = r#"F.Shaft.T="B.S1.T + 0.5" B.S1.w="F.Shaft.w" B.S1.axis="F.Shaft.axis" G.In="0""#;
    let rows = run(&shaft(connections, "F.Shaft.w")).0;
    let w = (7.0 / 6.0) * (-1.5_f64).exp() - 1.0 / 6.0;
    assert!((rows[1].1[0] - w).abs() < 1e-10, "{rows:?}");
}

#[test]
fn a_parameter_may_say_how_many_bundles_there_are() {
    let count = 300;
    let mut objects: Vec<String> = (1..=count).map(|i| format!("Flywheel F{i} Inertia=\"{i}\"")).collect();
    objects.push(format!(r#"Brake B Ports="{count}" Damping="1""#));
    let connections: String = (1..=count)
        .map(|i| if i % 2 == 0 { format!(r#"B.S{i}="F{i}.Shaft" "#) } else { format!(r#"F{i}.Shaft="B.S{i}" "#) })
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = r#"TOutput="0, 1" AbsTol="1e-12" RelTol="1e-12" FileOutput="objects:states""#;
    let (rows, _) = run(&load(&scenario(&objects, &connections, "", engine)));
    for (i, w) in (1..=count).zip(&rows[1].1) {
        assert!((w - (-1.0 / f64::from(i)).exp()).abs() < 1e-10, "{i}: {w}");
    }
}

#[test]
fn kinds_of_two_libraries_are_the_same_if_their_members_are() {
    let objects = ["Flywheel F", r#"Plug P Kind="same" Side="Load""#];
    let engine = r#"TOutput="0, 1" FileOutput="F.Shaft.T, P.P.axis""#;
    let (rows, x) = run(&load(&scenario(&objects, r#"P.P="F.Shaft""#, "", engine)));
    assert_eq!(rows[1].1, [1.0, 1.0, 2.0, 3.0]);
    // 2 w' = -1.
    assert!((x[0] - 0.5).abs() < 1e-12);
}

/// What a sampled member was is part of the state of a run.
#[test]
fn state_files_hold_members_by_their_names() {
    let text = chain(3, Written::InTurn, r#"TOutput="0:0.001:0.02""#);
    let sources = Sources::new(Source::new("test.xml", text.as_str()));
    let whole = run(&load(&text)).0;
    let model = load_from(&sources, LoadOptions { until: Some(0.01), ..LoadOptions::default() }).unwrap();
    let mut first = Run::new(&model);
    first.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    let saved = SavedState::new("tests", &model, &first.state()).to_json().unwrap();
    for line in ["\"M0.P1.v\": [", "\"S1.P2.c\": [", "\"S1.P2.Zc\": [0.7]"] {
        assert!(saved.contains(line), "{saved}");
    }
    let resumed = sources.with_initial_state(Source::new("s.json", saved.as_str()));
    let model = load_from(&resumed, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let rows = run(&model).0;
    assert!(bits(&rows) == bits(&whole[10..]));
}

#[test]
fn an_open_end_can_be_set_from_outside() {
    let model = shaft(r#"B.S1.w="4" B.S1.axis="0,0,0" G.In="0""#, "F.Shaft");
    let (torque, w) = (model.input("F.Shaft.T").unwrap(), model.probe("F.Shaft.w").unwrap());
    let mut run = Run::new(&model);
    run.set(&torque, &[0.5]).unwrap();
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    // 2 w' = -0.5.
    assert!((run.get(&w).unwrap()[0] - 0.75).abs() < 1e-12);
    assert_eq!(run.get(&model.probe("F.Shaft.axis[1:3]").unwrap()).unwrap(), [2.0, 3.0]);
    let joined = shaft(r#"F.Shaft="B.S1" G.In="0""#, "F.Shaft");
    let refused = joined.input("F.Shaft.T").unwrap_err().to_string();
    assert!(refused.starts_with("`F.Shaft.T` is fed by `B.S1.T`"), "{refused}");
}

#[test]
fn members_of_other_units_are_warned_of() {
    let model = shaft(r#"F.Shaft.T="F.Shaft.w" B.S1.w="F.Shaft.w" B.S1.axis="F.Shaft.axis" G.In="0""#, "F.Shaft");
    let told: Vec<&str> = model.warnings().sorted().iter().map(|warning| warning.message()).collect();
    assert_eq!(told, ["`F.Shaft.T` is in N m, but `F.Shaft.w` in rad/s"]);
}

/// Elements on a clock beside a shaft that turns all the time.
#[test]
fn a_run_is_taken_up_at_a_save_point_bit_for_bit() {
    let more = |name: &str| format!(r#"<Lib LibName="laboratory" SimObject="{name}" Name="{name}"/>"#);
    let objects = [more("Flywheel"), more("Brake"), "</OBJECTS>".to_owned()].concat();
    for way in ["", r#"IntegratorMethod="RK4" stepsize="0.0013""#, r#"IntegratorMethod="BDF""#] {
        let text = chain(4, Written::InTurn, &format!(r#"TOutput="0:0.001:0.03" TSave="0.0105, 0.02" {way}"#));
        let connection = r#"<Connection Brake.S1="Flywheel.Shaft"/></INTERCONNECTIONS>"#;
        let text = text.replace("</OBJECTS>", &objects).replace("</INTERCONNECTIONS>", connection);
        let whole = run(&load(&text)).0;
        let sources = Sources::new(Source::new("test.xml", text.as_str()));
        let until = LoadOptions { until: Some(0.02), ..LoadOptions::default() };
        let model = load_from(&sources, until).unwrap();
        let mut first = Run::new(&model);
        first.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
        let saved = SavedState::new("tests", &model, &first.state()).to_json().unwrap();
        let resumed = sources.with_initial_state(Source::new("s.json", saved.as_str()));
        let model = load_from(&resumed, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(bits(&run(&model).0) == bits(&whole[20..]), "{way}");
    }
}

/// A member is one quantity at both ends of a connection, whichever is named.
#[test]
fn a_member_is_read_at_either_end() {
    for [first, second] in [["W.Shaft=\"B.S1\"", ""], ["", "B.S1=\"W.Shaft\""]] {
        let objects =
            ["Flywheel W", "Brake B", "base:Signal/Sum A PortWidth=\"2\"", "base:Signal/Sum E PortWidth=\"2\""];
        let read = |at: &str, torque: &str| format!("2*{at}.w, 1 - {at}.axis[1]\" E.In1=\"{torque}.T, {at}.axis[2]");
        let of = |at: &str, torque: &str| {
            let others = r#"A.In2="0, 0" E.In2="0, 0""#;
            let connections = format!(r#"{first} A.In1="{}" {others} {second}"#, read(at, torque));
            let engine = r#"TOutput="0:0.1:1" FileOutput="A.Out, E.Out""#;
            bits(&run(&load(&scenario(&objects, &connections, "", engine))).0)
        };
        let given = of("W.Shaft", "B.S1");
        assert_ne!(given.first(), given.last());
        assert_eq!(of("B.S1", "W.Shaft"), given);
    }
}
