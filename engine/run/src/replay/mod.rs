//! Views: what was to be seen of a run, in a file that is played without its
//! scenario and its libraries; `NAME.view`.
//!
//! ```text
//! {"format":"bowline-view","version":2,"program":"...","scenario":{...},"events":[...],"scene":{...}}\n
//! time, moment                   each a double, little-endian: 1 + `moment_width` of them
//! NaN, time, source, from, to    an event before the next moment; `source` is a position among `"events"`
//! time, moment
//! ...
//! ```
//!
//! Version 1 has no events. A run that was killed leaves what it had computed: where
//! the last moment is cut, it is left out.

mod contents;
mod error;
mod header;
mod moment_times;
mod recorder;

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::driver::{EventSource, RunEvent};
use bowline_model::model::scene::Scene;
use bowline_provenance::ScenarioRecord;

use contents::Contents;
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
    /// Where the numbers of each are in the file.
    places: Vec<u64>,
    event_sources: Vec<EventSource>,
    events: Vec<RunEvent>,
    is_cut: bool,
    file: File,
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
        let block = block_size(&header.scene);
        let contents = Contents::read(&mut reader, block, header.events.len(), length).map_err(wrong)?;
        if contents.times.is_empty() {
            return Err(wrong("it holds no moment: its run ended before there was one".to_owned()));
        }
        Ok(Self {
            path: path.clone(),
            program: header.program,
            scenario: header.scenario,
            scene: Arc::new(header.scene),
            times: contents.times,
            places: contents.places,
            event_sources: header.events,
            events: contents.events,
            is_cut: contents.is_cut,
            file: reader.into_inner(),
            bytes: Vec::new(),
            before: Vec::new(),
        })
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

    /// What happened in the run, in its order; a view of an older version has nothing of that.
    pub fn events(&self) -> &[RunEvent] {
        &self.events
    }

    /// What the events are of.
    pub fn event_sources(&self) -> &[EventSource] {
        &self.event_sources
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

    fn read_moment(&mut self, position: usize, moment: &mut Vec<f64>) -> Result<(), ReplayError> {
        let block = block_size(&self.scene);
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.resize(block - DOUBLE, 0);
        let outcome = self.read(self.places[position], &mut bytes);
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

/// How large an event is with its mark, bytes.
const EVENT: usize = 5 * DOUBLE;

/// In the place of the time of a moment: an event follows.
const fn mark_of_event() -> [u8; DOUBLE] {
    f64::NAN.to_le_bytes()
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
