//! The scenarios that are told in the documents, beside what a hand calculates.

use super::Rows;

/// The rows of a scenario, with all its columns.
fn rows(text: &str, file_output: &str) -> Rows {
    assert!(text.contains(file_output));
    Rows::of(&text.replace(file_output, ""))
}

/// A ram of 200 kg: lifted by 4000 N less 1962 N of weight for 0.4 s, 10.19 m/s^2, it is let go at
/// 0.5 * 10.19 * 0.16 = 0.8152 m with 4.076 m/s. It has 4000 * 0.8152 = 3260.8 J then, and hits with the
/// velocity of these, sqrt(2 * 3260.8 / 200) = 5.7103 m/s, after (4.076 + 5.7103) / 9.81 = 0.99758 s more.
#[test]
fn a_drop_hammer_hits_with_what_the_winch_gave() {
    let text =
        include_str!("../../../../scenarios/drop_hammer.xml").replace("TOutput=\"0:0.01:4\"", "TOutput=\"0:0.0001:4\"");
    let rows = rows(&text, r#"FileOutput="M.P2.x, M.P2.v, M.Acceleration, Winch.Out""#);
    let [x, v] = ["M.P2.x", "M.P2.v"].map(|name| rows.of_column(name));
    for strike in [0, 20_000] {
        let (x, v) = (&x[strike..strike + 20_000], &v[strike..strike + 20_000]);
        assert!((x[4000] - 0.8152).abs() < 1e-3 && (v[4000] - 4.076).abs() < 2e-3, "{} {}", x[4000], v[4000]);
        let hit = (5000..20_000).find(|k| v[*k] == 0.0).unwrap();
        assert!((hit as f64 * 1e-4 - 1.397_58).abs() < 5e-4, "{hit}");
        assert!((v[hit - 1] + 5.7103).abs() < 3e-3, "{}", v[hit - 1]);
        // m v of 1142 N s and 3261 J are gone in one step, and it stays there.
        assert!((0.5 * 200.0 * v[hit - 1] * v[hit - 1] - 3260.8).abs() < 4.0);
        assert!(x[hit..].iter().chain(&v[hit..]).all(|number| *number == 0.0));
        let highest = x.iter().copied().fold(0.0, f64::max);
        assert!((highest - 3260.8 / 1962.0).abs() < 2e-3, "{highest}");
    }
}

/// 4e-4 m^3 of oil turn a motor of 5e-5 m^3 by 2 pi 8 = 50.265 rad, and a boom behind a gear of 100 by 0.50265 rad, to
/// 0.3 - 0.50265 = -0.20265 rad, but for what gives way where it has more to carry there: 9.81 * 200 cos(a) = 1921.85 N m
/// and not 1874.37. That is 0.4748 N m for the motor, 4.75e-3 rad of its shaft, 59 664 Pa, and 5.97e-8 m^3 of a litre of oil,
/// 7.5e-3 rad, together 1.2e-4 rad of the boom; its own shaft 4.7e-5.
#[test]
fn a_crane_lifts_as_far_as_its_oil() {
    let text = include_str!("../../../../scenarios/crane_tlm.xml");
    let rows = rows(text, r#"FileOutput="Crane.Angle, Crane.AngVel, H.P3.w, H.P3.a, H.P1.p, I.Torque, Q.Out""#);
    let last = |name: &str| *rows.of_column(name).last().unwrap();
    assert!((last("Crane.Angle[0]") + 0.202_48).abs() < 1e-4, "{}", last("Crane.Angle[0]"));
    assert!((last("I.Torque") + 1921.85).abs() < 2.0, "{}", last("I.Torque"));
    assert!((last("H.P1.p") - 1e5 - 1921.85 / 100.0 * std::f64::consts::TAU / 5e-5).abs() < 3e3, "{}", last("H.P1.p"));
    // The load hangs again: its joint is at a right angle to what the boom is above the horizontal.
    let hanging = last("Crane.Angle[0]") + last("Crane.Angle[1]");
    assert!((hanging - std::f64::consts::FRAC_PI_2).abs() < 1e-3, "{hanging}");
    // It begins at rest: nothing jerks before oil comes.
    let early = rows.of_column("Crane.AngVel[0]")[..25].iter().fold(0.0, |most: f64, w| most.max(w.abs()));
    assert!(early < 1e-3, "{early}");
}
