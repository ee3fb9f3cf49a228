//! A parameter that a constructor asks for, as it crossed the ABI.

use std::borrow::Cow;

use simobject::number::clip;
use simobject::{Towards, abi};

use crate::parameter_value::{Kind, ParameterValue, Shape};
use crate::range::Range;
use crate::{ParameterDeclaration, Requirement, Subject, Surroundings};

/// Most elements of a vector.
const MOST_LENGTH: usize = 1 << 24;

/// The bounds that there are.
const BOUNDS: u32 = abi::BOUND_LOWER | abi::BOUND_LOWER_EXCLUDED | abi::BOUND_UPPER | abi::BOUND_UPPER_EXCLUDED;

/// A parameter that a constructor asks for.
#[derive(Debug)]
pub(crate) struct ParameterRequest<'q> {
    pub(crate) name: Cow<'q, str>,
    pub(crate) unit: Cow<'q, str>,
    pub(crate) doc: Cow<'q, str>,
    pub(crate) kind: Kind,
    pub(crate) range: Range,
    pub(crate) otherwise: Otherwise,
    pub(crate) gravity: Option<Towards>,
}

/// What holds if the scenario does not give it.
#[derive(Debug, Clone, Hash)]
pub(crate) enum Otherwise {
    Missing,
    Default(ParameterValue),
    Nothing,
}

/// What is wrong with what the scenario gives: about what, and in words.
pub(crate) type Wrong = (Subject, String);

/// Of what is reserved.
const NOT_YET: &str = concat!("which Bowline ", env!("CARGO_PKG_VERSION"), " does not support");

