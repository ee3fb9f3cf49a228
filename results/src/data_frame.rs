//! Columns of equal length.

/// Columns of equal length, each with a name of its own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DataFrame {
    /// The columns, in their order.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name, without the unit.
    pub name: String,
    /// SI unit; empty for a pure number, and for what is none.
    pub unit: String,
    /// A value a row.
    pub values: Values,
}

/// The values of a column; none where a row has no value.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Doubles.
    Numbers(Vec<Option<f64>>),
    /// Whole numbers.
    Integers(Vec<Option<i64>>),
    /// Texts.
    Texts(Vec<Option<String>>),
}

impl Values {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number in a row; none where there is none, and of a text.
    ///
    /// # Panics
    /// There is no such row.
    pub fn number(&self, row: usize) -> Option<f64> {
        match self {
            Self::Numbers(values) => values[row],
            Self::Integers(values) => values[row].map(|value| value as f64),
            Self::Texts(_) => None,
        }
    }
}

impl DataFrame {
    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The positions of the columns of a signal: that of this name, or all of
    /// its elements, as `B.Pos[0]` is one of `B.Pos`.
    pub fn find(&self, signal: &str) -> Vec<usize> {
        (0..self.columns.len()).filter(|index| is_of(&self.columns[*index].name, signal)).collect()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }
}

/// Whether a column is a signal, or an element of it.
pub(crate) fn is_of(column: &str, signal: &str) -> bool {
    column.strip_prefix(signal).is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
}

impl From<Vec<Column>> for DataFrame {
    fn from(columns: Vec<Column>) -> Self {
        Self { columns }
    }
}
