//! What no sound request for a parameter says.

use simobject::abi;

use crate::checks::is_parameter_name;
use crate::parameter_request::{Otherwise, ParameterRequest};
use crate::parameter_value::Kind;

/// Attributes that every SimObject's element has.
const OF_EVERY_ELEMENT: [&str; 3] = ["Name", "LibName", "SimObject"];

/// Whether a request, read from what was passed, agrees with itself.
///
/// # Errors
/// In words that go on from the parameter's name.
pub(crate) fn check(request: &ParameterRequest<'_>, passed: &abi::Parameter) -> Result<(), String> {
    name(&request.name)?;
    options(&request.kind)?;
    others(&request.kind, passed)?;
    bounds(request, passed)?;
    default(request, passed)
}

fn name(name: &str) -> Result<(), String> {
    if OF_EVERY_ELEMENT.contains(&name) {
        return Err("cannot be given: the element of every SimObject has an attribute of this name".to_owned());
    }
    if is_parameter_name(name) {
        Ok(())
    } else {
        Err("cannot be given: a name is a letter or `_`, then letters, digits, `_`, `-`, `.`".to_owned())
    }
}

fn options(kind: &Kind) -> Result<(), String> {
    let Kind::Choice(options) = kind else { return Ok(()) };
    if let Some(option) = options.iter().find(|option| option.is_empty() || option.trim() != *option) {
        return Err(format!("has the option `{option}`, which cannot be given"));
    }
    let mut sorted: Vec<&String> = options.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("has the option `{}` twice", pair[0])),
        None => Ok(()),
    }
}

/// Fields that belong to another kind are empty.
fn others(kind: &Kind, passed: &abi::Parameter) -> Result<(), String> {
    let has_numbers = matches!(kind, Kind::Number | Kind::Vector(_) | Kind::Matrix(_));
    let has_whole = matches!(kind, Kind::Whole | Kind::Boolean | Kind::Choice(_));
    let has_text = matches!(kind, Kind::Text | Kind::File);
    let is_matrix = matches!(kind, Kind::Matrix(_));
    let may_pull = matches!(kind, Kind::Number | Kind::Vector(Some(3)));
    let says = [
        (passed.length != 0 && !matches!(kind, Kind::Vector(_)), "a length"),
        (passed.option_count != 0 && !matches!(kind, Kind::Choice(_)), "options"),
        (passed.default_columns != 0 && !is_matrix, "columns of a default"),
        ((passed.rows != 0 || passed.columns != 0) && !is_matrix, "rows or columns"),
        (passed.flags & abi::PARAMETER_SQUARE != 0 && !is_matrix, "`PARAMETER_SQUARE`"),
        (passed.default_count != 0 && !has_numbers, "numbers as default"),
        (passed.default_whole != 0 && !has_whole, "a whole number as default"),
        (passed.default_text.length != 0 && !has_text, "a text as default"),
        (passed.gravity != abi::GRAVITY_NONE && !may_pull, "a direction of gravity"),
    ];
    match says.iter().find(|(is_said, _)| *is_said) {
        Some((_, what)) => Err(format!("has {what}, but is of the kind {}", kind.words())),
        None => Ok(()),
    }
}

fn bounds(request: &ParameterRequest<'_>, passed: &abi::Parameter) -> Result<(), String> {
    let has = |flag| passed.bounds & flag != 0;
    for (there, excluded, value, which) in [
        (abi::BOUND_LOWER, abi::BOUND_LOWER_EXCLUDED, passed.lower, "a lower"),
        (abi::BOUND_UPPER, abi::BOUND_UPPER_EXCLUDED, passed.upper, "an upper"),
    ] {
        if !has(there) && (has(excluded) || value != 0.0) {
            return Err(format!("has {which} bound, {value}, but `bounds` does not say so"));
        }
        if has(there) && value.is_nan() {
            return Err(format!("has {which} bound that is not a number"));
        }
    }
    let has_numbers = matches!(request.kind, Kind::Number | Kind::Vector(_) | Kind::Matrix(_) | Kind::Whole);
    let range = || request.range.words().unwrap_or_default();
    if request.range.is_somewhere() && !has_numbers {
        return Err(format!("has a range, {}, but is of the kind {}", range(), request.kind.words()));
    }
    if request.range.is_empty() { Err(format!("allows no number: {}", range())) } else { Ok(()) }
}

fn default(request: &ParameterRequest<'_>, passed: &abi::Parameter) -> Result<(), String> {
    let Otherwise::Default(default) = &request.otherwise else {
        let is_said = passed.default_count != 0 || passed.default_whole != 0 || passed.default_text.length != 0;
        return if is_said { Err("has a default, but its requirement is another".to_owned()) } else { Ok(()) };
    };
    if request.kind == Kind::Boolean && default.whole > 1 {
        return Err(format!("has the default {}, where 0 is false and 1 is true", default.whole));
    }
    if let Some(number) = default.numbers.iter().find(|number| !number.is_finite()) {
        return Err(format!("has the default {number}, which cannot be given: ask for it as optional instead"));
    }
    match default.numbers.iter().find(|number| !request.range.holds(**number)) {
        Some(number) => {
            let range = request.range.words().unwrap_or_default();
            Err(format!("has the default {number}, but must be {range}"))
        }
        None => Ok(()),
    }
}
