//! Kinds and messages of errors.

use bowline_surface::libraries::built_in;
use bowline_surface::session::{ErrorKind, Goal, InputSet, InputValue, ProbeSet, Session, SessionError};

use super::{MASS, POLE, model, options, request, session};

fn wrong<T: std::fmt::Debug>(outcome: Result<T, SessionError>, kind: ErrorKind, part: &str) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(part), "{error}");
}

#[test]
fn wrong_names_have_the_nearest() {
    let model = model(MASS);
    wrong(ProbeSet::new(&model, ["B.Poz"]), ErrorKind::UnknownName, "Pos");
    wrong(InputSet::new(&model, ["B.Pos"]), ErrorKind::UnknownName, "in-ports of `B`: `Force`");
    wrong(InputSet::new(&model, ["B.Force", "B.Force"]), ErrorKind::Argument, "`B.Force` is named twice");
    let mut session = Session::start(&model, options()).unwrap();
    wrong(session.read("B.Poz").map(<[f64]>::to_vec), ErrorKind::UnknownName, "Pos");
    wrong(session.set_by_name("D.Force", &[1.0]), ErrorKind::UnknownName, "there is no object `D`");
}

/// An in-port that something feeds is another error than none, and says which.
#[test]
fn fed_in_ports_are_no_inputs() {
    let error = session(POLE).set_by_name("X.In", &[1.0]).unwrap_err();
    assert_eq!((error.kind(), error.in_port()), (ErrorKind::FedInput, Some("X.In")));
    assert!(error.message().contains("is fed by"), "{error}");
}

/// All inputs are set or none, whatever is wrong with one of them.
#[test]
fn wrong_numbers_change_nothing() {
    let model = model(MASS);
    let (inputs, probes) = (InputSet::new(&model, ["B.Force"]).unwrap(), ProbeSet::new(&model, ["B.Pos"]).unwrap());
    let mut session = Session::start(&model, options()).unwrap();
    let nan = "the input `B.Force` is given NaN";
    wrong(session.set(&inputs, &[0.0, f64::NAN, 0.0]), ErrorKind::Argument, nan);
    wrong(session.set(&inputs, &[0.0]), ErrorKind::Argument, "there are 3 numbers, and room for 1 is given");
    wrong(session.get(&probes, &mut [0.0; 2]), ErrorKind::Argument, "there are 3 numbers, and room for 2 is given");
    wrong(session.set_by_name("B.Force", &[1.0, 2.0]), ErrorKind::Argument, "has width 3, but is given 2");
    let value = |values: &[f64]| InputValue { name: "B.Force".to_owned(), values: values.to_vec() };
    wrong(session.set_all_by_name(&[value(&[1.0, 2.0])]), ErrorKind::Argument, "has width 3, but is given 2");
    wrong(session.set_all_by_name(&[value(&[f64::INFINITY])]), ErrorKind::Argument, "is given inf");
    session.advance(Goal::At(1.0)).unwrap();
    assert_eq!(session.read("B.Vel").unwrap(), [1.0, 0.0, 0.0]);
    assert!(session.record().interventions.is_empty());
}

#[test]
fn impossible_goals_are_refused() {
    let mut session = session(MASS);
    session.advance(Goal::At(2.0)).unwrap();
    wrong(session.advance(Goal::At(1.0)), ErrorKind::Refused, "cannot go back to 1 s: restore a snapshot");
    wrong(session.advance(Goal::At(f64::NAN)), ErrorKind::Refused, "that is no time");
    session.advance(Goal::End).unwrap();
}

/// After a failure everything is refused; inputs too, which are wrong arguments else.
#[test]
fn a_failed_run_refuses() {
    let mut session = session(&POLE.replace("X.Out*X.Out", "X.Out*X.Out + Push.Out").replace(
        "</OBJECTS>",
        "<Lib LibName=\"fhsim_base\" SimObject=\"Math/Integrator\" Name=\"Push\" InitialValue=\"0\"/></OBJECTS>",
    )
    .replace("<Connection ", "<Connection Push.In=\"0\" "));
    let error = session.advance(Goal::End).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RunFailed);
    let report = error.report();
    assert!(report.text.starts_with(error.message()) && report.text.len() > error.message().len() + 2, "{report:?}");
    let json: serde_json::Value = serde_json::from_str(&report.json).unwrap();
    assert_eq!((&json["valid"], &json["diagnostics"][0]["code"]), (&false.into(), &"run-failed".into()));
    assert!(json["diagnostics"][0]["help"].is_string());
    wrong(session.set_by_name("Push.In", &[1.0]), ErrorKind::Refused, "it goes on from a snapshot only");
}

/// A wrong scenario shows each place, and keeps the codes of its diagnostics whatever code the door has for it.
#[test]
fn wrong_scenarios_show_their_places() {
    let error = request(&MASS.replace("Mass=\"2\"", "Mass=\"-\"")).load(&built_in()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Scenario);
    assert!(error.message().contains("model:2:"), "{error}");
    assert_eq!(error.report_as("another"), error.report());
    let json: serde_json::Value = serde_json::from_str(&error.report().json).unwrap();
    assert_eq!(json["diagnostics"][0]["line"], 2);
}
