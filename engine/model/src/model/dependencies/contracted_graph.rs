//! The dependency graph with its loops contracted to blocks.

use petgraph::graph::NodeIndex;

use super::blocks::Blocks;
use super::graph::Graph;

/// A dependency graph in which each loop is one node, and an order of evaluation.
pub(super) struct ContractedGraph {
    /// The nodes, with the loops as blocks.
    pub(super) graph: Graph,
    /// All nodes, each after those that it reads.
    pub(super) order: Vec<NodeIndex>,
    /// The members of each block.
    pub(super) blocks: Blocks,
}
