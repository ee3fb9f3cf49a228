//! Numbers as people write them; and, where a text is no number, what was
//! probably meant and how that is written.

use std::borrow::Cow;

use crate::unit::Unit;

/// Reads one finite number.
///
/// # Errors
/// What is wrong with the text, and what to write instead where that is clear.
pub fn parse_number(text: &str) -> Result<f64, String> {
    parse_number_in(text, "")
}

/// Reads one finite number of that unit.
///
/// # Errors
/// What is wrong with the text, and what to write instead where that is clear.
pub fn parse_number_in(text: &str, unit: &str) -> Result<f64, String> {
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
        Err(_) => Err(format!("`{}` is not a number{}", clip(text), advice(text, unit))),
    }
}

/// A decimal comma: what a text such as `0,5` would be with a point. It is two
/// numbers here, which is perhaps not what was meant.
pub fn decimal_comma(text: &str) -> Option<String> {
    let text = text.trim();
    let (whole, part) = text.split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_one = digits(whole.strip_prefix(['+', '-']).unwrap_or(whole)) && digits(part);
    is_one.then(|| format!("{whole}.{part}"))
}

/// Behind "not a number": what to write instead.
fn advice(text: &str, unit: &str) -> String {
    // Nothing that is meant as a number is longer.
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return String::new();
    }
    [foreign_minus, bracketed, fraction, thousands, decimal, several, exponent]
        .iter()
        .find_map(|habit| habit(text))
        .or_else(|| with_unit(text, unit))
        .map_or_else(String::new, |advice| format!(": {advice}"))
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite() && !text.contains(['i', 'n']))
}

fn foreign_minus(text: &str) -> Option<String> {
    const MINUSES: [char; 7] = ['−', '–', '—', '‐', '‑', '﹣', '－'];
    let found = text.chars().find(|c| MINUSES.contains(c))?;
    let plain = text.replace(MINUSES, "-");
    let shown = number(&plain).map(|_| format!(": `{}`", plain.trim())).unwrap_or_default();
    Some(format!("its minus is the character U+{:04X}, write the `-` of the keyboard{shown}", u32::from(found)))
}

fn bracketed(text: &str) -> Option<String> {
    let inner = [('[', ']'), ('(', ')'), ('{', '}')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))?;
    let numbers: Vec<&str> = inner.split([' ', ',', '\t']).filter(|part| !part.is_empty()).collect();
    let are_numbers = !numbers.is_empty() && numbers.iter().all(|part| number(part).is_some());
    are_numbers.then(|| format!("numbers are written without brackets, separated by commas: `{}`", numbers.join(", ")))
}

fn fraction(text: &str) -> Option<String> {
    let (above, below) = text.split_once('/')?;
    let quotient = number(above)? / number(below)?;
    quotient.is_finite().then(|| format!("nothing is divided here, write `{quotient}`"))
}

/// `1 000`, `1'000`, `1,000`, `1.000.000`.
fn thousands(text: &str) -> Option<String> {
    const SEPARATORS: [char; 8] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’', '_', ','];
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let separator = unsigned.chars().find(|c| !c.is_ascii_digit())?;
    let (whole, part) = match separator {
        '.' if unsigned.matches('.').count() > 1 => (unsigned, ""),
        _ if SEPARATORS.contains(&separator) => unsigned.split_at(unsigned.find('.').unwrap_or(unsigned.len())),
        _ => return None,
    };
    let groups: Vec<&str> = whole.split(separator).collect();
    let are_groups = groups.iter().skip(1).all(|group| group.len() == 3)
        && (1..=3).contains(&groups[0].len())
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()));
    if !are_groups {
        return None;
    }
    let sign = &text[..text.len() - unsigned.len()];
    let plain = format!("{sign}{}{part}", groups.concat());
    number(&plain)?;
    Some(match (separator, groups.as_slice()) {
        (',', [whole, thousandths]) if part.is_empty() => format!(
            "there are no separators between thousands, and a decimal is written with a point: `{plain}` or \
             `{sign}{whole}.{thousandths}`"
        ),
        (' ', _) if part.is_empty() => {
            format!("there are no separators between thousands: `{plain}`; several numbers are separated by commas")
        }
        _ => format!("there are no separators between thousands: `{plain}`"),
    })
}

fn decimal(text: &str) -> Option<String> {
    let pointed = text.replacen(',', ".", 1);
    (pointed != text && !text.contains([' ', ';']) && number(&pointed).is_some())
        .then(|| format!("a decimal is written with a point: `{pointed}`"))
}

/// Several numbers where one is needed, or several without commas.
fn several(text: &str) -> Option<String> {
    let split = |separator: &[char]| {
        let parts: Vec<&str> = text.split(separator).map(str::trim).filter(|part| !part.is_empty()).collect();
        (parts.len() > 1 && parts.iter().all(|part| number(part).is_some())).then_some(parts)
    };
    if let Some(parts) = split(&[',']) {
        return Some(format!("one number is needed, not {}", parts.len()));
    }
    split(&[' ', '\t', '\n', ';']).map(|parts| format!("numbers are separated by commas: `{}`", parts.join(", ")))
}

