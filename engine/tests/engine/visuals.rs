//! Shapes that stand in a scenario by themselves.

use std::path::Path;

use bowline_engine::scene::{Figure, Scene};
use bowline_engine::{LoadOptions, NoRecorder, Run, Source, Sources, Table};

use crate::drawing::drawing;
use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, load, load_from, scenario};

const SHAPES: [&str; 13] = [
    r#"base:Src/Table R Times="0,2" Values="0;1" Interpolation="Linear""#,
    r#"base:Visual/Sphere Ball Radius="0.25" Material="Simple/Red""#,
    r#"base:Visual/Box Crate Size="1,2,3""#,
    r##"base:Visual/Cylinder Rod Radius="0.1" Material="#ff000080""##,
    r#"base:Visual/Wheel Wheel Axis="0,2,0" Radius="1" Width="0.5""#,
    r#"base:Visual/Coil Spring Radius="0.2" Windings="6""#,
    r#"base:Visual/HydraulicCylinder Ram BarrelLength="1" RodLength="0.75" MountRadius="0.125""#,
    r#"base:Visual/Line Rope PointCount="3""#,
    r#"base:Visual/Arrow Push Scale="0.25""#,
    r#"base:Visual/Text Words Text="here" Height="0.5""#,
    r#"base:Visual/Axes Cross Length="2""#,
    r#"base:Visual/Mesh Hull File="hull.glb" Scale="0.001""#,
    r#"base:Visual/Trail Path Duration="2" Radius="0.1""#,
];

const CONNECTIONS: &str = r#"Ball.Pos="R.Out,0,1" Crate.Pos="0,0,0" Rod.PosA="0,0,0" Rod.PosB="0,R.Out,0"
    Wheel.Pos="1,2,3" Wheel.Angle="3.141592653589793*R.Out" Spring.PosA="0,0,0" Spring.PosB="R.Out + 1,0,0"
    Ram.PosA="0,0,0" Ram.PosB="R.Out + 1,0,0" Rope.Points="0,0,0, R.Out,0,0, 1,1,1" Push.Pos="1,0,0" Push.Vector="0,0,8*R.Out"
    Words.Pos="0,0,2" Cross.Pos="0,0,0" Hull.Pos="5,0,0" Hull.Orientation="0,1,0,0"
    Path.Pos="R.Out,0,3""#;

