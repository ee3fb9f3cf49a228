//! Values that a program gives.

use std::fmt;

use bowline_decimal::Shortest;
use simobject_host::parse_number_in;

/// A value of a parameter, an initial condition, or what an in-port reads: numbers,
/// or a text as a scenario has it. Numbers are written as the shortest decimals that
/// read back as the same doubles, so that nothing of them is lost.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number, in the SI unit of what it is for.
    Number(f64),
    /// Several of them.
    Numbers(Vec<f64>),
    /// True or false.
    Bool(bool),
    /// As a scenario has it: `"1, 2"`, `"A.Out - B.Out"`, the name of a file.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{}", Shortest(*number)),
            Self::Numbers(numbers) => numbers.iter().enumerate().try_for_each(|(index, number)| {
                let separator = if index > 0 { ", " } else { "" };
                write!(f, "{separator}{}", Shortest(*number))
            }),
            Self::Bool(truth) => f.write_str(if *truth { "true" } else { "false" }),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// As text, which has all digits.
impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&Vec<f64>> for Value {
    fn from(numbers: &Vec<f64>) -> Self {
        Self::Numbers(numbers.clone())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<const COUNT: usize> From<[f64; COUNT]> for Value {
    fn from(numbers: [f64; COUNT]) -> Self {
        Self::Numbers(numbers.to_vec())
    }
}

impl From<&[f64]> for Value {
    fn from(numbers: &[f64]) -> Self {
        Self::Numbers(numbers.to_vec())
    }
}

impl From<Vec<f64>> for Value {
    fn from(numbers: Vec<f64>) -> Self {
        Self::Numbers(numbers)
    }
}

/// Whether a text is numbers as they are, with `,` and `;` between them.
pub fn is_plain(text: &str) -> bool {
    text.split([',', ';']).all(|item| parse_number_in(item.trim(), "").is_ok())
}
