//! The right-hand side of a connection.
//!
//! ```text
//! sources = sum { "," sum }                                  commas concatenate
//! sum     = ["-"] term { ("+" | "-") term }
//! term    = [number "*"] ( reference | number | "(" sources ")" )
//! ```
//!
//! References (`engine/description/src/reference.rs`) are of out-ports, or of members of bundles.
//! A token that starts with a digit is a number. A `-` that touches name
//! characters on both sides belongs to the name.

use bowline_formula::{Found, NameIn, Names, names};

use crate::reference::Reference;
use bowline_text::Text;
use bowline_text::cursor::{Cursor, Malformed, starts_name};
use bowline_text::source::Span;

/// Sums that are concatenated.
pub type Sources<'t> = Vec<Sum<'t>>;
/// Terms that are added.
pub type Sum<'t> = Vec<Term<'t>>;

/// A scaled atom.
#[derive(Debug, Clone, PartialEq)]
pub struct Term<'t> {
    /// Its factor.
    pub scale: f64,
    /// The number, port or group that the factor multiplies.
    pub atom: Atom<'t>,
    /// Its place in the text.
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
/// What a term multiplies.
pub enum Atom<'t> {
    /// An out-port, or `Bundle.member`.
    Port(Reference<'t>),
    /// A number.
    Number(f64),
    /// Several sources in parentheses.
    Group(Sources<'t>),
}

/// Appends the ports that a sum names.
pub fn ports<'t>(sum: &Sum<'t>, found: &mut Vec<Reference<'t>>) {
    for term in sum {
        match &term.atom {
            Atom::Number(_) => {}
            Atom::Group(sums) => sums.iter().for_each(|sum| ports(sum, found)),
            Atom::Port(port) => found.push(*port),
        }
    }
}

/// Whether the value of a connection changes while a model runs: it names a port, or the time. `constants` knows the names
/// of constants.
pub fn changes(text: &str, constants: &dyn Names) -> bool {
    let changes = |name: &NameIn| {
        let (word, is_path) = (&text[name.place.clone()], name.is_path);
        (is_path || word == "time") && !matches!(constants.find(word, is_path), Found::Constant(_))
    };
    // Malformed text is reported where it is read.
    names(text).is_ok_and(|found| found.iter().any(changes))
}

/// The whole port or bundle, if that is all that the sources name.
pub fn alone<'t>(sources: &Sources<'t>) -> Option<Reference<'t>> {
    let [sum] = sources.as_slice() else { return None };
    match sum.as_slice() {
        [Term { scale: 1.0, atom: Atom::Port(port @ Reference { elements: None, .. }), .. }] => Some(*port),
        _ => None,
    }
}

/// The whole port, if the text is nothing else, as most are.
pub fn port_alone(text: Text<'_>) -> Option<Reference<'_>> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0 };
    parser.cursor.skip_space();
    let port = if parser.cursor.rest().starts_with(starts_name) { parser.port().ok()? } else { return None };
    parser.cursor.skip_space();
    (port.elements.is_none() && parser.cursor.rest().is_empty()).then_some(port)
}

/// Reads the value of a connection.
pub fn parse(text: Text<'_>) -> Result<Sources<'_>, Malformed> {
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
            Some(c) if starts_name(c) => Ok(Atom::Port(self.port()?)),
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

    fn port(&mut self) -> Result<Reference<'t>, Malformed> {
        let start = self.cursor.position();
        let first = self.cursor.name()?;
        if !self.cursor.rest().starts_with('.') {
            let message = format!("`{first}` is not an out-port: write `Object.OutPort`");
            let is_call = self.cursor.rest().starts_with('(');
            let help = is_call.then_some("there are no functions here: a SimObject can compute one");
            return Err(Malformed { help, ..self.cursor.malformed(start, self.cursor.position(), message) });
        }
        while self.cursor.accept_at_once('.') {
            self.cursor.name()?;
        }
        let path = self.cursor.text_from(start);
        let elements = if self.cursor.rest().starts_with('[') { Some(self.cursor.elements()?) } else { None };
        Ok(Reference { path, elements })
    }
}

#[cfg(test)]
mod tests {
    use super::{Atom, Reference, Span, Term, Text, parse};
    use bowline_text::elements::Elements;

    fn port(path: &str, start: usize, elements: Option<Elements>) -> Atom<'_> {
        Atom::Port(Reference { path: Text::new(path, Span::new(start, start + path.len())), elements })
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
        let elements = Some(Elements { first: 0, end: 2, span: Span::new(106, 111) });
        assert_eq!(first.atom, port("A.x", 103, elements));
        assert_eq!(first.span, Span::new(101, 111));
        let Atom::Group(group) = &group.atom else { panic!("a group") };
        let [plus, minus] = group[0].as_slice() else { panic!("two terms") };
        assert_eq!((plus.scale, &plus.atom), (1.0, &port("B.E-mod", 115, None)));
        assert_eq!((minus.scale, &minus.atom), (-1.0, &port("C.y", 125, None)));
        assert!(matches!(group[1].as_slice(), [Term { atom: Atom::Number(0.001), .. }]));
    }

    #[test]
    fn names_have_as_many_points_as_it_takes() {
        let text = "2*A.P1.q[0:2] - B.P-2.E-mod";
        let text = Text::new(text, Span::new(0, text.len()));
        let sources = parse(text).unwrap();
        let [first, second] = sources[0].as_slice() else { panic!("two terms") };
        let elements = Some(Elements { first: 0, end: 2, span: Span::new(8, 13) });
        assert_eq!(first.atom, port("A.P1.q", 2, elements));
        assert_eq!(second.atom, port("B.P-2.E-mod", 16, None));
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
