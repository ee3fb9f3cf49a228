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

/// Endings by which programs know a file of another format. Any other one may stand behind the last dot of a name
/// (`run.2`, `sea_0.5`).
const OTHER_FORMATS: [&str; 47] = [
    "html", "htm", "json", "jsonl", "ndjson", "toml", "yaml", "yml", "md", "tex", "rst", "rtf", "doc", "docx", "pdf",
    "arrow", "feather", "ipc", "orc", "avro", "xlsx", "xlsm", "xls", "ods", "npz", "npy", "mat", "pkl", "pickle", "h5",
    "hdf5", "hdf", "nc", "tdms", "mf4", "sqlite", "db", "zip", "gz", "xz", "zst", "svg", "png", "jpg", "mp4", "glb",
    "py",
];

/// What a Parquet file begins and ends with.
const PARQUET: &[u8; 4] = b"PAR1";

impl Format {
    /// The one that a name asks for: Parquet if it ends in `.parquet`, else comma-separated values.
    ///
    /// # Errors
    /// It ends like a file of another format, which no table is written in.
    pub fn of(path: &Path) -> io::Result<Self> {
        let ending = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "parquet" => Ok(Self::Parquet),
            other if OTHER_FORMATS.contains(&other) => Err(io::Error::new(
                ErrorKind::InvalidInput,
                format!(
                    "tables are written as CSV or Parquet, not as `.{other}`; give the name one of the endings .csv and .parquet"
                ),
            )),
            _ => Ok(Self::Csv),
        }
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
        let format = Format::of(path)?;
        let mut file = WholeFile::begin(path)?;
        let mut output = BufWriter::new(&mut file);
        match format {
            Format::Csv => self.write_csv(&mut output, header)?,
            Format::Parquet => self.write_parquet(&mut output)?,
        }
        output.flush()?;
        drop(output);
        file.commit()
    }
}
