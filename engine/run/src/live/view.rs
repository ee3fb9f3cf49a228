//! What is to be seen of a live run.

use std::sync::Arc;

use super::Rate;
use crate::driver::record::RunRecord;
use crate::driver::{Intervention, Run};
use bowline_model::model::Input;
use bowline_model::model::scene::Scene;
use bowline_solve::statistics::Statistics;

/// What is to be seen of a live run at one time.
#[derive(Debug, PartialEq)]
pub struct LiveView {
    /// Simulated time, s.
    pub time: f64,
    /// The numbers that its shapes follow, for [`Scene::in_moment`]. Where they
    /// cannot be evaluated, the last ones that could; not-a-number before any.
    pub moment: Vec<f64>,
    /// The numbers of the signals of [`Command::Watch`](super::Command::Watch), one signal after the other.
    pub watched: Vec<f64>,
    /// The command that they belong to; 0 before the first.
    pub watched_generation: u64,
    /// What it does.
    pub status: LiveStatus,
    /// How fast it is to go.
    pub rate: Rate,
    /// Simulated seconds in a second on the wall, about half a second long; 0 while it stands still.
    pub real_time_factor: f64,
    /// How late it is, in seconds on the wall.
    pub lag_s: f64,
    /// Why it failed, why the last command was refused, or why there is no newer
    /// moment.
    pub message: Option<String>,
    /// What was done to it: a run to which the same is done has the same bits.
    /// For [`RunRecord::interventions`](crate::driver::record::RunRecord::interventions).
    pub changes: Arc<[Intervention]>,
    /// Simulated times of the marks, s, in the order in which they were set.
    pub marks: Arc<[f64]>,
    /// What it has cost since it began, or began anew.
    pub statistics: Statistics,
}

/// As is derived; but one that is overwritten keeps its memory, since it is so
/// many times a second.
impl Clone for LiveView {
    fn clone(&self) -> Self {
        Self {
            moment: self.moment.clone(),
            watched: self.watched.clone(),
            message: self.message.clone(),
            changes: Arc::clone(&self.changes),
            marks: Arc::clone(&self.marks),
            statistics: self.statistics.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        let (mut moment, mut watched) = (std::mem::take(&mut self.moment), std::mem::take(&mut self.watched));
        moment.clone_from(&other.moment);
        watched.clone_from(&other.watched);
        *self = Self {
            moment,
            watched,
            message: other.message.clone(),
            changes: Arc::clone(&other.changes),
            marks: Arc::clone(&other.marks),
            statistics: other.statistics.clone(),
            ..*other
        };
    }
}

/// What a live run does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveStatus {
    /// It waits.
    Paused,
    /// It goes on.
    Running,
    /// It is on its way to a time that was asked for.
    Jumping,
    /// It came to its end.
    Ended,
    /// It cannot go on.
    Failed,
}

impl LiveView {
    /// That of something that waits at a time, s, to which nothing has been done.
    pub fn waiting(time: f64, moment: Vec<f64>, rate: Rate) -> Self {
        Self {
            time,
            moment,
            watched: Vec::new(),
            watched_generation: 0,
            status: LiveStatus::Paused,
            rate,
            real_time_factor: 0.0,
            lag_s: 0.0,
            message: None,
            changes: Arc::new([]),
            marks: Arc::new([]),
            statistics: Statistics::default(),
        }
    }

    /// That of a run that waits at its start.
    pub(super) fn first(run: &mut Run, scene: &Scene, rate: Rate) -> Self {
        let mut view = Self::waiting(run.time(), vec![f64::NAN; scene.moment_width()], rate);
        match run.signals() {
            Ok(signals) => scene.take_moment(signals, &mut view.moment),
            Err(error) => view.message = Some(error.to_string()),
        }
        view
    }

    /// Tells in a record how the run stands, but for the program's exit status.
    pub fn tell(&self, record: &mut RunRecord) {
        record.interventions = self.changes.to_vec();
        record.statistics.clone_from(&self.statistics);
        record.reached_s = self.time;
        let is_failed = self.status == LiveStatus::Failed;
        record.error = self.message.clone().filter(|_| is_failed);
        record.status = match self.status {
            LiveStatus::Ended => "finished",
            LiveStatus::Failed => "failed",
            LiveStatus::Paused | LiveStatus::Running | LiveStatus::Jumping => "interrupted",
        }
        .to_owned();
    }

    /// What an input has now.
    pub fn input<'a>(&'a self, input: &'a Input) -> &'a [f64] {
        let set = self.changes.iter().rev().find_map(|change| match change {
            Intervention::Set { input: name, values, .. } if name == input.name() => Some(values.as_slice()),
            _ => None,
        });
        set.unwrap_or_else(|| input.value())
    }
}
