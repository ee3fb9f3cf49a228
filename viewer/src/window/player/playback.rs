//! A replay that plays.

use std::sync::Arc;

use crate::stage::Hidden;
use bowline_engine::live::{Command, LiveStatus, LiveView, Rate};
use bowline_engine::replay::{Replay, ReplayError};
use bowline_parts::{Extent, Place, Trail, Trails};

use crate::window::overlays::middle;

/// As fast as it can is: all of it in so long, s.
const ALL: f64 = 4.0;

/// How often one looks through a replay for what it will show.
const LOOKS: u32 = 100;

/// A replay, and where it stands.
#[derive(Debug)]
pub(super) struct Playback {
    replay: Replay,
    is_backwards: bool,
    now: LiveView,
    is_newer: bool,
}

impl Playback {
    pub(super) fn new(replay: Replay, rate: Rate) -> Result<Self, ReplayError> {
        let now = LiveView::waiting(replay.times()[0], Vec::new(), rate);
        let mut playback = Self { replay, is_backwards: false, now, is_newer: true };
        playback.replay.moment_at(playback.now.time, &mut playback.now.moment)?;
        Ok(playback)
    }

    pub(super) fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The first time and the last, s.
    pub(super) fn span(&self) -> [f64; 2] {
        let times = self.replay.times();
        // It has at least one moment.
        [times[0], times[times.len() - 1]]
    }

    /// Around all that is shown in so many of the moments.
    pub(super) fn extent(&mut self, hidden: &Hidden) -> Option<Extent> {
        let mut moment = Vec::new();
        let scene = Arc::clone(self.replay.scene());
        let [start, end] = self.span();
        let times = (0..=LOOKS).map(|look| start + (end - start) * f64::from(look) / f64::from(LOOKS));
        let extents = times.filter_map(|time| {
            self.replay.moment_at(time, &mut moment).ok()?;
            hidden.extent(&scene, &moment)
        });
        extents.reduce(Extent::with)
    }

    /// All that it knows of trails.
    pub(super) fn trails(&mut self) -> Result<Trails, String> {
        Trails::recorded(&mut self.replay).map_err(|error| error.to_string())
    }

    /// Where the middle of a SimObject is, by its position in the scene: as far as the view can be read.
    pub(super) fn path(&mut self, object: usize) -> Trail {
        let (scene, mut moment, mut trail) = (Arc::clone(self.replay.scene()), Vec::new(), Trail::default());
        let shapes: Vec<usize> = scene
            .in_moment(&self.now.moment)
            .enumerate()
            .filter_map(|(shape, drawn)| (drawn.object == object).then_some(shape))
            .collect();
        for time in self.replay.times().to_vec() {
            if self.replay.moment_at(time, &mut moment).is_ok()
                && let Some(point) = middle(shapes.iter().map(|shape| scene.shape_in(*shape, &moment)))
            {
                trail.add(Place { time, point, colour: None }, 0.0);
            }
        }
        trail
    }

    pub(super) fn is_backwards(&self) -> bool {
        self.is_backwards
    }

    pub(super) fn is_newer(&self) -> bool {
        self.is_newer
    }

    pub(super) fn newest(&mut self) -> &LiveView {
        self.is_newer = false;
        &self.now
    }

    pub(super) fn take(&mut self, command: &Command) {
        let [start, end] = self.span();
        self.is_newer = true;
        match command {
            Command::Play => {
                // Who plays at the end wants to see it again.
                if self.now.time == self.last() {
                    self.go(if self.is_backwards { end } else { start });
                }
                self.now.status = LiveStatus::Running;
            }
            Command::PlayOrPause if self.now.status == LiveStatus::Running => self.take(&Command::Pause),
            Command::PlayOrPause => self.take(&Command::Play),
            Command::Pause => self.now.status = LiveStatus::Paused,
            Command::Step => self.step(false),
            Command::Restart => self.go(if self.is_backwards { end } else { start }),
            Command::Jump(time) => self.go(*time),
            Command::Rate(rate) => self.now.rate = *rate,
            Command::Set(..)
            | Command::Rest
            | Command::TakeBack
            | Command::Mark
            | Command::GoBack(_)
            | Command::Watch { .. }
            | Command::Sample { .. } => {}
        }
    }

    /// Plays the other way.
    pub(super) fn turn(&mut self) {
        self.is_backwards = !self.is_backwards;
        self.take(&Command::Play);
    }

    /// To the next moment that was recorded, or to the one before.
    pub(super) fn step(&mut self, back: bool) {
        let (times, now) = (self.replay.times(), self.now.time);
        let next = if back {
            times[..times.partition_point(|time| *time < now)].last()
        } else {
            times.get(times.partition_point(|time| *time <= now))
        };
        let next = next.copied().unwrap_or(now);
        self.now.status = LiveStatus::Paused;
        self.go(next);
    }

    /// So much time went by on the wall, s.
    pub(super) fn pass(&mut self, seconds: f64) {
        if self.now.status != LiveStatus::Running {
            return;
        }
        let [start, end] = self.span();
        let rate = match self.now.rate {
            Rate::Times(rate) => rate,
            Rate::Unlimited => (end - start) / ALL,
        };
        let rate = if self.is_backwards { -rate } else { rate };
        self.go(self.now.time + rate * seconds);
        self.now.real_time_factor = rate;
    }

    /// The end, in the direction in which it plays, s.
    fn last(&self) -> f64 {
        self.span()[usize::from(!self.is_backwards)]
    }

    fn go(&mut self, time: f64) {
        let [start, end] = self.span();
        if time.is_nan() {
            return;
        }
        self.now.time = time.clamp(start, end);
        self.now.message =
            self.replay.moment_at(self.now.time, &mut self.now.moment).err().map(|error| error.to_string());
        let is_over = self.now.time == self.last();
        if self.now.status == LiveStatus::Running && is_over {
            (self.now.status, self.now.real_time_factor) = (LiveStatus::Ended, 0.0);
        } else if self.now.status == LiveStatus::Ended && !is_over {
            self.now.status = LiveStatus::Paused;
        }
        self.is_newer = true;
    }
}
