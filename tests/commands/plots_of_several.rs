//! `bowline plot` of several results, and charts as PNG.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{bowline, read, text};

fn folder(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for (name, table) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, table).unwrap();
    }
    directory
}

/// Plots, and has what is said and the JSON of the page.
fn page(directory: &TempDir, arguments: &[&str]) -> (String, serde_json::Value) {
    let output = bowline(directory, &[&["plot", "-o", "page.html"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = read(directory, "page.html");
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    (text(&output.stderr).to_owned(), serde_json::from_str(&page[start..end]).unwrap())
}

/// The label of a panel, and of each line the name, the colour and the dashes.
type PanelLook = (String, Vec<(String, u64, u64)>);

/// How the panels of a page look.
fn looks(data: &serde_json::Value) -> Vec<PanelLook> {
    let look = |line: &serde_json::Value| {
        let number = |key: &str| line[key].as_u64().unwrap();
        (line["name"].as_str().unwrap().to_owned(), number("colour"), number("dashes"))
    };
    let panel = |panel: &serde_json::Value| {
        (panel["label"].as_str().unwrap().to_owned(), panel["lines"].as_array().unwrap().iter().map(look).collect())
    };
    data["panels"].as_array().unwrap().iter().map(panel).collect()
}

fn named(name: &str, colour: u64, dashes: u64) -> (String, u64, u64) {
    (name.to_owned(), colour, dashes)
}

const BEFORE: &str = "Time [s],B.x[0] [m],B.x[1] [m],B.f [N]\n0,0,5,7\n1,1,6,8\n2,2,7,9\n";
/// Other rows, in millimetres, without the force, with a speed; its second element without a unit.
const AFTER: &str = "Time [s],B.x[0] [mm],B.x[1],B.v [m/s]\n0,500,5,1\n0.5,1500,6,1\n";

#[test]
fn lines_of_a_signal_share_a_panel_and_a_unit() {
    let directory = folder(&[("before.csv", BEFORE), ("after.csv", AFTER)]);
    let (told, data) = page(&directory, &["before.csv", "after.csv", "--signals=B.x[0]"]);
    assert_eq!(told, "page.html: 2 lines of 5 rows in 2 results\n");
    assert_eq!(looks(&data), [("B.x[0] [m]".to_owned(), vec![named("before", 0, 0), named("after", 1, 0)])]);
    let lines = &data["panels"][0]["lines"];
    assert_eq!(lines[0]["points"], serde_json::json!([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]));
    assert_eq!(lines[1]["points"], serde_json::json!([[0.0, 0.5], [0.5, 1.5]]));

    // Of several signals in a panel, colours tell signals apart, and dashes results; a signal of one is drawn of one.
    let (_, data) = page(&directory, &["before.csv", "after.csv"]);
    let positions =
        [("B.x[0] (before)", 0, 0), ("B.x[0] (after)", 0, 1), ("B.x[1] (before)", 1, 0), ("B.x[1] (after)", 1, 1)];
    let positions = positions.iter().map(|(name, colour, dashes)| named(name, *colour, *dashes)).collect();
    let expected = [
        ("[m]".to_owned(), positions),
        ("B.f [kN]".to_owned(), vec![named("before", 0, 0)]),
        ("B.v [m/s]".to_owned(), vec![named("after", 0, 1)]),
    ];
    assert_eq!(looks(&data), expected);
    let svg = bowline(&directory, &["plot", "before.csv", "after.csv", "-o", "both.svg"]);
    assert!(svg.status.success());
    assert_eq!(
        read(&directory, "both.svg").matches("stroke-dasharray=\"36 16\"").count(),
        6,
        "three lines and samples"
    );
}

#[test]
fn formats_and_folders_tell_files_apart() {
    let directory = folder(&[("1/a.csv", BEFORE), ("2/a.csv", BEFORE)]);
    let (_, data) = page(&directory, &["1/a.csv", "2/a.csv", "--signals=B.f", "--from=1"]);
    assert_eq!(looks(&data), [("B.f [kN]".to_owned(), vec![named("1/a", 0, 0), named("2/a", 1, 0)])]);
    assert_eq!(data["panels"][0]["lines"][0]["points"], serde_json::json!([[1.0, 0.008], [2.0, 0.009]]));
    let scenario = crate::program::tutorial();
    fs::create_dir(directory.path().join("p")).unwrap();
    for name in ["t.csv", "p/t.parquet"] {
        assert!(bowline(&directory, &["run", &scenario, "-q", "-o", name]).status.success());
    }
    let (_, data) = page(&directory, &["t.csv", "p/t.parquet", "--signals=B.Pos[2]"]);
    assert_eq!(looks(&data)[0].1, [named("t.csv", 0, 0), named("t.parquet", 1, 0)]);
    assert_eq!(data["panels"][0]["lines"][0]["points"], data["panels"][0]["lines"][1]["points"]);
}

#[test]
fn two_responses_are_one_diagram() {
    let response = |gain: f64| {
        let rows: String = (1..9).map(|hertz| format!("{hertz},{gain},{}\n", -10 * hertz)).collect();
        format!("Frequency [Hz],Y/U:magnitude [m],Y/U:phase [deg]\n{rows}")
    };
    let directory = folder(&[("p.csv", &response(1.0)), ("q.csv", &response(2.0)), ("t.csv", BEFORE)]);
    for (diagram, panels) in [("bode", 2), ("nyquist", 1), ("nichols", 1)] {
        let (_, data) = page(&directory, &["p.csv", "q.csv", "--as", diagram]);
        let looks = looks(&data);
        assert_eq!(looks.len(), panels);
        assert_eq!(looks[0].1, [named("Y/U (p)", 0, 0), named("Y/U (q)", 1, 0)]);
    }
    let (_, data) = page(&directory, &["p.csv", "q.csv"]);
    assert_eq!(data["panels"][0]["lines"][1]["points"][3], serde_json::json!([4.0, 2.0]));
    let output = bowline(&directory, &["plot", "t.csv", "p.csv"]);
    let expected =
        "`t.csv` is over `Time [s]`, and `p.csv` over `Frequency [Hz]`; name a column that all have with --over";
    assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
}

#[test]
fn mistakes_name_the_file_and_what_there_is() {
    let directory = folder(&[("before.csv", BEFORE), ("after.csv", AFTER), ("x.csv", "Time,x\n0,1\n")]);
    for (arguments, expected) in [
        (&["before.csv", "after.csv", "--signals=B.y"][..], "there is no column `B.y`; did you mean `B.f` or `B.v`?"),
        (&["before.csv", "./before.csv"], "`./before.csv` is named twice"),
        (&["before.csv", "after.csv", "--over=B.f"], "`after.csv`: there is no column `B.f`"),
        (&["before.csv", "--from=3"], "`before.csv` has no row in that stretch: its `Time` goes from 0 to 2"),
        (&["before.csv", "none.csv"], "cannot read `none.csv`"),
        (&["before.csv", "--size=100", "-o", "a.png"], "`100` is no size: give WIDTHxHEIGHT, each of 1 to 8192 pixels"),
        (&["before.csv", "--size=300x200", "-o", "a.png"], "a chart of 2 panels needs 480x317 pixels at the least"),
        (&["before.csv", "--size=900x900", "-o", "a.html"], "--size is for pictures"),
    ] {
        let output = bowline(&directory, &[&["plot"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    assert!(!directory.path().join("a.png").exists() && !directory.path().join("a.html").exists());
    let output = bowline(&directory, &["plot", "before.csv", "x.csv", "--signals=B.f"]);
    assert!(output.status.success() && text(&output.stderr).contains("`x.csv` has none of what is drawn"));
}

fn width_and_height(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

/// A picture of ours is replaced, one of somebody else is not.
#[test]
fn a_picture_is_as_large_as_asked() {
    let directory = folder(&[("before.csv", BEFORE)]);
    let plot = |arguments: &[&str]| bowline(&directory, &[&["plot", "before.csv", "-o", "a.png"], arguments].concat());
    let path = directory.path().join("a.png");
    assert_eq!(text(&plot(&["--signals=B.f"]).stderr), "a.png: 1 line of 3 rows\n");
    // Twice as many pixels as that of an SVG has.
    assert_eq!(width_and_height(&path), (2000, 714));
    assert!(plot(&["--size=640x480"]).status.success(), "it is replaced");
    assert_eq!(width_and_height(&path), (640, 480));
    assert!(plot(&["--size=1500x700"]).status.success());
    assert_eq!(width_and_height(&path), (1500, 700));

    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, 1, 1).write_header().unwrap();
    encoder.write_image_data(&[0]).unwrap();
    drop(encoder);
    fs::write(&path, &picture).unwrap();
    let refused = plot(&[]);
    assert!(text(&refused.stderr).contains("it holds something else than a chart"), "{}", text(&refused.stderr));
    assert_eq!(fs::read(&path).unwrap(), picture);
    assert!(plot(&["--force"]).status.success());
}
