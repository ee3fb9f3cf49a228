//! Shared resources: one SimObject answers, many ask.

use bowline_engine::integration::{ImplicitMethod, tableau};

use crate::laboratory::{complaints, load, run, scenario, statistics, try_run};

const EXACT: &str = r#"AbsTol="1e-11" RelTol="1e-11""#;

fn last(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<f64> {
    run(&load(&scenario(objects, connections, initial, engine))).0.pop().unwrap().1
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-8 * expected.abs().max(1.0), "{found}, where {expected} is right");
}

/// x' = f + s x: x = (x0 + f / s) exp(s t) - f / s.
#[test]
fn the_only_one_that_provides_it_is_asked_with_nothing_written() {
    for objects in
        [["River R Flow=\"3\" Slope=\"0.5\"", "Drifter D"], ["Drifter D", "River R Flow=\"3\" Slope=\"0.5\""]]
    {
        let found = last(&objects, "", r#"D.X="1""#, &format!(r#"TOutput="0, 2" {EXACT}"#));
        near(found[0], 7.0 * 1.0_f64.exp() - 6.0);
    }
}

#[test]
fn the_scenario_says_who_answers_if_there_are_several() {
    let objects = ["River Slow Flow=\"1\"", "River Fast Flow=\"4\"", "Drifter A", "Drifter B", "Rake C"];
    let connections = r#"A.Water="Slow.Water" B.Water="Fast.Water" C.Water="Slow.Water""#;
    let engine = r#"TOutput="0, 2" FileOutput="objects:states, object.C:Out""#;
    assert_eq!(last(&objects, connections, r#"A.X="0" B.X="0""#, engine), [2.0, 8.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn many_are_asked_at_once() {
    let objects = ["River R Flow=\"1\" Slope=\"2\"", "Rake C"];
    assert_eq!(last(&objects, "", "", r#"TOutput="0, 1" FileOutput="object.C:Out""#), [1.0, 3.0, 5.0, 7.0, 9.0]);
}

/// A = A0 exp(-t), x' = A x: x = x0 exp(A0 (1 - exp(-t))), by every method.
#[test]
fn answers_depend_on_states_by_every_method() {
    let explicit = tableau::ALL.map(|tableau| (tableau.name, tableau.error.is_none()));
    let implicit = ImplicitMethod::ALL.map(|method| (method.name(), false));
    for (method, is_fixed) in explicit.into_iter().chain(implicit) {
        let size = if is_fixed { r#"stepsize="0.0005""# } else { r#"AbsTol="1e-9" RelTol="1e-9""# };
        let engine = format!(r#"TOutput="0, 1" IntegratorMethod="{method}" {size}"#);
        let found = last(&["Drifter D", "Swell S"], "", r#"D.X="2" S.A="3""#, &engine)[0];
        let expected = 2.0 * (3.0 * (1.0 - (-1.0_f64).exp())).exp();
        let tolerance = if is_fixed { 5e-3 } else { 1e-5 };
        assert!((found / expected - 1.0).abs() < tolerance, "{method}: {found}, where {expected} is right");
    }
}

/// What answers depend on is part of the structure of the Jacobian. The velocity
/// is -5e4 X + X, of which the in-port of the canal brings the large part. Without that
/// element Newton's iteration would hold steps below 1e-4 s.
#[test]
fn the_jacobian_knows_what_answers_depend_on() {
    for method in ["BDF", "TRBDF2", "ESDIRK34"] {
        let engine = format!(r#"TOutput="0, 1e-5, 10" IntegratorMethod="{method}" AbsTol="1e-6" RelTol="1e-6""#);
        let model = load(&scenario(&["Canal K", "Drifter D"], r#"K.In="-5e4*D.X""#, r#"D.X="1""#, &engine));
        let (rows, _) = run(&model);
        assert!((rows[1].1[0] - (-0.49999_f64).exp()).abs() < 1e-5 && rows[2].1[0].abs() < 1e-4, "{rows:?}");
        let cost = statistics(&model);
        assert!(cost.steps < 500, "{method}: {cost:?}");
    }
}

/// What answers read runs before who asks, wherever they stand in the file.
#[test]
fn a_provider_that_reads_an_in_port_orders_the_graph() {
    let orders = [
        ["Gauge A", "Canal K", "Split T", "Growth G", "Gauge B"],
        ["Growth G", "Split T", "Canal K", "Gauge A", "Gauge B"],
        ["Gauge B", "Gauge A", "Growth G", "Canal K", "Split T"],
    ];
    let connections = r#"T.A="2*G.Y" T.B="0" K.In="T.OutA" A.At="1" B.At="A.Out""#;
    let engine = r#"TOutput="0:0.25:1" FileOutput="object.G:Y, object.A:Out, object.B:Out""#;
    let mut first = None;
    for objects in orders {
        let model = load(&scenario(&objects, connections, r#"G.Y="1""#, engine));
        let position = |name: &str| model.columns().iter().position(|c| model.column_name(c) == name).unwrap();
        let (g, a, b) = (position("G.Y"), position("A.Out"), position("B.Out"));
        let found: Vec<_> = run(&model).0.into_iter().map(|(_, row)| [row[g], row[a], row[b]]).collect();
        for [y, at_one, there] in &found {
            // A asks at 1, B where A says: 2 y + 1, and 2 y + (2 y + 1).
            near(*at_one, 2.0 * y + 1.0);
            near(*there, 4.0 * y + 1.0);
        }
        let first = first.get_or_insert_with(|| found.clone());
        assert!(found == *first, "{objects:?}");
    }
}

#[test]
fn a_loop_through_a_resource_is_told_port_by_port() {
    let engine = r#"TOutput="0, 1" Loops="refuse""#;
    let found = complaints(&scenario(&["Gauge A", "Canal K"], r#"K.In="A.Out" A.At="0""#, "", engine));
    assert_eq!(found, ["algebraic-loop: algebraic loop: A.Out -> K.In -> K.Water -> A.Water -> A.Out"]);
}

/// k m/s from t = k on: x = 0 + 1 + 2 at t = 3, and a bit more.
#[test]
fn answers_that_depend_on_what_is_held_change_at_ticks() {
    for method in ["DormandPrince", "BDF"] {
        let engine = format!(r#"TOutput="0, 3, 3.5" IntegratorMethod="{method}" {EXACT}"#);
        let objects = ["Drifter D", "Lock L"];
        let (rows, _) = run(&load(&scenario(&objects, "", r#"D.X="0""#, &engine)));
        near(rows[1].1[0], 3.0);
        near(rows[2].1[0], 4.5);
    }
}

/// Initial conditions, updates and handlers ask too: it begins at 5 (2 + 3),
/// passes 10 after 5 s, goes on from 6 (3 + 3), and notes 4 (1 + 3).
#[test]
fn everything_that_calculates_may_ask() {
    let objects = ["Angler A", "Canal K"];
    let engine = format!(r#"TOutput="0, 4, 7" {EXACT}"#);
    let (rows, _) = run(&load(&scenario(&objects, r#"K.In="3""#, "", &engine)));
    let expected = [[5.0, 0.0], [9.0, 4.0], [8.0, 4.0]];
    for ((_, row), expected) in rows.iter().zip(expected) {
        near(row[0], expected[0]);
        near(row[1], expected[1]);
    }
}

/// 2 (1 + 3 x / 2), and of that again: 2 (2 (1 + 3 x / 4)) = 4 + 3 x.
#[test]
fn who_answers_may_ask_others() {
    let objects = ["Rake C", "Weir W", "River R Flow=\"1\" Slope=\"3\"", "Weir V"];
    let connections = r#"C.Water="W.Water" W.Upstream="V.Water" V.Upstream="R.Water""#;
    let engine = r#"TOutput="0, 1" FileOutput="object.C:Out""#;
    assert_eq!(last(&objects, connections, "", engine), [4.0, 7.0, 10.0, 13.0, 16.0]);
    // By itself it asks the other one, never itself.
    let found = last(&objects[1..3], "", "", r#"TOutput="0, 1" FileOutput="objects:states""#);
    assert!(found.is_empty());
    let around = scenario(&["Weir W", "Weir V"], "", "", r#"TOutput="0, 1""#);
    assert_eq!(
        complaints(&around),
        ["algebraic-loop: algebraic loop: W.Water -> V.Upstream -> V.Water -> W.Upstream -> W.Water"]
    );
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let drifters: Vec<String> = (0..40_000).map(|i| format!("Drifter D{i}")).collect();
    let mut objects: Vec<&str> = drifters.iter().map(String::as_str).collect();
    objects.insert(20_000, "Swell S");
    let initial: String = (0..40_000).map(|i| format!("D{i}.X=\"{}\" ", 0.1 + f64::from(i) * 1e-3)).collect();
    let with = |threads: usize| {
        let engine = format!(r#"TOutput="0, 0.5" NumCores="{threads}" RelTol="1e-4""#);
        let model = load(&scenario(&objects, "", &format!("{initial} S.A=\"1\""), &engine));
        assert_eq!(statistics(&model).threads, threads);
        run(&model)
    };
    let alone = with(1);
    for threads in [2, 3] {
        assert!(with(threads) == alone, "{threads} threads");
    }
}

fn failure(way: &str, engine: &str) -> (f64, String) {
    let objects = ["Drifter D", &format!("Rapids R Way=\"{way}\" From=\"1\"")];
    let (rows, _, outcome) = try_run(&load(&scenario(&objects, "", r#"D.X="0""#, engine)));
    (rows.last().unwrap().0, outcome.unwrap_err().to_string())
}

#[test]
fn a_failure_names_who_answers_and_who_asked() {
    let (_, message) = failure("Fatal", r#"TOutput="0, 2" HMax="0.25""#);
    assert!(message.contains("`R` (Rapids of laboratory): answering for `Water` failed at t = "), "{message}");
    assert!(message.ends_with(": a waterfall; `D` (Drifter of laboratory) asked in `drift`"), "{message}");
    let (_, message) = failure("Panic", r#"TOutput="0, 2" HMax="0.25""#);
    assert!(message.contains("`R` (Rapids of laboratory): answering for `Water` failed"), "{message}");
    assert!(message.contains("panicked: all hands"), "{message}");
}

#[test]
fn a_recoverable_failure_makes_steps_smaller() {
    let (last, message) = failure("Recoverable", r#"TOutput="0:0.125:2" HMin="1e-4""#);
    assert!(message.contains("white water") && message.contains("`R` (Rapids"), "{message}");
    assert!(last > 0.8, "{last}");
}

#[test]
fn numbers_that_are_not_finite_are_told_of_who_answered() {
    let (_, message) = failure("NaN", r#"TOutput="0:0.5:2""#);
    assert!(
        message.contains("`R` (Rapids of laboratory): answering for `Water` failed")
            && message.contains("it answered NaN; `D` (Drifter of laboratory) asked in"),
        "{message}"
    );
}

#[test]
fn what_answers_did_not_declare_is_out_of_reach() {
    let (_, message) = failure("Stray", r#"TOutput="0, 2" HMax="0.25""#);
    assert!(
        message.contains("`R` (Rapids of laboratory): answering for `Water` failed")
            && message.contains("uses the in-port `In`, which it did not declare"),
        "{message}"
    );
    // At the start it is found before anything runs.
    let text = scenario(&["Drifter D", r#"Rapids R Way="Stray" From="-1""#], "", r#"D.X="0""#, r#"TOutput="0, 1""#);
    let found = complaints(&text);
    assert_eq!(
        found,
        ["undeclared-signal: `R` (Rapids of laboratory): `velocity` uses the in-port `In`, which it did not declare"]
    );
}

#[test]
fn what_is_wrong_with_connections_is_told() {
    let engine = r#"TOutput="0, 1""#;
    let told = |objects: &[&str], connections: &str| complaints(&scenario(objects, connections, r#"D.X="0""#, engine));
    let none = told(&["Drifter D", "Gauge A"], r#"A.At="0""#);
    assert_eq!(
        none,
        ["no-provider: nothing in the scenario provides `Current`; who asks for it: `D.Water`, `A.Water`"]
    );
    let rivers = ["River R", "River S", "Drifter D"];
    assert_eq!(
        told(&rivers, ""),
        ["several-providers: several SimObjects provide `Current`: `R.Water`, `S.Water`; who asks for it: `D.Water`"]
    );
    assert_eq!(
        told(&["Strait R", "Drifter D"], ""),
        [
            "resource-mismatch: `D.Water` and `R.Water` mean different things by `Current`: its outputs are `Vel` (1, m/s) \
          to the one, and `Vel` (1, m/s), `Depth` (1, m) to the other"
        ]
    );
    let connected = |connection: &str, objects: &[&str]| told(objects, connection);
    for wrong in ["2*R.Water", "R.Water + S.Water", "R.Water[0]", "1", "R.Water, S.Water", "-R.Water"] {
        assert_eq!(
            connected(&format!(r#"D.Water="{wrong}""#), &rivers),
            ["resource-mismatch: `D.Water` asks a resource: numbers, sums, factors and elements mean nothing to it"],
            "{wrong}"
        );
    }
    assert_eq!(
        connected(r#"D.Water="R.Watr""#, &rivers),
        ["unknown-resource: `R` (River) provides no resource `Watr`"]
    );
    assert_eq!(connected(r#"D.Water="Q.Water""#, &rivers), ["unknown-object: there is no object `Q`"]);
    assert_eq!(
        connected(r#"D.Water="R.Water"/><Connection D.Water="S.Water""#, &rivers),
        ["connected-twice: `D.Water` is connected twice"]
    );
    let with_growth = ["River R", "Growth G", "Drifter D"];
    let initial = complaints(&scenario(&with_growth, r#"D.Water="G.Y""#, r#"D.X="0" G.Y="0""#, engine));
    assert_eq!(initial, ["unknown-resource: `G.Y` is an out-port, where a resource is needed that is provided"]);
    let into_port = complaints(&scenario(&["River R", "Doubler T"], r#"T.In="R.Water""#, "", engine));
    assert_eq!(into_port, ["unknown-port: `R.Water` is a resource that is provided, where an out-port is needed"]);
    let backwards = complaints(&scenario(&["River R", "Drifter D"], r#"R.Water="D.Water""#, r#"D.X="0""#, engine));
    assert!(
        backwards
            .contains(&"unknown-port: `R.Water` is a resource that is provided, where an in-port is needed".to_owned()),
        "{backwards:?}"
    );
    let itself = complaints(&scenario(&["Weir W", "River R"], r#"W.Upstream="W.Water""#, "", engine));
    assert_eq!(itself, ["resource-mismatch: `W.Upstream` would ask its own SimObject"]);
}

#[test]
fn declarations_that_cannot_be_are_told() {
    let told = |kind: &str| complaints(&scenario(&[&format!("{kind} C"), "River R"], "", "", r#"TOutput="0, 1""#));
    let constant = told("Confused0");
    assert!(constant[0].ends_with("asks the resource `Water`, whose answers may change"), "{constant:?}");
    let scratch = told("Confused1");
    assert!(
        scratch[0].ends_with("it provides a resource, but is not re-entrant: several may ask at once"),
        "{scratch:?}"
    );
}
