//! Frequency responses and margins.

use bowline_engine::linear_model::LinearModel;
use bowline_engine::lti::{Complex, LinearSystem, Margins, margins};
use bowline_results::{DataFrame, FrequencyPair, frequency_table};
use serde_json::json;

use crate::point::{Place, Point};
use crate::{AnalysisError, Study, frequencies, notes};

/// A request.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// From inputs to outputs, and perhaps the margins of each pair as an open loop with negative feedback.
    Between {
        /// In-ports that are inputs.
        from: Vec<String>,
        /// Signals that are outputs.
        to: Vec<String>,
        /// Whether margins are asked for.
        margins: bool,
    },
    /// The gain once around the loop through this in-port, which is cut there, and its margins.
    Loop(String),
}

impl Wanted {
    /// The in-ports that are inputs.
    pub fn inputs(&self) -> Vec<String> {
        match self {
            Self::Between { from, .. } => from.clone(),
            Self::Loop(port) => vec![port.clone()],
        }
    }

    fn outputs(&self) -> Vec<String> {
        match self {
            Self::Between { to, .. } => to.clone(),
            Self::Loop(port) => vec![port.clone()],
        }
    }

    fn has_margins(&self) -> bool {
        matches!(self, Self::Loop(_) | Self::Between { margins: true, .. })
    }
}

/// How a model answers to swings.
#[derive(Debug)]
pub struct Response {
    /// The point.
    pub point: Point,
    /// The linear model; that of a loop is the open one.
    pub model: LinearModel,
    /// Frequencies, Hz.
    pub hertz: Vec<f64>,
    /// Each output with each input.
    pub pairs: Vec<Pair>,
    /// The margins of each, if they are asked for.
    pub margins: Vec<Margins>,
}

impl Response {
    /// About a point of a study in which the inputs are open ([`Study::open`]); at frequencies about all modes, if none are
    /// given.
    ///
    /// # Errors
    /// There is no linear model, no loop, or a name means nothing.
    pub fn of(point: Point, wanted: &Wanted, hertz: Option<Vec<f64>>) -> Result<Self, AnalysisError> {
        if hertz.as_ref().is_some_and(Vec::is_empty) {
            return Err(AnalysisError::Asked("no frequencies: give at least one, Hz".to_owned()));
        }
        let mut with_rates = point.with_rates(&wanted.inputs(), &wanted.outputs())?;
        if with_rates.has_rates() && wanted.has_margins() {
            return Err(AnalysisError::Asked(
                "margins are those of a system of first order: take forms of elements that need no rates".to_owned(),
            ));
        }
        let found = &mut with_rates.model;
        if let Wanted::Loop(port) = wanted {
            let moves = found.moves_between.first().is_some_and(|moves| *moves);
            if moves && found.acts_between.first().is_some_and(|acts| *acts) {
                return Err(AnalysisError::Asked(format!(
                    "`{port}` moves between ticks: a loop with sampled parts is cut where a signal is held or sampled, as at what a \
                     sampled controller reads, or what it feeds"
                )));
            }
            found.system = cut_at(port, &found.system)?;
        }
        let none = |error: &dyn std::fmt::Display| AnalysisError::None(error.to_string());
        let hertz = match hertz {
            Some(hertz) => hertz,
            None => frequencies::of(&with_rates.model.system).map_err(AnalysisError::None)?,
        };
        let response = with_rates.frequency_response(&hertz).map_err(|error| none(&error))?;
        let pairs: Vec<Pair> = (0..response.outputs())
            .flat_map(|output| (0..response.inputs()).map(move |input| (output, input)))
            .map(|(output, input)| Pair { output, input, values: response.channel(output, input) })
            .collect();
        if let Wanted::Loop(port) = wanted
            && pairs.iter().all(|pair| pair.values.iter().all(|value| value.norm() == 0.0))
        {
            return Err(AnalysisError::None(format!(
                "no loop goes through `{port}`: what changes there does not come back to it"
            )));
        }
        let model = with_rates.model;
        let margins = if wanted.has_margins() {
            let of = |pair: &Pair| margins(&model.system, pair.output, pair.input).map_err(|error| none(&error));
            pairs.iter().map(of).collect::<Result<Vec<_>, _>>()?
        } else {
            Vec::new()
        };
        Ok(Self { point, model, hertz, pairs, margins })
    }

