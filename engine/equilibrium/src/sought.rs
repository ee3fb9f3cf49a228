//! Which numbers are sought, and which equations they have to meet.

use crate::conditions::Conditions;
use crate::linearization::Opened;
use crate::no_equilibrium::NoEquilibrium;
use bowline_model::model::MemoryAtTicks;
use bowline_model::model::{Column, Model, RunState};

/// The numbers that are sought, beside the unknowns of loops, and the equations beside those of loops.
#[derive(Debug)]
pub(super) struct Sought {
    /// States that are sought: their derivatives are 0.
    pub(super) states: Vec<usize>,
    /// States that are held since no derivative reads them.
    pub(super) held: Vec<usize>,
    /// Places of discrete values that a tick leaves as they are: what sampled computations fill, and discrete states.
    pub(super) discrete: Vec<usize>,
    /// Memory that is a ring: all of its entries are one that is sought.
    pub(super) rings: Vec<MemoryAtTicks>,
    /// Places of inputs that are sought, and their names and units.
    pub(super) inputs: Vec<usize>,
    pub(super) names: Vec<(String, String)>,
    /// Parameters that are sought, and their present values.
    pub(super) parameters: Vec<(String, f64)>,
    /// Signals that have values.
    pub(super) givens: Vec<Column>,
    pub(super) values: Vec<f64>,
}

impl Sought {
    pub(super) fn new(model: &Model, start: &RunState, conditions: &Conditions) -> Result<Self, NoEquilibrium> {
        let mut sought = Self::named(model, conditions)?;
        sought.hold_unread(model, start)?;
        Ok(sought)
    }

    /// What conditions name; nothing is evaluated.
    pub(super) fn named(model: &Model, conditions: &Conditions) -> Result<Self, NoEquilibrium> {
        let mut is_held = vec![false; model.state_count()];
        let mut held_places = Vec::new();
        let mut memory = model.memory_at_ticks();
        for hold in &conditions.holds {
            let kept = memory.iter().position(|memory| memory.name == *hold);
            if let Some(kept) = kept {
                memory.remove(kept);
                continue;
            }
            for column in model.probe(hold)?.columns() {
                if let Some(place) = model.held_place_of(column) {
                    held_places.push(place);
                    continue;
                }
                let Some(state) = model.state_of(column) else {
                    let message = format!("`{hold}` cannot be held: it is no state");
                    return Err(NoEquilibrium::Asked(format!("{message}; {}", states_in_words(model))));
                };
                is_held[state] = true;
            }
        }
        let (mut inputs, mut names) = (Vec::new(), Vec::new());
        for name in &conditions.inputs {
            let input = model.input(name)?;
            let width = input.width();
            let element = |at: usize| if width == 1 { name.clone() } else { format!("{name}[{at}]") };
            names.extend((0..width).map(|at| (element(at), input.unit().to_owned())));
            inputs.extend(input.places());
        }
        let (mut givens, mut values) = (Vec::new(), Vec::new());
        for given in &conditions.givens {
            let probe = model.probe(&given.signal)?;
            givens.extend(probe.columns().iter().cloned());
            values.resize(givens.len(), given.value);
        }
        let (asked, given) = (inputs.len() + conditions.parameters.len(), givens.len());
        if asked != given {
            return Err(NoEquilibrium::Asked(mismatch(asked, given)));
        }
        if let Some(unknown) = memory.iter().find(|memory| memory.ring == 0) {
            return Err(NoEquilibrium::Asked(format!(
                "`{0}` remembers what came before, and does not say how: its library declares it as memory, and not as a \
                 ring; hold it as it is: `--hold {0}`",
                unknown.name
            )));
        }
        let mut discrete = changing_at_ticks(model);
        discrete.retain(|place| !held_places.contains(place));
        Ok(Self {
            states: (0..model.state_count()).filter(|state| !is_held[*state]).collect(),
            held: Vec::new(),
            discrete,
            rings: memory,
            inputs,
            names,
            parameters: conditions.parameters.clone(),
            givens,
            values,
        })
    }

    /// Holds states that nothing reads which has to be 0.
    fn hold_unread(&mut self, model: &Model, start: &RunState) -> Result<(), NoEquilibrium> {
        let mut workspace = model.workspace_at(start)?;
        let places = self.places();
        let opened = Opened::new(model, &mut workspace, start.time, &places, &self.givens);
        let mut is_read = vec![false; model.state_count()];
        let mut read = |columns: &[u32]| {
            columns.iter().map(|column| *column as usize).for_each(|column| {
                if let Some(is_read) = is_read.get_mut(column) {
                    *is_read = true;
                }
            });
        };
        let at_ticks = if self.discrete.is_empty() && self.rings.is_empty() {
            Vec::new()
        } else {
            model.dependency_graph().read_at_ticks(&opened.loops)
        };
        read(&at_ticks);
        opened.columns_of_rows().iter().for_each(|row| read(row));
        (self.held, self.states) = self.states.iter().partition(|state| !is_read[**state]);
        Ok(())
    }

    /// How many numbers of rings are sought: an entry of each.
    pub(super) fn in_rings(&self) -> usize {
        self.rings.iter().map(|memory| memory.ring).sum()
    }

    /// The places of the workspace that are sought.
    pub(crate) fn places(&self) -> Vec<usize> {
        self.discrete.iter().chain(&self.inputs).copied().collect()
    }
}

fn mismatch(asked: usize, given: usize) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (numbers, conditions) = (counted(asked, "number"), counted(given, "condition"));
    let help = match asked < given {
        true => "name an input or a parameter to be found for each condition on a signal",
        false => "give a condition on a signal for each number that is to be found",
    };
    format!("{numbers} to be found for {conditions}: {help}")
}

fn states_in_words(model: &Model) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = (0..model.state_count().min(MOST)).map(|state| model.state_name(state)).collect();
    let more = if model.state_count() > MOST { ", ..." } else { "" };
    format!("the states are {}{more}", names.join(", "))
}

/// The places of what ticks change: what sampled computations fill, and the discrete states that updates set.
fn changing_at_ticks(model: &Model) -> Vec<usize> {
    model.updated_places().into_iter().chain(model.filled_places()).collect()
}
