//! Tables as Parquet files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::{Column, DataFrame, Values};

/// Of so many values a column is a row group made, which is encoded in memory.
const GROUP: usize = 128 * 1024;

/// The key of a file's metadata with the units: a JSON object, unit by column.
const UNITS: &str = "units";

impl DataFrame {
    /// Writes a Parquet file: columns of doubles, 64-bit integers and UTF-8
    /// texts, all of which may be without a value, compressed with Snappy. The
    /// key `units` of its metadata holds a JSON object with the units by column.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_parquet(&self, output: impl Write + Send) -> io::Result<()> {
        let mut writer = self.begin_parquet(output).map_err(in_words)?;
        for begin in (0..self.rows()).step_by(GROUP) {
            self.write_group(&mut writer, begin..self.rows().min(begin + GROUP)).map_err(in_words)?;
        }
        writer.close().map(drop).map_err(in_words)
    }

    /// Begins a file with these columns, without rows.
    pub(crate) fn begin_parquet<W: Write + Send>(&self, output: W) -> Result<SerializedFileWriter<W>, ParquetError> {
        let units = self.columns.iter().filter(|column| !column.unit.is_empty());
        let units: BTreeMap<&str, &str> = units.map(|column| (column.name.as_str(), column.unit.as_str())).collect();
        let units = serde_json::to_string(&units).map_err(|error| ParquetError::External(Box::new(error)))?;
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("bowline ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(vec![KeyValue::new(UNITS.to_owned(), units)]));
        for column in self.columns.iter().filter(|column| matches!(column.values, Values::Texts(_))) {
            let path = ColumnPath::from(vec![column.name.clone()]);
            properties = properties.set_column_dictionary_enabled(path, true);
        }
        SerializedFileWriter::new(output, self.schema()?, Arc::new(properties.build()))
    }

    /// Adds rows as a row group.
    pub(crate) fn write_group<W: Write + Send>(
        &self,
        writer: &mut SerializedFileWriter<W>,
        rows: Range<usize>,
    ) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        for column in &self.columns {
            let Some(mut chunk) = group.next_column()? else { break };
            match &column.values {
                Values::Numbers(values) => write_chunk::<DoubleType, _>(&mut chunk, &values[rows.clone()], |v| *v)?,
                Values::Integers(values) => write_chunk::<Int64Type, _>(&mut chunk, &values[rows.clone()], |v| *v)?,
                Values::Texts(values) => {
                    write_chunk::<ByteArrayType, _>(&mut chunk, &values[rows.clone()], |v| v.as_str().into())?;
                }
            }
            chunk.close()?;
        }
        group.close().map(drop)
    }

    fn schema(&self) -> Result<TypePtr, ParquetError> {
        let field = |column: &Column| {
            let (physical, logical) = match column.values {
                Values::Numbers(_) => (PhysicalType::DOUBLE, None),
                Values::Integers(_) => (PhysicalType::INT64, None),
                Values::Texts(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            };
            let field = Type::primitive_type_builder(&column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical);
            field.build().map(Arc::new)
        };
        let fields = self.columns.iter().map(field).collect::<Result<_, _>>()?;
        Type::group_type_builder("schema").with_fields(fields).build().map(Arc::new)
    }

    /// Reads a Parquet file of columns of numbers and texts, whoever wrote it.
    ///
    /// # Errors
    /// It is none; or a column holds something else, such as a list.
    pub fn read_parquet(file: File) -> io::Result<Self> {
        let reader = SerializedFileReader::new(file).map_err(in_words)?;
        let metadata = reader.metadata().file_metadata();
        let mut known = metadata.key_value_metadata().into_iter().flatten().filter(|known| known.key == UNITS);
        let units = known.next().and_then(|units| serde_json::from_str(units.value.as_deref()?).ok());
        let units: BTreeMap<String, String> = units.unwrap_or_default();
        let mut columns = Vec::new();
        for field in metadata.schema_descr().columns() {
            let name = field.path().string();
            let refuse = |kind: &str| invalid(&format!("the column `{name}` holds {kind}, not numbers or texts"));
            if field.max_rep_level() > 0 {
                return Err(refuse("lists"));
            }
            let values = match field.physical_type() {
                PhysicalType::DOUBLE | PhysicalType::FLOAT => Values::Numbers(Vec::new()),
                PhysicalType::INT32 | PhysicalType::INT64 | PhysicalType::BOOLEAN => Values::Integers(Vec::new()),
                PhysicalType::BYTE_ARRAY => Values::Texts(Vec::new()),
                kind => return Err(refuse(&kind.to_string())),
            };
            let unit = units.get(&name).cloned().unwrap_or_default();
            columns.push(Column { name, unit, values });
        }
        // Opening a row group takes a while for each of its columns: open each
        // once.
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).map_err(in_words)?;
            let rows = group.metadata().num_rows() as usize;
            for (index, (column, field)) in columns.iter_mut().zip(metadata.schema_descr().columns()).enumerate() {
                let chunk = group.get_column_reader(index).map_err(in_words)?;
                column.values.read_chunk(chunk, rows, field.max_def_level()).map_err(in_words)?;
            }
        }
        Ok(columns.into())
    }
}

