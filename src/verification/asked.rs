//! What is asked of runs that are done again.

use std::iter;
use std::path::Path;

use bowline_engine::{Catalog, FrontEnd, Scenario, Sources};
use bowline_results::{DataFrame, Header};
use bowline_verification::{Subject, VerificationError};
use serde::Serialize;

use crate::arguments::{AgainArguments, Format};
use crate::interruption::Interruption;
use crate::replacement::Given;
use crate::user_path::UserPath;
use crate::{Exit, libraries, log, replacement, report};
use bowline_surface::earlier_file::Kind;

/// What a command found, and shows.
pub(super) trait Found: Serialize {
    /// The table for people.
    fn page(&self, scenario: &Path) -> String;

    /// What was found along the run.
    fn along(&self) -> DataFrame;

    /// Whether it is what a user hopes for.
    fn is_good(&self) -> bool;
}

/// Does what a command asks, and shows and writes what was found.
pub(super) fn answer<T: Found>(
    arguments: &AgainArguments,
    ask: impl FnOnce(Subject<'_>) -> Result<T, VerificationError>,
) -> Exit {
    let output = arguments.output.as_ref().map(UserPath::new);
    let read = iter::once(&arguments.scenario).chain(&arguments.initial_state).chain(&arguments.libraries.files);
    let taken: Vec<UserPath> = read.map(UserPath::new).chain(output.iter().cloned()).collect();
    if let Err(message) = log::begin(&arguments.verbosity, &taken, arguments.quiet) {
        return wrong(&message);
    }
    if let Some(output) = &output
        && let Err(message) = check_replaced(output, arguments.force)
    {
        return wrong(&message);
    }
    let sources = match report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return wrong(&message),
    };
    let catalog = match libraries::catalog(&arguments.libraries, arguments.quiet) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    if let Some(output) = &output {
        let given = Given {
            scenario: &arguments.scenario,
            initial_state: arguments.initial_state.as_deref(),
            libraries: &arguments.libraries.files,
        };
        if let Err(message) = given.check(output.place(), &sources, &catalog) {
            return wrong(&message);
        }
    }
    let Some(interruption) = interruption() else { return Exit::Failed };
    let asked = Asked {
        sources: &sources,
        catalog: &catalog,
        until: arguments.until,
        signals: &arguments.signals,
        stop: &|| interruption.is_asked(),
    };
    let found = match asked.about(ask) {
        Ok(found) => found,
        Err(error) => return refuse(&error, &arguments.scenario),
    };
    let written = match arguments.format {
        Format::Human => report::page(&found.page(&arguments.scenario)),
        Format::Json => match serde_json::to_string_pretty(&found) {
            Ok(json) => report::data((json + "\n").as_bytes()),
            Err(reason) => {
                report::error(&format!("cannot be written as JSON: {reason}"));
                Exit::Failed
            }
        },
    };
    if let Some(output) = &output
        && let Err(reason) = found.along().write(output.place(), Header::NamesAndUnits)
    {
        report::error(&format!("cannot write `{output}`: {reason}"));
        return Exit::Failed;
    }
    if written == Exit::Done && !found.is_good() { Exit::Failed } else { written }
}

/// What is asked about.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) sources: &'a Sources,
    pub(super) catalog: &'a Catalog,
    pub(super) until: Option<f64>,
    pub(super) signals: &'a [String],
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

impl Asked<'_> {
    /// Asks, with the scenario read.
    pub(super) fn about<T>(
        self,
        ask: impl FnOnce(Subject<'_>) -> Result<T, VerificationError>,
    ) -> Result<T, VerificationError> {
        let Self { sources, catalog, until, signals, stop } = self;
        let scenario = &Scenario::read(sources).map_err(VerificationError::Scenario)?;
        ask(Subject { scenario, overrides: FrontEnd::overrides(sources), catalog, until, signals, stop })
    }
}

pub(super) fn interruption() -> Option<Interruption> {
    let listening = Interruption::listen();
    listening.inspect_err(|reason| report::error(&format!("cannot listen for Ctrl-C: {reason}"))).ok()
}

fn wrong(message: &str) -> Exit {
    report::error(message);
    Exit::Wrong
}

pub(super) fn refuse(error: &VerificationError, scenario: &Path) -> Exit {
    match error {
        VerificationError::Scenario(diagnostics) => {
            report::human(diagnostics, false);
            report::note(&format!("{}: {}, nothing was run", scenario.display(), report::count(diagnostics)), false);
            Exit::Wrong
        }
        VerificationError::Asked(message) => wrong(message),
        VerificationError::Run(error) => {
            report::error(&error.to_string());
            report::note(
                "  help: the run itself fails, so that there is nothing to compare with; see `bowline run`",
                false,
            );
            Exit::Failed
        }
        VerificationError::Stopped => {
            report::note("interrupted; nothing was found", false);
            Exit::Interrupted
        }
    }
}

fn check_replaced(output: &UserPath, force: bool) -> Result<(), String> {
    // A run record would go on telling of other rows.
    let record = output.place().with_extension("run.json");
    if !force && record.exists() {
        let advice = "choose another name, or replace it with --force";
        return Err(format!("cannot write `{output}`: it holds the results of a run; {advice}"));
    }
    replacement::check(output, &[Kind::Results], force)
}
