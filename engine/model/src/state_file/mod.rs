//! State files: the state of a run at one time, as JSON, from which another
//! run can begin.
//!
//! ```json
//! {
//!   "format": "bowline-state",
//!   "version": 1,
//!   "program": "bowline 0.1.0",
//!   "scenario": {"path":"model.xml","sha256":"..."},
//!   "overrides": ["S.Stiffness=200"],
//!   "time_s": 5.0,
//!   "states": {
//!     "B.Pos": [0.0,0.0,-4.8],
//!     "B.Vel": [0.0,0.0,1.3]
//!   },
//!   "positions": {
//!     "Gear.B.phi": [0.32,0.0]
//!   },
//!   "held": {
//!     "F.Y": [0.25],
//!     "F.Out": [0.25]
//!   },
//!   "next": {
//!     "F.Y": [0.375]
//!   },
//!   "clocks": {"origin_s":0.0,"steps":17,"every":{
//!     "F.Y": [0.1,0.0]
//!   }},
//!   "past": ["S.Reserve"],
//!   "inputs": {
//!     "B.Force": [0.0,0.0,-2.0]
//!   },
//!   "unknowns": {
//!     "V.Flow": [0.0012]
//!   },
//!   "solved_for": ["5f1d3a90c2e4b786"],
//!   "nominal": [[0.0001]]
//! }
//! ```
//!
//! Numbers are the shortest that read back as the same double. The states stand
//! in the order of the state vector, the others in that of the scenario; a reader
//! accepts any order.
//!
//! `positions` are those of nodes that follow from states by ratios, each with what is added to these: behind a gear whose
//! ratio is another one when the run continues, the position stays.
//!
//! Constant between ticks and events is `held`: discrete states, memory, and the
//! outputs of sampled computations. For a discrete state that an update sets,
//! `next` is the value that takes effect at the next tick of its clock. All
//! clocks count from `origin_s`; `steps` are the ticks of the clock of accepted
//! steps; `every` has the period and the offset, s, of what updates set at ticks.
//! `past` lists the indicators that were beyond 0: an indicator that is beyond 0
//! now and not listed fires at once. `inputs` are in-ports that were set from
//! outside, where the scenario has other numbers. `unknowns` are those of its loops, `unknowns_at_ticks` of
//! those that are solved at ticks, from which they are solved again; where the model is as it was, `solved_for` says of each loop what it
//! was solved for, and it keeps these numbers bit for bit; `nominal` are the magnitudes with which
//! it is solved. The file omits what a model does not have.

mod json;
pub mod reader;

use std::ops::Range;

use serde::Serialize;

use crate::model::clocks::Timing;
use crate::model::signal_id::SignalId;
use crate::model::{Input, Model, RunState, discrete_values};
use crate::workspace::loops::BlockState;
use bowline_provenance::ScenarioRecord;

const FORMAT: &str = "bowline-state";
const VERSION: u32 = 1;

/// The state of a run at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedState {
    program: String,
    scenario: ScenarioRecord,
    overrides: Vec<String>,
    time: f64,
    states: Vec<Named>,
    positions: Vec<Named>,
    discrete: Vec<Named>,
    next: Vec<Named>,
    clocks: Option<SavedClocks>,
    /// The indicators that are beyond 0, if the model has any.
    past: Option<Vec<String>>,
    inputs: Vec<Named>,
    /// Those of the loops, and hashes of what these were solved for.
    unknowns: Vec<Named>,
    unknowns_at_ticks: Vec<Named>,
    solved_for: Vec<String>,
    /// The nominal values of the unknowns, loop by loop.
    nominal: Vec<Vec<f64>>,
}

/// `Object.Signal`, and its numbers.
type Named = (String, Vec<f64>);

/// The clocks of a model that has any.
#[derive(Debug, Clone, PartialEq)]
struct SavedClocks {
    /// From where all ticks are counted, s.
    origin: f64,
    /// Ticks of the clock of accepted steps, if anybody runs on it.
    steps: Option<u64>,
    /// Period and offset, s, of the clock at whose ticks each signal is set.
    every: Vec<Named>,
}

impl SavedClocks {
    fn of(model: &Model, state: &RunState) -> Self {
        let mut every = Vec::new();
        for (object, number) in model.objects().iter().zip(0..) {
            for (signal, clock) in discrete_values::ticking_in(&object.interface) {
                if let Timing::Every { period, offset } = model.clocks.timing(clock) {
                    every.push((model.signal_name(SignalId { object: number, signal }), vec![period, offset]));
                }
            }
        }
        let steps = model.clocks.have_steps().then_some(state.clocks.steps);
        Self { origin: state.clocks.origin, steps, every }
    }

    fn json(&self) -> String {
        let mut text = format!("{{\"origin_s\":{}", json_of(&self.origin));
        if let Some(steps) = self.steps {
            text += &format!(",\"steps\":{steps}");
        }
        if !self.every.is_empty() {
            text += &format!(",\"every\":{}", section(&self.every));
        }
        text + "}"
    }
}

