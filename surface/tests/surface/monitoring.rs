//! Following and stopping a session while it advances.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use bowline_engine::Ending;
use bowline_surface::session::{ErrorKind, Goal, Monitor, Pulse};

use super::{MASS, session};

/// Steps so short that a run takes long.
fn slow() -> String {
    MASS.replace("TOutput=\"0:0.5:3\"", "TOutput=\"0:1000:1000000\" HMax=\"0.001\"")
        .replace("0:0.1:3", "0:1000:1000000")
}

#[test]
fn a_cancelled_session_continues() {
    let (mut session, monitor) = (session(MASS), Monitor::default());
    for goal in [Goal::At(1.0), Goal::Step, Goal::End] {
        monitor.cancel();
        let error = session.advance_monitored(goal, &monitor).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cancelled);
        assert_eq!(error.message(), "the run was cancelled at t = 0 s; it may go on");
    }
    session.advance_monitored(Goal::End, &monitor).unwrap();
    assert_eq!(session.time(), 3.0);
}

#[test]
fn another_thread_follows_and_cancels() {
    let (mut session, monitor) = (session(&slow()), Monitor::default());
    let error = thread::scope(|scope| {
        let run = scope.spawn(|| session.advance_monitored(Goal::End, &monitor).unwrap_err());
        let limit = Instant::now() + Duration::from_secs(60);
        while monitor.time() == 0.0 && Instant::now() < limit {
            thread::yield_now();
        }
        monitor.cancel();
        run.join().unwrap()
    });
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert!(session.time() > 0.0 && session.time() < session.end() && !session.has_failed());
    let later = session.time() + 1.0;
    session.advance_monitored(Goal::At(later), &monitor).unwrap();
}

/// A pulse beats about every 50 ms, however short the steps are, and can stop the run.
#[test]
fn a_pulse_stops_a_run() {
    let mut session = session(&slow());
    let (began, mut beats) = (Instant::now(), Vec::new());
    let mut pulse = Pulse::new(|time| {
        beats.push(time);
        if beats.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let ending = session.advance_observed(Goal::End, &mut |time| pulse.beat(time)).unwrap();
    assert_eq!(ending, Ending::Stopped);
    assert!(began.elapsed() >= Duration::from_millis(150));
    assert!(beats.len() == 3 && beats.is_sorted() && *beats.last().unwrap() == session.time(), "{beats:?}");
}
