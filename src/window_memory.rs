//! How windows looked when they were open last: a small file for each scenario in the user's folder of states, never in the
//! project.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use bowline_results::whole_file;
use bowline_viewer::window::Remembered;

use crate::user_path::UserPath;

/// The memory of the window of a scenario, or of a replay.
#[derive(Debug)]
pub(crate) struct WindowMemory {
    /// None, where the user has no such folder.
    file: Option<PathBuf>,
}

impl WindowMemory {
    /// Of what lies at that path.
    pub(crate) fn of(path: &Path) -> Self {
        let place = UserPath::new(path);
        let place = place.place();
        let stem = place.file_stem().unwrap_or_default().to_string_lossy();
        // Long names have no room for more.
        let stem: String = stem.chars().take(40).collect();
        let name = format!("{stem}-{:016x}.json", hash(place.to_string_lossy().as_bytes()));
        Self { file: states().map(|states| states.join("bowline").join("windows").join(name)) }
    }

    /// How it looked; nothing where it was never open, or where that cannot be read.
    pub(crate) fn recall(&self) -> Remembered {
        let text = self.file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        text.map_or_else(Remembered::default, |text| Remembered::read(&text))
    }

    /// Keeps how it looks.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(crate) fn keep(&self, remembered: &Remembered) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        let cannot_write =
            |reason: String| format!("cannot keep how the window looks in `{}`: {reason}", file.display());
        let folder = file.parent().unwrap_or(file);
        fs::create_dir_all(folder).map_err(|reason| cannot_write(reason.to_string()))?;
        let text = remembered.text().map_err(cannot_write)?;
        whole_file::write(file, text).map_err(|reason| cannot_write(reason.to_string()))
    }
}

/// The user's folder of states, as the XDG Base Directory Specification has it; on Windows, of local data.
fn states() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let at_home = || folder("HOME").map(|home| home.join(".local").join("state"));
    folder("XDG_STATE_HOME").or_else(|| folder("LOCALAPPDATA")).or_else(at_home)
}

/// FNV-1a with 64 bits: the same on every machine and in every release.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the authors of the function publish it.
    #[test]
    fn names_stay_the_same() {
        assert_eq!([&b""[..], b"a", b"foobar"].map(hash), [0xcbf29ce484222325, 0xaf63dc4c8601ec8c, 0x85944171f73967e8]);
    }
}