/// The names of the columns of a Parquet file.
///
/// # Errors
/// It cannot be read, or is none.
pub fn parquet_names(path: &Path) -> io::Result<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(path)?).map_err(in_words)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns().iter();
    Ok(columns.map(|column| column.path().string()).collect())
}

impl Values {
    fn read_chunk(&mut self, chunk: ColumnReader, rows: usize, levels: i16) -> Result<(), ParquetError> {
        match (self, chunk) {
            (Self::Numbers(to), ColumnReader::DoubleColumnReader(from)) => extend(to, from, rows, levels, |v| Ok(*v)),
            (Self::Numbers(to), ColumnReader::FloatColumnReader(from)) => {
                extend(to, from, rows, levels, |v| Ok(f64::from(*v)))
            }
            (Self::Integers(to), ColumnReader::Int64ColumnReader(from)) => extend(to, from, rows, levels, |v| Ok(*v)),
            (Self::Integers(to), ColumnReader::Int32ColumnReader(from)) => {
                extend(to, from, rows, levels, |v| Ok(i64::from(*v)))
            }
            (Self::Integers(to), ColumnReader::BoolColumnReader(from)) => {
                extend(to, from, rows, levels, |v| Ok(i64::from(*v)))
            }
            (Self::Texts(to), ColumnReader::ByteArrayColumnReader(from)) => {
                extend(to, from, rows, levels, |v| v.as_utf8().map(str::to_owned))
            }
            _ => Err(ParquetError::General("a column holds another type than the file says".to_owned())),
        }
    }
}

/// Adds columns of numbers, which all have every row, as a row group.
pub(crate) fn write_numbers<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &[Vec<f64>],
) -> Result<(), ParquetError> {
    let levels = vec![1; columns.first().map_or(0, Vec::len)];
    let mut group = writer.next_row_group()?;
    for column in columns {
        let Some(mut chunk) = group.next_column()? else { break };
        chunk.typed::<DoubleType>().write_batch(column, Some(&levels), None)?;
        chunk.close()?;
    }
    group.close().map(drop)
}

fn write_chunk<T: DataType, V>(
    chunk: &mut SerializedColumnWriter<'_>,
    rows: &[Option<V>],
    convert: impl Fn(&V) -> T::T,
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = rows.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = rows.iter().flatten().map(convert).collect();
    chunk.typed::<T>().write_batch(&values, Some(&levels), None).map(drop)
}

fn extend<T: DataType, V>(
    to: &mut Vec<Option<V>>,
    mut from: ColumnReaderImpl<T>,
    rows: usize,
    max_level: i16,
    convert: impl Fn(&T::T) -> Result<V, ParquetError>,
) -> Result<(), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    from.read_records(rows, Some(&mut levels), None, &mut values)?;
    let mut values = values.iter();
    for row in 0..rows {
        let is_there = max_level == 0 || levels.get(row) == Some(&max_level);
        to.push(if is_there { values.next().map(&convert).transpose()? } else { None });
    }
    Ok(())
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

/// What the disk says stays what it is.
pub(crate) fn in_words(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(reason) => match reason.downcast::<io::Error>() {
            Ok(reason) => *reason,
            Err(reason) => invalid(&reason.to_string()),
        },
        ParquetError::EOF(message) | ParquetError::General(message) | ParquetError::NYI(message) => invalid(&message),
        other => invalid(&other.to_string()),
    }
}
