//! The columns of the results.

use std::sync::Arc;

use simobject_host::{Place, Role};

use super::calculated::Calculated;
use super::layout::Layout;
use super::signal_id::SignalId;
use super::{Model, Object};
use crate::workspace::Workspace;

/// One column of the results: one number of a signal, or a calculation of such numbers. The model knows its name and
/// unit ([`Model::column_name`], [`Model::column_unit`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Column(Content);

/// What a column has. There may be millions of them, nearly all of which are numbers under their own names: these are
/// kept small.
#[derive(Debug, Clone, PartialEq)]
enum Content {
    Number(Number),
    /// A number under another name.
    Named(Box<(String, Number)>),
    Calculated(Arc<Calculated>),
}

const _: () = assert!(size_of::<Column>() <= 32, "there may be millions of them");

/// One number of a signal.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The signal.
    pub(crate) id: SignalId,
    element: u32,
    source: Source,
}

/// Where a number lies.
#[derive(Debug, Clone, PartialEq)]
enum Source {
    /// An element of the state vector, or a discrete value.
    State(u32),
    /// A place of the workspace behind the state vector.
    Signal(u32),
    /// An element of a sum: the places that it adds up.
    #[expect(clippy::box_collection, reason = "half as large as a boxed slice")]
    Sum(Box<Vec<u32>>),
}

impl Number {
    /// Its value in a workspace that has been evaluated.
    pub(super) fn value(&self, workspace: &Workspace) -> f64 {
        match &self.source {
            Source::State(place) | Source::Signal(place) => workspace.values[*place as usize],
            Source::Sum(places) => places.iter().map(|place| workspace.values[*place as usize]).sum(),
        }
    }

    /// Which of the signal's numbers.
    pub fn element(&self) -> usize {
        self.element as usize
    }

    /// The place of a state, or of a discrete value.
    pub(crate) fn state(&self) -> Option<u32> {
        if let Source::State(place) = self.source { Some(place) } else { None }
    }
}

impl Column {
    /// Its value at a time, s, in a workspace that has been evaluated for that time.
    pub fn value(&self, time: f64, workspace: &Workspace) -> f64 {
        match &self.0 {
            Content::Number(number) => number.value(workspace),
            Content::Named(named) => named.1.value(workspace),
            Content::Calculated(calculated) => calculated.value(time, workspace),
        }
    }

    /// A calculation of numbers.
    pub fn calculated(calculated: Calculated) -> Self {
        Self(Content::Calculated(Arc::new(calculated)))
    }

    /// A number under another name.
    pub fn named(number: Number, name: String) -> Self {
        Self(Content::Named(Box::new((name, number))))
    }

    /// The numbers of signals of which it is made.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        let (one, several) = match &self.0 {
            Content::Number(number) => (Some(number), None),
            Content::Named(named) => (Some(&named.1), None),
            Content::Calculated(calculated) => (None, Some(calculated.numbers())),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }

    /// What it is calculated by, if a formula does so.
    pub(super) fn formula(&self) -> Option<&Arc<Calculated>> {
        match &self.0 {
            Content::Calculated(calculated) if !calculated.is_conversion => Some(calculated),
            _ => None,
        }
    }

    /// The name that it has, where that is not the one of its number.
    pub(super) fn given_name(&self) -> Option<&str> {
        match &self.0 {
            Content::Number(_) => None,
            Content::Named(named) => Some(&named.0),
            Content::Calculated(calculated) => Some(&calculated.name),
        }
    }

    /// The number that it is as it stands.
    fn number(&self) -> Option<&Number> {
        match &self.0 {
            Content::Number(number) => Some(number),
            Content::Named(named) => Some(&named.1),
            Content::Calculated(_) => None,
        }
    }

    /// Whether it can be read without an evaluation.
    pub fn is_state(&self) -> bool {
        self.formula().is_none() && self.numbers().all(|number| number.state().is_some())
    }
}

impl Model {
    /// The element of the state vector that a column is, if it is one.
    pub fn state_of(&self, column: &Column) -> Option<usize> {
        let place = column.number()?.state()? as usize;
        Some(place).filter(|state| *state < self.state_count())
    }

    /// A column's name: `Object.Signal`, with `[i]` if the signal is wide; or the one that the scenario gives it.
    pub fn column_name(&self, column: &Column) -> String {
        match &column.0 {
            Content::Number(number) => self.element_name(number.id, number.element()),
            Content::Named(named) => named.0.clone(),
            Content::Calculated(calculated) => calculated.name.clone(),
        }
    }

    /// The magnitude in units of which its absolute tolerance is: that of a state, else one SI unit.
    pub fn column_nominal(&self, column: &Column) -> f64 {
        match &column.0 {
            Content::Calculated(calculated) => calculated.nominal,
            Content::Number(number) => nominal(number, &self.nominal),
            Content::Named(named) => nominal(&named.1, &self.nominal),
        }
    }

    /// A column's unit, empty for a pure number: the SI unit of its signal, or the one that the scenario asks for.
    pub fn column_unit<'a>(&'a self, column: &'a Column) -> &'a str {
        match &column.0 {
            Content::Calculated(calculated) => &calculated.unit,
            Content::Number(Number { id, .. }) => self.unit_of(*id),
            Content::Named(named) => self.unit_of(named.1.id),
        }
    }

    fn unit_of(&self, id: SignalId) -> &str {
        &self.objects[id.object as usize].interface.signals[id.signal as usize].unit
    }
}

/// The magnitude of a number, where those of the states are given: else 1.
pub fn nominal(number: &Number, of_states: &[f64]) -> f64 {
    number.state().and_then(|place| of_states.get(place as usize).copied()).unwrap_or(1.0)
}

/// The numbers that are elements of a signal.
pub fn numbers(
    object: &Object,
    layout: &Layout,
    id: SignalId,
    elements: impl Iterator<Item = u32>,
) -> impl Iterator<Item = Number> {
    let is_sum = object.interface.signals[id.signal as usize].role == Role::Sum;
    let Place { first, count } = layout.place(id);
    elements.map(move |element| {
        let source = if is_sum {
            let places = &layout.summed[first as usize..(first + count) as usize];
            Source::Sum(Box::new(places.iter().map(|place| place + element).collect()))
        } else if (first as usize) < layout.discrete.all.end {
            Source::State(first + element)
        } else {
            Source::Signal(first + element)
        };
        Number { id, element, source }
    })
}

impl From<Number> for Column {
    fn from(number: Number) -> Self {
        Self(Content::Number(number))
    }
}
