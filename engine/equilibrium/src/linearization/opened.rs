//! A model as a function of states, unknowns of loops, and other numbers.

use bowline_model::evaluation::{Due, Evaluated, EvaluationError};
use bowline_model::model::block::Block;
use bowline_model::model::{Column, Model};
use bowline_model::workspace::Workspace;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::differentiation::{Function, Structure};

/// A model with its loops cut open: from states, unknowns and the numbers at some places it gives the derivatives of the
/// states, the residuals of the loops, and outputs.
pub(crate) struct Opened<'m> {
    pub(crate) model: &'m Model,
    pub(crate) workspace: &'m mut Workspace,
    pub(super) time: f64,
    /// The loops whose unknowns are given.
    pub(crate) loops: Vec<usize>,
    pub(super) places: &'m [usize],
    pub(super) outputs: &'m [Column],
    /// Discrete values, on which anything may depend.
    is_held: Vec<bool>,
    changes_constants: bool,
    /// Where the workspace was, and how large the numbers are: themselves, or their nominal values.
    pub(crate) point: Vec<f64>,
    pub(crate) sizes: Vec<f64>,
}

impl<'m> Opened<'m> {
    /// At the numbers of a workspace, which were evaluated there.
    pub(crate) fn new(
        model: &'m Model,
        workspace: &'m mut Workspace,
        time: f64,
        places: &'m [usize],
        outputs: &'m [Column],
    ) -> Self {
        let is_needed = |(number, block): &(usize, &Block)| {
            block.clock.is_none() && (block.is_needed || !outputs.is_empty() && model.schedule().observes(*number))
        };
        let blocks = model.schedule().blocks.iter().enumerate();
        let held = model.layout().discrete.all.clone();
        let constants = model.layout().constant_places();
        let mut opened = Self {
            model,
            workspace,
            time,
            loops: blocks.filter(is_needed).map(|(number, _)| number).collect(),
            places,
            outputs,
            is_held: places.iter().map(|place| held.contains(place)).collect(),
            changes_constants: places.iter().any(|place| constants.contains(place)),
            point: Vec::new(),
            sizes: Vec::new(),
        };
        let count = model.schedule().blocks.len();
        opened.workspace.loops.given = (0..count).map(|number| opened.loops.contains(&number)).collect();
        opened.look_where();
        opened
    }

    /// Notes where the workspace is.
    fn look_where(&mut self) {
        let (mut point, mut sizes) = (self.workspace.x().to_vec(), self.model.nominal().to_vec());
        for number in &self.loops {
            let block = self.workspace.loops.block(*number);
            point.extend_from_slice(&block.latest.unknowns);
            sizes.extend_from_slice(block.solver.nominal());
        }
        point.extend(self.places.iter().map(|place| self.workspace.values[*place]));
        sizes.resize(point.len(), 1.0);
        sizes.iter_mut().zip(&point).for_each(|(size, at)| *size = size.max(at.abs()));
        (self.point, self.sizes) = (point, sizes);
    }

    /// How many unknowns there are.
    pub(crate) fn unknowns(&self) -> usize {
        self.loops.iter().map(|number| self.model.schedule().blocks[*number].cut.guess.len()).sum()
    }

    /// How many values it has.
    pub(crate) fn rows(&self) -> usize {
        self.model.state_count() + self.unknowns() + self.outputs.len()
    }

    /// What depends on what.
    pub(crate) fn structure(&self) -> Structure {
        Structure::of_rows(self.columns_of_rows().into_iter(), self.point.len())
    }

    /// On which numbers each value depends.
    pub(crate) fn columns_of_rows(&self) -> Vec<Vec<u32>> {
        let places: Vec<u32> = self.places.iter().map(|place| *place as u32).collect();
        let mut rows = self.model.dependency_graph().open_loops(&self.loops, &places, self.outputs);
        let first = (self.model.state_count() + self.unknowns()) as u32;
        let held: Vec<u32> = (first..).zip(&self.is_held).filter(|(_, is_held)| **is_held).map(|(at, _)| at).collect();
        if !held.is_empty() {
            for row in &mut rows {
                row.extend_from_slice(&held);
                row.sort_unstable();
                row.dedup();
            }
        }
        rows
    }

