//! Views: what was to be seen of a run, in a file that is played without its
//! scenario and its libraries; `NAME.view`.
//!
//! ```text
//! {"format":"bowline-view","version":1,"program":"...","scenario":{...},"scene":{...}}\n
//! time, moment                   each a double, little-endian: 1 + `moment_width` of them
//! time, moment
//! ...
//! ```
//!
//! A run that was killed leaves what it had computed: where the last moment is
//! cut, it is left out.

mod error;
mod header;
mod moment_times;
mod recorder;

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bowline_model::model::scene::Scene;
use bowline_model::provenance::ScenarioRecord;

use header::Header;

pub use error::ReplayError;
pub use moment_times::MomentTimes;
pub use recorder::{Missed, ViewRecorder};

/// Bytes of a double.
const DOUBLE: usize = size_of::<f64>();

/// A view that was recorded, and is played: forwards, backwards, at any speed.
///
/// ```no_run
/// # use bowline_run::replay::{Replay, ReplayError};
/// # fn play() -> Result<(), ReplayError> {
/// let mut replay = Replay::open("excavator.csv")?;
/// let (scene, mut moment) = (replay.scene().clone(), Vec::new());
/// replay.moment_at(2.5, &mut moment)?;
/// for drawn in scene.in_moment(&moment) {
///     println!("{}: {:?}", scene.objects()[drawn.object].name, drawn.figure);
/// }
/// # Ok(())
/// # }
/// ```
///
/// The moments stay in the file: it may be larger than the memory.
#[derive(Debug)]
pub struct Replay {
    path: PathBuf,
    program: String,
    scenario: ScenarioRecord,
    scene: Arc<Scene>,
    /// Time of each moment, s; they ascend.
    times: Vec<f64>,
    is_cut: bool,
    file: File,
    /// Where the first moment is.
    first: u64,
    bytes: Vec<u8>,
    before: Vec<f64>,
}

impl Replay {
    /// How every view begins.
    pub const BEGINNING: &'static str = r#"{"format":"bowline-view","#;

    /// Opens a view, or the one that lies beside the results or the run record
    /// of that path.
    ///
    /// # Errors
    /// There is none; it cannot be read, or holds something else.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReplayError> {
        let path = view_beside(path.as_ref());
        let wrong = |why: String| ReplayError::new(&path, why);
        let file = File::open(&path).map_err(|reason| match reason.kind() {
            ErrorKind::NotFound => {
                wrong("there is no such file; `bowline run FILE --record-view` writes it".to_owned())
            }
            _ => wrong(reason.to_string()),
        })?;
        let length = file.metadata().map_err(|reason| wrong(reason.to_string()))?.len();
        let mut reader = BufReader::new(file);
        let header = Header::read(&mut reader).map_err(wrong)?;
        let first = reader.stream_position().map_err(|reason| wrong(reason.to_string()))?;
        let block = block_size(&header.scene) as u64;
        let count = (length - first) / block;
        if count == 0 {
            return Err(wrong("it holds no moment: its run ended before there was one".to_owned()));
        }
        let mut replay = Self {
            path: path.clone(),
            program: header.program,
            scenario: header.scenario,
            scene: Arc::new(header.scene),
            times: Vec::new(),
            is_cut: first + count * block < length,
            file: reader.into_inner(),
            first,
            bytes: Vec::new(),
            before: Vec::new(),
        };
        replay.read_times(count)?;
        Ok(replay)
    }

    /// The path of the view.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Program and version that wrote it.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The scenario that was run.
    pub fn scenario(&self) -> &ScenarioRecord {
        &self.scenario
    }

    /// What is drawn in its moments.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The times of its moments, s: at least one, and they ascend.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Whether the last moment was cut, as where the run was killed; it is left out.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The moment at a time, s, in the place of what is in `moment`: on the
    /// straight line between those that were recorded before and behind it;
    /// before the first the first, and behind the last the last. So about an
    /// event it may show what is between its two sides.
    ///
    /// # Errors
    /// The file can no longer be read.
    pub fn moment_at(&mut self, time: f64, moment: &mut Vec<f64>) -> Result<(), ReplayError> {
        let behind = self.times.partition_point(|recorded| *recorded <= time);
        let Some(position) = behind.checked_sub(1) else {
            return self.read_moment(0, moment);
        };
        if behind == self.times.len() || self.times[position] == time {
            return self.read_moment(position, moment);
        }
        self.read_moment(behind, moment)?;
        let mut before = std::mem::take(&mut self.before);
        let outcome = self.read_moment(position, &mut before);
        let part = (time - self.times[position]) / (self.times[behind] - self.times[position]);
        for (number, before) in moment.iter_mut().zip(&before) {
            // What stays the same stays so to the bit.
            if *number != *before {
                *number = before + part * (*number - before);
            }
        }
        self.before = before;
        outcome
    }

    fn read_times(&mut self, count: u64) -> Result<(), ReplayError> {
        let block = block_size(&self.scene) as u64;
        let mut time = [0; DOUBLE];
        for number in 0..count {
            self.read(self.first + number * block, &mut time)?;
            let (time, last) = (f64::from_le_bytes(time), self.times.last().copied());
            if !time.is_finite() || last.is_some_and(|last| time <= last) {
                let last = last.map_or_else(String::new, |last| format!(", behind {last}"));
                return Err(ReplayError::new(&self.path, format!("moment {} has the time {time}{last}", number + 1)));
            }
            self.times.push(time);
        }
        Ok(())
    }

    fn read_moment(&mut self, position: usize, moment: &mut Vec<f64>) -> Result<(), ReplayError> {
        let block = block_size(&self.scene);
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.resize(block - DOUBLE, 0);
        let outcome = self.read(self.first + (position * block + DOUBLE) as u64, &mut bytes);
        moment.clear();
        moment.extend(bytes.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number)));
        self.bytes = bytes;
        outcome
    }

    fn read(&mut self, from: u64, bytes: &mut [u8]) -> Result<(), ReplayError> {
        let outcome = self.file.seek(SeekFrom::Start(from)).and_then(|_| self.file.read_exact(bytes));
        outcome.map_err(|reason| ReplayError::new(&self.path, reason.to_string()))
    }
}

/// How large a moment is with its time, bytes.
fn block_size(scene: &Scene) -> usize {
    (1 + scene.moment_width()) * DOUBLE
}

/// The view of the results or the run record of that path.
fn view_beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".view") {
        return path.to_path_buf();
    }
    let stem = [".csv", ".parquet", ".run.json"].into_iter().find_map(|end| name.strip_suffix(end));
    path.with_file_name(format!("{}.view", stem.unwrap_or(&name)))
}
