//! The check valve, as calculated with a pencil.

use super::{Rows, assert_near, circuit, pump::solved};
use crate::laboratory::complaints;

/// 2e-6 (sqrt(3e6 + 1e6) - 1000), from the first tick on; nothing back.
#[test]
fn a_check_valve_lets_oil_through_one_way() {
    let valve = r#"Hydraulic/CheckValve X K_s="2e-6""#;
    assert_near(&solved(valve, [4e6, 1e9, 1e6, 0.0]), &[2e-3, 2e6, 1e6], "through");
    assert_near(&solved(valve, [1e6, 1e9, 4e6, 0.0]), &[0.0, 1e6, 4e6], "not back");
    // Where the inlet sucks, there is no oil, and none comes back.
    assert_near(&solved(valve, [-4e6, 1e9, 1e6, 1e9]), &[0.0, 0.0, 1e6], "inlet");
    // Where the outlet sucks: 2e-6 (sqrt(3e6 + 1e6) - 1000) into nothing.
    assert_near(&solved(valve, [3e6, 1e9, -5e6, 1e9]), &[2e-3, 1e6, 0.0], "outlet");
    // Hopsan's 5e-7, where none is given: 5e-7 sqrt(4e6) from 4 MPa to none; and twice as much by a signal.
    assert_near(&solved("Hydraulic/CheckValve X", [4e6, 0.0, 0.0, 0.0]), &[1e-3, 4e6, 0.0], "by default");
    let signal = circuit(
        &["base:Src/Constant U Value=\"1e-6\"", "Hydraulic/CheckValve X"],
        r#"X.K_s="U.Out" X.P1.c="4e6" X.P1.Zc="0" X.P2.c="0" X.P2.Zc="0""#,
        r#"SampleTime="1" TOutput="0, 1""#,
    );
    assert_near(&Rows::of(&signal).of_column("X.P2.q"), &[2e-3; 2], "by a signal");
    let text = circuit(&[r#"Hydraulic/CheckValve X K_s="-1""#], "", r#"SampleTime="1" TOutput="0""#);
    assert!(complaints(&text).iter().any(|told| told.contains("K_s")));
}
