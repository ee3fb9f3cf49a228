//! Who writes to a campaign's folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::error::CampaignError;

/// Keeps other programs from writing to a campaign's folder, until it is
/// dropped or the program ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a file, which is made if it is not there.
    pub(crate) fn take(path: &Path) -> Result<Self, CampaignError> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let file = file.map_err(|reason| CampaignError::of_file("make", path, &reason))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                let folder = path.parent().unwrap_or(path).display();
                Err(CampaignError::Wrong(format!(
                    "another program runs the campaign in `{folder}`: wait for it, or end it; `bowline summary \
                     {folder}` shows what is there"
                )))
            }
            Err(TryLockError::Error(reason)) => Err(CampaignError::of_file("lock", path, &reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn a_lock_is_held_by_one_until_it_is_dropped() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("lock");
        let held = Lock::take(&path).unwrap();
        let error = Lock::take(&path).unwrap_err().to_string();
        assert!(error.contains("another program runs the campaign in"), "{error}");
        drop(held);
        Lock::take(&path).unwrap();
    }
}
