//! The words and signs of formulas.
//!
//! A number takes the unit along that follows it. A *path* has a point before a letter or
//! `_`, and a `-` between characters of names belongs to it, as `Crane-1.Boom.Angle`; a
//! *word* has neither.

use std::ops::Range;

use bowline_nearest as nearest;
use bowline_units::{Behind, Fault as UnitFault, Unit, symbols};

use crate::fault::Fault;

/// A word or a sign, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Range<usize>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// A decimal, which is this part of the text, and perhaps a unit with the text that is it.
    Number {
        decimal: Range<usize>,
        unit: Option<(Unit, Range<usize>)>,
    },
    /// A word that is no keyword.
    Word,
    /// Names with points between them.
    Path,
    Keyword(Keyword),
    Sign(Sign),
    End,
}

/// A word with a meaning of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyword {
    And,
    Or,
    Not,
    True,
    False,
    Compare(Relation),
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// A sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Semicolon,
    Compare(Relation),
}

const KEYWORDS: [(&str, Keyword); 11] = [
    ("and", Keyword::And),
    ("or", Keyword::Or),
    ("not", Keyword::Not),
    ("true", Keyword::True),
    ("false", Keyword::False),
    ("lt", Keyword::Compare(Relation::Less)),
    ("le", Keyword::Compare(Relation::LessOrEqual)),
    ("gt", Keyword::Compare(Relation::Greater)),
    ("ge", Keyword::Compare(Relation::GreaterOrEqual)),
    ("eq", Keyword::Compare(Relation::Equal)),
    ("ne", Keyword::Compare(Relation::NotEqual)),
];

/// The longest first.
const SIGNS: [(&str, Sign); 18] = [
    ("<=", Sign::Compare(Relation::LessOrEqual)),
    (">=", Sign::Compare(Relation::GreaterOrEqual)),
    ("==", Sign::Compare(Relation::Equal)),
    ("!=", Sign::Compare(Relation::NotEqual)),
    ("<", Sign::Compare(Relation::Less)),
    (">", Sign::Compare(Relation::Greater)),
    ("+", Sign::Plus),
    ("-", Sign::Minus),
    ("*", Sign::Times),
    ("/", Sign::Over),
    ("^", Sign::Power),
    ("(", Sign::Open),
    (")", Sign::Close),
    ("[", Sign::OpenBracket),
    ("]", Sign::CloseBracket),
    (",", Sign::Comma),
    (":", Sign::Colon),
    (";", Sign::Semicolon),
];

/// Whether a word has a meaning of its own.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|(known, _)| *known == word)
}

/// All tokens of a text, the last of which is its end.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            tokens.push(Token { kind: Kind::End, place: at..at });
            return Ok(tokens);
        };
        let is_decimal = first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let (kind, end) = if is_decimal {
            number(text, at)?
        } else if starts_name(first) {
            let (end, is_path) = name(text, at)?;
            let word = &text[at..end];
            let keyword = KEYWORDS.iter().find(|(known, _)| *known == word).map(|(_, keyword)| *keyword);
            let kind = match keyword {
                _ if is_path => Kind::Path,
                Some(keyword) => Kind::Keyword(keyword),
                None => Kind::Word,
            };
            (kind, end)
        } else if let Some((written, sign)) = SIGNS.iter().find(|(written, _)| rest.starts_with(written)) {
            (Kind::Sign(*sign), at + written.len())
        } else {
            return Err(unknown(at..at + first.len_utf8(), first));
        };
        tokens.push(Token { kind, place: at..end });
        at = end;
    }
}

fn unknown(place: Range<usize>, sign: char) -> Fault {
    let fault = Fault::new(place, format!("`{}` means nothing in a formula", sign.escape_debug()));
    match sign {
        '−' | '–' | '—' => fault.help("write the `-` of the keyboard"),
        '×' | '·' => fault.help("write `*`"),
        '÷' => fault.help("write `/`"),
        '&' => fault.help("write `and`"),
        '|' => fault.help("write `or`"),
        '!' => fault.help("write `not`, or `!=`"),
        '=' => fault.help("numbers are compared with `==`"),
        _ => fault,
    }
}

/// A number, and the unit behind it.
fn number(text: &str, start: usize) -> Result<(Kind, usize), Fault> {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(start);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    let decimal = start..end;
    if text[end..].starts_with('.') {
        return Err(Fault::new(end..end + 1, "a number has one point"));
    }
    let Some(behind) = Unit::behind_number(&text[end..]) else {
        return Ok((Kind::Number { decimal, unit: None }, end));
    };
    let place = end + behind.place.start..end + behind.place.end;
    match behind.unit {
        Ok(unit) => Ok((Kind::Number { decimal, unit: Some((unit, place.clone())) }, place.end)),
        Err(fault) => Err(of_unit(text, end, &fault, &place)),
    }
}

