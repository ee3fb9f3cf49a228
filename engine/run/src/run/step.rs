//! A step of a run, and how far the run has advanced in it.

use tracing::debug;

use super::instant::Arrival;
use super::recorder::Recorder;
use super::watch::{Crossed, Fired, Step};
use super::{Run, RunError};
use bowline_model::evaluation::ModelSystem;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::integration::instant_width;
use bowline_solve::stepper::StepLimit;

/// Where a step must end, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// s.
    time: f64,
    /// Times up to here are the same instant, s.
    horizon: f64,
    /// The latest time that the step before it may see, s.
    latest: f64,
    is_event: bool,
    is_save: bool,
    /// Something other than a row, a save point or the end lies there.
    is_step: bool,
}

impl Stop {
    /// An announced stop, where nothing else lies.
    fn announced(time: f64) -> Self {
        Self { time, horizon: time, latest: time, is_event: false, is_save: false, is_step: true }
    }
}

/// A step that the method has made, and in which the run has not reached the end
/// yet.
#[derive(Debug)]
pub(super) struct Ahead {
    /// Its end: where the method ended it, or just behind the first crossing, s.
    ends: f64,
    /// The stop that it reached.
    stop: Option<Stop>,
    /// The indicators that crossed 0 in it, at its end or within the instant of
    /// the stop.
    crossed: Option<Crossed>,
    /// Whether the method repeated it, and has to start afresh.
    must_restart: bool,
}

impl Ahead {
    /// Up to here only rows happen in it, s: up to its end, or to where the
    /// instant of the stop begins.
    fn inside(&self) -> f64 {
        self.stop.map_or(self.ends, |stop| 2.0 * self.ends - stop.horizon)
    }

    /// Whether the method does not know yet that the step ends there: at a
    /// crossing, unless real steps located it; at a stop, if they searched for a
    /// crossing before it.
    fn is_untold(&self) -> bool {
        self.crossed.is_some() && self.stop.is_some() == self.must_restart
    }
}

impl Run {
    /// Advances to a time, s, or to the end of a step, and handles what happens
    /// at that end. The step is the one already made, or a new one, which does
    /// not go beyond `limit`, s, if the method lands where it goes.
    pub(super) fn step(&mut self, limit: f64, until: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let inside = match &self.ahead {
            Some(ahead) => ahead.inside(),
            None => {
                let ahead = self.make_step(limit)?;
                self.ahead.insert(ahead).inside()
            }
        };
        while self.agenda.rows.next() < inside && self.agenda.rows.next() <= until {
            let time = self.agenda.rows.next();
            self.record_inside(recorder).inspect_err(|_| (self.time, self.horizon) = (time, time))?;
        }
        if until < inside {
            (self.time, self.horizon) = (until, until);
            self.look_at_loops();
            self.stepper.interpolate(until, self.between.x_mut());
            return Ok(());
        }
        self.ahead.take().map_or(Ok(()), |ahead| self.finish(ahead, recorder))
    }

    /// Makes one step, and searches it for the first crossing.
    fn make_step(&mut self, until: f64) -> Result<Ahead, RunError> {
        let stop = self.stop(until);
        let limit = StepLimit { stop: stop.time, latest: stop.latest };
        let start = self.time;
        // No step can reach a stop that is nearer than the smallest normal
        // number.
        let is_here = stop.time - start < f64::MIN_POSITIVE;
        let reached = match is_here {
            true => stop.time,
            false => {
                self.continue_loops();
                let (stepper, mut integration) = self.method();
                let reached = stepper.step(&mut integration, limit).map_err(RunError::Step);
                self.workspace.loops.continuity = Continuity::Broken;
                reached?
            }
        };
        self.pace.step(reached)?;
        let (mut crossed, mut must_restart) = (None, false);
        if !self.watch.is_idle() && !is_here {
            (crossed, must_restart) = self.search((start, reached), reached.min(stop.latest))?;
        }
        // A crossing just before a stop belongs to the instant there. Rows within
        // the step end where the step does, or where that instant begins.
        let is_before_stop = |crossed: &Crossed| reached < stop.time || crossed.time < 2.0 * reached - stop.horizon;
        let cut = crossed.as_ref().filter(|crossed| is_before_stop(crossed)).map(|crossed| crossed.time);
        let stop = (reached == stop.time && cut.is_none()).then_some(stop);
        Ok(Ahead { ends: cut.unwrap_or(reached), stop, crossed, must_restart })
    }

