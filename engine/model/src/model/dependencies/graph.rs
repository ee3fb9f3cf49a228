//! What has to run before what: the graph of computations, its order, and
//! the circles that keep it from having one: blocks, which are solved, or errors.

use std::collections::{HashMap, HashSet};

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use simobject_host::{Calculation, Purpose, Rate};

use super::signals::Signals;
use crate::model::signal_id::SignalId;

/// Something that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// A calculation of an object.
    Calculation {
        /// The SimObject, by its position.
        object: u32,
        /// The calculation, by its position in the interface.
        calculation: u32,
    },
    /// The pass that puts an in-port's numbers together.
    Assembly(u32),
    /// Computations that need each other, solved together, in a graph that was contracted.
    Block(u32),
}

/// Why one node runs before another: the one gives `from`, which the other
/// reads, through `port` if that is an in-port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// The signal that is read.
    pub from: SignalId,
    /// The in-port through which it is read, if it is read through one.
    pub port: Option<SignalId>,
}

/// The graph of computations.
#[derive(Debug, Clone)]
pub struct Graph {
    graph: DiGraph<Node, Dependency>,
}

impl Graph {
    /// The graph of a run: common computations, derivatives, updates, handlers
    /// and answers. Nothing waits for what these set, nor for previous values: so
    /// there is no loop through them.
    pub fn of_evaluation(signals: Signals<'_>) -> Self {
        Self::new(signals, |_, calculation| calculation.purpose != Purpose::Initial, |_| false, |_| false)
    }

