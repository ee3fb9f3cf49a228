//! Models with sampled parts on one clock: linear systems from tick to tick.

use bowline_equilibrium::linearization::{KinkAt, Linearization, Matrices, NotLinear};
use bowline_lti::{LinearSystem, Matrix, Quantity, zero_order_hold};
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::{Model, RunState};
use bowline_solve::differentiation::{Derivatives, Kink, NoDerivative, Structure};

use super::continuous::part;
use super::tick_map::{Held, TickMap};
use super::{
    LinearModel, MOST_DENSE, NoLinearModel, Signals, Ticking, all_due, drift, operating_point, scales, states,
};

/// The linear model from just before a tick to just before the next one: states are those of the model, the next values of
/// discrete states, what rings hold, and held values that a tick still reads.
pub(super) fn linear_model(
    model: &Model,
    state: &RunState,
    signals: &Signals,
    clock: Ticking,
) -> Result<LinearModel, NoLinearModel> {
    let held = Held::of(model, clock.tick)?;
    let seen = held.seen();
    let n = model.state_count();
    let counts = Counts {
        x: n,
        next: held.updated.len(),
        seen: seen.len(),
        rings: held.in_rings(),
        u: signals.places.len(),
        y: signals.columns.len(),
    };
    if counts.before_inputs() > MOST_DENSE {
        return Err(NoLinearModel::Asked(format!(
            "the model holds {} numbers between ticks: linear models have dense matrices, of {MOST_DENSE} in all at most",
            counts.before_inputs()
        )));
    }
    let tick = tick(model, state, &held, signals, clock)?;
    // After the tick all that is held stays as it is, and the rest moves.
    let places: Vec<usize> = signals.places.iter().chain(&seen).copied().collect();
    let after = tick.state.clone();
    let found = Linearization::of(model, &after, &places, &signals.columns)?;
    let between = Between::of(&found.matrices, &counts, clock.period)?;
    let (acts_between, moves_between) = (between.acts(&counts), between.moves(&counts));

    let period = Period { kept: counts.kept(&tick), counts, held: &held, tick: &tick, between };
    let (of_states, of_inputs) = (period.states(), period.inputs());
    let ((a, c), (b, d)) = (period.columns(&of_states, true), period.columns(&of_inputs, false));
    let mut system = LinearSystem::new(a, b, c, d)?;
    system.sample_time = Some(clock.period);
    system.states = state_quantities(model, &period, &seen);
    (system.inputs, system.outputs) = (signals.inputs.clone(), signals.outputs.clone());
    let x: Vec<f64> = of_states.iter().map(|column| tick.point[*column]).collect();
    let u: Vec<f64> = of_inputs.iter().map(|column| tick.point[*column]).collect();
    let mut sizes = scales(model, state.x());
    let drift = drift(&found.rates, &sizes);
    sizes.extend(x[n..].iter().map(|x| x.abs().max(1.0)));
    system.operating_point = operating_point(state, x, u, found.outputs);
    let kinks = tick.kinks.into_iter().chain(found.kinks).collect();
    Ok(LinearModel { system, scales: sizes, kinks, acts_between, moves_between, drift })
}

/// The names of all states: those of the model, and what is held.
fn state_quantities(model: &Model, period: &Period<'_>, seen: &[usize]) -> Vec<Quantity> {
    let named = |places: &[usize], what: &str| -> Vec<Quantity> {
        places.iter().map(|place| Quantity::new(format!("{}{what}", model.name_of_place(*place)), "")).collect()
    };
    let mut quantities = states(model);
    quantities.extend(named(&period.held.updated, ""));
    let kept_places: Vec<usize> = period.kept.iter().map(|at| seen[*at]).collect();
    quantities.extend(named(&kept_places, " before"));
    for ring in &period.held.rings {
        let name = |age: usize, element: usize| format!("{}[{element}] {} ticks old", ring.name, ring.entries - age);
        let all = (0..ring.entries).flat_map(|age| (0..ring.width).map(move |element| (age, element)));
        quantities.extend(all.map(|(age, element)| Quantity::new(name(age, element), "")));
    }
    quantities
}

