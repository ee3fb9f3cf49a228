//! Initial conditions: what SimObjects complete from their in-ports, and what
//! nobody gives.

use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject_host::{Purpose, Rate, Role};

use super::explicit_values::ExplicitValues;
use crate::connecting::wiring::Wiring;
use crate::declaring::objects;
use crate::scheduling::algebraic_loop::LoopIn;
use bowline_description::ModelDescription;
use bowline_model::evaluation::LevelRunner;
use bowline_model::model::dependencies::graph::{Graph, Node};
use bowline_model::model::dependencies::{Blocks, Signals};
use bowline_model::model::schedule::{Batch, Level, Position};
use bowline_model::model::signal_id::SignalId;
use bowline_model::model::{Model, Object};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// What has to run, in order, to complete the initial conditions; `None` if
/// something is missing that nothing completes.
pub(crate) fn order(
    signals: Signals<'_>,
    blocks: &Blocks,
    wiring: &Wiring,
    start: &[f64],
    description: &ModelDescription,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<Node>, Vec<SignalId>)> {
    let known = |id: SignalId| !start[signals.layout.place(id).first as usize].is_nan();
    let mut missing = false;
    for (object, number) in signals.objects.iter().zip(0..) {
        for (signal, state) in object.interface.signals_with(Role::is_any_state) {
            let signal = u32::try_from(signal).unwrap_or(u32::MAX);
            let mut initial = object.interface.calculations.iter().filter(|c| c.purpose == Purpose::Initial);
            if !known(SignalId { object: number, signal }) && !initial.any(|c| c.gives.contains(&signal)) {
                let name = object.signal_name(signal as usize);
                let message = format!("the initial condition `{name}` is missing");
                let span = description.object_at(number as usize).name().span();
                let diagnostic = Diagnostic::error("missing-initial-condition", message).at(span);
                diagnostics.push(diagnostic.help(give(&name, state.width as usize)));
                missing = true;
            }
        }
    }
    if missing {
        return None;
    }
    if !signals.objects.iter().flat_map(|o| &o.interface.calculations).any(|c| c.purpose == Purpose::Initial) {
        return Some((Vec::new(), Vec::new()));
    }
    let mut assumed: Vec<SignalId> = Vec::new();
    loop {
        let graph = Graph::of_completion(signals, |id| known(id) || assumed.contains(&id));
        let graph = blocks.in_instants(graph);
        let loops = match graph.order() {
            Ok(order) => return Some((only_initial(signals, &graph, order), assumed)),
            Err(loops) => loops,
        };
        let before = assumed.len();
        let waiting = graph.circles().into_iter().flatten().filter_map(|index| modes_of(signals, graph.node(index)));
        assumed.extend(waiting.flatten());
        if assumed.len() == before {
            for found in loops {
                diagnostics.push(crate::scheduling::algebraic_loop::report(
                    &found,
                    signals.objects,
                    wiring,
                    LoopIn::Completion,
                ));
            }
            return None;
        }
    }
}

/// The modes that an initial condition completes, if these are all: the sides of their indicators tell what they are, too.
fn modes_of(signals: Signals<'_>, node: Node) -> Option<Vec<SignalId>> {
    let Node::Calculation { object, calculation } = node else { return None };
    let declared = signals.calculation(object, calculation);
    let sided: Vec<u32> =
        signals.objects[object as usize].interface.signals.iter().filter_map(|s| Some(s.mode?.state)).collect();
    let is_it = declared.purpose == Purpose::Initial && declared.gives.iter().all(|signal| sided.contains(signal));
    is_it.then(|| declared.gives.iter().map(|signal| SignalId { object, signal: *signal }).collect())
}

/// The nodes to run, in order, so that initial conditions can check a state from
/// which a run continues.
pub(crate) fn order_of_looks(signals: Signals<'_>, blocks: &Blocks) -> Vec<Node> {
    let mut calculations = signals.objects.iter().flat_map(|object| &object.interface.calculations);
    if !calculations.any(|c| c.purpose == Purpose::Initial && !c.only_at_start) {
        return Vec::new();
    }
    let graph = blocks.in_evaluations(Graph::of_resumption(signals), signals);
    // The graph of the evaluation, which has an order, contains all of it.
    graph.order().map_or_else(|_| Vec::new(), |order| only_initial(signals, &graph, order))
}

