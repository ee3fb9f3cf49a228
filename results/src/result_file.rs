//! A table in a file: Parquet or comma-separated values.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use crate::whole_file::WholeFile;
use crate::{DataFrame, Header};

/// The formats of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Parquet.
    Parquet,
}

/// What a Parquet file begins and ends with.
const PARQUET: &[u8; 4] = b"PAR1";

impl Format {
    /// The one that a name asks for: Parquet if it ends in `.parquet`, else
    /// comma-separated values.
    pub fn of(path: &Path) -> Self {
        let is_parquet = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"));
        if is_parquet { Self::Parquet } else { Self::Csv }
    }
}

impl DataFrame {
    /// Reads a file, whatever it is called.
    ///
    /// # Errors
    /// It cannot be read, or holds no table.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut start = [0; 4];
        match file.read_exact(&mut start) {
            Ok(()) if start == *PARQUET => Self::read_parquet(file),
            Err(reason) if reason.kind() != ErrorKind::UnexpectedEof => Err(reason),
            _ => Self::read_csv(&fs::read(path)?),
        }
    }

    /// Writes a whole file, in the format that its name asks for.
    ///
    /// # Errors
    /// It cannot be written; what was there before is still there.
    pub fn write(&self, path: &Path, header: Header) -> io::Result<()> {
        let mut file = WholeFile::begin(path)?;
        let mut output = BufWriter::new(&mut file);
        match Format::of(path) {
            Format::Csv => self.write_csv(&mut output, header)?,
            Format::Parquet => self.write_parquet(&mut output)?,
        }
        output.flush()?;
        drop(output);
        file.commit()
    }
}
