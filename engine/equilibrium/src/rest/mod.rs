//! The equations of an equilibrium, and what is known of it so far.

mod diagnosis;
mod events;
mod stops;

use std::sync::Arc;

use crate::equilibrium::{Equilibrium, Found};
use crate::linearization::Opened;
use crate::no_equilibrium::{NoEquilibrium, Unmet};
use crate::sought::Sought;
use bowline_model::evaluation::{Due, Evaluated, EvaluationError};
use bowline_model::model::MemoryAtTicks;
use bowline_model::model::clocks::Timing;
use bowline_model::model::{Model, RunState};
use bowline_model::workspace::Workspace;
use bowline_model::workspace::loops::BlockState;
use bowline_solve::differentiation::Function;
use bowline_solve::linear::{Colouring, JacobianStructure, Sparsity};
use bowline_solve::nonlinear::{Equations, Solver, Unsolved};
use stops::Stopped;

/// Loads the model with other values of the parameters that are sought; none where that is not possible.
pub type Family<'f> = &'f mut dyn FnMut(&[f64]) -> Option<Arc<Model>>;

/// The number of a tick at rest: at the first one, 0, some begin otherwise than they go on.
const TICK: u64 = 1;

/// A model that is to rest: its equations, and where it is. Rates are those of states, and what a tick makes of discrete
/// values, in a period.
pub(super) struct Rest<'a> {
    pub(super) sought: &'a Sought,
    places: Vec<usize>,
    family: Family<'a>,
    /// The model with the parameters of the last evaluation, and its numbers.
    model: Arc<Model>,
    workspace: Workspace,
    at_parameters: Vec<f64>,
    /// Where it is known to be.
    pub(super) state: RunState,
    parameters: Vec<f64>,
    /// For each equation the unknowns that it has.
    pub(super) rows: Vec<Vec<u32>>,
    /// How many unknowns of loops there are, and of which loops.
    loops: usize,
    opened: Vec<usize>,
    /// The constants that are not the model's own.
    are_set: Vec<bool>,
    due: Due,
    /// States that lie at a stop, of those that are sought.
    pub(super) stopped: Vec<Stopped>,
    /// What was left at the start.
    pub(super) at_start: Vec<f64>,
    /// How long it is from tick to tick, s: so fast discrete values move.
    period: f64,
}

impl<'a> Rest<'a> {
    pub(super) fn new(
        model: &Arc<Model>,
        start: &RunState,
        sought: &'a Sought,
        family: Family<'a>,
    ) -> Result<Self, NoEquilibrium> {
        let mut workspace = model.workspace_at(start)?;
        let places = sought.places();
        let parameters: Vec<f64> = sought.parameters.iter().map(|(_, value)| *value).collect();
        let opened = Opened::new(model, &mut workspace, start.time, &places, &sought.givens);
        let loops = opened.unknowns();
        let rows = rows(&opened, sought);
        let opened = opened.loops.clone();
        let constants = model.layout().constant_places();
        let own = &model.start().values[constants.clone()];
        let mut are_set: Vec<bool> =
            own.iter().zip(&start.constants).map(|(own, set)| own.to_bits() != set.to_bits()).collect();
        sought.inputs.iter().for_each(|place| are_set[place - constants.start] = true);
        let mut due = Due::none_of(model);
        (0..model.clocks().timings().len()).for_each(|clock| due.add(clock, TICK));
        Ok(Self {
            sought,
            places,
            family,
            model: Arc::clone(model),
            workspace,
            at_parameters: parameters.clone(),
            state: start.clone(),
            parameters,
            rows,
            loops,
            opened,
            are_set,
            due,
            stopped: Vec::new(),
            at_start: Vec::new(),
            period: period(model),
        })
    }

    pub(super) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The loops whose unknowns are sought.
    pub(crate) fn opened(&self) -> &[usize] {
        &self.opened
    }

