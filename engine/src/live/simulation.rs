//! The thread of a live run.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use triple_buffer::Input as Writer;

use super::lineage::Lineage;
use super::sampler::Sampler;
use super::speed::Speed;
use super::{Command, LiveStatus, LiveView, Pacer, Rate, Samples};
use crate::model::scene::Scene;
use crate::model::{Input, Model, Probe};
use crate::run::recorder::Recorder;
use crate::run::{Ending, Intervention, Run, RunError, RunOptions, Snapshot};

/// The run goes on for so long before it looks for commands.
const SLICE: Duration = Duration::from_millis(8);
/// It is shown so often while it waits for the clock on the wall.
const FRAME: Duration = Duration::from_micros(8_333);
/// What could not be sent is tried again so soon.
const AGAIN: Duration = Duration::from_millis(100);

/// Samples lie further apart than this many units in the last place of the time.
const LEAST_PART: f64 = 64.0;

/// A run, and what it was told.
pub(super) struct Simulation {
    model: Arc<Model>,
    options: RunOptions,
    scene: Arc<Scene>,
    run: Run,
    recorder: Box<dyn Recorder + Send>,
    /// Whether it is to go on.
    is_playing: bool,
    jump: Option<Jump>,
    /// Commands that wait until it has jumped.
    waiting: VecDeque<Command>,
    /// Why it cannot go on.
    failure: Option<String>,
    pacer: Pacer,
    /// Whether it has not come as far as it should have.
    is_late: bool,
    speed: Speed,
    marks: Vec<Mark>,
    lineage: Lineage,
    watched: Vec<Probe>,
    sampler: Sampler,
    /// What is shown.
    view: LiveView,
    writer: Writer<LiveView>,
}

/// A time that was asked for.
struct Jump {
    /// s.
    to: f64,
    /// What was done to the run that it left, should it have to begin anew.
    changes: Arc<[Intervention]>,
}

struct Mark {
    snapshot: Snapshot,
    /// What led there.
    changes: Arc<[Intervention]>,
}