    /// What a number is called.
    pub(crate) fn column_name(&self, column: usize) -> String {
        let (states, unknowns) = (self.model.state_count(), self.unknowns());
        if column < states {
            self.model.state_name(column)
        } else if column < states + unknowns {
            self.unknown_name(column - states)
        } else {
            self.model.name_of_place(self.places[column - states - unknowns])
        }
    }

    /// What a value is called.
    pub(crate) fn row_name(&self, row: usize) -> String {
        let (states, unknowns) = (self.model.state_count(), self.unknowns());
        if row < states {
            format!("the derivative of `{}`", self.model.state_name(row))
        } else if row < states + unknowns {
            format!("the equation of `{}`", self.unknown_name(row - states))
        } else {
            format!("`{}`", self.model.column_name(&self.outputs[row - states - unknowns]))
        }
    }

    fn unknown_name(&self, number: usize) -> String {
        let mut first = 0;
        for block in &self.loops {
            let cut = &self.model.schedule().blocks[*block].cut;
            if number < first + cut.guess.len() {
                let (id, element) = cut.element(number - first);
                return self.model.element_name(id, element);
            }
            first += cut.guess.len();
        }
        String::new()
    }

    /// Puts numbers where they belong.
    pub(crate) fn put(&mut self, at: &[f64]) -> Evaluated {
        let (x, rest) = at.split_at(self.model.state_count());
        self.workspace.x_mut().copy_from_slice(x);
        let mut first = 0;
        for number in &self.loops {
            let mut block = self.workspace.loops.block(*number);
            let end = first + block.latest.unknowns.len();
            block.latest.unknowns.copy_from_slice(&rest[first..end]);
            first = end;
        }
        for (place, number) in self.places.iter().zip(&rest[first..]) {
            self.workspace.values[*place] = *number;
        }
        if self.changes_constants { self.model.evaluate_constants(self.workspace, self.time) } else { Ok(()) }
    }

    /// Lets clocks tick where it was evaluated last, loops cut open as they are.
    pub(crate) fn tick(&mut self, due: &Due) -> Evaluated {
        self.workspace.loops.continuity = Continuity::Given;
        let states = self.model.state_count();
        let discrete = self.model.layout().discrete.all.clone();
        let now = self.workspace.values[discrete].to_vec();
        self.workspace.next[states..].copy_from_slice(&now);
        let outcome = self.model.tick_seen(self.workspace, due, self.time);
        self.workspace.loops.continuity = Continuity::Broken;
        outcome
    }

    fn evaluate_given(&mut self, values: &mut [f64]) -> Evaluated {
        let (rates, rest) = values.split_at_mut(self.model.state_count());
        self.model.evaluate(self.workspace, self.time, rates)?;
        if !self.outputs.is_empty() {
            self.model.evaluate_signals(self.workspace, self.time)?;
        }
        let mut first = 0;
        for number in &self.loops {
            let block = self.workspace.loops.block(*number);
            let end = first + block.latest.residuals.len();
            rest[first..end].copy_from_slice(&block.latest.residuals);
            first = end;
        }
        for (value, column) in rest[first..].iter_mut().zip(self.outputs) {
            *value = column.value(self.time, self.workspace);
        }
        Ok(())
    }
}

impl Function for Opened<'_> {
    type Error = EvaluationError;

    fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated {
        self.put(at)?;
        self.workspace.loops.continuity = Continuity::Given;
        let outcome = self.evaluate_given(values);
        self.workspace.loops.continuity = Continuity::Broken;
        outcome
    }
}
