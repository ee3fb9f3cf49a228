//! What a parameter's text may say, and how it is read.

use std::sync::Arc;

/// What the reading of a value may depend on.
pub struct Context<'a> {
    /// Number of elements that a vector must have, if that is fixed.
    pub(crate) length: Option<usize>,
    /// Where files come from.
    pub(crate) files: &'a dyn Files,
}

/// Reads the files that parameters name, relative to the scenario.
pub trait Files {
    /// The text of the file.
    ///
    /// # Errors
    /// The path and the system's reason.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;
}

/// Types that a parameter may have: `f64`, `[f64; N]`, `Vec<f64>`, [`Matrix`],
/// `usize`, `bool`, `String` and [`TextFile`].
pub trait Value: Sized + sealed::Sealed {
    /// In words: `number`, `vector of 3`.
    #[doc(hidden)]
    fn kind(length: Option<usize>) -> String;
    #[doc(hidden)]
    fn parse(text: &str, context: &Context<'_>) -> Result<Self, String>;
    /// A value to go on with after a fault, so that the others are found too.
    #[doc(hidden)]
    fn stand_in(number: f64, length: Option<usize>) -> Self;
    #[doc(hidden)]
    fn text(&self) -> String;
    #[doc(hidden)]
    fn numbers(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// Types whose values are numbers and may have a range.
pub trait Numeric: Value {}

mod sealed {
    pub trait Sealed {}
}

/// Rows of numbers, written `0, 1; -0.5, -2`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

impl Matrix {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.elements[row * self.columns..(row + 1) * self.columns]
    }

    /// All elements, row by row.
    pub fn elements(&self) -> &[f64] {
        &self.elements
    }
}

/// A text file, read through the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    path: String,
    text: Arc<str>,
}

impl TextFile {
    /// The path as the scenario gives it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The contents.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Reads one finite number.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a number is missing".to_owned());
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) if text.contains(|c: char| c.is_ascii_digit()) => {
            Err(format!("`{}` is too large for a number (at most 1.797e308)", clip(text)))
        }
        Ok(_) => Err(format!("`{}` is not a finite number", clip(text))),
        Err(_) => Err(format!("`{}` is not a number{}", clip(text), slip(text))),
    }
}

/// The habit that most likely made this text no number.
fn slip(text: &str) -> &'static str {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if text.contains(',') && is_number(&text.replacen(',', ".", 1)) {
        ": decimals are written with a point"
    } else if is_number(first) && rest.split_whitespace().all(is_number) {
        ": numbers are separated by commas"
    } else if is_number(first) {
        ": units are not written"
    } else {
        ""
    }
}

/// Reads numbers separated by commas.
///
/// # Errors
/// What is wrong with the first element that is.
pub fn parse_numbers(text: &str) -> Result<Vec<f64>, String> {
    if text.trim().is_empty() {
        return Err("a number is missing".to_owned());
    }
    let count = text.bytes().filter(|b| *b == b',').count() + 1;
    let mut numbers = Vec::with_capacity(count);
    for (index, element) in text.split(',').enumerate() {
        if count > 1 && element.trim().is_empty() {
            return Err(format!("element {} of {count} is empty", index + 1));
        }
        numbers.push(parse_number(element)?);
    }
    Ok(numbers)
}

/// A text short enough to be quoted in a message.
pub(crate) fn clip(text: &str) -> std::borrow::Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

