//! The dependency graph of a finished model, against examples by hand and against
//! differences of what the model computes.

use std::fs;
use std::sync::Arc;

use bowline_engine::dependencies::{Computation, DependencyGraph};
use bowline_engine::{Input, LoadOptions, Model, Probe, Run, RunError, Source, Sources};

use crate::laboratory::{load, load_from, scenario};

fn named(graph: &DependencyGraph<'_>, name: &str) -> usize {
    (0..graph.len()).find(|number| graph.name(*number) == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn before(graph: &DependencyGraph<'_>, name: &str) -> Vec<String> {
    graph.before(named(graph, name)).map(|number| graph.name(number)).collect()
}

/// What a computation reads, as `signal[elements] through port`.
fn reads(model: &Model, graph: &DependencyGraph<'_>, name: &str) -> Vec<String> {
    let read = graph.reads(named(graph, name)).into_iter().map(|read| {
        let through = read.port.map_or_else(String::new, |port| format!(" through {}", model.signal_name(port)));
        format!("{}[{}:{}]{through}", model.signal_name(read.signal), read.elements.start, read.elements.end)
    });
    read.collect()
}

fn of_scenarios(name: &str) -> Arc<Model> {
    let path = format!("{}/../scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new(&*path, fs::read_to_string(&path).unwrap());
    load_from(&Sources::new(source), LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// A mass on a spring whose other end is fixed by numbers.
#[test]
fn a_mass_on_a_spring_has_the_graph_of_its_equations() {
    let model = of_scenarios("mass_linear_spring.xml");
    let graph = model.dependency_graph();
    let order: Vec<String> = graph.order().into_iter().map(|number| graph.name(number)).collect();
    assert_eq!(order, ["S: forces", "B: motion"]);
    assert_eq!(before(&graph, "B: motion"), ["S: forces"]);
    assert!(before(&graph, "S: forces").is_empty());
    assert_eq!(reads(&model, &graph, "S: forces"), ["S.PosA[0:3] through S.PosA", "B.Pos[0:3] through S.PosB"]);
    assert_eq!(reads(&model, &graph, "B: motion"), ["S.ForceB[0:3] through B.Force", "B.Vel[0:3]"]);
    let signal = |name: &str| model.signal(name).unwrap();
    assert_eq!(graph.giver(signal("S.ForceB")), Some(named(&graph, "S: forces")));
    assert_eq!(graph.giver(signal("B.Vel")), None, "a step gives it");
    assert_eq!(graph.giver(signal("S.PosA")), None, "it is fed by numbers");
    assert_eq!(graph.gives(named(&graph, "S: forces")), [signal("S.ForceA"), signal("S.ForceB")]);

    // dPos/dt = Vel, element by element; dVel/dt by way of the spring, which has a square root of all.
    let input = model.input("S.PosA").unwrap();
    let outputs = ["B.Pos[1]", "S.ForceA[0]", "S.PosB[2]"].map(|name| model.probe(name).unwrap());
    let pattern = graph.state_space_pattern(&[input], &outputs);
    let all = [0, 1, 2, 6, 7, 8].as_slice();
    assert_eq!([0, 1, 2, 3, 4, 5].map(|state| pattern.derivative(state)), [&[3], &[4], &[5], all, all, all]);
    assert_eq!([0, 1, 2].map(|element| pattern.output(element)), [&[1], all, &[2]]);
}

/// In-ports that are put together, of parts of signals and of numbers, and a loop
/// that a state breaks.
#[test]
fn what_is_put_together_is_read_element_by_element() {
    let objects = [
        r#"base:Math/LinearSystem W A="0,1,0; 0,0,1; -1,-2,-3" B="0; 0; 1" C="1,0,0; 0,1,0; 0,0,1""#,
        r#"base:Signal/Gain G Gain="2" PortWidth="3""#,
        r#"base:Math/Integrator I PortWidth="2""#,
    ];
    let connections = r#"W.In="G.Out[2]" G.In="W.Out[1:3] + 3*W.Out[0:2], 7 - I.Out[1]" I.In="G.Out[0:2]""#;
    let model = load(&scenario(&objects, connections, r#"I.Integral="0, 0""#, r#"TOutput="0, 1""#));
    let graph = model.dependency_graph();
    let assembly = "the input assembly of G.In";
    let parts = ["W.Out[1:3]", "W.Out[0:2]", "I.Integral[1:2]"].map(|part| format!("{part} through G.In"));
    assert_eq!(reads(&model, &graph, assembly), parts);
    assert_eq!(reads(&model, &graph, "G: scalar"), ["G.In[0:3] through G.In"]);
    assert_eq!(before(&graph, "G: scalar"), [assembly]);
    let port = model.signal("G.In").unwrap();
    assert_eq!(graph.computation(named(&graph, assembly)), Computation::InputAssembly { port });
    assert_eq!(graph.giver(port), Some(named(&graph, assembly)));
    // Once for each of the two parts of W.Out.
    let of_system = graph.giver(model.signal("W.Out").unwrap()).unwrap();
    assert_eq!(graph.before(named(&graph, assembly)).collect::<Vec<_>>(), [of_system; 2]);
    let order = graph.order();
    let place = |number: usize| order.iter().position(|other| *other == number).unwrap();
    assert!(place(of_system) < place(named(&graph, assembly)));
    assert!(place(named(&graph, assembly)) < place(named(&graph, "G: scalar")));
}

/// How a number changes with states and inputs, one by one: by differences.
struct Differences<'m> {
    model: &'m Arc<Model>,
    inputs: Vec<Input>,
    outputs: Vec<Probe>,
}

impl Differences<'_> {
    /// All outputs at the start, with an element of an input moved; none where they
    /// cannot be had there.
    fn outputs(&self, moved: Option<(usize, f64)>) -> Vec<f64> {
        let mut run = Run::new(self.model);
        if let Some((mut element, by)) = moved {
            for input in &self.inputs {
                let mut value = input.value().to_vec();
                if let Some(number) = value.get_mut(element) {
                    *number += by;
                    if run.set(input, &value).is_err() {
                        return Vec::new();
                    }
                    break;
                }
                element -= value.len();
            }
        }
        let values = self.outputs.iter().map(|probe| Ok(run.get(probe)?.to_vec()));
        let values: Result<Vec<Vec<f64>>, RunError> = values.collect();
        values.unwrap_or_default().concat()
    }

    /// All derivatives at the start, with a state moved; none where they cannot be had
    /// there.
    fn derivatives(&self, moved: Option<(usize, f64)>) -> Vec<f64> {
        let mut workspace = self.model.workspace();
        let mut dx = vec![0.0; self.model.state_count()];
        if let Some((state, by)) = moved {
            workspace.x_mut()[state] += by;
        }
        let start = self.model.settings().output_times.start();
        let evaluated = self.model.evaluate(&mut workspace, start, &mut dx);
        if evaluated.is_ok() { dx } else { Vec::new() }
    }
}

/// What changes with a state or an input is in the pattern: in all scenarios.
#[test]
fn nothing_changes_that_the_pattern_leaves_out() {
    let folder = format!("{}/../scenarios", env!("CARGO_MANIFEST_DIR"));
    let mut seen = [0, 0];
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".xml") {
            continue;
        }
        let model = of_scenarios(&name);
        let (inputs, states) = (model.inputs().collect::<Vec<_>>(), model.state_count());
        let ports = model.objects().iter().flat_map(|object| {
            let ports = object.interface().signals_with(|role| role.is_out_port());
            ports.map(|(_, port)| format!("{}.{}", object.name(), port.name)).collect::<Vec<_>>()
        });
        let outputs: Vec<Probe> = ports.map(|name| model.probe(&name).unwrap()).collect();
        let pattern = model.dependency_graph().state_space_pattern(&inputs, &outputs);
        let differences = Differences { model: &model, inputs, outputs };

        let at_start = differences.derivatives(None);
        for column in 0..states.min(200) {
            let scale = model.nominal()[column];
            for by in [1e-6 * scale, -1e-3 * scale, 0.1 * scale] {
                for (state, (now, before)) in
                    differences.derivatives(Some((column, by))).iter().zip(&at_start).enumerate()
                {
                    if now.to_bits() != before.to_bits() {
                        let (row, of) = (pattern.derivative(state), model.state_name(column));
                        assert!(row.contains(&(column as u32)), "{name}: {} of {of}", model.state_name(state));
                        seen[0] += 1;
                    }
                }
            }
        }
        // A run begins with tick 0, and the pattern is that of an evaluation after it.
        let mut calculations = model.objects().iter().flat_map(|object| &object.interface().calculations);
        if calculations.any(|calculation| calculation.purpose.clock().is_some()) {
            continue;
        }
        let at_start = differences.outputs(None);
        let elements: usize = differences.inputs.iter().map(Input::width).sum();
        for moved in 0..elements.min(60) {
            let column = states + moved;
            for (element, (now, before)) in differences.outputs(Some((moved, 1e-3))).iter().zip(&at_start).enumerate() {
                if now.to_bits() != before.to_bits() {
                    assert!(pattern.output(element).contains(&(column as u32)), "{name}: {element} of {column}");
                    seen[1] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 100), "{seen:?}");
}
