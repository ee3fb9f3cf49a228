//! Parameters of schemes.

use std::sync::atomic::AtomicBool;

use bowline_formula::{Fault, Meaning, Names, Number, Quantity, is_free_word, is_true, literal_unit, variable};

use super::Flattening;
use super::parameter_order::Order;
use super::template::whole;
use crate::attributes::overrides::Named;
use crate::outline::{Element, ElementKind};
use crate::overridden::{Overridden, OverrideTarget};
use crate::variables::{Variable, Variables, diagnostic};
use bowline_text::diagnostic::Diagnostic;
use bowline_text::nearest;
use bowline_text::source::Span;

/// What a parameter of a scheme may be.
const KINDS: [&str; 7] = ["number", "vector", "whole", "truth", "text", "choice", "file"];

/// The attributes of a parameter.
const ATTRIBUTES: [&str; 8] = ["Name", "Unit", "Kind", "Min", "Max", "Default", "Choices", "Doc"];

/// Whose value a parameter has.
#[derive(Clone, Copy)]
enum Given {
    /// That of the instance, whose names are those of the level around.
    Instance,
    /// That of an override.
    Override,
    /// That of the scheme.
    Default,
}

/// An instance of a scheme in the level around it.
#[derive(Clone, Copy)]
struct Nesting {
    /// The level around the instance, in which attributes of the instance look names up.
    outer: usize,
    /// The level of the instance, in which defaults and bounds look names up.
    level: usize,
}

/// A parameter that a scheme declares.
#[derive(Clone, Copy)]
struct Declared<'d> {
    element: &'d Element,
    name: &'d str,
    /// Place of the name.
    span: Span,
    /// One of [`KINDS`].
    kind: &'d str,
    /// Unit of its bounds; empty if none is declared.
    unit: &'d str,
}

