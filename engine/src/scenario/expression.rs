//! The right-hand side of a connection.
//!
//! ```text
//! sources = sum { "," sum }                                  commas concatenate
//! sum     = ["-"] term { ("+" | "-") term }
//! term    = [number "*"] ( port [slice] | number | "(" sources ")" )
//! port    = name "." name [ "." name ]                        an out-port, or a member of a bundle
//! slice   = "[" i "]" | "[" i ":" j "]"                      zero-based, half open
//! ```
//!
//! A token that starts with a digit is a number. A `-` that touches name
//! characters on both sides belongs to the name.

use super::cursor::{Cursor, Malformed, starts_name};
use crate::description::Text;
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
    /// An out-port, or `Bundle.member`.
    Port {
        object: Name<'t>,
        port: Name<'t>,
        slice: Option<Slice>,
    },
    Number(f64),
    Group(Sources<'t>),
}

/// The name of an object or a port.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// Elements `first..end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slice {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) span: Span,
}

/// Appends the objects and ports that a sum names.
pub(crate) fn ports<'t>(sum: &Sum<'t>, found: &mut Vec<(Name<'t>, Name<'t>)>) {
    for term in sum {
        match &term.atom {
            Atom::Number(_) => {}
            Atom::Group(sums) => sums.iter().for_each(|sum| ports(sum, found)),
            Atom::Port { object, port, .. } => found.push((*object, *port)),
        }
    }
}

/// The object and the port, if that is all that the sources name.
pub(crate) fn alone<'t>(sources: &Sources<'t>) -> Option<(Name<'t>, Name<'t>)> {
    let [sum] = sources.as_slice() else { return None };
    match sum.as_slice() {
        [Term { scale: 1.0, atom: Atom::Port { object, port, slice: None }, .. }] => Some((*object, *port)),
        _ => None,
    }
}

/// The object and the port, if the text is nothing else, as most are.
pub(crate) fn port_alone(text: Text<'_>) -> Option<(Name<'_>, Name<'_>)> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0 };
    parser.cursor.skip_space();
    let atom = if parser.cursor.rest().starts_with(starts_name) { parser.port().ok()? } else { return None };
    parser.cursor.skip_space();
    match atom {
        Atom::Port { object, port, slice: None } if parser.cursor.rest().is_empty() => Some((object, port)),
        _ => None,
    }
}

/// Reads the value of a connection.
pub(crate) fn parse(text: Text<'_>) -> Result<Sources<'_>, Malformed> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0 };
    let sources = parser.sources()?;
    parser.cursor.skip_space();
    if parser.cursor.rest().is_empty() { Ok(sources) } else { Err(parser.cursor.unexpected_after_a_term()) }
}

/// Deepest nesting of parentheses.
const DEEPEST: usize = 50;

