//! A line that breaks: exactly where its strength is exceeded, whatever the steps.

use bowline_engine::scene::Figure;
use bowline_engine::{NoRecorder, Run};

use crate::laboratory::{ADAPTIVE, complaints, load, run, scenario};

/// 1000 kg that fall into a line of 9810 N/m: the tension m g (1 - cos w t) has
/// peaks of 19 620 N, with w = sqrt(9.81) / s.
fn load_on_a_line(strength: f64, engine: &str) -> String {
    let line = format!(r#"mechanics:Cable/BreakingSpring L Stiffness="9810" RelaxedLength="1" Strength="{strength}""#);
    let objects = [r#"FhsimTutorialLibrary:Body/Mass M Mass="1000" g="9.81""#, &line];
    let connections = r#"M.Force="L.ForceB" L.PosA="0, 0, 0" L.VelA="0, 0, 0" L.PosB="M.Pos" L.VelB="M.Vel""#;
    scenario(&objects, connections, r#"M.Pos="0, 0, -1" M.Vel="0, 0, 0""#, engine)
}

#[test]
fn a_line_breaks_where_the_peak_exceeds_its_strength() {
    let frequency = 9.81_f64.sqrt();
    for method in ADAPTIVE {
        for decade in 4..=10 {
            let engine = format!(
                r#"TOutput="0, 5" LogEvents="1" IntegratorMethod="{method}" AbsTol="1e-{decade}" RelTol="1e-{decade}"
                   FileOutput="L.Tension, L.Broken""#
            );
            let rows = |strength: f64| run(&load(&load_on_a_line(strength, &engine))).0;
            let strength = 19_620.0 / 1.01;
            let breaks = rows(strength);
            let [before, after] = [&breaks[breaks.len() - 3], &breaks[breaks.len() - 2]];
            assert_eq!(before.0, after.0, "{method} 1e-{decade}: {breaks:?}");
            assert!((before.1[0] / strength - 1.0).abs() < 1e-12 && before.1[1] == 0.0, "{method}: {before:?}");
            assert_eq!(after.1, [0.0, 1.0], "{method} 1e-{decade}");
            // At the first peak.
            let exact = (1.0 - strength / 9810.0).acos() / frequency;
            let error = (after.0 - exact).abs();
            let tolerance = 10.0_f64.powi(-decade);
            let bound = match method {
                "TRBDF2" => tolerance.powf(2.0 / 3.0),
                "ESDIRK34" => tolerance.powf(3.0 / 4.0),
                "BDF" => 100.0 * tolerance,
                _ => 20.0 * tolerance,
            };
            assert!(error < bound, "{method} 1e-{decade}: {error:.1e} s");
            let holds = rows(19_620.0 / 0.99);
            assert_eq!(holds.len(), 2, "{method} 1e-{decade}: {holds:?}");
            assert_eq!(holds[1].1[1], 0.0, "{method} 1e-{decade}");
        }
    }
}

/// With fixed steps, of which none ends at a peak.
#[test]
fn a_line_breaks_between_the_ends_of_fixed_steps() {
    for method in ["DormandPrince", "Tsitouras", "BogackiShampine", "RK4", "Heun"] {
        let engine = format!(r#"TOutput="0, 5" IntegratorMethod="{method}" stepsize="0.05" FileOutput="L.Broken""#);
        let broken = |strength: f64| run(&load(&load_on_a_line(strength, &engine))).0.last().unwrap().1[0];
        assert_eq!(broken(19_620.0 / 1.01), 1.0, "{method}");
        assert_eq!(broken(19_620.0 / 0.99), 0.0, "{method}");
    }
}

#[test]
fn a_line_that_is_broken_from_the_start_or_holds_nothing() {
    let line = |pos_b: &str, strength: &str| {
        let line =
            format!(r#"mechanics:Cable/BreakingSpring L Stiffness="100" RelaxedLength="1" Strength="{strength}""#);
        let connections = format!(r#"L.PosA="0, 0, 0" L.PosB="{pos_b}" L.VelA="0, 0, 0" L.VelB="0, 0, 0""#);
        let engine = r#"TOutput="0, 1" FileOutput="object.L:outputs""#;
        run(&load(&scenario(&[&line], &connections, "", engine))).0[1].1.clone()
    };
    // At lengths whose inverse is a double the forces are exact.
    assert_eq!(line("0, 2, 0", "99"), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(line("0, 2, 0", "100"), [0.0, 100.0, 0.0, 0.0, -100.0, 0.0, 100.0, 0.0]);
    assert_eq!(line("0, 0, 1", "0"), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(line("0, 0, 0.5", "0"), [0.0, 0.0, -50.0, 0.0, 0.0, 50.0, -50.0, 0.0]);
    let objects = [r#"mechanics:Cable/BreakingSpring L Stiffness="1" RelaxedLength="1" Strength="-1""#];
    assert_eq!(complaints(&scenario(&objects, "", "", r#"TOutput="0, 1""#)).len(), 1);
    // It holds as long as it is slack.
    let falling = load_on_a_line(0.0, r#"TOutput="0, 0.1" FileOutput="L.Broken""#);
    assert_eq!(run(&load(&falling.replace("0, 0, -1", "0, 0, -0.99"))).0[1].1, [1.0]);
    assert_eq!(run(&load(&falling.replace("0, 0, -1", "0, 0, -0.9"))).0[1].1, [0.0]);
}

/// It hangs at 1 m before it breaks.
#[test]
fn a_line_that_broke_is_not_to_be_seen() {
    let model = load(&load_on_a_line(19_000.0, r#"TOutput="0, 5""#));
    let mut held = Run::new(&model);
    let scene = model.scene();
    for (time, is_seen) in [(0.0, true), (0.5, true), (4.0, false)] {
        held.advance_to(time, &mut NoRecorder).unwrap();
        let line = scene.at(held.signals().unwrap()).find(|drawn| matches!(drawn.figure, Figure::Coil { .. })).unwrap();
        assert_eq!(line.visible, is_seen, "{time} s");
    }
}
