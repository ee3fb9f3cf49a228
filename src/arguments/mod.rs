//! The command line.

mod again;
mod export;
mod libraries;
mod linear;
mod number;
mod pictures;
mod results;
mod run;
mod sensitivity;
mod shell;
mod verify;

use clap::{Parser, Subcommand};

pub(crate) use self::again::AgainArguments;
use self::export::EXPORT;
pub(crate) use self::export::ExportArguments;
pub(crate) use self::libraries::{
    DescribeArguments, Language, ListArguments, NewLibraryArguments, PageFormat, SchemaArguments,
};
use self::libraries::{NEW_LIBRARY, SCHEMA};
use self::linear::{FREQUENCY, LINEARIZE, STEADY};
pub(crate) use self::linear::{
    FrequencyArguments, LinearizeArguments, PointArguments, ScenarioArguments, SteadyArguments,
};
pub(crate) use self::number::{duration, finite};
#[cfg(feature = "viewer")]
pub(crate) use self::pictures::{CameraChoice, PictureArguments, PictureSize};
use self::pictures::{RENDER, VIEW};
pub(crate) use self::pictures::{RenderArguments, ViewArguments};
use self::results::{COMPARE, PLOT};
pub(crate) use self::results::{CompareArguments, Diagram, LogAxes, PlotArguments};
pub(crate) use self::run::{
    CheckArguments, FlattenArguments, Format, LibraryArguments, Overrides, RunArguments, Verbosity,
};
use self::sensitivity::SENSITIVITY;
pub(crate) use self::sensitivity::SensitivityArguments;
use self::shell::{COMPLETIONS, MANUAL};
pub(crate) use self::shell::{CompletionsArguments, ManArguments};
use self::verify::VERIFY;
pub(crate) use self::verify::VerifyArguments;
use crate::campaign::arguments::{
    MERGE, MergeArguments, ReportArguments, SUMMARY, SWEEP, SummaryArguments, SweepArguments, WorkerArguments,
};
use crate::terminal;

/// Runs simulation models written as XML and built from SimObjects.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Reports the error in the command line, or shows help, and ends the program.
pub(crate) fn refuse(refused: &clap::Error) -> ! {
    let shown = refused.render().to_string();
    // A file's name may contain what a terminal obeys; such a name costs the
    // colours.
    if shown.contains(bowline_harmless::controls) {
        terminal::say(shown.trim_end());
        std::process::exit(refused.exit_code());
    }
    refused.exit()
}

const EXAMPLES: &str = "\
Examples:
  bowline run scenarios/mass_linear_spring.xml
  bowline run model.xml --set Spring.Stiffness=200 --until 5 -o stiff.csv
  bowline sweep model.xml --vary Spring.Stiffness=50:10:150 -o stiffnesses
  bowline check model.xml
  bowline describe Body/Mass

Exit status: 0 done, 1 the run failed (what was computed is kept),
2 the scenario or the arguments are wrong, 3 a library ended the program,
130 interrupted (Ctrl-C; what was computed is kept).";

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
    /// Join the shards of a campaign that several machines did
    #[command(after_help = MERGE)]
    Merge(MergeArguments),
    /// Write a campaign as a page for a browser: which parameters matter, how, and what failed
    Report(ReportArguments),
    /// Run cases for a campaign
    #[command(hide = true)]
    SweepWorker(WorkerArguments),
    /// Read, wire and evaluate a scenario once, and say what is wrong; -v also shows the loops that it solves
    Check(CheckArguments),
    /// Write a scenario without variables, schemes and repetitions: what it would be by hand
    Flatten(FlattenArguments),
    /// Watch a scenario in a window while it runs, or a finished run again
    #[command(after_help = VIEW)]
    View(ViewArguments),
    /// Make pictures or a video of a scenario, without a window
    #[command(after_help = RENDER)]
    Render(RenderArguments),
    /// Write a finished run as a page for colleagues, with its scene and its plots, or as a file for 3D programs
    #[command(after_help = EXPORT)]
    Export(ExportArguments),
    /// Draw results: lines over time or another column, and frequency responses, as a picture or as a page to look around in
    #[command(after_help = PLOT)]
    Plot(PlotArguments),
    /// Say how far off the result of a scenario is, by runs with other methods and tighter tolerances
    #[command(after_help = VERIFY)]
    Verify(VerifyArguments),
    /// Say how results change with parameters, along the run, and which parameters matter most
    #[command(after_help = SENSITIVITY)]
    Sensitivity(SensitivityArguments),
    /// Find where a scenario rests: an equilibrium, its stability, and what a condition asks for
    #[command(after_help = STEADY)]
    Steady(SteadyArguments),
    /// Write the linear model of a scenario, A, B, C and D, and tell its modes
    #[command(after_help = LINEARIZE)]
    Linearize(LinearizeArguments),
    /// Write frequency responses of a scenario, for Bode, Nyquist and Nichols diagrams, and tell margins
    #[command(after_help = FREQUENCY)]
    Frequency(FrequencyArguments),
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