struct Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn sources(&mut self) -> Result<Sources<'t>, Malformed> {
        let mut sources = vec![self.sum()?];
        while self.cursor.accept(',') {
            sources.push(self.sum()?);
        }
        Ok(sources)
    }

    fn sum(&mut self) -> Result<Sum<'t>, Malformed> {
        let mut sign = if self.cursor.accept('-') { -1.0 } else { 1.0 };
        let mut sum = Vec::with_capacity(1);
        loop {
            sum.push(self.term(sign)?);
            sign = if self.cursor.accept('+') {
                1.0
            } else if self.cursor.accept('-') {
                -1.0
            } else {
                return Ok(sum);
            };
        }
    }

    fn term(&mut self, sign: f64) -> Result<Term<'t>, Malformed> {
        self.cursor.skip_space();
        let start = self.cursor.position();
        let mut scale = sign;
        let atom = if self.cursor.rest().starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number = self.cursor.number()?;
            if self.cursor.accept('*') {
                scale *= number;
                self.factor()?
            } else {
                Atom::Number(number)
            }
        } else {
            self.factor()?
        };
        Ok(Term { scale, atom, span: self.cursor.span_from(start) })
    }

    fn factor(&mut self) -> Result<Atom<'t>, Malformed> {
        self.cursor.skip_space();
        match self.cursor.rest().chars().next() {
            Some('(') => self.group(),
            Some(c) if c.is_ascii_digit() || c == '.' => Ok(Atom::Number(self.cursor.number()?)),
            Some(c) if starts_name(c) => self.port(),
            _ => Err(self.cursor.unexpected("a port, a number or `(`")),
        }
    }

    fn group(&mut self) -> Result<Atom<'t>, Malformed> {
        let start = self.cursor.position();
        self.cursor.expect('(')?;
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("parentheses nested more than {DEEPEST} deep");
            return Err(self.cursor.malformed(start, start + 1, message));
        }
        let sources = self.sources()?;
        self.cursor.expect(')')?;
        self.depth -= 1;
        Ok(Atom::Group(sources))
    }

    fn port(&mut self) -> Result<Atom<'t>, Malformed> {
        let start = self.cursor.position();
        let object = self.name()?;
        if !self.cursor.accept_at_once('.') {
            let message = format!("`{}` is not an out-port: write `Object.OutPort`", object.text);
            let is_call = self.cursor.rest().starts_with('(');
            let help = is_call.then_some("there are no functions here: a SimObject can compute one");
            return Err(Malformed { help, ..self.cursor.malformed(start, self.cursor.position(), message) });
        }
        let port = self.port_name()?;
        let slice = if self.cursor.rest().starts_with('[') { Some(self.slice()?) } else { None };
        Ok(Atom::Port { object, port, slice })
    }

    /// The name of a port, or of a bundle and its member.
    fn port_name(&mut self) -> Result<Name<'t>, Malformed> {
        let start = self.cursor.position();
        self.cursor.name()?;
        if self.cursor.accept_at_once('.') {
            self.cursor.name()?;
        }
        Ok(Name { text: self.cursor.text_from(start), span: self.cursor.span_from(start) })
    }

    fn name(&mut self) -> Result<Name<'t>, Malformed> {
        let start = self.cursor.position();
        Ok(Name { text: self.cursor.name()?, span: self.cursor.span_from(start) })
    }

    fn slice(&mut self) -> Result<Slice, Malformed> {
        let start = self.cursor.position();
        let (first, end) = self.cursor.slice()?;
        Ok(Slice { first, end, span: self.cursor.span_from(start) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Atom, Name, Slice, Span, Term, Text, parse};

    fn name(text: &str, start: usize) -> Name<'_> {
        Name { text, span: Span::new(start, start + text.len()) }
    }

    fn malformed(text: &str) -> String {
        parse(Text::new(text, Span::new(0, text.len()))).unwrap_err().message
    }

    #[test]
    fn the_grammar() {
        let text = "-2*A.x[0:2] + (B.E-mod - C.y, 1e-3), 0";
        let text = Text::new(text, Span::new(100, 100 + text.len()));
        let sources = parse(text).unwrap();
        assert_eq!(sources.len(), 2);
        let [first, group] = sources[0].as_slice() else { panic!("two terms") };
        assert_eq!(first.scale, -2.0);
        let (object, port) = (name("A", 103), name("x", 105));
        let slice = Some(Slice { first: 0, end: 2, span: Span::new(106, 111) });
        assert_eq!(first.atom, Atom::Port { object, port, slice });
        assert_eq!(first.span, Span::new(101, 111));
        let Atom::Group(group) = &group.atom else { panic!("a group") };
        let [port, minus] = group[0].as_slice() else { panic!("two terms") };
        let expected = Atom::Port { object: name("B", 115), port: name("E-mod", 117), slice: None };
        assert_eq!((port.scale, &port.atom), (1.0, &expected));
        let expected = Atom::Port { object: name("C", 125), port: name("y", 127), slice: None };
        assert_eq!((minus.scale, &minus.atom), (-1.0, &expected));
        assert!(matches!(group[1].as_slice(), [Term { atom: Atom::Number(0.001), .. }]));
    }

    #[test]
    fn a_member_of_a_bundle_is_named_with_two_points() {
        let text = "2*A.P1.q[0:2] - B.P-2.E-mod";
        let text = Text::new(text, Span::new(0, text.len()));
        let sources = parse(text).unwrap();
        let [first, second] = sources[0].as_slice() else { panic!("two terms") };
        let slice = Some(Slice { first: 0, end: 2, span: Span::new(8, 13) });
        assert_eq!(first.atom, Atom::Port { object: name("A", 2), port: name("P1.q", 4), slice });
        assert_eq!(second.atom, Atom::Port { object: name("B", 16), port: name("P-2.E-mod", 18), slice: None });
        assert_eq!(malformed("A.P1.q.x"), "expected `,`, `+`, `-` or the end, found `.`");
        assert_eq!(malformed("A.P1."), "expected a name, found the end");
        assert_eq!(malformed("A.P1 .q"), "expected `,`, `+`, `-` or the end, found `.`");
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(malformed(""), "expected a port, a number or `(`, found the end");
        assert_eq!(malformed("A.x B.y"), "expected `,`, `+`, `-` or the end, found `B`");
        assert_eq!(malformed("A"), "`A` is not an out-port: write `Object.OutPort`");
        assert_eq!(malformed("A.x[2:2]"), "the slice [2:2] is empty: it runs up to, but not including, 2");
        assert_eq!(malformed("(A.x"), "expected `)`, found the end");
        assert_eq!(malformed("1x"), "`1x` is not a number: units are not written");
        assert_eq!(malformed("A.x,,B.y"), "expected a port, a number or `(`, found `,`");
        assert!(malformed(&"(".repeat(1000)).contains("nested"));
    }
}
