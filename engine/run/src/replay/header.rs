//! The first line of a view.

use std::io::{BufRead, Read, Write};

use serde::{Deserialize, Serialize};

use super::Replay;
use crate::driver::EventSource;
use bowline_model::model::scene::Scene;
use bowline_provenance::ScenarioRecord;

const FORMAT: &str = "bowline-view";
/// Version 1 has no events.
const VERSION: u32 = 2;

/// What was recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    format: String,
    version: u32,
    /// Program and version that wrote it.
    pub(super) program: String,
    pub(super) scenario: ScenarioRecord,
    #[serde(default)]
    pub(super) events: Vec<EventSource>,
    pub(super) scene: Scene,
}

impl Header {
    pub(super) fn new(program: String, scenario: ScenarioRecord, events: Vec<EventSource>, scene: Scene) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, program, scenario, events, scene }
    }

    /// Writes it; how long it is, bytes.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&self, out: &mut impl Write) -> std::io::Result<u64> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        out.write_all(&line)?;
        Ok(line.len() as u64)
    }

    /// Reads it, and nothing behind it.
    ///
    /// # Errors
    /// It is no view, or one of another version; in words.
    pub(super) fn read(file: &mut impl BufRead) -> Result<Self, String> {
        let mut line = Vec::new();
        let outcome = file.by_ref().take(Replay::BEGINNING.len() as u64).read_to_end(&mut line);
        outcome.map_err(|reason| reason.to_string())?;
        if line.is_empty() {
            return Err("it is empty: its run ended before it began to write".to_owned());
        }
        if line != Replay::BEGINNING.as_bytes() {
            return Err("it is no view: `bowline run FILE --record-view` writes one beside the results".to_owned());
        }
        file.read_until(b'\n', &mut line).map_err(|reason| reason.to_string())?;
        if line.pop() != Some(b'\n') {
            return Err("its first line is cut: its run ended before there was anything to play".to_owned());
        }
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let damaged = |reason: serde_json::Error| format!("its first line is damaged: {reason}");
        match serde_json::from_slice(&line).map_err(damaged)? {
            Versioned { version: 1..=VERSION } => serde_json::from_slice(&line).map_err(damaged),
            Versioned { version } => {
                Err(format!("it is a view of version {version}; this program plays versions 1 to {VERSION}"))
            }
        }
    }
}
