//! Which computations need each other in the same instant: they are solved together.

use std::collections::{HashMap, HashSet};

use petgraph::algo::is_cyclic_directed;
use petgraph::graph::{DiGraph, NodeIndex};
use simobject_host::{Purpose, Rate, Role};

use super::graph::{BlockOf, Graph, Loop, Node};
use super::signals::Signals;
use crate::model::clocks::Clocks;
use crate::model::signal_id::SignalId;

/// The blocks of a model: computations that need each other in one instant.
#[derive(Debug, Default)]
pub struct Blocks {
    all: Vec<Members>,
    /// The block of each computation that is in one in an evaluation.
    of_evaluation: BlockOf,
    /// The same at ticks, where more may be in one.
    of_instant: BlockOf,
}

/// The computations of a block, in the order of the graph.
#[derive(Debug)]
struct Members {
    nodes: Vec<Node>,
    /// If sampled computations are among them: the clock on which they all run, at whose ticks they are
    /// solved for, with the continuous ones.
    clock: Option<usize>,
}

/// Why a loop is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Nobody wants that.
    NotWanted,
    /// This member runs once, or on another clock than others.
    Unsolvable(Node),
    /// A provider of a resource in it asks itself.
    AsksItself,
}

impl Blocks {
    /// Those of a graph; and the circles that are not solved, because nobody wants that, or because something runs in them
    /// on several clocks, or never again.
    pub fn of(graph: &Graph, signals: Signals<'_>, clocks: &Clocks, are_solved: bool) -> (Self, Vec<(Loop, Refused)>) {
        let (mut blocks, mut refused) = (Self::default(), Vec::new());
        let mut at_ticks = Vec::new();
        for circle in graph.circles() {
            let nodes: Vec<Node> = circle.iter().map(|index| graph.node(*index)).collect();
            let why = match solved_on(signals, clocks, &nodes) {
                _ if !are_solved && !is_of_one(graph, signals, &circle) => Refused::NotWanted,
                _ if asks_itself(graph, signals, &circle) => Refused::AsksItself,
                Err(node) => Refused::Unsolvable(node),
                Ok(None) => {
                    blocks.push(nodes, None);
                    continue;
                }
                Ok(clock) => {
                    at_ticks.push((nodes, clock));
                    continue;
                }
            };
            refused.push((graph.shortest_loop(&circle), why));
        }
        // Between ticks what is sampled is held: the rest may still be in circles.
        if refused.is_empty() && !at_ticks.is_empty() {
            let ticking = at_ticks.iter().flat_map(|(nodes, _)| nodes).copied().collect();
            let held = graph.clone().with_held(signals, &ticking);
            for circle in held.circles() {
                let nodes: Vec<Node> = circle.iter().map(|index| held.node(*index)).collect();
                if !blocks.of_evaluation.contains_key(&nodes[0]) {
                    blocks.push(nodes, None);
                }
            }
        }
        at_ticks.into_iter().for_each(|(nodes, clock)| blocks.push(nodes, clock));
        (blocks, refused)
    }