/// The ramp is 0.5 after a second: there the wheel has turned by a quarter.
#[test]
fn they_follow_what_they_are_connected_to() {
    let model = load(&scenario(&SHAPES, CONNECTIONS, "", r#"TOutput="0, 1""#));
    let mut run = Run::new(&model);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    assert_eq!(
        drawing(&model, run.signals().unwrap()),
        [
            "Ball: sphere at 0.5 0 1, radius 0.25, Simple/Red",
            "Crate: box at 0 0 0, axes 1 0 0, 0 1 0, 0 0 1, size 1 2 3",
            "Rod: cylinder 0 0 0, 0 0.5 0, radius 0.1, 1 0 0 0.502",
            "Wheel: cylinder 1 1.75 3, 1 2.25 3, radius 1",
            // A quarter about y takes x to -z.
            "Wheel: capsule 1 1.75 3, 1 1.75 2.2, radius 0.12, Simple/White",
            "Wheel: capsule 1 2.25 3, 1 2.25 2.2, radius 0.12, Simple/White",
            "Spring: coil 0 0 0, 1.5 0 0, radius 0.2, 6 windings",
            // The piston, where the rod comes out, and the mounts.
            "Ram: hydraulic cylinder 0 0 0, 0.75 0 0, 1 0 0, 1.5 0 0, radii 0.05 0.03 0.125",
            "Rope: line 0 0 0, 0.5 0 0, 1 1 1",
            "Push: arrow 1 0 0, 1 0 1, radius 0.05",
            "Words: `here` at 0 0 2, height 0.5",
            "Cross: axes at 0 0 0, axes 1 0 0, 0 1 0, 0 0 1, length 2",
            // Half a turn about x.
            "Hull: mesh hull.glb at 5 0 0, axes 1 0 0, 0 -1 0, 0 0 -1, scale 0.001 0.001 0.001",
            "Path: trail of 0.5 0 3 for 2 s, radius 0.1",
        ]
    );
}

/// Nothing of a run changes by them.
#[test]
fn they_change_no_bit_of_a_run() {
    let moving = r#"FhsimTutorialLibrary:Body/Mass B Mass="1" g="-9.81""#;
    let engine = r#"TOutput="0:0.1:1" FileOutput="objects:states""#;
    let rows = |objects: &[&str], connections: &str| {
        let model = load(&scenario(objects, connections, r#"B.Pos="0,0,0" B.Vel="1,0,0""#, engine));
        let mut table = Table::new(&model);
        Run::new(&model).to_end(&mut table, &mut continues).unwrap();
        table.rows().to_vec()
    };
    let alone = rows(&[moving], r#"B.Force="0,0,0""#);
    let shown = rows(&[moving, r#"base:Visual/Sphere Ball"#], r#"B.Force="0,0,0" Ball.Pos="B.Pos + 2*B.Vel""#);
    assert_same_bits(&shown, &alone, "");
}

/// A path that is wrong is told where the scenario is checked, and not first in a picture; FhSim's sphere needs no file.
#[test]
fn a_mesh_that_nobody_can_draw_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("meshes");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("hull.STL"), "").unwrap();
    let told = |file: &str| {
        let mesh = format!(r#"base:Visual/Mesh Hull File="{file}""#);
        let mass = r#"FhsimTutorialLibrary:Body/Mass B Mass="1""#;
        let (ports, start) = (r#"Hull.Pos="0,0,0" B.Force="0,0,0""#, r#"B.Pos="0,0,0" B.Vel="0,0,0""#);
        let text = scenario(&[&mesh, mass], ports, start, r#"TOutput="0, 1""#);
        let sources = Sources::new(Source::new(folder.join("barge.xml").to_string_lossy(), text));
        let model = load_from(&sources, LoadOptions::default()).unwrap();
        model.warnings().sorted().iter().map(|warning| warning.message().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told("hull.STL"), Vec::<String>::new());
    assert!(matches!(&told("hulls/barge.glb")[..], [one] if one.contains("`hulls/barge.glb` of `Hull` is not there")));
    assert!(matches!(&told("hull.obj")[..], [one] if one.contains("cannot be drawn")), "{:?}", told("hull.obj"));
}

/// As the files of parameters are, so that a scenario can be run from anywhere.
#[test]
fn the_file_of_a_mesh_lies_beside_the_scenario() {
    let text =
        scenario(&[r#"base:Visual/Mesh Hull File="hulls/barge.glb""#], r#"Hull.Pos="0,0,0""#, "", r#"TOutput="0, 1""#);
    let path = Path::new("models").join("barge.xml");
    let sources = Sources::new(Source::new(path.to_string_lossy(), text));
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    let scene = model.scene();
    let mut run = Run::new(&model);
    let drawn = scene.at(run.signals().unwrap()).next().unwrap();
    let Figure::Mesh { file, .. } = drawn.figure else { panic!("{drawn:?}") };
    assert_eq!(Path::new(file), Path::new("models").join("hulls/barge.glb"));
}

/// The colours of viridis at the ends and in the middle, as matplotlib has them; a scene that was written and read shows the
/// same.
#[test]
fn colours_show_numbers_on_a_scale() {
    let objects = [
        r#"base:Src/Constant P Value="2.5e7""#,
        r#"base:Visual/Cylinder C ColourScale="0,5e7" Material="Simple/Red""#,
        r#"base:Visual/Line L PointCount="3" ColourScale="-1,1" ColourAlong="true""#,
        r#"base:Visual/Tube T PointCount="2" ColourScale="0,5e7""#,
        r#"base:Visual/Sphere S Material="Simple/Red""#,
    ];
    let connections = r#"C.PosA="0,0,0" C.PosB="0,0,1" C.Colour="P.Out" L.Points="0,0,0,1,0,0,2,0,0" L.Colour="-5,0,1"
        T.Points="0,0,0,1,0,0" T.Colour="0.5*P.Out" S.Pos="0,0,0""#;
    let model = load(&scenario(&objects, connections, "", r#"TOutput="0, 1""#));
    let mut run = Run::new(&model);
    let signals = run.signals().unwrap();
    let (lowest, middle, highest) = ([0x44, 0x01, 0x54], [0x21, 0x91, 0x8c], [0xfd, 0xe7, 0x25]);
    let read = |colour: [f64; 4]| [0, 1, 2].map(|part| (255.0 * colour[part]).round() as u8);
    let mut moment = Vec::new();
    model.scene().take_moment(signals, &mut moment);
    let written = serde_json::to_string(&model.scene()).unwrap();
    for scene in [model.scene(), serde_json::from_str::<Scene>(&written).unwrap()] {
        let drawn: Vec<_> = scene.in_moment(&moment).collect();
        assert_eq!(drawn[0].colour.map(read), Some(middle));
        assert_eq!(drawn[1].colours.iter().copied().map(read).collect::<Vec<_>>(), [lowest, middle, highest]);
        assert_eq!((drawn[2].colours.len(), drawn[2].colour.map(read)), (0, Some([0x3b, 0x52, 0x8b])));
        assert_eq!((drawn[3].colour, drawn[3].material), (None, Some("Simple/Red")));
        let legends = scene.legends();
        let legends: Vec<_> = legends.iter().map(|of| (&*of.title, of.range)).collect();
        assert_eq!(legends, [("P.Out", [0.0, 5e7]), ("L.Colour", [-1.0, 1.0])]);
    }
}

/// Pressures on one scale have one legend, whatever they are called, and so has a line along which they are.
#[test]
fn one_scale_has_one_legend() {
    let volume = |name: &str| format!(r#"hydraulics:Hydraulic/Volume {name} Volume="1e-3""#);
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        "hydraulics:Hydraulic/Tank T",
        &volume("D"),
        &volume("L"),
        r#"base:Visual/Tube A PointCount="2" ColourScale="0,1e7""#,
        r#"base:Visual/Line B PointCount="2" ColourScale="0,1e7" ColourAlong="true""#,
        r#"base:Visual/Line C PointCount="2" ColourScale="0,2e7""#,
    ];
    let connections = r#"A.Points="0,0,0,1,0,0" B.Points="0,0,0,1,0,0" C.Points="0,0,0,1,0,0" A.Colour="D.Pressure"
        B.Colour="D.Pressure, L.Pressure" C.Colour="L.Pressure" D.Flow="0" L.Flow="0" T.Flow="0""#;
    let model = load(&scenario(&objects, connections, r#"D.Pressure="1e5" L.Pressure="1e5""#, r#"TOutput="0, 1""#));
    let legends = model.scene().legends();
    let legends: Vec<_> = legends.iter().map(|of| (&*of.title, &*of.unit, of.range)).collect();
    assert_eq!(legends, [("Pressure", "Pa", [0.0, 1e7]), ("L.Pressure", "Pa", [0.0, 2e7])]);
}

/// What moves in symbols and vessels, by hand: halves of the size of 2 are metres. Among their other parts stand those that the
/// in-ports move, at the ramp's 0.5.
#[test]
fn symbols_and_vessels_show_what_moves_in_them() {
    let objects = [
        SHAPES[0],
        r#"base:Visual/Tank Tank Radius="1""#,
        r#"base:Visual/Accumulator Store Radius="1""#,
        r#"base:Visual/Valve Valve Size="2""#,
        r#"base:Visual/Orifice Throat Size="2" Along="0,0,-3""#,
        r#"base:Visual/CheckValve Check Size="2""#,
        r#"base:Visual/ReliefValve Relief Size="2""#,
        r#"base:Visual/Pump Pump Size="2" Motor="true" Variable="true""#,
        r#"base:Visual/ElectricMotor Drive Size="2""#,
        r#"base:Visual/Hinge Hinge Size="2" Normal="1,0,0""#,
        r#"base:Visual/Ground Wall Size="2""#,
        r#"base:Visual/Hose Hose Length="5" Down="0,0,2""#,
    ];
    let connections = r#"Tank.PosA="0,0,0" Tank.PosB="0,0,-2" Tank.Level="R.Out" Store.PosA="0,0,0" Store.PosB="0,0,-2" Store.Filled="2"
        Valve.Pos="0,0,0" Valve.Spool="-2*R.Out" Throat.Pos="5,0,0" Throat.Opening="R.Out" Check.Pos="0,0,0" Check.Opening="R.Out"
        Relief.Pos="0,0,0" Relief.Opening="2*R.Out" Pump.Pos="0,0,0" Drive.Pos="0,0,0" Hinge.Pos="0,0,0" Wall.Pos="0,0,0"
        Hose.PosA="0,0,0" Hose.PosB="3,0,0""#;
    let model = load(&scenario(&objects, connections, "", r#"TOutput="0, 1""#));
    let mut run = Run::new(&model);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    let drawn = drawing(&model, run.signals().unwrap());
    for expected in [
        // Half full; more than full is full.
        "Tank: cylinder 0 0 0, 0 0 -1, radius 0.93, 0.7882 0.5608 0.1686 1",
        "Store: cylinder 0 0 0, 0 0 -2, radius 0.93, 0.7882 0.5608 0.1686 1",
        "Store: cylinder 0 0 -2, 0 0 -2, radius 0.93, 0.6235 0.7647 0.8667 1",
        // All the way to the left: 0.13 of what it is wide.
        "Valve: cylinder -0.75 0 0, 0.49 0 0, radius 0.07, 0.851 0.5412 0.1608 1",
        "Valve: cylinder -0.23 0 0, -0.03 0 0, radius 0.2, 0.851 0.5412 0.1608 1",
        // Its own x points to -z, so that its own -z points to -x. The needle comes from there, half drawn back.
        "Throat: cone 4 0 0, 4.7 0 0, radius 0.14, 0.851 0.5412 0.1608 1",
        "Check: sphere at 0.145 0 0, radius 0.26, 0.851 0.5412 0.1608 1",
        "Relief: cone 0.15 0 0, -0.35 0 0, radius 0.3, 0.851 0.5412 0.1608 1",
        // Driven by oil, its triangle points inwards.
        "Pump: cone 0.97 0 0, 0.42 0 0, radius 0.44, 0.1843 0.2 0.2196 1",
        "Pump: arrow -1 -0.25 1, 1 -0.25 -1, radius 0.05, 0.851 0.5412 0.1608 1",
        "Drive: capsule 0 0.16 0.15, 0.4 0.16 -0.45, radius 0.07, 0.1843 0.2 0.2196 1",
        // What it is fixed to lies against the normal.
        "Hinge: box at -1.05 0 0, axes 0 0 -1, 0 1 0, 1 0 0, size 2 1.6 0.1, 0.8941 0.8863 0.8549 1",
        "Wall: box at 0 0 0.04, axes 1 0 0, 0 1 0, 0 0 1, size 2 1 0.08, 0.8941 0.8863 0.8549 1",
    ] {
        assert!(drawn.iter().any(|line| line == expected), "{expected} is not in\n{}", drawn.join("\n"));
    }
    // 5 m of hose between ends 3 m apart hang through by sqrt(3/8 3 (5 - 3)) = 1.5 m in the middle.
    let hose = drawn.iter().find(|line| line.starts_with("Hose: tube 0 0 0, ")).unwrap();
    assert!(hose.contains(", 1.5 0 1.5, ") && hose.contains(", 3 0 0, radius 0.02"), "{hose}");
}

/// A direction that is none, and a colour's scale that does not go up.
#[test]
fn what_has_no_direction_is_refused() {
    for (object, expected) in [
        (r#"base:Visual/Pump P Along="0,0,0""#, "`Along`: has no direction"),
        (r#"base:Visual/Hinge P Normal="0,0,0""#, "`Normal`: has no direction"),
    ] {
        let text = scenario(&[object], r#"P.Pos="0,0,0""#, "", r#"TOutput="0, 1""#);
        let sources = Sources::new(Source::new("symbols.xml", text));
        let diagnostics = load_from(&sources, LoadOptions::default()).unwrap_err();
        assert!(diagnostics.to_string().contains(expected), "{diagnostics}");
    }
}
