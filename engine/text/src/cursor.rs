//! A place in an attribute's value, from which names, numbers and slices are
//! read.

use crate::elements::Elements;
use crate::source::Span;
use crate::text::Text;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Malformed {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do, if it is not just the grammar.
    pub help: Option<&'static str>,
}

/// Whether a name may begin with it.
pub fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How far a text has been read.
#[derive(Debug)]
pub struct Cursor<'t> {
    text: Text<'t>,
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    /// At the beginning of a text.
    pub fn new(text: Text<'t>) -> Self {
        Self { text, rest: text.as_str() }
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// How many bytes have been read.
    pub fn position(&self) -> usize {
        self.text.as_str().len() - self.rest.len()
    }

    /// From an earlier position to here.
    pub fn span_from(&self, start: usize) -> Span {
        self.text.part(start, self.position())
    }

    /// What has been read since an earlier position.
    pub fn text_from(&self, start: usize) -> Text<'t> {
        self.text.slice(start, self.position())
    }

    /// Goes on to what is no space.
    pub fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads up to a character, or to the end.
    pub fn skip_to(&mut self, token: char) {
        self.rest = &self.rest[self.rest.find(token).unwrap_or(self.rest.len())..];
    }

    /// Reads up to an offset behind this one.
    pub fn take_to(&mut self, position: usize) -> Text<'t> {
        let start = self.position();
        self.rest = &self.rest[position - start..];
        self.text_from(start)
    }

    /// Reads the character if it comes next, after spaces or not.
    pub fn accept(&mut self, token: char) -> bool {
        self.skip_space();
        self.accept_at_once(token)
    }

    /// Reads the character if it stands right here.
    pub fn accept_at_once(&mut self, token: char) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads a character, with spaces before it.
    ///
    /// # Errors
    /// Another one stands there.
    pub fn expect(&mut self, token: char) -> Result<(), Malformed> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    /// What is wrong between two offsets.
    pub fn malformed(&self, from: usize, to: usize, message: String) -> Malformed {
        Malformed { message, span: self.text.part(from, to), help: None }
    }

    /// Something else stands here than what is expected.
    pub fn unexpected(&self, expected: &str) -> Malformed {
        let position = self.position();
        match self.rest.chars().next() {
            Some(found) => {
                let message = format!("expected {expected}, found `{found}`");
                self.malformed(position, position + found.len_utf8(), message)
            }
            None => self.malformed(position, position, format!("expected {expected}, found the end")),
        }
    }

    /// The same behind a whole term of an expression.
    pub fn unexpected_after_a_term(&self) -> Malformed {
        let read = self.text.as_str()[..self.position()].trim_end();
        let last_word = read.rfind(|c: char| !(continues_name(c) || c == '-')).map_or(read, |end| &read[end..]);
        let help = match self.rest.chars().next() {
            Some('*') => Some("a factor is one number, and stands first: `2*A.Out`"),
            Some('/') => Some("there is no division: write a factor, as in `0.5*A.Out`"),
            Some('.') if last_word.contains('-') => {
                Some("a `-` between letters belongs to a name: write spaces around a minus, as in `A.Out - B.Out`")
            }
            Some('[') if read.ends_with(']') => Some("one slice is enough: `A.Out[0]` or `A.Out[0:3]`"),
            _ => None,
        };
        Malformed { help, ..self.unexpected("`,`, `+`, `-` or the end") }
    }

    /// Reads a number.
    ///
    /// # Errors
    /// It is none.
    pub fn number(&mut self) -> Result<f64, Malformed> {
        let start = self.position();
        let bytes = self.rest.as_bytes();
        let is_sign = |i: usize| matches!(bytes[i], b'+' | b'-') && matches!(bytes[i - 1], b'e' | b'E');
        let end = (1..bytes.len())
            .find(|i| !(bytes[*i].is_ascii_alphanumeric() || bytes[*i] == b'.' || is_sign(*i)))
            .unwrap_or(bytes.len());
        let token = &self.rest[..end];
        self.rest = &self.rest[end..];
        simobject::parse_number(token).map_err(|message| self.malformed(start, start + end, message))
    }

    /// A name in an expression: a `-` belongs to it only between two of its characters.
    pub fn name(&mut self) -> Result<&'t str, Malformed> {
        self.name_with(|next| next.is_some_and(continues_name))
    }

    /// A name where no minus can stand: every `-` belongs to it.
    pub fn name_with_dashes(&mut self) -> Result<&'t str, Malformed> {
        self.name_with(|_| true)
    }

    fn name_with(&mut self, dash_joins: impl Fn(Option<char>) -> bool) -> Result<&'t str, Malformed> {
        if !self.rest.starts_with(starts_name) {
            return Err(self.unexpected("a name"));
        }
        // Most names are plain ones: these bytes are characters.
        let plain = self.rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let mut end = plain;
        let mut chars = self.rest[plain..].char_indices().peekable();
        while let Some((index, c)) = chars.next() {
            if !(continues_name(c) || (c == '-' && dash_joins(chars.peek().map(|(_, next)| *next)))) {
                break;
            }
            end = plain + index + c.len_utf8();
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(name)
    }

    /// `[i]` or `[i:j]`, from 0 on, `j` excluded.
    pub fn elements(&mut self) -> Result<Elements, Malformed> {
        let start = self.position();
        self.expect('[')?;
        let first = self.index()?;
        let end = if self.accept(':') { self.index()? } else { first.saturating_add(1) };
        self.expect(']')?;
        if end <= first {
            let message = format!("the slice [{first}:{end}] is empty: it runs up to, but not including, {end}");
            return Err(self.malformed(start, self.position(), message));
        }
        Ok(Elements { first, end, span: self.span_from(start) })
    }

    fn index(&mut self) -> Result<usize, Malformed> {
        self.skip_space();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        match self.rest[..end].parse() {
            Ok(index) => {
                self.rest = &self.rest[end..];
                Ok(index)
            }
            Err(_) if end > 0 => {
                let message = format!("the index {} is too large", &self.rest[..end.min(30)]);
                Err(self.malformed(self.position(), self.position() + end, message))
            }
            Err(_) => Err(self.unexpected("an index from 0 on")),
        }
    }
}
