//! The right-hand side of a connection.
//!
//! ```text
//! sources = sum { "," sum }                                  commas concatenate
//! sum     = ["-"] term { ("+" | "-") term }
//! term    = [number "*"] ( port [slice] | number | "(" sources ")" )
//! port    = name "." name
//! slice   = "[" i "]" | "[" i ":" j "]"                      zero-based, half open
//! ```
//!
//! A token that starts with a digit is a number. A `-` that touches name
//! characters on both sides belongs to the name.

use super::document::Text;
use crate::source::Span;

/// Sums that are concatenated.
pub(crate) type Sources<'t> = Vec<Sum<'t>>;
/// Terms that are added.
pub(crate) type Sum<'t> = Vec<Term<'t>>;

/// A scaled atom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term<'t> {
    pub(crate) scale: f64,
    pub(crate) atom: Atom<'t>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Atom<'t> {
    Port { object: &'t str, port: &'t str, slice: Option<(usize, usize)> },
    Number(f64),
    Group(Sources<'t>),
}

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Malformed {
    pub(crate) message: String,
    pub(crate) span: Span,
}

/// Reads the value of a connection.
pub(crate) fn parse<'t>(text: &'t Text<'_>) -> Result<Sources<'t>, Malformed> {
    let mut parser = Parser { text, rest: text.as_str(), depth: 0 };
    let sources = parser.sources()?;
    parser.skip_space();
    if parser.rest.is_empty() { Ok(sources) } else { Err(parser.unexpected("`,`, `+`, `-` or the end")) }
}

/// Deepest nesting of parentheses.
const DEEPEST: usize = 50;

struct Parser<'t, 'x> {
    text: &'t Text<'x>,
    rest: &'t str,
    depth: usize,
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'t> Parser<'t, '_> {
    fn position(&self) -> usize {
        self.text.as_str().len() - self.rest.len()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn accept(&mut self, token: char) -> bool {
        self.skip_space();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: char) -> Result<(), Malformed> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    fn malformed(&self, from: usize, to: usize, message: String) -> Malformed {
        Malformed { message, span: self.text.part(from, to) }
    }

    fn unexpected(&self, expected: &str) -> Malformed {
        let position = self.position();
        match self.rest.chars().next() {
            Some(found) => {
                let message = format!("expected {expected}, found `{found}`");
                self.malformed(position, position + found.len_utf8(), message)
            }
            None => self.malformed(position, position, format!("expected {expected}, found the end")),
        }
    }

    fn sources(&mut self) -> Result<Sources<'t>, Malformed> {
        let mut sources = vec![self.sum()?];
        while self.accept(',') {
            sources.push(self.sum()?);
        }
        Ok(sources)
    }

    fn sum(&mut self) -> Result<Sum<'t>, Malformed> {
        let mut sign = if self.accept('-') { -1.0 } else { 1.0 };
        let mut sum = Vec::with_capacity(1);
        loop {
            sum.push(self.term(sign)?);
            sign = if self.accept('+') {
                1.0
            } else if self.accept('-') {
                -1.0
            } else {
                return Ok(sum);
            };
        }
    }

    fn term(&mut self, sign: f64) -> Result<Term<'t>, Malformed> {
        self.skip_space();
        let start = self.position();
        let mut scale = sign;
        let atom = if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number = self.number()?;
            if self.accept('*') {
                scale *= number;
                self.factor()?
            } else {
                Atom::Number(number)
            }
        } else {
            self.factor()?
        };
        Ok(Term { scale, atom, span: self.text.part(start, self.position()) })
    }

    fn factor(&mut self) -> Result<Atom<'t>, Malformed> {
        self.skip_space();
        match self.rest.chars().next() {
            Some('(') => self.group(),
            Some(c) if c.is_ascii_digit() || c == '.' => Ok(Atom::Number(self.number()?)),
            Some(c) if starts_name(c) => self.port(),
            _ => Err(self.unexpected("a port, a number or `(`")),
        }
    }

    fn group(&mut self) -> Result<Atom<'t>, Malformed> {
        let start = self.position();
        self.expect('(')?;
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("parentheses nested more than {DEEPEST} deep");
            return Err(self.malformed(start, start + 1, message));
        }
        let sources = self.sources()?;
        self.expect(')')?;
        self.depth -= 1;
        Ok(Atom::Group(sources))
    }

    fn number(&mut self) -> Result<f64, Malformed> {
        let start = self.position();
        let bytes = self.rest.as_bytes();
        let is_sign = |i: usize| matches!(bytes[i], b'+' | b'-') && matches!(bytes[i - 1], b'e' | b'E');
        let end = (1..bytes.len())
            .find(|i| !(bytes[*i].is_ascii_alphanumeric() || bytes[*i] == b'.' || is_sign(*i)))
            .unwrap_or(bytes.len());
        let token = &self.rest[..end];
        self.rest = &self.rest[end..];
        simobject::host::parse_number(token).map_err(|message| self.malformed(start, start + end, message))
    }

    fn name(&mut self) -> Result<&'t str, Malformed> {
        if !self.rest.starts_with(starts_name) {
            return Err(self.unexpected("a name"));
        }
        let mut end = 0;
        let mut chars = self.rest.char_indices().peekable();
        while let Some((index, c)) = chars.next() {
            let joins = c == '-' && chars.peek().is_some_and(|(_, next)| continues_name(*next));
            if !(continues_name(c) || joins) {
                break;
            }
            end = index + c.len_utf8();
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(name)
    }

    fn port(&mut self) -> Result<Atom<'t>, Malformed> {
        let start = self.position();
        let object = self.name()?;
        if !self.rest.starts_with('.') {
            let message = format!("`{object}` is not an out-port: write `Object.OutPort`");
            return Err(self.malformed(start, self.position(), message));
        }
        self.rest = &self.rest[1..];
        let port = self.name()?;
        let slice = if self.rest.starts_with('[') { Some(self.slice()?) } else { None };
        Ok(Atom::Port { object, port, slice })
    }

    fn slice(&mut self) -> Result<(usize, usize), Malformed> {
        let start = self.position();
        self.expect('[')?;
        let first = self.index()?;
        let end = if self.accept(':') { self.index()? } else { first.saturating_add(1) };
        self.expect(']')?;
        if end <= first {
            let message = format!("the slice [{first}:{end}] is empty: it runs up to, but not including, {end}");
            return Err(self.malformed(start, self.position(), message));
        }
        Ok((first, end))
    }

    fn index(&mut self) -> Result<usize, Malformed> {
        self.skip_space();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        match self.rest[..end].parse() {
            Ok(index) => {
                self.rest = &self.rest[end..];
                Ok(index)
            }
            Err(_) => Err(self.unexpected("an index from 0 on")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Atom, Span, Term, Text, parse};

    fn malformed(text: &str) -> String {
        parse(&Text::new(text, Span::scenario(0, text.len()))).unwrap_err().message
    }

    #[test]
    fn the_grammar() {
        let text = "-2*A.x[0:2] + (B.E-mod - C.y, 1e-3), 0";
        let text = Text::new(text, Span::scenario(100, 100 + text.len()));
        let sources = parse(&text).unwrap();
        assert_eq!(sources.len(), 2);
        let [first, group] = sources[0].as_slice() else { panic!("two terms") };
        assert_eq!(first.scale, -2.0);
        assert_eq!(first.atom, Atom::Port { object: "A", port: "x", slice: Some((0, 2)) });
        assert_eq!(first.span, Span::scenario(101, 111));
        let Atom::Group(group) = &group.atom else { panic!("a group") };
        let [port, minus] = group[0].as_slice() else { panic!("two terms") };
        assert_eq!(port.atom, Atom::Port { object: "B", port: "E-mod", slice: None });
        assert_eq!((minus.scale, &minus.atom), (-1.0, &Atom::Port { object: "C", port: "y", slice: None }));
        assert!(matches!(group[1].as_slice(), [Term { atom: Atom::Number(0.001), .. }]));
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(malformed(""), "expected a port, a number or `(`, found the end");
        assert_eq!(malformed("A.x B.y"), "expected `,`, `+`, `-` or the end, found `B`");
        assert_eq!(malformed("A"), "`A` is not an out-port: write `Object.OutPort`");
        assert_eq!(malformed("A.x[2:2]"), "the slice [2:2] is empty: it runs up to, but not including, 2");
        assert_eq!(malformed("(A.x"), "expected `)`, found the end");
        assert_eq!(malformed("1x"), "`1x` is not a number");
        assert_eq!(malformed("A.x,,B.y"), "expected a port, a number or `(`, found `,`");
        assert!(malformed(&"(".repeat(1000)).contains("nested"));
    }
}
