//! The source of the moments: a run, or a replay of one.

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::replay::{MomentTimes, Replay};
use bowline_engine::scene::Scene;
use bowline_engine::{LoadOptions, Model, NoRecorder, Run, Seconds};
use bowline_parts::Trails;

use crate::arguments::RenderArguments;
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::{Exit, libraries, report};

/// Where the moments come from.
pub(super) enum Source {
    Run { model: Arc<Model>, scene: Arc<Scene> },
    Replay(Box<Replay>),
}

impl Source {
    pub(super) fn open(arguments: &RenderArguments) -> Result<Self, Exit> {
        if let Some(result) = &arguments.replay {
            let replay = Replay::open(result).map_err(|error| report::errors(&[error]))?;
            return Ok(Self::Replay(Box::new(replay)));
        }
        let Some(scenario) = &arguments.scenario else { return Err(report::errors(&["there is no scenario"])) };
        let sources = report::read(scenario, &arguments.overrides, arguments.initial_state.as_deref())
            .map_err(|message| report::errors(&[message]))?;
        let catalog =
            libraries::catalog(&arguments.libraries, arguments.quiet).map_err(|error| report::errors(&[error]))?;
        let model = bowline_engine::load(&sources, &catalog, LoadOptions::default()).map_err(|diagnostics| {
            report::human(&diagnostics, false);
            report::note(&format!("{}: {}", scenario.display(), report::count(&diagnostics)), false);
            Exit::Wrong
        })?;
        report::human(model.warnings(), arguments.quiet);
        let scene = Arc::new(model.scene());
        Ok(Self::Run { model, scene })
    }

    pub(super) fn scene(&self) -> &Arc<Scene> {
        match self {
            Self::Run { scene, .. } => scene,
            Self::Replay(replay) => replay.scene(),
        }
    }

    /// Where it begins and ends, s.
    pub(super) fn span(&self) -> [f64; 2] {
        match self {
            Self::Run { model, .. } => {
                let times = &model.settings().output_times;
                [times.start(), times.end()]
            }
            Self::Replay(replay) => match replay.times() {
                [first, .., last] => [*first, *last],
                [only] => [*only; 2],
                [] => [0.0; 2],
            },
        }
    }

    /// Where the points of trails are up to a time, s: of a run a second one tells that, whose steps nothing cuts.
    pub(super) fn trails(&mut self, until: f64, interruption: &Interruption) -> Result<Trails, Exit> {
        match self {
            Self::Run { model, scene } => {
                let mut trails = Trails::of(scene);
                let (mut run, mut moment) = (Run::new(model), Vec::new());
                let times = MomentTimes::usual(&model.settings().output_times).take_while(|time| *time <= until);
                for time in times.filter(|_| !trails.is_empty()).collect::<Vec<_>>() {
                    let mut observe =
                        |_| if interruption.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                    // The pictures report why it cannot go on.
                    if run.pass(time, &mut NoRecorder, &mut observe).is_err() || interruption.is_asked() {
                        break;
                    }
                    let now = run.time();
                    if let Ok(signals) = run.signals() {
                        scene.take_moment(signals, &mut moment);
                        trails.take(scene, &moment, now);
                    }
                }
                Ok(trails)
            }
            Self::Replay(replay) => Trails::recorded(replay).map_err(|error| report::errors(&[error])),
        }
    }

    /// The moments at these times, s, in their order: none where not all of one can be evaluated, and fewer if the run
    /// fails; both are told.
    pub(super) fn moments(
        &mut self,
        times: &[f64],
        interruption: &Interruption,
        quiet: bool,
    ) -> Result<Vec<Option<Vec<f64>>>, Exit> {
        let span = self.span();
        match self {
            Self::Run { model, scene } => {
                let mut run = Run::new(model);
                let mut progress = Progress::new(span[0], span[1], quiet);
                let mut moments = Vec::with_capacity(times.len());
                for time in times {
                    let mut observe = |time| {
                        if interruption.is_asked() { ControlFlow::Break(()) } else { progress.observe(time) }
                    };
                    let mut moment = Vec::new();
                    let advanced = run.advance_observed(*time, &mut NoRecorder, &mut observe);
                    if let Err(error) = advanced {
                        report::error(&error.to_string());
                        break;
                    }
                    let is_whole = match run.signals() {
                        Ok(signals) => {
                            scene.take_moment(signals, &mut moment);
                            true
                        }
                        Err(error) => {
                            report::warning(
                                &format!("there is no picture of t = {} s: {error}", Seconds(*time)),
                                quiet,
                            );
                            false
                        }
                    };
                    if interruption.is_asked() {
                        report::note("interrupted; nothing was drawn", false);
                        return Err(Exit::Interrupted);
                    }
                    moments.push(is_whole.then_some(moment));
                }
                progress.finish();
                Ok(moments)
            }
            Self::Replay(replay) => {
                let read = |time: &f64| {
                    let mut moment = Vec::new();
                    replay
                        .moment_at(*time, &mut moment)
                        .map(|()| Some(moment))
                        .map_err(|error| report::errors(&[error]))
                };
                times.iter().map(read).collect()
            }
        }
    }
}