/// `1d-3`, as Fortran has it.
fn exponent(text: &str) -> Option<String> {
    let plain = text.replacen(['d', 'D'], "e", 1);
    (plain != text && number(&plain).is_some()).then(|| format!("an exponent is written with `e`: `{plain}`"))
}

/// `1.5kg`, `1 ms`, `90deg`.
fn with_unit(text: &str, unit: &str) -> Option<String> {
    let ends = text.char_indices().map(|(end, _)| end).rev();
    let (value, end) = ends.filter_map(|end| number(&text[..end]).map(|value| (value, end))).next()?;
    let written = text[end..].trim();
    if !written.starts_with(|c: char| c.is_alphabetic() || matches!(c, '°' | '%')) {
        return None;
    }
    let Some((given, wanted)) = Unit::parse(written).zip(Unit::parse(unit)) else {
        // `0x10` is no number of `x10`.
        if Unit::parse(written).is_none() && written.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let plain = text[..end].trim();
        return Some(match unit {
            "" => "units are not written".to_owned(),
            unit if unit == written => format!("units are not written: `{plain}`"),
            unit => format!("units are not written, it is in {unit}"),
        });
    };
    Some(if !given.has_dimensions_of(&wanted) {
        format!("units are not written, and it is in {unit}")
    } else if wanted.is_si() {
        format!("units are not written: `{}`, in {unit}", given.in_si(value))
    } else {
        format!("units are not written, it is in {unit}")
    })
}

/// A text short enough to be quoted in a message.
pub fn clip(text: &str) -> Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{decimal_comma, parse_number, parse_number_in};

    /// What is said behind "is not a number".
    fn advice(text: &str, unit: &str) -> String {
        let message = parse_number_in(text, unit).unwrap_err();
        message.split_once(" is not a number").unwrap().1.trim_start_matches(": ").to_owned()
    }

    #[test]
    fn habits_are_told_what_to_write() {
        for (text, expected) in [
            ("−5", "its minus is the character U+2212, write the `-` of the keyboard: `-5`"),
            ("1e–3", "its minus is the character U+2013, write the `-` of the keyboard: `1e-3`"),
            ("3/2", "nothing is divided here, write `1.5`"),
            ("[1 0 0]", "numbers are written without brackets, separated by commas: `1, 0, 0`"),
            ("(1, 2)", "numbers are written without brackets, separated by commas: `1, 2`"),
            ("0,5", "a decimal is written with a point: `0.5`"),
            ("-1,5e3", "a decimal is written with a point: `-1.5e3`"),
            ("1'000", "there are no separators between thousands: `1000`"),
            ("-12’345.5", "there are no separators between thousands: `-12345.5`"),
            ("1 000.5", "there are no separators between thousands: `1000.5`"),
            ("1.000.000", "there are no separators between thousands: `1000000`"),
            ("1,000,000", "there are no separators between thousands: `1000000`"),
            ("1_000", "there are no separators between thousands: `1000`"),
            ("1 2 3", "numbers are separated by commas: `1, 2, 3`"),
            ("1; 2", "numbers are separated by commas: `1, 2`"),
            ("1, 2", "one number is needed, not 2"),
            ("1d-3", "an exponent is written with `e`: `1d-3`"),
            ("stiff", ""),
            ("--1", ""),
            ("/", ""),
            ("1/0", ""),
            ("2*pi", ""),
            ("0x10", ""),
        ] {
            let expected = expected.replace("`1d-3`", "`1e-3`");
            assert_eq!(advice(text, ""), expected, "{text}");
        }
        assert!(advice("1,000", "").ends_with("`1000` or `1.000`"));
        assert!(advice("1 000", "").starts_with("there are no separators between thousands: `1000`"));
    }

    #[test]
    fn a_unit_is_converted_where_it_measures_the_same() {
        for (text, unit, expected) in [
            ("1ms", "s", "units are not written: `0.001`, in s"),
            ("1.5kg", "kg", "units are not written: `1.5`, in kg"),
            ("1.5 t", "kg", "units are not written: `1500`, in kg"),
            ("90deg", "rad", "units are not written: `1.5707963267948966`, in rad"),
            ("180°", "rad", "units are not written: `3.141592653589793`, in rad"),
            ("2 bar", "Pa", "units are not written: `200000`, in Pa"),
            ("20 degC", "K", "units are not written: `293.15`, in K"),
            ("5 m", "s", "units are not written, and it is in s"),
            ("5 apples", "s", "units are not written, it is in s"),
            ("5 m", "", "units are not written"),
        ] {
            assert_eq!(advice(text, unit), expected, "{text} in {unit}");
        }
    }

    #[test]
    fn a_decimal_comma_is_known() {
        assert_eq!(decimal_comma("0,5").as_deref(), Some("0.5"));
        assert_eq!(decimal_comma(" -1,25 ").as_deref(), Some("-1.25"));
        for text in ["0, 5", "1,2,3", "1,", ",5", "1.5,2", "a,b", "1"] {
            assert_eq!(decimal_comma(text), None, "{text}");
        }
        assert_eq!(parse_number(" 1e3 "), Ok(1000.0));
    }
}
