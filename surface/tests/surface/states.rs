//! Snapshots and states.

use bowline_surface::libraries::built_in;
use bowline_surface::scenario_request::{self, ScenarioRequest, state_text};
use bowline_surface::session::{ErrorKind, Goal, Session};
use tempfile::TempDir;

use super::{MASS, POLE, bits, model, options, request, session, times};

/// A run, one that continues from its snapshot, and those that start from its state have the same bits.
#[test]
fn snapshots_and_states_continue_with_the_same_bits() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("state.json");
    let model = model(MASS);
    let mut session = Session::start(&model, options()).unwrap();
    session.set_by_name("B.Force", &[0.7, 0.1, 0.0]).unwrap();
    session.advance(Goal::At(1.25)).unwrap();
    let snapshot = session.snapshot().unwrap();
    session.save_state(&path).unwrap();
    let text = session.state().unwrap();
    session.advance(Goal::End).unwrap();
    let end = bits(&mut session, "B.Pos");

    let mut other = Session::start(&model, options()).unwrap();
    other.restore(&snapshot).unwrap();
    assert_eq!(other.time(), 1.25);
    other.advance(Goal::End).unwrap();
    assert_eq!(bits(&mut other, "B.Pos"), end);
    for state in [state_text(text), scenario_request::read(&path).unwrap()] {
        let later = ScenarioRequest { state: Some(state), ..request(MASS) }.load(&built_in()).unwrap().model;
        let mut later = Session::start(&later, options()).unwrap();
        assert_eq!(later.time(), 1.25);
        later.advance(Goal::End).unwrap();
        assert_eq!(bits(&mut later, "B.Pos"), end);
    }
}

/// Rows behind a snapshot are recorded again, each once.
#[test]
fn going_back_removes_rows() {
    let mut session = session(MASS);
    let start = session.snapshot().unwrap();
    session.advance(Goal::At(1.25)).unwrap();
    let middle = session.snapshot().unwrap();
    session.advance(Goal::End).unwrap();
    let all = times(&mut session);
    assert_eq!(all, [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
    for (snapshot, rows, fine) in [(&middle, 3, 13), (&start, 0, 0)] {
        session.restore(snapshot).unwrap();
        let counted = |session: &Session| session.outputs()[0].table().numbers().len() / 4;
        assert_eq!((times(&mut session).len(), counted(&session)), (rows, fine));
        session.advance(Goal::End).unwrap();
        assert_eq!((times(&mut session), counted(&session)), (all.clone(), 31));
    }
}

/// A run that failed continues from a snapshot only.
#[test]
fn a_failed_run_continues_from_a_snapshot() {
    let mut session = session(POLE);
    session.advance(Goal::At(0.5)).unwrap();
    let snapshot = session.snapshot().unwrap();
    assert_eq!(session.advance(Goal::End).unwrap_err().kind(), ErrorKind::RunFailed);
    assert!(session.has_failed() && session.time() < 1.01);
    assert_eq!(session.advance(Goal::At(1.5)).unwrap_err().kind(), ErrorKind::Refused);
    assert_eq!(session.state().unwrap_err().kind(), ErrorKind::Refused);
    session.restore(&snapshot).unwrap();
    assert!(!session.has_failed());
    session.advance(Goal::At(0.75)).unwrap();
    // 1/(1 - t)
    assert!((session.read("X.Out").unwrap()[0] - 4.0).abs() < 1e-3);
}

#[test]
fn a_snapshot_belongs_to_its_model() {
    let snapshot = session(MASS).snapshot().unwrap();
    let mut other = session(MASS);
    let error = other.restore(&snapshot).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.message().contains("another model"), "{error}");
    other.advance(Goal::End).unwrap();
}
