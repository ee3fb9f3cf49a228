//! Asking for a parameter.

use std::marker::PhantomData;

use crate::interface::{ParameterDeclaration, Requirement, Subject, Text};
use crate::session::Session;
use crate::value::{Context, Numeric, Value, clip};

/// A parameter being asked for; ends with [`required`](Self::required),
/// [`default`](Self::default) or [`optional`](Self::optional).
///
/// ```
/// # use simobject::*;
/// # fn ask<T: SimObject>(c: &mut Creator<'_, T>) {
/// let stiffness: f64 = c.parameter("Stiffness").unit("N/m").doc("Stiffness").at_least(0.0).required();
/// let axis: [f64; 3] = c.parameter("Axis").doc("Direction").default([0.0, 0.0, 1.0]);
/// # }
/// ```
#[must_use = "end with `required`, `default` or `optional`"]
pub struct Parameter<'c, 'a, V> {
    session: &'c mut Session<'a>,
    name: Text,
    unit: Text,
    doc: Text,
    range: Range,
    length: Option<usize>,
    value: PhantomData<V>,
}

impl<'c, 'a, V: Value> Parameter<'c, 'a, V> {
    pub(crate) fn new(session: &'c mut Session<'a>, name: Text) -> Self {
        let (unit, doc) = (Text::default(), Text::default());
        Self { session, name, unit, doc, range: Range::default(), length: None, value: PhantomData }
    }

    /// SI unit.
    pub fn unit(mut self, unit: impl Into<Text>) -> Self {
        self.unit = unit.into();
        self
    }

    /// One line for the reader of the reference.
    pub fn doc(mut self, doc: impl Into<Text>) -> Self {
        self.doc = doc.into();
        self
    }

    /// The value, which the scenario must give. If it is missing or wrong,
    /// that is noted and a stand-in is returned, so that the constructor goes
    /// on and all faults are found at once: the lower bound where there is
    /// one, else 1; an empty text.
    pub fn required(mut self) -> V {
        let given = self.given();
        let value = given.unwrap_or_else(|given| {
            if !given {
                let advice = self.expected();
                let message = format!("parameter `{}` is missing", self.name);
                self.session.fault(Subject::MissingParameter(self.name.clone()), message, advice);
            }
            self.stand_in()
        });
        self.declare(Requirement::Required, value.numbers());
        value
    }

    /// The value, or this one if the scenario gives none.
    pub fn default(mut self, default: V) -> V {
        let requirement = Requirement::Default(default.text());
        let value = self.given().unwrap_or(default);
        self.declare(requirement, value.numbers());
        value
    }

    /// The value, if the scenario gives one; a stand-in, if it is wrong.
    pub fn optional(mut self) -> Option<V> {
        let value = match self.given() {
            Ok(value) => Some(value),
            Err(given) => given.then(|| self.stand_in()),
        };
        let numbers = value.as_ref().map(V::numbers).unwrap_or_default();
        self.declare(Requirement::Optional, numbers);
        value
    }

    /// The value that the scenario gives, or whether it gives a wrong one.
    fn given(&mut self) -> Result<V, bool> {
        let Some(text) = self.session.argument(&self.name) else { return Err(false) };
        let context = Context { length: self.length, files: self.session.files() };
        let value = V::parse(text, &context).and_then(|value| {
            let stray = value.numbers().into_iter().find(|n| !self.range.holds(*n));
            stray.map_or(Ok(value), |_| Err(format!("`{}` is out of range", clip(text.trim()))))
        });
        value.map_err(|fault| {
            let message = format!("parameter `{}`: {fault}", self.name);
            let advice = self.expected();
            self.session.fault(Subject::Parameter(self.name.clone()), message, advice);
            true
        })
    }

    fn stand_in(&self) -> V {
        V::stand_in(self.range.stand_in(), self.length)
    }

    fn expected(&self) -> String {
        let mut text = V::kind(self.length);
        if let Some(range) = self.range.words() {
            text = format!("{text}, {range}");
        }
        if !self.unit.is_empty() {
            text = format!("{text}, in {}", self.unit);
        }
        if self.doc.is_empty() { format!("expected: {text}") } else { format!("expected: {text} ({})", self.doc) }
    }

    fn declare(self, requirement: Requirement, numbers: Vec<f64>) {
        self.session.parameter(ParameterDeclaration {
            kind: V::kind(self.length),
            range: self.range.words(),
            name: self.name,
            unit: self.unit,
            doc: self.doc,
            requirement,
            numbers,
        });
    }
}

impl<V: Numeric> Parameter<'_, '_, V> {
    /// Every number must be `bound` or more.
    pub fn at_least(mut self, bound: f64) -> Self {
        self.range.lower = Some(Bound { value: bound, inclusive: true });
        self
    }

    /// Every number must be more than `bound`.
    pub fn more_than(mut self, bound: f64) -> Self {
        self.range.lower = Some(Bound { value: bound, inclusive: false });
        self
    }