    /// Handles what happens at the end of a step.
    fn finish(&mut self, ahead: Ahead, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let is_untold = ahead.is_untold();
        let Ahead { ends, stop, crossed, must_restart } = ahead;
        if is_untold {
            self.end_step(ends)?;
        }
        (self.time, self.horizon) = (ends, stop.map_or(ends, |stop| stop.horizon));
        // What a step may see last: a jump there belongs to the next one.
        self.solve_loops(stop.map_or(ends, |stop| ends.min(stop.latest)), Continuity::OnLine)?;
        let fired: Fired = match crossed {
            Some(crossed) => crossed.fired,
            // A repeated step was not searched: compare at its end.
            None if must_restart => Fired::default(),
            None => self.watch.pass(),
        };
        let is_plain = stop.is_none() && fired.is_empty() && !must_restart && self.agenda.ticks.steps().is_none();
        if is_plain && self.agenda.rows.next() > ends {
            return Ok(());
        }
        let mut arrival = Arrival { fired, is_step: true, must_restart, ..Arrival::default() };
        if let Some(stop) = stop {
            (arrival.is_event, arrival.is_save, arrival.is_step) = (stop.is_event, stop.is_save, stop.is_step);
            if stop.is_event {
                debug!("t = {ends} s: a time event, the method starts afresh");
                self.statistics.events += 1;
            }
        }
        self.instant(arrival, recorder)?;
        if stop.is_some() {
            if self.agenda.stops.first() <= self.time + instant_width(self.time) {
                self.ask_for_stops()?;
            }
            self.pace.restart(self.time);
        }
        Ok(())
    }

    /// Ends the current step where the run is to be seen, because its later part
    /// will not happen like that. The method has to start afresh.
    pub(super) fn cut_step(&mut self) -> Result<(), RunError> {
        if self.ahead.take().is_none() {
            return Ok(());
        }
        let time = self.time;
        self.end_step(time)?;
        self.solve_loops(time, Continuity::OnLine)?;
        if !self.watch.is_idle() {
            self.pending.add(&self.watch.compare(&mut self.workspace, time)?);
        }
        self.progress.is_changed = true;
        Ok(())
    }

    /// Ends the step just made at an earlier time, s.
    fn end_step(&mut self, time: f64) -> Result<(), RunError> {
        self.continue_loops();
        let (stepper, mut integration) = self.method();
        let ended = stepper.end_at(&mut integration, time).map_err(RunError::Step);
        self.workspace.loops.continuity = Continuity::Broken;
        ended
    }

    /// Searches the step just made for crossings, with evaluations that see no
    /// later time than `latest`, s. Also returns whether the method repeated it.
    fn search(&mut self, (from, to): (f64, f64), latest: f64) -> Result<(Option<Crossed>, bool), RunError> {
        self.continue_loops();
        self.look_at_loops();
        let system = ModelSystem { model: &self.model, context: &self.context, workspace: &mut self.workspace };
        let integration = system.integration(&mut self.statistics);
        let (stepper, between) = (&mut self.stepper, &mut self.between);
        let mut step = Step { stepper, integration, between, from, to, latest, is_repeated: false };
        let crossed = self.watch.search(&mut step);
        let is_repeated = step.is_repeated;
        self.workspace.loops.continuity = Continuity::Broken;
        Ok((crossed?, is_repeated))
    }

    /// Where the next step must end, if the run goes to that time, s.
    fn stop(&mut self, until: f64) -> Stop {
        let row = self.agenda.rows.next();
        let coming = Coming {
            end: self.end,
            event: self.agenda.events.first(),
            tick: self.agenda.ticks.first(),
            save: self.next_save(),
            announced: self.agenda.stops.first(),
            row,
            landing: if self.stepper.steps_to_output_times() { row.min(until) } else { f64::INFINITY },
        };
        match self.agenda.stop {
            Some((known, stop)) if known == coming => stop,
            _ => self.agenda.stop.insert((coming, coming.stop())).1,
        }
    }
}

/// The next times of each kind, s; infinite if there is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Coming {
    /// Where the run ends.
    end: f64,
    event: f64,
    tick: f64,
    save: f64,
    announced: f64,
    row: f64,
    /// Where a method that steps to output times has to end.
    landing: f64,
}

impl Coming {
    /// Where a step must end.
    fn stop(self) -> Stop {
        let Self { end, event, tick, save, announced, row, landing } = self;
        let first = event.min(tick).min(save).min(announced).min(end).min(landing);
        let window = first + instant_width(first);
        let is_near = |time: &f64| *time <= window && *time >= first - instant_width(first);
        // A run that continues from a save point, or from the end, starts at
        // exactly that time. Nothing happens at an announced stop: it moves
        // nothing.
        let time = if save <= window {
            save
        } else if is_near(&end) {
            end
        } else {
            let latest = [row, landing, tick, event].into_iter().filter(is_near).max_by(f64::total_cmp);
            let Some(latest) = latest else { return Stop::announced(announced) };
            latest
        };
        let horizon = time + instant_width(time);
        let is_event = event <= time;
        let is_step = is_event || tick <= horizon || announced <= horizon;
        let latest = if is_event { event.next_down() } else { time };
        Stop { time, horizon, latest, is_event, is_save: save <= time, is_step }
    }
}
