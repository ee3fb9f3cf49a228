//! What has to run before what: the graph of computations, its order, and
//! the algebraic loops that keep it from having one.

use std::collections::HashMap;

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use simobject_host::{Calculation, Purpose, Rate, Role};

use super::wiring::Wiring;
use crate::model::Object;
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// Something that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// A calculation of an object.
    Calculation { object: u32, calculation: u32 },
    /// The pass that puts an in-port's numbers together.
    Assembly(u32),
}

/// Why one node runs before another: the one gives `from`, which the other
/// reads, through `port` if that is an in-port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dependency {
    from: SignalId,
    port: Option<SignalId>,
}

/// The graph of computations.
#[derive(Debug)]
pub(crate) struct Graph {
    graph: DiGraph<Node, Dependency>,
}

/// What a graph is built of.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) objects: &'a [Object],
    pub(crate) wiring: &'a Wiring,
    pub(crate) layout: &'a Layout,
}

impl<'a> Parts<'a> {
    pub(crate) fn calculation(self, object: u32, calculation: u32) -> &'a Calculation {
        &self.objects[object as usize].interface.calculations[calculation as usize]
    }

    pub(crate) fn role(self, id: SignalId) -> Role {
        self.objects[id.object as usize].interface.signals[id.signal as usize].role
    }

    /// The signals that a signal is made of, other than constants: what an
    /// in-port is connected to, the state that an out-port shows, or itself.
    pub(crate) fn origins(self, id: SignalId) -> Vec<SignalId> {
        let itself = |id: SignalId| id.of_state(self.role(id));
        match self.wiring.connection(id).filter(|_| self.role(id).is_fed()) {
            Some((_, source, _)) => source.origins().map(itself).collect(),
            None => vec![itself(id)],
        }
    }
}

impl Graph {
    /// The graph of a run: common computations, derivatives, updates, handlers
    /// and answers. Nothing waits for what these set, nor for previous values: so
    /// there is no loop through them.
    pub(crate) fn of_evaluation(parts: Parts<'_>) -> Self {
        Self::new(parts, |_, calculation| calculation.purpose != Purpose::Initial, |_| false, |_| false)
    }

    /// The graph of the completion of initial conditions: common
    /// computations, and the initial conditions that give a state which is
    /// not `known`, or none.
    pub(crate) fn of_completion(parts: Parts<'_>, known: impl Fn(SignalId) -> bool) -> Self {
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
        Self::new(parts, wanted, |id| !known(id), |id| parts.role(id).is_any_state() && !known(id))
    }

