//! Arguments of the window and of pictures.

use std::path::PathBuf;

use bowline_engine::live::Rate;
use bowline_units::DisplayUnits;
use clap::{ArgGroup, Args};

use super::number::{self, finite, positive};
use super::run::{LibraryArguments, Overrides, Verbosity};

pub(super) const VIEW: &str = "\
The keys are shown by F1. Both `view` and `render` are in programs that were
built with the feature `viewer` only:
  cargo run --profile view --features viewer -- view scenarios/excavator.xml";

pub(super) const RENDER: &str = "\
Examples:
  bowline render model.xml --at 0,0.5,1
  bowline render model.xml --video model.mp4 --until 10 --size 1920x1080 --clock
  bowline render model.xml --video landing.gif --from 2 --until 3 --speed 0.2
  bowline render model.xml --fps 30 --until 10 -o frames/
  bowline render --replay model.csv --at 2.5 --camera=8,-6,4 --target=0,0,1";

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) struct ViewArguments {
    /// The scenario
    #[arg(value_name = "FILE", required_unless_present = "replay", conflicts_with = "replay")]
    pub(crate) scenario: Option<PathBuf>,
    /// Play a finished run: its results, of `run --record-view`
    #[arg(long, value_name = "RESULT", conflicts_with_all = OF_A_RUN)]
    pub(crate) replay: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// End at this time, s
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "replay")]
    pub(crate) until: Option<f64>,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Write the results too, as `run` does; a run that goes back takes them back
    #[arg(short, long, value_name = "OUT", conflicts_with = "replay")]
    pub(crate) output: Option<PathBuf>,
    /// And what is to be seen, in NAME.view beside the results, as `run` does
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, value_parser = positive, requires = "output")]
    pub(crate) record_view: Option<Option<f64>>,
    /// Replace files that are no results of an earlier run too, but none that the run reads
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// How fast: simulated seconds in a second, or `unlimited`
    #[arg(long, value_name = "X", default_value = "1")]
    pub(crate) rate: Rate,
    /// Wait at the beginning
    #[arg(long)]
    pub(crate) paused: bool,
    /// Show numbers in these units, each for its quantity: `bar,l/min,deg`; or `SI`; `workshop` is
    /// `bar, l/min, deg, deg/s, kN, kN m, kW`. A key changes to SI and back [default: workshop]
    #[arg(long, value_name = "UNIT,...", value_parser = DisplayUnits::parse)]
    pub(crate) units: Option<DisplayUnits>,
    #[command(flatten)]
    pub(crate) picture: PictureArguments,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("times").required(true).multiple(true).args(["at", "frames_per_second", "video"])))]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) struct RenderArguments {
    /// The scenario
    #[arg(value_name = "FILE", required_unless_present = "replay", conflicts_with = "replay")]
    pub(crate) scenario: Option<PathBuf>,
    /// Take a finished run: its results, of `run --record-view`
    #[arg(long, value_name = "RESULT", conflicts_with_all = OF_A_RUN)]
    pub(crate) replay: Option<PathBuf>,
    /// A picture at each of these times, s
    #[arg(long, value_name = "T,...", value_parser = finite, value_delimiter = ',', allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["frames_per_second", "video"])]
    pub(crate) at: Vec<f64>,
    /// Write a video: `.mp4` (H.264, by ffmpeg), `.gif`, or `.png` (an animated PNG)
    #[arg(long, value_name = "VIDEO", conflicts_with = "output")]
    pub(crate) video: Option<PathBuf>,
    /// So many frames a second of the video [default: 30; of a GIF 20]; without a video, so many pictures a simulated
    /// second, numbered
    #[arg(long = "fps", value_name = "N", value_parser = positive)]
    pub(crate) frames_per_second: Option<f64>,
    /// So many simulated seconds in a second of the video: 0.1 is slow motion [default: 1]
    #[arg(long, value_name = "X", value_parser = positive, requires = "video")]
    pub(crate) speed: Option<f64>,
    /// The first picture at this time, s [default: where the run begins]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "at")]
    pub(crate) from: Option<f64>,
    /// No picture behind this time, s [default: the end]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "at")]
    pub(crate) until: Option<f64>,
    /// The folder of the pictures; it is made where there is none
    #[arg(short, long, value_name = "FOLDER", default_value = "frames")]
    pub(crate) output: PathBuf,
    /// Replace a file that is no video of this program too
    #[arg(long, requires = "video")]
    pub(crate) force: bool,
    /// Write these words into the upper left corner
    #[arg(long, value_name = "TEXT")]
    pub(crate) caption: Option<String>,
    /// Write the simulated time into the lower left corner
    #[arg(long)]
    pub(crate) clock: bool,
    #[command(flatten)]
    pub(crate) picture: PictureArguments,
    /// Look along the path that the scenario's cameras with `At` make, as videos do
    #[arg(long, conflicts_with_all = ["camera", "target"])]
    pub(crate) path: bool,
    /// Draw no ground
    #[arg(long)]
    pub(crate) no_ground: bool,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

/// What a replay has no use for.
const OF_A_RUN: [&str; 4] = ["set", "files", "directories", "initial_state"];

/// How a scene is looked at.
#[derive(Debug, Args)]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) struct PictureArguments {
    /// Width and height, pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1280x720")]
    pub(crate) size: PictureSize,
    /// Look from this point, in the scenario's axes, m, or through the camera of the scenario that has this name
    /// [default: so that everything is seen]
    #[arg(long, value_name = "X,Y,Z|NAME", value_parser = camera, allow_hyphen_values = true)]
    pub(crate) camera: Option<CameraChoice>,
    /// Look at this point, in the scenario's axes, m [default: the middle of everything]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub(crate) target: Option<[f64; 3]>,
    /// Without perspective; with a number, so many metres are as high as the picture
    #[arg(long, value_name = "HEIGHT", num_args = 0..=1, require_equals = true, value_parser = positive)]
    pub(crate) ortho: Option<Option<f64>>,
    /// Hide the SimObjects of this type; may be given again
    #[arg(long, value_name = "TYPE")]
    pub(crate) hide: Vec<String>,
    /// Pure colours, without light and shadow
    #[arg(long)]
    pub(crate) unlit: bool,
}

/// From where one looks.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) enum CameraChoice {
    /// A point, m.
    Eye([f64; 3]),
    /// A camera of the scenario.
    Named(String),
}

/// How large a picture is, pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

fn point(text: &str) -> Result<[f64; 3], String> {
    let parts: Result<Vec<f64>, String> = text.split(',').map(|part| finite(part.trim())).collect();
    <[f64; 3]>::try_from(parts?).map_err(|_| format!("`{text}` is no point: give X,Y,Z"))
}

fn camera(text: &str) -> Result<CameraChoice, String> {
    if simobject_host::is_name(text) {
        return Ok(CameraChoice::Named(text.to_owned()));
    }
    let eye = point(text).map_err(|reason| format!("{reason}, or the name of a camera of the scenario"))?;
    Ok(CameraChoice::Eye(eye))
}

fn size(text: &str) -> Result<PictureSize, String> {
    number::size(text).map(|(width, height)| PictureSize { width, height })
}
