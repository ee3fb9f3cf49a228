//! What is differentiated by: a parameter, or the initial value of a state.

use bowline_engine::description::VariableRecord;
use bowline_engine::{Model, Parameter as ModelParameter, Source};

use super::Differentiated;
use crate::subject::VerificationError;

/// A number of a scenario that can be changed by a little: a parameter, a variable, or the initial value of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter(Differentiated);

impl Parameter {
    /// `Object.Name`, perhaps with an element, or a variable.
    ///
    /// # Errors
    /// There is no such number; it has several elements, and none is named.
    pub fn find(name: &str, model: &Model) -> Result<Self, VerificationError> {
        let asked = |message: String| Err(VerificationError::Asked(message));
        let (path, element) = match name.strip_suffix(']').and_then(|inside| inside.rsplit_once('[')) {
            None => (name, None),
            Some((path, element)) => match element.trim().parse::<usize>() {
                Ok(element) => (path, Some(element)),
                Err(_) => return asked(format!("`{name}`: `{element}` is no element; they are counted from 0")),
            },
        };
        let variables = model.variables();
        if let Some(variable) = variables.iter().find(|variable| variable.name == path) {
            return Self::variable(name, element, variable);
        }
        let Some((object, what)) = path.rsplit_once('.') else {
            let help = "give Object.Parameter, as in S.Stiffness, or a variable";
            return asked(format!("`{name}` is no parameter: {help}"));
        };
        let Some(position) = model.objects().iter().position(|of| of.name() == object) else {
            let of_instance = |variable: &VariableRecord| {
                let inside = variable.name.strip_prefix(object)?.strip_prefix('.')?;
                (!inside.contains('.')).then(|| format!("`{inside}`"))
            };
            let known: Vec<String> = variables.iter().filter_map(of_instance).collect();
            return asked(match known.is_empty() {
                true => format!("`{name}`: there is no SimObject `{object}`"),
                false => {
                    let known = known.join(", ");
                    format!(
                        "`{name}`: the instance `{object}` has no parameter and no variable `{what}`; it has {known}"
                    )
                }
            });
        };
        let parameters = model.parameters(position);
        let (values, unit) = match parameters.iter().find(|parameter| parameter.name == what) {
            Some(parameter) => (numbers(name, parameter)?, parameter.unit.clone()),
            None => initial(path, model).ok_or_else(|| {
                let known: Vec<_> = parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
                let of = format!("`{name}`: `{object}` has no parameter, and no state, `{what}`");
                VerificationError::Asked(match known.is_empty() {
                    true => of,
                    false => format!("{of}; its parameters are {}", known.join(", ")),
                })
            })?,
        };
        let value = match (values.as_slice(), element) {
            ([value], None | Some(0)) => *value,
            (_, Some(element)) if element < values.len() => values[element],
            (_, None) => return asked(format!("`{name}` has {} elements: name one, as in {path}[0]", values.len())),
            _ => return asked(format!("`{name}` has {} elements, counted from 0", values.len())),
        };
        let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let size = [value.abs(), largest, 1.0].into_iter().find(|size| *size > 0.0).unwrap_or(1.0);
        Ok(Self(Differentiated { name: name.to_owned(), value, unit, size }))
    }

    /// A variable of the scenario, or a parameter or variable of an instance.
    fn variable(name: &str, element: Option<usize>, variable: &VariableRecord) -> Result<Self, VerificationError> {
        let message = match variable.numbers[..] {
            [value] if element.is_none() => {
                let size = if value == 0.0 { 1.0 } else { value.abs() };
                return Ok(Self(Differentiated { name: name.to_owned(), value, unit: variable.unit.clone(), size }));
            }
            [] => format!("`{name}` is a text, `{}`: only numbers can be changed by a little", variable.formula),
            [_] => format!("`{name}` is one number: name it without an element"),
            _ => format!("`{name}` is {} numbers: give a variable that is one", variable.numbers.len()),
        };
        Err(VerificationError::Asked(message))
    }

    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// Its value in the scenario.
    pub fn value(&self) -> f64 {
        self.0.value
    }

    /// What sets it to a value.
    pub fn set(&self, value: f64) -> Source {
        Source::new("--parameters", format!("{}={value:?}", self.0.name))
    }

    /// Its unit.
    pub fn unit(&self) -> &str {
        &self.0.unit
    }

    /// The change of it that counts as one of its own size.
    pub(super) fn size(&self) -> f64 {
        self.0.size
    }

    /// It is less and more by about this part of its size: what sets it so, and the exact half of the difference.
    pub(super) fn moved(&self, part: f64) -> ([Source; 2], f64) {
        let by = part * self.0.size;
        let [below, above] = [self.0.value - by, self.0.value + by];
        ([self.set(below), self.set(above)], (above - below) / 2.0)
    }

    pub(super) fn into_differentiated(self) -> Differentiated {
        self.0
    }
}

/// The numbers of a parameter that can be changed by a little.
fn numbers(name: &str, parameter: &ModelParameter) -> Result<Vec<f64>, VerificationError> {
    let asked = |message| Err(VerificationError::Asked(message));
    match (&parameter.value, parameter.numbers.is_empty()) {
        (None, _) => asked(format!("`{name}` is left out, and has no value: set it")),
        (Some(value), true) => asked(format!("`{name}` is `{value}`: only numbers can be changed by a little")),
        (Some(_), false) => Ok(parameter.numbers.clone()),
    }
}

/// The initial value of a state, and its unit.
fn initial(path: &str, model: &Model) -> Option<(Vec<f64>, String)> {
    let probe = model.probe(path).ok()?;
    let workspace = model.workspace();
    let columns = probe.columns();
    let values = columns.iter().map(|column| Some(workspace.x()[model.state_of(column)?]));
    Some((values.collect::<Option<_>>()?, model.column_unit(columns.first()?).to_owned()))
}
