//! `bowline export`: a finished run as a page, and as a file for 3D programs.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::browser::Browser;
use crate::program::{bowline, read, rows, scenario, text, tutorial};

fn export(directory: &TempDir, arguments: &[&str]) -> Output {
    bowline(directory, &[&["export"], arguments].concat())
}

/// Runs a scenario, with its results in `NAME.csv`.
fn record(directory: &TempDir, scenario: &Path, name: &str, more: &[&str]) {
    let (scenario, results) = (scenario.display().to_string(), format!("{name}.csv"));
    let run = [&["run", &scenario, "-q", "-o", &results], more].concat();
    let output = bowline(directory, &run);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Three spheres and words, far from the origin: a place in UTM coordinates.
fn write_far_scenario(directory: &TempDir) {
    let place = |shift: f64| format!("{},6650000,{}", 597_000.0 + shift, 12.0 + shift);
    let scenario = format!(
        r##"<Contents><VIEW Up="z"/><OBJECTS>
             <Lib LibName="base" SimObject="Visual/Sphere" Name="Ball" Radius="0.5" Material="#ff000080"/>
             <Lib LibName="base" SimObject="Visual/Box" Name="Block" Size="1, 2, 3"/>
             <Lib LibName="base" SimObject="Visual/Text" Name="Words" Text="Ærøy &lt;/script&gt; &quot;ø²&quot;" Height="0.7"/>
             <Lib LibName="base" SimObject="Visual/Mesh" Name="Hull" File="hull.stl"/>
           </OBJECTS><INTERCONNECTIONS>
             <Connection Ball.Pos="{}" Block.Pos="{}" Words.Pos="{}" Hull.Pos="{}"/>
           </INTERCONNECTIONS><INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"##,
        place(0.0),
        place(3.0),
        place(5.0),
        place(7.0)
    );
    fs::write(directory.path().join("far.xml"), scenario).unwrap();
    fs::write(directory.path().join("hull.stl"), "a hull, but not as a file").unwrap();
}

/// What a person does with a page; prints what is to be seen, as JSON.
const USE: &str = include_str!("export/colleague.py");

/// The time on a page, s.
fn time(told: &Value) -> f64 {
    told.as_str().and_then(|told| told.strip_prefix("t = ")?.strip_suffix(" s")?.parse().ok()).unwrap()
}

/// A number as a page writes it.
fn number(told: &Value) -> f64 {
    told.as_str().unwrap().replace('−', "-").parse().unwrap()
}

/// A colleague opens it: the whole page, and nothing but the page.
#[test]
fn a_colleague_plays_a_page_and_reads_the_numbers_of_the_run() {
    let Some(browser) = Browser::new() else { return };
    let directory = TempDir::new().unwrap();
    record(&directory, &scenario("excavator.xml"), "excavator", &["--until", "4", "--record-view"]);
    let output = export(&directory, &["excavator.csv", "--plot", "Arm.Angle"]);
    let said = text(&output.stderr);
    assert!(said.starts_with("excavator.html: a page of 301 frames, ") && said.ends_with(" MB\n"), "{said}");
    let page = read(&directory, "excavator.html");
    assert!(page.len() < 500_000 && !page.contains("src=") && !page.contains("http://"), "{}", page.len());
    write_far_scenario(&directory);
    record(&directory, &directory.path().join("far.xml"), "far", &["--record-view"]);
    let output = export(&directory, &["far.csv", "--title", "Far </title> away"]);
    assert!(text(&output.stderr).contains("warning: a box is drawn instead of the mesh `"), "{}", text(&output.stderr));
    // Ended by its first step.
    let tutorial = tutorial();
    let run =
        ["run", &tutorial, "-q", "--record-view", "-o", "single.csv", "--set=Engine:HMax=1", "--set=Engine:HMin=0.5"];
    assert_eq!(bowline(&directory, &run).status.code(), Some(1));
    assert!(export(&directory, &["single.csv"]).status.success());

    let told: Value = serde_json::from_str(&browser.use_page(&directory.path().join("excavator.html"), USE)).unwrap();
    assert_eq!((&told["log"], &told["notices"]), (&json!([]), &json!("")));
    assert_eq!(told["title"], "excavator.xml");

    // It plays, pauses, and goes where one wants.
    assert_eq!(time(&told["first"]), 0.0);
    assert!(time(&told["played"]) > 0.0 && time(&told["played"]) < 4.0, "{}", told["played"]);
    assert_eq!(told["paused"], told["played"]);
    assert!(time(&told["again"]) > time(&told["paused"]));
    assert_eq!(time(&told["slid"]), 2.0);
    assert_eq!(told["speed"], 5.0);

    // Numbers are those of the row at 2 s, to six digits; behind them they are the same to the last bit.
    let csv = read(&directory, "excavator.csv");
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let rows = rows(&csv);
    let row = rows.iter().find(|row| row[0] == 2.0).unwrap();
    let before = &rows[rows.iter().position(|row| row[0] == 2.0).unwrap() - 1];
    let of = |name: &str| row[names.iter().position(|known| *known == name).unwrap()];
    let is_near = |shown: f64, exact: f64| (shown - exact).abs() <= 5.1e-6 * exact.abs();
    for (at, name) in names.iter().enumerate().skip(1) {
        let shown = number(&told["si"][name][0]);
        assert!(is_near(shown, row[at]), "{name}: {shown}, {}", row[at]);
        let exact = &told["exact"][at - 1];
        assert_eq!((&exact[0], exact[1].as_f64()), (&json!(name), Some(row[at])));
        // Rows are 0.02 s apart.
        let middle = 0.5 * (before[at] + row[at]);
        assert!((exact[2].as_f64().unwrap() - middle).abs() <= 1e-9 * middle.abs().max(1e-9), "{name}");
    }
    let pressure = of("Boom.Cylinder.p0");
    assert_eq!(told["si"]["Boom.Cylinder.p0"][1], "Pa");
    for shown in [&told["shown"]["Boom.Cylinder.p0"], &told["selected"]["p0"]] {
        assert_eq!(shown[1], "bar");
        assert!(is_near(1e5 * number(&shown[0]), pressure), "{shown}");
    }
    let angle = of("Arm.Angle[0]");
    let degrees = number(&told["shown"]["Arm.Angle[0]"][0]);
    assert!(is_near(degrees.to_radians(), angle), "{degrees}");

    // What the pointer is on, with all that was recorded of it.
    let tip = &told["tip"];
    assert_eq!((&tip[0], &tip[1]), (&json!("Boom.Cylinder"), &json!("Hydraulic/ActuatorSimple")));
    assert_eq!((&tip[2], &tip[4], &tip[5]), (&json!("p0"), &json!("bar"), &json!("p1")));
    assert!(is_near(1e5 * number(&tip[3]), pressure), "{tip}");

    // Plots: those that were asked for, and those that are ticked.
    let legends =
        |told: &Value| told.as_array().unwrap().iter().map(|each| each.as_str().unwrap().to_owned()).collect();
    let (asked, ticked): (Vec<String>, Vec<String>) = (legends(&told["plots"]), legends(&told["ticked"]));
    assert!(
        asked.len() == 1 && asked[0].contains("Arm.Angle[0] = ") && asked[0].contains("Arm.Angle[1] = "),
        "{asked:?}"
    );
    assert!(ticked.len() == 2 && ticked[1].starts_with("Boom.Cylinder.p0 = "), "{ticked:?}");
    let clicked = time(&told["clicked"]);
    assert!(clicked > 2.5 && clicked < 4.0, "{clicked}");

    // Orbit, pan, zoom, and back.
    let eyes: Vec<Vec<f64>> = serde_json::from_value(told["eyes"].clone()).unwrap();
    let [first, orbited, panned, zoomed, reset] = eyes.as_slice() else { panic!("{eyes:?}") };
    assert!(orbited[..2] != first[..2] && orbited[2..] == first[2..], "{eyes:?}");
    assert!(panned[..3] == orbited[..3] && panned[3..] != orbited[3..], "{eyes:?}");
    assert!(zoomed[2] < panned[2] && zoomed[3..] == panned[3..], "{eyes:?}");
    assert_eq!(reset, first);

    assert_eq!(told["labels"], json!(["Ærøy </script> \"ø²\""]));
    assert_eq!(told["written"], 1);
    assert_eq!(told["far"], json!(["Ball", "Visual/Sphere"]));
    assert_eq!((time(&told["single"]), time(&told["over"])), (0.0, 0.0));
}

/// What a page draws of trails and of colours along shapes; prints it as JSON.
const COLOURS: &str = include_str!("export/colours.py");

/// A ball that flies 1 m each second along x: a trail of the last 2 s, and one of all; a rope and a sheet with a number for
/// each point.
fn write_colourful_scenario(directory: &TempDir) {
    let scenario = r##"<Contents><VIEW Up="z"/><OBJECTS>
         <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="0"/>
         <Lib LibName="base" SimObject="Visual/Trail" Name="Path" Duration="2" ColourScale="0,4"/>
         <Lib LibName="base" SimObject="Visual/Trail" Name="Whole" Radius="0.25" Material="#ff0000"/>
         <Lib LibName="base" SimObject="Visual/Line" Name="Rope" PointCount="3" ColourScale="0,4" ColourAlong="true"/>
         <Lib LibName="base" SimObject="Visual/Surface" Name="Sheet" ColourScale="0,4" ColourAlong="true"/>
       </OBJECTS><INTERCONNECTIONS>
         <Connection B.Force="0,0,0" Path.Pos="B.Pos" Path.Colour="B.Pos[0]" Whole.Pos="B.Pos"/>
         <Connection Rope.Points="0,0,1, 2,0,1, 4,0,1" Rope.Colour="0,2,4"/>
         <Connection Sheet.Pos="0,1,0" Sheet.Heights="0,0,0,1" Sheet.Colour="0,2,4,4"/>
       </INTERCONNECTIONS>
       <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="1,0,0"/></INITIALIZATION>
       <INTEGRATION><Engine TOutput="0:0.5:4"/></INTEGRATION></Contents>"##;
    fs::write(directory.path().join("colourful.xml"), scenario).unwrap();
}

/// Ends of viridis and its middle, as matplotlib has it.
const PURPLE: [u8; 4] = [68, 1, 84, 255];
const TEAL: [u8; 4] = [33, 145, 140, 255];
const YELLOW: [u8; 4] = [253, 231, 37, 255];

fn is_colour(told: &Value, wanted: [u8; 4]) -> bool {
    let parts: Vec<i64> = serde_json::from_value(told.clone()).unwrap();
    parts.iter().zip(wanted).all(|(part, wanted)| (part - i64::from(wanted)).abs() <= 1)
}

#[test]
fn a_page_has_trails_and_the_colours_of_points() {
    let Some(browser) = Browser::new() else { return };
    let directory = TempDir::new().unwrap();
    write_colourful_scenario(&directory);
    record(&directory, &directory.path().join("colourful.xml"), "colourful", &["--record-view"]);
    assert!(export(&directory, &["colourful.csv", "-q"]).status.success());
    let told: Value =
        serde_json::from_str(&browser.use_page(&directory.path().join("colourful.html"), COLOURS)).unwrap();
    assert_eq!(told["log"], json!([]));
    // The page's origin is in the middle of all that is seen: ends count from those of the rope, from 0 to 4 m.
    let origin = told["0"]["Rope"][0][0].as_f64().unwrap();
    let ends = |time: &str, name: &str| {
        let pieces = told[time][name].as_array().unwrap();
        let x = |end: &Value| end.as_f64().unwrap() - origin;
        for pair in pieces.windows(2) {
            assert!((x(&pair[0][1]) - x(&pair[1][0])).abs() < 1e-5, "{name} has a gap at {time} s");
        }
        [x(&pieces[0][0]), x(&pieces[pieces.len() - 1][1])]
    };
    let assert_ends = |time: &str, name: &str, wanted: [f64; 2]| {
        let found = ends(time, name);
        assert!(
            found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-4),
            "{time} {name}: {found:?}"
        );
    };
    for (time, from, to) in [("0.75", 0.0, 0.75), ("3.3", 1.3, 3.3), ("4", 2.0, 4.0)] {
        assert_ends(time, "Path", [from, to]);
        assert_ends(time, "Whole", [0.0, to]);
        assert_ends(time, "Rope", [0.0, 4.0]);
    }
    let last = told["4"]["Path"].as_array().unwrap();
    assert!(is_colour(&last[0][2], TEAL) && is_colour(&last[last.len() - 1][3], YELLOW), "{:?}", last[0]);
    let whole = &told["4"]["Whole"][0];
    assert!(is_colour(&whole[2], [255, 0, 0, 255]) && whole[4] == json!(0.25), "{whole}");
    let rope = told["4"]["Rope"].as_array().unwrap();
    assert_eq!(rope.len(), 2);
    for (colour, wanted) in [(&rope[0][2], PURPLE), (&rope[0][3], TEAL), (&rope[1][2], TEAL), (&rope[1][3], YELLOW)] {
        assert!(is_colour(colour, wanted), "{rope:?}");
    }
    // Its colours are not lighter where it is high: the first number is by how much.
    for (corner, wanted) in told["surface"].as_array().unwrap().iter().zip([PURPLE, TEAL, YELLOW, YELLOW]) {
        assert!(corner[0] == 255 && is_colour(&json!(corner.as_array().unwrap()[1..]), wanted), "{corner}");
    }
}