/// Keeps of an order only the initial conditions, and what they wait for.
fn only_initial(signals: Signals<'_>, graph: &Graph, order: Vec<NodeIndex>) -> Vec<Node> {
    let mut wanted = vec![false; graph.count()];
    for index in order.iter().rev() {
        wanted[index.index()] |= is_initial(signals.objects, graph.node(*index));
        if wanted[index.index()] {
            graph.before(*index).for_each(|before| wanted[before.index()] = true);
        }
    }
    order.into_iter().filter(|index| wanted[index.index()]).map(|index| graph.node(index)).collect()
}

fn is_initial(objects: &[Object], node: Node) -> bool {
    let Node::Calculation { object, calculation } = node else { return false };
    objects[object as usize].interface.calculations[calculation as usize].purpose == Purpose::Initial
}

/// Completes the model's start, in which constants and given states are set; and
/// sets what becomes of these, where that is known.
pub(crate) fn complete(
    model: &mut Model,
    next: &ExplicitValues,
    order: &[Node],
    positions: &[Position],
    description: &ModelDescription,
    diagnostics: &mut Diagnostics,
) {
    let mut start = model.workspace();
    // Memory is 0 where nobody says anything else.
    let is_completed = |id: SignalId| {
        let mut calculations = model.objects()[id.object as usize].interface.calculations.iter();
        calculations.any(|c| c.purpose == Purpose::Initial && c.gives.contains(&id.signal))
    };
    let clear = |numbers: &mut [f64]| numbers.iter_mut().filter(|number| number.is_nan()).for_each(|n| *n = 0.0);
    for (_, range) in model.signals_of(|role| *role == Role::Memory).filter(|(id, _)| !is_completed(*id)) {
        clear(&mut start.values[range]);
    }
    let mut discrete = start.values[..model.layout().discrete.all.end].to_vec();
    let time = model.settings().output_times.start();
    let runner = LevelRunner { model, instances: &start.instances, loops: &start.loops };
    let mut io = model.io(&mut start.values, &mut [], time);
    let mut outcome = runner.run_levels(&model.schedule().constant, &mut io);
    let settled = start.values[model.layout().signals..].to_vec();
    if outcome.is_ok() {
        for node in order {
            if let Node::Calculation { object, .. } = node {
                model.copy_previous_of(*object, &mut start.values, time);
            }
            let batches = batch(model, *node, positions).into_iter().collect();
            let first = FirstDiscrete::of(model, *node, &discrete, &mut start.values);
            let mut io = model.io(&mut start.values, &mut [], time);
            outcome = runner.run_levels(&[Level { batches }], &mut io);
            first.keep(&mut discrete, &mut start.values);
            if outcome.is_err() {
                break;
            }
        }
    }
    if let Err(error) = outcome {
        let message = format!("while completing the initial conditions: {error}");
        let diagnostic = Diagnostic::error("failed-initial-condition", message);
        diagnostics.push(objects::at_culprit(diagnostic, &error, description));
    } else {
        let is_completed = |(id, _): &(SignalId, Range<usize>)| is_completed(*id);
        let before_ticks = model.signals_of(Role::is_filled).filter(is_completed);
        let before_ticks = before_ticks.map(|(id, range)| (id, discrete[range.clone()].to_vec(), range));
        let states = model.signals_of(Role::is_any_state);
        let states = states.map(|(id, range)| (id, start.values[range.clone()].to_vec(), range));
        for (id, numbers, range) in states.chain(before_ticks) {
            if let Some(value) = numbers.iter().find(|value| !value.is_finite()) {
                let state = model.objects()[id.object as usize].signal_name(id.signal as usize);
                let span = description.object_at(id.object as usize).name().span();
                let message = format!("the initial condition `{state}` was completed as {value}");
                let diagnostic = Diagnostic::error("missing-initial-condition", message).at(span);
                diagnostics.push(diagnostic.help(give(&state, range.len())));
            }
        }
    }
    for (_, range) in model.signals_of(|role| *role == Role::Memory) {
        clear(&mut start.values[range]);
    }
    // Signals filled on the way must not be taken for evaluated ones.
    for (_, range) in model.signals_of(Role::is_filled).filter(|(_, range)| range.start < discrete.len()) {
        start.values[range.clone()].copy_from_slice(&discrete[range]);
    }
    start.values[model.layout().signals..].copy_from_slice(&settled);
    let mut after = discrete;
    let discrete = after.len();
    after.copy_from_slice(&start.values[..discrete]);
    next.set(model.layout(), &mut after);
    model.start_mut().next = after;
    model.start_mut().values.copy_from_slice(&start.values);
}

