//! What plays: a run that goes on, or a replay.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bowline_engine::{Input, Model, NoRecorder, Probe, Run, Scene};

use crate::stage::Shown;

/// What plays in the window.
#[derive(Resource)]
pub struct Player {
    // A stand-in: it runs on the window's thread.
    model: Arc<Model>,
    run: Mutex<Run>,
    scene: Arc<Scene>,
    watched: Vec<Probe>,
    now: Now,
}

/// How it stands, for who shows it.
#[derive(Debug, Clone, Default)]
pub struct Now {
    /// Simulated time, s.
    pub time: f64,
    /// Where it begins, s.
    pub start: f64,
    /// Where it ends, s.
    pub end: f64,
    /// Whether it goes on.
    pub status: Status,
    /// How fast it is to go.
    pub rate: Rate,
    /// How fast it goes: simulated by real time.
    pub real_time_factor: f64,
    /// How far it lags behind what is asked for, s.
    pub lag_s: f64,
    /// Why the run failed, or why a command was refused.
    pub message: Option<String>,
    /// How many changes were made.
    pub changes: usize,
    /// Times of the marks, s.
    pub marks: Vec<f64>,
    /// Values of the watched probes, one after the other.
    pub watched: Vec<f64>,
    /// To which [`Command::Watch`] they belong, counted from 1.
    pub generation: u64,
}

/// Whether it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Status {
    #[default]
    Paused,
    Running,
    Ended,
    Failed,
}

/// How fast it is to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// So many times real time.
    Times(f64),
    /// As fast as it can.
    Unlimited,
}

impl Default for Rate {
    fn default() -> Self {
        Self::Times(1.0)
    }
}

/// What is done to a run, or a replay, from outside.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Command {
    Play,
    Pause,
    Step,
    Restart,
    Jump(f64),
    Rate(Rate),
    Set(Input, Vec<f64>),
    Mark,
    GoBack(usize),
    Watch(Vec<Probe>),
}

impl Player {
    pub(super) fn live(model: &Arc<Model>) -> Self {
        let times = &model.settings().output_times;
        let now = Now { time: times.start(), start: times.start(), end: times.end(), ..Now::default() };
        Self {
            model: Arc::clone(model),
            run: Mutex::new(Run::new(model)),
            scene: Arc::new(model.scene()),
            watched: Vec::new(),
            now,
        }
    }

    /// How it stands.
    pub fn now(&self) -> &Now {
        &self.now
    }

    /// The model, of a run.
    pub fn model(&self) -> Option<&Arc<Model>> {
        Some(&self.model)
    }

    /// Has something done; it answers in what [`now`](Self::now) tells later.
    pub fn send(&mut self, command: Command) {
        match command {
            Command::Play => self.now.status = Status::Running,
            Command::Pause => self.now.status = Status::Paused,
            Command::Rate(rate) => self.now.rate = rate,
            Command::Restart => self.run = Mutex::new(Run::new(&self.model)),
            Command::Watch(probes) => {
                self.watched = probes;
                self.now.generation += 1;
            }
            Command::Set(input, values) => {
                self.now.message = self
                    .run
                    .get_mut()
                    .unwrap_or_else(PoisonError::into_inner)
                    .set(&input, &values)
                    .err()
                    .map(|error| error.to_string());
                self.now.changes += 1;
            }
            _ => {}
        }
    }

    pub(super) fn shown(&self) -> Shown {
        let width = self.scene.moment_width();
        Shown { scene: Arc::clone(&self.scene), moment: vec![0.0; width], time: self.now.time }
    }
}

/// Shows what plays.
pub(super) fn show(mut player: ResMut<Player>, mut shown: ResMut<Shown>, time: Res<Time>) {
    let player = &mut *player;
    let run = player.run.get_mut().unwrap_or_else(PoisonError::into_inner);
    if player.now.status == Status::Running {
        let until = run.time() + time.delta_secs_f64();
        let _ = run.pass(until, &mut NoRecorder, &mut |_| ControlFlow::Continue(()));
    }
    player.now.time = run.time();
    player.now.watched.clear();
    if let Ok(signals) = run.signals() {
        player.scene.take_moment(signals, &mut shown.moment);
        player.now.watched.extend(player.watched.iter().flat_map(|probe| probe.values(signals)));
    }
    shown.time = player.now.time;
}
