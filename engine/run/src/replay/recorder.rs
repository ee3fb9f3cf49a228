//! Keeps what is to be seen of a run.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::ControlFlow;

use super::header::Header;
use super::moment_times::MomentTimes;
use super::{EVENT, block_size, mark_of_event};
use crate::driver::recorder::Recorder;
use crate::driver::{Ending, Run, RunError, event_sources};
use bowline_model::model::Model;
use bowline_model::model::scene::Scene;
use bowline_provenance::ScenarioRecord;

/// Writes a view of a run, moment by moment, for a [`Replay`](super::Replay).
/// Each is written at once, so that a program that is killed leaves all before it.
#[derive(Debug)]
pub struct ViewRecorder<W> {
    out: W,
    /// Where the first moment is, bytes from the beginning.
    first: u64,
    scene: Scene,
    /// Time of the last moment, s.
    last: f64,
    count: u64,
    /// How many events were written, and how many were too many for it.
    events: u64,
    events_left_out: u64,
    missed: Missed,
    moment: Vec<f64>,
    bytes: Vec<u8>,
}

/// The moments that could not be evaluated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missed {
    /// How many.
    pub count: u64,
    /// Why the first could not.
    pub why: String,
}

impl<W: Write> ViewRecorder<W> {
    /// Begins the view of a run of `model`, which is that scenario; `program` is
    /// the name and version of who writes it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(mut out: W, program: impl Into<String>, scenario: ScenarioRecord, model: &Model) -> io::Result<Self> {
        let header = Header::new(program.into(), scenario, event_sources(model), model.scene());
        let first = header.write(&mut out)?;
        let scene = header.scene;
        Ok(Self {
            out,
            first,
            scene,
            last: f64::NEG_INFINITY,
            count: 0,
            events: 0,
            events_left_out: 0,
            missed: Missed::default(),
            moment: Vec::new(),
            bytes: Vec::new(),
        })
    }

    /// What is drawn in its moments.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The time of the last moment, s; before the first, infinitely long ago.
    pub fn last(&self) -> f64 {
        self.last
    }

    /// How many moments were written.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many events were written.
    pub fn event_count(&self) -> u64 {
        self.events
    }

    /// How many events are not in it, since there were enough.
    pub fn events_left_out(&self) -> u64 {
        self.events_left_out
    }

    /// The moments that could not be evaluated: where a step passes what no
    /// calculation is made for, they are left out, and the run goes on.
    pub fn missed(&self) -> &Missed {
        &self.missed
    }

    /// Runs to the end, as [`Run::to_end`] does and with the same bits, and keeps
    /// a moment at each of these times, or where a method next stands that does
    /// not know well enough what lies within its steps; also where the run was
    /// stopped.
    ///
    /// # Errors
    /// Why the run could not go on, or the view could not be written.
    pub fn run_to_end(
        &mut self,
        run: &mut Run,
        times: MomentTimes,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        self.follow(run, times, &mut |run, time| run.pass(time, recorder, observe))
    }

    /// The same of a run that goes on in another way: `pass` goes on to a time, s,
    /// as [`Run::pass`] does.
    ///
    /// # Errors
    /// Why the run could not go on, or the view could not be written.
    pub fn follow(
        &mut self,
        run: &mut Run,
        times: MomentTimes,
        pass: &mut dyn FnMut(&mut Run, f64) -> Result<Ending, RunError>,
    ) -> Result<Ending, RunError> {
        run.keep_events(Run::MANY_EVENTS);
        for time in times {
            let ending = pass(run, time);
            self.keep_events(run)?;
            let ending = ending?;
            self.keep(run)?;
            if ending == Ending::Stopped {
                return Ok(ending);
            }
        }
        Ok(Ending::Finished)
    }

    /// Keeps what happened since the last time, as far as the run [keeps](Run::keep_events) it.
    fn keep_events(&mut self, run: &Run) -> Result<(), RunError> {
        self.events_left_out = run.events_left_out();
        self.bytes.clear();
        for event in run.events().get(self.events as usize..).unwrap_or_default() {
            self.bytes.extend(mark_of_event());
            let numbers = [event.time, event.source as f64, event.from, event.to];
            self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        self.out.write_all(&self.bytes).map_err(|reason| RunError::View(run.time(), reason))?;
        self.events += (self.bytes.len() / EVENT) as u64;
        Ok(())
    }

    /// Keeps the moment at which the run stands, if it went on since the last one, and the events before it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, run: &mut Run) -> Result<(), RunError> {
        self.keep_events(run)?;
        let time = run.time();
        if time <= self.last {
            return Ok(());
        }
        match run.signals() {
            Ok(signals) => self.scene.take_moment(signals, &mut self.moment),
            Err(error) => {
                if self.missed.count == 0 {
                    self.missed.why = error.to_string();
                }
                self.missed.count += 1;
                return Ok(());
            }
        }
        self.bytes.clear();
        self.bytes.extend(time.to_le_bytes());
        self.bytes.extend(self.moment.iter().flat_map(|number| number.to_le_bytes()));
        self.out.write_all(&self.bytes).map_err(|reason| RunError::View(time, reason))?;
        (self.last, self.count) = (time, self.count + 1);
        Ok(())
    }
}

impl ViewRecorder<File> {
    /// Forgets all moments and events but the first so many of each, which are those up to that time, s: what comes
    /// next lies behind it.
    ///
    /// # Errors
    /// The file cannot be shortened.
    pub fn forget(&mut self, count: u64, events: u64, time: f64) -> io::Result<()> {
        let end = self.first + count * block_size(&self.scene) as u64 + events * EVENT as u64;
        self.out.set_len(end)?;
        self.out.seek(SeekFrom::Start(end))?;
        (self.count, self.events, self.last) = (count, events, time);
        Ok(())
    }
}