impl Simulation {
    /// One that waits at the start.
    pub(super) fn new(
        run: Run,
        options: RunOptions,
        scene: Arc<Scene>,
        recorder: Box<dyn Recorder + Send>,
        view: LiveView,
        writer: Writer<LiveView>,
        batches: SyncSender<Samples>,
    ) -> Self {
        Self {
            model: Arc::clone(run.model()),
            options,
            scene,
            recorder,
            is_playing: false,
            jump: None,
            waiting: VecDeque::new(),
            failure: None,
            pacer: Pacer::new(view.rate, run.time()),
            is_late: false,
            speed: Speed::new(run.time()),
            marks: Vec::new(),
            lineage: Lineage::after(Arc::new([]), 0),
            watched: Vec::new(),
            sampler: Sampler::new(batches),
            view,
            writer,
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
                return;
            }
            let told = first.into_iter().chain(orders.try_iter());
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                told.for_each(|command| self.take(command));
                self.go_on();
                self.show();
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
            _ => self.sampler.is_full().then_some(AGAIN),
        }
    }

    fn status(&self) -> LiveStatus {
        match () {
            () if self.failure.is_some() => LiveStatus::Failed,
            () if self.jump.is_some() => LiveStatus::Jumping,
            () if self.run.time() >= self.end() => LiveStatus::Ended,
            () if self.is_playing => LiveStatus::Running,
            () => LiveStatus::Paused,
        }
    }

    fn end(&self) -> f64 {
        self.model.settings().output_times.end()
    }

    /// The clock on the wall counts from here on; what it was late is forgotten.
    fn pace(&mut self) {
        self.pace_at(self.pacer.rate());
    }

    fn pace_at(&mut self, rate: Rate) {
        self.pacer = Pacer::new(rate, self.run.time());
        self.speed = Speed::new(self.run.time());
        (self.is_late, self.view.lag_s) = (true, 0.0);
    }

    /// Does what it is told, or says why not.
    fn take(&mut self, command: Command) {
        let waits = matches!(command, Command::Step | Command::Set(..) | Command::Mark);
        if self.jump.is_some() && waits {
            self.waiting.push_back(command);
            return;
        }
        let is_quiet = matches!(command, Command::Watch { .. } | Command::Sample { .. });
        let refused = self.carry_out(command).err();
        if refused.is_some() || !is_quiet {
            self.view.message = refused;
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Play => self.check_goes_on().map(|()| self.play(true)),
            Command::Pause => {
                self.end_jump();
                self.play(false);
                Ok(())
            }
            Command::Step => {
                self.check_goes_on()?;
                self.play(false);
                match self.run.pass_step(&mut *self.recorder) {
                    Ok(()) => self.sampler.take(&mut self.run),
                    Err(error) => self.fail(&error),
                }
                Ok(())
            }
            Command::Restart => {
                self.begin_anew();
                Ok(())
            }
            Command::Jump(time) => self.jump(time),
            Command::Rate(rate) => rate.check().map(|()| self.pace_at(rate)),
            Command::Set(input, values) => self.set(&input, &values),
            Command::Mark => self.mark(),
            Command::GoBack(mark) => self.go_back(mark),
            Command::Watch { generation, probes } => {
                self.check_probes(&probes)?;
                (self.watched, self.view.watched_generation) = (probes, generation);
                Ok(())
            }
            Command::Sample { generation, probes } => {
                self.check_probes(&probes)?;
                self.sampler.choose(generation, probes);
                Ok(())
            }
        }
    }

    /// Refuses what a run that has failed or ended cannot do.
    fn check_goes_on(&self) -> Result<(), String> {
        self.check_lives()?;
        if self.status() == LiveStatus::Ended {
            return Err(format!("the run ended at t = {} s: restart it, or jump back", self.run.time()));
        }
        Ok(())
    }

    fn check_lives(&self) -> Result<(), String> {
        self.failure.as_ref().map_or(Ok(()), |failure| Err(format!("{failure}; restart the run, or jump back")))
    }

    fn check_probes(&self, probes: &[Probe]) -> Result<(), String> {
        match probes.iter().find(|probe| !probe.is_of(&self.model)) {
            Some(probe) => Err(format!("the probe of `{}` is that of another model", probe.name())),
            None => Ok(()),
        }
    }

    fn set(&mut self, input: &Input, values: &[f64]) -> Result<(), String> {
        self.check_lives()?;
        match self.run.set(input, values) {
            // What it refuses changes nothing.
            Err(error) if self.run.has_failed() => self.fail(&error),
            Err(error) => return Err(error.to_string()),
            Ok(()) => {}
        }
        Ok(())
    }

    fn mark(&mut self) -> Result<(), String> {
        self.check_lives()?;
        match self.run.snapshot() {
            Ok(snapshot) => {
                self.lineage.follow(self.run.interventions());
                self.marks.push(Mark { snapshot, changes: Arc::clone(self.lineage.all()) });
                self.view.marks = self.marks.iter().map(|mark| mark.snapshot.time()).collect();
            }
            Err(error) => self.fail(&error),
        }
        Ok(())
    }

    fn go_back(&mut self, mark: usize) -> Result<(), String> {
        let Some(Mark { snapshot, changes }) = self.marks.get(mark) else {
            return Err(format!("there is no mark {}: {} are set", mark + 1, self.marks.len()));
        };
        if self.failure.is_some() {
            // Nobody knows what a panic left of it.
            self.run = Run::with(&self.model, self.options);
        }
        let outcome = self.run.restore(snapshot);
        self.lineage = Lineage::after(Arc::clone(changes), self.run.interventions().len());
        self.leave();
        outcome.unwrap_or_else(|error| self.fail(&error));
        Ok(())
    }

    /// Goes on in another run, or elsewhere in this one.
    fn leave(&mut self) {
        (self.jump, self.failure) = (None, None);
        self.waiting.clear();
        self.pace();
    }

    fn begin_anew(&mut self) {
        self.run = Run::with(&self.model, self.options);
        self.lineage = Lineage::after(Arc::new([]), 0);
        self.leave();
    }

    fn jump(&mut self, time: f64) -> Result<(), String> {
        if time.is_nan() {
            return Err(format!("{time} is no time to jump to"));
        }
        let to = time.clamp(self.model.settings().output_times.start(), self.end());
        let left = self.jump.take().map(|jump| jump.changes);
        let changes = left.unwrap_or_else(|| Arc::clone(self.lineage.all()));
        if to < self.run.time() || self.failure.is_some() || self.run.has_plans() {
            self.begin_anew();
            let is_before = |change: &&Intervention| change.time().is_none_or(|time| time <= to);
            let before: Vec<_> = changes.iter().take_while(is_before).cloned().collect();
            self.run.plan(&before).map_err(|error| error.to_string())?;
        }
        self.jump = Some(Jump { to, changes });
        Ok(())
    }

    /// Stays where a jump has come to.
    fn end_jump(&mut self) {
        if self.jump.take().is_some() {
            // Nothing planned is nothing that could be refused.
            let _ = self.run.plan(&[]);
            self.pace();
        }
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
                let late = self.pacer.duration(self.run.time(), target.min(self.end()));
                self.view.lag_s = late.as_secs_f64();
            }
            LiveStatus::Paused | LiveStatus::Ended | LiveStatus::Failed => {}
        }
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
            match self.run.pass(next, &mut *self.recorder, &mut observe) {
                Ok(ending) => {
                    self.sampler.take(&mut self.run);
                    let is_there = ending == Ending::Finished && next >= time || self.run.time() >= self.end();
                    if is_there || Instant::now() >= slice {
                        return is_there;
                    }
                }
                Err(error) => {
                    self.fail(&error);
                    return true;
                }
            }
        }
    }

    /// The run cannot go on.
    fn fail(&mut self, error: &RunError) {
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
        let message = format!("at t = {} s a calculation panicked: {}", self.run.time(), said.unwrap_or("no message"));
        self.fail_with(message);
        // What the panic left of the run may panic again.
        let shown = catch_unwind(AssertUnwindSafe(|| self.show()));
        if shown.is_err() {
            self.view.status = LiveStatus::Failed;
            self.publish();
        }
    }

    /// Shows how it is now.
    fn show(&mut self) {
        self.lineage.follow(self.run.interventions());
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
        if !Arc::ptr_eq(&self.view.changes, self.lineage.all()) {
            self.view.changes = Arc::clone(self.lineage.all());
        }
        self.view.statistics.clone_from(self.run.statistics());
        // Where the run failed its numbers may be none.
        if self.failure.is_none()
            && let Ok(signals) = self.run.signals()
        {
            self.scene.take_moment(signals, &mut self.view.moment);
            self.view.watched.clear();
            self.view.watched.extend(self.watched.iter().flat_map(|probe| probe.values(signals)));
        }
        if self.failure.is_none() {
            self.sampler.take(&mut self.run);
        }
        self.sampler.send();
        self.publish();
    }

    fn publish(&mut self) {
        self.writer.input_buffer_mut().clone_from(&self.view);
        self.writer.publish();
    }
}
