//! Initial conditions: given, by default, and completed from in-ports.

use crate::laboratory::{complaints, load, run, scenario};

const ENGINE: &str = r#"TOutput="0, 1""#;

#[test]
fn a_state_is_completed_from_its_in_port_through_computations_and_other_states() {
    // C settles at B's state, which settles at A's through a computation;
    // written so that the last one comes first.
    let objects = ["Follower C", "Through T", "Follower B", "Follower A"];
    let connections = r#"C.In="2*B.Y" T.In="A.Y + 1" B.In="T.Out" A.In="5""#;
    let (rows, _) = run(&load(&scenario(&objects, connections, "", ENGINE)));
    assert_eq!(rows[0].1, [12.0, 6.0, 5.0], "C, B, A");
}

#[test]
fn a_given_value_is_not_completed() {
    let (rows, _) = run(&load(&scenario(&["Follower A"], r#"A.In="5""#, r#"A.Y="1""#, ENGINE)));
    assert_eq!(rows[0].1, [1.0]);
}

#[test]
fn states_that_wait_for_each_other_are_an_error_unless_one_is_given() {
    let objects = ["Follower A", "Follower B"];
    let connections = r#"A.In="B.Y" B.In="A.Y""#;
    let found = complaints(&scenario(&objects, connections, "", ENGINE));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("algebraic-loop: initial conditions that wait for each other: "), "{found:?}");
    let (rows, _) = run(&load(&scenario(&objects, connections, r#"A.Y="3""#, ENGINE)));
    assert_eq!(rows[0].1, [3.0, 3.0]);
}

#[test]
fn every_missing_one_is_told() {
    let found = complaints(&scenario(&["Growth G", "Oscillator O"], "", "", ENGINE));
    assert_eq!(
        found,
        [
            "missing-initial-condition: the initial condition `G.Y` is missing",
            "missing-initial-condition: the initial condition `O.P` is missing",
        ]
    );
}

#[test]
fn wrong_ones_are_told() {
    let text = scenario(&["Growth G", "Oscillator O"], "", r#"G.Z="1" G.Y="1" O.P="1" X.Y="2" O.Q="1,x""#, ENGINE);
    let found = complaints(&text);
    assert_eq!(
        found,
        [
            "unknown-state: `G` (Growth) has no state `Z`",
            "bad-initial-condition: `O.P` has width 2, but is given 1 number",
            "unknown-object: there is no object `X`",
            "unknown-state: `O` (Oscillator) has no state `Q`",
        ]
    );
}

/// Completes two states at once from an in-port.
#[test]
fn a_given_state_is_no_reason_to_wait() {
    // Both.In depends on Both.P, which is given, through T; Both.Q is not.
    let text = scenario(&["Both B", "Through T"], r#"T.In="B.P" B.In="T.Out""#, r#"B.P="4""#, ENGINE);
    assert_eq!(run(&load(&text)).0[0].1, [4.0, 5.0]);
    let found = complaints(&scenario(&["Both B", "Through T"], r#"T.In="B.P" B.In="T.Out""#, "", ENGINE));
    assert!(found[0].starts_with("algebraic-loop: initial conditions that wait for each other: "), "{found:?}");
}

/// An initial condition may read a state that it sets: it is given, or not yet there.
#[test]
fn a_state_that_is_set_may_be_read() {
    for (given, expected) in [("", [1.0, 2.0]), (r#"C.P="3""#, [3.0, 6.0]), (r#"C.Q="5""#, [1.0, 5.0])] {
        let model = load(&scenario(&["Completing C"], "", given, r#"TOutput="0, 1""#));
        assert_eq!(model.workspace().x(), expected);
    }
}
