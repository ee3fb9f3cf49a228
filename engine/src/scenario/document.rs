//! What a scenario says, with the place of every name and value.

use std::borrow::Cow;

use crate::source::{Place, Span};

/// A piece of a source's text: a slice of it, or, where it holds XML
/// entities, what they stand for.
///
/// A large scenario has millions of them, nearly all of which are slices: their
/// place is told by where they begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text<'t>(Kept<'t>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kept<'t> {
    Slice { text: &'t str, start: Place },
    Other(Box<(Cow<'t, str>, Span)>),
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: impl Into<Cow<'t, str>>, span: Span) -> Self {
        Self(match text.into() {
            Cow::Borrowed(text) if text.len() == span.len() => Kept::Slice { text, start: span.place() },
            text => Kept::Other(Box::new((text, span))),
        })
    }

    pub(crate) fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Slice { text, .. } => text,
            Kept::Other(other) => &other.0,
        }
    }

    pub(crate) fn span(&self) -> Span {
        match &self.0 {
            Kept::Slice { text, start } => start.span(text.len()),
            Kept::Other(other) => other.1,
        }
    }

    /// What stands between commas, without the spaces around it, and where.
    pub(crate) fn items(&self) -> impl Iterator<Item = (&str, Span)> {
        let mut next = 0;
        self.as_str().split(',').map(move |item| {
            let start = next + item.len() - item.trim_start().len();
            next += item.len() + 1;
            let item = item.trim();
            (item, self.part(start, start + item.len()))
        })
    }

    /// The place of a part, by byte offsets; of the whole, where offsets in
    /// the text are not offsets in the source.
    pub(crate) fn part(&self, start: usize, end: usize) -> Span {
        match &self.0 {
            Kept::Slice { start: first, .. } => first.span(end).part(start, end),
            Kept::Other(other) => match other.0 {
                Cow::Borrowed(_) => other.1.part(start, end),
                Cow::Owned(_) => other.1,
            },
        }
    }
}

/// A name with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attribute<'t> {
    pub(crate) name: Text<'t>,
    pub(crate) value: Text<'t>,
}

/// One `Lib` element: a SimObject to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Object<'t> {
    pub(crate) library: Text<'t>,
    pub(crate) kind: Text<'t>,
    pub(crate) name: Text<'t>,
    pub(crate) parameters: Vec<Attribute<'t>>,
}

/// One `Output` element: further results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputElement<'t> {
    pub(crate) attributes: Vec<Attribute<'t>>,
    pub(crate) span: Span,
}

/// A whole scenario.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Document<'t> {
    pub(crate) objects: Vec<Object<'t>>,
    /// `Object.InPort` and its sources.
    pub(crate) connections: Vec<Attribute<'t>>,
    /// `Object.State` and its numbers.
    pub(crate) initial_conditions: Vec<Attribute<'t>>,
    pub(crate) engine: Vec<Attribute<'t>>,
    pub(crate) outputs: Vec<OutputElement<'t>>,
    /// The section that `Engine` stands in.
    pub(crate) integration_span: Option<Span>,
    /// The `Engine` element, for what is missing in it.
    pub(crate) engine_span: Option<Span>,
    pub(crate) up: Up,
}

impl<'t> Document<'t> {
    /// An attribute of `Engine`.
    pub(crate) fn engine_attribute(&self, name: &str) -> Option<&Attribute<'t>> {
        self.engine.iter().find(|attribute| attribute.name.as_str() == name)
    }
}

/// Which way is up in the scenario's frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Up {
    /// z points down (north, east, down); the default.
    #[default]
    MinusZ,
    /// z points up.
    Z,
    /// y points up.
    Y,
}

impl Up {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::MinusZ, Self::Z, Self::Y];

    /// As scenarios write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MinusZ => "-z",
            Self::Z => "z",
            Self::Y => "y",
        }
    }

    /// What it means, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::MinusZ => "z points down (north, east, down); the default",
            Self::Z => "z points up",
            Self::Y => "y points up",
        }
    }
}
