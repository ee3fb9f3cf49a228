//! Bundles of libraries in C and C++, beside those of Rust.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, Run, Source, Sources, Table};
use serde_json::{Value, json};
use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::tlm;
use simobject_host::{Bundle, Library, Session, Surroundings};
use tempfile::TempDir;

use crate::bundled::{Brake, Bungling, Flywheel, Plug, TlmMass, TlmSpring};
use crate::program::native::{LIBRARIES, assert_says, with_libraries};
use crate::program::text;

simobject::library! {
    name: "laboratory",
    types: [TlmMass, TlmSpring, Flywheel, Brake, Plug, Bungling, Origins],
}

/// Side Q of all the kinds that come with Bowline, with zeros.
struct Origins {
    outputs: Vec<Out<1>>,
}

impl SimObject for Origins {
    const NAME: &'static str = "Origins";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let kinds = [
            ("Hydraulic", &tlm::HYDRAULIC, &["p", "q"][..]),
            ("Mechanic", &tlm::MECHANIC, &["v", "f", "x", "me"]),
            ("Rotational", &tlm::ROTATIONAL, &["w", "T", "a", "Je"]),
            ("Electric", &tlm::ELECTRIC, &["U", "I"]),
        ];
        let mut outputs = Vec::new();
        for (name, kind, members) in kinds {
            let bundle = c.bundle(name, kind, "Q", "");
            outputs.extend(members.iter().map(|member| c.out_member::<1>(bundle, member)));
            let _: [In<1>; 2] = ["c", "Zc"].map(|member| c.in_member(bundle, member));
        }
        c.common_computation(Self::rest).fills(&outputs);
        Ok(Self { outputs })
    }
}

impl Origins {
    fn rest(&self, io: &mut Io<'_>) {
        self.outputs.iter().for_each(|output| io.set(*output, [0.0]));
    }
}

fn catalog() -> Catalog {
    let mut catalog = Catalog::new([&LIBRARY, &bowline_base::LIBRARY, &bowline_mechanics::LIBRARY]);
    for library in [&LIBRARIES.bundled_in_c, &LIBRARIES.bundled_in_cpp] {
        // SAFETY: it was built for this.
        unsafe { catalog.add_file(library) }.unwrap();
    }
    catalog
}