/// What is wrong with a unit behind a number.
fn of_unit(text: &str, offset: usize, fault: &UnitFault, whole: &Range<usize>) -> Fault {
    let told = unit_fault(text, offset, fault, whole);
    let UnitFault::Unknown(_) = fault else { return told };
    // It may have been meant as a name.
    let symbol = &text[told.place.clone()];
    let name = if text[..told.place.start].ends_with('/') {
        format!("; a name that is divided by has spaces before it: ` / {symbol}`")
    } else {
        "; a name that is multiplied has a `*` before it".to_owned()
    };
    let help = told.help.clone().unwrap_or_default() + &name;
    told.help(help)
}

/// What is wrong with a text that is no unit.
pub(crate) fn no_unit(text: &str) -> Fault {
    let whole = text.len() - text.trim_start().len()..text.trim_end().len();
    let written = &text[whole.clone()];
    match Unit::behind_number(text) {
        Some(Behind { unit: Err(fault), .. }) => unit_fault(text, 0, &fault, &whole),
        _ => {
            let fault = Fault::new(whole, format!("`{written}` is no unit"));
            fault.help("units are joined by a space or a `/`, as in `kN/m`, `m^3/s`, `W/(m K)`")
        }
    }
}

/// What is wrong with a unit.
fn unit_fault(text: &str, offset: usize, fault: &UnitFault, whole: &Range<usize>) -> Fault {
    let from = |place: &Range<usize>| offset + place.start..offset + place.end;
    match fault {
        UnitFault::Unknown(place) => {
            let place = from(place);
            let symbol = &text[place.clone()];
            let advice = in_other_letters(symbol).unwrap_or_else(|| nearest::advice(symbol, "units", symbols()));
            Fault::new(place.clone(), format!("there is no unit `{symbol}`")).help(advice)
        }
        UnitFault::Knots(place) => Fault::new(from(place), "`kt` is a knot for some, and a kilotonne for others")
            .help("write `kn`, or `1e6 kg`"),
        UnitFault::TwoReadings(place) => {
            let place = from(place);
            let unit = &text[place.clone()];
            let help = match unit.split_once('/') {
                Some((above, below)) => format!("write `{above}/({below})`, or what is above the line first"),
                None => "use parentheses".to_owned(),
            };
            Fault::new(place.clone(), format!("`{unit}` can be read in two ways")).help(help)
        }
        UnitFault::Exponent(place) => {
            Fault::new(from(place), "this is no exponent of a unit").help("write a number from -12 to 12, as in `m^2`")
        }
        UnitFault::Modulo(place) => {
            Fault::new(from(place), "`%` is a hundredth").help("what is left of a division is `mod(7, 2)`")
        }
        UnitFault::Meaningless => Fault::new(whole.clone(), format!("`{}` has no meaning", &text[whole.clone()])),
    }
}

/// A unit that is the same but for small and capital letters.
fn in_other_letters(symbol: &str) -> Option<String> {
    let letters: Vec<char> = symbol.chars().collect();
    if letters.len() > 6 || !symbol.is_ascii() {
        return None;
    }
    let turned = |ways: u32| -> String {
        let turn =
            |(at, c): (usize, &char)| if ways >> at & 1 == 0 { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        letters.iter().enumerate().map(turn).collect()
    };
    let mut found: Vec<_> =
        (0..1_u32 << letters.len()).map(turned).filter(|unit| Unit::parse(unit).is_some()).collect();
    found.dedup();
    let found: Vec<_> = found.iter().map(|unit| format!("`{unit}`")).collect();
    (!found.is_empty()).then(|| format!("capital letters count: did you mean {}?", found.join(" or ")))
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a word or a path ends, and whether it is a path.
fn name(text: &str, start: usize) -> Result<(usize, bool), Fault> {
    let word_end = |from: usize| text[from..].find(|c| !is_of_name(c)).map_or(text.len(), |end| from + end);
    let word = word_end(start);
    let (mut end, mut is_path) = (word, false);
    loop {
        let rest = &text[end..];
        let joins = |rest: &str, starts: fn(char) -> bool| rest.chars().nth(1).is_some_and(starts);
        if rest.starts_with('-') && joins(rest, is_of_name) {
            end = word_end(end + 1);
        } else if rest.starts_with('.') && joins(rest, starts_name) {
            is_path = true;
            end = word_end(end + 1);
        } else {
            break;
        }
    }
    if !is_path {
        return Ok((word, false));
    }
    if text[end..].starts_with('.') {
        let place = start..word_end(end + 1);
        let help = "write spaces around the `-` if it is a minus";
        return Err(Fault::new(place.clone(), format!("`{}` is no name", &text[place])).help(help));
    }
    Ok((end, true))
}
