//! The thread of a live run.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use triple_buffer::Input as Writer;

use super::edit_history::EditHistory;
use super::event_feed::EventFeed;
use super::sampler::Sampler;
use super::speed::Speed;
use super::{Command, Keeper, Kept, LiveStatus, LiveView, Pacer, Rate};
use crate::driver::{Ending, Intervention, Run, RunError, RunOptions, Snapshot};
use bowline_model::model::scene::Scene;
use bowline_model::model::{Model, Probe};
use bowline_text::seconds::Seconds;

/// The run goes on for so long before it looks for commands.
const SLICE: Duration = Duration::from_millis(8);
/// It is shown so often while it waits for the clock on the wall.
const FRAME: Duration = Duration::from_micros(8_333);
/// What could not be sent is tried again so soon.
const AGAIN: Duration = Duration::from_millis(100);

/// Where it is late, so many times as long as it takes to show it goes by before
/// it is shown again.
const STEPS_FOR_PICTURES: u32 = 4;
/// Samples lie further apart than this many units in the last place of the time.
const LEAST_PART: f64 = 64.0;

/// A run, and what it was told.
pub(super) struct Simulation {
    pub(super) model: Arc<Model>,
    pub(super) options: RunOptions,
    scene: Arc<Scene>,
    pub(super) run: Run,
    pub(super) keeper: Box<dyn Keeper>,
    /// Whether it is to go on.
    pub(super) is_playing: bool,
    pub(super) jump: Option<Jump>,
    /// Commands that wait until it has jumped.
    pub(super) waiting: VecDeque<Command>,
    /// Why it cannot go on.
    pub(super) failure: Option<String>,
    pub(super) pacer: Pacer,
    /// Whether it has not come as far as it should have.
    is_late: bool,
    speed: Speed,
    pub(super) marks: Vec<Mark>,
    pub(super) edit_history: EditHistory,
    pub(super) watched: Vec<Probe>,
    pub(super) sampler: Sampler,
    pub(super) event_feed: EventFeed,
    /// What is shown.
    pub(super) view: LiveView,
    writer: Writer<LiveView>,
    /// When it was shown last, and how long that took.
    shown: Instant,
    showing: Duration,
}

/// Where a run shows what happens in it.
pub(super) struct Outlets {
    /// What is shown first.
    pub(super) view: LiveView,
    /// To where it is shown.
    pub(super) writer: Writer<LiveView>,
    /// The samples of watched signals.
    pub(super) sampler: Sampler,
    /// The events.
    pub(super) event_feed: EventFeed,
}

/// A time that was asked for.
pub(super) struct Jump {
    /// s.
    pub(super) to: f64,
    /// What was done to the run that it left, should it have to begin anew.
    pub(super) changes: Arc<[Intervention]>,
}

pub(super) struct Mark {
    pub(super) snapshot: Snapshot,
    /// What led there.
    pub(super) changes: Arc<[Intervention]>,
    /// How much was kept up to there, as long as it is.
    pub(super) kept: Option<Kept>,
}

impl Simulation {
    /// One that waits at the start.
    pub(super) fn new(
        run: Run,
        options: RunOptions,
        scene: Arc<Scene>,
        keeper: Box<dyn Keeper>,
        outlets: Outlets,
    ) -> Self {
        let Outlets { view, writer, sampler, event_feed } = outlets;
        Self {
            model: Arc::clone(run.model()),
            options,
            scene,
            keeper,
            is_playing: false,
            jump: None,
            waiting: VecDeque::new(),
            failure: None,
            pacer: Pacer::new(view.rate, run.time()),
            is_late: false,
            speed: Speed::new(run.time()),
            marks: Vec::new(),
            edit_history: EditHistory::after(Arc::new([]), 0),
            watched: Vec::new(),
            sampler,
            event_feed,
            view,
            writer,
            shown: Instant::now(),
            showing: Duration::ZERO,
            run,
        }
    }

    /// Lets it go on, or wait.
    pub(super) fn play(&mut self, is_playing: bool) {
        self.is_playing = is_playing;
        self.pace();
    }

