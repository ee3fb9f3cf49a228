//! The verdicts, on models that deserve them.

use bowline_verification::{Verdict, Verification};

use crate::verified;

fn alone(object: &str, engine: &str) -> Verification {
    verified(&format!(
        r#"<OBJECTS><Lib LibName="verified" {object}/></OBJECTS><INTEGRATION><Engine {engine}/></INTEGRATION>"#
    ))
}

fn verdicts(verification: &Verification) -> Vec<Verdict> {
    verification.columns.iter().map(|judgement| judgement.verdict).collect()
}

fn is_distrusted(verification: &Verification) -> bool {
    verdicts(verification).iter().any(|verdict| matches!(verdict, Verdict::Distrust { .. }))
}

#[test]
fn a_memory_in_a_member_is_distrusted() {
    // It never is as fast as that, but trials may be.
    let latch = |strength: &str| {
        alone(
            &format!(r#"SimObject="Latch" Name="L" Strength="{strength}""#),
            r#"TOutput="0:0.1:20" AbsTol="1e-3" RelTol="1e-3""#,
        )
    };
    let wrong = latch("1.0001");
    assert!(is_distrusted(&wrong), "{:?}, {:?}", verdicts(&wrong), wrong.growth);
    let right = latch("3");
    assert!(!is_distrusted(&right), "{:?}", verdicts(&right));
}

#[test]
fn events_that_are_not_announced_are_distrusted() {
    let pulses = |announces: bool| {
        alone(
            &format!(r#"SimObject="Pulses" Name="P" Announces="{}""#, u8::from(announces)),
            r#"TOutput="0:0.1:20" AbsTol="1e-3" RelTol="1e-3""#,
        )
    };
    let wrong = pulses(false);
    assert!(is_distrusted(&wrong), "{:?}", verdicts(&wrong));
    let right = pulses(true);
    assert!(right.is_within(), "{:?}", verdicts(&right));
}

/// The n-th impact is at t0 + 2 t0 (r + ... + r^n), t0 = sqrt(2 h / g), after which its speed is v0 r^(n + 1).
#[test]
fn a_ball_that_bounces_a_thousand_times_is_known_as_well_as_that() {
    const RESTITUTION: f64 = 0.9995;
    let sections = r#"<OBJECTS><Lib LibName="verified" SimObject="Ball" Name="B" Restitution="0.9995"/></OBJECTS>
                      <INTEGRATION><Engine TOutput="0:0.7:710" AbsTol="1e-9" RelTol="1e-9"/></INTEGRATION>"#;
    let verification = verified(sections);
    assert!(!is_distrusted(&verification), "{:?}", verdicts(&verification));
    assert!(verification.event_order.is_none(), "{:?}", verification.event_order);
    let first = (2.0_f64 / 9.81).sqrt();
    let position = |time: f64| {
        let (mut begin, mut speed, mut height) = (0.0, 0.0, 1.0);
        let mut flight = first;
        while time > begin + flight {
            begin += flight;
            speed = RESTITUTION * if speed == 0.0 { 9.81 * first } else { speed };
            (height, flight) = (0.0, 2.0 * speed / 9.81);
        }
        let since = time - begin;
        height + speed * since - 0.5 * 9.81 * since * since
    };
    let rows = crate::rows(sections);
    let error = rows.iter().map(|(time, row)| (row[0] - position(*time)).abs()).fold(0.0, f64::max);
    let estimate = verification.columns[0].estimate();
    assert!(error <= estimate && estimate < 1e-5, "{error:e} {estimate:e}");
}

const LORENZ: &str = r#"
    <OBJECTS><Lib LibName="verified" SimObject="Equations" Name="E" Problem="18"/></OBJECTS>"#;

#[test]
fn equations_of_lorenz_are_sensitive_not_wrong() {
    for (method, end) in [("DormandPrince", 60), ("BDF", 60), ("auto", 300)] {
        let lorenz = verified(&format!(
            r#"{LORENZ}<INTEGRATION><Engine TOutput="0:0.1:{end}" IntegratorMethod="{method}"/></INTEGRATION>"#
        ));
        let sensitive =
            |verdict: &Verdict| matches!(verdict, Verdict::Sensitive { from_s } if (4.0..40.0).contains(from_s));
        assert!(verdicts(&lorenz).iter().all(sensitive), "{method}: {:?}, {:?}", verdicts(&lorenz), lorenz.growth);
    }
    // In this time they are known.
    let short = verified(&format!(r#"{LORENZ}<INTEGRATION><Engine TOutput="0:0.01:3"/></INTEGRATION>"#));
    assert!(!is_distrusted(&short), "{:?}", verdicts(&short));
}

/// A controller with a period of its own, on a lag.
#[test]
fn a_hybrid_controller_is_within() {
    let sections = r#"
        <OBJECTS>
          <Lib LibName="base" SimObject="Src/Step" Name="R" StepTime="0.1" Before="0" After="1"/>
          <Lib LibName="base" SimObject="Math/DiscretePID" Name="C" Kp="2" Ki="4" SampleTime="0.05"/>
          <Lib LibName="base" SimObject="Math/LowPass" Name="P" TimeConstant="0.3"/>
        </OBJECTS>
        <INTERCONNECTIONS><Connection C.Reference="R.Out" C.Measured="P.Out" P.In="C.Out"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition P.Out="0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.05:5" FileOutput="P.Out, C.Out"/></INTEGRATION>"#;
    let hybrid = verified(sections);
    assert!(hybrid.is_within(), "{:?}", hybrid.columns);
}