fn load(sections: &str) -> Arc<Model> {
    let text = format!("<Contents>{sections}</Contents>");
    let sources = Sources::new(Source::new("test.xml", text.as_str()));
    bowline_engine::load(&sources, &catalog(), LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The bits of all rows, in the order of the columns' names, and on how many
/// threads they were calculated.
fn rows(model: &Arc<Model>) -> (Vec<Vec<u64>>, usize) {
    let mut table = Table::new(model);
    let mut run = Run::new(model);
    run.to_end(&mut table, &mut |_| ControlFlow::Continue(())).unwrap();
    let mut order: Vec<usize> = (0..model.columns().len()).collect();
    order.sort_by_key(|column| model.column_name(&model.columns()[*column]));
    let bits = |row: &[f64]| order.iter().map(|column| row[*column].to_bits()).collect();
    (table.rows().iter().map(|(_, row)| bits(row)).collect(), run.statistics().threads)
}

/// Masses and springs in a row; each from the libraries in turn.
fn chain(masses: usize, libraries: [&[&str]; 2], engine: &str) -> String {
    let [of_masses, of_springs] = libraries;
    let kind = |of: &[&str], number: usize, name: &str| match of[number % of.len()] {
        "laboratory" => format!(r#"LibName="laboratory" SimObject="Tlm{name}""#),
        library => format!(r#"LibName="{library}" SimObject="Tlm/{name}""#),
    };
    let (mut objects, mut connections) = (String::new(), String::new());
    for i in 0..masses {
        let (mass, start) = (0.01 * (1 + i % 3) as f64, (i % 7) as f64 - 2.5);
        let kind = kind(of_masses, i, "Mass");
        objects += &format!(r#"<Lib {kind} Name="M{i}" Mass="{mass}" Start="{start}"/>"#);
    }
    // Both ends of the chain are open.
    for i in 0..masses - 1 {
        objects += &format!(r#"<Lib {} Name="S{i}" Zc="0.7"/>"#, kind(of_springs, i, "Spring"));
        connections += &format!(r#"<Connection M{i}.P2="S{i}.P1" S{i}.P2="M{}.P1"/>"#, i + 1);
    }
    format!(
        r#"<OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
           <INTEGRATION><Engine SampleTime="0.001" TOutput="0:0.001:0.05" LogStates="0" {engine}/></INTEGRATION>"#
    )
}

const ONLY_RUST: [&[&str]; 2] = [&["laboratory"], &["laboratory"]];
const MIXED: [&[&str]; 2] = [&["laboratory", "bundled_too", "bundled_too"], &["bundled", "laboratory"]];

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn elements_of_three_languages_in_one_chain_give_the_bits_of_one() {
    let recorded = r#"FileOutput="objects:inputs, objects:outputs""#;
    let (expected, _) = rows(&load(&chain(13, ONLY_RUST, recorded)));
    assert_eq!(expected.len(), 51);
    assert_eq!(expected[0].len(), (13 + 12) * 12);
    assert!(expected[50].iter().all(|bits| f64::from_bits(*bits).is_finite()));
    for libraries in [MIXED, [&["bundled_too"], &["bundled"]]] {
        assert!(rows(&load(&chain(13, libraries, recorded))).0 == expected, "{libraries:?}");
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn so_they_do_on_any_number_of_threads() {
    const BRAKES: usize = 100;
    const PORTS: usize = 300;
    let with = |threads: usize, is_whole: bool| {
        let (mut objects, mut connections) = (String::new(), String::new());
        for i in 0..BRAKES {
            objects += &format!(r#"<Lib LibName="laboratory" SimObject="Brake" Name="B{i}" Ports="{PORTS}"/>"#);
        }
        for i in 0..BRAKES * PORTS {
            let (brake, port) = (i / PORTS, i % PORTS + 1);
            let kind = [r#""bundled" SimObject="Rotating/Flywheel""#, r#""laboratory" SimObject="Flywheel""#][i % 2];
            objects += &format!(r#"<Lib LibName={kind} Name="F{i}" Inertia="{}"/>"#, 1 + i);
            let bundle = format!("B{brake}.S{port}");
            connections += &match (is_whole, i % 3) {
                (true, 0) => format!(r#"<Connection {bundle}="F{i}.Shaft"/>"#),
                (true, _) => format!(r#"<Connection F{i}.Shaft="{bundle}"/>"#),
                (false, _) => {
                    ["w", "axis"]
                        .map(|member| format!(r#"<Connection {bundle}.{member}="F{i}.Shaft.{member}"/>"#))
                        .concat()
                        + &format!(r#"<Connection F{i}.Shaft.T="{bundle}.T"/>"#)
                }
            };
        }
        let model = load(&format!(
            r#"<OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0:0.1:0.3" IntegratorMethod="RK4" stepsize="0.1" NumCores="{threads}"/></INTEGRATION>"#
        ));
        let (rows, used) = rows(&model);
        assert_eq!(used, threads, "the model is large enough");
        rows
    };
    let expected = with(1, false);
    for threads in [2, 3] {
        assert!(with(threads, true) == expected, "{threads} threads");
    }
}

/// 2 w' = -3 w, and w' = -3 w, with a member that is a state.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn kinds_of_two_languages_are_the_same() {
    for (wheel, brake, port, rate) in [
        (r#""bundled" SimObject="Rotating/Flywheel""#, r#""bundled_too" SimObject="Rotating/Brake""#, "Shaft", 1.5),
        (r#""bundled" SimObject="Rotating/Flywheel""#, r#""laboratory" SimObject="Brake""#, "S1", 1.5),
        (r#""bundled_too" SimObject="Rotating/Wheel""#, r#""laboratory" SimObject="Brake""#, "S1", 3.0),
        (r#""laboratory" SimObject="Flywheel""#, r#""bundled_too" SimObject="Rotating/Brake""#, "Shaft", 1.5),
    ] {
        let model = load(&format!(
            r#"<OBJECTS><Lib LibName={wheel} Name="F"/><Lib LibName={brake} Name="B"/></OBJECTS>
               <INTERCONNECTIONS><Connection B.{port}="F.Shaft"/></INTERCONNECTIONS>
               <INTEGRATION><Engine TOutput="0, 1" AbsTol="1e-12" RelTol="1e-12" FileOutput="F.Shaft.w"/></INTEGRATION>"#
        ));
        let w = f64::from_bits(rows(&model).0[1][0]);
        assert!((w - f64::exp(-rate)).abs() < 1e-10, "{wheel}, {brake}: {w}");
    }
}

struct Nothing;

impl Surroundings for Nothing {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        panic!("{path} is read")
    }

    fn sample_time(&self) -> simobject_host::SampleTime {
        simobject_host::SampleTime::Unknown
    }
}

fn bundles(library: &Library, kind: &str) -> Vec<Bundle> {
    let kind = library.types().find(|known| known.name() == kind).unwrap();
    kind.declare(Session::declaring("X", &[], &Nothing)).declaration.interface.bundles
}

/// Names, sides, members, units, widths, descriptions and open ends.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn the_kinds_of_the_header_are_those_of_the_crate() {
    let catalog = catalog();
    let of_header = bundles(catalog.library("bundled").unwrap().unwrap().library, "Tlm/Ends");
    let of_crate = bundles(Library::linked_in(&LIBRARY), "Origins");
    assert_eq!(of_header.len(), 4);
    for (one, other) in of_header.iter().zip(&of_crate) {
        assert_eq!(one.kind, other.kind);
        assert!(one.fits(other) && other.fits(one));
        assert!(one.kind.members.iter().all(|member| !member.doc.is_empty() && !member.unit.is_empty()));
    }
}

#[test]
fn the_kinds_of_the_guide_are_those_of_the_crate() {
    let guide = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide.md")).unwrap();
    let rows: String = bundles(Library::linked_in(&LIBRARY), "Origins")
        .iter()
        .map(|Bundle { kind, .. }| {
            let given = |side: usize| {
                let members = kind.members.iter().filter(|member| member.giver == side);
                members.map(|m| format!("`{}` {}", m.name, m.unit)).collect::<Vec<_>>().join(", ")
            };
            format!("| `{}` | {} | {} |\n", kind.name, given(0), given(1))
        })
        .collect();
    let table = format!("| kind | side Q gives | side C gives |\n|---|---|---|\n{rows}\n");
    assert!(guide.contains(&table), "docs/guide.md should have:\n{table}");
}

fn described(kind: &str, library: &Path, format: &str) -> String {
    let directory = TempDir::new().unwrap();
    let output = with_libraries(&directory, &["describe", kind, "--format", format], &[library]);
    assert!(output.status.success(), "{kind}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn bundles_are_described() {
    let page: Value = serde_json::from_str(&described("Rotating/Flywheel", &LIBRARIES.bundled_in_c, "json")).unwrap();
    let expected = json!([{
        "name": "Shaft", "doc": "What it drives", "kind": "Shaft", "kind_doc": "A rotating shaft", "side": "Drive",
        "other_side": "Load", "gives": ["Shaft.w", "Shaft.axis"], "reads": ["Shaft.T"],
    }]);
    assert_eq!(page["bundles"], expected);
    assert_eq!(page["in_ports"][0]["name"], "Shaft.T");
    assert_eq!(page["in_ports"][0]["fallback"], json!({"parameter": null, "values": [0.0]}));
    assert_eq!(page["out_ports"][0]["unit"], "rad/s");
    assert_eq!(page["out_ports"][0]["doc"], "Angular velocity");

    let page = described("Tlm/Mass", &LIBRARIES.bundled_in_cpp, "markdown");
    let members = "gives `P1.v`, `P1.f`, `P1.x`, `P1.me`; reads `P1.c`, `P1.Zc`";
    let row = format!("\n| `P1` | side `Q` of `TlmMechanic`, to side `C` | {members} | Where it is held |\n");
    assert!(page.contains(&row), "{page}");
    assert!(page.contains("\n| `P2.Zc` | 1 | N s/m | `0` | Characteristic impedance |\n"), "{page}");

    let page = described("Rotating/Brake", &LIBRARIES.bundled_in_cpp, "human");
    let row =
        "side Load of Shaft, to side Drive  gives Shaft.T; reads Shaft.w, Shaft.axis  The shaft that it slows down";
    assert!(page.contains(&format!("\n  Shaft  {row}\n")), "{page}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_editor_knows_of_bundles() {
    let directory = TempDir::new().unwrap();
    let schema = text(&with_libraries(&directory, &["schema"], &[&LIBRARIES.bundled_in_c]).stdout);
    assert!(schema.contains("Bundles: P1 (TlmMechanic, side C); P2 (TlmMechanic, side C)"), "{schema}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_no_bundle_is_told() {
    let directory = TempDir::new().unwrap();
    let told = |kind: &str, library: &Path| {
        let output = with_libraries(&directory, &["describe", kind], &[library]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert_says(
        &told("Bad/Bungling", &LIBRARIES.bundled_in_c),
        &[
            "a kind of bundle cannot be read: a null pointer was given",
            "`b` is a member of bundle number 7, but only 0 are declared",
            "the bundle `A` is of side ``, but Shaft has `Drive` and `Load`",
            "a side of Shaft has 18446744073709551615 members, more than 4096",
            "the members of a kind of bundle are at a null pointer",
            "a kind of bundle cannot be read: a struct of 4 bytes was given, where 104 are the least",
            "a bundle cannot be read: a struct of 16 bytes was given, where 64 are the least",
            "a bundle cannot be read: a null pointer was given",
            "the member `F.w` must be an in-port or an out-port",
            "the bundle `F` has no `axis` and `T`: every member of Shaft is to be declared",
        ],
    );
    assert_says(
        &told("Bad/Bungling", &LIBRARIES.bundled_in_cpp),
        &["the kind of the bundle `Other` is a null pointer"],
    );
}