/// Rods come one by one, and go when the trail no longer has them.
#[test]
fn a_trail_is_rods_that_come_and_go_in_a_glb() {
    let directory = TempDir::new().unwrap();
    write_colourful_scenario(&directory);
    record(&directory, &directory.path().join("colourful.xml"), "colourful", &["--record-view=5"]);
    let output = export(&directory, &["colourful.csv", "-o", "colourful.glb", "--fps", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = glb(&directory, "colourful.glb");
    let nodes = file.0["nodes"].as_array().unwrap();
    let of =
        |name: &str| nodes.iter().find(|node| node["name"] == name).unwrap()["children"].as_array().unwrap().clone();
    let channels = file.0["animations"][0]["channels"].as_array().unwrap();
    // Length of each rod at 0, 1, 2, 3 and 4 s: there is one for each fifth of a second.
    let lengths = |name: &str| -> Vec<Vec<f32>> {
        let scale = |node: &Value| {
            let is_it = |channel: &&Value| channel["target"] == json!({ "node": node, "path": "scale" });
            let channel = channels.iter().find(is_it).unwrap();
            let sampler = &file.0["animations"][0]["samplers"][channel["sampler"].as_u64().unwrap() as usize];
            assert_eq!(sampler["interpolation"], "STEP");
            numbers(&file, &sampler["output"], 3).iter().map(|scale| scale[1]).collect()
        };
        of(name).iter().map(scale).collect()
    };
    let sums = |name: &str| -> Vec<f32> {
        let all = lengths(name);
        (0..5).map(|frame| all.iter().map(|lengths| lengths[frame]).sum()).collect()
    };
    for (name, wanted) in [("Whole", [0.0, 1.0, 2.0, 3.0, 4.0]), ("Path", [0.0, 1.0, 2.0, 2.0, 2.0])] {
        let found = sums(name);
        // A rod that the end of a trail is in is there or not.
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.21), "{name}: {found:?}");
    }
}

