//! Run records of sessions.

use bowline_surface::session::Goal;

use super::{MASS, POLE, session};

#[test]
fn records_have_outcome_and_interventions() {
    let mut session = session(MASS);
    session.set_by_name("B.Force", &[4.0]).unwrap();
    session.advance(Goal::At(1.0)).unwrap();
    let record = session.record();
    assert_eq!((record.program.as_str(), record.status.as_str()), ("tests 1.0", "running"));
    assert_eq!((record.reached_s, record.interventions.len(), record.error), (1.0, 1, None));
    session.advance(Goal::End).unwrap();
    assert_eq!(session.record().status, "finished");
}

/// As in the record that the program writes; records of the library for C and of the package for Python had no reason.
#[test]
fn records_say_why_a_run_failed() {
    let mut session = session(POLE);
    let start = session.snapshot().unwrap();
    let error = session.advance(Goal::End).unwrap_err();
    // A later call that is refused is not the reason.
    session.advance(Goal::End).unwrap_err();
    let record = session.record();
    assert_eq!((record.status.as_str(), record.error.as_deref()), ("failed", Some(error.message())));
    session.restore(&start).unwrap();
    assert_eq!((session.record().status.as_str(), session.record().error), ("running", None));
}

/// As in the record that the program writes; records of the library for C and of the package for Python left them out.
#[test]
fn records_have_warnings_of_the_run() {
    let text = include_str!("../../../tests/faults/e32_sine_of_a_clock_state.xml");
    let fast = text.replace("sin(t) gt 0.9", "sin(20000*t) gt 0.9").replace("0:100:1000", "0, 1");
    let mut session = session(&fast.replace("<Engine ", "<Engine RelTol=\"1e-3\" AbsTol=\"1e-3\" "));
    session.advance(Goal::End).unwrap();
    let warnings = session.warnings();
    assert!(warnings.iter().any(|said| said.contains("`X.Difference` are closer than the steps")), "{warnings:?}");
    assert!(session.record().warnings.ends_with(&warnings));
}
