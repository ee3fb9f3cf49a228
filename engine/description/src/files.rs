//! What constructors ask of the scenario: the files that parameters name, and
//! the period of its clock.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simobject_host::{Names, SampleTime, Surroundings};

use crate::attributes::sample_time;
use crate::store::ModelDescription;
use crate::variables::{Scoped, Variables};
use bowline_provenance::FileRecord;
use bowline_text::source::read_bytes;

/// Reads files relative to the scenario's directory, each once.
#[derive(Debug)]
pub struct ScenarioFiles {
    /// The scenario's directory, as the user knows it.
    directory: PathBuf,
    /// The same, wherever a library may have gone since.
    from: PathBuf,
    read: Mutex<ReadFiles>,
    sample_time: SampleTime,
    variables: Arc<Variables>,
}

/// The texts of files, or why there are none.
type ReadFiles = HashMap<PathBuf, Result<Arc<str>, String>>;

impl ScenarioFiles {
    /// The files of a description with these variables.
    pub fn of(description: &ModelDescription, variables: &Arc<Variables>) -> Self {
        let sample_time = sample_time::given(description, &**variables);
        let (shown, from) = description.directory();
        let (directory, from, variables) = (shown.to_path_buf(), from.to_path_buf(), Arc::clone(variables));
        Self { directory, from, read: Mutex::default(), sample_time, variables }
    }

    /// The scenario's directory, wherever a library may have gone since.
    pub fn place(&self) -> &Path {
        &self.from
    }

    /// The variables of the scenario.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    fn files(&self) -> MutexGuard<'_, ReadFiles> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &str) -> bool {
        self.from.join(path).is_file()
    }

    /// What was read so far.
    pub fn known(&self) -> KnownFiles {
        let (directory, read) = (self.directory.clone(), self.files().clone());
        KnownFiles { directory, read, sample_time: self.sample_time, variables: Arc::clone(&self.variables) }
    }

    /// The files that were read so far, in order.
    pub fn records(&self) -> Vec<FileRecord> {
        let read = self.files();
        let texts = read.iter().filter_map(|(path, text)| Some((path, text.as_ref().ok()?)));
        let place = |path: &Path| self.from.join(path.strip_prefix(&self.directory).unwrap_or(path));
        let mut records: Vec<FileRecord> = texts.map(|(path, text)| FileRecord::new(path, place(path), text)).collect();
        records.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        records
    }
}

impl ScenarioFiles {
    /// The same, as objects see it whose formulas look names up in a scope.
    pub fn within(&self, scope: u32) -> Within<'_> {
        Within::new(self, &self.variables, scope)
    }
}

/// What objects ask whose formulas look names up in a scope.
#[derive(Clone, Copy)]
pub struct Within<'f> {
    files: &'f dyn Surroundings,
    variables: &'f Variables,
    names: Scoped<'f>,
    scope: u32,
}

impl<'f> Within<'f> {
    fn new(files: &'f dyn Surroundings, variables: &'f Variables, scope: u32) -> Self {
        Self { files, variables, names: variables.within(scope), scope }
    }
}

impl Surroundings for Within<'_> {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        match self.variables.directory(self.scope) {
            Some(directory) => self.files.read(&directory.join(path).to_string_lossy()),
            None => self.files.read(path),
        }
    }

    fn sample_time(&self) -> SampleTime {
        self.files.sample_time()
    }

    fn names(&self) -> &dyn Names {
        &self.names
    }
}

impl Surroundings for ScenarioFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let (path, place) = (self.directory.join(path), self.from.join(path));
        let mut read = self.files();
        let entry = read.entry(path).or_insert_with_key(|path| {
            let text = read_bytes(&place).and_then(|bytes| String::from_utf8(bytes).map_err(|error| not_utf8(&error)));
            text.map(Arc::from).map_err(|reason| format!("{}: {reason}", path.display()))
        });
        entry.clone()
    }

    fn sample_time(&self) -> SampleTime {
        self.sample_time
    }

    fn names(&self) -> &dyn Names {
        &*self.variables
    }
}

/// The files that a scenario's SimObjects read, for those that are constructed again.
#[derive(Debug)]
pub struct KnownFiles {
    directory: PathBuf,
    read: ReadFiles,
    sample_time: SampleTime,
    variables: Arc<Variables>,
}

impl Default for KnownFiles {
    fn default() -> Self {
        let (directory, read, variables) = (PathBuf::new(), HashMap::new(), Arc::default());
        Self { directory, read, sample_time: SampleTime::Missing, variables }
    }
}

impl KnownFiles {
    /// The same, as objects see it whose formulas look names up in a scope.
    pub fn within(&self, scope: u32) -> Within<'_> {
        Within::new(self, &self.variables, scope)
    }

    /// The variables of the scenario.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }
}

impl Surroundings for KnownFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let path = self.directory.join(path);
        let unknown = || Err(format!("{} was not read when the scenario was loaded", path.display()));
        self.read.get(&path).cloned().unwrap_or_else(unknown)
    }

    fn sample_time(&self) -> SampleTime {
        self.sample_time
    }

    fn names(&self) -> &dyn Names {
        &*self.variables
    }
}

fn not_utf8(error: &FromUtf8Error) -> io::Error {
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
    io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8"))
}