    /// The graph of the checks of a state from which a run continues: nothing
    /// waits for states, nor for what runs on clocks, because all of it is there.
    pub(crate) fn of_resumption(parts: Parts<'_>) -> Self {
        let wanted = |_, calculation: &Calculation| match calculation.purpose {
            Purpose::Common(Rate::Sampled(_)) => false,
            Purpose::Common(_) | Purpose::Answer => true,
            Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_) => false,
            Purpose::Initial => !calculation.only_at_start,
        };
        Self::new(parts, wanted, |_| false, |_| false)
    }

    fn new(
        parts: Parts<'_>,
        wanted: impl Fn(u32, &Calculation) -> bool,
        gives_state: impl Fn(SignalId) -> bool,
        is_waited_for: impl Fn(SignalId) -> bool,
    ) -> Self {
        let mut graph = DiGraph::new();
        let mut gives = vec![NodeIndex::end(); parts.layout.signal_count()];
        let mut before_ticks = HashMap::new();
        for (assembly, index) in parts.layout.assemblies.iter().zip(0..) {
            gives[parts.layout.index(assembly.port)] = graph.add_node(Node::Assembly(index));
        }
        for (object, index) in parts.objects.iter().zip(0..) {
            for (calculation, number) in object.interface.calculations.iter().zip(0..) {
                if wanted(index, calculation) {
                    let node = graph.add_node(Node::Calculation { object: index, calculation: number });
                    if !matches!(calculation.purpose, Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_)) {
                        for signal in &calculation.gives {
                            let id = SignalId { object: index, signal: *signal };
                            if calculation.purpose == Purpose::Initial && parts.role(id).is_filled() {
                                // Its value before its first tick: only previous values have that one.
                                if gives_state(id) {
                                    before_ticks.insert(id, node);
                                }
                            } else if !parts.role(id).is_initialised() || gives_state(id) {
                                gives[parts.layout.index(id)] = node;
                            }
                        }
                    }
                }
            }
        }
        let mut building = Building { parts, gives, before_ticks, graph };
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
    pub(crate) fn order(&self) -> Result<Vec<NodeIndex>, Vec<Loop>> {
        toposort(&self.graph, None).map_err(|_| self.loops())
    }

    pub(crate) fn node(&self, index: NodeIndex) -> Node {
        self.graph[index]
    }

    pub(crate) fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether a node answers for a resource: what asks it waits for all that
    /// it reads, but it does not run by itself.
    pub(crate) fn is_answer(&self, parts: Parts<'_>, index: NodeIndex) -> bool {
        match self.graph[index] {
            Node::Calculation { object, calculation } => {
                parts.calculation(object, calculation).purpose == Purpose::Answer
            }
            Node::Assembly(_) => false,
        }
    }

    /// What runs before a node.
    pub(crate) fn before(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        self.graph.neighbors_directed(node, petgraph::Direction::Incoming)
    }

    /// Whether a node reads a state, directly, or the result of a computation
    /// that is not constant.
    pub(crate) fn reads_what_changes(&self, parts: Parts<'_>, node: NodeIndex) -> bool {
        let ports: Vec<SignalId> = match self.graph[node] {
            Node::Assembly(assembly) => vec![parts.layout.assemblies[assembly as usize].port],
            Node::Calculation { object, calculation } => {
                let reads = &parts.calculation(object, calculation).reads;
                reads.iter().map(|signal| SignalId { object, signal: *signal }).collect()
            }
        };
        let reads_state = ports.into_iter().any(|port| {
            let connection = parts.wiring.connection(port).filter(|_| parts.role(port).is_fed());
            let is_state =
                |id: SignalId| parts.role(id).is_initialised() || matches!(parts.role(id), Role::OutOfState(_));
            connection.is_some_and(|(_, source, _)| source.origins().any(is_state)) || is_state(port)
        });
        reads_state
            || self.before(node).any(|before| match self.graph[before] {
                Node::Calculation { object, calculation } => {
                    parts.calculation(object, calculation).purpose != Purpose::Common(Rate::Constant)
                }
                Node::Assembly(_) => self.reads_what_changes(parts, before),
            })
    }

    fn loops(&self) -> Vec<Loop> {
        let cyclic = kosaraju_scc(&self.graph)
            .into_iter()
            .filter(|nodes| nodes.len() > 1 || self.graph.contains_edge(nodes[0], nodes[0]));
        let mut loops: Vec<Loop> = cyclic.map(|nodes| self.shortest_loop(&nodes)).collect();
        loops.sort_by_key(|found| found.links.first().map(|link| link.from));
        loops
    }

    /// A shortest loop through the first node of a strongly connected part.
    fn shortest_loop(&self, nodes: &[NodeIndex]) -> Loop {
        let start = nodes.iter().copied().min().unwrap_or_default();
        let inside: std::collections::HashSet<_> = nodes.iter().copied().collect();
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

/// An algebraic loop: outputs that depend on themselves within one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Loop {
    links: Vec<Dependency>,
    /// How many computations wait for each other, those of the loop among them.
    size: usize,
}

/// Where a loop is: what it keeps from having an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoopIn {
    /// An evaluation.
    Evaluation,
    /// The completion of initial conditions.
    Completion,
}

impl LoopIn {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Evaluation => (
                "algebraic loop",
                "each of these needs the next one's result in the same instant; break the loop with a state (a \
                 low-pass filter, a mass, a volume), or connect one of the in-ports to something else",
            ),
            Self::Completion => (
                "initial conditions that wait for each other",
                "each of these is completed from the next; give one of them: `<InitialCondition Object.State=\"...\"/>`",
            ),
        }
    }
}

impl Loop {
    const MOST_SHOWN: usize = 30;

