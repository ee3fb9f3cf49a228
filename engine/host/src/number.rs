//! Numbers of scenarios: decimals, as nearly all are, or formulas.

use bowline_formula::{Fault, Names, constant, constants, is_true};
use simobject::number::parse_number_in;

/// Reads one number of that unit: a decimal or a formula.
///
/// # Errors
/// What is wrong with the text, and what to write instead where that is clear.
pub fn number_in(text: &str, unit: &str, names: &dyn Names) -> Result<f64, String> {
    parse_number_in(text, unit).or_else(|plain| {
        let number = constant(text, names, unit).map(|number| number.value());
        number.map_err(|fault| clearer(text, plain, fault))
    })
}

/// Reads a list of numbers of that unit, with `,` between them: decimals or formulas.
///
/// # Errors
/// What is wrong with the text, and what to write instead where that is clear.
pub fn numbers_in(text: &str, unit: &str, names: &dyn Names) -> Result<Vec<f64>, String> {
    let mut rows = rows_in(text, unit, names, format!("`{}` is no list of numbers", text.trim()))?;
    if rows.len() == 1 { Ok(rows.swap_remove(0)) } else { Err(format!("{} rows, where one is needed", rows.len())) }
}

/// Reads rows of numbers of that unit which are no plain list of decimals: `;` is between rows, and `,` between elements.
pub(crate) fn rows_in(text: &str, unit: &str, names: &dyn Names, plain: String) -> Result<Vec<Vec<f64>>, String> {
    let rows = constants(text, names, unit).map_err(|fault| clearer(text, plain, fault))?;
    Ok(rows.iter().map(|row| row.iter().map(bowline_formula::Number::value).collect()).collect())
}

/// Reads a formula that is true or false.
pub(crate) fn truth(text: &str, names: &dyn Names, plain: String) -> Result<bool, String> {
    let is_word = text.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
    is_true(text, names).map_err(|fault| if is_word { plain } else { clearer(text, plain, fault) })
}

/// Reads a formula that is a whole number, and not negative.
pub(crate) fn whole(text: &str, names: &dyn Names, plain: String) -> Result<u64, String> {
    if text.parse::<f64>().is_ok() {
        return Err(plain);
    }
    let number = constant(text, names, "-").map_err(|fault| clearer(text, plain, fault))?.value();
    let nearest = number.round();
    if (0.0..9e15).contains(&nearest) && (number - nearest).abs() <= 1e-9 {
        Ok(nearest as u64)
    } else {
        Err(format!("`{}` is {number}, which is no whole number from 0 on", text.trim()))
    }
}

/// What is wrong with a text that was meant as a number, or as a formula.
fn clearer(text: &str, plain: String, fault: Fault) -> String {
    // Infinities and what is no number are written with letters, too.
    let adds = text.trim().char_indices().skip(1).any(|(_, c)| c == '+');
    let is_formula = adds || text.contains(|c: char| c.is_alphabetic() || "()*/^<>=%°".contains(c));
    let is_bracketed = text.trim_start().starts_with(['{', '[']);
    if !is_formula || is_bracketed || text.trim().parse::<f64>().is_ok() {
        return plain;
    }
    match fault.help {
        Some(help) => format!("{}: {help}", fault.message),
        None => fault.message,
    }
}
