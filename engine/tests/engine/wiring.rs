//! What connections mean.

use std::time::{Duration, Instant};

use crate::laboratory::{complaints, load, run, scenario, try_load};

/// The value of `T.In` with sources A = (1, 2, 3), B = (10, 20), C = 100.
fn source(expression: &str, width: usize) -> Vec<f64> {
    let table = |name: &str, values: &str| format!(r#"base:Src/Table {name} Times="0" Values="{values}""#);
    let objects =
        [table("A", "1, 2, 3"), table("B", "10, 20"), table("C", "100"), format!("Through T PortWidth=\"{width}\"")];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = r#"TOutput="0, 1" FileOutput="object.T:all""#;
    let text = scenario(&objects, &format!(r#"T.In="{expression}""#), "", engine);
    let row = run(&load(&text)).0[0].1.clone();
    let (input, output) = row.split_at(width);
    assert_eq!(input, output, "what goes in comes out");
    output.to_vec()
}

#[test]
fn sources_are_summed_scaled_sliced_and_concatenated() {
    assert_eq!(source("A.Out", 3), [1.0, 2.0, 3.0]);
    assert_eq!(source("0, -2.5e0, 3", 3), [0.0, -2.5, 3.0]);
    assert_eq!(source("A.Out[1]", 1), [2.0]);
    assert_eq!(source("A.Out[1:3]", 2), [2.0, 3.0]);
    assert_eq!(source("B.Out, C.Out", 3), [10.0, 20.0, 100.0]);
    assert_eq!(source("-A.Out", 3), [-1.0, -2.0, -3.0]);
    assert_eq!(source("2*A.Out + (B.Out, C.Out)", 3), [12.0, 24.0, 106.0]);
    assert_eq!(source("(C.Out, B.Out) - A.Out", 3), [99.0, 8.0, 17.0]);
    assert_eq!(source("2*(A.Out[0], 0.5*B.Out) - (1, 1, 1)", 3), [1.0, 9.0, 19.0]);
    assert_eq!(source("C.Out + 5 - 3*C.Out", 1), [-195.0]);
    assert_eq!(source("2*3, 4", 2), [6.0, 4.0]);
}

/// 1 A + 2 A + ... + n A is n (n + 1)/2 A: all in one model, where sums of like shape are put together in one call.
#[test]
fn sums_of_any_number_of_terms_and_any_width() {
    let widths = [1, 2, 7, 8, 9];
    let all = || (1..=6).flat_map(|terms| widths.map(|width| (terms, width)));
    let mut objects = vec![r#"base:Src/Table A Times="0" Values="1, 2, 3, 4, 5, 6, 7, 8, 9""#.to_owned()];
    objects.extend(all().map(|(terms, width)| format!("Through T{terms}W{width} PortWidth=\"{width}\"")));
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let connection = |(terms, width): (i32, usize)| {
        let sum: Vec<String> = (1..=terms).map(|factor| format!("{factor}*A.Out[0:{width}]")).collect();
        format!("T{terms}W{width}.In=\"{}\"\n", sum.join(" + "))
    };
    let connections: String = all().map(connection).collect();
    let engine = r#"TOutput="0, 1" FileOutput="objects:all" KeepOrder="1""#;
    let row = run(&load(&scenario(&objects, &connections, "", engine))).0[0].1.clone();
    let mut expected: Vec<f64> = (1..=9).map(f64::from).collect();
    for (terms, width) in all() {
        let sum: Vec<f64> = (1..=width).map(|a| f64::from(terms * (terms + 1) / 2) * a as f64).collect();
        // What goes in comes out.
        expected.extend([&sum[..], &sum[..]].concat());
    }
    assert_eq!(row, expected);
}

#[test]
fn a_sum_port_adds_plain_and_scaled_sources() {
    let objects = [
        r#"base:Src/Table A Times="0" Values="1, 2""#,
        r#"base:Src/Table B Times="0" Values="10, 20""#,
        "Doubler Plain",
        "Doubler Scaled",
        "Doubler Mixed",
        "Doubler Fixed",
    ];
    let connections = r#"Plain.In="A.Out + B.Out + (5, 6)" Scaled.In="A.Out - 3*B.Out" Mixed.In="B.Out[1], A.Out[0]"
        Fixed.In="7, 8""#;
    let engine = r#"TOutput="0, 1" FileOutput="objects:all""#;
    let row = run(&load(&scenario(&objects, connections, "", engine))).0[0].1.clone();
    // In and Out of each doubler, after the two tables.
    assert_eq!(row[4..8], [16.0, 28.0, 32.0, 56.0]);
    assert_eq!(row[8..12], [-29.0, -58.0, -58.0, -116.0]);
    assert_eq!(row[12..16], [20.0, 1.0, 40.0, 2.0]);
    assert_eq!(row[16..20], [7.0, 8.0, 14.0, 16.0]);
}

#[test]
fn a_scaled_state_is_there_before_its_first_reader() {
    // F.In takes minus its own state through nothing: dy/dt = -2 y - y.
    let text =
        scenario(&["Follower F"], r#"F.In="-2*F.Y""#, r#"F.Y="1""#, r#"TOutput="0, 1" AbsTol="1e-12" RelTol="1e-12""#);
    let (_, x) = run(&load(&text));
    assert!((x[0] - (-3.0_f64).exp()).abs() < 1e-11, "{x:?}");
}

#[test]
fn long_ways_through_are_ordered() {
    // Written against the order of evaluation: each takes from the next.
    let count = 50;
    let mut objects: Vec<String> = (0..count).map(|i| format!("Through T{i}")).collect();
    objects.push(r#"base:Src/Table U Times="0" Values="42""#.to_owned());
    let mut connections: String = (0..count - 1).map(|i| format!(r#"T{i}.In="T{}.Out" "#, i + 1)).collect();
    connections += &format!(r#"T{}.In="U.Out""#, count - 1);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = r#"TOutput="0, 1" FileOutput="object.T0:outputs""#;
    assert_eq!(run(&load(&scenario(&objects, &connections, "", engine))).0[0].1, [42.0]);
}

#[test]
fn a_loop_over_separate_computations_is_no_loop() {
    // OutA depends on A only, OutB on B only: A <- OutB, B <- C is fine.
    let objects = [r#"base:Src/Table C Times="0" Values="5""#, "Split S"];
    let engine = r#"TOutput="0, 1" FileOutput="object.S:outputs""#;
    let text = scenario(&objects, r#"S.A="S.OutB" S.B="C.Out""#, "", engine);
    assert_eq!(run(&load(&text)).0[0].1, [5.0, 5.0]);
}

#[test]
fn an_algebraic_loop_is_told_port_by_port() {
    let text = scenario(
        &["Through A", "Through B", "Through C", "Through Apart"],
        r#"A.In="C.Out" B.In="2*A.Out" C.In="B.Out" Apart.In="B.Out""#,
        "",
        r#"TOutput="0, 1" Loops="refuse""#,
    );
    let complaints = complaints(&text);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].starts_with("algebraic-loop: algebraic loop: "), "{complaints:?}");
    for link in ["A.Out -> B.In", "B.Out -> C.In", "C.Out -> A.In"] {
        assert!(complaints[0].contains(link), "{complaints:?}");
    }
    assert!(!complaints[0].contains("Apart"));
}

#[test]
fn an_object_that_feeds_itself_is_a_loop() {
    let complaints = complaints(&scenario(&["Through A"], r#"A.In="A.Out""#, "", r#"TOutput="0, 1" Loops="refuse""#));
    assert_eq!(complaints, ["algebraic-loop: algebraic loop: A.Out -> A.In -> A.Out"]);
}

#[test]
fn default_inputs_and_private_values() {
    let engine = r#"TOutput="0, 1" FileOutput="object.O:outputs, object.P:outputs""#;
    let text = scenario(&["Offset O", "Offset P Default=\"1\""], r#"P.In="20""#, r#"P.X="4""#, engine);
    // 2 (7 / 2) + 3, and 2 (20 / 2) + 4.
    assert_eq!(run(&load(&text)).0[0].1, [10.0, 24.0]);
}

#[test]
fn nominal_values_scale_the_tolerance() {
    let model = load(&scenario(&["Offset O"], "", "", r#"TOutput="0, 1""#));
    assert_eq!(model.nominal(), [1e5]);
}

#[test]
fn constant_computations_run_once_and_only_on_constants() {
    let engine = r#"TOutput="0, 1" FileOutput="object.D:outputs""#;
    let text = scenario(&["Constant C", "Constant D"], r#"C.In="3" D.In="C.Out + 1""#, "", engine);
    assert_eq!(run(&load(&text)).0[1].1, [14.0]);
    let text = scenario(&["Constant C", "base:Src/Step U"], r#"C.In="2*U.Out""#, "", engine.replace('D', "C").as_str());
    assert_eq!(complaints(&text), ["not-constant: `C`: the constant computation `twice` reads something that changes"]);
}

/// No port is looked for among all others: with so many in one object that
/// would take minutes.
#[test]
fn an_object_may_have_very_many_ports() {
    const PORTS: usize = 60_000;
    let connections: String = (0..PORTS).map(|i| format!(r#" T.In{i}="S.Out{}""#, PORTS - 1 - i)).collect();
    let objects = [format!(r#"Many S Outputs="{PORTS}""#), format!(r#"Many T Inputs="{PORTS}" Outputs="{PORTS}""#)];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let text = scenario(&objects, &connections, "", r#"TOutput="0, 1" FileOutput="object.T:Out0, object.T:Out59999""#);
    let start = Instant::now();
    let model = try_load(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(run(&model).0[0].1, [59_999.0, 0.0]);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// A state and the out-port that shows it are one signal.
#[test]
fn a_signal_is_found_by_both_of_its_names() {
    let objects = [r#"base:Math/Integrator I"#, r#"base:Math/Integrator J"#, r#"base:Math/Integrator K"#];
    let wired = |name: &str| {
        let connections = format!(r#"I.In="1" J.In="2*I.{name}" K.In="I.{name}[0]""#);
        scenario(&objects, &connections, "", r#"TOutput="0, 1" FileOutput="J.Out, K.Out""#)
    };
    let [port, state] = ["Out", "Integral"].map(|name| run(&load(&wired(name))).0);
    assert_eq!(port, state);
    let [j, k] = state[1].1[..] else { panic!() };
    assert!((j - 1.0).abs() < 1e-9 && (k - 0.5).abs() < 1e-9, "{j} {k}");
    let cylinder = ["base:Math/Integrator I", "tlm:Hydraulic/CylinderC C"];
    let told = complaints(&scenario(&cylinder, r#"I.In="C.Inner1[0]""#, "", r#"TOutput="0, 1" SampleTime="1e-3""#));
    let expected =
        "unknown-port: `C.Inner1` is a state, where an out-port is needed, and no out-port of it shows that state";
    assert!(told.contains(&expected.to_owned()), "{told:?}");
}
