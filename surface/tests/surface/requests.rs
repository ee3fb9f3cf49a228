//! Scenarios with their settings.

use std::fs;

use bowline_surface::libraries::built_in;
use bowline_surface::scenario_request::{self, ScenarioRequest, state_text};
use bowline_surface::session::{ErrorKind, Goal, Session};
use bowline_surface::signal_list::SignalList;
use tempfile::TempDir;

use super::{MASS, POLE, options, request, session};

#[test]
fn settings_are_loaded() {
    let mut settings = request(MASS);
    settings.sources = settings.sources.with_overrides(["B.Mass=4", "B.Force=8,0,0"]);
    settings.until = Some(1.0);
    let mut session = Session::start(&settings.load(&built_in()).unwrap().model, options()).unwrap();
    session.advance(Goal::End).unwrap();
    // 1 m/s, and 2 m/s^2 for a second.
    assert_eq!(session.time(), 1.0);
    assert!((session.read("B.Pos[0]").unwrap()[0] - 2.0).abs() < 1e-9);
}

#[test]
fn files_are_read() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("mass.xml");
    fs::write(&path, MASS).unwrap();
    assert_eq!(ScenarioRequest::from_file(&path).unwrap().load(&built_in()).unwrap().model.state_count(), 6);
    let missing = directory.path().join("none.xml");
    for error in [ScenarioRequest::from_file(&missing).unwrap_err(), scenario_request::read(&missing).unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::File);
        assert!(error.message().starts_with("cannot read `") && error.message().contains("none.xml"), "{error}");
    }
    // Relative paths of a text start at its folder.
    let text = ScenarioRequest::from_text("text", MASS, Some(directory.path())).unwrap();
    assert_eq!(text.sources.scenario().path(), directory.path().join("text"));
}

/// The values of an in-port that becomes an input are added to its source: `dx/dt = x^2 - 1` is at rest in 1.
#[test]
fn in_ports_become_inputs() {
    let opened = ScenarioRequest { inputs: vec!["X.In".to_owned()], ..request(POLE) };
    let model = opened.load(&built_in()).unwrap().model;
    assert!(SignalList::Inputs.of(&model).iter().any(|input| input.name == "X.In" && input.width == 1));
    let mut session = Session::start(&model, options()).unwrap();
    session.set_by_name("X.In", &[-1.0]).unwrap();
    session.advance(Goal::End).unwrap();
    assert!((session.read("X.Out").unwrap()[0] - 1.0).abs() < 1e-9);
    let none = ScenarioRequest { inputs: vec!["X.Inn".to_owned()], ..request(POLE) };
    assert_eq!(none.load(&built_in()).unwrap_err().kind(), ErrorKind::UnknownName);
}

/// A state makes the search for an equilibrium unnecessary, also where an in-port becomes an input: the library for C failed
/// there, because it searched while it looked for the in-port.
#[test]
fn a_state_replaces_an_equilibrium() {
    let pushed = MASS.replace("B.Force=\"0,0,0\"", "B.Force=\"4,0,0\"");
    let mut earlier = session(&pushed);
    earlier.advance(Goal::At(1.0)).unwrap();
    let state = earlier.state().unwrap();
    let steady = pushed.replace("<Engine ", "<Engine Start=\"steady\" ");
    let opened = ScenarioRequest { inputs: vec!["B.Force".to_owned()], ..request(&steady) };
    // A force without a spring leaves nothing at rest.
    assert_eq!(opened.load(&built_in()).unwrap_err().kind(), ErrorKind::Scenario);
    let begun = ScenarioRequest { state: Some(state_text(state)), ..opened }.load(&built_in()).unwrap().model;
    let mut session = Session::start(&begun, options()).unwrap();
    session.advance(Goal::At(2.0)).unwrap();
    assert!((session.read("B.Pos[0]").unwrap()[0] - 6.0).abs() < 1e-9);
}

#[test]
fn lists_have_names_and_units() {
    let model = request(MASS).load(&built_in()).unwrap().model;
    let names = |list: SignalList| list.of(&model).into_iter().map(|signal| signal.name).collect::<Vec<_>>();
    assert_eq!(names(SignalList::Inputs), ["B.Force"]);
    assert_eq!(SignalList::Inputs.of(&model)[0].value, [0.0; 3]);
    assert_eq!(names(SignalList::Columns), ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]"]);
    assert_eq!(names(SignalList::States).len(), 6);
    let outputs = SignalList::Outputs.of(&model);
    let velocity = outputs.iter().find(|signal| signal.name == "B.Vel").unwrap();
    assert_eq!((velocity.unit.as_str(), velocity.width), ("m/s", 3));
}
