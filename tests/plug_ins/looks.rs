//! Looks of libraries in C and C++, described and drawn.

use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::drawing::drawing;
use crate::program::native::{LIBRARIES, example, with_libraries};
use crate::program::text;

fn load(scenario: &str, libraries: &[&Path]) -> Arc<Model> {
    let mut catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
    for library in libraries {
        // SAFETY: they were built for these tests.
        unsafe { catalog.add_file(library) }.unwrap();
    }
    let sources = Sources::new(Source::new("looks.xml", scenario));
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The mass hangs at z = 0.0981 - 5.0981 cos(10 t).
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_spring_in_c_and_a_mass_in_cpp_are_drawn_where_they_are() {
    let scenario = std::fs::read_to_string(example("spring_and_mass.xml")).unwrap();
    let model = load(&scenario, &[&LIBRARIES.spring_in_c, &LIBRARIES.mass_in_cpp]);
    let mut run = Run::new(&model);
    for (time, z) in [(0.0, "-5"), (0.1, "-2.6564"), (0.5, "-1.348")] {
        run.advance_to(time, &mut NoRecorder).unwrap();
        assert_eq!(
            drawing(&model, run.signals().unwrap()),
            [
                format!("S: coil 0 0 -10, 0 0 {z}, radius 0.25, 10 windings"),
                format!("B: sphere at 0 0 {z}, radius 0.5, Simple/Red"),
            ],
            "{time} s"
        );
    }
}

/// A quarter about z takes x to y and y to -x.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn each_shape_of_c_and_cpp_is_drawn() {
    for (name, library) in [("looking_in_c", &LIBRARIES.looking_in_c), ("looking_in_cpp", &LIBRARIES.looking_in_cpp)] {
        let scenario = format!(
            r#"<Contents><OBJECTS><Lib LibName="{name}" SimObject="Looking" Name="L"/></OBJECTS>
                 <INTERCONNECTIONS>
                   <Connection L.Pos="1,2,3" L.Turn="1,0,0,1" L.Nodes="1,0,0, 0,1,0" L.Force="6,0,4000"/>
                 </INTERCONNECTIONS>
                 <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"#
        );
        let model = load(&scenario, &[library]);
        let axes = "axes 0 -1 0, 1 0 0, 0 0 1";
        assert_eq!(
            drawing(&model, Run::new(&model).signals().unwrap()),
            [
                "L: sphere at 1 2 3, radius 0.25, 0.5 0 1 1".to_owned(),
                format!("L: box at 1 2 3, {axes}, size 2 4 6, 1 0.502 0 1"),
                "L: cylinder 1 2 3, 0 1 0, radius 0.25, Simple/Red".to_owned(),
                "L: cone 1 2 3, 0 1 0, radius 0.25".to_owned(),
                "L: capsule 1 2 3, 0 1 0, radius 0.25".to_owned(),
                "L: line 1 0 0, 0 1 0, 3 10 20".to_owned(),
                "L: tube 1 3 3, 0 2 3, radius 0.25".to_owned(),
                "L: coil 1 2 3, 0 1 0, radius 0.25, 3 windings".to_owned(),
                "L: hydraulic cylinder 0 0 0, 0 0 0.5, 0 0 1.5, 0 0 2, radii 0.25 0.25 0".to_owned(),
                "L: arrow 1 2 3, 1.006 2 7, radius 0.05".to_owned(),
                "L: `so high` at 1 2 3, height 0.25".to_owned(),
                format!("L: axes at 1 2 3, {axes}, length 1.5"),
                format!("L: mesh hull.glb at 1 2 3, {axes}, scale 1 1 1"),
                "L: surface 0 0 1, 10 0 0, 20 0 0, 0 20 0, 10 20 1, 20 20 0 in rows of 3".to_owned(),
                "L: trail of 1 2 3 for 0.25 s, radius 0".to_owned(),
            ],
            "{name}"
        );
    }
}

/// The looks of a type, as its page in that format tells them.
fn described(arguments: &[&str], libraries: &[&Path]) -> String {
    let directory = TempDir::new().unwrap();
    let output = with_libraries(&directory, &[&["describe"], arguments].concat(), libraries);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn looks_of_c_and_cpp_are_described_alike() {
    let looks = |name: &str, library: &Path| -> Value {
        let page = described(&[&format!("{name}:Looking"), "--format", "json"], &[library]);
        serde_json::from_str::<Value>(&page).unwrap()["looks"].clone()
    };
    let in_c = looks("looking_in_c", &LIBRARIES.looking_in_c);
    assert_eq!(in_c, looks("looking_in_cpp", &LIBRARIES.looking_in_cpp));
    assert_eq!(in_c.as_array().unwrap().len(), 15);
    assert_eq!(
        in_c[5],
        json!({
            "shape": "line",
            "attributes": [{
                "name": "points",
                "unit": "m",
                "pieces": [
                    { "signal": "Nodes", "first": 0, "count": 6 },
                    { "signal": "Pos", "first": 2, "count": 1 },
                    { "numbers": [10.0, 20.0] },
                ],
            }],
            "material": null,
            "text": null,
        })
    );
    assert_eq!((&in_c[1]["material"], &in_c[12]["text"]), (&json!("#ff8000"), &json!("hull.glb")));
}

#[test]
fn looks_are_on_reference_pages() {
    let looks = |format| {
        let page = described(&["Body/Mass", "Material=Simple/Red", "Scale=3", "--format", format], &[]);
        page.split("Looks\n").nth(1).unwrap_or_else(|| panic!("no looks in {page}")).to_owned()
    };
    assert_eq!(looks("human"), "  sphere  centre Pos; radius 1.5; material Simple/Red\n");
    assert_eq!(
        looks("markdown"),
        "\n| shape | bound to |\n|---|---|\n| `sphere` | centre `Pos`; radius 1.5; material `Simple/Red` |\n"
    );
}