/// The model between a tick and the next one, where inputs and held values stay as they are.
struct Between {
    /// The derivatives of the states by the inputs, then by the values held.
    rates: Matrix,
    /// The states just before the next tick, by those just after this one, and by the same inputs and values.
    phi: Matrix,
    gamma: Matrix,
    /// The outputs just after this tick, by the same.
    c: Matrix,
    d: Matrix,
}

impl Between {
    fn of(all: &Matrices, counts: &Counts, period: f64) -> Result<Self, NoLinearModel> {
        let (n, from_seen) = (counts.x, counts.x + counts.u + counts.seen);
        let (a, b) = (part(all, (0, n), (0, n))?, part(all, (0, n), (n, from_seen))?);
        let (phi, gamma) = zero_order_hold(&a, &b, period)?;
        let (c, d) = (part(all, (n, n + counts.y), (0, n))?, part(all, (n, n + counts.y), (n, from_seen))?);
        Ok(Self { rates: b, phi, gamma, c, d })
    }

    /// For each input, whether a state moves by it.
    fn acts(&self, counts: &Counts) -> Vec<bool> {
        (0..counts.u).map(|at| (0..counts.x).any(|row| self.rates[(row, at)] != 0.0)).collect()
    }

    /// For each output, whether it moves with a state.
    fn moves(&self, counts: &Counts) -> Vec<bool> {
        (0..counts.y).map(|row| (0..counts.x).any(|at| self.c[(row, at)] != 0.0)).collect()
    }
}

/// A tick and the time from it to the next one.
struct Period<'t> {
    counts: Counts,
    held: &'t Held,
    tick: &'t Tick,
    between: Between,
    /// Held values before the tick that are states of the system.
    kept: Vec<usize>,
}

impl Period<'_> {
    /// Columns of the tick for the states of the system.
    fn states(&self) -> Vec<usize> {
        let Counts { x, next, seen, rings, .. } = self.counts;
        (0..x + next)
            .chain(self.kept.iter().map(|at| x + next + at))
            .chain((0..rings).map(|at| x + next + seen + at))
            .collect()
    }

    /// Columns of the tick for the inputs of the system.
    fn inputs(&self) -> Vec<usize> {
        (0..self.counts.u).map(|at| self.counts.before_inputs() + at).collect()
    }

    /// How the states after the period and the outputs follow from these columns of the tick, which are all states, or all
    /// inputs.
    fn columns(&self, columns: &[usize], is_states: bool) -> (Matrix, Matrix) {
        let Self { counts, tick, between, kept, .. } = self;
        let n = counts.x;
        let order = n + counts.next + counts.rings + kept.len();
        let mut next = Matrix::zeros(order, columns.len());
        let mut outputs = Matrix::zeros(counts.y, columns.len());
        for (at, column) in columns.iter().enumerate() {
            let seen = |number: usize| tick.element(number, *column);
            // What moves on: itself, inputs, and what is held.
            let direct = |matrix: &Matrix, continuous: &Matrix, row: usize| {
                let own = match is_states {
                    true if *column < n => matrix[(row, *column)],
                    true => 0.0,
                    false => continuous[(row, at)],
                };
                (0..counts.seen).fold(own, |sum, number| sum + continuous[(row, counts.u + number)] * seen(number))
            };
            (0..n).for_each(|row| next.set(row, at, direct(&between.phi, &between.gamma, row)));
            (0..counts.y).for_each(|row| outputs.set(row, at, direct(&between.c, &between.d, row)));
            (0..counts.next).for_each(|row| next.set(n + row, at, seen(counts.seen + row)));
            for (row, number) in kept.iter().enumerate() {
                next.set(n + counts.next + row, at, seen(*number));
            }
            self.move_rings(&mut next, (at, *column), is_states);
        }
        (next, outputs)
    }

    /// Entries of rings come nearer to being replaced, and the new one is the last.
    fn move_rings(&self, next: &mut Matrix, (at, column): (usize, usize), is_states: bool) {
        let Counts { x, next: updated, seen, .. } = self.counts;
        let mut first = x + updated + self.kept.len();
        let mut new = seen + updated;
        for ring in &self.held.rings {
            let numbers = ring.width * ring.entries;
            for row in 0..numbers {
                let value = match row + ring.width < numbers {
                    true => f64::from(u8::from(is_states && at == first + row + ring.width)),
                    false => self.tick.element(new + row + ring.width - numbers, column),
                };
                next.set(first + row, at, value);
            }
            first += numbers;
            new += ring.width;
        }
    }
}

