//! Names of what is in a model: how they are written, and what they name.
//!
//! ```text
//! reference = path [elements]
//! path      = name { "." name }
//! elements  = "[" i "]" | "[" i ":" j "]"                    zero-based, half open
//! ```
//!
//! Where numbers are shown, a unit in brackets may stand behind: any other text than elements.
//!
//! The longest beginning of a path that is the name of an object names it. What
//! stands behind it is a signal or a bundle of the object, or `Bundle.Member`.

use simobject_host::{Interface, Role};

use crate::store::ModelDescription;
use bowline_text::{Cursor, Diagnostic, Elements, Malformed, Span, Text, nearest};

/// A name of something in a model, as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference<'t> {
    /// The names, with points between them.
    pub path: Text<'t>,
    /// The elements that are meant, if not all.
    pub elements: Option<Elements>,
}

/// Something of an object, as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfObject<'t> {
    /// Position of the object.
    pub object: u32,
    /// The object's name.
    pub object_name: Text<'t>,
    /// What of it is meant: `Signal`, `Bundle` or `Bundle.Member`.
    pub name: Text<'t>,
}

/// Why a path names nothing of any object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unfound<'t> {
    /// It is no name behind another one.
    NoPath(Text<'t>),
    /// There is no object of that name.
    NoObject(Text<'t>),
}

/// The names of objects.
pub trait Objects {
    /// Position of the object of that name.
    fn position(&self, name: &str) -> Option<u32>;

    /// All names.
    fn names(&self) -> impl Iterator<Item = &str>;

    /// The most points that a name has.
    fn most_points(&self) -> usize;
}

impl<'t> Reference<'t> {
    /// All of what a path names.
    pub fn whole(path: Text<'t>) -> Self {
        Self { path, elements: None }
    }

    /// Reads a text that is one reference, whatever its names are made of.
    ///
    /// # Errors
    /// What is wrong with the elements.
    pub fn read(text: Text<'t>) -> Result<Self, Malformed> {
        let Some(bracket) = text.as_str().find('[') else { return Ok(Self::whole(text)) };
        let mut cursor = Cursor::new(text);
        cursor.skip_to('[');
        let elements = cursor.elements()?;
        if !cursor.rest().is_empty() {
            return Err(cursor.unexpected("the end"));
        }
        Ok(Self { path: text.slice(0, bracket), elements: Some(elements) })
    }

    /// The object, and what of it is meant.
    ///
    /// # Errors
    /// The path names nothing of any object.
    pub fn within(self, objects: &impl Objects) -> Result<OfObject<'t>, Unfound<'t>> {
        self.split(|name| objects.position(name), objects.most_points())
    }

    /// The same, where `position` finds objects, whose names have so many points at most.
    pub(crate) fn split(
        self,
        position: impl Fn(&str) -> Option<u32>,
        most_points: usize,
    ) -> Result<OfObject<'t>, Unfound<'t>> {
        let path = self.path.as_str();
        let Some((first, rest)) = path.split_once('.').filter(|(first, rest)| !first.is_empty() && !rest.is_empty())
        else {
            return Err(Unfound::NoPath(self.path));
        };
        // Most names of objects have no points, and then the first one decides.
        if most_points > 0 {
            let points: Vec<usize> = path.match_indices('.').map(|(at, _)| at).take(most_points + 1).collect();
            let found = |point: usize| {
                let (object_name, name) = (self.path.slice(0, point), self.path.slice(point + 1, path.len()));
                let object = position(object_name.as_str()).filter(|_| !name.as_str().is_empty())?;
                Some(OfObject { object, object_name, name })
            };
            if let Some(longest) = points.into_iter().rev().find_map(found) {
                return Ok(longest);
            }
        }
        let object_name = Text::new(first, self.path.part(0, first.len()));
        match position(first).filter(|_| most_points == 0) {
            Some(object) => {
                let name = Text::new(rest, self.path.part(first.len() + 1, path.len()));
                Ok(OfObject { object, object_name, name })
            }
            None => Err(Unfound::NoObject(object_name)),
        }
    }
}

impl<'t> OfObject<'t> {
    /// The signal of such a role that is meant.
    pub fn signal(self, interface: &Interface, role: impl Fn(&Role) -> bool) -> Option<u32> {
        u32::try_from(interface.find(self.name.as_str(), role)?).ok()
    }

    /// The bundle that is meant.
    pub fn bundle(self, interface: &Interface) -> Option<u32> {
        u32::try_from(interface.bundle(self.name.as_str())?).ok()
    }

    /// The bundle's name and the member's, if it is written as a member of one.
    pub fn member(self) -> Option<(Text<'t>, Text<'t>)> {
        let name = self.name;
        let point = name.as_str().find('.')?;
        Some((name.slice(0, point), name.slice(point + 1, name.as_str().len())))
    }

    /// Object and name, with the point between them.
    pub fn span(self) -> Span {
        self.object_name.span().to(self.name.span())
    }
}

/// Whether brackets around a text hold a unit, and no elements, be they wrong.
pub(crate) fn is_unit(inner: &str) -> bool {
    let inner = inner.trim();
    let is_of_elements = |c: char| c.is_ascii_digit() || matches!(c, ':' | '-') || c.is_whitespace();
    inner == "-" || !inner.is_empty() && !inner.chars().all(is_of_elements)
}

/// A text, and the unit in brackets that ends it, if there is one.
pub fn without_unit(text: Text<'_>) -> (Text<'_>, Option<Text<'_>>) {
    fn trimmed(text: Text<'_>) -> Text<'_> {
        text.slice(0, text.as_str().trim_end().len())
    }
    let text = trimmed(text);
    let whole = text.as_str();
    let opened = whole.strip_suffix(']').and_then(|inner| inner.rfind('['));
    match opened.filter(|opened| is_unit(&whole[opened + 1..whole.len() - 1])) {
        None => (text, None),
        Some(opened) => {
            let inner = &whole[opened + 1..whole.len() - 1];
            let first = opened + 1 + inner.len() - inner.trim_start().len();
            (trimmed(text.slice(0, opened)), Some(trimmed(text.slice(first, whole.len() - 1))))
        }
    }
}

/// Whether a name is one in an instance.
pub fn is_within(name: &str, instance: &str) -> bool {
    name.strip_prefix(instance).is_some_and(|rest| rest.starts_with('.'))
}

/// There is no object of that name.
pub fn unknown_object(name: Text<'_>, objects: &impl Objects) -> Diagnostic {
    let advice = nearest::advice(name.as_str(), "objects", objects.names());
    let message = format!("there is no object `{}`", name.as_str());
    Diagnostic::error("unknown-object", message).at(name.span()).help(advice)
}

impl Objects for ModelDescription {
    fn position(&self, name: &str) -> Option<u32> {
        let position = self.objects().position(|object| object.name().as_str() == name)?;
        u32::try_from(position).ok()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.objects().map(|object| object.name().as_str())
    }

    /// As many as there may be: overrides are few.
    fn most_points(&self) -> usize {
        usize::MAX - 1
    }
}

#[cfg(test)]
mod tests {
    use super::{Elements, Objects, Reference, Span, Text, Unfound};

    struct Names(Vec<&'static str>);

    impl Objects for Names {
        fn position(&self, name: &str) -> Option<u32> {
            self.0.iter().position(|known| *known == name).map(|position| position as u32)
        }

        fn names(&self) -> impl Iterator<Item = &str> {
            self.0.iter().copied()
        }

        fn most_points(&self) -> usize {
            self.0.iter().map(|name| name.matches('.').count()).max().unwrap_or(0)
        }
    }

    fn text(text: &str) -> Text<'_> {
        Text::new(text, Span::new(100, 100 + text.len()))
    }

    fn split<'t>(names: &[&'static str], path: &'t str) -> Result<(u32, &'t str, Span), &'t str> {
        match Reference::whole(text(path)).within(&Names(names.to_vec())) {
            Ok(found) => Ok((found.object, found.name.as_str(), found.name.span())),
            Err(Unfound::NoPath(text) | Unfound::NoObject(text)) => Err(text.as_str()),
        }
    }

    #[test]
    fn the_longest_name_of_an_object_counts() {
        let names = ["Boom", "Boom.Valve", "Line"];
        assert_eq!(split(&names, "Line.P"), Ok((2, "P", Span::new(105, 106))));
        assert_eq!(split(&names, "Line.P1.q"), Ok((2, "P1.q", Span::new(105, 109))));
        assert_eq!(split(&names, "Boom.Valve.SpoolPos"), Ok((1, "SpoolPos", Span::new(111, 119))));
        assert_eq!(split(&names, "Boom.Valve.P1.q"), Ok((1, "P1.q", Span::new(111, 115))));
        assert_eq!(split(&names, "Boom.Valves.P"), Ok((0, "Valves.P", Span::new(105, 113))));
        // An object alone is nothing of itself, but may be something of another one.
        assert_eq!(split(&names, "Boom.Valve"), Ok((0, "Valve", Span::new(105, 110))));
        assert_eq!(split(&names, "Boon.Valve.P"), Err("Boon"));
        assert_eq!(split(&["A"], "A.B.c"), Ok((0, "B.c", Span::new(102, 105))));
        for none in ["", "A", ".x", "A.", "."] {
            assert_eq!(split(&["A"], none), Err(none));
        }
    }

    #[test]
    fn elements_stand_behind_the_path() {
        let read = |whole: &'static str| Reference::read(text(whole)).map(|read| (read.path.as_str(), read.elements));
        let elements = |first, end, from, to| Some(Elements { first, end, span: Span::new(from, to) });
        assert_eq!(read("A.x"), Ok(("A.x", None)));
        assert_eq!(read("A.x[2]"), Ok(("A.x", elements(2, 3, 103, 106))));
        assert_eq!(read("A.x[0: 3]"), Ok(("A.x", elements(0, 3, 103, 109))));
        for (whole, message) in [
            ("A.x[", "expected an index from 0 on, found the end"),
            ("A.x[1:1]", "the slice [1:1] is empty: it runs up to, but not including, 1"),
            ("A.x[1]y", "expected the end, found `y`"),
        ] {
            assert_eq!(read(whole).unwrap_err().message, message);
        }
    }
}