    /// Opens the inputs, goes to a place, and looks how the model answers there.
    ///
    /// # Errors
    /// As of [`of`](Self::of), and of [`Point::of`].
    pub fn at(
        study: &mut Study,
        place: &Place,
        wanted: &Wanted,
        hertz: Option<Vec<f64>>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, AnalysisError> {
        study.open(&wanted.inputs())?;
        let model = study.load(&[])?;
        Self::of(Point::of(place, study, model, stop)?, wanted, hertz)
    }

    /// A row for each frequency, for `plot`.
    pub fn table(&self) -> DataFrame {
        let columns: Vec<FrequencyPair> = self.pairs.iter().map(|pair| pair.column(&self.model.system)).collect();
        frequency_table(&self.hertz, &columns)
    }

    /// Remarks.
    pub fn notes(&self) -> Vec<String> {
        notes::of_linear_model(&self.model)
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        let Self { model, hertz, pairs, margins, .. } = self;
        let system = &model.system;
        let finite = |number: f64| number.is_finite().then_some(number);
        let of = |(at, pair): (usize, &Pair)| {
            let margins = margins.get(at).map(|margins| {
                json!({
                    "gain": margins.gain.iter().map(|(hertz, factor)| json!({"frequency_hz": finite(*hertz), "factor": factor})).collect::<Vec<_>>(),
                    "phase": margins.phase.iter().map(|(hertz, degrees)| json!({"frequency_hz": hertz, "degrees": degrees})).collect::<Vec<_>>(),
                    "delay": margins.delay.iter().map(|(hertz, seconds)| json!({"frequency_hz": hertz, "seconds": seconds})).collect::<Vec<_>>(),
                    "is_stable_closed_loop": margins.is_stable_closed_loop,
                })
            });
            json!({
                "output": system.outputs[pair.output].name, "input": system.inputs[pair.input].name,
                "response": pair.values.iter().map(|value| [finite(value.re), finite(value.im)]).collect::<Vec<_>>(),
                "margins": margins,
            })
        };
        json!({"frequencies_hz": hertz, "pairs": pairs.iter().enumerate().map(of).collect::<Vec<_>>()}).to_string()
    }
}

/// The loop through an in-port.
fn cut_at(port: &str, system: &LinearSystem) -> Result<LinearSystem, AnalysisError> {
    if system.inputs.len() != 1 {
        return Err(AnalysisError::Asked(format!(
            "`{port}` has {} numbers: a loop goes through one",
            system.inputs.len()
        )));
    }
    system.loop_gain(0, 0).map_err(|_| {
        AnalysisError::None(format!(
            "the loop through `{port}` closes in the same instant, with a gain of 1: it cannot be cut there"
        ))
    })
}

/// An output and an input.
#[derive(Debug)]
pub struct Pair {
    /// The output, by its place.
    pub output: usize,
    /// The input, by its place.
    pub input: usize,
    /// The response at each frequency.
    pub values: Vec<Complex>,
}

impl Pair {
    /// `Output/Input`.
    pub fn name(&self, system: &LinearSystem) -> String {
        format!("{}/{}", system.outputs[self.output].name, system.inputs[self.input].name)
    }

    /// It as a column of a table.
    pub fn column(&self, system: &LinearSystem) -> FrequencyPair {
        let (above, below) = (&system.outputs[self.output].unit, &system.inputs[self.input].unit);
        let unit = match (above.as_str(), below.as_str()) {
            (above, below) if above == below => String::new(),
            (above, "") => above.to_owned(),
            ("", below) => format!("1/({below})"),
            (above, below) => {
                let bracketed = |unit: &str| match unit.contains([' ', '/']) {
                    true => format!("({unit})"),
                    false => unit.to_owned(),
                };
                format!("{}/{}", bracketed(above), bracketed(below))
            }
        };
        let values = self.values.iter().map(|value| (value.re, value.im)).collect();
        FrequencyPair { name: self.name(system), unit, values }
    }
}