    /// The graph of the completion of initial conditions: common
    /// computations, and the initial conditions that give a state which is
    /// not `known`, or none.
    pub fn of_completion(signals: Signals<'_>, known: impl Fn(SignalId) -> bool) -> Self {
        let wanted = |object: u32, calculation: &Calculation| match calculation.purpose {
            Purpose::Common(_) | Purpose::Answer => true,
            Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_) => false,
            // One that sets nothing looks at the start.
            Purpose::Initial if calculation.gives.is_empty() => true,
            Purpose::Initial => calculation.gives.iter().any(|signal| !known(SignalId { object, signal: *signal })),
        };
        // Previous values of states are their initial conditions; those of
        // everything else are declared, and nothing waits for them, or initial
        // conditions set them.
        Self::new(signals, wanted, |id| !known(id), |id| signals.role(id).is_any_state() && !known(id))
    }

    /// The graph of the checks of a state from which a run continues: nothing
    /// waits for states, nor for what runs on clocks, because all of it is there.
    pub fn of_resumption(signals: Signals<'_>) -> Self {
        let wanted = |_, calculation: &Calculation| match calculation.purpose {
            Purpose::Common(Rate::Sampled(_)) => false,
            Purpose::Common(_) | Purpose::Answer => true,
            Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_) => false,
            Purpose::Initial => !calculation.only_at_start,
        };
        Self::new(signals, wanted, |_| false, |_| false)
    }

    fn new(
        signals: Signals<'_>,
        wanted: impl Fn(u32, &Calculation) -> bool,
        gives_state: impl Fn(SignalId) -> bool,
        is_waited_for: impl Fn(SignalId) -> bool,
    ) -> Self {
        let mut graph = DiGraph::new();
        let mut gives = vec![NodeIndex::end(); signals.layout.signal_count()];
        let mut before_ticks = HashMap::new();
        for (assembly, index) in signals.layout.assemblies.iter().zip(0..) {
            gives[signals.layout.index(assembly.port)] = graph.add_node(Node::Assembly(index));
        }
        for (object, index) in signals.objects.iter().zip(0..) {
            for (calculation, number) in object.interface.calculations.iter().zip(0..) {
                if wanted(index, calculation) {
                    let node = graph.add_node(Node::Calculation { object: index, calculation: number });
                    if !matches!(calculation.purpose, Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_)) {
                        for id in signals.given(index, calculation) {
                            if calculation.purpose == Purpose::Initial && signals.role(id).is_filled() {
                                // Its value before its first tick: only previous values have that one.
                                if gives_state(id) {
                                    before_ticks.insert(id, node);
                                }
                            } else if !signals.role(id).is_initialised() || gives_state(id) {
                                gives[signals.layout.index(id)] = node;
                            }
                        }
                    }
                }
            }
        }
        let mut building = Building { signals, gives, before_ticks, graph };
        for node in building.graph.node_indices() {
            building.depend(node);
            building.depend_on_previous(node, &is_waited_for);
        }
        Self { graph: building.graph }
    }

    /// The nodes so that each comes after all that it reads.
    ///
    /// # Errors
    /// The algebraic loops, if there are any.
    pub fn order(&self) -> Result<Vec<NodeIndex>, Vec<Loop>> {
        toposort(&self.graph, None).map_err(|_| self.loops())
    }

    /// The computations that need each other in one instant, in parts that need nothing of
    /// each other; each part in the order of the graph, and all by their first.
    pub fn circles(&self) -> Vec<Vec<NodeIndex>> {
        let is_circle = |nodes: &Vec<NodeIndex>| nodes.len() > 1 || self.graph.contains_edge(nodes[0], nodes[0]);
        let mut circles: Vec<Vec<NodeIndex>> = kosaraju_scc(&self.graph).into_iter().filter(is_circle).collect();
        circles.iter_mut().for_each(|nodes| nodes.sort_unstable());
        circles.sort_unstable();
        circles
    }

    /// The same graph with blocks in the place of their members, behind all other nodes.
    pub(crate) fn contracted(self, blocks: &BlockOf) -> Self {
        if blocks.is_empty() {
            return self;
        }
        let mut graph = DiGraph::new();
        let block_of = |index: NodeIndex| blocks.get(&self.graph[index]).copied();
        let mut index_of = vec![NodeIndex::end(); self.count()];
        for index in self.graph.node_indices().filter(|index| block_of(*index).is_none()) {
            index_of[index.index()] = graph.add_node(self.graph[index]);
        }
        let mut indices = HashMap::new();
        for index in self.graph.node_indices() {
            if let Some(block) = block_of(index) {
                index_of[index.index()] = *indices.entry(block).or_insert_with(|| graph.add_node(Node::Block(block)));
            }
        }
        for edge in self.graph.edge_references() {
            let (from, to) = (edge.source(), edge.target());
            if block_of(from).is_none() || block_of(from) != block_of(to) {
                graph.add_edge(index_of[from.index()], index_of[to.index()], *edge.weight());
            }
        }
        Self { graph }
    }

    /// The same graph in which nobody waits for what sampled ones of these computations give to others of them: it is
    /// held.
    pub(crate) fn with_held(mut self, signals: Signals<'_>, ticking: &HashSet<Node>) -> Self {
        let is_sampled = |node: Node| match node {
            Node::Calculation { object, calculation } => {
                let purpose = signals.calculation(object, calculation).purpose;
                matches!(purpose, Purpose::Common(Rate::Sampled(_)))
            }
            Node::Assembly(_) | Node::Block(_) => false,
        };
        if !ticking.is_empty() {
            self.graph.retain_edges(|graph, edge| {
                let ends = graph.edge_endpoints(edge).map(|(from, to)| (graph[from], graph[to]));
                !ends.is_some_and(|(from, to)| ticking.contains(&from) && ticking.contains(&to) && is_sampled(from))
            });
        }
        self
    }

    /// The edges among some nodes: giver, reader and dependency.
    pub fn within<'g>(
        &'g self,
        nodes: &'g HashSet<NodeIndex>,
    ) -> impl Iterator<Item = (NodeIndex, NodeIndex, Dependency)> + 'g {
        let edges = nodes.iter().flat_map(|node| self.graph.edges(*node));
        let inside = edges.filter(|edge| nodes.contains(&edge.target()));
        inside.map(|edge| (edge.source(), edge.target(), *edge.weight()))
    }

    /// The computation with an index.
    pub fn node(&self, index: NodeIndex) -> Node {
        self.graph[index]
    }

    /// The number of computations.
    pub fn count(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether a node answers for a resource: what asks it waits for all that
    /// it reads, but it does not run by itself.
    pub fn is_answer(&self, signals: Signals<'_>, index: NodeIndex) -> bool {
        match self.graph[index] {
            Node::Calculation { object, calculation } => {
                signals.calculation(object, calculation).purpose == Purpose::Answer
            }
            Node::Assembly(_) | Node::Block(_) => false,
        }
    }

    /// The node that fills a signal.
    pub(crate) fn giver(&self, signals: Signals<'_>, id: SignalId) -> Option<NodeIndex> {
        if let Some((number, _)) = signals.assembly(id) {
            return Some(NodeIndex::new(number));
        }
        let fills = |calculation: &Calculation| {
            matches!(calculation.purpose, Purpose::Common(_) | Purpose::Answer)
                && signals.given(id.object, calculation).any(|given| given == id)
        };
        let calculations = &signals.objects[id.object as usize].interface.calculations;
        let number = calculations.iter().position(fills)? as u32;
        // Nodes stand in the order of the objects, behind the input assemblies.
        let key = |node: &Node| match *node {
            Node::Assembly(_) | Node::Block(_) => None,
            Node::Calculation { object, calculation } => Some((object, calculation)),
        };
        let nodes = self.graph.raw_nodes();
        nodes.binary_search_by_key(&Some((id.object, number)), |node| key(&node.weight)).ok().map(NodeIndex::new)
    }

    /// What runs before a node.
    pub fn before(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        self.graph.neighbors_directed(node, petgraph::Direction::Incoming)
    }

    /// Whether a node reads a state, directly, or the result of a computation
    /// that is not constant.
    pub fn reads_what_changes(&self, signals: Signals<'_>, node: NodeIndex) -> bool {
        let ports: Vec<SignalId> = match self.graph[node] {
            // It is solved in every evaluation.
            Node::Block(_) => return true,
            Node::Assembly(assembly) => vec![signals.layout.assemblies[assembly as usize].port],
            Node::Calculation { object, calculation } => {
                let reads = &signals.calculation(object, calculation).reads;
                reads.iter().map(|signal| SignalId { object, signal: *signal }).collect()
            }
        };
        let is_state = |id: SignalId| signals.role(id).is_initialised();
        let reads_state = ports.into_iter().any(|port| signals.origins(port).into_iter().any(is_state));
        let reads_time = match self.graph[node] {
            Node::Assembly(assembly) => {
                let formula = &signals.layout.assemblies[assembly as usize].formula;
                formula.as_ref().is_some_and(|formula| formula.reads_time)
            }
            Node::Calculation { .. } | Node::Block(_) => false,
        };
        reads_state
            || reads_time
            || self.before(node).any(|before| match self.graph[before] {
                Node::Calculation { object, calculation } => {
                    signals.calculation(object, calculation).purpose != Purpose::Common(Rate::Constant)
                }
                Node::Assembly(_) | Node::Block(_) => self.reads_what_changes(signals, before),
            })
    }

    fn loops(&self) -> Vec<Loop> {
        let mut loops: Vec<Loop> = self.circles().iter().map(|nodes| self.shortest_loop(nodes)).collect();
        loops.sort_by_key(|found| found.links.first().map(|link| link.from));
        loops
    }

    /// A shortest loop through the first node of a strongly connected part.
    pub fn shortest_loop(&self, nodes: &[NodeIndex]) -> Loop {
        let start = nodes.iter().copied().min().unwrap_or_default();
        let inside: HashSet<_> = nodes.iter().copied().collect();
        let mut reached_by = HashMap::new();
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for edge in self.graph.edges(node).filter(|edge| inside.contains(&edge.target())) {
                if edge.target() == start {
                    let mut links = vec![*edge.weight()];
                    let mut back = node;
                    while back != start {
                        let (before, dependency): (NodeIndex, Dependency) = reached_by[&back];
                        links.push(dependency);
                        back = before;
                    }
                    links.reverse();
                    return Loop { links, size: nodes.len() };
                }
                reached_by.entry(edge.target()).or_insert_with(|| {
                    queue.push_back(edge.target());
                    (node, *edge.weight())
                });
            }
        }
        Loop { links: Vec::new(), size: nodes.len() }
    }
}

