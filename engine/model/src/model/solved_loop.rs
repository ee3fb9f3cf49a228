//! The loops of a model, as programs see them.

use serde::Serialize;

use super::Model;
use super::block::{Block, Cut, Unknown};
use super::dependencies::graph::Node;
use crate::workspace::loops::Continuity;

/// Computations that need each other in the same instant, and are solved together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SolvedLoop {
    /// A shortest circle in it, `Object.Signal` by `Object.Signal`; the first once.
    pub circle: Vec<String>,
    /// What runs in it: in-ports that are put together, and `Object: calculation`.
    pub computations: Vec<String>,
    /// The signals that it is solved for: where they are known, all else follows.
    pub unknowns: Vec<LoopUnknown>,
    /// A Jacobian costs so many evaluations of the loop.
    pub colours: usize,
    /// Whether derivatives need it; else it is solved only for rows, views, events and ticks.
    pub is_needed: bool,
    /// Other solutions at the start, of all unknowns, if somebody looked for them; none is given if it was not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_solutions: Option<Vec<Vec<f64>>>,
}

/// A signal that a loop is solved for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoopUnknown {
    /// `Object.Signal`.
    pub signal: String,
    /// Its unit; empty for a pure number.
    pub unit: String,
    /// Where solving begins: an initial condition, what a state file says, or 0.
    pub guess: Vec<f64>,
    /// What it is at the start; none if its loop was not solved there.
    pub start: Option<Vec<f64>>,
}

impl SolvedLoop {
    /// How many numbers are unknown.
    pub fn size(&self) -> usize {
        self.unknowns.iter().map(|unknown| unknown.guess.len()).sum()
    }
}

impl Model {
    /// Its loops, solved at the start as far as they can be.
    pub fn loops(&self) -> Vec<SolvedLoop> {
        self.loops_from(0)
    }

    /// The same, with other solutions at the start, as far as they are found from so many starts.
    pub fn loops_from(&self, starts: u32) -> Vec<SolvedLoop> {
        let (mut workspace, time) = (self.workspace(), self.settings.output_times.start());
        let guesses = workspace.loops.state();
        // Why one is not solved there is told when it is run.
        let solved = self
            .hold_first(&mut workspace)
            .and_then(|()| self.solve_loops(&mut workspace, time, Continuity::Broken))
            .map(|()| workspace.loops.state());
        let solved = solved.ok();
        let others =
            (solved.is_some() && starts > 0).then(|| self.other_solutions(&mut workspace, time, starts).ok()).flatten();
        let numbered = self.schedule.blocks.iter().enumerate();
        numbered
            .map(|(number, block)| {
                let start = solved.as_ref().map(|solved| solved[number].unknowns.as_slice());
                let other_solutions = others.as_ref().map(|others| others[number].clone());
                SolvedLoop { other_solutions, ..self.solved_loop(block, &guesses[number].unknowns, start) }
            })
            .collect()
    }

    fn solved_loop(&self, block: &Block, guess: &[f64], start: Option<&[f64]>) -> SolvedLoop {
        let Cut { unknowns, structure, .. } = &block.cut;
        let mut first = 0;
        let unknown = |unknown: &Unknown| {
            let id = unknown.id;
            let numbers = first..first + unknown.places.len();
            first = numbers.end;
            LoopUnknown {
                signal: self.signal_name(id),
                unit: self.objects[id.object as usize].interface.signals[id.signal as usize].unit.to_string(),
                guess: guess[numbers.clone()].to_vec(),
                start: start.map(|start| start[numbers].to_vec()),
            }
        };
        SolvedLoop {
            circle: block.circle.iter().map(|id| self.signal_name(*id)).collect(),
            computations: block.members.iter().map(|member| self.computation_name(*member)).collect(),
            unknowns: unknowns.iter().map(unknown).collect(),
            colours: structure.colouring.groups.len(),
            is_needed: block.is_needed,
            other_solutions: None,
        }
    }

    fn computation_name(&self, member: Node) -> String {
        match member {
            Node::Calculation { object, calculation } => {
                let object = &self.objects[object as usize];
                format!("{}: {}", object.name, object.interface.calculations[calculation as usize].name)
            }
            Node::Assembly(number) => {
                let assembly = &self.layout.assemblies[number as usize];
                let what = if assembly.formula.is_some() { "formula" } else { "sum" };
                format!("{}: {what}", self.signal_name(assembly.port))
            }
            Node::Block(_) => unreachable!("a loop has no loops in it"),
        }
    }
}
