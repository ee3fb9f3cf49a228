//! Warnings of what runs, and is hardly meant.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, text};

fn warnings(objects: &str, connections: &str) -> String {
    let directory = TempDir::new().unwrap();
    let initial = match objects.contains("Buoy") {
        true => r#"<INITIALIZATION><InitialCondition B.Pos="0, 0, 0"/></INITIALIZATION>"#,
        false => "",
    };
    let model = format!(
        r#"<Contents><OBJECTS><Lib LibName="mechanics" SimObject="Environment/Gravity" Name="Earth"/>{objects}</OBJECTS>
        <INTERCONNECTIONS>{connections}</INTERCONNECTIONS>{initial}<INTEGRATION><Engine TOutput="0, 0.1"/></INTEGRATION></Contents>"#
    );
    fs::write(directory.path().join("m.xml"), model).unwrap();
    let [checked, run] = [&["check", "m.xml"][..], &["run", "m.xml"]].map(|words| bowline(&directory, words));
    assert!(checked.status.success() && run.status.success(), "{}", text(&run.stderr));
    let of = |said: String| said.lines().filter(|line| line.starts_with("warning: ")).collect::<Vec<_>>().join("\n");
    let [checked, run] = [checked, run].map(|output| of(text(&output.stderr)));
    assert_eq!(checked, run, "`check` and `run` warn of the same");
    run
}

/// Miche's limit is 0.142 wavelengths in deep water: 3.54 m of a wave of 4 s, which is 25 m long. A sea of DNV's table is
/// steeper than 1/10 with 6 s and 5.7 m.
#[test]
fn waves_that_would_break_are_told() {
    let probe = r#"<Lib LibName="marine" SimObject="Sea/Probe" Name="P"/>"#;
    let sea = |words: &str| {
        let waves = format!(r#"<Lib LibName="marine" SimObject="Sea/Waves" Name="Sea" {words}/>{probe}"#);
        warnings(&waves, r#"<Connection P.Pos="0,0,5"/>"#)
    };
    assert_eq!(sea(r#"Spectrum="Regular" Height="3.4" Period="4""#), "");
    assert!(sea(r#"Spectrum="Regular" Height="3.7" Period="4""#).contains("more than waves reach before they break"));
    assert_eq!(sea(r#"Spectrum="JONSWAP" Hs="3" Tp="8" Depth="60""#), "");
    assert!(sea(r#"Spectrum="JONSWAP" Hs="9" Tp="7" Depth="60""#).contains("a sea reaches 0.1"));
}

/// An anchor lies on the ground; what hangs above it is said.
#[test]
fn an_anchor_above_the_ground_is_told() {
    let line = |depth: f64| {
        let objects = format!(
            r#"<Lib LibName="marine" SimObject="Sea/Waves" Name="Sea" Spectrum="Still"/>
            <Lib LibName="marine" SimObject="Sea/Seabed" Name="Ground" Depth="{depth}"/>
            <Lib LibName="marine" SimObject="Cable/Mooring" Name="L" Length="90" Segments="5" Type="Chain" NominalDiameter="30 mm"
            PosA="0, 0, 30" PosB="70, 0, 0"/>"#
        );
        warnings(&objects, "")
    };
    assert_eq!(line(30.0), "");
    assert!(
        line(40.0).contains("`L` (Cable/Mooring of marine) at t = 0 s: its end A is fixed 10.00 m above the ground")
    );
}

/// A ball of 1 m displaces 4 pi/3 1025 kg: 4293.5.
#[test]
fn a_buoy_that_sinks_is_told() {
    let ball = |mass: f64| {
        let objects = format!(
            r#"<Lib LibName="marine" SimObject="Sea/Waves" Name="Sea" Spectrum="Still"/>
            <Lib LibName="marine" SimObject="Body/Buoy" Name="B" Shape="Sphere" Diameter="2" Mass="{mass}" Inertia="1000, 1000, 1000"/>"#
        );
        warnings(&objects, "")
    };
    assert_eq!(ball(4290.0), "");
    assert!(ball(4300.0).contains("displaces 4293.5"));
}
