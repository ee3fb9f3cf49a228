//! What a live run does when it is told something.

use std::sync::Arc;

use super::edit_history::{EditHistory, is_same_input};
use super::simulation::{Jump, Mark, Simulation};
use super::{Command, Kept, LiveStatus};
use crate::driver::{Intervention, Run, RunError};
use bowline_model::model::{Input, Probe};
use bowline_text::seconds::Seconds;

impl Simulation {
    /// Does what it is told, or says why not.
    pub(super) fn take(&mut self, command: Command) {
        let waits = matches!(command, Command::Play | Command::Step | Command::Set(..) | Command::Rest | Command::Mark);
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
                self.waiting.clear();
                self.play(false);
                Ok(())
            }
            Command::PlayOrPause => {
                match self.status() {
                    LiveStatus::Running | LiveStatus::Jumping => return self.carry_out(Command::Pause),
                    LiveStatus::Ended => self.begin_anew(),
                    LiveStatus::Paused | LiveStatus::Failed => {}
                }
                self.carry_out(Command::Play)
            }
            Command::Step => {
                self.check_goes_on()?;
                self.play(false);
                match self.run.pass_step(&mut *self.keeper).and_then(|()| self.keep()) {
                    Ok(()) => self.sample(),
                    Err(error) => return self.failed_or_refused(&error),
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
            Command::Rest => self.rest(),
            Command::TakeBack => self.take_back(),
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
                self.sample();
                Ok(())
            }
        }
    }

    /// Refuses what a run that has failed or ended cannot do.
    fn check_goes_on(&self) -> Result<(), String> {
        self.check_lives()?;
        if self.status() == LiveStatus::Ended {
            return Err(format!("the run ended at t = {} s: restart it, or jump back", Seconds(self.run.time())));
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
            Err(error) => self.failed_or_refused(&error),
            Ok(()) => Ok(()),
        }
    }

    /// Goes to an equilibrium, and says what had to be held for that.
    fn rest(&mut self) -> Result<(), String> {
        self.check_goes_on()?;
        match self.run.rest() {
            Err(error) => self.failed_or_refused(&error),
            Ok(held) => {
                self.sample();
                let names = held.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                // It says so in the place of a refusal.
                if held.is_empty() {
                    Ok(())
                } else {
                    Err(format!("at rest; the balance leaves these open, and they stay as they were: {names}"))
                }
            }
        }
    }

    /// What the run refuses changes nothing, and it goes on; else it failed.
    fn failed_or_refused(&mut self, error: &RunError) -> Result<(), String> {
        if !self.run.has_failed() {
            return Err(error.to_string());
        }
        self.fail(error);
        Ok(())
    }

    fn mark(&mut self) -> Result<(), String> {
        self.check_lives()?;
        match self.run.snapshot() {
            Ok(snapshot) => {
                self.edit_history.follow(self.run.interventions());
                let (changes, kept) = (Arc::clone(self.edit_history.all()), self.keeper.kept());
                self.marks.push(Mark { snapshot, changes, kept });
                self.view.marks = self.marks.iter().map(|mark| mark.snapshot.time()).collect();
            }
            Err(error) => return self.failed_or_refused(&error),
        }
        Ok(())
    }

    fn go_back(&mut self, mark: usize) -> Result<(), String> {
        let Some(Mark { snapshot, changes, kept }) = self.marks.get(mark) else {
            return Err(format!("there is no mark {}: {} are set", mark + 1, self.marks.len()));
        };
        let (snapshot, changes) = (snapshot.clone(), Arc::clone(changes));
        let kept = kept.clone();
        if kept.is_none() && self.keeper.kept().is_some() {
            // What was kept up to there is gone with a run that was left: it comes again.
            return self.repeat(snapshot.time(), changes);
        }
        if self.failure.is_some() {
            // Nobody knows what a panic left of it.
            self.run = self.new_run();
        }
        let outcome = self.run.restore(&snapshot);
        self.edit_history = EditHistory::after(changes, self.run.interventions().len());
        self.leave();
        kept.iter().for_each(|kept| self.forget(kept));
        outcome.unwrap_or_else(|error| self.fail(&error));
        Ok(())
    }

    fn new_run(&mut self) -> Run {
        let mut run = Run::with(&self.model, self.options);
        run.keep_events(Run::MANY_EVENTS);
        self.keeper.begin(&mut run);
        run
    }

    /// Goes on in another run, or elsewhere in this one.
    fn leave(&mut self) {
        (self.jump, self.failure) = (None, None);
        self.waiting.clear();
        self.event_feed.begin_anew();
        self.pace();
        self.sample();
    }

    fn begin_anew(&mut self) {
        self.run = self.new_run();
        self.edit_history = EditHistory::after(Arc::new([]), 0);
        self.leave();
        self.forget(&Kept::NOTHING);
    }

    fn jump(&mut self, time: f64) -> Result<(), String> {
        if time.is_nan() {
            return Err(format!("{time} is no time to jump to"));
        }
        let to = time.clamp(self.start(), self.end());
        let changes = self.changes();
        if to < self.run.time() || self.failure.is_some() || self.run.has_plans() {
            return self.repeat(to, changes);
        }
        self.jump = Some(Jump { to, changes });
        Ok(())
    }

    /// What was done to it, also where it is on its way and not all of it is done again yet.
    fn changes(&self) -> Arc<[Intervention]> {
        Arc::clone(self.jump.as_ref().map_or(self.edit_history.all(), |jump| &jump.changes))
    }

    /// Begins anew and goes to a time, s, with what was done before.
    fn repeat(&mut self, to: f64, changes: Arc<[Intervention]>) -> Result<(), String> {
        self.begin_anew();
        let is_before = |change: &&Intervention| change.time().is_none_or(|time| time <= to);
        let before: Vec<_> = changes.iter().take_while(is_before).cloned().collect();
        self.run.plan(&before).map_err(|error| error.to_string())?;
        self.jump = Some(Jump { to, changes });
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        let changes = self.changes();
        let Some(last) = changes.iter().rposition(Intervention::is_change) else {
            return Err("nothing was changed that could be taken back".to_owned());
        };
        // Who drags a slider while the run waits leaves its first and its last value.
        let is_of_it = |change: &Intervention| is_same_input(change, &changes[last]);
        let first = changes[..last].iter().rposition(|change| !is_of_it(change)).map_or(0, |before| before + 1);
        let to = changes[last].time().unwrap_or_else(|| self.start());
        self.is_playing = false;
        self.repeat(to, changes[..first].into())
    }

    /// Stays where a jump has come to.
    pub(super) fn end_jump(&mut self) {
        if self.jump.take().is_some() {
            // Nothing planned is nothing that could be refused.
            let _ = self.run.plan(&[]);
            self.rest_at_end();
            self.pace();
        }
    }
}
