//! The newest numbers of a run, for another thread: a window, a server.

use triple_buffer::{Input as Writer, Output as Reader, triple_buffer};

use super::{Run, RunError};
use bowline_model::model::Probe;

/// What an observer sees of a run at one time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Observation {
    /// Simulated time, s; not a number before anything was published.
    pub time: f64,
    /// The elements of the probes, one probe after the other.
    pub values: Vec<f64>,
}

/// Looks at a run from another thread: it always finds the newest numbers, and
/// neither side ever waits for the other.
#[derive(Debug)]
pub struct Observer {
    reader: Reader<Observation>,
}

impl Observer {
    /// The newest observation.
    pub fn newest(&mut self) -> &Observation {
        self.reader.read()
    }

    /// Whether there is a newer observation than the one that was looked at last.
    pub fn is_newer(&self) -> bool {
        self.reader.updated()
    }
}

/// The end of a run that an observer looks at.
pub(super) struct Publisher {
    probes: Vec<Probe>,
    writer: Writer<Observation>,
}

impl std::fmt::Debug for Publisher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Publisher").field("probes", &self.probes.len()).finish_non_exhaustive()
    }
}

impl Run {
    /// An observer of these signals. The run publishes them after a step if the
    /// observer has looked since, and wherever it stops; where they are not
    /// states, each time costs an evaluation.
    ///
    /// # Errors
    /// A probe is that of another model.
    pub fn observer(&mut self, probes: &[Probe]) -> Result<Observer, RunError> {
        probes.iter().try_for_each(|probe| self.own(probe))?;
        let count = probes.iter().map(Probe::width).sum();
        let (writer, reader) = triple_buffer(&Observation { time: f64::NAN, values: vec![f64::NAN; count] });
        self.publishers.push(Publisher { probes: probes.to_vec(), writer });
        if self.happenings.has_begun() {
            self.publish(true);
        }
        Ok(Observer { reader })
    }

    /// Publishes what is to be seen now; in passing only to those who look.
    #[inline]
    pub(super) fn publish(&mut self, has_stopped: bool) {
        if !self.publishers.is_empty() {
            self.publish_all(has_stopped);
        }
    }

    fn publish_all(&mut self, has_stopped: bool) {
        let mut publishers = std::mem::take(&mut self.publishers);
        for Publisher { probes, writer } in publishers.iter_mut().filter(|p| has_stopped || p.writer.consumed()) {
            // What cannot be evaluated here is an error of the run in its next
            // step; nobody who only looks on may end it.
            if !probes.iter().all(Probe::is_state) && self.evaluate_current().is_err() {
                continue;
            }
            let observation = writer.input_buffer_mut();
            observation.time = self.time();
            observation.values.clear();
            let (time, current) = (self.time(), self.current());
            observation.values.extend(probes.iter().flat_map(|probe| probe.values(time, current)));
            writer.publish();
        }
        self.publishers = publishers;
    }
}
