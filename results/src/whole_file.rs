//! Files that are there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that is written, and takes its name only when it is committed: nobody
/// ever finds half of it, not after a loss of power either. Dropped before that,
/// it leaves nothing, and what was there is still there. A pipe or a device
/// stays what it is, and so does a link.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    /// Where it will be.
    path: PathBuf,
    /// Where it is meanwhile; none if it is written in its place.
    partial: Option<PathBuf>,
}

impl WholeFile {
    /// Begins a file of this name.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let path = target(path);
        if is_special(&path) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { file, path, partial: None });
        }
        let (file, partial) = create_partial(&path)?;
        Ok(Self { file, path, partial: Some(partial) })
    }

    /// Another handle of the same file, for who writes it in other places than
    /// its end.
    ///
    /// # Errors
    /// There is none.
    pub fn try_clone(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Where it is meanwhile, for another program that writes it.
    pub fn place(&self) -> &Path {
        self.partial.as_deref().unwrap_or(&self.path)
    }

    /// Gives it its name, when all of it is on the disk. The name is there
    /// after a loss of power too, where the system can promise that.
    ///
    /// # Errors
    /// It cannot be kept; what was there before is still there.
    pub fn commit(self) -> io::Result<()> {
        let folder = self.partial.is_some().then(|| folder(&self.path).to_owned());
        self.commit_once()?;
        folder.iter().for_each(|folder| sync_names_in(folder));
        Ok(())
    }

    /// Gives it its name, when all of it is on the disk. After a loss of power the file that was there before may be back:
    /// one wait for the disk, where [`commit`](Self::commit) takes two.
    ///
    /// # Errors
    /// It cannot be kept; what was there before is still there.
    pub fn commit_once(self) -> io::Result<()> {
        if self.partial.is_some() {
            self.file.sync_all()?;
        }
        self.commit_unsynced()
    }

    /// Gives it its name, and does not wait for the disk. After a loss of power it may be empty.
    ///
    /// # Errors
    /// It cannot be kept; what was there before is still there.
    pub fn commit_unsynced(mut self) -> io::Result<()> {
        let Some(partial) = &self.partial else { return Ok(()) };
        fs::rename(partial, &self.path)?;
        self.partial = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // What is left of it is of no use; the reason is told already.
            let _ = fs::remove_file(partial);
        }
    }
}

/// Writes a file as a [`WholeFile`].
///
/// # Errors
/// It cannot be written; what was there before is still there.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = WholeFile::begin(path)?;
    file.write_all(contents.as_ref())?;
    file.commit()
}

/// Lets the name of a new folder, and those in it, outlast a loss of power.
pub fn sync_names(path: &Path) {
    sync_names_in(path);
    sync_names_in(folder(path));
}

/// Not every file system can sync a folder.
fn sync_names_in(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Whether a file of this name is one that was not finished: of a program that
/// writes it now, or was ended meanwhile.
pub fn is_partial(name: &str) -> bool {
    name.starts_with(".bowline-") && name.ends_with(".partial")
}

/// Finds out whether [`write()`] could write a file there.
///
/// # Errors
/// Why it could not.
pub fn try_place(path: &Path) -> io::Result<()> {
    // A link may lead in a circle.
    fs::metadata(path).map(drop).or_else(|reason| match reason.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(reason),
    })?;
    let path = &target(path);
    match fs::symlink_metadata(path) {
        // The system says it in its own words.
        Ok(found) if found.is_dir() => {
            return OpenOptions::new().write(true).open(path).and(Err(ErrorKind::IsADirectory.into()));
        }
        Ok(found) if found.is_file() && found.permissions().readonly() => {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
        }
        Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(reason),
        _ if is_special(path) => return Ok(()),
        _ => {}
    }
    let (file, partial) = create_partial(path)?;
    drop(file);
    fs::remove_file(partial)
}

/// Where a link leads, also if nothing is there yet.
fn target(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(leads_to) => path.canonicalize().unwrap_or_else(|_| folder(path).join(leads_to)),
        Err(_) => path.to_path_buf(),
    }
}

/// Whether something is there that is no file.
fn is_special(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| !found.is_file())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file beside that path, under a name that no other run has.
fn create_partial(path: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let partial = folder(path).join(format!(".bowline-{}-{number}.partial", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&partial) {
            // Of a program of the same number, perhaps on another machine.
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {}
            outcome => return outcome.map(|file| (file, partial)),
        }
    }
}
