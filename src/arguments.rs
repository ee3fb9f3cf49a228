//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

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
  bowline check model.xml
  bowline describe Body/Mass

Exit status: 0 done, 1 the run failed (what was computed is kept),
2 the scenario or the arguments are wrong, 130 interrupted (Ctrl-C; what was
computed is kept).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario and write its results as CSV
    Run(RunArguments),
    /// Read, wire and evaluate a scenario once, and say what is wrong
    Check(CheckArguments),
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
    /// Where the results go; `-` for standard output [default: the scenario's name with .csv, here]
    #[arg(short, long, value_name = "OUT.csv")]
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
    /// Replace files that are no results of an earlier run too, but none that the run reads
    #[arg(long)]
    pub(crate) force: bool,
    /// End a run that hangs in a calculation: of which no step ends for so long, s
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) stall: Option<Duration>,
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
    /// Replace a parameter (Object.Parameter=VALUE) or an attribute of Engine (Engine:Attribute=VALUE)
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

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = finite(text)?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| format!("`{text}` is not a duration: give seconds, more than 0"))
}

fn finite(text: &str) -> Result<f64, String> {
    simobject_host::parse_number(text)
}