/// A binary glTF file: its document, and its numbers.
fn glb(directory: &TempDir, name: &str) -> (Value, Vec<u8>) {
    let bytes = fs::read(directory.path().join(name)).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let length = word(12);
    assert_eq!(&bytes[16..20], b"JSON");
    let document = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    assert_eq!((&bytes[24 + length..28 + length], word(20 + length)), (&b"BIN\0"[..], bytes.len() - length - 28));
    (document, bytes[28 + length..].to_vec())
}

/// The numbers of an accessor, so many for each of its elements.
fn numbers((document, bytes): &(Value, Vec<u8>), accessor: &Value, width: usize) -> Vec<Vec<f32>> {
    let accessor = &document["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &document["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let first = view["byteOffset"].as_u64().unwrap() + accessor["byteOffset"].as_u64().unwrap_or(0);
    let count = accessor["count"].as_u64().unwrap() as usize;
    let bytes = &bytes[first as usize..][..4 * width * count];
    let all: Vec<f32> = bytes.chunks(4).map(|number| f32::from_le_bytes(number.try_into().unwrap())).collect();
    all.chunks(width).map(<[f32]>::to_vec).collect()
}

/// The node of the only part of a SimObject.
fn part(document: &Value, name: &str) -> usize {
    let nodes = document["nodes"].as_array().unwrap();
    let object = nodes.iter().find(|node| node["name"] == name).unwrap();
    assert_eq!(object["children"].as_array().unwrap().len(), 1);
    object["children"][0].as_u64().unwrap() as usize
}

/// How a node moves: its translations.
fn translations(file: &(Value, Vec<u8>), node: usize) -> (Vec<f32>, Vec<Vec<f32>>) {
    let animation = &file.0["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let is_wanted = |channel: &&Value| channel["target"] == json!({ "node": node, "path": "translation" });
    let channel = channels.iter().find(is_wanted).unwrap();
    let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
    assert_eq!(sampler["interpolation"], "LINEAR");
    let times = numbers(file, &sampler["input"], 1).concat();
    (times, numbers(file, &sampler["output"], 3))
}

/// The bucket hangs where the results have it, in axes whose y points up and whose origin is the scenario's.
#[test]
fn nodes_of_a_glb_move_as_the_scene_does() {
    let directory = TempDir::new().unwrap();
    record(&directory, &scenario("excavator.xml"), "excavator", &["--until", "4", "--record-view=50"]);
    let output = export(&directory, &["excavator.csv", "-o", "excavator.glb", "--fps", "10"]);
    assert!(text(&output.stderr).starts_with("excavator.glb: a scene of 41 frames, "), "{}", text(&output.stderr));
    let file = glb(&directory, "excavator.glb");
    let document = &file.0;
    let root = &document["nodes"][document["scenes"][0]["nodes"][0].as_u64().unwrap() as usize];
    let origin: Vec<f64> = serde_json::from_value(root["translation"].clone()).unwrap();
    assert_eq!(root["name"], "excavator.xml");

    let bucket = part(document, "Body.Bucket");
    let (times, places) = translations(&file, bucket);
    assert_eq!((times.len(), times[0], times[40]), (41, 0.0, 4.0));
    let csv = read(&directory, "excavator.csv");
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let columns =
        ["Arm.Pos4[0]", "Arm.Pos4[1]", "Arm.Pos4[2]"].map(|name| names.iter().position(|known| *known == name));
    let rows = rows(&csv);
    let mut reached = [f64::INFINITY, f64::NEG_INFINITY];
    for (time, place) in times.iter().zip(&places) {
        let row = rows.iter().find(|row| (row[0] - f64::from(*time)).abs() < 1e-6).unwrap();
        let [x, y, z] = columns.map(|column| row[column.unwrap()]);
        let world = place.iter().zip(&origin).map(|(place, origin)| f64::from(*place) + origin);
        for (is, should) in world.zip([x, -z, y]) {
            assert!((is - should).abs() < 1e-5, "at {time}: {is}, {should}");
        }
        reached = [reached[0].min(x), reached[1].max(x)];
    }
    assert!(reached[1] - reached[0] > 1.0, "it moves: {reached:?}");
    let radius = document["nodes"][bucket]["scale"][0].as_f64().unwrap();
    assert!((radius - 0.45).abs() < 1e-7, "{radius}");

    // What is not told of a colour is steel, dark or the like; this one is said: #9fb4c7, in linear light.
    let mesh = &document["meshes"][document["nodes"][part(document, "Body.Cabin")]["mesh"].as_u64().unwrap() as usize];
    let material = &document["materials"][mesh["primitives"][0]["material"].as_u64().unwrap() as usize];
    let colour: Vec<f64> = serde_json::from_value(material["pbrMetallicRoughness"]["baseColorFactor"].clone()).unwrap();
    for (is, should) in colour.iter().zip([0.347, 0.456, 0.571, 1.0]) {
        assert!((is - should).abs() < 1e-3, "{colour:?}");
    }
}

/// A spring keeps one mesh and stretches; the mass swings as its closed form says.
#[test]
fn a_spring_of_a_glb_stretches() {
    let directory = TempDir::new().unwrap();
    record(&directory, Path::new(&tutorial()), "spring", &["--until", "1", "--record-view"]);
    assert!(export(&directory, &["spring.csv", "-o", "spring.glb", "-q"]).status.success());
    let file = glb(&directory, "spring.glb");
    let spring = part(&file.0, "S");
    let channels = file.0["animations"][0]["channels"].as_array().unwrap();
    let is_length = |channel: &&Value| channel["target"] == json!({ "node": spring, "path": "scale" });
    let sampler = channels.iter().find(is_length).unwrap()["sampler"].as_u64().unwrap() as usize;
    let lengths = numbers(&file, &file.0["animations"][0]["samplers"][sampler]["output"], 3);
    let (times, _) = translations(&file, part(&file.0, "B"));
    for (time, length) in times.iter().zip(&lengths) {
        // From 10 m above the origin of z, which points down, to the mass.
        let height = 10.0 + crate::program::tutorial_height(f64::from(*time));
        assert!((f64::from(length[1]) - height).abs() < 1e-3, "at {time}: {length:?}, {height}");
    }
}

#[test]
fn what_cannot_be_exported_is_told_and_nothing_is_lost() {
    let directory = TempDir::new().unwrap();
    record(&directory, Path::new(&tutorial()), "a", &["--until", "1", "--record-view"]);
    let refused = |arguments: &[&str], why: &str| {
        let output = export(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.starts_with("error: ") && said.contains(why), "{arguments:?}: {said}");
    };
    refused(&["a.csv", "-o", "a.pdf"], "`a.pdf`: a run is exported as .html, a page, or as .glb, a scene");
    refused(&["b.csv"], "`bowline run FILE --record-view` writes it");
    refused(&["a.csv", "--plot", "B.Poss"], "there is no column `B.Poss` to plot; columns: `B.Pos[0]`, ");
    refused(&["a.csv", "--plot", "B.Pos", "-o", "a.glb"], "--plot is for pages");
    refused(&["a.csv", "--from", "2"], "there is no frame of t = 2 s: it goes from 0 to 1 s");
    refused(&["a.csv", "--from", "0.5", "--until", "0.25"], "--until 0.25 lies before --from 0.5");
    refused(&["a.csv", "--fps", "1e6"], "1000000 frames are too many");
    refused(&["a.csv", "--hide", "Body/Mas"], "there is nothing of type `Body/Mas` to hide: ");
    for name in ["mine.html", "mine.glb"] {
        fs::write(directory.path().join(name), "<html>my own</html>").unwrap();
        refused(&["a.csv", "-o", name], &format!("cannot write `{name}`: it holds something else than "));
        assert_eq!(read(&directory, name), "<html>my own</html>");
        assert!(export(&directory, &["a.csv", "-o", name, "--force"]).status.success());
        // By now it is ours.
        assert!(export(&directory, &["a.view", "-o", name, "-q"]).status.success());
    }
    // Without its results it has its scene.
    fs::remove_file(directory.path().join("a.csv")).unwrap();
    let output = export(&directory, &["a.view"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).starts_with("the results of the run are not beside its view: "));
}
