//! Asking for a parameter.

use std::marker::PhantomData;

use crate::abi;
use crate::host_calls::HostCalls;
use crate::text::Text;
use crate::value::{Matrix, Numeric, Value};

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
pub struct Parameter<'a, V> {
    host: HostCalls<'a>,
    name: Text,
    unit: Text,
    doc: Text,
    request: abi::Parameter,
    value: PhantomData<V>,
}

impl<'a, V: Value> Parameter<'a, V> {
    pub(crate) fn new(host: HostCalls<'a>, name: Text) -> Self {
        let request = abi::Parameter { kind: V::KIND, length: V::LENGTH, ..abi::Parameter::NOTHING };
        Self { host, name, unit: Text::default(), doc: Text::default(), request, value: PhantomData }
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
    ///
    /// # Panics
    /// If the host gives no value.
    pub fn required(self) -> V {
        let Some(value) = self.ask(abi::REQUIREMENT_REQUIRED, None) else { panic!("the host gave no value") };
        value
    }

    /// The value, or this one if the scenario gives none.
    pub fn default(self, default: V) -> V {
        self.ask(abi::REQUIREMENT_DEFAULT, Some(&default)).unwrap_or(default)
    }

    /// The value, if the scenario gives one; a stand-in, if it is wrong.
    pub fn optional(self) -> Option<V> {
        self.ask(abi::REQUIREMENT_OPTIONAL, None)
    }

    fn ask(mut self, requirement: u32, default: Option<&V>) -> Option<V> {
        self.request.name = abi::Text::of(&self.name);
        self.request.unit = abi::Text::of(&self.unit);
        self.request.doc = abi::Text::of(&self.doc);
        self.request.requirement = requirement;
        if let Some(default) = default {
            default.as_default(&mut self.request);
        }
        self.host.parameter(&self.request, V::take)
    }
}

impl<V: Numeric> Parameter<'_, V> {
    /// Every number must be `bound` or more.
    pub fn at_least(self, bound: f64) -> Self {
        self.lower(bound, abi::BOUND_LOWER)
    }

    /// Every number must be more than `bound`.
    pub fn more_than(self, bound: f64) -> Self {
        self.lower(bound, abi::BOUND_LOWER | abi::BOUND_LOWER_EXCLUDED)
    }

    /// Every number must be `bound` or less.
    pub fn at_most(self, bound: f64) -> Self {
        self.upper(bound, abi::BOUND_UPPER)
    }

    /// Every number must be less than `bound`.
    pub fn less_than(self, bound: f64) -> Self {
        self.upper(bound, abi::BOUND_UPPER | abi::BOUND_UPPER_EXCLUDED)
    }

    fn lower(mut self, bound: f64, flags: u32) -> Self {
        self.request.lower = bound;
        self.request.bounds = self.request.bounds & !(abi::BOUND_LOWER | abi::BOUND_LOWER_EXCLUDED) | flags;
        self
    }

    fn upper(mut self, bound: f64, flags: u32) -> Self {
        self.request.upper = bound;
        self.request.bounds = self.request.bounds & !(abi::BOUND_UPPER | abi::BOUND_UPPER_EXCLUDED) | flags;
        self
    }
}

impl Parameter<'_, f64> {
    /// It is the acceleration of gravity, which pulls that way where it is
    /// positive: a scenario in which it pulls upwards is told so.
    pub fn gravity(mut self, towards: Towards) -> Self {
        self.request.gravity = match towards {
            Towards::Z => abi::GRAVITY_TOWARDS_Z,
            Towards::MinusZ => abi::GRAVITY_AGAINST_Z,
        };
        self
    }
}

impl Parameter<'_, [f64; 3]> {
    /// It is the acceleration of gravity, a vector in the scenario's frame: a
    /// scenario in which it pulls upwards is told so.
    pub fn gravity_vector(mut self) -> Self {
        self.request.gravity = abi::GRAVITY_TOWARDS_Z;
        self
    }
}

/// A direction along the z axis of the scenario's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Towards {
    /// Towards +z.
    Z,
    /// Towards -z.
    MinusZ,
}

impl Parameter<'_, Vec<f64>> {
    /// The vector must have that many elements; a single number fills it.
    pub fn length(mut self, length: usize) -> Self {
        self.request.length = length;
        self
    }
}

impl Parameter<'_, Matrix> {
    /// The matrix must have that many rows.
    pub fn rows(mut self, rows: usize) -> Self {
        self.request.rows = rows;
        self
    }

    /// The matrix must have that many columns.
    pub fn columns(mut self, columns: usize) -> Self {
        self.request.columns = columns;
        self
    }

    /// The matrix must have as many rows as columns: `.square().rows(n)` is n x n.
    pub fn square(mut self) -> Self {
        self.request.flags |= abi::PARAMETER_SQUARE;
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
pub struct Choice<'a, V, const M: usize> {
    host: HostCalls<'a>,
    name: Text,
    doc: Text,
    options: [(&'static str, V); M],
}

impl<'a, V, const M: usize> Choice<'a, V, M> {
    pub(crate) fn new(host: HostCalls<'a>, name: Text, options: [(&'static str, V); M]) -> Self {
        const { assert!(M > 0, "a choice needs options") };
        Self { host, name, doc: Text::default(), options }
    }

    /// One line for the reader of the reference.
    pub fn doc(mut self, doc: impl Into<Text>) -> Self {
        self.doc = doc.into();
        self
    }

    /// The option that the scenario must name; the first one stands in if it does not.
    pub fn required(self) -> V {
        self.ask(abi::REQUIREMENT_REQUIRED, 0)
    }

    /// The option that the scenario names, or the one of this name.
    ///
    /// # Panics
    /// If there is no option of this name.
    pub fn default(self, default: &'static str) -> V {
        let Some(position) = self.options.iter().position(|(name, _)| *name == default) else {
            panic!("the default `{default}` is not one of the options")
        };
        self.ask(abi::REQUIREMENT_DEFAULT, position)
    }

    fn ask(self, requirement: u32, default: usize) -> V {
        let names = self.options.each_ref().map(|(name, _)| abi::Text::of(name));
        let request = abi::Parameter {
            kind: abi::PARAMETER_CHOICE,
            name: abi::Text::of(&self.name),
            doc: abi::Text::of(&self.doc),
            requirement,
            options: names.as_ptr(),
            option_count: M,
            default_whole: default as u64,
            ..abi::Parameter::NOTHING
        };
        let chosen = self.host.parameter(&request, |value| value.whole as usize).unwrap_or(default);
        let chosen = self.options.into_iter().nth(chosen);
        let Some((_, value)) = chosen else { panic!("the host chose what is not an option") };
        value
    }
}
