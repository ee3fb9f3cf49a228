//! What depends on what where loops are not solved: their unknowns are numbers like others, and their residuals results.

use super::contracted_graph::ContractedGraph;
use super::graph::Node;
use super::pattern::Tracing;
use super::signals::Signals;
use crate::model::Column;
use crate::model::block::Block;

/// Loops that are not solved, among all blocks.
#[derive(Clone, Copy)]
pub(super) struct OpenLoops<'b> {
    /// All blocks of the schedule.
    pub(super) blocks: &'b [Block],
    /// The positions of the open loops in `blocks`.
    pub(super) loops: &'b [usize],
}

impl<'b> OpenLoops<'b> {
    /// The blocks that are open.
    fn opened(self) -> impl Iterator<Item = &'b Block> {
        self.loops.iter().map(move |number| &self.blocks[*number])
    }

    /// Traces a block: as its unknowns and residuals if it is open, else as its members.
    fn trace(self, tracing: &mut Tracing<'_>, number: usize) {
        let block = &self.blocks[number];
        if self.loops.contains(&number) { tracing.solved(&block.cut) } else { tracing.block(&block.members) }
    }

    /// On which of the states and of the unknowns of `loops` depends anything that runs at ticks, by their
    /// positions.
    pub(super) fn read_at_ticks(self, signals: Signals<'_>, contracted: &ContractedGraph) -> Vec<u32> {
        let ContractedGraph { graph, order, .. } = contracted;
        let mut tracing = Tracing::new(signals, &[]).with_unknowns(self.opened());
        let mut read = Vec::new();
        for index in order {
            if let Node::Calculation { object, calculation } = graph.node(*index) {
                let declared = signals.calculation(object, calculation);
                if declared.purpose.clock().is_some() {
                    let places = tracing.read_by(object, declared);
                    let given = signals.given(object, declared).filter(|id| signals.role(*id).is_filled());
                    given.for_each(|id| tracing.gives(id, &places));
                    read.extend(places);
                    continue;
                }
            }
            tracing.follow(graph, &[*index], |tracing, number| self.trace(tracing, number as usize));
        }
        read.sort_unstable();
        read.dedup();
        read
    }

    /// On which states, unknowns of `loops` and numbers at `places` depend the derivatives, the residuals of these loops and
    /// the outputs, in positions that go on from one to the next. Discrete values stay as they are.
    pub(super) fn rows(
        self,
        signals: Signals<'_>,
        contracted: &ContractedGraph,
        places: &[u32],
        outputs: &[Column],
    ) -> Vec<Vec<u32>> {
        // A place may be asked for twice.
        let mut positions: Vec<(u32, u32)> = places.iter().copied().zip(0..).collect();
        positions.sort_unstable();
        let mut inputs: Vec<u32> = positions.iter().map(|(place, _)| *place).collect();
        inputs.dedup();
        let mut tracing = Tracing::new(signals, &inputs).with_unknowns(self.opened());
        tracing.follow(&contracted.graph, &contracted.order, |tracing, number| self.trace(tracing, number as usize));
        let of_outputs = outputs.iter().map(|column| {
            column.numbers().flat_map(|number| tracing.element(number.id, number.element())).collect::<Vec<u32>>()
        });
        let before = tracing.rows.len() as u32;
        let shift = before - signals.layout.states as u32;
        let numbered = |traced: &[u32]| {
            let mut row: Vec<u32> = Vec::with_capacity(traced.len());
            for place in traced {
                if *place < before {
                    row.push(*place);
                    continue;
                }
                let place = place - shift;
                let first = positions.partition_point(|(other, _)| *other < place);
                let all = positions[first..].iter().take_while(|(other, _)| *other == place);
                row.extend(all.map(|(_, position)| before + position));
            }
            row.sort_unstable();
            row.dedup();
            row
        };
        let mut rows: Vec<Vec<u32>> =
            tracing.rows.iter().cloned().chain(of_outputs).map(|row| numbered(&row)).collect();
        // What is given anew, less the unknown itself, depends on it.
        let unknowns = self.opened().flat_map(|block| &block.cut.unknowns);
        let mut at = signals.layout.states;
        for unknown in unknowns {
            if unknown.residual.is_none() {
                for (own, row) in rows.iter_mut().enumerate().skip(at).take(unknown.places.len()) {
                    row.push(own as u32);
                    row.sort_unstable();
                    row.dedup();
                }
            }
            at += unknown.places.len();
        }
        rows
    }
}
