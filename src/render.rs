//! `bowline render`: pictures without a window.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bowline_engine::{LoadOptions, Model, NoRecorder, Replay, Run, Scene, Seconds, Up};
use bowline_parts::{Axes, Extent};
use bowline_viewer::camera::{Aim, Pose};
use bowline_viewer::render::Renderer;
use bowline_viewer::stage::{Hidden, Style};

use crate::arguments::{PictureArguments, RenderArguments};
use crate::frame_times::FrameTimes;
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::{Exit, hidden_types, libraries, log, report};

pub(crate) fn render(arguments: &RenderArguments) -> Exit {
    if let Err(message) = log::begin(&arguments.verbosity, &[], arguments.quiet) {
        return report::errors(&[message]);
    }
    match pictures(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

/// Draws all of them; an error is told already.
fn pictures(arguments: &RenderArguments) -> Result<Exit, Exit> {
    let wrong = |message: String| report::errors(&[message]);
    let interruption = Interruption::listen().map_err(|reason| wrong(format!("cannot listen for Ctrl-C: {reason}")))?;
    let mut source = Source::open(arguments)?;
    let times = times(arguments, source.span()).map_err(wrong)?;
    let kinds = hidden_types::hidden(&arguments.picture.hide, source.scene()).map_err(wrong)?;
    let hidden = Hidden { kinds };
    let style = Style { unlit: arguments.picture.unlit, surroundings: !arguments.no_ground };
    let size = arguments.picture.size;
    let mut renderer = Renderer::new([size.width, size.height], style, hidden.clone()).map_err(wrong)?;
    fs::create_dir_all(&arguments.output)
        .map_err(|reason| wrong(format!("cannot make the folder `{}`: {reason}", arguments.output.display())))?;

    let moments = source.moments(&times, &interruption, arguments.quiet)?;
    let scene = source.scene().clone();
    let seen = moments.iter().flatten();
    let extent = seen.filter_map(|moment| hidden.extent(&scene, moment)).reduce(Extent::with);
    if extent.is_none() {
        report::warning("nothing in it has a look that is shown: there is only the ground to be seen", arguments.quiet);
    }
    renderer.foresee(extent);
    let pose = pose(&arguments.picture, extent, scene.up());
    let names = Names::of(arguments);
    let seen = times.iter().zip(&moments).filter_map(|(time, moment)| Some((time, moment.as_ref()?)));
    let count = seen.clone().count();
    for (number, (time, moment)) in seen.enumerate() {
        if interruption.is_asked() {
            report::note(&interrupted(number), false);
            return Ok(Exit::Interrupted);
        }
        let failed = |message: String| {
            report::error(&message);
            Exit::Failed
        };
        let picture = renderer.picture(&scene, moment, &pose).map_err(failed)?;
        let path = names.path(number, *time);
        picture.write_png(&path).map_err(|reason| failed(format!("cannot write `{}`: {reason}", path.display())))?;
        for note in renderer.notes() {
            report::warning(&note, arguments.quiet);
        }
        if names.frames_per_second.is_none() {
            report::note(&path.display().to_string(), arguments.quiet);
        }
    }
    if let Some(rate) = names.frames_per_second {
        report::note(&names.sequence(count, rate), arguments.quiet);
    }
    if moments.len() < times.len() {
        return Ok(Exit::Failed);
    }
    Ok(Exit::Done)
}

fn interrupted(done: usize) -> String {
    format!("interrupted; {} kept", report::counted(done as u64, "picture"))
}

/// Where the moments come from.
enum Source {
    Run { model: Arc<Model>, scene: Arc<Scene> },
    Replay(Box<Replay>),
}

impl Source {
    fn open(arguments: &RenderArguments) -> Result<Self, Exit> {
        if let Some(result) = &arguments.replay {
            let replay = Replay::open(result).map_err(|error| report::errors(&[error]))?;
            return Ok(Self::Replay(Box::new(replay)));
        }
        let Some(scenario) = &arguments.scenario else { return Err(report::errors(&["there is no scenario"])) };
        let sources = report::read(scenario, &arguments.overrides, arguments.initial_state.as_deref())
            .map_err(|message| report::errors(&[message]))?;
        let catalog =
            libraries::catalog(&arguments.libraries, arguments.quiet).map_err(|error| report::errors(&[error]))?;
        let model = Model::load(&sources, &catalog, LoadOptions::default()).map_err(|diagnostics| {
            report::human(&diagnostics, false);
            report::note(&format!("{}: {}", scenario.display(), report::count(&diagnostics)), false);
            Exit::Wrong
        })?;
        report::human(model.warnings(), arguments.quiet);
        let scene = Arc::new(model.scene());
        Ok(Self::Run { model, scene })
    }

    fn scene(&self) -> &Arc<Scene> {
        match self {
            Self::Run { scene, .. } => scene,
            Self::Replay(replay) => replay.scene(),
        }
    }

    /// Where it begins and ends, s.
    fn span(&self) -> [f64; 2] {
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

    /// The moments at these times, s, in their order: none where not all of one can be evaluated, and fewer if the run
    /// fails; both are told.
    fn moments(
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
                        report::note(&interrupted(0), false);
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

/// The times of the pictures, s, in their order.
fn times(arguments: &RenderArguments, span: [f64; 2]) -> Result<Vec<f64>, String> {
    let within = FrameTimes { span, what: "picture" };
    let Some(rate) = arguments.frames_per_second else {
        let mut times = arguments.at.iter().map(|time| within.time(*time)).collect::<Result<Vec<_>, _>>()?;
        times.sort_by(f64::total_cmp);
        return Ok(times);
    };
    within.evenly(rate, within.part(arguments.from, arguments.until)?)
}

/// From where the pictures are seen.
fn pose(arguments: &PictureArguments, extent: Option<Extent>, up: Up) -> Pose {
    let aim = Aim { eye: arguments.camera, target: arguments.target, orthographic: arguments.ortho };
    let extent = extent.unwrap_or(Extent { low: [-1.0; 3], high: [1.0; 3] });
    let aspect = f64::from(arguments.size.width) / f64::from(arguments.size.height);
    aim.pose(&extent, aspect, &Axes::new(up, extent.centre()))
}

/// How the files are called.
struct Names<'a> {
    folder: &'a Path,
    /// What a picture of a moment begins with.
    scenario: String,
    frames_per_second: Option<f64>,
}

impl<'a> Names<'a> {
    fn of(arguments: &'a RenderArguments) -> Self {
        let source = arguments.scenario.as_ref().or(arguments.replay.as_ref());
        let stem = source.and_then(|path| path.file_stem()).unwrap_or_default();
        Self {
            folder: &arguments.output,
            scenario: stem.to_string_lossy().into_owned(),
            frames_per_second: arguments.frames_per_second,
        }
    }

    fn path(&self, number: usize, time: f64) -> PathBuf {
        self.folder.join(match self.frames_per_second {
            Some(_) => format!("frame_{number:05}.png"),
            None => format!("{}_{time}s.png", self.scenario),
        })
    }

    /// What there is now, and how it becomes a video.
    fn sequence(&self, count: usize, rate: f64) -> String {
        let folder = self.folder.display();
        let frames = self.folder.join("frame_%05d.png");
        format!(
            "{} in `{folder}`; a video of them:\n  ffmpeg -framerate {rate} -i {} -frames:v {count} -c:v libx264 \
             -pix_fmt yuv420p -vf \"pad=ceil(iw/2)*2:ceil(ih/2)*2\" {}.mp4",
            report::counted(count as u64, "picture"),
            frames.display(),
            self.scenario
        )
    }
}