    /// The loop port by port, with the places of its connections.
    pub(crate) fn report(&self, objects: &[Object], wiring: &Wiring, what: LoopIn) -> Diagnostic {
        let (what, advice) = what.words();
        let name = |id: SignalId| objects[id.object as usize].signal_name(id.signal as usize);
        let mut path = Vec::new();
        let mut labels: Vec<(Span, String)> = Vec::new();
        for link in self.links.iter().take(Self::MOST_SHOWN) {
            // An input assembly passes its own in-port on to the reader.
            if link.port == Some(link.from) {
                continue;
            }
            path.push(name(link.from));
            if let Some(port) = link.port {
                path.push(name(port));
                if let Some((_, _, Some(span))) = wiring.connection(port) {
                    labels.push((*span, format!("{} takes {}", name(port), name(link.from))));
                }
            }
        }
        if self.links.len() > Self::MOST_SHOWN {
            path.push("...".to_owned());
        }
        path.extend(path.first().cloned());
        let mut message = format!("{what}: {}", path.join(" -> "));
        if self.size > self.links.len() {
            message = format!("{message} (one of several loops among {} computations)", self.size);
        }
        let mut advice = advice.to_owned();
        for object in self.say_not_what_they_read(objects) {
            advice += &format!(
                "; {} does not say which in-ports its results need, so that each counts as needing all of them: its \
                 library can mend that (`.Reads(...)` in C++)",
                object.introduced()
            );
        }
        let mut diagnostic = Diagnostic::error("algebraic-loop", message).help(advice);
        for (span, text) in labels {
            diagnostic = diagnostic.label(span, text);
        }
        diagnostic
    }

    /// The objects of the loop that are in it, perhaps, only because they do
    /// not say what they read.
    fn say_not_what_they_read<'o>(&self, objects: &'o [Object]) -> Vec<&'o Object> {
        let is_vague = |port: &SignalId| {
            let calculations = &objects[port.object as usize].interface.calculations;
            calculations.iter().any(|c| c.reads_all_in_ports && c.reads.contains(&port.signal))
        };
        let mut vague: Vec<u32> =
            self.links.iter().filter_map(|link| link.port).filter(is_vague).map(|port| port.object).collect();
        vague.sort_unstable();
        vague.dedup();
        vague.into_iter().map(|object| &objects[object as usize]).collect()
    }
}

struct Building<'a> {
    parts: Parts<'a>,
    /// The node that gives each signal, `NodeIndex::end()` if none does.
    gives: Vec<NodeIndex>,
    /// The initial condition that sets a signal's value before its first tick.
    before_ticks: HashMap<SignalId, NodeIndex>,
    graph: DiGraph<Node, Dependency>,
}

impl Building<'_> {
    fn giver(&self, id: SignalId) -> Option<NodeIndex> {
        Some(self.gives[self.parts.layout.index(id)]).filter(|giver| *giver != NodeIndex::end())
    }

    fn depend(&mut self, node: NodeIndex) {
        match self.graph[node] {
            Node::Assembly(assembly) => {
                let port = self.parts.layout.assemblies[assembly as usize].port;
                self.depend_on_sources(node, port);
            }
            Node::Calculation { object, calculation } => {
                for signal in &self.parts.calculation(object, calculation).reads {
                    let id = SignalId { object, signal: *signal };
                    if self.parts.role(id).is_fed() {
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
        let (parts, Node::Calculation { object, calculation }) = (self.parts, self.graph[node]) else { return };
        for signal in &parts.calculation(object, calculation).previous {
            let id = SignalId { object, signal: *signal };
            let port = parts.role(id).is_in_port().then_some(id);
            for from in parts.origins(id) {
                if let Some(giver) = self.before_ticks.get(&from) {
                    self.graph.add_edge(*giver, node, Dependency { from, port });
                } else if is_waited_for(from) {
                    self.depend_on(node, from, port);
                }
            }
        }
    }

    fn depend_on_sources(&mut self, node: NodeIndex, port: SignalId) {
        let wiring = self.parts.wiring;
        let Some((_, source, _)) = wiring.connection(port) else { return };
        for id in source.origins() {
            self.depend_on(node, id, Some(port));
        }
    }

    fn depend_on(&mut self, node: NodeIndex, from: SignalId, port: Option<SignalId>) {
        if let Some(giver) = self.giver(from)
            && (giver != node || !self.parts.role(from).is_initialised())
        {
            self.graph.add_edge(giver, node, Dependency { from, port });
        }
    }
}
