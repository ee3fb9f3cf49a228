//! The value of a parameter, and how it is read from the scenario's text.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bowline_formula::Names;
use simobject::number::{clip, decimal_comma, parse_number_in};

use crate::Surroundings;
use crate::number::{self, number_in, rows_in};

/// What a parameter may be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Number,
    /// Of that many elements, if that is fixed.
    Vector(Option<usize>),
    Matrix(Shape),
    Whole,
    Boolean,
    Text,
    File,
    Choice(Vec<String>),
}

/// What a matrix has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) rows: Option<usize>,
    pub(crate) columns: Option<usize>,
    pub(crate) is_square: bool,
}

impl Shape {
    fn words(self) -> String {
        let square = if self.is_square { "square " } else { "" };
        match (self.rows, self.columns) {
            (None, None) => format!("{square}matrix"),
            (Some(rows), None) => format!("{square}matrix of {rows} rows"),
            (None, Some(columns)) => format!("{square}matrix of {columns} columns"),
            (Some(rows), Some(columns)) => format!("{rows} x {columns} matrix"),
        }
    }

    /// Whether a matrix of so many rows and columns may be the value.
    ///
    /// # Errors
    /// What it is, and what is needed.
    pub(crate) fn check(self, rows: usize, columns: usize) -> Result<(), String> {
        let fits = self.rows.is_none_or(|wanted| wanted == rows)
            && self.columns.is_none_or(|wanted| wanted == columns)
            && (!self.is_square || rows == columns);
        if fits { Ok(()) } else { Err(format!("{rows} x {columns} numbers, where a {} is needed", self.words())) }
    }
}

/// The value of a parameter. What its kind has no use for is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ParameterValue {
    pub(crate) numbers: Vec<f64>,
    /// Of a matrix.
    pub(crate) columns: usize,
    /// A whole number, a boolean or the position of a choice.
    pub(crate) whole: u64,
    /// A text, or what is in a file.
    pub(crate) text: Option<Arc<str>>,
    /// Of a file.
    pub(crate) path: String,
}

impl Hash for ParameterValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numbers.iter().for_each(|number| number.to_bits().hash(state));
        (self.columns, self.whole, &self.text).hash(state);
    }
}

impl ParameterValue {
    pub(crate) fn numbers(numbers: Vec<f64>) -> Self {
        Self { numbers, ..Self::default() }
    }

    pub(crate) fn whole(whole: u64) -> Self {
        Self { whole, ..Self::default() }
    }

    pub(crate) fn text(text: &str) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }
}

impl Kind {
    /// In words: `number`, `vector of 3`.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Number => "number".to_owned(),
            Self::Vector(None) => "vector".to_owned(),
            Self::Vector(Some(length)) => format!("vector of {length}"),
            Self::Matrix(shape) => shape.words(),
            Self::Whole => "whole number".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Text => "text".to_owned(),
            Self::File => "file".to_owned(),
            Self::Choice(options) => format!("one of {}", options.join(", ")),
        }
    }

    /// Reads what a scenario gives, numbers in that unit.
    pub(crate) fn parse(
        &self,
        text: &str,
        unit: &str,
        surroundings: &dyn Surroundings,
    ) -> Result<ParameterValue, String> {
        let names = surroundings.names();
        match self {
            Self::Number => Ok(ParameterValue::numbers(vec![number_in(text, unit, names)?])),
            Self::Vector(length) => Ok(ParameterValue::numbers(vector(text, unit, *length, names)?)),
            Self::Matrix(shape) => matrix(text, unit, *shape, names),
            Self::Whole => whole(text, names),
            Self::Boolean => Ok(ParameterValue::whole(boolean(text, names)?.into())),
            Self::Text => Ok(ParameterValue::text(text)),
            Self::File => Ok(ParameterValue {
                text: Some(surroundings.read(text)?),
                path: text.to_owned(),
                ..ParameterValue::default()
            }),
            Self::Choice(options) => {
                let word = text.trim();
                let position = options.iter().position(|option| option == word);
                let position = position.ok_or_else(|| format!("`{}` is not one of its values", clip(word)))?;
                Ok(ParameterValue::whole(position as u64))
            }
        }
    }

    /// A value to go on with after a fault, so that the others are found too.
    pub(crate) fn stand_in(&self, number: f64) -> ParameterValue {
        match self {
            Self::Number => ParameterValue::numbers(vec![number]),
            Self::Vector(length) => ParameterValue::numbers(vec![number; length.unwrap_or(1)]),
            Self::Matrix(Shape { rows, columns, is_square }) => {
                let of_square = |other: Option<usize>| if *is_square { other } else { None };
                let (rows, columns) = (rows.or(of_square(*columns)), columns.or(of_square(*rows)));
                let columns = columns.unwrap_or(1);
                let numbers = vec![number; rows.unwrap_or(1) * columns];
                ParameterValue { columns, ..ParameterValue::numbers(numbers) }
            }
            Self::Whole => {
                ParameterValue { numbers: vec![number.ceil()], ..ParameterValue::whole(number.ceil() as u64) }
            }
            Self::Boolean | Self::Choice(_) => ParameterValue::whole(0),
            Self::Text | Self::File => ParameterValue::text(""),
        }
    }

    /// A value as a scenario would give it.
    pub(crate) fn show(&self, answer: &ParameterValue) -> String {
        match self {
            Self::Number | Self::Vector(_) => show_all(&answer.numbers),
            Self::Matrix(_) => {
                answer.numbers.chunks(answer.columns.max(1)).map(show_all).collect::<Vec<_>>().join("; ")
            }
            Self::Whole => answer.whole.to_string(),
            Self::Boolean => (answer.whole != 0).to_string(),
            Self::Text | Self::File => answer.text.as_deref().unwrap_or_default().to_owned(),
            Self::Choice(options) => options.get(answer.whole as usize).cloned().unwrap_or_default(),
        }
    }
}

