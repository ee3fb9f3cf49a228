//! Pictures as files in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use bowline_viewer::render::Picture;

use crate::arguments::RenderArguments;
use crate::report;

/// A folder with a file for each picture.
#[derive(Debug)]
pub(super) struct Pictures<'a> {
    folder: &'a Path,
    /// What a picture of a moment begins with.
    scenario: String,
    /// How many there are in a simulated second: then they are numbered.
    frames_per_second: Option<f64>,
    /// How many there are.
    count: u32,
    quiet: bool,
}

impl<'a> Pictures<'a> {
    /// Makes the folder.
    ///
    /// # Errors
    /// It cannot be made; in words.
    pub(super) fn begin(arguments: &'a RenderArguments) -> Result<Self, String> {
        let folder = &arguments.output;
        fs::create_dir_all(folder)
            .map_err(|reason| format!("cannot make the folder `{}`: {reason}", folder.display()))?;
        let source = arguments.scenario.as_ref().or(arguments.replay.as_ref());
        let stem = source.and_then(|path| path.file_stem()).unwrap_or_default();
        Ok(Self {
            folder,
            scenario: stem.to_string_lossy().into_owned(),
            frames_per_second: arguments.frames_per_second,
            count: 0,
            quiet: arguments.quiet,
        })
    }

    /// Writes the picture of a time, s.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn add(&mut self, time: f64, picture: &Picture) -> Result<(), String> {
        let path = self.path(time);
        picture.write_png(&path).map_err(|reason| format!("cannot write `{}`: {reason}", path.display()))?;
        self.count += 1;
        if self.frames_per_second.is_none() {
            report::note(&path.display().to_string(), self.quiet);
        }
        Ok(())
    }

    fn path(&self, time: f64) -> PathBuf {
        self.folder.join(match self.frames_per_second {
            Some(_) => format!("frame_{:05}.png", self.count),
            None => format!("{}_{time}s.png", self.scenario),
        })
    }

    /// Says what is kept where no more are drawn.
    pub(super) fn interrupted(&self) -> String {
        format!("interrupted; {} kept", report::counted(self.count.into(), "picture"))
    }

    /// Says what there is, and how numbered pictures become a video; none where each was told.
    pub(super) fn finish(self) -> Option<String> {
        let rate = self.frames_per_second?;
        let (folder, count) = (self.folder.display(), self.count);
        let frames = self.folder.join("frame_%05d.png");
        Some(format!(
            "{} in `{folder}`; a video of them:\n  ffmpeg -framerate {rate} -i {} -frames:v {count} -c:v libx264 \
             -pix_fmt yuv420p -vf \"pad=ceil(iw/2)*2:ceil(ih/2)*2\" {}.mp4",
            report::counted(count.into(), "picture"),
            frames.display(),
            self.scenario
        ))
    }
}