impl<'f> Flattening<'f, '_> {
    /// The parameters of an instance.
    pub(super) fn parameters(&mut self, outer: usize, level: usize, instance: &Element) {
        let outline = self.outline;
        let Some(scheme) = self.levels[level].scheme.map(|scheme| &outline.schemes[scheme]) else { return };
        let declared =
            || scheme.section(ElementKind::Parameters).filter(|element| element.kind == ElementKind::Parameter);
        for attribute in &instance.attributes {
            let name = self.text(attribute.name);
            let is_known = matches!(name, "Scheme" | "Name")
                || declared().any(|p| self.attribute(p, "Name").is_some_and(|known| self.text(known) == name));
            if !is_known {
                let names = declared().filter_map(|p| Some(self.text(self.attribute(p, "Name")?)));
                let advice = nearest::advice(name, &format!("parameters of the scheme `{}`", scheme.name), names);
                let message = format!("{}unknown parameter `{name}`", self.who(level));
                let diagnostic = Diagnostic::error("unknown-parameter", message).at(self.place(attribute.name));
                self.diagnostics.push(diagnostic.help(advice));
            }
        }
        let mut named = Vec::new();
        for element in declared() {
            self.only(element, &ATTRIBUTES);
            match self.attribute(element, "Name") {
                Some(name) => named.push((element, name)),
                None => self.missing(element, "Name", "every parameter of a scheme has a name"),
            }
        }
        let mut order = Order::of(self, level, instance, &named);
        while let Some(next) = order.next(self, level) {
            let (element, name) = named[next];
            let before = self.diagnostics.errors();
            self.parameter(Nesting { outer, level }, instance, element, name);
            if self.diagnostics.errors() > before {
                order.refuse(next);
            }
        }
    }

    fn parameter(&mut self, nesting: Nesting, instance: &Element, element: &Element, span: Span) {
        let Nesting { outer, level } = nesting;
        let name = self.text(span).to_owned();
        let at = self.place(span);
        if !is_free_word(&name) || matches!(name.as_str(), "Scheme" | "Name") {
            let message = format!("`{name}` cannot be the name of a parameter of a scheme");
            let help = "it is made of letters, digits and `_`, and is neither `Scheme`, `Name`, a function nor a word of \
                        formulas";
            return self.diagnostics.push(Diagnostic::error("bad-name", message).at(at).help(help));
        }
        let full = format!("{}{name}", self.levels[level].prefix);
        if let Some(first) = self.variables.get(&full).map(|known| known.name) {
            let message = format!("the parameter `{name}` is declared twice");
            let diagnostic = Diagnostic::error("repeated-name", message).label(at, "again here");
            return self.diagnostics.push(diagnostic.label(first, "first declared here"));
        }
        let own = |this: &Self, what: &str| this.attribute(element, what).map(|span| this.text(span).trim().to_owned());
        let kind = own(self, "Kind").unwrap_or_else(|| "number".to_owned());
        if !KINDS.contains(&kind.as_str()) {
            let place = self.attribute(element, "Kind").map_or(at, |kind| self.place(kind));
            let help = match kind.as_str() {
                "matrix" => {
                    "hand a matrix over as a text: `Kind=\"text\"`, and in the scheme `Gain=\"${M}\"`".to_owned()
                }
                kind => nearest::advice(kind, "kinds of parameters", KINDS),
            };
            let message = format!("`{kind}` is no kind of parameter");
            return self.diagnostics.push(Diagnostic::error("bad-value", message).at(place).help(help));
        }
        let unit = own(self, "Unit").unwrap_or_default();
        if !unit.is_empty() && simobject_host::Unit::parse(&unit).is_none() {
            let place = self.attribute(element, "Unit").map_or(at, |unit| self.place(unit));
            let message = format!("`{unit}` is no unit that is known");
            return self.diagnostics.push(Diagnostic::error("bad-unit", message).at(place));
        }
        let given = self.attribute(instance, &name);
        let set = self.set.get(&full).copied();
        let own_unit = match set {
            Some(_) if unit.is_empty() => self.replaced_unit(nesting, element, given, &kind),
            _ => unit.clone(),
        };
        let (value, whose) = match (set, given, self.attribute(element, "Default")) {
            (Some(named), _, _) => (named.value().span(), Given::Override),
            (None, Some(given), _) => match self.filled(outer, given, false) {
                Some(filled) => (filled, Given::Instance),
                None => return,
            },
            (None, None, Some(default)) => match self.filled(level, default, false) {
                Some(filled) => (filled, Given::Default),
                None => return,
            },
            (None, None, None) => {
                let doc = own(self, "Doc").map(|doc| format!(": {doc}")).unwrap_or_default();
                let message = format!("{}the parameter `{name}` is missing{doc}", self.who(level));
                let place = self.levels[level].place.unwrap_or(at);
                return self.diagnostics.push(Diagnostic::error("missing-parameter", message).at(place));
            }
        };
        let declared = Declared { element, name: &name, span, kind: &kind, unit: &unit };
        match kind.as_str() {
            "text" | "choice" | "file" => self.text_parameter(nesting, declared, value, whose),
            _ => self.number_parameter(nesting, declared, &own_unit, value, whose),
        }
        if let Some(named) = set {
            self.overridden.push((named.number(), overridden(&named, self.variables)));
        }
    }

    /// The unit of what an override replaces: a number that is put in its place is in it.
    fn replaced_unit(
        &self,
        Nesting { outer, level }: Nesting,
        element: &Element,
        given: Option<Span>,
        kind: &str,
    ) -> String {
        let (text, names) = match (given, self.attribute(element, "Default")) {
            (Some(given), _) => (self.text(given), self.around(outer)),
            (None, Some(default)) => (self.text(default), self.around(level)),
            (None, None) => return String::new(),
        };
        // What is wrong with it does not count any more.
        quantity(text, &names, kind, "").map_or_else(|_| String::new(), |quantity| unit_of(text, &quantity))
    }

    fn text_parameter(
        &mut self,
        Nesting { outer, level }: Nesting,
        Declared { element, name, kind, .. }: Declared<'_>,
        value: Span,
        whose: Given,
    ) {
        let mut text = self.text(value).to_owned();
        let choices = self.attribute(element, "Choices").map(|choices| self.text(choices).to_owned());
        if kind == "choice" {
            let choices = choices.unwrap_or_default();
            if !choices.split(',').any(|choice| choice.trim() == text.trim()) {
                let message = format!("{}`{text}` is no choice for `{name}`", self.who(level));
                let help = nearest::advice(&text, "choices", choices.split(',').map(str::trim));
                let diagnostic = Diagnostic::error("bad-value", message).at(self.place(value)).help(help);
                return self.diagnostics.push(diagnostic);
            }
            text = text.trim().to_owned();
        }
        // The path of a file is relative to the file that gives it.
        let scope = self.levels[if matches!(whose, Given::Default) { level } else { outer }].scope;
        let (from, to) = (self.variables.directory(scope), self.variables.directory(self.levels[level].scope));
        if kind == "file" && from != to {
            let from = from.unwrap_or(&self.outline.directories[0].1);
            text = from.join(&text).to_string_lossy().into_owned();
        }
        let full = format!("{}{name}", self.levels[level].prefix);
        self.variables.insert_text(full, text);
    }

    /// Reads a parameter of numbers; those without a unit are in `unit`.
    fn number_parameter(
        &mut self,
        Nesting { outer, level }: Nesting,
        Declared { element, name, span, kind, unit: unit_of_bounds }: Declared<'_>,
        unit: &str,
        value: Span,
        whose: Given,
    ) {
        let text = self.text(value);
        let quantity = match whose {
            Given::Instance => quantity(text, &self.around(outer), kind, unit),
            Given::Override => quantity(text, &self.variables.within(0), kind, unit),
            Given::Default => quantity(text, &self.variables.within(self.levels[level].scope), kind, unit),
        };
        let quantity = match quantity {
            Ok(quantity) => quantity,
            Err(fault) => {
                let who = format!("{}the parameter `{name}`", self.who(level));
                let diagnostic = diagnostic("bad-parameter", &who, self.written(value), &fault);
                return self.diagnostics.push(diagnostic);
            }
        };
        for (what, is_beyond) in [("Min", f64::lt as fn(&f64, &f64) -> bool), ("Max", f64::gt)] {
            let Some(bound) = self.attribute(element, what) else { continue };
            let names = self.variables.within(self.levels[level].scope);
            let limit = match variable(self.text(bound), &names, unit_of_bounds) {
                Ok(Quantity { numbers, .. }) if numbers.len() == 1 => numbers[0].value(),
                Ok(_) => continue,
                Err(fault) => {
                    let diagnostic = diagnostic("bad-parameter", what, self.written(bound), &fault);
                    return self.diagnostics.push(diagnostic);
                }
            };
            if quantity.numbers.iter().any(|number| is_beyond(&number.value(), &limit)) {
                let (than, written) = (if what == "Min" { "less" } else { "more" }, self.text(bound).to_owned());
                let message = format!(
                    "{}the parameter `{name}` is `{}`, {than} than {written} {unit_of_bounds}",
                    self.who(level),
                    self.text(value).trim()
                );
                let diagnostic = Diagnostic::error("bad-parameter", message.trim_end()).at(self.place(value));
                return self.diagnostics.push(diagnostic);
            }
        }
        let unit = if unit.is_empty() { unit_of(self.text(value), &quantity) } else { unit.to_owned() };
        let full = format!("{}{name}", self.levels[level].prefix);
        let (formula, name, is_used) = (self.text(value).to_owned(), span, AtomicBool::default());
        self.variables.insert(full, Variable { quantity, formula, name, is_used, unit });
    }
}