    /// Every number must be `bound` or less.
    pub fn at_most(mut self, bound: f64) -> Self {
        self.range.upper = Some(Bound { value: bound, inclusive: true });
        self
    }

    /// Every number must be less than `bound`.
    pub fn less_than(mut self, bound: f64) -> Self {
        self.range.upper = Some(Bound { value: bound, inclusive: false });
        self
    }
}

impl Parameter<'_, '_, Vec<f64>> {
    /// The vector must have that many elements; a single number fills it.
    pub fn length(mut self, length: usize) -> Self {
        self.length = Some(length);
        self
    }
}

/// A parameter whose value is one of a few words; ends with
/// [`required`](Self::required) or [`default`](Self::default).
///
/// ```
/// # use simobject::*;
/// # fn ask<T: SimObject>(c: &mut Creator<'_, T>) {
/// #[derive(Clone, Copy)]
/// enum Acts { BothWays, InTension }
/// let acts = c
///     .choice("Acts", [("BothWays", Acts::BothWays), ("InTension", Acts::InTension)])
///     .doc("Whether the spring pushes when compressed")
///     .default("BothWays");
/// # }
/// ```
#[must_use = "end with `required` or `default`"]
pub struct Choice<'c, 'a, V, const M: usize> {
    session: &'c mut Session<'a>,
    name: Text,
    doc: Text,
    options: [(&'static str, V); M],
}

impl<'c, 'a, V: Clone, const M: usize> Choice<'c, 'a, V, M> {
    pub(crate) fn new(session: &'c mut Session<'a>, name: Text, options: [(&'static str, V); M]) -> Self {
        const { assert!(M > 0, "a choice needs options") };
        Self { session, name, doc: Text::default(), options }
    }

    /// One line for the reader of the reference.
    pub fn doc(mut self, doc: impl Into<Text>) -> Self {
        self.doc = doc.into();
        self
    }

    /// The option that the scenario must name; the first one stands in if it does not.
    pub fn required(self) -> V {
        if self.session.argument(&self.name).is_none() {
            let message = format!("parameter `{}` is missing", self.name);
            let advice = self.expected();
            self.session.fault(Subject::MissingParameter(self.name.clone()), message, advice);
        }
        let first = self.options[0].0;
        self.finish(first, Requirement::Required)
    }

    /// The option that the scenario names, or the one of this name.
    ///
    /// # Panics
    /// If there is no option of this name.
    pub fn default(self, default: &'static str) -> V {
        self.finish(default, Requirement::Default(default.to_owned()))
    }

    fn finish(self, fallback: &'static str, requirement: Requirement) -> V {
        let word = self.session.argument(&self.name).map_or(fallback, str::trim);
        let value = self.find(word).or_else(|| {
            let message = format!("parameter `{}`: `{}` is not one of its values", self.name, clip(word));
            let advice = self.expected();
            self.session.fault(Subject::Parameter(self.name.clone()), message, advice);
            self.find(fallback)
        });
        let kind = self.kind();
        self.session.parameter(ParameterDeclaration {
            name: self.name,
            unit: Text::default(),
            doc: self.doc,
            kind,
            requirement,
            range: None,
            numbers: Vec::new(),
        });
        value.unwrap_or_else(|| panic!("the default `{fallback}` is not one of the options"))
    }

    fn find(&self, word: &str) -> Option<V> {
        self.options.iter().find(|(name, _)| *name == word).map(|(_, value)| value.clone())
    }

    fn kind(&self) -> String {
        let names: Vec<_> = self.options.iter().map(|(name, _)| *name).collect();
        format!("one of {}", names.join(", "))
    }

    fn expected(&self) -> String {
        format!("expected: {}", self.kind())
    }
}

#[derive(Clone, Copy, Default)]
struct Range {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Clone, Copy)]
struct Bound {
    value: f64,
    inclusive: bool,
}

impl Range {
    fn holds(&self, number: f64) -> bool {
        let above = self.lower.is_none_or(|b| number > b.value || (b.inclusive && number == b.value));
        let below = self.upper.is_none_or(|b| number < b.value || (b.inclusive && number == b.value));
        above && below
    }

    fn stand_in(&self) -> f64 {
        match self.lower {
            Some(bound) if bound.inclusive => bound.value,
            Some(bound) => match self.upper {
                Some(upper) => 0.5 * (bound.value + upper.value),
                None => bound.value + 1.0,
            },
            None if self.holds(1.0) => 1.0,
            None => self.upper.map_or(1.0, |b| if b.inclusive { b.value } else { b.value - 1.0 }),
        }
    }

    fn words(&self) -> Option<String> {
        let lower = self.lower.map(|b| format!("{} {}", if b.inclusive { "at least" } else { "more than" }, b.value));
        let upper = self.upper.map(|b| format!("{} {}", if b.inclusive { "at most" } else { "less than" }, b.value));
        match (lower, upper) {
            (Some(lower), Some(upper)) => Some(format!("{lower} and {upper}")),
            (lower, upper) => lower.or(upper),
        }
    }
}
