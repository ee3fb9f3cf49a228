//! Texts with formulas in them: `Mass${i}`, `S${i-1:02}.Force`.

use std::fmt::Write;
use std::ops::Range;

use bowline_decimal::Shortest;
use bowline_formula::{Fault, Meaning, Names, Number, Quantity, variable};

/// What begins a formula in a text.
pub(super) const BEGINS: &str = "${";

/// A text, cut at its formulas.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    /// A part of the text as it is.
    Text(Range<usize>),
    /// `$${`, which is the mark itself.
    Mark,
    Formula {
        place: Range<usize>,
        /// At least so many digits.
        digits: usize,
        /// What it is, if it is whole numbers and indices, added and multiplied.
        quick: Option<Quick>,
    },
}

/// Whole numbers that are added and multiplied, as `i-1` and `10*i+j`: in reverse Polish order.
#[derive(Debug, Clone, PartialEq)]
struct Quick(Vec<Op>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Op {
    Whole(i64),
    Index(usize),
    Add,
    Subtract,
    Multiply,
}

/// The index of a repetition, and its number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) number: i64,
    pub(super) quantity: Quantity,
}

impl Index {
    pub(super) fn new(name: &str, number: i64) -> Self {
        let quantity = Quantity { numbers: vec![Number::whole(number)], meaning: Meaning::Bare };
        Self { name: name.to_owned(), number, quantity }
    }

    /// Makes it another number.
    pub(super) fn put(&mut self, number: i64) {
        self.number = number;
        self.quantity.numbers[0] = Number::whole(number);
    }
}

/// Who reads a template.
pub(super) struct Reader<'r> {
    pub(super) names: &'r dyn Names,
    /// The indices around, with their numbers.
    pub(super) indices: &'r [Index],
    /// The text of a parameter of that name that is a text.
    pub(super) text_of: &'r dyn Fn(&str) -> Option<String>,
    /// Whether the text is a name, in which only whole numbers may stand.
    pub(super) is_name: bool,
}

impl Template {
    /// Cuts a text; none, if there are no formulas in it.
    pub(super) fn of(text: &str, indices: &[Index]) -> Result<Option<Self>, Fault> {
        if !text.contains(BEGINS) {
            return Ok(None);
        }
        let (mut pieces, mut at) = (Vec::new(), 0);
        while let Some(found) = text[at..].find(BEGINS).map(|found| at + found) {
            if text[..found].ends_with('$') {
                pieces.push(Piece::Text(at..found - 1));
                pieces.push(Piece::Mark);
                at = found + BEGINS.len();
                continue;
            }
            pieces.push(Piece::Text(at..found));
            let start = found + BEGINS.len();
            let Some(end) = text[start..].find('}').map(|end| start + end) else {
                let place = found..text.len();
                return Err(Fault { place, message: "the `}` of this `${` is missing".to_owned(), help: None });
            };
            let (place, digits) = with_digits(text, start..end)?;
            let quick = Quick::of(&text[place.clone()], indices);
            pieces.push(Piece::Formula { place, digits, quick });
            at = end + 1;
        }
        pieces.push(Piece::Text(at..text.len()));
        Ok(Some(Self { pieces }))
    }

    /// What stands in the text beside its formulas.
    pub(super) fn beside<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(place) => Some(&text[place.clone()]),
            Piece::Mark | Piece::Formula { .. } => None,
        })
    }

    /// The text, with the values of its formulas.
    pub(super) fn fill(&self, text: &str, reader: &Reader<'_>, out: &mut String) -> Result<(), Fault> {
        for piece in &self.pieces {
            match piece {
                Piece::Text(place) => out.push_str(&text[place.clone()]),
                Piece::Mark => out.push_str(BEGINS),
                Piece::Formula { place, digits, quick } => match quick.as_ref().and_then(|q| q.value(reader.indices)) {
                    Some(value) if value >= 0 || !reader.is_name => write_whole(out, value, *digits),
                    Some(value) => return Err(no_name(text, place, &value.to_string())),
                    None => reader.formula(text, place, *digits, out)?,
                },
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    fn formula(&self, text: &str, place: &Range<usize>, digits: usize, out: &mut String) -> Result<(), Fault> {
        let formula = &text[place.clone()];
        if let Some(own) = (self.text_of)(formula.trim()) {
            out.push_str(&own);
            return Ok(());
        }
        let Quantity { numbers, meaning } = variable(formula, self.names, "").map_err(|fault| {
            let place = place.start + fault.place.start..place.start + fault.place.end;
            Fault { place, ..fault }
        })?;
        if self.is_name {
            let [number] = numbers.as_slice() else { return Err(no_name(text, place, "several numbers")) };
            let Some(whole) = whole(number).filter(|whole| *whole >= 0) else {
                return Err(no_name(text, place, &Shortest(number.value()).to_string()));
            };
            write_whole(out, whole, digits);
            return Ok(());
        }
        for (index, number) in numbers.iter().enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            match whole(number) {
                Some(whole) => write_whole(out, whole, digits),
                None => drop(write!(out, "{}", Shortest(number.value()))),
            }
            if let Meaning::Of(measure) = meaning
                && !measure.dimension.is_none()
            {
                // Writing to a String cannot fail.
                let _ = write!(out, " {}", measure.dimension);
            }
        }
        Ok(())
    }
}

/// What a number is, if it is whole within 1e-9.
pub(super) fn whole(number: &Number) -> Option<i64> {
    let (value, nearest) = (number.value(), number.value().round());
    (nearest.abs() < 9e15 && (value - nearest).abs() <= 1e-9).then_some(nearest as i64)
}

fn write_whole(out: &mut String, number: i64, digits: usize) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{number:0digits$}");
}

