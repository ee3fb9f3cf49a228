//! Videos: frames go straight into a file, which is there when it is whole.

mod apng;
mod change;
mod gif_file;
mod mp4;
mod palette;

use std::fs;
use std::path::Path;

use bowline_results::whole_file::{self, WholeFile};
use bowline_surface::earlier_file::Kind;
use bowline_viewer::render::Picture;

use self::apng::Apng;
use self::gif_file::GifFile;
use self::mp4::Mp4;
use crate::PROGRAM;
use crate::arguments::{PictureSize, RenderArguments};
use crate::user_path::UserPath;
use crate::{replacement, report};

/// What a video is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Mp4,
    Gif,
    /// Animated PNG.
    Apng,
}

impl Format {
    /// By the ending of a name.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*ending {
            "mp4" => Some(Self::Mp4),
            "gif" => Some(Self::Gif),
            "png" | "apng" => Some(Self::Apng),
            _ => None,
        }
    }

    /// Frames a second, unless somebody asks for others.
    fn usual_rate(self) -> f64 {
        match self {
            Self::Gif => 20.0,
            Self::Mp4 | Self::Apng => 30.0,
        }
    }

    /// The fewest and the most frames a second.
    fn rates(self) -> [f64; 2] {
        match self {
            // Its times are hundredths of a second, and viewers show what lasts one of them ten times as long.
            Self::Gif => [0.01, 50.0],
            Self::Mp4 | Self::Apng => [0.01, 1000.0],
        }
    }
}

/// A video that can be written.
#[derive(Debug)]
pub(super) struct VideoFile {
    path: UserPath,
    format: Format,
    /// Frames a second.
    rate: f64,
    /// Simulated seconds in a second.
    speed: f64,
}

impl VideoFile {
    /// A video of this name, as the arguments ask for it.
    ///
    /// # Errors
    /// It could not be written, or would replace something else; in words.
    pub(super) fn new(path: &Path, arguments: &RenderArguments) -> Result<Self, String> {
        let path = UserPath::new(path);
        let refused = |reason: &str| format!("cannot write `{path}`: {reason}");
        let Some(format) = Format::of(path.place()) else {
            return Err(refused("a video is called `NAME.mp4`, `NAME.gif`, or `NAME.png` for an animated PNG"));
        };
        let rate = arguments.frames_per_second.unwrap_or(format.usual_rate());
        let [fewest, most] = format.rates();
        if !(fewest..=most).contains(&rate) {
            return Err(refused(&format!(
                "--fps {rate} is not between {fewest} and {most}, which such a file can have"
            )));
        }
        whole_file::try_place(path.place()).map_err(|reason| refused(&reason.to_string()))?;
        if fs::metadata(path.place()).is_ok_and(|found| !found.is_file()) {
            return Err(refused("a video needs a file, since its beginning is written last"));
        }
        replacement::check(&path, &[Kind::Video], arguments.force)?;
        if format == Format::Mp4 {
            mp4::check().map_err(|reason| refused(&reason))?;
        }
        Ok(Self { path, format, rate, speed: arguments.speed.unwrap_or(1.0) })
    }

    /// How many frames a simulated second has.
    pub(super) fn frames_per_simulated_second(&self) -> f64 {
        self.rate / self.speed
    }

    /// The frames, of so many, that the writer wants to see before it begins.
    pub(super) fn samples(&self, count: usize) -> Vec<usize> {
        match self.format {
            Format::Gif => gif_file::samples(count),
            Format::Mp4 | Format::Apng => Vec::new(),
        }
    }

    /// Begins to write so many frames of a size.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn begin(self, size: PictureSize, count: u32, samples: &[Picture]) -> Result<Video, String> {
        let path = self.path;
        let cannot_write = |reason: String| format!("cannot write `{path}`: {reason}");
        let file = WholeFile::begin(path.place()).map_err(|reason| cannot_write(reason.to_string()))?;
        let open = || file.try_clone().map_err(|reason| cannot_write(reason.to_string()));
        let writer = match self.format {
            Format::Mp4 => Mp4::begin(file.place(), size, self.rate).map(Writer::Mp4),
            Format::Gif => GifFile::begin(open()?, size, self.rate, samples).map(Writer::Gif),
            Format::Apng => Apng::begin(open()?, size, self.rate, count).map(Writer::Apng),
        };
        let writer = writer.map_err(cannot_write)?;
        Ok(Video { writer, file, path, size, rate: self.rate, count: 0 })
    }
}

/// A video that is being written. Dropped before it is finished, it leaves nothing.
pub(super) struct Video {
    // In this order: the writer of the file ends before the file is removed.
    writer: Writer,
    file: WholeFile,
    path: UserPath,
    size: PictureSize,
    rate: f64,
    count: u32,
}

enum Writer {
    Mp4(Mp4),
    Gif(GifFile),
    Apng(Apng),
}

impl Video {
    /// Writes the next frame.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        self.count += 1;
        let written = match &mut self.writer {
            Writer::Mp4(video) => video.add(picture),
            Writer::Gif(video) => video.add(picture),
            Writer::Apng(video) => video.add(picture),
        };
        written.map_err(|reason| format!("cannot write `{}`: {reason}", self.path))
    }

    /// Gives it its name; says what it is.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn finish(self) -> Result<String, String> {
        let Self { writer, file, path, size, rate, count } = self;
        let cannot_write = |reason: String| format!("cannot write `{path}`: {reason}");
        let written = match writer {
            Writer::Mp4(video) => video.finish(),
            Writer::Gif(video) => video.finish(),
            Writer::Apng(video) => video.finish(),
        };
        let PictureSize { width, height } = written.map_err(cannot_write)?;
        file.commit().map_err(|reason| cannot_write(reason.to_string()))?;
        let bytes = fs::metadata(path.place()).map_or(0, |found| found.len()) as f64;
        let bytes = if bytes < 1e6 { format!("{:.0} kB", bytes / 1e3) } else { format!("{:.1} MB", bytes / 1e6) };
        let padded = if size == (PictureSize { width, height }) { "" } else { " (H.264 needs even sizes)" };
        Ok(format!(
            "{path}: {}, {:.2} s, {width}x{height}{padded}, {bytes}",
            report::counted(count.into(), "frame"),
            f64::from(count) / rate
        ))
    }
}

/// What a video of this program says of itself, by which it is known again.
fn signature() -> String {
    format!("{}{PROGRAM}", bowline_surface::earlier_file::VIDEO_SIGNATURE)
}
