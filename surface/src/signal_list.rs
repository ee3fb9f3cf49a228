//! Lists of the signals of a model.

use bowline_engine::Model;

/// A list of signals of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalList {
    /// In-ports that can be set: numbers feed them, or nothing does.
    Inputs,
    /// Out-ports and states of SimObjects: everything that can be read, except private values and elements.
    Outputs,
    /// Numbers of the state vector.
    States,
    /// Columns of the results, without the time.
    Columns,
}

/// A signal in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSignal {
    /// `Object.Signal`.
    pub name: String,
    /// SI unit, unless the scenario records the signal in another one; empty for a pure number.
    pub unit: String,
    /// Count of its numbers.
    pub width: usize,
    /// The numbers that the scenario gives an input; empty in other lists.
    pub value: Vec<f64>,
}

impl SignalList {
    /// The signals of a model.
    pub fn of(self, model: &Model) -> Vec<ListedSignal> {
        let number =
            |name: String, unit: &str| ListedSignal { name, unit: unit.to_owned(), width: 1, value: Vec::new() };
        match self {
            Self::Inputs => model
                .inputs()
                .map(|input| ListedSignal {
                    name: input.name().to_owned(),
                    unit: input.unit().to_owned(),
                    width: input.width(),
                    value: input.value().to_vec(),
                })
                .collect(),
            Self::Outputs => model
                .probes()
                .map(|probe| ListedSignal { width: probe.width(), ..number(probe.name().to_owned(), probe.unit()) })
                .collect(),
            Self::States => (0..model.state_count())
                .map(|state| number(model.state_name(state), &model.state_unit(state)))
                .collect(),
            Self::Columns => model
                .columns()
                .iter()
                .map(|column| number(model.column_name(column), model.column_unit(column)))
                .collect(),
        }
    }
}
