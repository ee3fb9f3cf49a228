//! `--set`: values of the command line in place of the scenario's, as they are
//! written.

use std::sync::Arc;

use crate::reference::{OfObject, Reference};
use crate::store::ModelDescription;
use crate::stored_attribute::StoredAttribute;
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::{Source, Span};

const FORMS: &str = "write `Object.Name=VALUE`, `Object.Name[i]=VALUE`, `Engine:Attribute=VALUE`, or `VARIABLE=VALUE`";

/// A value of the command line for something of an object, as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Named<'t> {
    number: usize,
    among: Among,
    /// The name that is set.
    pub reference: Reference<'t>,
    value: Text<'t>,
}

/// A value of the command line for something of an object.
#[derive(Debug, Clone, Copy)]
pub struct Override<'t> {
    /// Its number among the overrides, from 0 on.
    pub number: usize,
    /// The kind of thing that is set.
    pub among: Among,
    /// The object.
    pub object: Text<'t>,
    /// The parameter or port.
    pub name: Text<'t>,
    /// The two with the point between them.
    pub full_name: Text<'t>,
    /// The element of a vector that is meant, if not all of it.
    pub element: Option<(usize, Span)>,
    /// The new value.
    pub value: Text<'t>,
}

/// Among what the name is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Parameters, else states, else in-ports.
    All,
    /// States: `Init:`.
    States,
    /// In-ports: `Port:`.
    InPorts,
}

/// The prefix of an attribute of `Engine`.
const ENGINE: &str = "Engine";
/// Other prefixes.
const PREFIXES: [(&str, Among); 2] = [("Init", Among::States), ("Port", Among::InPorts)];

/// All overrides that could be read.
#[derive(Debug, Default)]
pub struct Overrides<'t> {
    /// The attributes of `Engine`, with their numbers among the overrides.
    pub engine: Vec<(usize, Text<'t>)>,
    /// Variables, with their numbers among the overrides.
    pub variables: Vec<(usize, Text<'t>)>,
    /// Overrides of SimObjects and instances.
    pub of_objects: Vec<Named<'t>>,
}

/// Puts overrides of `Engine` into the description, and reads the others.
pub fn read<'t>(
    overrides: &'t [Source],
    description: &mut ModelDescription,
    diagnostics: &mut Diagnostics,
) -> Overrides<'t> {
    let mut all = Overrides::default();
    for (number, source) in overrides.iter().enumerate() {
        let begins = description.texts_mut().add(&Arc::new(source.clone()));
        let written = match Written::split(number, begins, source.text()) {
            Ok(written) => written,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                continue;
            }
        };
        if written.prefix == Some(ENGINE) {
            let name = written.piece(written.start, written.equals);
            all.engine.push((number, name));
            let attribute = StoredAttribute { name: name.span(), value: written.value().span() };
            description.put_engine_attribute(attribute);
            continue;
        }
        let name = written.piece(written.start, written.equals);
        if written.prefix.is_none() && description.put_variable(name.as_str().trim(), written.value().span()) {
            all.variables.push((number, name));
            continue;
        }
        match written.of_object() {
            Ok(of_object) => all.of_objects.push(of_object),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    all
}

/// An override, cut at its `:` and `=`.
#[derive(Clone, Copy)]
struct Written<'t> {
    number: usize,
    text: &'t str,
    /// Where it begins among all texts.
    begins: usize,
    prefix: Option<&'t str>,
    /// Where its name starts.
    start: usize,
    equals: usize,
}

impl<'t> Written<'t> {
    fn split(number: usize, begins: usize, text: &'t str) -> Result<Self, Diagnostic> {
        let whole = Self { number, text, begins, prefix: None, start: 0, equals: text.len() };
        let Some(equals) = text.find('=') else {
            let diagnostic = Diagnostic::error("bad-override", "an override without `=`");
            return Err(diagnostic.at(whole.span(0, text.len())).help(FORMS));
        };
        // A `:` behind a name is none of a prefix.
        let colon = text[..equals].find([':', '.', '[']).filter(|end| text[*end..].starts_with(':'));
        let prefix = colon.map(|colon| &text[..colon]);
        Ok(Self { prefix, start: prefix.map_or(0, |prefix| prefix.len() + 1), equals, ..whole })
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.begins + start, self.begins + end)
    }

    fn piece(&self, start: usize, end: usize) -> Text<'t> {
        Text::new(&self.text[start..end], self.span(start, end))
    }

    fn value(&self) -> Text<'t> {
        self.piece(self.equals + 1, self.text.len())
    }

    /// `OBJECT.NAME[ELEMENT]`.
    fn of_object(self) -> Result<Named<'t>, Diagnostic> {
        let among = self.among()?;
        let whole = self.piece(self.start, self.equals);
        let malformed = |_| self.no_element();
        let reference = Reference::read(whole).map_err(malformed)?;
        if reference.elements.is_some() && whole.as_str().contains(':') {
            return Err(self.no_element());
        }
        Ok(Named { number: self.number, among, reference, value: self.value() })
    }

    fn among(&self) -> Result<Among, Diagnostic> {
        let Some(prefix) = self.prefix else { return Ok(Among::All) };
        PREFIXES.iter().find(|(known, _)| *known == prefix).map(|(_, among)| *among).ok_or_else(|| {
            let help = "`Engine:` is for attributes of `<Engine>`, `Init:` for initial conditions, `Port:` for in-ports; \
                        parameters have none";
            let message = format!("there is no prefix `{prefix}:`");
            Diagnostic::error("bad-override", message).at(self.span(0, prefix.len())).help(help)
        })
    }

    fn no_element(&self) -> Diagnostic {
        let bracket = self.text[..self.equals].find('[').unwrap_or(self.start);
        let piece = self.piece(bracket, self.equals);
        let help = "one element is set, and they are counted from 0: `Object.Name[2]=VALUE`";
        Diagnostic::error("bad-override", format!("`{}` is no element", piece.as_str())).at(piece.span()).help(help)
    }
}

impl<'t> Named<'t> {
    /// The same, when it is known which object it is of.
    pub fn of(self, meant: OfObject<'t>) -> Override<'t> {
        let Self { number, among, reference, value } = self;
        let element = reference.elements.map(|elements| (elements.first, elements.span));
        let OfObject { object_name: object, name, .. } = meant;
        Override { number, among, object, name, full_name: reference.path, element, value }
    }

    /// Its number among the overrides, from 0 on.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What it names.
    pub fn path(&self) -> &'t str {
        self.reference.path.as_str()
    }

    /// Where that stands.
    pub(crate) fn path_span(&self) -> Span {
        self.reference.path.span()
    }

    /// What it sets.
    pub(crate) fn value(&self) -> Text<'t> {
        self.value
    }

    /// Whether it sets all of something, and does not say of which sort that is.
    pub(crate) fn is_plain(&self) -> bool {
        self.among != Among::States && self.reference.elements.is_none()
    }

    /// What is wrong with it, if it names nothing of any object.
    pub fn of_what(&self) -> Diagnostic {
        Diagnostic::error("bad-override", "an override of what?").at(self.reference.path.span()).help(FORMS)
    }
}
