//! The moments and events of a view: where they are in the file.

use std::io::{self, Read, Seek};

use super::{DOUBLE, EVENT, mark_of_event};
use crate::driver::RunEvent;

/// What follows the first line of a view.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Time of each moment, s; they ascend.
    pub(super) times: Vec<f64>,
    /// Where the numbers of each are.
    pub(super) places: Vec<u64>,
    pub(super) events: Vec<RunEvent>,
    /// Whether the last of them is cut.
    pub(super) is_cut: bool,
}

impl Contents {
    /// Looks through a file of that length, bytes, from where it stands on; a moment is so many bytes with its time, and
    /// events can be of so many sources.
    ///
    /// # Errors
    /// It cannot be read, or is damaged; in words.
    pub(super) fn read(
        file: &mut io::BufReader<impl Read + Seek>,
        block: usize,
        sources: usize,
        length: u64,
    ) -> Result<Self, String> {
        let unreadable = |reason: io::Error| reason.to_string();
        let mut contents = Self::default();
        let mut place = file.stream_position().map_err(unreadable)?;
        let mut begin = [0; DOUBLE];
        while place < length {
            let left = length - place;
            let is_event = left >= DOUBLE as u64 && {
                file.read_exact(&mut begin).map_err(unreadable)?;
                begin == mark_of_event()
            };
            let size = if is_event { EVENT } else { block } as u64;
            if left < size {
                contents.is_cut = true;
                break;
            }
            if is_event {
                let mut numbers = [0; EVENT - DOUBLE];
                file.read_exact(&mut numbers).map_err(unreadable)?;
                contents.add_event(&numbers, sources)?;
            } else {
                contents.add_moment(f64::from_le_bytes(begin), place + DOUBLE as u64)?;
                file.seek_relative((block - DOUBLE) as i64).map_err(unreadable)?;
            }
            place += size;
        }
        Ok(contents)
    }

    fn add_moment(&mut self, time: f64, place: u64) -> Result<(), String> {
        let last = self.times.last().copied();
        if !time.is_finite() || last.is_some_and(|last| time <= last) {
            let last = last.map_or_else(String::new, |last| format!(", behind {last}"));
            return Err(format!("moment {} has the time {time}{last}", self.times.len() + 1));
        }
        self.times.push(time);
        self.places.push(place);
        Ok(())
    }

    fn add_event(&mut self, bytes: &[u8; EVENT - DOUBLE], sources: usize) -> Result<(), String> {
        let mut numbers = bytes.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number));
        let mut next = || numbers.next().unwrap_or(f64::NAN);
        let (time, source, from, to) = (next(), next(), next(), next());
        let number = self.events.len() + 1;
        if !(source >= 0.0 && source < sources as f64 && source.fract() == 0.0) {
            return Err(format!("event {number} is of source {source}, but there are {sources}"));
        }
        let last = self.events.last().map(|event| event.time);
        if !time.is_finite() || last.is_some_and(|last| time < last) {
            let last = last.map_or_else(String::new, |last| format!(", behind {last}"));
            return Err(format!("event {number} has the time {time}{last}"));
        }
        self.events.push(RunEvent { time, source: source as usize, from, to });
        Ok(())
    }
}