fn no_name(text: &str, place: &Range<usize>, value: &str) -> Fault {
    let message = format!("`${{{}}}` is {value}, and a name has whole numbers from 0 on", &text[place.clone()]);
    Fault { place: place.clone(), message, help: None }
}

/// The formula before a `:` and how many digits stand behind it, as in `i:02`.
fn with_digits(text: &str, place: Range<usize>) -> Result<(Range<usize>, usize), Fault> {
    const MOST: usize = 18;
    let inside = &text[place.clone()];
    let Some(colon) = inside.rfind(':').filter(|colon| !inside[*colon..].contains([')', ']'])) else {
        return Ok((place, 0));
    };
    let digits = inside[colon + 1..].trim();
    match digits.parse() {
        Ok(digits) if digits <= MOST => Ok((place.start..place.start + colon, digits)),
        _ => {
            let message = format!("`{digits}` is no number of digits");
            let help = Some("write `${i:03}` for at least three of them".to_owned());
            Err(Fault { place: place.start + colon + 1..place.end, message, help })
        }
    }
}

impl Quick {
    fn of(text: &str, indices: &[Index]) -> Option<Self> {
        let mut parser = Parser { rest: text, indices, ops: Vec::new() };
        parser.sum(0)?;
        parser.rest.trim_start().is_empty().then_some(Self(parser.ops))
    }

    /// Its value; none, if it is too large.
    fn value(&self, indices: &[Index]) -> Option<i64> {
        const DEEPEST: usize = 8;
        let (mut stack, mut height) = ([0_i64; DEEPEST], 0);
        for op in &self.0 {
            let pushed = match op {
                Op::Whole(whole) => *whole,
                Op::Index(index) => indices.get(*index)?.number,
                operation => {
                    height -= 2;
                    let (a, b) = (stack[height], stack[height + 1]);
                    match operation {
                        Op::Add => a.checked_add(b)?,
                        Op::Subtract => a.checked_sub(b)?,
                        _ => a.checked_mul(b)?,
                    }
                }
            };
            *stack.get_mut(height)? = pushed;
            height += 1;
        }
        Some(stack[0]).filter(|value| value.unsigned_abs() < 1 << 53)
    }
}

struct Parser<'t> {
    rest: &'t str,
    indices: &'t [Index],
    ops: Vec<Op>,
}

impl Parser<'_> {
    fn accept(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let accepted = self.rest.strip_prefix(sign);
        self.rest = accepted.unwrap_or(self.rest);
        accepted.is_some()
    }

    fn sum(&mut self, depth: usize) -> Option<()> {
        self.product(depth)?;
        loop {
            let op = if self.accept('+') {
                Op::Add
            } else if self.accept('-') {
                Op::Subtract
            } else {
                return Some(());
            };
            self.product(depth)?;
            self.ops.push(op);
        }
    }

    fn product(&mut self, depth: usize) -> Option<()> {
        self.factor(depth)?;
        while self.accept('*') {
            self.factor(depth)?;
            self.ops.push(Op::Multiply);
        }
        Some(())
    }

    fn factor(&mut self, depth: usize) -> Option<()> {
        const DEEPEST: usize = 3;
        if self.accept('(') {
            if depth == DEEPEST {
                return None;
            }
            self.sum(depth + 1)?;
            return self.accept(')').then_some(());
        }
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        // What follows may make it another number, or a unit of it.
        if rest.trim_start().starts_with(|c: char| !matches!(c, '+' | '-' | '*' | ')')) {
            return None;
        }
        let op = match self.indices.iter().rposition(|index| index.name == word) {
            Some(index) => Op::Index(index),
            None if word.bytes().all(|byte| byte.is_ascii_digit()) => Op::Whole(word.parse().ok()?),
            None => return None,
        };
        self.ops.push(op);
        self.rest = rest;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, Reader, Template};
    use bowline_formula::NoNames;

    fn filled(text: &str, is_name: bool) -> Result<String, String> {
        let indices = [Index::new("i", 7), Index::new("j", 2)];
        let text_of = |name: &str| (name == "Kind").then(|| "steel".to_owned());
        let reader = Reader { names: &NoNames, indices: &indices, text_of: &text_of, is_name };
        let mut out = String::new();
        let template = Template::of(text, &indices).map_err(|fault| fault.message)?;
        template.unwrap().fill(text, &reader, &mut out).map_err(|fault| fault.message)?;
        Ok(out)
    }

    #[test]
    fn formulas_in_texts() {
        for (text, expected) in [
            ("M${i}", "M7"),
            ("M${i-1}.Pos", "M6.Pos"),
            ("M${10*i+j}_${i:03}", "M72_007"),
            ("M${(i - j)*(i+1)}", "M40"),
            ("${6/2}", "3"),
            ("a$${i}${j}", "a${i}2"),
            ("${Kind}", "steel"),
        ] {
            assert_eq!(filled(text, true).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(filled("0, ${3/2}, ${j/2}", false).unwrap_err(), "there is no `j` here", "not quick");
        assert_eq!(filled("0, ${3/2}, ${j-3}, ${80 mm}", false).as_deref(), Ok("0, 1.5, -1, 0.08 m"));
    }

    #[test]
    fn a_name_has_whole_numbers() {
        for (text, message) in [
            ("M${1.5}", "`${1.5}` is 1.5, and a name has whole numbers from 0 on"),
            ("M${j-3}", "`${j-3}` is -1, and a name has whole numbers from 0 on"),
            ("M${-1}", "`${-1}` is -1, and a name has whole numbers from 0 on"),
            ("M${i", "the `}` of this `${` is missing"),
            ("M${i:x}", "`x` is no number of digits"),
        ] {
            assert_eq!(filled(text, true).unwrap_err(), message);
        }
    }
}
