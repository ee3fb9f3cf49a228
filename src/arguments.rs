//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use bowline_engine::Rate;
use clap::{ArgAction, ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::campaign::arguments::{
    MERGE, MergeArguments, ReportArguments, SUMMARY, SWEEP, SummaryArguments, SweepArguments, WorkerArguments,
};

/// Runs simulation models written as XML and built from SimObjects.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bowline run scenarios/mass_linear_spring.xml
  bowline run model.xml --set Spring.Stiffness=200 --until 5 -o stiff.csv
  bowline sweep model.xml --vary Spring.Stiffness=50:10:150 -o stiffnesses
  bowline check model.xml
  bowline describe Body/Mass

Exit status: 0 done, 1 the run failed (what was computed is kept),
2 the scenario or the arguments are wrong, 130 interrupted (Ctrl-C; what was
computed is kept).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario and write its results as CSV or Parquet
    Run(RunArguments),
    /// Run a scenario many times, with values that vary, and write a summary
    #[command(after_help = SWEEP)]
    Sweep(SweepArguments),
    /// Show what a campaign found so far, a row for each run
    #[command(after_help = SUMMARY)]
    Summary(SummaryArguments),
    /// Join the shares of a campaign that several machines did
    #[command(after_help = MERGE)]
    Merge(MergeArguments),
    /// Write a campaign as a page for a browser: which parameters matter, how, and what failed
    Report(ReportArguments),
    /// Run cases for a campaign
    #[command(hide = true)]
    SweepWorker(WorkerArguments),
    /// Read, wire and evaluate a scenario once, and say what is wrong
    Check(CheckArguments),
    /// Watch a scenario in a window while it runs, or a finished run again
    #[command(after_help = VIEW)]
    View(ViewArguments),
    /// Make pictures of a scenario, without a window
    #[command(after_help = RENDER)]
    Render(RenderArguments),
    /// Draw results: lines over time, as a picture or as a page to look around in
    #[command(after_help = PLOT)]
    Plot(PlotArguments),
    /// Say where two results differ, first and most, column by column
    #[command(after_help = COMPARE)]
    Compare(CompareArguments),
    /// List the libraries and their types of SimObjects
    List(ListArguments),
    /// Describe a type: its parameters, ports, states and computations; or all types of a library
    Describe(DescribeArguments),
    /// Write an XML Schema of scenarios, with which editors complete and check them
    #[command(after_help = SCHEMA)]
    Schema(SchemaArguments),
    /// Write a project of a library of SimObjects, which builds and runs at once
    #[command(after_help = NEW_LIBRARY)]
    NewLibrary(NewLibraryArguments),
    /// Write a script that completes the program's arguments in a shell
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArguments),
    /// Write a manual page
    #[command(after_help = MANUAL)]
    Man(ManArguments),
}

const VIEW: &str = "\
The keys are shown by F1. Both `view` and `render` are in programs that were
built with the feature `viewer` only:
  cargo run --release --features viewer -- view scenarios/excavator.xml";

const RENDER: &str = "\
Examples:
  bowline render model.xml --at 0,0.5,1
  bowline render model.xml --fps 30 --until 10 --size 1920x1080 -o frames/
  bowline render --replay model.csv --at 2.5 --camera=8,-6,4 --target=0,0,1";

const PLOT: &str = "\
Examples:
  bowline plot model.csv --signals B.Pos[2],S.Force
  bowline plot model.parquet --signals B.Pos -o height.html";

const COMPARE: &str = "\
Columns go together by their names, rows by their times. Exit status: 0 the
same, 1 different, 2 a file cannot be read.";

const SCHEMA: &str = "\
To use it, keep it beside the scenarios, and name it in each:
  bowline schema > scenario.xsd
  <Contents xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"
            xsi:noNamespaceSchemaLocation=\"scenario.xsd\">";

const NEW_LIBRARY: &str = "\
The project holds one SimObject, a scenario that uses it, a test, and a README
that says how to build and run them. It needs nothing but the language's own
tools and this program.";

const COMPLETIONS: &str = "\
To install it, for example:
  bowline completions bash > ~/.local/share/bash-completion/completions/bowline
  bowline completions zsh > ~/.zfunc/_bowline    (in a folder of $fpath)
  bowline completions fish > ~/.config/fish/completions/bowline.fish";