/// Reads numbers separated by commas.
///
/// # Errors
/// What is wrong with the first element that is.
fn parse_numbers(text: &str, unit: &str) -> Result<Vec<f64>, String> {
    if text.trim().is_empty() {
        return Err("a number is missing".to_owned());
    }
    if text.contains(['[', '(', '{']) {
        // Its commas are not all of a list.
        return parse_number_in(text, unit).map(|number| vec![number]);
    }
    let count = text.bytes().filter(|b| *b == b',').count() + 1;
    let mut numbers = Vec::with_capacity(count);
    for (index, element) in text.split(',').enumerate() {
        if count > 1 && element.trim().is_empty() {
            return Err(format!("element {} of {count} is empty", index + 1));
        }
        numbers.push(parse_number_in(element, unit)?);
    }
    Ok(numbers)
}

/// Numbers of a vector, which must have `length` elements if that is fixed; one number fills it then.
fn vector(text: &str, unit: &str, length: Option<usize>, names: &dyn Names) -> Result<Vec<f64>, String> {
    let numbers = match parse_numbers(text, unit) {
        Ok(numbers) => numbers,
        Err(plain) => {
            let mut rows = rows_in(text, unit, names, plain.clone())?;
            if rows.len() != 1 {
                return Err(plain);
            }
            rows.swap_remove(0)
        }
    };
    let Some(length) = length else { return Ok(numbers) };
    match numbers.len() {
        n if n == length => Ok(numbers),
        1 => Ok(vec![numbers[0]; length]),
        n => {
            let needed = if length == 1 { "1 is".to_owned() } else { format!("{length} are") };
            let decimal =
                decimal_comma(text).map(|pointed| format!(": a decimal is written with a point, `{pointed}`"));
            Err(format!("{n} numbers, where {needed} needed{}", decimal.unwrap_or_default()))
        }
    }
}

fn matrix(text: &str, unit: &str, shape: Shape, names: &dyn Names) -> Result<ParameterValue, String> {
    let plain = |(index, row)| parse_numbers(row, unit).map_err(|fault| format!("row {}: {fault}", index + 1));
    let rows: Result<Vec<_>, _> = text.split(';').enumerate().map(plain).collect();
    let rows = rows.or_else(|plain| rows_in(text, unit, names, plain))?;
    let mut matrix = ParameterValue::default();
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 && row.len() != matrix.columns {
            return Err(format!("row {} has width {}, row 1 has width {}", index + 1, row.len(), matrix.columns));
        }
        matrix.columns = row.len();
        matrix.numbers.extend(row);
    }
    shape.check(matrix.numbers.len() / matrix.columns, matrix.columns)?;
    Ok(matrix)
}

fn whole(text: &str, names: &dyn Names) -> Result<ParameterValue, String> {
    let number = match text.trim() {
        "" => return Err("a number is missing".to_owned()),
        text => text.parse().or_else(|_| {
            let plain = format!("`{}` is not a whole number written in digits", clip(text));
            number::whole(text, names, plain)
        })?,
    };
    Ok(ParameterValue { numbers: vec![number as f64], ..ParameterValue::whole(number) })
}

fn boolean(text: &str, names: &dyn Names) -> Result<bool, String> {
    match text.trim() {
        "1" => Ok(true),
        "0" => Ok(false),
        word if word.eq_ignore_ascii_case("true") => Ok(true),
        word if word.eq_ignore_ascii_case("false") => Ok(false),
        word => number::truth(word, names, format!("`{}` is neither true nor false", clip(word))),
    }
}

/// The first few: long vectors are for machines.
fn show_all(numbers: &[f64]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<String> = numbers.iter().take(MOST).map(|n| show(*n)).collect();
    if numbers.len() > MOST {
        shown.push("...".to_owned());
    }
    shown.join(", ")
}

/// A number with as many digits as it needs.
pub(crate) fn show(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
