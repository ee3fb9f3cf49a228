//! What keeps a model from an equilibrium, or leaves it many.

use super::Rest;
use crate::linearization::Opened;
use crate::no_equilibrium::{EquationResidual, Openings, Unmet};
use crate::sought::Sought;
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::Model;
use bowline_solve::differentiation::{Derivatives, Function, Structure};
use bowline_solve::linear::Openness;
use bowline_solve::nonlinear::Why;

/// Matrices up to this size are looked at for what they leave open.
const MOST: usize = 800;
/// So much a number has to move to be named.
const MOVES: f64 = 1e-6;
/// A state that is good to be held is as good as this part of the best.
const GOOD: f64 = 0.1;
/// And an equation has to be so superfluous.
const SAYS_NOTHING: f64 = 0.5;
impl Unmet {
    /// Where a search ended.
    pub(crate) fn new(rest: &Rest<'_>, r: &[f64], why: Why, failure: Option<Box<EvaluationError>>) -> Self {
        let named = |row: usize| equation(rest, row, r[row]);
        let is_met = |row: &usize| r[*row] == 0.0;
        let empty = (0..r.len()).filter(|row| rest.rows[*row].is_empty()).filter(|row| !is_met(row));
        let unmeetable = empty.map(named).collect();
        let nominal = |row: usize| {
            if row < rest.sought.states.len() { rest.model().nominal()[rest.sought.states[row]] } else { 1.0 }
        };
        let mut rows: Vec<usize> = (0..r.len()).filter(|row| r[*row] != 0.0).collect();
        rows.sort_by(|a, b| (r[*b] / nominal(*b)).abs().total_cmp(&(r[*a] / nominal(*a)).abs()));
        let worst = rows.into_iter().take(3).map(named).collect();
        Self { why, worst, unmeetable, on_threshold: Vec::new(), failure }
    }
}

/// The equation of a row, of which `value` is left.
fn equation(rest: &Rest<'_>, row: usize, value: f64) -> EquationResidual {
    let (model, sought): (&Model, &Sought) = (rest.model(), rest.sought);
    match sought.states.get(row) {
        Some(state) => {
            let unit = model.state_unit(*state);
            let unit = if unit.is_empty() { "1/s".to_owned() } else { format!("{unit}/s") };
            EquationResidual { name: format!("the derivative of `{}`", model.state_name(*state)), value, unit }
        }
        None => EquationResidual { name: rest.name_of_row(row), value, unit: String::new() },
    }
}

/// A residual that is such a part of what it is the sum of is none; and one that is such a part of that at the start.
const MET: f64 = 1e-7;
const MET_BESIDE_START: f64 = 1e-6;