/// How many numbers of each kind there are.
struct Counts {
    x: usize,
    next: usize,
    seen: usize,
    rings: usize,
    u: usize,
    y: usize,
}

impl Counts {
    fn before_inputs(&self) -> usize {
        self.x + self.next + self.seen + self.rings
    }

    /// The values held before a tick that it still reads.
    fn kept(&self, tick: &Tick) -> Vec<usize> {
        let reads = |column: usize| (0..tick.rows).any(|row| tick.element(row, column) != 0.0);
        (0..self.seen).filter(|at| reads(self.x + self.next + at)).collect()
    }
}

/// The derivatives of a tick, and the state after it.
struct Tick {
    point: Vec<f64>,
    rows: usize,
    /// Column by column.
    elements: Vec<f64>,
    kinks: Vec<KinkAt>,
    state: RunState,
}

impl Tick {
    fn element(&self, row: usize, column: usize) -> f64 {
        self.elements[column * self.rows + row]
    }
}

fn tick(
    model: &Model,
    state: &RunState,
    held: &Held,
    signals: &Signals,
    clock: Ticking,
) -> Result<Tick, NoLinearModel> {
    let mut map = TickMap::new(model, state, held, signals, all_due(model, clock.tick))?;
    let (point, sizes) = map.point();
    let rows = map.rows();
    let all: Vec<u32> = (0..point.len() as u32).collect();
    let structure = Structure::of_rows(std::iter::repeat_n(all, rows), point.len());
    let (mut elements, mut kinks) = (Vec::new(), Vec::new());
    if rows > 0 {
        let found = Derivatives::of(&mut map, &point, &sizes, &structure, rows);
        let found = found.map_err(|none| not_linear(model, held, none))?;
        elements = found.elements;
        let named = |kink: &Kink| KinkAt {
            of: result_of(model, held, kink.row),
            by: number_of(model, held, kink.column),
            at: None,
            slopes: kink.slopes,
        };
        kinks = found.kinks.iter().map(named).collect();
    }
    let after = model.after_tick(state, &all_due(model, clock.tick))?;
    Ok(Tick { point, rows, elements, kinks, state: after })
}

/// What a tick gives, in words.
fn result_of(model: &Model, held: &Held, row: usize) -> String {
    let seen = held.seen();
    match seen.get(row).or_else(|| held.updated.get(row.wrapping_sub(seen.len()))) {
        Some(place) => format!("what a tick makes of `{}`", model.name_of_place(*place)),
        None => "what a tick remembers".to_owned(),
    }
}

/// What a tick takes.
fn number_of(model: &Model, held: &Held, column: usize) -> String {
    let Some(at) = column.checked_sub(model.state_count()) else { return model.state_name(column) };
    let seen = held.seen();
    let place = held.updated.iter().chain(&seen).nth(at);
    place.map_or_else(|| "an input, or what is remembered".to_owned(), |place| model.name_of_place(*place))
}

/// Says what of a tick has no slope.
fn not_linear(model: &Model, held: &Held, none: NoDerivative<EvaluationError>) -> NoLinearModel {
    let (of, by) = (|row| result_of(model, held, row), |column| number_of(model, held, column));
    NoLinearModel::from(match none {
        NoDerivative::Failed(error) => NotLinear::Failed(error),
        NoDerivative::NotFinite { row, column } => {
            NotLinear::Isolated { of: of(row), by: column.map_or_else(String::new, by) }
        }
        NoDerivative::Unbounded { row, column, jumps, .. } => {
            NotLinear::Unbounded { of: of(row), by: by(column), at: None, jumps }
        }
    })
}
