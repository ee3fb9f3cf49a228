//! Every port of an element with every port that its kind allows.

use std::sync::Arc;

use bowline_engine::{LoadOptions, Source, Sources};
use simobject_host::{Declaration, Library, Requirement, SampleTime, Session, Surroundings};

use super::{Rows, circuit};
use crate::laboratory::load_from;

struct Alone;

impl Surroundings for Alone {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: there are no files here"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Given(1e-4)
    }
}

/// An element's scenario text, and the inputs that it needs.
fn element(kind: &str, declaration: &Declaration, name: &str) -> (String, String) {
    let needed = declaration.parameters.iter().filter(|parameter| parameter.requirement == Requirement::Required);
    let parameters: Vec<String> = needed.map(|parameter| format!(r#" {}="1""#, parameter.name)).collect();
    let interface = &declaration.interface;
    let has_default_input = |index: usize| {
        declaration.numbers.iter().any(|number| number.signal as usize == index && !number.values.is_empty())
    };
    let is_member = |index: usize| interface.bundles.iter().any(|bundle| bundle.members.contains(&(index as u32)));
    let open = interface
        .signals
        .iter()
        .enumerate()
        .filter(|(index, signal)| signal.role.is_in_port() && !has_default_input(*index) && !is_member(*index));
    let fed: String = open.map(|(_, signal)| format!(r#" {name}.{}="0""#, signal.name)).collect();
    (format!("{kind} {name}{}", parameters.concat()), fed)
}

/// Closes all but one of an element's ports of side C; those of side Q may stay
/// open.
fn closed(declaration: &Declaration, name: &str, but: &str) -> (Vec<String>, String) {
    let others = declaration.interface.bundles.iter().filter(|bundle| bundle.side == 1 && bundle.name.as_ref() != but);
    let (objects, connections): (Vec<String>, Vec<String>) = others
        .map(|bundle| {
            let kind = match bundle.kind.name.as_ref() {
                "TlmHydraulic" => "Hydraulic/FlowSource",
                "TlmMechanic" => "Mechanic/TranslationalMass",
                _ => "Mechanic/RotationalInertia",
            };
            let port = &bundle.name;
            (format!("{kind} {name}{port}"), format!(r#" {name}{port}.P1="{name}.{port}""#))
        })
        .unzip();
    (objects, connections.concat())
}

/// A cylinder of side C needs a mass at its piston; all others go together.
#[test]
fn all_ports_go_together_that_their_kinds_allow() {
    let library = Library::linked_in(&bowline_tlm::LIBRARY);
    let kinds: Vec<_> = library.types().collect();
    let declared: Vec<(&str, Declaration)> = kinds
        .iter()
        .map(|kind| (kind.name(), kind.declare(Session::declaring("X", &[], &Alone)).declaration))
        .collect();
    let (mut count, mut refused) = (0, Vec::new());
    for (one, first) in &declared {
        for (other, second) in &declared {
            for from in first.interface.bundles.iter().filter(|bundle| bundle.side == 0) {
                for to in second.interface.bundles.iter().filter(|bundle| bundle.side == 1) {
                    if from.kind.difference(&to.kind).is_some() {
                        continue;
                    }
                    count += 1;
                    let ((a, of_a), (b, of_b)) = (element(one, first, "A"), element(other, second, "B"));
                    let (ends_of_a, close_a) = closed(first, "A", "");
                    let (ends_of_b, close_b) = closed(second, "B", to.name.as_ref());
                    let connections = format!(r#"A.{}="B.{}"{of_a}{of_b}{close_a}{close_b}"#, from.name, to.name);
                    let objects: Vec<&str> =
                        [&a, &b].into_iter().chain(&ends_of_a).chain(&ends_of_b).map(String::as_str).collect();
                    let text = circuit(&objects, &connections, r#"SampleTime="1e-4" TOutput="0, 1e-3""#);
                    let sources = Sources::new(Source::new("test.xml", text));
                    if let Err(wrong) = load_from(&sources, LoadOptions::default()) {
                        refused.push(format!("{one}.{} {other}.{}: {wrong}", from.name, to.name));
                    }
                }
            }
        }
    }
    refused.retain(|refused| !refused.contains("something with an equivalent mass above 0 has to be connected to P3"));
    assert!(refused.is_empty(), "{} of {count}: {}", refused.len(), refused.join("\n"));
    assert_eq!(count, 346);
}

/// A cylinder that moves 100 kg inside the circuit, and one with 100 kg outside:
/// they agree except for the step by which the former feels the wave at once.
/// Both start in the middle of the stroke, which the cylinder learns at its first
/// tick.
#[test]
fn a_cylinder_moves_a_body_outside_as_one_of_the_circuit() {
    let position = |body: &[&str], connections: &str, initial: &str, column: &str, step: f64| {
        let cylinder = [
            r#"Hydraulic/PressureSource S1 p="2e6""#,
            r#"Hydraulic/LaminarOrifice O1 Kc="1e-10""#,
            r#"Hydraulic/LaminarOrifice O2 Kc="1e-10""#,
            "Hydraulic/Tank T",
            "Hydraulic/CylinderC C",
        ];
        let objects: Vec<&str> = cylinder.iter().chain(body).copied().collect();
        let connections = format!(r#"O1.P1="S1.P1" O1.P2="C.P1" O2.P1="T.P1" O2.P2="C.P2" {connections}"#);
        let engine = format!(r#"SampleTime="{step}" TOutput="0:0.01:1" AbsTol="1e-9" RelTol="1e-9""#);
        let text = circuit(&objects, &connections, &engine);
        let text = text.replace("<INITIALIZATION>", &format!("<INITIALIZATION><InitialCondition {initial}/>"));
        Rows::of(&text).of_column(column)
    };
    let outside = [r#"Mechanic/InterfaceQ I m_e="100""#, r#"mechanics:Translational/Mass M Mass="100""#];
    let at_interface = r#"I.P1="C.P3" I.Pos="M.Pos" I.Vel="M.Vel" M.Force="I.Force""#;
    let inside = [r#"Mechanic/TranslationalMass M m="100" B="0" StartPosition="0.5""#];
    let farthest = |step: f64| {
        let outside = position(&outside, at_interface, r#"M.Pos="-0.5" M.Vel="0""#, "M.Pos", step);
        let inside = position(&inside, r#"M.P1="C.P3""#, "", "M.P1.x", step);
        assert!((outside[0] + 0.5).abs() < 1e-15 && (inside[0] + 0.5).abs() < 1e-15, "{} {}", outside[0], inside[0]);
        assert!((outside[100] - outside[0]).abs() > 0.02, "it moves: {}", outside[100]);
        outside.iter().zip(&inside).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let (coarse, fine) = (farthest(1e-4), farthest(1e-5));
    assert!(coarse < 1e-4 && fine < 0.3 * coarse, "{coarse:e} {fine:e}");
}
