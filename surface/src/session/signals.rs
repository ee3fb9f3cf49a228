//! Reading signals and setting inputs.

use std::collections::HashMap;
use std::iter;

use bowline_engine::{Input, Model, NameError, Probe, RunError};

use super::{ErrorKind, Session, SessionError};
use crate::advice::Stepping;

/// Signals that are read together, in sessions of one model.
#[derive(Debug, Clone)]
pub struct ProbeSet {
    probes: Vec<Probe>,
    width: usize,
}

impl ProbeSet {
    /// Signals by name: `Object.Signal`, `Object.Signal[2]`, `Object.Signal[0:3]`, perhaps with a unit behind,
    /// `Object.Signal [mm]`; states, ports, and columns of the scenario with names of their own.
    ///
    /// # Errors
    /// A name does not exist.
    pub fn new<'n>(model: &Model, names: impl IntoIterator<Item = &'n str>) -> Result<Self, SessionError> {
        let probes = names.into_iter().map(|name| model.probe(name)).collect::<Result<Vec<_>, NameError>>();
        let probes = probes.map_err(|error| SessionError::unknown_name(&error))?;
        Ok(Self { width: probes.iter().map(Probe::width).sum(), probes })
    }

    /// Count of numbers of all signals.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// Inputs that are set together, in sessions of one model.
#[derive(Debug, Clone)]
pub struct InputSet {
    inputs: Vec<Input>,
    width: usize,
}

impl InputSet {
    /// In-ports by name, `Object.InPort`.
    ///
    /// # Errors
    /// A name does not exist, is no input, or occurs twice.
    pub fn new<'n>(model: &Model, names: impl IntoIterator<Item = &'n str>) -> Result<Self, SessionError> {
        let inputs = names.into_iter().map(|name| input(model, name)).collect::<Result<Vec<_>, _>>()?;
        let twice = (1..inputs.len()).find(|at| inputs[..*at].iter().any(|input| input.name() == inputs[*at].name()));
        match twice {
            Some(at) => {
                let message = format!("`{}` is named twice", inputs[at].name());
                Err(SessionError::new(ErrorKind::Argument, message))
            }
            None => Ok(Self { width: inputs.iter().map(Input::width).sum(), inputs }),
        }
    }

    /// Count of numbers of all inputs.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// Values for an input.
#[derive(Debug, Clone, PartialEq)]
pub struct InputValue {
    /// Name, `Object.InPort`.
    pub name: String,
    /// As many numbers as the input has, or one for all of them; SI units.
    pub values: Vec<f64>,
}

/// Checks a count of numbers against the width of a set.
///
/// # Errors
/// They differ.
pub fn check_count(width: usize, count: usize) -> Result<(), SessionError> {
    if count == width {
        return Ok(());
    }
    let message = format!("there are {width} numbers, and room for {count} is given");
    Err(SessionError::new(ErrorKind::Argument, message))
}

impl Session {
    /// Reads signals at the present time, in SI units unless their names say otherwise. At an event these are the values
    /// after it.
    ///
    /// # Errors
    /// The room is not as wide as the set, a probe belongs to another model, or the model cannot be evaluated.
    pub fn get(&mut self, probes: &ProbeSet, values: &mut [f64]) -> Result<(), SessionError> {
        check_count(probes.width, values.len())?;
        let mut room = values;
        for probe in &probes.probes {
            let (own, others) = room.split_at_mut(probe.width());
            let outcome = self.run.get(probe).map(|read| own.copy_from_slice(read));
            self.checked(outcome)?;
            room = others;
        }
        Ok(())
    }

    /// Reads a signal by name, as [`get`](Self::get) does. The session keeps its probe.
    ///
    /// # Errors
    /// The name does not exist, or the model cannot be evaluated.
    pub fn read(&mut self, name: &str) -> Result<&[f64], SessionError> {
        let Self { run, probes, .. } = self;
        let stepping = Stepping::of(run.model().settings());
        let find = || run.model().probe(name).map_err(|error| SessionError::unknown_name(&error));
        let probe = kept_by_name(probes, name, find)?;
        run.get(probe).map_err(|error| SessionError::run(&error, stepping))
    }

    /// Sets inputs from now on, all of them or none.
    ///
    /// # Errors
    /// The numbers are not as many as the set has, or not finite; or a loop has no solution with them.
    pub fn set(&mut self, inputs: &InputSet, values: &[f64]) -> Result<(), SessionError> {
        check_count(inputs.width, values.len())?;
        let outcome = self.run.set_all(&inputs.inputs, values);
        self.checked_set(outcome)
    }

    /// Sets an input by name from now on. One number fills an input of any width. The session keeps the input.
    ///
    /// # Errors
    /// The name does not exist or is no input; else as those of [`set`](Self::set).
    pub fn set_by_name(&mut self, name: &str, values: &[f64]) -> Result<(), SessionError> {
        let Self { run, inputs, .. } = self;
        let input = kept_by_name(inputs, name, || input(run.model(), name))?;
        let outcome = match values {
            [number] if input.width() > 1 => run.set(input, &vec![*number; input.width()]),
            values => run.set(input, values),
        };
        self.checked_set(outcome)
    }

    /// Sets inputs by name from now on, all of them or none. One number fills an input of any width.
    ///
    /// # Errors
    /// As those of [`set_by_name`](Self::set_by_name).
    pub fn set_all_by_name(&mut self, values: &[InputValue]) -> Result<(), SessionError> {
        let Self { run, inputs: kept, .. } = self;
        let (mut inputs, mut numbers) = (Vec::new(), Vec::new());
        for InputValue { name, values } in values {
            let input = kept_by_name(kept, name, || input(run.model(), name))?;
            match values.as_slice() {
                [number] if input.width() > 1 => numbers.extend(iter::repeat_n(*number, input.width())),
                own if own.len() == input.width() => numbers.extend(own),
                own => {
                    let (width, count) = (input.width(), own.len());
                    let message = format!("the input `{name}` has width {width}, but is given {count}");
                    return Err(SessionError::new(ErrorKind::Argument, message));
                }
            }
            inputs.push(input.clone());
        }
        let outcome = self.run.set_all(&inputs, &numbers);
        self.checked_set(outcome)
    }

    /// Converts the outcome of setting inputs: what the run refuses is a wrong argument, unless the run failed before.
    fn checked_set(&mut self, outcome: Result<(), RunError>) -> Result<(), SessionError> {
        match outcome {
            Err(RunError::Refused(message)) if !self.has_failed() => {
                Err(SessionError::new(ErrorKind::Argument, message))
            }
            outcome => self.checked(outcome),
        }
    }
}

/// An input by name.
fn input(model: &Model, name: &str) -> Result<Input, SessionError> {
    model.input(name).map_err(|error| match model.feeders(name) {
        Ok(_) => SessionError::fed_input(name, &error),
        Err(_) => SessionError::unknown_name(&error),
    })
}

/// An entry by its name, made when it is first named.
fn kept_by_name<'k, T>(
    kept: &'k mut HashMap<String, T>,
    name: &str,
    make: impl FnOnce() -> Result<T, SessionError>,
) -> Result<&'k T, SessionError> {
    if !kept.contains_key(name) {
        kept.insert(name.to_owned(), make()?);
    }
    Ok(&kept[name])
}
