//! The `bowline` program: runs, checks and describes simulation models.

// They panic where nobody listens: see terminal.rs and `report::page`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
#[cfg(feature = "viewer")]
mod camera_choice;
mod campaign;
mod check;
mod compare;
mod completions;
mod cpu_time;
#[cfg(unix)]
mod crash;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod departure;
mod describe;
#[cfg(all(feature = "viewer", unix))]
mod driver_environment;
mod export;
#[cfg(feature = "viewer")]
mod exported_plot;
mod file_identity;
mod flatten;
mod frame_times;
mod further_results;
mod hidden_types;
mod interruption;
#[cfg(feature = "viewer")]
mod kept_results;
mod launch;
mod libraries;
mod linear;
mod list;
mod log;
mod loops;
mod machine;
mod man;
#[cfg(unix)]
mod memory;
mod new_library;
mod opened;
mod output;
mod paths;
mod plot;
mod progress;
mod real_time;
mod record_file;
mod recorded_view;
#[cfg(feature = "viewer")]
mod render;
mod repetition;
mod replacement;
mod replayed_results;
mod report;
mod result_record;
mod run;
mod schema;
mod state_files;
mod statistics;
mod table;
mod terminal;
mod user_path;
mod verification;
#[cfg(feature = "viewer")]
mod view;
mod watchdog;
#[cfg(unix)]
mod whereabouts;
#[cfg(feature = "viewer")]
mod window_memory;
#[cfg(not(feature = "viewer"))]
mod without_view;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
#[cfg(not(feature = "viewer"))]
use {without_view as render, without_view as view};

/// Name and version, for what the program writes.
const PROGRAM: &str = concat!("bowline ", env!("CARGO_PKG_VERSION"));

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// Done.
    Done = 0,
    /// The run failed; what was computed is kept.
    Failed = 1,
    /// The scenario or the arguments are wrong.
    Wrong = 2,
    /// The user interrupted the run; what was computed is kept.
    Interrupted = 130,
}

fn main() -> ExitCode {
    let command = Arguments::try_parse().unwrap_or_else(|refused| arguments::refuse(&refused)).command;
    #[cfg(all(feature = "viewer", unix))]
    if matches!(command, Command::View(_) | Command::Render(_)) {
        // SAFETY: there is no other thread yet.
        unsafe { driver_environment::complete() };
    }
    #[cfg(unix)]
    let _watch = crash::CrashWatch::begin();
    let exit = match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Sweep(arguments) => campaign::sweep(&arguments),
        Command::Summary(arguments) => campaign::summary(&arguments),
        Command::Merge(arguments) => campaign::merge(&arguments),
        Command::Report(arguments) => campaign::report(&arguments),
        Command::SweepWorker(arguments) => campaign::worker(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Flatten(arguments) => flatten::flatten(&arguments),
        Command::Verify(arguments) => verification::verify(&arguments),
        Command::Sensitivity(arguments) => verification::sensitivity(&arguments),
        Command::Steady(arguments) => linear::steady(&arguments),
        Command::Linearize(arguments) => linear::linearize(&arguments),
        Command::Frequency(arguments) => linear::frequency(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Render(arguments) => render::render(&arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Plot(arguments) => plot::plot(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Describe(arguments) => describe::describe(&arguments),
        Command::Schema(arguments) => schema::schema(&arguments),
        Command::NewLibrary(arguments) => new_library::new_library(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => man::man(&arguments),
    };
    ExitCode::from(exit as u8)
}