    /// Those with these members, each on its clock if it has one.
    pub fn with<'m>(all: impl Iterator<Item = (&'m [Node], Option<usize>)>) -> Self {
        let mut blocks = Self::default();
        all.for_each(|(members, clock)| blocks.push(members.to_vec(), clock));
        blocks
    }

    /// Those at ticks come behind all others.
    fn push(&mut self, nodes: Vec<Node>, clock: Option<usize>) {
        let number = self.all.len() as u32;
        let of = nodes.iter().map(|node| (*node, number));
        if clock.is_none() {
            self.of_evaluation.extend(of.clone());
        }
        self.of_instant.extend(of);
        self.all.push(Members { nodes, clock });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether some are solved at ticks.
    pub fn any_at_ticks(&self) -> bool {
        self.all.last().is_some_and(|members| members.clock.is_some())
    }

    /// Their members, and the clock of each that has one.
    pub fn iter(&self) -> impl Iterator<Item = (&[Node], Option<usize>)> {
        self.all.iter().map(|members| (members.nodes.as_slice(), members.clock))
    }

    /// The computations of a block.
    pub fn members(&self, block: u32) -> &[Node] {
        &self.all[block as usize].nodes
    }

    /// The clock of a block at whose ticks it is solved.
    pub fn clock(&self, block: u32) -> Option<usize> {
        self.all[block as usize].clock
    }

    /// A graph as evaluations see it: with the blocks in the place of their members, and what
    /// ticks fill held.
    pub fn in_evaluations(&self, graph: Graph, signals: Signals<'_>) -> Graph {
        let ticking: HashSet<Node> =
            self.iter().filter(|(_, clock)| clock.is_some()).flat_map(|(nodes, _)| nodes).copied().collect();
        graph.with_held(signals, &ticking).contracted(&self.of_evaluation)
    }

    /// The same as ticks, and initial conditions, see it: with those blocks, too, that are solved at ticks.
    pub fn in_instants(&self, graph: Graph) -> Graph {
        graph.contracted(&self.of_instant)
    }

    /// The order of a graph that was contracted, with the members in the place of each block.
    pub(crate) fn expanded(&self, contracted: &Graph, order: &[NodeIndex]) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(order.len() + self.of_instant.len());
        for index in order {
            match contracted.node(*index) {
                Node::Block(block) => nodes.extend_from_slice(self.members(block)),
                node => nodes.push(node),
            }
        }
        nodes
    }
}

/// How a circle is solved: in every evaluation (no clock), or at the ticks of one.
///
/// # Errors
/// The computation for which it is not: it runs once, or on another clock than one before it.
fn solved_on(signals: Signals<'_>, clocks: &Clocks, circle: &[Node]) -> Result<Option<usize>, Node> {
    let mut on = None;
    for node in circle {
        let Node::Calculation { object, calculation } = *node else { continue };
        match signals.calculation(object, calculation).purpose {
            Purpose::Common(Rate::Continuous) | Purpose::Answer => {}
            Purpose::Common(Rate::Sampled(clock)) => {
                let clock = clocks.number(clock);
                if *on.get_or_insert(clock) != clock {
                    return Err(*node);
                }
            }
            _ => return Err(*node),
        }
    }
    Ok(on)
}

/// Whether it is an equation that a SimObject has by itself, and no circle of connections.
fn is_of_one(graph: &Graph, signals: Signals<'_>, circle: &[NodeIndex]) -> bool {
    let gives_residual = |index: &NodeIndex| match graph.node(*index) {
        Node::Calculation { object, calculation } => {
            let mut gives = signals.calculation(object, calculation).gives.iter();
            gives.any(|signal| matches!(signals.role(SignalId { object, signal: *signal }), Role::Residual(_)))
        }
        Node::Assembly(_) | Node::Block(_) => false,
    };
    // What goes through no port stays within a SimObject.
    let members = circle.iter().copied().collect();
    circle.iter().any(gives_residual) && graph.within(&members).all(|(.., read)| read.port.is_none())
}

/// Whether providers of resources ask each other in a circle: there is no number in it to be solved for.
fn asks_itself(graph: &Graph, signals: Signals<'_>, circle: &[NodeIndex]) -> bool {
    let answers = circle.iter().copied().filter(|index| graph.is_answer(signals, *index)).collect();
    let mut asking = DiGraph::<(), ()>::new();
    let mut known = HashMap::new();
    for (from, to, _) in graph.within(&answers) {
        let [from, to] = [from, to].map(|index| *known.entry(index).or_insert_with(|| asking.add_node(())));
        asking.add_edge(from, to, ());
    }
    is_cyclic_directed(&asking)
}

/// The index of each node of a graph.
pub fn indices(graph: &Graph) -> HashMap<Node, NodeIndex> {
    (0..graph.count()).map(NodeIndex::new).map(|index| (graph.node(index), index)).collect()
}