impl SavedState {
    /// The state of a run of `model`. `program` is the name and version of who
    /// writes it.
    pub fn new(program: impl Into<String>, model: &Model, state: &RunState) -> Self {
        let first_discrete = state.x.len();
        let named = |(id, range): (SignalId, Range<usize>), numbers: &[f64], first: usize| {
            (model.signal_name(id), numbers[range.start - first..range.end - first].to_vec())
        };
        let has_clocks = !model.clocks.timings().is_empty();
        Self {
            program: program.into(),
            scenario: model.scenario(),
            overrides: model.overrides.clone(),
            time: state.time(),
            states: model.states().map(|found| named(found, &state.x, 0)).collect(),
            positions: model.node_positions(state).collect(),
            discrete: model
                .signals_in(discrete_values::discrete_in)
                .map(|found| named(found, &state.discrete, first_discrete))
                .collect(),
            next: model
                .signals_in(discrete_values::updated_in)
                .map(|found| named(found, &state.next, first_discrete))
                .collect(),
            clocks: has_clocks.then(|| SavedClocks::of(model, state)),
            past: state.past.as_deref().and_then(|past| beyond(model, past)),
            inputs: model.inputs().filter_map(|input| set_from_outside(&input, model, state)).collect(),
            unknowns: unknowns(model, state, false),
            unknowns_at_ticks: unknowns(model, state, true),
            solved_for: state.loops.iter().filter_map(|of| Some(format!("{:016x}", of.solved_for?))).collect(),
            nominal: state.loops.iter().map(|of| of.nominal.clone()).collect(),
        }
    }

    /// The state as JSON text.
    ///
    /// # Errors
    /// The first number, by name, that is not finite: no run can begin with it.
    pub fn to_json(&self) -> Result<String, String> {
        let wrong = |numbers: &[f64]| numbers.iter().copied().find(|number| !number.is_finite());
        for (name, numbers) in self
            .states
            .iter()
            .chain(&self.positions)
            .chain(&self.discrete)
            .chain(&self.unknowns)
            .chain(&self.unknowns_at_ticks)
        {
            if let Some(number) = wrong(numbers) {
                return Err(format!("`{name}` is {number}"));
            }
        }
        for (name, numbers) in &self.next {
            if let Some(number) = wrong(numbers) {
                return Err(format!("the next value of `{name}` is {number}"));
            }
        }
        let mut text = format!(
            "{{\n  \"format\": {},\n  \"version\": {VERSION},\n  \"program\": {},\n  \"scenario\": {},\n  \
             \"overrides\": {},\n  \"time_s\": {},\n  \"states\": {}",
            json_of(FORMAT),
            json_of(&self.program),
            json_of(&self.scenario),
            json_of(&self.overrides),
            json_of(&self.time),
            section(&self.states),
        );
        for (name, part) in [("positions", &self.positions), ("held", &self.discrete), ("next", &self.next)] {
            if !part.is_empty() {
                text += &format!(",\n  \"{name}\": {}", section(part));
            }
        }
        if let Some(clocks) = &self.clocks {
            text += &format!(",\n  \"clocks\": {}", clocks.json());
        }
        if let Some(past) = &self.past {
            text += &format!(",\n  \"past\": {}", json_of(past));
        }
        if !self.inputs.is_empty() {
            text += &format!(",\n  \"inputs\": {}", section(&self.inputs));
        }
        for (name, part) in [("unknowns", &self.unknowns), ("unknowns_at_ticks", &self.unknowns_at_ticks)] {
            if !part.is_empty() {
                text += &format!(",\n  \"{name}\": {}", section(part));
            }
        }
        if !self.solved_for.is_empty() {
            text += &format!(",\n  \"solved_for\": {}", json_of(&self.solved_for));
            text += &format!(",\n  \"nominal\": {}", json_of(&self.nominal));
        }
        Ok(text + "\n}\n")
    }
}

/// The unknowns of the loops that are solved at ticks, or of all others.
fn unknowns(model: &Model, state: &RunState, at_ticks: bool) -> Vec<Named> {
    let mut all = Vec::new();
    let blocks = model.schedule.blocks.iter().zip(&state.loops);
    for (block, BlockState { unknowns: numbers, .. }) in blocks.filter(|(of, _)| of.clock.is_some() == at_ticks) {
        let mut first = 0;
        for unknown in &block.cut.unknowns {
            let end = first + unknown.places.len();
            all.push((model.signal_name(unknown.id), numbers[first..end].to_vec()));
            first = end;
        }
    }
    all
}

/// Names of the indicators that are beyond 0; none for a model without
/// indicators.
fn beyond(model: &Model, past: &[bool]) -> Option<Vec<String>> {
    let names = model.schedule.events.indicators.iter().zip(past).filter(|(_, is_beyond)| **is_beyond);
    (!past.is_empty()).then(|| names.map(|(indicator, _)| model.signal_name(indicator.id)).collect())
}

/// An input, if it has other numbers than those of the scenario.
fn set_from_outside(input: &Input, model: &Model, state: &RunState) -> Option<Named> {
    let first = model.layout.discrete.all.end;
    let places = input.places();
    let values = &state.constants[places.start - first..places.end - first];
    let is_same = values.iter().zip(input.value()).all(|(now, given)| now.to_bits() == given.to_bits());
    (!is_same).then(|| (input.name().to_owned(), values.to_vec()))
}

/// An object, a line for each signal.
fn section(part: &[Named]) -> String {
    let lines: Vec<String> =
        part.iter().map(|(name, numbers)| format!("    {}: {}", json_of(name), json_of(numbers))).collect();
    if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n  }}", lines.join(",\n")) }
}

fn json_of<T: Serialize + ?Sized>(value: &T) -> String {
    // Only maps with keys that are no strings cannot be written.
    serde_json::to_string(value).unwrap_or_default()
}