impl Rest<'_> {
    /// What is not met where the search ended well; none if all is, or nobody can say.
    pub(crate) fn unmet(&mut self) -> Option<Unmet> {
        let n = self.size();
        if n == 0 {
            return None;
        }
        let (point, sizes) = self.point().ok()?;
        let structure = Structure::of_rows(self.rows.clone().into_iter(), n);
        let found = match Derivatives::of(self, &point, &sizes, &structure, n) {
            Ok(found) => found,
            Err(_) => {
                // Without slopes what is left has to be small beside what was left at the start.
                let mut left = vec![f64::NAN; n];
                self.evaluate(&point, &mut left).ok()?;
                let start = self.at_start.clone();
                let is_met =
                    left.iter().zip(&start).all(|(left, start)| left.abs() <= MET_BESIDE_START * start.abs().max(1.0));
                return (!is_met).then(|| Unmet::new(self, &left, Why::NoProgress, None));
            }
        };
        let mut all = vec![0.0; n];
        for (column, size) in sizes.iter().enumerate() {
            let sparsity = &structure.sparsity;
            for (row, element) in sparsity.column(column).iter().zip(&found.elements[sparsity.range(column)]) {
                all[*row] += element.abs() * size;
            }
        }
        let is_met = found.values.iter().zip(&all).all(|(left, all)| left.abs() <= MET * all);
        (!is_met).then(|| Unmet::new(self, &found.values, Why::NoProgress, None))
    }

    /// What is left open where it rests; none if nothing is, or nobody can say.
    pub(crate) fn openings(&mut self) -> Option<Openings> {
        let n = self.size();
        if n == 0 || n > MOST {
            return None;
        }
        let (point, sizes) = self.point().ok()?;
        let structure = Structure::of_rows(self.rows.clone().into_iter(), n);
        // Where there are no slopes nothing is said.
        let found = Derivatives::of(self, &point, &sizes, &structure, n).ok()?;
        let mut dense = vec![0.0; n * n];
        for column in 0..n {
            let sparsity = &structure.sparsity;
            for (row, element) in sparsity.column(column).iter().zip(&found.elements[sparsity.range(column)]) {
                dense[row * n + column] = *element;
            }
        }
        let first = Openness::of(&dense, &sizes);
        if first.count == 0 {
            return None;
        }
        let open = (0..n).filter(|at| first.moves[*at] > MOVES).map(|at| self.name_of_column(at)).collect();
        // Each state that is held takes its column and its row away.
        let mut left: Vec<usize> = (0..n).collect();
        let mut holds = Vec::new();
        let mut openness = first.clone();
        while openness.count > 0 {
            let first = self.sought.states.len() + self.loops();
            let at_ticks = first..first + self.sought.discrete.len();
            let is_held = |of: &usize| *of < self.sought.states.len() || at_ticks.contains(of);
            let states = left.iter().enumerate().filter(|(_, of)| is_held(of));
            let weight = |at: usize| openness.moves[at] * openness.redundant[at];
            // How fast a state can move: what is slow, such as a place or a volume, is better held than a pressure.
            let speed = |at: usize| {
                let of = left[at];
                let row = dense[of * n..(of + 1) * n].iter().zip(&sizes);
                row.fold(0.0, |most: f64, (element, size)| most.max(element.abs() * size)) / sizes[of]
            };
            let states: Vec<usize> = states.map(|(at, _)| at).collect();
            let most = states.iter().map(|at| weight(*at)).fold(0.0, f64::max);
            let good = states.into_iter().filter(|at| weight(*at) > MOVES && weight(*at) >= GOOD * most);
            let Some(best) = good.min_by(|a, b| speed(*a).total_cmp(&speed(*b))) else { break };
            holds.push(self.name_of_column(left[best]));
            left.remove(best);
            let rest: Vec<f64> = left
                .iter()
                .flat_map(|row| left.iter().map(|column| dense[row * n + column]).collect::<Vec<_>>())
                .collect();
            let left_sizes: Vec<f64> = left.iter().map(|at| sizes[*at]).collect();
            openness = Openness::of(&rest, &left_sizes);
        }
        let is_helped = openness.count == 0;
        let says_nothing = (0..n).filter(|row| first.redundant[*row] > SAYS_NOTHING && !is_helped);
        let superfluous = says_nothing.map(|row| equation(self, row, 0.0).name).collect();
        let holds = if is_helped { holds } else { Vec::new() };
        Some(Openings { count: first.count, holds, open, superfluous, events: Vec::new() })
    }

    /// What a number that is sought is called.
    pub(crate) fn name_of_column(&mut self, column: usize) -> String {
        let (kept, states) = (self.sought.states.len(), self.model().state_count());
        if let Some(state) = self.sought.states.get(column) {
            return self.model().state_name(*state);
        }
        let (in_rings, rings) = (self.sought.in_rings(), &self.sought.rings);
        self.with_opened(|opened, parameters| {
            let column = column - kept + states;
            match column.checked_sub(opened.point.len()) {
                None => opened.column_name(column),
                Some(other) => match other.checked_sub(in_rings) {
                    None => {
                        let mut rest = other;
                        let of = rings.iter().find(|memory| {
                            let is_it = rest < memory.ring;
                            rest = rest.saturating_sub(memory.ring);
                            is_it
                        });
                        of.map_or_else(String::new, |memory| memory.name.clone())
                    }
                    Some(parameter) => parameters[parameter].0.clone(),
                },
            }
        })
    }

    /// What an equation beside those of states is called.
    fn name_of_row(&self, row: usize) -> String {
        let (kept, loops, at_ticks) = (self.sought.states.len(), self.loops(), self.sought.discrete.len());
        let row = row - kept;
        if row < loops {
            return self
                .name_of_unknown(row)
                .map_or_else(|| "a loop".to_owned(), |name| format!("the loop of `{name}`"));
        }
        match (row - loops).checked_sub(at_ticks) {
            None => {
                format!("the change of `{}` at a tick", self.model().name_of_place(self.sought.discrete[row - loops]))
            }
            Some(given) if given >= self.sought.givens.len() => "what a memory keeps at a tick".to_owned(),
            Some(given) => format!("what `{}` lacks", self.model().column_name(&self.sought.givens[given])),
        }
    }

    fn name_of_unknown(&self, number: usize) -> Option<String> {
        let mut first = 0;
        for block in self.opened().iter().map(|number| &self.model().schedule.blocks[*number]) {
            let count = block.cut.guess.len();
            if number < first + count {
                let (id, element) = block.cut.element(number - first);
                return Some(self.model().element_name(id, element));
            }
            first += count;
        }
        None
    }

    fn with_opened<T>(&mut self, ask: impl FnOnce(&Opened<'_>, &[(String, f64)]) -> T) -> T {
        let (model, sought) = (std::sync::Arc::clone(self.model()), self.sought);
        let places = sought.places();
        let time = self.state.time;
        let opened = Opened::new(&model, self.workspace(), time, &places, &sought.givens);
        ask(&opened, &sought.parameters)
    }
}