/// The number of a parameter of that kind.
fn quantity(text: &str, names: &dyn Names, kind: &str, unit: &str) -> Result<Quantity, Fault> {
    let whole_text = 0..text.len();
    if kind == "truth" {
        let holds = match text.trim() {
            "1" => true,
            "0" => false,
            _ => is_true(text, names)?,
        };
        return Ok(Quantity { numbers: vec![Number::whole(holds.into())], meaning: Meaning::Truth });
    }
    let quantity = variable(text, names, unit)?;
    let fault = |message: String| Fault { place: whole_text, message, help: None };
    match (kind, quantity.numbers.as_slice()) {
        ("vector", _) => Ok(quantity),
        (_, numbers) if numbers.len() != 1 => Err(fault(format!("{} numbers, where one is needed", numbers.len()))),
        ("whole", [number]) => match whole(number) {
            Some(whole) => Ok(Quantity { numbers: vec![Number::whole(whole)], ..quantity }),
            None => Err(fault(format!("this is {}, and a whole number is needed", number.value()))),
        },
        (_, [number]) if !number.value().is_finite() => Err(fault(format!("this is {}", number.value()))),
        _ => Ok(quantity),
    }
}

/// The unit of a number as it is written, or else the SI unit of what it measures.
fn unit_of(text: &str, quantity: &Quantity) -> String {
    literal_unit(text).unwrap_or_else(|| match quantity.meaning {
        Meaning::Of(measure) => measure.dimension.to_string(),
        _ => String::new(),
    })
}

/// What an override of a parameter or a variable sets.
pub(super) fn overridden(named: &Named<'_>, variables: &Variables) -> Overridden {
    let name = named.path().to_owned();
    let unit = variables.get(&name).map_or_else(String::new, |variable| variable.unit.clone());
    Overridden { what: name.clone(), name, element: None, target: OverrideTarget::Variable, unit }
}
