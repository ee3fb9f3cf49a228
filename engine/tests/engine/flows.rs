//! Flows that do not reach the object that gives their pressure.

use bowline_engine::{LoadOptions, Source, Sources};

use crate::laboratory::{load_from, scenario};

const OBJECTS: [&str; 5] = [
    "hydraulics:Hydraulic/Oil Oil",
    r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
    r#"hydraulics:Hydraulic/Volume W Volume="1e-3""#,
    "hydraulics:Hydraulic/Tank T",
    r#"hydraulics:Hydraulic/Orifice O Diameter="1e-3""#,
];

/// The warnings about flows of an orifice with these connections, in a run and in a check.
#[track_caller]
fn warned(connections: &str) -> Vec<String> {
    let text = scenario(&OBJECTS, connections, r#"V.Pressure="1e7" W.Pressure="1e5""#, r#"TOutput="0, 1""#);
    let [run, check] = [false, true].map(|check| {
        let options = LoadOptions { check, ..LoadOptions::default() };
        let model = load_from(&Sources::new(Source::new("test.xml", text.clone())), options).unwrap();
        let told =
            model.warnings().sorted().into_iter().filter(|d| d.code().ends_with("flow") || d.code().ends_with("flows"));
        told.map(|d| format!("{}: {}", d.code(), d.message())).collect::<Vec<String>>()
    });
    assert_eq!(run, check);
    run
}

#[test]
fn a_forgotten_flow_is_told() {
    let between = r#"O.PressureA="V.Pressure" O.PressureB="W.Pressure""#;
    assert_eq!(warned(&format!(r#"{between} V.Flow="O.FlowA" W.Flow="O.FlowB""#)), [""; 0]);
    let expected = "unread-flow: nobody takes `O.FlowB`, though `O.PressureB` is of `W`: that oil is lost";
    assert_eq!(warned(&format!(r#"{between} V.Flow="O.FlowA""#)), [expected]);
    let expected = "unread-flow: nobody takes `O.FlowA`, though `O.PressureA` is of `V`: that oil is lost";
    assert_eq!(warned(between), [expected]);
    // A tank also counts the flow into it.
    let tank = r#"O.PressureA="V.Pressure" O.PressureB="T.Pressure" V.Flow="O.FlowA""#;
    let expected = "unread-flow: nobody takes `O.FlowB`, though `O.PressureB` is of `T`: that oil is lost";
    assert_eq!(warned(tank), [expected]);
    assert_eq!(warned(&format!(r#"{tank} T.Flow="O.FlowB""#)), [""; 0]);
}

/// A constant pressure has no owner for the flow; a sum may have passed the flow on.
#[test]
fn a_flow_that_belongs_to_nobody_is_no_fault() {
    assert_eq!(warned(r#"O.PressureA="V.Pressure" O.PressureB="1e5" V.Flow="O.FlowA""#), [""; 0]);
    assert_eq!(
        warned(r#"O.PressureA="V.Pressure" O.PressureB="0.5*V.Pressure + 1e5" V.Flow="O.FlowA + O.FlowB""#),
        [""; 0]
    );
}

#[test]
fn crossed_flows_are_told() {
    let between = r#"O.PressureA="V.Pressure" O.PressureB="W.Pressure""#;
    let expected = ["V", "W"].into_iter().zip([("A", "B"), ("B", "A")]);
    let first = expected.map(|(object, (own, other))| {
        format!("crossed-flows: `{object}` gives `O.Pressure{own}`, and takes `O.Flow{other}` instead of `O.Flow{own}`")
    });
    assert_eq!(warned(&format!(r#"{between} V.Flow="O.FlowB" W.Flow="O.FlowA""#)), first.take(1).collect::<Vec<_>>());
}
