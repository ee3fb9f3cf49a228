//! Which computations need each other in the same instant: they are solved together.

use std::collections::HashMap;

use petgraph::algo::is_cyclic_directed;
use petgraph::graph::{DiGraph, NodeIndex};
use simobject_host::{Purpose, Rate};

use super::graph::{BlockOf, Graph, Loop, Node};
use super::signals::Signals;

/// The blocks of a model: computations that need each other in one instant.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// The members of each, in the order of the graph.
    pub(crate) members: Vec<Vec<Node>>,
    /// The block of each member.
    pub(crate) of: BlockOf,
}

/// Why a loop is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nobody wants that.
    NotWanted,
    /// This member runs at ticks, or once.
    Unsolvable(Node),
    /// Who answers for resources in it asks himself.
    AsksItself,
}

impl Blocks {
    /// Those of a graph; and the circles that are not solved, because nobody wants that, or because something runs in them
    /// at ticks, or never again.
    pub(crate) fn of(graph: &Graph, signals: Signals<'_>, are_solved: bool) -> (Self, Vec<(Loop, Refused)>) {
        let (mut blocks, mut refused) = (Self::default(), Vec::new());
        for circle in graph.circles() {
            let unsolvable = || circle.iter().map(|index| graph.node(*index)).find(|node| !is_solvable(signals, *node));
            let why = match () {
                () if !are_solved => Some(Refused::NotWanted),
                () if asks_itself(graph, signals, &circle) => Some(Refused::AsksItself),
                () => unsolvable().map(Refused::Unsolvable),
            };
            match why {
                None => blocks.push(circle.iter().map(|index| graph.node(*index)).collect()),
                Some(why) => refused.push((graph.shortest_loop(&circle), why)),
            }
        }
        (blocks, refused)
    }

    /// Those with these members.
    pub(crate) fn with<'m>(members: impl Iterator<Item = &'m [Node]>) -> Self {
        let mut blocks = Self::default();
        members.for_each(|members| blocks.push(members.to_vec()));
        blocks
    }

    fn push(&mut self, members: Vec<Node>) {
        let number = self.members.len() as u32;
        self.of.extend(members.iter().map(|member| (*member, number)));
        self.members.push(members);
    }

    /// The order of a graph that was contracted, with the members in the place of each block.
    pub(crate) fn expanded(&self, contracted: &Graph, order: &[NodeIndex]) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(order.len() + self.of.len());
        for index in order {
            match contracted.node(*index) {
                Node::Block(block) => nodes.extend_from_slice(&self.members[block as usize]),
                node => nodes.push(node),
            }
        }
        nodes
    }
}

/// Whether something can be part of what is solved in every evaluation.
fn is_solvable(signals: Signals<'_>, node: Node) -> bool {
    match node {
        Node::Calculation { object, calculation } => {
            let purpose = signals.calculation(object, calculation).purpose;
            matches!(purpose, Purpose::Common(Rate::Continuous) | Purpose::Answer)
        }
        Node::Assembly(_) | Node::Block(_) => true,
    }
}

/// Whether some of those who answer for resources ask each other in a circle: there is no number in it to be solved for.
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
pub(crate) fn indices(graph: &Graph) -> HashMap<Node, NodeIndex> {
    (0..graph.len()).map(NodeIndex::new).map(|index| (graph.node(index), index)).collect()
}
