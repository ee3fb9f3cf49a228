//! The dependency graph: what the computations of a model read of each other. It
//! is made of the interfaces of the SimObjects and of the places of the numbers,
//! once while a model is loaded, to order its computations, and again for who
//! asks: a run keeps nothing of it.

mod blocks;
mod contracted_graph;
pub mod graph;
mod open_loops;
mod pattern;
mod place_index;
mod signals;

use std::collections::HashSet;
use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject_host::Role;

use super::block::Block;
use super::signal_id::SignalId;
use super::{Column, Input, Model, Probe};
use bowline_solve::linear::JacobianStructure;
use contracted_graph::ContractedGraph;
use graph::{Graph, Node};
use open_loops::OpenLoops;

pub use blocks::{Blocks, Refused, indices};
pub use pattern::StateSpacePattern;
pub use pattern::of_derivatives;
pub use place_index::PlaceIndex;
pub use signals::Signals;

/// The computations of a model, and what they read of each other. Computations go
/// by their numbers: first the input assemblies, then all calculations but those
/// of initial conditions, SimObject by SimObject, as they are declared.
///
/// ```
/// use bowline_engine::{Catalog, LoadOptions, ModelDescription};
/// use bowline_engine::dependencies::Computation;
///
/// // A low-pass filter of the difference between a number and its own output, doubled.
/// let mut description = ModelDescription::new();
/// description.object("base", "Math/LowPass", "Filter").set("TimeConstant", 0.5);
/// description.object("base", "Signal/Gain", "Gain").set("Gain", 2.0);
/// description.connect("Gain.In", "3 - Filter.Out").connect("Filter.In", "Gain.Out");
/// description.initial_condition("Filter.Out", 0.0);
/// description.engine().output_times(&"0:0.1:1".parse()?);
/// let catalog = Catalog::new([&bowline_base::LIBRARY]);
/// let model = bowline_engine::build(description, &catalog, LoadOptions::default())?;
///
/// let graph = model.dependency_graph();
/// let names: Vec<String> = graph.order().into_iter().map(|number| graph.name(number)).collect();
/// assert_eq!(names, ["the input assembly of Gain.In", "Gain: scalar", "Filter: first_order"]);
/// let difference = model.signal("Gain.In")?;
/// let gain = graph.giver(model.signal("Gain.Out")?).ok_or("nobody")?;
/// assert_eq!(graph.reads(gain)[0].signal, difference);
/// let before: Vec<_> = graph.before(gain).map(|number| graph.computation(number)).collect();
/// assert_eq!(before, [Computation::InputAssembly { port: difference }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DependencyGraph<'m> {
    model: &'m Model,
    places: PlaceIndex,
    graph: Graph,
}

/// Something that runs, of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Computation {
    /// A calculation of a SimObject, both by their positions: in [`Model::objects`],
    /// and among the calculations of its interface.
    Calculation {
        /// Of the SimObject.
        object: usize,
        /// Of the calculation.
        calculation: usize,
    },
    /// The pass that puts the numbers of an in-port together.
    InputAssembly {
        /// The in-port.
        port: SignalId,
    },
}

/// Elements of a signal that a computation reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Read {
    /// What is read: a state, a discrete value, a result of another computation, or
    /// an in-port, where that is put together or fed by numbers.
    pub signal: SignalId,
    /// Which of its elements; none of a resource.
    pub elements: Range<usize>,
    /// Through which in-port, or resource that is asked.
    pub port: Option<SignalId>,
}

impl Model {
    /// What its computations read of each other, found out anew.
    pub fn dependency_graph(&self) -> DependencyGraph<'_> {
        let places = PlaceIndex::new(&self.objects, &self.layout);
        let signals = Signals { objects: &self.objects, layout: &self.layout, places: &places };
        let graph = Graph::of_evaluation(signals);
        DependencyGraph { model: self, places, graph }
    }

    /// The signals that in-ports, and resources that are asked, are made of.
    pub fn signals_read(&self) -> HashSet<SignalId> {
        let places = PlaceIndex::new(&self.objects, &self.layout);
        let signals = Signals { objects: &self.objects, layout: &self.layout, places: &places };
        let mut read = HashSet::new();
        for (port, _) in self.signals_of(Role::is_fed) {
            signals.each_origin(port, |origin| {
                read.insert(origin);
            });
        }
        read
    }
}

const NOT_CONTRACTED: &str = "the graph that is shown has no blocks";

