//! Rows in a Parquet file, as they come.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};

use crate::parquet_columns::{in_words, write_numbers};
use crate::{Column, DataFrame, Values};

/// The numbers of a full row group: memory holds 8 MiB of them.
const FULL: usize = 1024 * 1024;
/// The least rows of a row group: for each of its columns the footer has some 100
/// bytes, which a few numbers do not justify.
const LEAST_ROWS: usize = 256;

/// What a Parquet file begins with.
const MAGIC: u64 = 4;

/// Rows of numbers on their way into a Parquet file that is complete after each
/// [`flush`](Self::flush), not only at its end: a reader after a crash gets the
/// rows up to there.
///
/// A Parquet file ends in a footer that says where its row groups lie. Behind the
/// full row groups lie one with the rows since, and a footer: each flush replaces
/// these two, in one write. Full row groups wait for a flush until they are as
/// long as the footer, so that footers are not most of the written bytes. A row
/// group and twice the footer bound the memory.
#[derive(Debug)]
pub struct ParquetRows {
    file: File,
    /// The columns, without values.
    columns: DataFrame,
    /// The rows behind the full row groups, column by column.
    gathered: Vec<Vec<f64>>,
    /// How many rows are a full row group.
    full: usize,
    /// The full row groups, and their end in the file, bytes.
    groups: Vec<RowGroupMetaData>,
    end: u64,
    /// Full row groups that are not in the file yet.
    waiting: Vec<u8>,
    /// Length of the footer in the file, bytes.
    footer: usize,
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
        let columns = DataFrame::from(columns.into_iter().map(column).collect::<Vec<_>>());
        let gathered = vec![Vec::new(); columns.columns.len()];
        let full = (FULL / gathered.len().max(1)).max(LEAST_ROWS);
        file.set_len(0)?;
        file.write_all(b"PAR1")?;
        let (groups, waiting, tail) = (Vec::new(), Vec::new(), Vec::new());
        let (end, footer, rows_in_groups) = (MAGIC, 0, 0);
        let mut rows =
            Self { file, columns, gathered, full, groups, end, waiting, footer, tail, rows_in_groups, rows: 0 };
        rows.flush()?;
        Ok(rows)
    }

    /// How many rows the file holds.
    pub fn count(&self) -> u64 {
        self.rows
    }

    /// How many rows it was given, also those that are not in the file yet.
    pub fn taken(&self) -> u64 {
        (self.rows_in_groups + self.gathered_rows()) as u64
    }

    /// Drops all rows, also from the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn clear(&mut self) -> io::Result<()> {
        self.gathered.iter_mut().for_each(Vec::clear);
        self.groups.clear();
        self.waiting.clear();
        (self.end, self.rows_in_groups) = (MAGIC, 0);
        self.flush()
    }

    /// Takes a row: a number for each column.
    ///
    /// # Errors
    /// Rows could not be written.
    pub fn row(&mut self, numbers: impl IntoIterator<Item = f64>) -> io::Result<()> {
        for (column, number) in self.gathered.iter_mut().zip(numbers) {
            column.push(number);
        }
        if self.gathered_rows() >= self.full { self.close_group() } else { Ok(()) }
    }

    fn gathered_rows(&self) -> usize {
        self.gathered.first().map_or(0, Vec::len)
    }

    /// Turns the gathered rows into a row group.
    fn close_group(&mut self) -> io::Result<()> {
        let (bytes, group, _) = self.encode().map_err(in_words)?;
        self.waiting.extend(bytes);
        self.groups.extend(group);
        self.rows_in_groups += self.gathered_rows();
        self.gathered.iter_mut().for_each(Vec::clear);
        if self.waiting.len() >= self.footer { self.flush() } else { Ok(()) }
    }

    /// Writes all rows: the file is a whole one.
    ///
    /// # Errors
    /// They could not be written; the file holds those before.
    pub fn flush(&mut self) -> io::Result<()> {
        let (bytes, group, metadata) = self.encode().map_err(in_words)?;
        let all = self.rows_in_groups + self.gathered_rows();
        let partial = group.is_some();
        // Copying all row groups would take most of the memory.
        self.groups.extend(group);
        let metadata = ParquetMetaData::new(with_rows(&metadata, all), std::mem::take(&mut self.groups));
        let mut footer = Vec::new();
        let encoded = ParquetMetaDataWriter::new(&mut footer, &metadata).finish();
        self.groups = metadata.into_builder().take_row_groups();
        if partial {
            self.groups.pop();
        }
        encoded.map_err(in_words)?;
        let (full, mut tail) = (self.waiting.len(), std::mem::take(&mut self.waiting));
        tail.extend(bytes);
        tail.extend(&footer);
        if let Err(reason) = self.replace_tail(&tail) {
            tail.truncate(full);
            self.waiting = tail;
            return Err(reason);
        }
        tail.drain(..full);
        self.tail = tail;
        self.end += full as u64;
        self.footer = footer.len();
        self.rows = all as u64;
        Ok(())
    }

    /// The gathered rows as they stand in the file, behind the full row groups,
    /// and what is to be told of them; and of the whole file.
    fn encode(&self) -> Result<(Vec<u8>, Option<RowGroupMetaData>, FileMetaData), ParquetError> {
        let mut bytes = Vec::new();
        let mut writer = self.columns.begin_parquet(&mut bytes)?;
        if self.gathered_rows() > 0 {
            write_numbers(&mut writer, &self.gathered)?;
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
        let begin = self.end + self.waiting.len() as u64 - MAGIC;
        let moved = |offset: i64| offset + i64::try_from(begin).unwrap_or(i64::MAX);
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

    /// Writes the part behind the full row groups; if it finds no room, the
    /// previous one stays.
    fn replace_tail(&mut self, tail: &[u8]) -> io::Result<()> {
        let Self { file, end, .. } = self;
        let mut write = |bytes: &[u8]| {
            file.seek(SeekFrom::Start(*end))?;
            file.write_all(bytes)?;
            file.set_len(*end + bytes.len() as u64)
        };
        write(tail).inspect_err(|_| {
            // Its room is still taken.
            let _ = write(&self.tail);
        })
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
