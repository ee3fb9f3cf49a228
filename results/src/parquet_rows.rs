//! Rows in a Parquet file, as they come.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};

use crate::parquet_columns::in_words;
use crate::{Column, DataFrame, Values};

/// A row group is full with so many numbers: 16 MiB of them are held.
const FULL: usize = 1024 * 1024;

/// What a Parquet file begins with.
const MAGIC: u64 = 4;

/// Rows of numbers on their way into a Parquet file that is whole after each
/// [`flush`](Self::flush), not only at its end: who finds it after a crash reads
/// the rows up to there.
///
/// A Parquet file ends in a footer that says where its row groups lie. Behind
/// the row groups that are full lies one with the rows since, and a footer: each
/// flush replaces these two, in one write. Memory is bounded by one row group.
#[derive(Debug)]
pub struct ParquetRows {
    file: File,
    /// The rows behind the full row groups.
    gathered: DataFrame,
    /// How many rows are a full row group.
    full: usize,
    /// The full row groups, and where they end, bytes.
    groups: Vec<RowGroupMetaData>,
    end: u64,
    /// What the file holds behind them, to be put back if it cannot be replaced.
    tail: Vec<u8>,
    /// Rows in full row groups, and in the file.
    rows_in_groups: usize,
    rows: u64,
}

impl ParquetRows {
    /// Writes an empty table in the place of what a file holds; columns are
    /// names and SI units.
    ///
    /// # Errors
    /// It cannot be written, as into a pipe.
    pub fn begin<'a>(mut file: File, columns: impl IntoIterator<Item = (&'a str, &'a str)>) -> io::Result<Self> {
        let column = |(name, unit): (&str, &str)| Column {
            name: name.to_owned(),
            unit: unit.to_owned(),
            values: Values::Numbers(Vec::new()),
        };
        let gathered = DataFrame::from(columns.into_iter().map(column).collect::<Vec<_>>());
        let full = (FULL / gathered.columns.len().max(1)).max(1);
        file.set_len(0)?;
        file.write_all(b"PAR1")?;
        let (groups, tail) = (Vec::new(), Vec::new());
        let mut rows = Self { file, gathered, full, groups, end: MAGIC, tail, rows_in_groups: 0, rows: 0 };
        rows.flush()?;
        Ok(rows)
    }

    /// How many rows the file holds.
    pub fn count(&self) -> u64 {
        self.rows
    }

    /// Takes a row: a number for each column.
    ///
    /// # Errors
    /// Rows could not be written.
    pub fn row(&mut self, numbers: impl IntoIterator<Item = f64>) -> io::Result<()> {
        for (column, number) in self.gathered.columns.iter_mut().zip(numbers) {
            if let Values::Numbers(values) = &mut column.values {
                values.push(Some(number));
            }
        }
        if self.gathered.rows() >= self.full { self.flush() } else { Ok(()) }
    }

    /// Writes all rows: the file is a whole one.
    ///
    /// # Errors
    /// They could not be written; the file holds those before.
    pub fn flush(&mut self) -> io::Result<()> {
        let rows = self.gathered.rows();
        let (mut bytes, group, metadata) = self.encode().map_err(in_words)?;
        let length = bytes.len() as u64;
        let groups = self.groups.iter().chain(&group).cloned().collect();
        let metadata = ParquetMetaData::new(with_rows(&metadata, self.rows_in_groups + rows), groups);
        ParquetMetaDataWriter::new(&mut bytes, &metadata).finish().map_err(in_words)?;
        self.replace_tail(bytes)?;
        self.rows = (self.rows_in_groups + rows) as u64;
        if let Some(group) = group.filter(|_| rows >= self.full) {
            self.groups.push(group);
            self.end += length;
            self.tail.drain(..usize::try_from(length).unwrap_or(usize::MAX));
            self.rows_in_groups += rows;
            for column in &mut self.gathered.columns {
                column.values = Values::Numbers(Vec::with_capacity(self.full));
            }
        }
        Ok(())
    }

    /// The gathered rows as they stand in the file, behind the full row groups,
    /// and what is to be told of them; and of the whole file.
    fn encode(&self) -> Result<(Vec<u8>, Option<RowGroupMetaData>, FileMetaData), ParquetError> {
        let mut bytes = Vec::new();
        let mut writer = self.gathered.begin_parquet(&mut bytes)?;
        if self.gathered.rows() > 0 {
            self.gathered.write_group(&mut writer, 0..self.gathered.rows())?;
        }
        let length = writer.bytes_written();
        let metadata = writer.close()?;
        bytes.truncate(length);
        bytes.drain(..usize::try_from(MAGIC).unwrap_or_default().min(length));
        let group = metadata.row_groups().first().map(|group| self.moved(group)).transpose()?;
        Ok((bytes, group, metadata.file_metadata().clone()))
    }

    /// A row group that was the first of a file, behind those that are full.
    fn moved(&self, group: &RowGroupMetaData) -> Result<RowGroupMetaData, ParquetError> {
        let moved = |offset: i64| offset + i64::try_from(self.end - MAGIC).unwrap_or(i64::MAX);
        let chunk = |chunk: &ColumnChunkMetaData| {
            let dictionary = chunk.dictionary_page_offset().map(moved);
            let data = moved(chunk.data_page_offset());
            chunk.clone().into_builder().set_dictionary_page_offset(dictionary).set_data_page_offset(data).build()
        };
        let chunks = group.columns().iter().map(chunk).collect::<Result<_, _>>()?;
        let ordinal = i32::try_from(self.groups.len()).unwrap_or(i32::MAX);
        let offset = moved(group.file_offset().unwrap_or_default());
        let builder = group.clone().into_builder().set_column_metadata(chunks);
        builder.set_ordinal(ordinal).set_file_offset(offset).build()
    }

    /// Writes what lies behind the full row groups; if it finds no room, what
    /// was there before stays.
    fn replace_tail(&mut self, tail: Vec<u8>) -> io::Result<()> {
        let Self { file, end, .. } = self;
        let mut write = |bytes: &[u8]| {
            file.seek(SeekFrom::Start(*end))?;
            file.write_all(bytes)?;
            file.set_len(*end + bytes.len() as u64)
        };
        if let Err(reason) = write(&tail) {
            // Its room is still taken.
            let _ = write(&self.tail);
            return Err(reason);
        }
        self.tail = tail;
        Ok(())
    }
}

fn with_rows(metadata: &FileMetaData, rows: usize) -> FileMetaData {
    FileMetaData::new(
        metadata.version(),
        i64::try_from(rows).unwrap_or(i64::MAX),
        metadata.created_by().map(str::to_owned),
        metadata.key_value_metadata().cloned(),
        metadata.schema_descr_ptr(),
        metadata.column_orders().cloned(),
    )
}