/// The values that an initial condition sets for outputs of a clocked
/// computation: they hold before the first tick, which may have run here already.
struct FirstDiscrete {
    /// The places, and the numbers there that others read now.
    filled: Vec<(Range<usize>, Vec<f64>)>,
}

impl FirstDiscrete {
    /// Puts the values known before any tick into these places.
    fn of(model: &Model, node: Node, discrete: &[f64], values: &mut [f64]) -> Self {
        let Node::Calculation { object, calculation } = node else { return Self { filled: Vec::new() } };
        let interface = &model.objects()[object as usize].interface;
        let calculation = &interface.calculations[calculation as usize];
        let gives = if calculation.purpose == Purpose::Initial { calculation.gives.as_slice() } else { &[] };
        let is_filled = |signal: &&u32| interface.signals[**signal as usize].role.is_filled();
        let kept = gives.iter().filter(is_filled).map(|signal| {
            let first = model.layout().place(SignalId { object, signal: *signal }).first as usize;
            let range = first..first + interface.signals[*signal as usize].width as usize;
            let now = values[range.clone()].to_vec();
            values[range.clone()].copy_from_slice(&discrete[range.clone()]);
            (range, now)
        });
        Self { filled: kept.collect() }
    }

    /// Keeps what was set, and restores what others read, if there was any.
    fn keep(self, discrete: &mut [f64], values: &mut [f64]) {
        for (range, now) in self.filled {
            discrete[range.clone()].copy_from_slice(&values[range.clone()]);
            if now.iter().all(|number| !number.is_nan()) {
                values[range].copy_from_slice(&now);
            }
        }
    }
}

/// Lets initial conditions check the state from which a run continues, and
/// reports the states that they reject. They run on a copy: the engine drops what
/// they set, and also their messages, which are about a start.
pub(crate) fn look_at_state(
    model: &Model,
    order: &[Node],
    positions: &[Position],
    description: &ModelDescription,
    diagnostics: &mut Diagnostics,
) {
    if order.is_empty() || diagnostics.has_errors() {
        return;
    }
    let mut copy = model.workspace();
    let runner = LevelRunner { model, instances: &copy.instances, loops: &copy.loops };
    let time = model.settings().output_times.start();
    for node in order {
        if let Node::Calculation { object, .. } = node {
            model.copy_previous_of(*object, &mut copy.values, time);
        }
        let Some(batch) = batch(model, *node, positions) else { continue };
        let mut io = model.io(&mut copy.values, &mut [], time);
        let Err(error) = runner.run_silently(&batch, &mut io) else { continue };
        let message = format!("the state with which the run is to go on is refused: {error}");
        let diagnostic = Diagnostic::error("refused-state", message);
        let help =
            "it was saved with other parameters, or changed: save a state with these, or go on with those of that run";
        diagnostics.push(objects::at_culprit(diagnostic.help(help), &error, description));
        if !is_initial(model.objects(), *node) {
            // Later nodes may read what this one left out.
            return;
        }
    }
}

/// How a missing one is given.
fn give(state: &str, width: usize) -> String {
    format!("give it: `<InitialCondition {state}=\"{}\"/>`", vec!["0"; width.min(9)].join(","))
}

fn batch(model: &Model, node: Node, positions: &[Position]) -> Option<Batch> {
    match node {
        Node::Assembly(assembly) => Some(Batch::assemblies(&[assembly], model.layout())),
        Node::Block(block) => Some(Batch::Block(block as usize)),
        Node::Calculation { object, calculation } => {
            let declared = &model.objects()[object as usize].interface.calculations[calculation as usize];
            let Position { store, index } = positions[object as usize];
            let access_set = model.stores()[store].access_sets().of(calculation);
            let kernel =
                Batch::Kernel { store, access_set, kernel: declared.kernel, calculation, range: index..index + 1 };
            let has_run = matches!(declared.purpose, Purpose::Common(Rate::Constant) | Purpose::Answer);
            (!has_run).then_some(kernel)
        }
    }
}