fn show(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
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

/// Numbers of a vector that must have `length` elements; one number fills it.
fn vector(text: &str, length: usize) -> Result<Vec<f64>, String> {
    let numbers = parse_numbers(text)?;
    match numbers.len() {
        n if n == length => Ok(numbers),
        1 => Ok(vec![numbers[0]; length]),
        n => Err(format!("{n} numbers, where {length} are needed")),
    }
}

impl sealed::Sealed for f64 {}
impl Numeric for f64 {}
impl Value for f64 {
    fn kind(_: Option<usize>) -> String {
        "number".to_owned()
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        parse_number(text)
    }
    fn stand_in(number: f64, _: Option<usize>) -> Self {
        number
    }
    fn text(&self) -> String {
        show(*self)
    }
    fn numbers(&self) -> Vec<f64> {
        vec![*self]
    }
}

impl<const N: usize> sealed::Sealed for [f64; N] {}
impl<const N: usize> Numeric for [f64; N] {}
impl<const N: usize> Value for [f64; N] {
    fn kind(_: Option<usize>) -> String {
        format!("vector of {N}")
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        let numbers = vector(text, N)?;
        Ok(std::array::from_fn(|i| numbers[i]))
    }
    fn stand_in(number: f64, _: Option<usize>) -> Self {
        [number; N]
    }
    fn text(&self) -> String {
        show_all(self)
    }
    fn numbers(&self) -> Vec<f64> {
        self.to_vec()
    }
}

impl sealed::Sealed for Vec<f64> {}
impl Numeric for Vec<f64> {}
impl Value for Vec<f64> {
    fn kind(length: Option<usize>) -> String {
        length.map_or("vector".to_owned(), |n| format!("vector of {n}"))
    }
    fn parse(text: &str, context: &Context<'_>) -> Result<Self, String> {
        match context.length {
            Some(length) => vector(text, length),
            None => parse_numbers(text),
        }
    }
    fn stand_in(number: f64, length: Option<usize>) -> Self {
        vec![number; length.unwrap_or(1)]
    }
    fn text(&self) -> String {
        show_all(self)
    }
    fn numbers(&self) -> Vec<f64> {
        self.clone()
    }
}

impl sealed::Sealed for Matrix {}
impl Numeric for Matrix {}
impl Value for Matrix {
    fn kind(_: Option<usize>) -> String {
        "matrix".to_owned()
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        let mut matrix = Self::default();
        for (index, row) in text.split(';').enumerate() {
            let row = parse_numbers(row).map_err(|fault| format!("row {}: {fault}", index + 1))?;
            if index > 0 && row.len() != matrix.columns {
                return Err(format!("row {} has width {}, row 1 has width {}", index + 1, row.len(), matrix.columns));
            }
            matrix.columns = row.len();
            matrix.rows += 1;
            matrix.elements.extend(row);
        }
        Ok(matrix)
    }
    fn stand_in(number: f64, _: Option<usize>) -> Self {
        Self { rows: 1, columns: 1, elements: vec![number] }
    }
    fn text(&self) -> String {
        (0..self.rows).map(|r| show_all(self.row(r))).collect::<Vec<_>>().join("; ")
    }
    fn numbers(&self) -> Vec<f64> {
        self.elements.clone()
    }
}

impl sealed::Sealed for usize {}
impl Numeric for usize {}
impl Value for usize {
    fn kind(_: Option<usize>) -> String {
        "whole number".to_owned()
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        match text.trim() {
            "" => Err("a number is missing".to_owned()),
            text => text.parse().map_err(|_| format!("`{}` is not a whole number written in digits", clip(text))),
        }
    }
    fn stand_in(number: f64, _: Option<usize>) -> Self {
        number.ceil() as usize
    }
    fn text(&self) -> String {
        self.to_string()
    }
    fn numbers(&self) -> Vec<f64> {
        vec![*self as f64]
    }
}

impl sealed::Sealed for bool {}
impl Value for bool {
    fn kind(_: Option<usize>) -> String {
        "true or false".to_owned()
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        match text.trim() {
            "1" => Ok(true),
            "0" => Ok(false),
            word if word.eq_ignore_ascii_case("true") => Ok(true),
            word if word.eq_ignore_ascii_case("false") => Ok(false),
            word => Err(format!("`{}` is neither true nor false", clip(word))),
        }
    }
    fn stand_in(_: f64, _: Option<usize>) -> Self {
        false
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl sealed::Sealed for String {}
impl Value for String {
    fn kind(_: Option<usize>) -> String {
        "text".to_owned()
    }
    fn parse(text: &str, _: &Context<'_>) -> Result<Self, String> {
        Ok(text.to_owned())
    }
    fn stand_in(_: f64, _: Option<usize>) -> Self {
        Self::new()
    }
    fn text(&self) -> String {
        self.clone()
    }
}

impl sealed::Sealed for TextFile {}
impl Value for TextFile {
    fn kind(_: Option<usize>) -> String {
        "file".to_owned()
    }
    fn parse(text: &str, context: &Context<'_>) -> Result<Self, String> {
        Ok(Self { path: text.to_owned(), text: context.files.read(text)? })
    }
    fn stand_in(_: f64, _: Option<usize>) -> Self {
        Self { path: String::new(), text: Arc::from("") }
    }
    fn text(&self) -> String {
        self.path.clone()
    }
}
