//! The columns of the results.

use simobject_host::{Place, Role};

use super::layout::Layout;
use super::signal_id::SignalId;
use super::{Model, Object};
use crate::workspace::Workspace;

/// One column of the results: one number of a signal. Its name and unit are
/// the model's to tell ([`Model::column_name`], [`Model::column_unit`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    id: SignalId,
    element: u32,
    source: ColumnSource,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq)]
enum ColumnSource {
    /// An element of the state vector, or a discrete value.
    State(u32),
    /// A place of the workspace behind the state vector.
    Signal(u32),
    /// An element of a sum: the places that it adds up. They are few, so that the
    /// others, of which there may be millions, are kept small.
    #[expect(clippy::box_collection, reason = "half as large as a boxed slice")]
    Sum(Box<Vec<u32>>),
    /// One of these under another name.
    Named(Box<(String, ColumnSource)>),
}

impl ColumnSource {
    fn value(&self, workspace: &Workspace) -> f64 {
        match self {
            Self::State(place) | Self::Signal(place) => workspace.values[*place as usize],
            Self::Sum(places) => places.iter().map(|place| workspace.values[*place as usize]).sum(),
            Self::Named(named) => named.1.value(workspace),
        }
    }

    /// The place of a state.
    fn state(&self) -> Option<u32> {
        match self {
            Self::State(place) => Some(*place),
            Self::Signal(_) | Self::Sum(_) => None,
            Self::Named(named) => named.1.state(),
        }
    }
}

impl Column {
    /// Its value in a workspace that has been evaluated.
    pub fn value(&self, workspace: &Workspace) -> f64 {
        self.source.value(workspace)
    }

    /// The same under the name of a port of an instance.
    pub(crate) fn named(self, name: &str, is_wide: bool) -> Self {
        let name = if is_wide { format!("{name}[{}]", self.element) } else { name.to_owned() };
        Self { source: ColumnSource::Named(Box::new((name, self.source))), ..self }
    }

    /// The signal of which it is a number.
    pub(crate) fn id(&self) -> SignalId {
        self.id
    }

    /// Which of the signal's numbers.
    pub(super) fn element(&self) -> usize {
        self.element as usize
    }

    /// Whether it can be read without an evaluation.
    pub fn is_state(&self) -> bool {
        self.source.state().is_some()
    }
}

impl Model {
    /// The element of the state vector that a column is, if it is one.
    pub fn state_of(&self, column: &Column) -> Option<usize> {
        let place = column.source.state()? as usize;
        Some(place).filter(|state| *state < self.state_count())
    }

    /// A column's name: `Object.Signal`, with `[i]` if the signal is wide.
    pub fn column_name(&self, column: &Column) -> String {
        match &column.source {
            ColumnSource::Named(named) => named.0.clone(),
            _ => self.element_name(column.id, column.element as usize),
        }
    }

    /// The magnitude in units of which its absolute tolerance is: that of a state, else 1.
    pub fn column_nominal(&self, column: &Column) -> f64 {
        let nominal = column.source.state().and_then(|place| self.nominal.get(place as usize).copied());
        nominal.unwrap_or(1.0)
    }

    /// A column's SI unit, empty for a pure number.
    pub fn column_unit(&self, column: &Column) -> &str {
        &self.objects[column.id.object as usize].interface.signals[column.id.signal as usize].unit
    }
}

/// Appends columns for elements of a signal.
pub(crate) fn push(
    columns: &mut Vec<Column>,
    object: &Object,
    layout: &Layout,
    id: SignalId,
    elements: impl Iterator<Item = u32>,
) {
    let signal = &object.interface.signals[id.signal as usize];
    let Place { first, count } = layout.place(id);
    for element in elements {
        let source = if signal.role == Role::Sum {
            let places = &layout.summed[first as usize..(first + count) as usize];
            ColumnSource::Sum(Box::new(places.iter().map(|place| place + element).collect()))
        } else if (first as usize) < layout.discrete.all.end {
            ColumnSource::State(first + element)
        } else {
            ColumnSource::Signal(first + element)
        };
        columns.push(Column { id, element, source });
    }
}
