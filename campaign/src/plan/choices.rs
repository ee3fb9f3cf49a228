//! Lists of values.

use super::case::Value;
use super::error::PlanError;

/// A list of values for one or more names: each choice has the same number of
/// elements for a name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choices {
    /// For each choice, the elements for each name.
    choices: Vec<Vec<Vec<String>>>,
    /// For each name, whether each of its elements is a number in all choices.
    is_number: Vec<Vec<bool>>,
}

impl Choices {
    /// Reads `v1,v2` or `(x,y),(x,y)`; for several names a value for all of them, or
    /// a tuple of one for each.
    pub(super) fn parse(text: &str, names: &[String]) -> Result<Self, PlanError> {
        let choices: Vec<Vec<Vec<String>>> =
            items(text)?.into_iter().map(|item| for_names(item, names)).collect::<Result<_, _>>()?;
        let mut is_number = Vec::with_capacity(names.len());
        for (position, name) in names.iter().enumerate() {
            let widths: Vec<usize> = choices.iter().map(|choice| choice[position].len()).collect();
            if let Some(other) = widths.iter().find(|width| **width != widths[0]) {
                let message = format!("`{name}` has {} here and {} there", values(widths[0]), values(*other));
                return Err(PlanError::new(message));
            }
            let elements = (0..widths[0]).map(|element| {
                let all: Vec<&str> = choices.iter().map(|choice| choice[position][element].as_str()).collect();
                all_numbers(&all)
            });
            is_number.push(elements.collect::<Result<_, _>>()?);
        }
        Ok(Self { choices, is_number })
    }

    pub(super) fn count(&self) -> u64 {
        self.choices.len() as u64
    }

    /// How many elements the name at that position has; none if it is no vector.
    pub(super) fn width(&self, name: usize) -> Option<usize> {
        self.is_number.get(name).map(Vec::len).filter(|width| *width != 1)
    }

    /// What is set, as it was written, and its elements.
    pub(super) fn value(&self, index: u64, name: usize) -> (String, Vec<Value>) {
        let elements = &self.choices[usize::try_from(index).unwrap_or(usize::MAX)][name];
        let value = |(element, is_number): (&String, &bool)| match number(element).filter(|_| *is_number) {
            Some(number) => Value::Number(number),
            None => Value::Text(element.clone()),
        };
        (elements.join(","), elements.iter().zip(&self.is_number[name]).map(value).collect())
    }
}

fn values(count: usize) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}

/// A finite number, as scenarios write it.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether all are numbers. Among numbers, what begins as one must be one.
fn all_numbers(texts: &[&str]) -> Result<bool, PlanError> {
    let wrong = texts.iter().find(|text| number(text).is_none());
    let Some(wrong) = wrong else { return Ok(true) };
    let begins_as_one = wrong.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    if begins_as_one && texts.iter().any(|text| number(text).is_some()) {
        return Err(PlanError::new(format!("`{wrong}` is not a number")));
    }
    Ok(false)
}

/// The elements for each name.
fn for_names(item: &str, names: &[String]) -> Result<Vec<Vec<String>>, PlanError> {
    let inside = inside(item);
    match (inside, names.len()) {
        (None, count) => Ok(vec![vec![item.to_owned()]; count]),
        (Some(inside), 1) => Ok(vec![elements(inside)?]),
        (Some(inside), count) => {
            let parts = items(inside)?;
            if parts.len() != count {
                let message = format!(
                    "`{item}` has {} for {count} names: write one for each, vectors in parentheses of their own",
                    values(parts.len())
                );
                return Err(PlanError::new(message));
            }
            parts.into_iter().map(|part| self::inside(part).map_or(Ok(vec![part.to_owned()]), elements)).collect()
        }
    }
}

/// The elements of a vector.
fn elements(text: &str) -> Result<Vec<String>, PlanError> {
    let items = items(text)?;
    match items.iter().find(|item| item.starts_with('(')) {
        Some(item) => Err(PlanError::new(format!("`{item}` stands in a vector, which holds single values"))),
        None => Ok(items.into_iter().map(str::to_owned).collect()),
    }
}

/// What stands in the parentheses around the whole text.
fn inside(item: &str) -> Option<&str> {
    item.strip_prefix('(')?.strip_suffix(')')
}

/// What stands between the commas outside all parentheses.
fn items(text: &str) -> Result<Vec<&str>, PlanError> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (position, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return Err(PlanError::new("a `)` without its `(`")),
            ')' => depth -= 1,
            ',' if depth == 0 => {
                items.push(text[start..position].trim());
                start = position + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(PlanError::new("a `(` without its `)`"));
    }
    items.push(text[start..].trim());
    match items.iter().any(|item| item.is_empty()) {
        true => Err(PlanError::new("a value is missing")),
        false => Ok(items),
    }
}