    pub(super) fn workspace(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// How many unknowns of loops are sought.
    pub(super) fn loops(&self) -> usize {
        self.loops
    }

    /// How many numbers are sought.
    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    /// The numbers that are sought where it is, and their sizes.
    pub(super) fn point(&mut self) -> Result<(Vec<f64>, Vec<f64>), Box<EvaluationError>> {
        self.workspace = self.model.workspace_at(&self.state)?;
        let opened = Opened::new(&self.model, &mut self.workspace, self.state.time, &self.places, &self.sought.givens);
        let states = self.model.state_count();
        let pick = |numbers: &[f64]| -> Vec<f64> {
            let of_states = self.sought.states.iter().map(|state| numbers[*state]);
            of_states.chain(numbers[states..].iter().copied()).collect()
        };
        let (mut point, mut sizes) = (pick(&opened.point), pick(&opened.sizes));
        let entries: Vec<f64> = self.entries();
        sizes.extend(entries.iter().map(|entry| entry.abs().max(1.0)));
        point.extend(entries);
        point.extend_from_slice(&self.parameters);
        sizes.extend(self.parameter_sizes());
        Ok((point, sizes))
    }

    /// An entry of each ring, where it is.
    fn entries(&self) -> Vec<f64> {
        let first = self.model.layout().discrete.all.start;
        let entry = |memory: &MemoryAtTicks| {
            let first = memory.places.start - first;
            self.state.discrete[first..first + memory.ring].to_vec()
        };
        self.sought.rings.iter().flat_map(entry).collect()
    }

    /// Finds where it rests in the present modes, and goes there: how many corrections that took.
    pub(crate) fn find(&mut self) -> Result<u64, NoEquilibrium> {
        self.stop();
        let mut corrections = 0;
        loop {
            let found = self.search();
            corrections += found.as_ref().unwrap_or(&0);
            if !self.release_moving() {
                return found.map(|_| corrections);
            }
        }
    }

    fn search(&mut self) -> Result<u64, NoEquilibrium> {
        let (mut z, _) = self.point()?;
        if z.is_empty() {
            return Ok(0);
        }
        if self.at_start.is_empty() {
            let mut left = vec![f64::NAN; z.len()];
            // What cannot be evaluated at the start is told by the search.
            let _ = self.equations(&z, &mut left);
            self.at_start = left;
        }
        let nominal = self.nominal();
        let (states, discrete) = (self.sought.states.len(), self.sought.discrete.len());
        let at_ticks = states + self.loops..states + self.loops + discrete;
        let is_moving = |at: &usize| *at < states || at_ticks.contains(at);
        let is_state: Vec<bool> = (0..z.len()).map(|at| is_moving(&at)).collect();
        let negligible = bowline_model::model::negligible(self.model.settings().rel_tol);
        let mut solver = Solver::new(&square(&self.rows), &nominal, negligible);
        match solver.find_rest(self, &mut z, &is_state) {
            Ok(()) => {
                self.go(&z);
                Ok(solver.counts.iterations)
            }
            Err(Unsolved::Fatal(error)) => Err(NoEquilibrium::Failed(error)),
            Err(Unsolved::NotFound { z, r, why, failure }) => {
                let mut unmet = Unmet::new(self, &r, why, failure);
                self.go(&z);
                unmet.on_threshold = self.on_threshold().unwrap_or_default();
                Err(NoEquilibrium::NotFound(Box::new(unmet)))
            }
        }
    }

    /// The magnitudes of the numbers that are sought.
    fn nominal(&self) -> Vec<f64> {
        let of_states = self.sought.states.iter().map(|state| self.model.nominal()[*state]);
        let mut nominal: Vec<f64> = of_states.collect();
        for number in &self.opened {
            nominal.extend_from_slice(self.workspace.loops.block(*number).solver.nominal());
        }
        nominal.extend(std::iter::repeat_n(1.0, self.places.len() + self.sought.in_rings()));
        nominal.extend(self.parameter_sizes());
        nominal
    }

    /// How large parameters are: as where they are, or where the search began, since one that goes to 0 is not small.
    fn parameter_sizes(&self) -> impl Iterator<Item = f64> {
        let values = self.parameters.iter().zip(&self.sought.parameters);
        values.map(|(value, (_, began))| value.abs().max(began.abs())).map(|size| if size == 0.0 { 1.0 } else { size })
    }

    /// Takes numbers as those where it is.
    fn go(&mut self, z: &[f64]) {
        let (x, rest) = z.split_at(self.sought.states.len());
        self.sought.states.iter().zip(x).for_each(|(state, x)| self.state.x[*state] = *x);
        let (unknowns, rest) = rest.split_at(self.loops);
        let (places, rest) = rest.split_at(self.places.len());
        let (entries, parameters) = rest.split_at(self.sought.in_rings());
        let layout = &self.model.layout();
        fill(&self.sought.rings, entries, layout.discrete.all.start, &mut self.state.discrete);
        for (place, number) in self.places.iter().zip(places) {
            let discrete = layout.discrete.all.clone();
            if discrete.contains(place) {
                self.state.discrete[place - discrete.start] = *number;
                self.state.next[place - discrete.start] = *number;
            } else {
                self.state.constants[place - layout.constant_places().start] = *number;
            }
        }
        self.parameters.copy_from_slice(parameters);
        let mut first = 0;
        for number in &self.opened {
            let nominal = self.workspace.loops.block(*number).solver.nominal().to_vec();
            let end = first + nominal.len();
            let unknowns = unknowns[first..end].to_vec();
            self.state.loops[*number] = BlockState { unknowns, nominal, solved_for: None };
            first = end;
        }
    }

    /// The model with the parameters that are tried.
    fn take_parameters(&mut self, parameters: &[f64]) -> Result<bool, Box<EvaluationError>> {
        if parameters.iter().zip(&self.at_parameters).all(|(a, b)| a.to_bits() == b.to_bits()) {
            return Ok(true);
        }
        let Some(model) = (self.family)(parameters) else { return Ok(false) };
        if model.layout().constant_places() != self.model.layout().constant_places() {
            return Ok(false);
        }
        // Its own numbers, but for those that were set from outside, or are sought.
        let places = model.layout().constant_places();
        let own = &model.start().values[places.clone()];
        for ((constant, own), is_set) in self.state.constants.iter_mut().zip(own).zip(&self.are_set) {
            if !is_set {
                *constant = *own;
            }
        }
        self.workspace = model.workspace_at(&self.state)?;
        (self.model, self.at_parameters) = (model, parameters.to_vec());
        Ok(true)
    }

    /// The model with the parameters where it is: what was evaluated last may have tried others.
    pub(super) fn take_found_parameters(&mut self) {
        let parameters = self.parameters.clone();
        // `into_equilibrium` reports parameters with which nothing can be loaded.
        let _ = self.take_parameters(&parameters);
    }

    fn equations(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated {
        let (x, rest) = z.split_at(self.sought.states.len());
        let (rest, others) = rest.split_at(self.loops + self.places.len());
        let (entries, parameters) = others.split_at(self.sought.in_rings());
        if !self.take_parameters(parameters)? {
            r.fill(f64::NAN);
            return Ok(());
        }
        let model = Arc::clone(&self.model);
        // What ticks left in memory counts for nothing.
        let discrete = model.layout().discrete.all.clone();
        self.workspace.values[discrete.clone()].copy_from_slice(&self.state.discrete);
        let mut at = self.state.x.clone();
        self.sought.states.iter().zip(x).for_each(|(state, x)| at[*state] = *x);
        at.extend_from_slice(rest);
        let mut opened = Opened::new(&model, &mut self.workspace, self.state.time, &self.places, &self.sought.givens);
        let mut values = vec![f64::NAN; opened.rows()];
        opened.evaluate(&at, &mut values)?;
        let (states, kept) = (model.state_count(), self.sought.states.len());
        r.iter_mut().zip(&self.sought.states).for_each(|(r, state)| *r = values[*state]);
        for Stopped { at, place, .. } in &self.stopped {
            r[*at] = place - z[*at];
        }
        // What is held together has rates that are one: in place of one of them is that nothing slips.
        for (state, left) in model.kept_now(&opened.workspace.values) {
            if let Some(at) = self.sought.states.iter().position(|sought| *sought == state) {
                r[at] = opened.workspace.values[left];
            }
        }
        let first = kept + self.loops;
        r[kept..first].copy_from_slice(&values[states..states + self.loops]);
        let at_ticks = self.sought.discrete.len();
        let given = values[states + self.loops..].iter().zip(&self.sought.values);
        let in_rings = r.len() - entries.len();
        r[first + at_ticks..in_rings].iter_mut().zip(given).for_each(|(r, (value, wanted))| *r = value - wanted);
        if at_ticks + entries.len() > 0 {
            fill(&self.sought.rings, entries, 0, &mut opened.workspace.values);
            opened.tick(&self.due)?;
            let new = self.sought.rings.iter().flat_map(|memory| {
                let entries = (memory.places.len() / memory.ring) as u64;
                let first = memory.places.start + (TICK % entries.max(1)) as usize * memory.ring;
                first..first + memory.ring
            });
            for ((r, place), entry) in r[in_rings..].iter_mut().zip(new).zip(entries) {
                *r = self.workspace.values[place] - entry;
            }
            let next = self.workspace.next.clone();
            for ((r, place), before) in r[first..].iter_mut().zip(&self.sought.discrete).zip(&rest[self.loops..]) {
                let is_next = model.layout().discrete.of_clocks.iter().any(|range| range.contains(place));
                *r = (if is_next { next[*place] } else { self.workspace.values[*place] } - before) / self.period;
            }
        }
        Ok(())
    }

    pub(super) fn into_equilibrium(
        mut self,
        held: Vec<usize>,
        corrections: u64,
        events: Vec<String>,
        on_threshold: Vec<String>,
    ) -> Result<Equilibrium, NoEquilibrium> {
        let mut rates = vec![f64::NAN; self.model.state_count()];
        let parameters = self.parameters.clone();
        if !self.take_parameters(&parameters)? {
            let message = "the model cannot be loaded with what was found".to_owned();
            return Err(NoEquilibrium::Asked(message));
        }
        self.workspace = self.model.workspace_at(&self.state)?;
        self.state.loops = self.workspace.loops.state();
        self.model.evaluate(&mut self.workspace, self.state.time, &mut rates)?;
        let first = self.model.layout().constant_places().start;
        let inputs = self.sought.inputs.iter().zip(&self.sought.names).map(|(place, (name, unit))| Found {
            name: name.clone(),
            unit: unit.clone(),
            value: self.state.constants[place - first],
        });
        let parameters = self.sought.parameters.iter().zip(&self.parameters).map(|((name, _), value)| Found {
            name: name.clone(),
            unit: String::new(),
            value: *value,
        });
        let found = inputs.chain(parameters).collect();
        let stopped = self.stopped.iter().map(|stopped| self.sought.states[stopped.at]).collect();
        let Self { state, model, .. } = self;
        Ok(Equilibrium { state, model, rates, found, held, stopped, corrections, events, on_threshold })
    }
}

/// The shortest time from tick to tick, s.
fn period(model: &Model) -> f64 {
    let periods = model.clocks().timings().iter().filter_map(|timing| match timing {
        Timing::Every { period, .. } => Some(*period),
        Timing::Steps => None,
    });
    let shortest = periods.fold(f64::INFINITY, f64::min);
    if shortest.is_finite() { shortest } else { 1.0 }
}

/// Fills rings with an entry of each, where numbers begin at a place.
fn fill(rings: &[MemoryAtTicks], entries: &[f64], first: usize, numbers: &mut [f64]) {
    let mut rest = entries;
    for memory in rings {
        let (entry, others) = rest.split_at(memory.ring);
        for place in memory.places.clone().step_by(memory.ring) {
            numbers[place - first..][..memory.ring].copy_from_slice(entry);
        }
        rest = others;
    }
}

/// For each equation the numbers that are sought which it has.
fn rows(opened: &Opened<'_>, sought: &Sought) -> Vec<Vec<u32>> {
    let (states, loops) = (opened.model.state_count(), opened.unknowns());
    let kept = sought.states.len();
    let mut position = vec![None; states];
    (0_u32..).zip(&sought.states).for_each(|(at, state)| position[*state] = Some(at));
    let in_rings = sought.in_rings();
    let size = kept + loops + sought.discrete.len() + sought.inputs.len() + in_rings + sought.parameters.len();
    // Anything may depend on a parameter.
    let parameters = (size - sought.parameters.len()) as u32..size as u32;
    let numbered = |row: &[u32]| -> Vec<u32> {
        let of = |column: &u32| match position.get(*column as usize) {
            Some(position) => *position,
            None => Some(*column - states as u32 + kept as u32),
        };
        row.iter().filter_map(of).chain(parameters.clone()).collect()
    };
    let mut all = opened.columns_of_rows();
    for kept in opened.model.kept() {
        for (state, _) in &kept.row {
            all[*state].extend(kept.row.iter().map(|(of, _)| *of as u32));
            all[*state].sort_unstable();
            all[*state].dedup();
        }
        for state in &kept.positions {
            all[*state].extend(kept.positions.iter().map(|of| *of as u32));
            all[*state].sort_unstable();
            all[*state].dedup();
        }
    }
    let at_ticks = (0..sought.discrete.len()).map(|_| (0..size as u32).collect::<Vec<u32>>());
    let rates = sought.states.iter().map(|state| numbered(&all[*state]));
    let of_loops = all[states..states + loops].iter().map(|row| numbered(row));
    let givens = all[states + loops..].iter().map(|row| numbered(row));
    let of_rings = (0..in_rings).map(|_| (0..size as u32).collect::<Vec<u32>>());
    rates.chain(of_loops).chain(at_ticks).chain(givens).chain(of_rings).collect()
}

impl Equations for Rest<'_> {
    type Error = EvaluationError;

    fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated {
        self.equations(z, r)
    }

    fn move_to(&mut self, _: f64) {}
}

impl Function for Rest<'_> {
    type Error = EvaluationError;

    fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated {
        self.equations(at, values)
    }
}

/// The structure of equations, from the unknowns of each.
fn square(rows: &[Vec<u32>]) -> Arc<JacobianStructure> {
    let sparsity = Sparsity::of_rows(rows.iter().cloned());
    Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity })
}
