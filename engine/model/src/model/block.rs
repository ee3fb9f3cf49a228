//! Computations that need each other in the same instant, and how they are cut to be solved.

use std::ops::Range;
use std::sync::Arc;

use bowline_solve::linear::JacobianStructure;

use super::dependencies::Signals;
use super::dependencies::graph::Node;
use super::schedule::Batch;
use super::signal_id::SignalId;

/// Computations that need each other in the same instant: they are solved together, for
/// the unknowns that cut all of their circles.
#[derive(Debug)]
pub struct Block {
    /// Its computations, in the order of the graph.
    pub members: Vec<Node>,
    /// A shortest circle in it, signal by signal, for messages.
    pub circle: Vec<SignalId>,
    /// The places that it reads of others, in rows, rising.
    pub inputs: Vec<Range<usize>>,
    /// The clock at whose ticks it is solved, if sampled computations are in it.
    pub clock: Option<usize>,
    /// Whether derivatives need it; else only a recorder, a view, indicators or ticks do.
    pub is_needed: bool,
    /// How it is cut: as few numbers as possible, or everywhere.
    pub cut: Cut,
    /// The other way, until it is known which serves.
    pub everywhere: Option<Cut>,
}

/// Unknowns that cut all circles of a block, and the members in an order that begins with them.
#[derive(Debug)]
pub struct Cut {
    /// The signals that are unknown, in the order in which the members give them anew.
    pub unknowns: Vec<Unknown>,
    /// The members, batch by batch.
    pub calls: Vec<CutCall>,
    /// The members, each behind all whose results it reads, but for unknowns.
    pub order: Vec<Node>,
    /// Which residuals depend on which unknowns.
    pub structure: Arc<JacobianStructure>,
    /// The unknowns at the start of a run.
    pub guess: Vec<f64>,
    /// Nominal value of each unknown.
    pub nominal: Vec<f64>,
}

/// A signal that is solved for.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// Which one.
    pub id: SignalId,
    /// Where its numbers are.
    pub places: Range<usize>,
    /// Where its residuals are, if it has any: else they are what its giver gives, less itself.
    pub residual: Option<usize>,
}

/// Members that run in one call, and read nothing that the call gives.
#[derive(Debug)]
pub struct CutCall {
    /// The call.
    pub batch: Batch,
    /// The unknowns that they give anew, by their positions.
    pub gives: Range<usize>,
}

impl Block {
    /// The signals that its computations fill.
    pub fn given<'s>(&'s self, signals: Signals<'s>) -> impl Iterator<Item = SignalId> + 's {
        let of_calculation = move |member: &Node| match *member {
            Node::Calculation { object, calculation } => Some((object, signals.calculation(object, calculation))),
            Node::Assembly(_) | Node::Block(_) => None,
        };
        let calculations = self.members.iter().filter_map(of_calculation);
        calculations.flat_map(move |(object, calculation)| signals.given(object, calculation))
    }

    /// Its computations, and the clock at whose ticks it is solved.
    pub fn members_and_clock(&self) -> (&[Node], Option<usize>) {
        (&self.members, self.clock)
    }

    /// Whether steps solve it: derivatives need it, and it does not wait for ticks.
    pub(crate) fn is_in_steps(&self) -> bool {
        self.is_needed && self.clock.is_none()
    }

    /// How many of its computations there are.
    pub fn size(&self) -> usize {
        self.members.len()
    }
}

impl Cut {
    /// Whether the residual of an unknown number is what its giver gives, less itself.
    pub fn is_given(&self, number: usize) -> bool {
        let mut end = 0;
        let unknown = self.unknowns.iter().find(|unknown| {
            end += unknown.places.len();
            number < end
        });
        unknown.is_some_and(|unknown| unknown.residual.is_none())
    }

    /// The signal of an unknown number, and which of its elements it is.
    pub fn element(&self, number: usize) -> (SignalId, usize) {
        let mut first = 0;
        for unknown in &self.unknowns {
            if number < first + unknown.places.len() {
                return (unknown.id, number - first);
            }
            first += unknown.places.len();
        }
        unreachable!("the unknowns have no number {number}")
    }
}
