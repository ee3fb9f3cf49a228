//! The run record on the disk: written when a run begins, and again at its end.

use std::fs::OpenOptions;
use std::io::{self, Write};

use bowline_engine::RunRecord;
use bowline_results::whole_file;

use crate::user_path::UserPath;

/// Room for what the record of an ended run says more, bytes.
const ROOM: usize = 4096;

/// The record of a run, which says `running` until it ends.
#[derive(Debug)]
pub(crate) struct RecordFile(UserPath);

impl RecordFile {
    /// Writes the record of a run that begins, with spaces behind it: the
    /// record of its end finds room there, should the disk be full by then.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn begin(path: UserPath, record: &RunRecord) -> io::Result<Self> {
        whole_file::write(path.place(), &(record.to_json() + &" ".repeat(ROOM)))?;
        Ok(Self(path))
    }

    /// Writes the record of a run that ended.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn end(&self, record: &RunRecord) -> io::Result<()> {
        let text = record.to_json();
        whole_file::write(self.0.place(), &text).or_else(|reason| self.overwrite(&text).map_err(|_| reason))
    }

    /// Writes it into the room that the first one takes.
    fn overwrite(&self, text: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(self.0.place())?;
        if file.metadata()?.len() < text.len() as u64 {
            // Better the first one than half of this one.
            return Err(io::ErrorKind::StorageFull.into());
        }
        file.write_all(text.as_bytes())?;
        file.set_len(text.len() as u64)?;
        file.sync_all()
    }

    pub(crate) fn path(&self) -> &UserPath {
        &self.0
    }
}
