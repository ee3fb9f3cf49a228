//! `bowline render`: pictures and videos without a window.

mod drawing;
mod frame_progress;
mod pictures;
mod source;
mod times;
mod video;

use bowline_viewer::render::Picture;

use crate::arguments::RenderArguments;
use crate::interruption::Interruption;
use crate::{Exit, log, report};

use drawing::Drawing;
use frame_progress::FrameProgress;
use pictures::Pictures;
use source::Source;
use video::VideoFile;

pub(crate) fn render(arguments: &RenderArguments) -> Exit {
    if let Err(message) = log::begin(&arguments.verbosity, &[], arguments.quiet) {
        return report::errors(&[message]);
    }
    match drawn(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

/// Draws all of them, and reports an error itself.
fn drawn(arguments: &RenderArguments) -> Result<Exit, Exit> {
    let wrong = |message: String| report::errors(&[message]);
    // A mistake here should not wait for a run that may take long.
    let video = arguments.video.as_ref().map(|path| VideoFile::new(path, arguments));
    let video = video.transpose().map_err(wrong)?;
    let interruption = Interruption::listen().map_err(|reason| wrong(format!("cannot listen for Ctrl-C: {reason}")))?;
    let mut source = Source::open(arguments)?;
    let rate = video.as_ref().map(VideoFile::frames_per_simulated_second).or(arguments.frames_per_second);
    let times = times::times(arguments, source.span(), rate).map_err(wrong)?;
    let mut drawing = Drawing::begin(arguments, source.scene(), &times).map_err(wrong)?;
    let pictures = if video.is_none() { Some(Pictures::begin(arguments).map_err(wrong)?) } else { None };

    let moments = source.moments(&times, &interruption, arguments.quiet)?;
    drawing.remember(source.trails(times.last().copied().unwrap_or_default(), &interruption)?);
    drawing.look_at(&times, &moments);
    let mut work = Work { drawing, interruption: &interruption, quiet: arguments.quiet };
    let exit = match (video, pictures) {
        (Some(video), _) => work.video(video, &held(&times, &moments))?,
        (None, Some(pictures)) => work.pictures(pictures, &there(&times, &moments), rate.is_some())?,
        (None, None) => Exit::Done,
    };
    Ok(if exit == Exit::Done && moments.len() < times.len() { Exit::Failed } else { exit })
}

/// A moment at a time, s.
type Frame<'m> = (f64, &'m [f64]);

/// The moments that there are.
fn there<'m>(times: &[f64], moments: &'m [Option<Vec<f64>>]) -> Vec<Frame<'m>> {
    times.iter().zip(moments).filter_map(|(time, moment)| Some((*time, moment.as_deref()?))).collect()
}

/// A moment for each time that the run reached: where there is none, the one before lasts, or the first one that there is.
fn held<'m>(times: &[f64], moments: &'m [Option<Vec<f64>>]) -> Vec<Frame<'m>> {
    let Some(mut held) = moments.iter().find_map(Option::as_deref) else { return Vec::new() };
    let mut moment_at = |(time, moment): (&f64, &'m Option<Vec<f64>>)| {
        held = moment.as_deref().unwrap_or(held);
        (*time, held)
    };
    times.iter().zip(moments).map(&mut moment_at).collect()
}

/// Draws pictures, until somebody interrupts it.
struct Work<'w> {
    drawing: Drawing,
    interruption: &'w Interruption,
    quiet: bool,
}

impl Work<'_> {
    /// The picture of a moment; none if nobody wants it any more.
    fn picture(&mut self, (time, moment): Frame<'_>) -> Result<Option<Picture>, Exit> {
        if self.interruption.is_asked() {
            return Ok(None);
        }
        self.drawing.picture(time, moment).map(Some).map_err(failed)
    }

    fn pictures(&mut self, mut pictures: Pictures<'_>, frames: &[Frame<'_>], is_sequence: bool) -> Result<Exit, Exit> {
        let mut progress = FrameProgress::new(frames.len(), self.quiet || !is_sequence);
        for frame in frames {
            let Some(picture) = self.picture(*frame)? else {
                progress.finish();
                report::note(&pictures.interrupted(), false);
                return Ok(Exit::Interrupted);
            };
            pictures.add(frame.0, &picture).map_err(failed)?;
            progress.drawn();
        }
        progress.finish();
        pictures.finish().iter().for_each(|told| report::note(told, self.quiet));
        Ok(Exit::Done)
    }

    fn video(&mut self, file: VideoFile, frames: &[Frame<'_>]) -> Result<Exit, Exit> {
        let interrupted = || {
            report::note("interrupted; no video was written", false);
            Ok(Exit::Interrupted)
        };
        if frames.is_empty() {
            return Err(failed("there is no video: no moment of the run can be drawn".to_owned()));
        }
        let mut samples = Vec::new();
        for sample in file.samples(frames.len()) {
            let Some(picture) = self.picture(frames[sample])? else { return interrupted() };
            samples.push(picture);
        }
        let mut video = file.begin(self.drawing.size(), frames.len() as u32, &samples).map_err(failed)?;
        let mut progress = FrameProgress::new(frames.len(), self.quiet);
        for frame in frames {
            let Some(picture) = self.picture(*frame)? else {
                progress.finish();
                drop(video);
                return interrupted();
            };
            video.add(&picture).map_err(failed)?;
            progress.drawn();
        }
        progress.finish();
        let told = video.finish().map_err(failed)?;
        report::note(&format!("{told}; {}", progress.in_words()), self.quiet);
        Ok(Exit::Done)
    }
}

fn failed(message: String) -> Exit {
    report::error(&message);
    Exit::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_that_is_not_there_is_the_one_before() {
        let moments = [None, Some(vec![1.0]), None, Some(vec![3.0])];
        // The run ended before the last time.
        let times = [0.0, 0.1, 0.2, 0.3, 0.4];
        let [one, three]: [&[f64]; 2] = [&[1.0], &[3.0]];
        assert_eq!(held(&times, &moments), [(0.0, one), (0.1, one), (0.2, one), (0.3, three)]);
        assert_eq!(there(&times, &moments), [(0.1, one), (0.3, three)]);
        assert_eq!(held(&times, &[None, None]), []);
    }
}
