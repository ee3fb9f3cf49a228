//! `--set`: values of the command line in place of the scenario's.

use super::document::{Attribute, Document, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::source::{Source, Span};

const FORMS: &str = "write `Object.Parameter=VALUE` or `Engine:Attribute=VALUE`";

/// Puts the overrides into the document.
pub(crate) fn apply<'t>(overrides: &'t [Source], document: &mut Document<'t>, diagnostics: &mut Diagnostics) {
    for (number, source) in (1..).zip(overrides) {
        let text = source.text();
        let Some(equals) = text.find('=') else {
            let span = Span::new(number, 0, text.len());
            diagnostics.push(Diagnostic::error("bad-override", "an override without `=`").at(span).help(FORMS));
            continue;
        };
        let piece = |start, end| Text::new(&text[start..end], Span::new(number, start, end));
        let value = piece(equals + 1, text.len());
        if let Some(attribute) = text[..equals].strip_prefix("Engine:") {
            let name = piece(equals - attribute.len(), equals);
            put(&mut document.engine, Attribute { name, value });
            continue;
        }
        let Some(dot) = text[..equals].find('.') else {
            let span = Span::new(number, 0, equals);
            diagnostics.push(Diagnostic::error("bad-override", "an override of what?").at(span).help(FORMS));
            continue;
        };
        match document.objects.iter_mut().find(|object| object.name.as_str() == &text[..dot]) {
            Some(object) => put(&mut object.parameters, Attribute { name: piece(dot + 1, equals), value }),
            None => {
                let names = document.objects.iter().map(|object| object.name.as_str());
                let advice = match &text[..dot] {
                    "Engine" => FORMS.to_owned(),
                    wrong => nearest::advice(wrong, "objects", names),
                };
                let message = format!("there is no object `{}`", &text[..dot]);
                let span = Span::new(number, 0, dot);
                diagnostics.push(Diagnostic::error("unknown-object", message).at(span).help(advice));
            }
        }
    }
}

fn put<'t>(attributes: &mut Vec<Attribute<'t>>, new: Attribute<'t>) {
    match attributes.iter_mut().find(|old| old.name.as_str() == new.name.as_str()) {
        Some(old) => *old = new,
        None => attributes.push(new),
    }
}
