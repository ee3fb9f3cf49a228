//! Files that only one run at a time writes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use bowline_results::whole_file::WholeFile;

/// The reason for not opening a file.
pub const TAKEN: &str = "another run is writing it; choose another place";

/// A file that nobody else may write until it is closed. Some file systems have
/// no locks; there it is not protected.
#[derive(Debug)]
pub struct OwnFile {
    path: PathBuf,
    file: File,
}

impl OwnFile {
    /// Opens a file, or creates it; its contents stay for now.
    ///
    /// # Errors
    /// A message: another run is writing it, or it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, String> {
        loop {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            #[cfg(windows)]
            {
                // Others may read it meanwhile, which a lock would prevent.
                const FILE_SHARE_READ: u32 = 1;
                std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ);
            }
            let file = options.open(path).map_err(|reason| reason.to_string())?;
            if !hold(&file) {
                return Err(TAKEN.to_owned());
            }
            // Another run may have put a new file there meanwhile.
            if is_there(path, &file) {
                return Ok(Self { path: path.to_owned(), file });
            }
        }
    }

    /// Returns the file without what an earlier run left in it. If it has other
    /// names, it keeps the contents there, and this name gets a new file.
    ///
    /// # Errors
    /// Emptying it failed.
    pub fn emptied(self) -> io::Result<File> {
        let found = self.file.metadata()?;
        if !found.is_file() {
            return Ok(self.file);
        }
        if has_other_names(&found) {
            let anew = anew(&self.path)?;
            anew.set_permissions(found.permissions())?;
            return Ok(anew);
        }
        self.file.set_len(0)?;
        Ok(self.file)
    }
}

/// A new file in the place of the present one, which nobody else may write until
/// it is closed.
fn anew(path: &Path) -> io::Result<File> {
    let whole = WholeFile::begin(path)?;
    let file = whole.try_clone()?;
    hold(&file);
    whole.commit()?;
    Ok(file)
}

/// Whether another run is writing a file.
pub fn is_taken(path: &Path) -> bool {
    // Opening a pipe would wait for its writer.
    let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
    cfg!(unix)
        && is_file
        && File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Keeps others from a file until it is closed. Returns whether nobody else does
/// so already.
pub fn hold(file: &File) -> bool {
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    !(cfg!(unix) && is_file && matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

#[cfg(unix)]
fn is_there(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let [Ok(there), Ok(open)] = [std::fs::metadata(path), file.metadata()] else { return false };
    (there.dev(), there.ino()) == (open.dev(), open.ino())
}

#[cfg(not(unix))]
fn is_there(_: &Path, _: &File) -> bool {
    // An open file keeps its name.
    true
}

#[cfg(unix)]
fn has_other_names(found: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &std::fs::Metadata) -> bool {
    false
}
