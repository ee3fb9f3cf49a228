//! Tables as comma-separated values.

use std::collections::HashSet;
use std::io::{self, ErrorKind, Write};

use bowline_decimal::Decimal;

use crate::{Column, DataFrame, Values};

/// What stands in the first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Header {
    /// Names alone.
    #[default]
    Names,
    /// Names with units, as in `B.Pos [m]`; a pure number has none.
    NamesAndUnits,
}

impl Header {
    /// What is written above a column.
    pub fn of(self, name: &str, unit: &str) -> String {
        match self {
            Self::NamesAndUnits if !unit.is_empty() => format!("{name} [{unit}]"),
            _ => name.to_owned(),
        }
    }
}

impl DataFrame {
    /// Writes comma-separated values: a line of names, then a line a row.
    /// Numbers are the shortest that read back as the same double; where there
    /// is no value there is nothing.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_csv(&self, output: impl Write, header: Header) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(output);
        writer.write_record(self.columns.iter().map(|column| header.of(&column.name, &column.unit)))?;
        let (mut double, mut fields) = (Decimal::new(), csv::StringRecord::new());
        for row in 0..self.rows() {
            fields.clear();
            for column in &self.columns {
                match &column.values {
                    Values::Numbers(values) => fields.push_field(values[row].map_or("", |v| double.of(v))),
                    Values::Integers(values) => {
                        fields.push_field(&values[row].map_or(String::new(), |v| v.to_string()))
                    }
                    Values::Texts(values) => fields.push_field(values[row].as_deref().unwrap_or_default()),
                }
            }
            writer.write_record(&fields)?;
        }
        writer.flush()
    }

    /// Reads comma-separated values with a line of names, perhaps with units as
    /// [`Header::NamesAndUnits`] writes them. A column holds integers or numbers
    /// if all that stands in it is that, else texts.
    ///
    /// # Errors
    /// In words, with the line: a row that has more or fewer values than there
    /// are names, a name that is there twice, no names at all.
    pub fn read_csv(text: &[u8]) -> io::Result<Self> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut reader = csv::Reader::from_reader(text);
        let names = reader.headers().map_err(in_words)?.clone();
        if names.is_empty() {
            return Err(invalid("it is empty: the first line has the names of the columns"));
        }
        let mut kinds = vec![Kind::Integers; names.len()];
        let (mut record, mut rows) = (csv::StringRecord::new(), 0);
        while reader.read_record(&mut record).map_err(in_words)? {
            kinds.iter_mut().zip(&record).for_each(|(kind, field)| *kind = kind.with(field));
            rows += 1;
        }
        let mut columns: Vec<Column> =
            names.iter().zip(&kinds).map(|(name, kind)| column(name, kind.values(rows))).collect();
        let mut seen = HashSet::new();
        if let Some(twice) = columns.iter().find(|column| !seen.insert(&column.name)) {
            return Err(invalid(&format!("two columns are called `{}`", twice.name)));
        }
        let mut reader = csv::Reader::from_reader(text);
        while reader.read_record(&mut record).map_err(in_words)? {
            columns.iter_mut().zip(&record).for_each(|(column, field)| column.values.push(field));
        }
        Ok(columns.into())
    }
}

/// What all fields of a column can be read as; the first is the narrowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Integers,
    Numbers,
    Texts,
}

impl Kind {
    /// The kind with one more field.
    fn with(self, field: &str) -> Self {
        let needs = match field {
            "" => Self::Integers,
            // An integer has no sign of zero.
            "-0" => Self::Numbers,
            _ if self == Self::Integers && field.parse::<i64>().is_ok() => Self::Integers,
            _ if self <= Self::Numbers && field.parse::<f64>().is_ok() => Self::Numbers,
            _ => Self::Texts,
        };
        self.max(needs)
    }

    /// No values yet, with room for so many.
    fn values(self, rows: usize) -> Values {
        match self {
            Self::Integers => Values::Integers(Vec::with_capacity(rows)),
            Self::Numbers => Values::Numbers(Vec::with_capacity(rows)),
            Self::Texts => Values::Texts(Vec::with_capacity(rows)),
        }
    }
}

impl Values {
    /// Adds what a field holds, of which the kind is known.
    fn push(&mut self, field: &str) {
        match self {
            Self::Integers(values) => values.push(field.parse().ok()),
            Self::Numbers(values) => values.push(field.parse().ok()),
            Self::Texts(values) => values.push(Some(field.to_owned()).filter(|text| !text.is_empty())),
        }
    }
}

/// A column with the name and the unit that stand above it.
fn column(above: &str, values: Values) -> Column {
    let with_unit = above.strip_suffix(']').and_then(|above| above.rsplit_once(" ["));
    let (name, unit) = with_unit.unwrap_or((above, ""));
    Column { name: name.to_owned(), unit: unit.to_owned(), values }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

fn in_words(error: csv::Error) -> io::Error {
    let line = |position: &Option<csv::Position>| position.as_ref().map_or(1, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            invalid(&format!("line {}: there are {len} values, but {expected_len} names of columns", line(pos)))
        }
        csv::ErrorKind::Utf8 { pos, .. } => invalid(&format!("line {}: it is no UTF-8 text", line(pos))),
        _ => error.into(),
    }
}