impl DependencyGraph<'_> {
    fn signals(&self) -> Signals<'_> {
        Signals { objects: &self.model.objects, layout: &self.model.layout, places: &self.places }
    }

    /// How many computations there are.
    pub fn len(&self) -> usize {
        self.graph.count()
    }

    /// Whether nothing runs at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The computation of a number.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn computation(&self, number: usize) -> Computation {
        match self.graph.node(NodeIndex::new(number)) {
            Node::Block(_) => unreachable!("{NOT_CONTRACTED}"),
            Node::Calculation { object, calculation } => {
                Computation::Calculation { object: object as usize, calculation: calculation as usize }
            }
            Node::Assembly(assembly) => {
                Computation::InputAssembly { port: self.model.layout.assemblies[assembly as usize].port }
            }
        }
    }

    /// What a computation is called: `Object: calculation`.
    pub fn name(&self, number: usize) -> String {
        match self.computation(number) {
            Computation::Calculation { object, calculation } => {
                let object = &self.model.objects[object];
                format!("{}: {}", object.name, object.interface.calculations[calculation].name)
            }
            Computation::InputAssembly { port } => format!("the input assembly of {}", self.model.signal_name(port)),
        }
    }

    /// The signals that a computation fills, or sets, or whose derivatives it gives.
    pub fn gives(&self, number: usize) -> Vec<SignalId> {
        match self.graph.node(NodeIndex::new(number)) {
            Node::Calculation { object, calculation } => {
                let gives = &self.signals().calculation(object, calculation).gives;
                gives.iter().map(|signal| SignalId { object, signal: *signal }).collect()
            }
            Node::Assembly(assembly) => vec![self.model.layout.assemblies[assembly as usize].port],
            Node::Block(_) => unreachable!("{NOT_CONTRACTED}"),
        }
    }

    /// What a computation reads, in the order of its declaration; what in-ports are
    /// made of, in the order of the scenario.
    pub fn reads(&self, number: usize) -> Vec<Read> {
        let mut reads = Vec::new();
        match self.graph.node(NodeIndex::new(number)) {
            Node::Block(_) => unreachable!("{NOT_CONTRACTED}"),
            Node::Calculation { object, calculation } => {
                for signal in &self.signals().calculation(object, calculation).reads {
                    self.read(SignalId { object, signal: *signal }, &mut reads);
                }
            }
            Node::Assembly(assembly) => {
                self.read_rows(self.model.layout.assemblies[assembly as usize].port, &mut reads);
            }
        }
        reads
    }

    fn read(&self, id: SignalId, reads: &mut Vec<Read>) {
        let signals = self.signals();
        let all = |signal: SignalId, port| Read { signal, elements: 0..signals.width(signal), port };
        match signals.role(id) {
            Role::Uses => signals.each_origin(id, |origin| {
                reads.push(Read { signal: origin, elements: 0..0, port: Some(id) });
            }),
            Role::In | Role::Sum if signals.assembly(id).is_some() || self.model.input_places(id).is_some() => {
                reads.push(all(id, Some(id)));
            }
            Role::In | Role::Sum => self.read_rows(id, reads),
            role => reads.push(all(id.of_state(role), None)),
        }
    }

    /// What an in-port is made of, other than numbers.
    fn read_rows(&self, port: SignalId, reads: &mut Vec<Read>) {
        let signals = self.signals();
        signals.each_row(port, 0..signals.width(port), |row| {
            let Some(signal) = self.places.signal_at(row.start) else { return };
            let first = (row.start - self.model.layout.place(signal).first) as usize;
            reads.push(Read { signal, elements: first..first + row.len(), port: Some(port) });
        });
    }

    /// Which computation fills a signal in an evaluation, or at the ticks of its clock;
    /// none of states, which steps and instants set, and of inputs.
    pub fn giver(&self, signal: SignalId) -> Option<usize> {
        self.graph.giver(self.signals(), signal).map(NodeIndex::index)
    }

    /// What has to run before a computation in the same instant, each once for each
    /// signal of it that is read.
    pub fn before(&self, number: usize) -> impl Iterator<Item = usize> {
        self.graph.before(NodeIndex::new(number)).map(NodeIndex::index)
    }

    /// All computations, so that each comes after those that have to run before it; those of a
    /// loop, which need each other, one after the other.
    pub fn order(&self) -> Vec<usize> {
        let ContractedGraph { graph, order, blocks } = self.contracted(true);
        let index_of = indices(&self.graph);
        blocks.expanded(&graph, &order).iter().map(|node| index_of[node].index()).collect()
    }

    /// The graph with its loops as blocks, as evaluations or ticks see it, and the order that it has.
    fn contracted(&self, at_ticks: bool) -> ContractedGraph {
        let blocks = Blocks::with(self.model.schedule.blocks.iter().map(Block::members_and_clock));
        let graph = Graph::of_evaluation(self.signals());
        let graph = match at_ticks {
            true => blocks.in_instants(graph),
            false => blocks.in_evaluations(graph, self.signals()),
        };
        // A model has an order, or it was not loaded.
        let order = graph.order().unwrap_or_default();
        ContractedGraph { graph, order, blocks }
    }

    /// Where the Jacobian of the derivatives may differ from 0, with the unknowns of loops that steps solve behind the states.
    pub(crate) fn jacobian_structure(&self) -> JacobianStructure {
        let ContractedGraph { graph, order, .. } = self.contracted(false);
        of_derivatives(self.signals(), &graph, &order, &self.model.schedule.blocks)
    }

    /// On which of the states, of the unknowns of `loops` and of the numbers at some `places` depend the derivatives,
    /// the residuals of these loops, and `outputs`: a row for each, of positions in this order.
    pub fn open_loops(&self, loops: &[usize], places: &[u32], outputs: &[Column]) -> Vec<Vec<u32>> {
        OpenLoops { blocks: &self.model.schedule.blocks, loops }.rows(
            self.signals(),
            &self.contracted(false),
            places,
            outputs,
        )
    }

    /// On which of the states and of the unknowns of `loops` depends anything that runs at ticks, by such positions.
    pub fn read_at_ticks(&self, loops: &[usize]) -> Vec<u32> {
        OpenLoops { blocks: &self.model.schedule.blocks, loops }.read_at_ticks(self.signals(), &self.contracted(true))
    }

    /// Which derivatives and `outputs` may depend on which states and `inputs`: where
    /// the matrices of the model's linearisation may differ from 0. Discrete values
    /// stay as they are: nothing depends on anything through them.
    ///
    /// # Panics
    /// If an input or an output is that of another model.
    pub fn state_space_pattern(&self, inputs: &[Input], outputs: &[Probe]) -> StateSpacePattern {
        assert!(inputs.iter().all(|input| input.is_of(self.model)), "the inputs are those of the model");
        assert!(outputs.iter().all(|output| output.is_of(self.model)), "the outputs are those of the model");
        StateSpacePattern::new(self.signals(), &self.contracted(false), inputs, outputs)
    }
}
