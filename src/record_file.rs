//! The run record on the disk: written when a run begins, and again at its end.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};

use bowline_engine::RunRecord;
use bowline_results::whole_file::WholeFile;

use crate::user_path::UserPath;
use bowline_surface::own_file::{self, OwnFile};

/// Room for what the record of an ended run says more, bytes.
const ROOM: usize = 4096;

/// The record of a run, which says `running` until it ends.
#[derive(Debug)]
pub(crate) struct RecordFile {
    path: UserPath,
    /// Keeps other runs from it while it is open.
    _first: File,
}

impl RecordFile {
    /// Writes the record of a run that begins, with spaces behind it: the record
    /// of its end finds room there, should the disk be full by then.
    ///
    /// # Errors
    /// A message: another run is writing it, or it cannot be written.
    pub(crate) fn begin(path: UserPath, record: &RunRecord) -> Result<Self, String> {
        // An empty file in the meantime would be no record.
        let earlier = path.place().exists().then(|| OwnFile::open(path.place())).transpose()?;
        let write = || {
            let mut file = WholeFile::begin(path.place())?;
            let first = file.try_clone()?;
            own_file::hold(&first);
            let mut text = BufWriter::new(&mut file);
            record.write_json(&mut text)?;
            text.write_all(&[b' '; ROOM])?;
            text.flush()?;
            drop(text);
            // After a loss of power nobody needs the record of a run that was going on.
            file.commit_unsynced().map(|()| first)
        };
        let first = write().map_err(|reason: io::Error| reason.to_string())?;
        drop(earlier);
        Ok(Self { path, _first: first })
    }

    /// Writes the record of a run that ended.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn end(&self, record: &RunRecord) -> io::Result<()> {
        let write = || {
            let mut file = WholeFile::begin(self.path.place())?;
            let mut text = BufWriter::new(&mut file);
            record.write_json(&mut text)?;
            text.flush()?;
            drop(text);
            // If its name is lost with the power, the record of the beginning is there: the run then counts as not ended.
            file.commit_once()
        };
        write().or_else(|reason| self.overwrite(&record.to_json()).map_err(|_| reason))
    }

    /// Writes it into the room that the first one takes.
    fn overwrite(&self, text: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(self.path.place())?;
        if file.metadata()?.len() < text.len() as u64 {
            // Better the first one than half of this one.
            return Err(io::ErrorKind::StorageFull.into());
        }
        file.write_all(text.as_bytes())?;
        file.set_len(text.len() as u64)?;
        file.sync_all()
    }

    pub(crate) fn path(&self) -> &UserPath {
        &self.path
    }
}
