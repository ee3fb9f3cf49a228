//! What a tick makes of the numbers of a model, as a function.

use bowline_model::evaluation::{Due, Evaluated, EvaluationError};
use bowline_model::model::{Model, RunState};
use bowline_model::workspace::Workspace;
use bowline_solve::differentiation::Function;

use super::{NoLinearModel, Signals};

/// What is held between ticks: places of the workspace.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// Discrete states that updates set: their next values are kept beside them.
    pub(super) updated: Vec<usize>,
    /// What sampled computations fill.
    pub(super) filled: Vec<usize>,
    /// Memory that is a ring.
    pub(super) rings: Vec<Ring>,
}

/// A memory of entries of a width, of which each tick replaces one.
#[derive(Debug, Clone)]
pub(super) struct Ring {
    pub(super) name: String,
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) entries: usize,
    /// The entry that the next tick replaces.
    next: usize,
}

impl Ring {
    /// The place of an element of the entry that so many ticks will pass before it is replaced.
    pub(super) fn place(&self, age: usize, element: usize) -> usize {
        self.first + (self.next + age) % self.entries.max(1) * self.width + element
    }
}

impl Held {
    /// What a model holds, before a tick of that number.
    pub(super) fn of(model: &Model, tick: u64) -> Result<Self, NoLinearModel> {
        if let Some(state) = model.changed_at_steps() {
            return Err(NoLinearModel::AtSteps(state));
        }
        let mut rings = Vec::new();
        for memory in model.memory_at_ticks() {
            match memory.ring {
                0 => return Err(NoLinearModel::Memory(memory.name)),
                width => {
                    let (first, entries) = (memory.places.start, memory.places.len() / width);
                    let next = (tick % entries.max(1) as u64) as usize;
                    rings.push(Ring { name: memory.name, first, width, entries, next });
                }
            }
        }
        Ok(Self { updated: model.updated_places(), filled: model.filled_places(), rings })
    }

    /// All values that derivatives and outputs may see.
    pub(super) fn seen(&self) -> Vec<usize> {
        self.updated.iter().chain(&self.filled).copied().collect()
    }

    /// How many numbers rings have.
    pub(super) fn in_rings(&self) -> usize {
        self.rings.iter().map(|ring| ring.width * ring.entries).sum()
    }
}

/// A tick as a function: of the states, the next values of discrete states, all values that are held before it, rings, and
/// inputs; it gives the values held after it, the next values of discrete states, and the entries that rings get.
pub(super) struct TickMap<'m> {
    model: &'m Model,
    state: &'m RunState,
    pub(super) held: &'m Held,
    signals: &'m Signals,
    workspace: Workspace,
    due: Due,
}

impl<'m> TickMap<'m> {
    pub(super) fn new(
        model: &'m Model,
        state: &'m RunState,
        held: &'m Held,
        signals: &'m Signals,
        due: Due,
    ) -> Result<Self, NoLinearModel> {
        let workspace = model.workspace_at(state)?;
        Ok(Self { model, state, held, signals, workspace, due })
    }

    /// Where the model is, and the sizes of its numbers.
    pub(super) fn point(&self) -> (Vec<f64>, Vec<f64>) {
        let (held, values) = (self.held, &self.workspace.values);
        let mut point = self.workspace.x().to_vec();
        let mut sizes = self.model.nominal().to_vec();
        point.extend(held.updated.iter().map(|place| self.workspace.next[*place]));
        point.extend(held.seen().iter().map(|place| values[*place]));
        point.extend(self.in_rings().map(|place| values[place]));
        point.extend(self.signals.places.iter().map(|place| values[*place]));
        sizes.resize(point.len(), 1.0);
        sizes.iter_mut().zip(&point).for_each(|(size, at)| *size = size.max(at.abs()));
        (point, sizes)
    }

    /// How many values it gives.
    pub(super) fn rows(&self) -> usize {
        let new: usize = self.held.rings.iter().map(|ring| ring.width).sum();
        2 * self.held.updated.len() + self.held.filled.len() + new
    }

    fn in_rings(&self) -> impl Iterator<Item = usize> + 'm {
        let rings = &self.held.rings;
        rings.iter().flat_map(|ring| {
            (0..ring.entries).flat_map(move |age| (0..ring.width).map(move |element| ring.place(age, element)))
        })
    }
}

impl Function for TickMap<'_> {
    type Error = EvaluationError;

    fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated {
        let (x, rest) = at.split_at(self.model.state_count());
        let (next, rest) = rest.split_at(self.held.updated.len());
        let seen = self.held.seen();
        let (before, rest) = rest.split_at(seen.len());
        let in_rings: Vec<usize> = self.in_rings().collect();
        let (rings, u) = rest.split_at(in_rings.len());
        let workspace = &mut self.workspace;
        workspace.x_mut().copy_from_slice(x);
        let put = seen.iter().zip(before).chain(in_rings.iter().zip(rings)).chain(self.signals.places.iter().zip(u));
        put.for_each(|(place, number)| workspace.values[*place] = *number);
        self.held.updated.iter().zip(next).for_each(|(place, number)| workspace.next[*place] = *number);
        self.model.evaluate_constants(workspace, self.state.time())?;
        self.model.tick_seen(workspace, &self.due, self.state.time())?;
        let after = seen.iter().map(|place| workspace.values[*place]);
        let next = self.held.updated.iter().map(|place| workspace.next[*place]);
        let new = self
            .held
            .rings
            .iter()
            .flat_map(|ring| (0..ring.width).map(|element| workspace.values[ring.place(0, element)]));
        values.iter_mut().zip(after.chain(next).chain(new)).for_each(|(value, number)| *value = number);
        Ok(())
    }
}