impl ParameterRequest<'_> {
    /// The kind and the default of a request, whose rows and texts were read already.
    ///
    /// # Errors
    /// What the library got wrong.
    pub(crate) fn kind(request: &abi::Parameter, options: Vec<String>) -> Result<Kind, String> {
        if request.bounds & !BOUNDS != 0 {
            return Err(format!("has unknown bounds ({:#x})", request.bounds));
        }
        Ok(match request.kind {
            abi::PARAMETER_NUMBER => Kind::Number,
            abi::PARAMETER_VECTOR if request.length > MOST_LENGTH => {
                return Err(format!("is a vector of {} elements, more than {MOST_LENGTH}", request.length));
            }
            abi::PARAMETER_VECTOR => Kind::Vector((request.length > 0).then_some(request.length)),
            abi::PARAMETER_MATRIX => {
                let fixed = |count: usize| (count > 0).then_some(count);
                let (rows, columns) = (fixed(request.rows), fixed(request.columns));
                if request.rows.max(1).saturating_mul(request.columns.max(1)) > MOST_LENGTH {
                    let (rows, columns) = (request.rows, request.columns);
                    return Err(format!("is a matrix of {rows} x {columns} elements, more than {MOST_LENGTH}"));
                }
                let is_square = request.flags & abi::PARAMETER_SQUARE != 0;
                if is_square && rows.zip(columns).is_some_and(|(rows, columns)| rows != columns) {
                    return Err("is a square matrix of unlike numbers of rows and columns".to_owned());
                }
                Kind::Matrix(Shape { rows, columns, is_square })
            }
            abi::PARAMETER_WHOLE => Kind::Whole,
            abi::PARAMETER_BOOLEAN => Kind::Boolean,
            abi::PARAMETER_TEXT => Kind::Text,
            abi::PARAMETER_TEXT_FILE => Kind::File,
            abi::PARAMETER_CHOICE if options.is_empty() => return Err("is a choice without options".to_owned()),
            abi::PARAMETER_CHOICE => Kind::Choice(options),
            abi::PARAMETER_BINARY_FILE => return Err(format!("is a binary file, {NOT_YET}")),
            other => return Err(format!("is of an unknown kind ({other})")),
        })
    }

    /// Whether it says nothing that is reserved.
    ///
    /// # Errors
    /// In words, if it does.
    pub(crate) fn flags(parameter: &abi::Parameter) -> Result<(), String> {
        match parameter.flags & !abi::PARAMETER_SQUARE {
            0 => Ok(()),
            flags if flags & !(abi::PARAMETER_STRUCTURAL | abi::PARAMETER_INITIAL_ONLY) != 0 => {
                Err(format!("has unknown flags ({flags:#x})"))
            }
            _ => Err(format!("says what else depends on it, {NOT_YET}")),
        }
    }

    /// Where it pulls, if it is an acceleration of gravity.
    ///
    /// # Errors
    /// What the library got wrong.
    pub(crate) fn gravity(request: &abi::Parameter) -> Result<Option<Towards>, String> {
        match request.gravity {
            abi::GRAVITY_NONE => Ok(None),
            abi::GRAVITY_TOWARDS_Z => Ok(Some(Towards::Z)),
            abi::GRAVITY_AGAINST_Z => Ok(Some(Towards::MinusZ)),
            other => Err(format!("is gravity of an unknown direction ({other})")),
        }
    }

    /// What holds if the scenario does not give it.
    ///
    /// # Errors
    /// What the library got wrong.
    pub(crate) fn otherwise(
        request: &abi::Parameter,
        kind: &Kind,
        numbers: &[f64],
        text: &str,
    ) -> Result<Otherwise, String> {
        let default = || match kind {
            Kind::Number | Kind::Vector(_) | Kind::Matrix(_) => {
                let columns = request.default_columns;
                let fits = match kind {
                    Kind::Number => numbers.len() == 1,
                    Kind::Vector(Some(length)) => numbers.len() == *length,
                    Kind::Matrix(shape) if columns > 0 && numbers.len().is_multiple_of(columns) => {
                        shape
                            .check(numbers.len() / columns, columns)
                            .map_err(|why| format!("has a default of {why}"))?;
                        true
                    }
                    Kind::Matrix(_) => false,
                    _ => true,
                };
                let answer = ParameterValue { columns, ..ParameterValue::numbers(numbers.to_vec()) };
                if fits { Ok(answer) } else { Err(format!("has a default of {} numbers", numbers.len())) }
            }
            Kind::Whole => {
                let whole = request.default_whole;
                Ok(ParameterValue { numbers: vec![whole as f64], ..ParameterValue::whole(whole) })
            }
            Kind::Choice(options) if request.default_whole >= options.len() as u64 => Err(format!(
                "has default number {}, where the options are 0 to {}",
                request.default_whole,
                options.len() - 1
            )),
            Kind::Boolean | Kind::Choice(_) => Ok(ParameterValue::whole(request.default_whole)),
            Kind::Text | Kind::File => Ok(ParameterValue::text(text)),
        };
        Ok(match request.requirement {
            abi::REQUIREMENT_REQUIRED => Otherwise::Missing,
            abi::REQUIREMENT_DEFAULT => Otherwise::Default(default()?),
            abi::REQUIREMENT_OPTIONAL => Otherwise::Nothing,
            other => return Err(format!("is of an unknown requirement ({other})")),
        })
    }

    /// The value, none if it may be left out and is; and what is wrong with
    /// what the scenario gives, beside which there is a value to go on with.
    pub(crate) fn answer(
        &self,
        given: Option<&str>,
        surroundings: &dyn Surroundings,
    ) -> (Option<Cow<'_, ParameterValue>>, Option<Wrong>) {
        let stand_in = || Some(Cow::Owned(self.kind.stand_in(self.range.stand_in())));
        match (given, &self.otherwise) {
            (Some(text), _) => match self.parse(text, surroundings) {
                Ok(answer) => (Some(Cow::Owned(answer)), None),
                Err(fault) => {
                    let message = format!("parameter `{}`: {fault}", self.name);
                    (stand_in(), Some((Subject::Parameter(self.name.to_string().into()), message)))
                }
            },
            (None, Otherwise::Missing) => {
                let message = format!("parameter `{}` is missing", self.name);
                (stand_in(), Some((Subject::MissingParameter(self.name.to_string().into()), message)))
            }
            (None, Otherwise::Default(default)) => (Some(Cow::Borrowed(default)), None),
            (None, Otherwise::Nothing) => (None, None),
        }
    }

    fn parse(&self, text: &str, surroundings: &dyn Surroundings) -> Result<ParameterValue, String> {
        let answer = self.kind.parse(text, &self.unit, surroundings)?;
        if answer.numbers.iter().all(|number| self.range.holds(*number)) {
            Ok(answer)
        } else {
            Err(format!("`{}` is out of range", clip(text.trim())))
        }
    }

    /// The same, kept.
    pub(crate) fn kept(&self) -> ParameterRequest<'static> {
        let kept = |text: &Cow<'_, str>| Cow::Owned(text.to_string());
        ParameterRequest {
            name: kept(&self.name),
            unit: kept(&self.unit),
            doc: kept(&self.doc),
            kind: self.kind.clone(),
            range: self.range,
            otherwise: self.otherwise.clone(),
            gravity: self.gravity,
        }
    }

    /// What would be right, in words.
    pub(crate) fn expected(&self) -> String {
        let mut text = self.kind.words();
        if let Some(range) = self.range.words() {
            text = format!("{text}, {range}");
        }
        if !self.unit.is_empty() {
            text = format!("{text}, in {}", self.unit);
        }
        if self.doc.is_empty() { format!("expected: {text}") } else { format!("expected: {text} ({})", self.doc) }
    }

    /// The declaration, with the numbers of the value that holds.
    pub(crate) fn declaration(self, numbers: Vec<f64>) -> ParameterDeclaration {
        ParameterDeclaration {
            kind: self.kind.words(),
            range: self.range.words(),
            requirement: match self.otherwise {
                Otherwise::Missing => Requirement::Required,
                Otherwise::Default(default) => Requirement::Default(self.kind.show(&default)),
                Otherwise::Nothing => Requirement::Optional,
            },
            name: self.name.into_owned().into(),
            unit: self.unit.into_owned().into(),
            doc: self.doc.into_owned().into(),
            numbers,
            gravity: self.gravity,
        }
    }
}
