//! What numbers had so far: the past that plots show.

use std::collections::VecDeque;

use bowline_engine::Model;
use bowline_engine::live::{Retrace, Samples};

use super::history::History;
use crate::window::player::Quantity;

/// A number, and what it had so far.
#[derive(Debug)]
pub(crate) struct Trace {
    quantity: Quantity,
    history: History,
    /// Whether the scenario records it, so that it is kept whether or not it is plotted.
    is_recorded: bool,
    /// What finds its past.
    retrace: Option<Retrace<Vec<[f64; 2]>>>,
}

impl Trace {
    fn new(quantity: Quantity, is_recorded: bool) -> Self {
        Self { quantity, history: History::default(), is_recorded, retrace: None }
    }

    /// What it had so far.
    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// Whether its past is on its way.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.retrace.is_some()
    }
}

/// The pasts of all numbers that the scenario records, as many as there is room
/// for, and of those that are plotted.
#[derive(Debug, Default)]
pub(crate) struct Traces {
    traces: Vec<Trace>,
    /// The newest commands by which samples were asked for, and the names of their numbers.
    asked: VecDeque<(u64, Vec<String>)>,
    /// How many recorded numbers there is no room for.
    left_out: usize,
}

/// Samples of so many commands may be on their way.
const ON_THEIR_WAY: usize = 8;

impl Traces {
    /// Most recorded numbers that are kept: 64 MB, where all of them have as many points as there may be.
    pub(crate) const MOST: usize = 128;

    /// The traces of what a scenario records.
    pub(crate) fn of(model: &Model) -> Self {
        let columns = model.columns();
        let kept = columns.iter().take(Self::MOST);
        let probes = kept.filter_map(|column| model.probe(&model.column_name(column)).ok());
        let traces = probes.filter(|probe| probe.width() == 1).map(|probe| Trace::new(probe.into(), true)).collect();
        Self { traces, asked: VecDeque::new(), left_out: columns.len().saturating_sub(Self::MOST) }
    }

    /// Has a number, and whether it is a new one.
    pub(crate) fn add(&mut self, quantity: &Quantity) -> bool {
        let is_new = self.get(quantity.name()).is_none();
        if is_new {
            self.traces.push(Trace::new(quantity.clone(), false));
        }
        is_new
    }

    /// Forgets what is neither recorded nor wanted.
    pub(crate) fn keep(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.traces.retain(|trace| trace.is_recorded || is_wanted(trace.quantity.name()));
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Trace> {
        self.traces.iter().find(|trace| trace.quantity.name() == name)
    }

    /// What is to be sampled, by a command of that number.
    pub(crate) fn ask(&mut self, generation: u64) -> Vec<Quantity> {
        let names = self.traces.iter().map(|trace| trace.quantity.name().to_owned()).collect();
        self.asked.push_back((generation, names));
        if self.asked.len() > ON_THEIR_WAY {
            self.asked.pop_front();
        }
        self.traces.iter().map(|trace| trace.quantity.clone()).collect()
    }

    /// Takes samples.
    pub(crate) fn take(&mut self, samples: &Samples) {
        let Some((_, names)) = self.asked.iter().find(|(generation, _)| *generation == samples.generation) else {
            return;
        };
        for (column, name) in names.iter().enumerate() {
            let Some(trace) = self.traces.iter_mut().find(|trace| trace.quantity.name() == *name) else { continue };
            samples.times.iter().zip(samples.column(column)).for_each(|(time, value)| trace.history.push(*time, value));
        }
    }

    /// The past of a number is on its way.
    pub(crate) fn fill(&mut self, name: &str, retrace: Retrace<Vec<[f64; 2]>>) {
        if let Some(trace) = self.traces.iter_mut().find(|trace| trace.quantity.name() == name) {
            trace.retrace = Some(retrace);
        }
    }

    /// All of a number is known at once.
    pub(crate) fn complete(&mut self, name: &str, points: &[[f64; 2]]) {
        if let Some(trace) = self.traces.iter_mut().find(|trace| trace.quantity.name() == name) {
            trace.history = History::default();
            points.iter().for_each(|[time, value]| trace.history.push(*time, *value));
        }
    }

    /// Takes the pasts that have come.
    pub(crate) fn follow(&mut self) {
        for trace in &mut self.traces {
            let Some(retrace) = &mut trace.retrace else { continue };
            if let Some(past) = retrace.take() {
                trace.history.put_before(&past);
            }
            if retrace.is_over() {
                trace.retrace = None;
            }
        }
    }

    /// Words on what is not kept, if there is anything.
    pub(crate) fn left_out(&self) -> Option<String> {
        let all = self.left_out + Self::MOST;
        (self.left_out > 0).then(|| {
            format!("the past of the first {} of {all} recorded numbers is kept; that of others is calculated when they are ticked", Self::MOST)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plotted::tests::model;
    use super::*;

    fn samples(generation: u64, times: &[f64], values: &[f64]) -> Samples {
        Samples { generation, times: times.to_vec(), values: values.to_vec() }
    }

    /// What was on its way when another number was ticked belongs to those that were asked for then.
    #[test]
    fn samples_find_their_numbers() {
        let model = model();
        let mut traces = Traces::default();
        let [force, position] =
            ["B.Force[0]", "B.Pos[0]"].map(|name| Quantity::from(model.probe(name).expect("it is there")));
        assert!(traces.add(&force) && !traces.add(&force));
        assert_eq!(traces.ask(1).len(), 1);
        assert!(traces.add(&position));
        assert_eq!(traces.ask(2).len(), 2);
        traces.take(&samples(1, &[0.0, 1.0], &[4.0, 5.0]));
        traces.take(&samples(2, &[2.0], &[6.0, 7.0]));
        traces.take(&samples(9, &[3.0], &[8.0]));
        assert_eq!(traces.get("B.Force[0]").expect("kept").history().points(), [[0.0, 4.0], [1.0, 5.0], [2.0, 6.0]]);
        assert_eq!(traces.get("B.Pos[0]").expect("kept").history().points(), [[2.0, 7.0]]);
        traces.keep(|name| name == "B.Pos[0]");
        assert!(traces.get("B.Force[0]").is_none());
    }

    /// The mass records its states, and a tick adds nothing to them.
    #[test]
    fn what_is_recorded_is_kept() {
        let traces = Traces::of(&model());
        assert!(traces.get("B.Pos[2]").is_some() && traces.left_out().is_none());
    }
}
