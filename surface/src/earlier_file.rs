//! What an earlier run left, and what is somebody else's.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use bowline_engine::replay::Replay;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What the program writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rows.
    Results,
    /// A run record.
    Record,
    /// A state file.
    State,
    /// What a view shows.
    View,
    /// A log.
    Log,
    /// Matrices of a linear model.
    LinearModel,
    /// A frequency response.
    Response,
    /// Equilibria one after the other.
    Equilibria,
    /// A page for a browser.
    Page,
    /// A chart, as picture or page.
    Chart,
    /// A scene for 3D programs, as binary glTF.
    Gltf,
    /// A video.
    Video,
}

/// What the comment of a video begins with.
pub const VIDEO_SIGNATURE: &str = "Made with ";

impl Kind {
    /// What it is, for messages.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Record => "a run record",
            Self::State => "a state",
            Self::View => "a view",
            Self::Log => "a log",
            Self::LinearModel => "a linear model",
            Self::Response => "a frequency response",
            Self::Equilibria => "equilibria",
            Self::Page => "a page of Bowline",
            Self::Chart => "a chart",
            Self::Gltf => "a scene of Bowline",
            Self::Video => "a video",
        }
    }

    /// Whether a file there is of this kind, and so may be replaced; so are
    /// one that is empty, one that is not there, and what is no file at all.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn may_replace(self, path: &Path) -> io::Result<bool> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() && found.len() > 0 => self.is_held_by(path),
            _ => Ok(true),
        }
    }

    /// Whether a file there is of this kind.
    pub fn is_there(self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
            && self.is_held_by(path).is_ok_and(|is_held| is_held)
    }

    fn is_held_by(self, path: &Path) -> io::Result<bool> {
        let file = BufReader::new(File::open(path)?);
        match self {
            Self::Results => has_rows(file, path),
            Self::Record => {
                #[derive(Deserialize)]
                #[allow(dead_code, reason = "that they are there is enough")]
                struct Record {
                    program: String,
                    scenario: IgnoredAny,
                    integration: IgnoredAny,
                    statistics: IgnoredAny,
                }
                Ok(serde_json::from_reader::<_, Record>(file).is_ok())
            }
            Self::State => {
                #[derive(Deserialize)]
                struct State {
                    format: String,
                }
                Ok(serde_json::from_reader::<_, State>(file).is_ok_and(|state| state.format == "bowline-state"))
            }
            Self::View => {
                let mut start = Vec::new();
                file.take(Replay::BEGINNING.len() as u64).read_to_end(&mut start)?;
                Ok(start == Replay::BEGINNING.as_bytes())
            }
            Self::LinearModel => {
                const STARTS: [&[u8]; 4] =
                    [b"{\n  \"sample_time\"", b"MATLAB 5.0 MAT-file, written by Bowline", b"PK\x03\x04", b"A,"];
                let mut start = Vec::new();
                file.take(64).read_to_end(&mut start)?;
                Ok(STARTS.iter().any(|ours| start.starts_with(ours)))
            }
            Self::Response => Ok(has_column(path, |place, name| place == 0 && name == "Frequency")?),
            Self::Equilibria => Ok(has_column(path, |_, name| name == "LargestRealPart")?),
            Self::Page => {
                let start = beginning(file)?;
                Ok(start.starts_with("<!DOCTYPE html>") && start.contains("content=\"bowline\""))
            }
            Self::Chart => {
                let start = beginning(file)?;
                let is_svg = start.starts_with("<svg") && start.contains("<!-- bowline plot -->");
                let is_png = start.contains("PNG\r\n") && start.contains("tEXtSoftware\0bowline plot");
                Ok(is_svg || is_png || Self::Page.is_held_by(path)?)
            }
            Self::Gltf => {
                let start = beginning(file)?;
                Ok(start.starts_with("glTF") && start.contains("\"generator\":\"bowline "))
            }
            Self::Video => is_video(file),
            Self::Log => Ok(is_log(file)),
        }
    }
}

/// Whether the columns are `Time`, then a signal of an object.
fn has_rows(file: impl BufRead, path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(LONGEST_NAME).read_until(b'\n', &mut start)?;
    if start.starts_with(b"PAR1") {
        // One that is cut off has no names.
        let names = bowline_results::parquet_names(path).unwrap_or_default();
        let is_time = names.first().is_some_and(|name| name == "Time");
        return Ok(is_time && names.get(1).is_none_or(|name| name.contains('.')));
    }
    let mut names = start.trim_ascii_end().split(|byte| *byte == b',');
    let is_time = names.next().is_some_and(|name| [b"Time".as_slice(), b"Time [s]"].contains(&name));
    Ok(is_time && names.next().is_none_or(|name| name.contains(&b'.')))
}

/// Whether it is an MP4, a GIF, or a PNG, whose comment stands before the frames.
fn is_video(file: impl Read) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(LONGEST_VIDEO_HEADER).read_to_end(&mut start)?;
    let is_video = start.starts_with(b"GIF8") || start.starts_with(b"\x89PNG") || start.get(4..8) == Some(b"ftyp");
    let ours = format!("{VIDEO_SIGNATURE}bowline ");
    Ok(is_video && start.windows(ours.len()).any(|words| words == ours.as_bytes()))
}

/// Whether the first line is a time, a level, and the program that begins.
fn is_log(file: impl BufRead) -> bool {
    let mut start = String::new();
    let is_text = file.take(LONGEST_NAME).read_line(&mut start).is_ok();
    let mut words = start.split_whitespace();
    let is_time = words.next().is_some_and(|time| time.ends_with('Z') && time.contains('T'));
    is_text && is_time && words.next() == Some("INFO") && words.next() == Some("bowline")
}

/// The first letters of a file, as far as they are some.
fn beginning(file: impl Read) -> io::Result<String> {
    let mut start = Vec::new();
    file.take(1024).read_to_end(&mut start)?;
    Ok(String::from_utf8_lossy(&start).into_owned())
}

/// Whether a table has a column of a kind, by its place and its name without the unit.
fn has_column(path: &Path, is_one: impl Fn(usize, &str) -> bool) -> io::Result<bool> {
    let mut start = Vec::new();
    BufReader::new(File::open(path)?).take(LONGEST_NAME).read_until(b'\n', &mut start)?;
    let names = if start.starts_with(b"PAR1") {
        bowline_results::parquet_names(path).unwrap_or_default()
    } else {
        let line = String::from_utf8_lossy(&start).trim_end().to_owned();
        line.split(',').map(|name| name.split(" [").next().unwrap_or_default().trim_matches('"').to_owned()).collect()
    };
    Ok(names.iter().enumerate().any(|(place, name)| is_one(place, name)))
}

/// Longer than two names of a header are, bytes.
const LONGEST_NAME: u64 = 64 * 1024;
/// Longer than what stands before the frames of a video of any length, bytes.
const LONGEST_VIDEO_HEADER: u64 = 4 * 1024 * 1024;