/// The blocks to which computations belong.
pub(crate) type BlockOf = HashMap<Node, u32>;

/// An algebraic loop: outputs that depend on themselves within one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The dependencies around the loop.
    pub links: Vec<Dependency>,
    /// How many computations wait for each other, those of the loop among them.
    pub size: usize,
}

impl Loop {
    /// The signals along it, port by port; the first once.
    pub fn path(&self) -> Vec<SignalId> {
        // An input assembly passes its own in-port on to the reader.
        let links = self.links.iter().filter(|link| link.port != Some(link.from));
        links.flat_map(|link| std::iter::once(link.from).chain(link.port)).collect()
    }
}

struct Building<'a> {
    signals: Signals<'a>,
    /// The node that gives each signal, `NodeIndex::end()` if none does.
    gives: Vec<NodeIndex>,
    /// The initial condition that sets a signal's value before its first tick.
    before_ticks: HashMap<SignalId, NodeIndex>,
    graph: DiGraph<Node, Dependency>,
}

impl Building<'_> {
    fn giver(&self, id: SignalId) -> Option<NodeIndex> {
        Some(self.gives[self.signals.layout.index(id)]).filter(|giver| *giver != NodeIndex::end())
    }

    fn depend(&mut self, node: NodeIndex) {
        match self.graph[node] {
            Node::Block(_) => {}
            Node::Assembly(assembly) => {
                let port = self.signals.layout.assemblies[assembly as usize].port;
                self.depend_on_sources(node, port);
            }
            Node::Calculation { object, calculation } => {
                for signal in &self.signals.calculation(object, calculation).reads {
                    let id = SignalId { object, signal: *signal };
                    if self.signals.role(id).is_fed() {
                        if self.giver(id).is_some() {
                            self.depend_on(node, id, Some(id));
                        } else {
                            self.depend_on_sources(node, id);
                        }
                    } else {
                        self.depend_on(node, id, None);
                    }
                }
            }
        }
    }

    /// Lets a node wait for what it reads the previous value of, where that is so.
    fn depend_on_previous(&mut self, node: NodeIndex, is_waited_for: impl Fn(SignalId) -> bool) {
        let (signals, Node::Calculation { object, calculation }) = (self.signals, self.graph[node]) else { return };
        for signal in &signals.calculation(object, calculation).previous {
            let id = SignalId { object, signal: *signal };
            let port = signals.role(id).is_in_port().then_some(id);
            for from in signals.origins(id) {
                if let Some(giver) = self.before_ticks.get(&from) {
                    self.graph.add_edge(*giver, node, Dependency { from, port });
                } else if is_waited_for(from) {
                    self.depend_on(node, from, port);
                }
            }
        }
    }

    fn depend_on_sources(&mut self, node: NodeIndex, port: SignalId) {
        let signals = self.signals;
        signals.each_origin(port, |id| self.depend_on(node, id, Some(port)));
    }

    fn depend_on(&mut self, node: NodeIndex, from: SignalId, port: Option<SignalId>) {
        if let Some(giver) = self.giver(from)
            && (giver != node || !self.signals.role(from).is_initialised())
        {
            self.graph.add_edge(giver, node, Dependency { from, port });
        }
    }
}
