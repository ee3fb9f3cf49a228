//! Reference pages against the declarations of every type of every library.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;
use simobject::look::{Otherwise, Shape, Usage};
use simobject_host::{Declaration, Library, ObjectType, Requirement, Role, SampleTime, Session, Surroundings};
use tempfile::TempDir;

use crate::program::{bowline, text};

static LIBRARIES: [&simobject::Library; 8] = [
    &bowline_base::LIBRARY,
    &bowline_tutorial::LIBRARY,
    &bowline_marine::LIBRARY,
    &bowline_mechanics::LIBRARY,
    &bowline_hydraulics::LIBRARY,
    &bowline_multipole::LIBRARY,
    &bowline_terminals::LIBRARY,
    &bowline_tlm::LIBRARY,
];

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        panic!("{path} is read")
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

fn declaration(kind: &ObjectType) -> Declaration {
    kind.declare(Session::declaring("X", &[], &NoFiles)).declaration
}

fn described(arguments: &[&str]) -> String {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &[&["describe"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&described(&[arguments, &["--format", "json"]].concat())).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

/// Names, widths and units of a list of ports or states.
fn signals(list: &Value) -> Vec<(&str, u64, &str)> {
    let signals = list.as_array().unwrap().iter();
    signals.map(|s| (s["name"].as_str().unwrap(), s["width"].as_u64().unwrap(), s["unit"].as_str().unwrap())).collect()
}

fn declared(declaration: &Declaration, wanted: fn(&Role) -> bool) -> Vec<(&str, u64, &str)> {
    let signals = declaration.interface.signals_with(wanted);
    signals.map(|(_, s)| (s.name.as_ref(), u64::from(s.width), s.unit.as_ref())).collect()
}

#[test]
fn json_agrees_with_the_declarations() {
    for library in LIBRARIES.map(Library::linked_in) {
        let page = json(&[library.name()]);
        assert_eq!(page["library"], library.name());
        assert_eq!(page["version"], library.version());
        let types = page["types"].as_array().unwrap();
        assert_eq!(types.len(), library.types().len());
        for (kind, page) in library.types().zip(types) {
            let name = kind.name();
            assert_eq!(page, &json(&[&format!("{}:{name}", library.name())]), "{name}: alone as in its library");
            assert_eq!((page["type"].as_str(), page["doc"].as_str()), (Some(name), Some(kind.doc())));
            let declaration = declaration(kind);
            let parameters: Vec<_> = declaration.parameters.iter().map(|p| p.name.as_ref()).collect();
            assert_eq!(names(&page["parameters"]), parameters, "{name}");
            for (parameter, page) in declaration.parameters.iter().zip(page["parameters"].as_array().unwrap()) {
                assert_eq!(page["required"], parameter.requirement == Requirement::Required);
                let default = match &parameter.requirement {
                    Requirement::Default(default) => Some(default.as_str()),
                    _ => None,
                };
                assert_eq!(page["default"].as_str(), default, "{name}.{}", parameter.name);
                assert_eq!(page["unit"], parameter.unit.as_ref());
                assert_eq!(page["kind"], parameter.kind);
            }
            assert_eq!(signals(&page["in_ports"]), declared(&declaration, Role::is_in_port), "{name}");
            assert_eq!(signals(&page["out_ports"]), declared(&declaration, Role::is_out_port), "{name}");
            assert_eq!(signals(&page["states"]), declared(&declaration, Role::is_state), "{name}");
            let sampled = declared(&declaration, |role| *role == Role::DiscreteState);
            assert_eq!(signals(&page["sampled_states"]), sampled, "{name}");
            assert_eq!(signals(&page["indicators"]), declared(&declaration, Role::is_indicator), "{name}");
            for (key, role) in [("provides", Role::Provides), ("uses", Role::Uses)] {
                let interface = &declaration.interface;
                let declared = interface.signals_with(|other| *other == role);
                let declared =
                    declared.map(|(i, s)| (s.name.as_ref(), interface.resource(i).unwrap().kind.name.as_ref()));
                let told = page[key].as_array().unwrap().iter();
                let told = told.map(|r| (r["name"].as_str().unwrap(), r["kind"].as_str().unwrap()));
                assert_eq!(told.collect::<Vec<_>>(), declared.collect::<Vec<_>>(), "{name}");
            }
            let computations: Vec<_> = declaration.interface.calculations.iter().map(|c| c.name.as_ref()).collect();
            assert_eq!(names(&page["computations"]), computations, "{name}");
            assert_eq!(page["time_events"], declaration.interface.time_events.is_some());
            assert_eq!(page["stops"], declaration.interface.stops.is_some());
        }
    }
}

/// Which in-ports reach an out-port at once is known of these blocks: an
/// integrator has none, a gain its input, a linear system just where D is not 0.
#[test]
fn json_tells_direct_feedthrough() {
    let feedthrough = |arguments: &[&str]| json(arguments)["out_ports"][0]["direct_feedthrough"].clone();
    assert_eq!(feedthrough(&["Math/Integrator"]), serde_json::json!([]));
    assert_eq!(feedthrough(&["Signal/Gain"]), serde_json::json!(["In"]));
    assert_eq!(feedthrough(&["Cable/LinearSpring"]), serde_json::json!(["PosA", "PosB"]));
    let system = ["Math/LinearSystem", "A=-1", "B=1", "C=1"];
    assert_eq!(feedthrough(&system), serde_json::json!([]));
    assert_eq!(feedthrough(&[&system[..], &["D=1"]].concat()), serde_json::json!(["In"]));
}

#[test]
fn json_tells_ports_states_and_numbers_that_depend_on_parameters() {
    let mux = json(&["Signal/Mux", "NumInput=3", "InPortWidth2=4"]);
    let widths: Vec<_> = signals(&mux["in_ports"]).into_iter().map(|(_, width, _)| width).collect();
    assert_eq!(widths, [1, 4, 1]);
    assert_eq!(mux["out_ports"][0]["width"], 6);
    let integrator = json(&["Math/Integrator", "PortWidth=2", "InitialValue=1, -0.5"]);
    assert_eq!(integrator["states"][0]["initial"], serde_json::json!([1.0, -0.5]));
    assert_eq!(integrator["states"][0]["nominal"], 1.0);
    assert_eq!(integrator["out_ports"][0]["state"], "Integral");
    let mass = json(&["Body/Mass", "g=1"]);
    assert_eq!(mass["missing_parameters"], serde_json::json!(["Mass"]));
    assert_eq!(mass["in_ports"][0]["adds_up"], true);
}

#[test]
fn markdown_tells_every_parameter_and_port_in_sound_tables() {
    for library in LIBRARIES.map(Library::linked_in) {
        let whole = described(&[library.name(), "--format", "markdown"]);
        for kind in library.types() {
            let page = described(&[&format!("{}:{}", library.name(), kind.name()), "--format", "markdown"]);
            assert!(page.starts_with(&format!("# `{}`\n", kind.name())), "{page}");
            let chapter = whole.split(&format!("\n## `{}`\n", kind.name())).nth(1).unwrap();
            let chapter = chapter.split("\n## ").next().unwrap();
            let declaration = declaration(kind);
            let parameters = declaration.parameters.iter().map(|p| &p.name);
            let signals = declaration
                .interface
                .signals
                .iter()
                .filter(|s| !matches!(s.role, Role::Private | Role::Memory | Role::Residual(_)));
            let signals = signals.map(|s| &s.name);
            for name in parameters.chain(signals) {
                let row = format!("\n| `{name}` | ");
                assert!(page.contains(&row) && chapter.contains(&row), "{name} not in {page}");
            }
        }
        let mut columns = None;
        for line in whole.lines() {
            let cells = line.starts_with('|').then(|| line.replace("\\|", "").matches('|').count());
            assert!(columns.is_none() || cells.is_none() || cells == columns, "{line}");
            columns = cells;
        }
    }
}

#[test]
fn a_library_is_listed_for_people() {
    let page = described(&["base"]);
    assert!(page.starts_with("fhsim_base, also `base` (0.1.0, ABI 3.1, built in): "), "{page}");
    let directory = TempDir::new().unwrap();
    let list = text(&bowline(&directory, &["list"]).stdout);
    assert!(list.contains(&page), "{list}");
    assert_eq!(list.lines().filter(|line| line.contains("built in")).count(), LIBRARIES.len());

    for (arguments, part) in [
        (&["describe", "mechanic"][..], "no type or library `mechanic`; did you mean `mechanics`?"),
        (&["describe", "mechanics", "Mass=1"], "`mechanics` is a library: only types have parameters"),
        (&["describe", "mechanics:Cable"], "there is no type `Cable`; types: `Body/BouncingBall`, `Body/FixedPoint`"),
    ] {
        let output = bowline(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// docs/libraries.md tells the vocabulary of looks as its table has it.
#[test]
fn the_shapes_of_the_documents_are_those_of_the_vocabulary() {
    let rows = |name: &str, usages: &[Usage]| -> String {
        let row = |(position, usage): (usize, &Usage)| {
            let name = if position == 0 { name } else { "" };
            let otherwise = match usage.otherwise {
                Otherwise::Required => String::new(),
                Otherwise::Numbers(numbers) => numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
                Otherwise::Nothing => "none".to_owned(),
            };
            let numbers = usage.width.words().replace(" numbers", "").replace(" number", "");
            let cells = [name, &format!("`{}`", usage.attribute.name()), &numbers, usage.unit, &otherwise, usage.doc];
            format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
        };
        usages.iter().enumerate().map(row).collect()
    };
    let shapes = Shape::ALL.iter().map(|shape| rows(&format!("`{}`", shape.name()), shape.own_usages()));
    let table: String = shapes.chain([rows("all", Shape::common_usages())]).collect();
    let heads = "| shape | attribute | numbers | unit | unless bound | |\n|---|---|---|---|---|---|\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/libraries.md");
    let document = std::fs::read_to_string(path).unwrap();
    assert!(document.contains(&format!("{heads}{table}\n")), "docs/libraries.md should have:\n{heads}{table}");
}

/// docs/hopsan.md tells every type of `tlm`, with all of its ports, parameters and signals, and no others
/// but `SampleTime`, which all have.
#[test]
fn the_table_of_names_for_who_knows_hopsan_is_whole() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/hopsan.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in document.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, here, names @ .., _, _] = &cells[..] else { continue };
        let Some(here) = here.strip_prefix('`').and_then(|here| here.strip_suffix('`')) else { continue };
        let mut here_too: Vec<&str> = Vec::new();
        for name in names.iter().flat_map(|cell| cell.split_whitespace()) {
            if name == "→" {
                here_too.pop();
            } else {
                here_too.push(name.trim_matches('`'));
            }
        }
        told.entry(here.to_owned()).or_default().extend(here_too.into_iter().map(str::to_owned));
    }
    let library = Library::linked_in(&bowline_tlm::LIBRARY);
    let declared: BTreeMap<String, BTreeSet<String>> = library
        .types()
        .map(|kind| {
            let declaration = declaration(kind);
            let interface = &declaration.interface;
            let ports = interface.signals_with(|role| role.is_in_port() || role.is_out_port());
            let ports = ports.map(|(_, signal)| signal.name.split('.').next().unwrap_or_default().to_owned());
            let parameters = declaration.parameters.iter().map(|parameter| parameter.name.to_string());
            let names = ports.chain(parameters).filter(|name| name != "SampleTime");
            (kind.name().to_owned(), names.collect())
        })
        .collect();
    for (kind, names) in &declared {
        assert_eq!(told.get(kind), Some(names), "docs/hopsan.md, {kind}: left, what it tells");
    }
    let unknown: Vec<_> = told.keys().filter(|kind| !declared.contains_key(*kind)).collect();
    assert!(unknown.is_empty(), "docs/hopsan.md tells of {unknown:?}");
}

/// A file of schemes is described for programs too.
#[test]
fn json_of_schemes_is_json() {
    let directory = TempDir::new().unwrap();
    let file = crate::program::scenario("schemes/moored_buoy.xml").display().to_string();
    let output = bowline(&directory, &["describe", &file, "--format", "json"]);
    let schemes: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> =
        schemes[0]["parameters"].as_array().unwrap().iter().map(|of| of["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Segments"), "{schemes}");
}