const MANUAL: &str = "\
To read it, or to install all of them:
  bowline man run | man -l -
  bowline man > ~/.local/share/man/man1/bowline.1
  bowline man run > ~/.local/share/man/man1/bowline-run.1";

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    /// Where the results go: Parquet if the name ends in .parquet, else CSV; `-` for standard output [default: the
    /// scenario's name with .csv, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// End at this time, s; it becomes the last row
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// Begin with the state in this file: at its time, instead of the initial conditions
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Write the state at the end, also of an interrupted run, for --initial-state
    #[arg(long, value_name = "FILE")]
    pub(crate) final_state: Option<PathBuf>,
    /// Do at the same times what was done to the run of this record: inputs that were moved, marks that were set
    #[arg(long, value_name = "X.run.json")]
    pub(crate) repeat: Option<PathBuf>,
    /// Keep pace with the clock on the wall, or with so many simulated seconds in a second; each row is written as it
    /// comes
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) real_time: Option<Rate>,
    /// Write units into the header of a CSV file too: `B.Pos[2] [m]`
    #[arg(long)]
    pub(crate) units: bool,
    /// Replace files that are no results of an earlier run too, but none that the run reads
    #[arg(long)]
    pub(crate) force: bool,
    /// End a run that hangs in a calculation: of which no step ends for so long, s
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) stall: Option<Duration>,
    /// Record what is to be seen too, in NAME.view beside the results, for `view --replay`; so many times a simulated
    /// second [default: 30, at least 300 and at most 10000 in all]
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, value_parser = positive)]
    pub(crate) record_view: Option<Option<f64>>,
    /// Say what the run cost: steps, evaluations, Jacobians, and where the time went, type by type
    #[arg(long)]
    pub(crate) stats: bool,
    /// Look in every evaluation for numbers that a calculation of a library left out, not only in some: for what is
    /// new; it costs time and changes no result
    #[arg(long)]
    pub(crate) guard: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with_all = ["verbose", "stats"])]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

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
    /// How fast: simulated seconds in a second, or `unlimited`
    #[arg(long, value_name = "X", default_value = "1")]
    pub(crate) rate: Rate,
    /// Wait at the beginning
    #[arg(long)]
    pub(crate) paused: bool,
    #[command(flatten)]
    pub(crate) picture: PictureArguments,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("times").required(true).args(["at", "frames_per_second"])))]
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
    pub(crate) at: Vec<f64>,
    /// So many pictures a simulated second, numbered, for a video
    #[arg(long = "fps", value_name = "N", value_parser = positive)]
    pub(crate) frames_per_second: Option<f64>,
    /// The first picture at this time, s [default: where the run begins]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "at")]
    pub(crate) from: Option<f64>,
    /// No picture behind this time, s [default: the end]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "at")]
    pub(crate) until: Option<f64>,
    /// The folder of the pictures; it is made where there is none
    #[arg(short, long, value_name = "FOLDER", default_value = "frames")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) picture: PictureArguments,
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

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The results of a run, CSV or Parquet
    #[arg(value_name = "RESULT")]
    pub(crate) results: PathBuf,
    /// What to draw: columns, or signals with all of their elements [default: all numbers]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    /// Where the chart goes: a picture as .svg, or as .html a page that tells what is under the pointer, zooms, and needs
    /// no network [default: the results' name with .svg, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that is no chart too
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Results, CSV or Parquet
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    /// Other results, CSV or Parquet
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
    /// How far two numbers may lie apart, in the unit of the column
    #[arg(long, value_name = "T", value_parser = not_negative, default_value = "0")]
    pub(crate) tolerance: f64,
    /// The same as a part of the larger of them, in addition
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0")]
    pub(crate) relative: f64,
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
    /// Look from this point, in the scenario's axes, m [default: so that everything is seen]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub(crate) camera: Option<[f64; 3]>,
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

/// How large a picture is, pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "viewer"), allow(dead_code, reason = "parsed, and nothing else"))]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Verbosity {
    /// Say more: what is loaded and how it is integrated; -vv: also each fresh start of the method
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Write what is said to this file too, with times (UTC)
    #[arg(long, value_name = "FILE")]
    pub(crate) log_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
    /// How to write what is wrong
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct Overrides {
    /// Set a parameter, an initial condition or the numbers of an in-port (`Object.Name=VALUE`, or `Object.Name[i]=VALUE`
    /// for an element), or an attribute of Engine (Engine:Attribute=VALUE)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LibraryArguments {
    /// Load the library in this file, also in place of a built-in one of the same name
    #[arg(long = "library", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Look for libraries in this directory, as in those that BOWLINE_LIBRARY_PATH names
    #[arg(long = "library-path", value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Args)]
pub(crate) struct DescribeArguments {
    /// The type, as in `Body/Mass` or `FhsimTutorialLibrary:Body/Mass`; or a library
    #[arg(value_name = "[LIB:]TYPE")]
    pub(crate) subject: String,
    /// Parameters on which ports depend
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) parameters: Vec<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t = PageFormat::Human)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// For a terminal; of a library, a line for each type
    Human,
    /// A reference page
    Markdown,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct NewLibraryArguments {
    /// The library's name in scenarios: an ASCII letter, then letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The language that it is written in
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    pub(crate) language: Language,
    /// The project's folder, new or empty [default: NAME, here]
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Rust, built with cargo
    Rust,
    /// C, built with CMake or the compiler alone
    C,
    /// C++, built with CMake or the compiler alone
    Cpp,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = finite(text)?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| format!("`{text}` is not a duration: give seconds, more than 0"))
}

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    simobject_host::parse_number(text)
}

fn positive(text: &str) -> Result<f64, String> {
    finite(text).and_then(|number| match number > 0.0 {
        true => Ok(number),
        false => Err(format!("`{text}` is not more than 0")),
    })
}

fn not_negative(text: &str) -> Result<f64, String> {
    finite(text).and_then(|number| match number >= 0.0 {
        true => Ok(number),
        false => Err(format!("`{text}` is less than 0")),
    })
}

fn point(text: &str) -> Result<[f64; 3], String> {
    let parts: Result<Vec<f64>, String> = text.split(',').map(|part| finite(part.trim())).collect();
    <[f64; 3]>::try_from(parts?).map_err(|_| format!("`{text}` is no point: give X,Y,Z"))
}

fn size(text: &str) -> Result<PictureSize, String> {
    let side = |text: &str| text.parse().ok().filter(|pixels| (1..=LARGEST_SIDE).contains(pixels));
    text.split_once('x')
        .and_then(|(width, height)| Some(PictureSize { width: side(width)?, height: side(height)? }))
        .ok_or_else(|| format!("`{text}` is no size: give WIDTHxHEIGHT, each of 1 to {LARGEST_SIDE} pixels"))
}

/// What any graphics adapter can draw at once, pixels.
const LARGEST_SIDE: u32 = 8192;