    /// Obeys until nobody gives orders any more.
    pub(super) fn obey(&mut self, orders: &Receiver<Command>) {
        loop {
            let first = match self.patience() {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(patience) => orders.recv_timeout(patience),
            };
            if matches!(first, Err(RecvTimeoutError::Disconnected)) {
                return self.keep_last();
            }
            let told = first.into_iter().chain(orders.try_iter());
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut is_told = false;
                told.for_each(|command| {
                    self.take(command);
                    is_told = true;
                });
                self.go_on();
                if is_told || self.is_worth_showing() {
                    self.show();
                }
            }));
            if let Err(panic) = outcome {
                self.give_up(&*panic);
            }
        }
    }

    /// How long it waits for a command; for ever, if there is nothing else to do.
    fn patience(&self) -> Option<Duration> {
        match self.status() {
            LiveStatus::Jumping => Some(Duration::ZERO),
            LiveStatus::Running if self.is_late => Some(Duration::ZERO),
            LiveStatus::Running => Some(self.pacer.duration(self.pacer.target(), self.run.time()).clamp(FRAME, AGAIN)),
            _ => None,
        }
    }

    pub(super) fn status(&self) -> LiveStatus {
        match () {
            () if self.failure.is_some() => LiveStatus::Failed,
            () if self.jump.is_some() => LiveStatus::Jumping,
            () if self.run.time() >= self.end() => LiveStatus::Ended,
            () if self.is_playing => LiveStatus::Running,
            () => LiveStatus::Paused,
        }
    }

    pub(super) fn start(&self) -> f64 {
        self.model.settings().output_times.start()
    }

    pub(super) fn end(&self) -> f64 {
        self.model.settings().output_times.end()
    }

    /// The clock on the wall counts from here on; what it was late is forgotten.
    pub(super) fn pace(&mut self) {
        self.pace_at(self.pacer.rate());
    }

    pub(super) fn pace_at(&mut self, rate: Rate) {
        self.pacer = Pacer::new(rate, self.run.time());
        self.speed = Speed::new(self.run.time());
        (self.is_late, self.view.lag_s) = (true, 0.0);
    }

    /// Goes on for a while: to where it is to be, if it gets there.
    fn go_on(&mut self) {
        let slice = Instant::now() + SLICE;
        match self.status() {
            LiveStatus::Jumping => {
                let to = self.jump.as_ref().map_or(0.0, |jump| jump.to);
                if self.pass(to, slice) && self.failure.is_none() {
                    self.end_jump();
                    let waiting = std::mem::take(&mut self.waiting);
                    waiting.into_iter().for_each(|command| self.take(command));
                }
            }
            LiveStatus::Running => {
                let target = self.pacer.target();
                self.is_late = !self.pass(target, slice);
                self.rest_at_end();
                let late = self.pacer.duration(self.run.time(), target.min(self.end()));
                self.view.lag_s = late.as_secs_f64();
            }
            LiveStatus::Paused | LiveStatus::Ended | LiveStatus::Failed => {}
        }
    }

    /// Who goes back from the end wants to look first: it waits there.
    pub(super) fn rest_at_end(&mut self) {
        self.is_playing &= self.status() != LiveStatus::Ended;
    }

    /// Goes on to that time, s, with samples on the way, but no longer than until
    /// `slice`. Whether it is there.
    fn pass(&mut self, time: f64, slice: Instant) -> bool {
        let times = &self.model.settings().output_times;
        let interval = self.sampler.interval(times.end() - times.start(), self.pacer.rate());
        let mut observe = |_| if Instant::now() < slice { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        loop {
            let now = self.run.time();
            let next = time.min(now + interval.max(LEAST_PART * (now.abs().next_up() - now.abs())));
            let next = next.min(self.keeper.next_moment().max(now));
            match self.run.pass(next, &mut *self.keeper, &mut observe).and_then(|ending| self.keep().map(|()| ending)) {
                Ok(ending) => {
                    self.sampler.take(&mut self.run);
                    let is_there = ending == Ending::Finished && next >= time || self.run.time() >= self.end();
                    if is_there || Instant::now() >= slice {
                        return is_there;
                    }
                }
                // It goes on without inputs with which it could not.
                Err(error) if !self.run.has_failed() => self.view.message = Some(error.to_string()),
                Err(error) => {
                    self.fail(&error);
                    return true;
                }
            }
        }
    }

    /// Keeps the moment that is wanted here, if one is.
    pub(super) fn keep(&mut self) -> Result<(), RunError> {
        if self.run.time() < self.keeper.next_moment() { Ok(()) } else { self.keeper.moment(&mut self.run) }
    }

    /// Keeps the moment at which the run is left.
    fn keep_last(&mut self) {
        if self.failure.is_none() && self.keeper.next_moment() < f64::INFINITY {
            let outcome = catch_unwind(AssertUnwindSafe(|| self.keeper.moment(&mut self.run)));
            if let Ok(Err(error)) = outcome {
                self.fail(&error);
                self.show();
            }
        }
    }

    /// Forgets what was kept since; a mark behind that has to be reached anew.
    pub(super) fn forget(&mut self, since: &Kept) {
        let is_behind = |kept: &Kept| kept.counts.iter().enumerate().any(|(kind, count)| *count > since.count(kind));
        for mark in &mut self.marks {
            mark.kept.take_if(|kept| is_behind(kept) || since.counts.is_empty());
        }
        if let Err(reason) = self.keeper.forget(since) {
            self.fail(&RunError::Recorder(reason));
        }
    }

    /// Takes a sample, unless the run may be anywhere.
    pub(super) fn sample(&mut self) {
        if self.failure.is_none() {
            self.sampler.take(&mut self.run);
        }
    }

    /// The run cannot go on.
    pub(super) fn fail(&mut self, error: &RunError) {
        self.fail_with(error.to_string());
    }

    fn fail_with(&mut self, message: String) {
        (self.failure, self.view.message) = (Some(message.clone()), Some(message));
        self.jump = None;
        self.waiting.clear();
        self.view.lag_s = 0.0;
    }

    /// Leaves a run in which something panicked.
    fn give_up(&mut self, panic: &(dyn Any + Send)) {
        let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
        let message =
            format!("at t = {} s a calculation panicked: {}", Seconds(self.run.time()), said.unwrap_or("no message"));
        self.fail_with(message);
        // What the panic left of the run may panic again.
        let shown = catch_unwind(AssertUnwindSafe(|| self.show()));
        if shown.is_err() {
            self.view.status = LiveStatus::Failed;
            self.publish();
        }
    }

    /// Whether it is time to show it: to who is late, time for steps is worth more
    /// than time for pictures.
    fn is_worth_showing(&self) -> bool {
        let is_on_its_way = matches!(self.status(), LiveStatus::Running | LiveStatus::Jumping);
        !(is_on_its_way && self.is_late) || self.shown.elapsed() >= STEPS_FOR_PICTURES * self.showing
    }

    /// Shows how it is now.
    fn show(&mut self) {
        let began = Instant::now();
        self.edit_history.follow(self.run.interventions());
        self.view.time = self.run.time();
        self.view.status = self.status();
        self.view.rate = self.pacer.rate();
        self.view.real_time_factor = match self.view.status {
            LiveStatus::Running | LiveStatus::Jumping => self.speed.at(self.view.time),
            _ => 0.0,
        };
        if let Some(failure) = &self.failure {
            self.view.message.get_or_insert_with(|| failure.clone());
        }
        if !Arc::ptr_eq(&self.view.changes, self.edit_history.all()) {
            self.view.changes = Arc::clone(self.edit_history.all());
        }
        self.view.statistics.clone_from(self.run.statistics());
        // Where the run failed its numbers may be none.
        if self.failure.is_none() {
            let time = self.run.time();
            match self.run.signals() {
                Ok(signals) => {
                    self.scene.take_moment(signals, &mut self.view.moment);
                    self.view.watched.clear();
                    self.view.watched.extend(self.watched.iter().flat_map(|probe| probe.values(time, signals)));
                }
                // The run goes on, where nothing that it integrates or records is concerned.
                Err(error) => {
                    self.view.message.get_or_insert_with(|| format!("what is shown is older: {error}"));
                }
            }
        }
        self.sample();
        self.event_feed.take(&self.run);
        self.publish();
        (self.shown, self.showing) = (Instant::now(), began.elapsed());
    }

    fn publish(&mut self) {
        self.writer.input_buffer_mut().clone_from(&self.view);
        self.writer.publish();
    }
}
