//! The scenario that is looked at.

use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use bowline_analysis::Study;
use bowline_engine::{Model, Sources};
use bowline_surface::earlier_file::Kind;

use super::Failure;
use crate::arguments::ScenarioArguments;
use crate::replacement::Given;
use crate::user_path::UserPath;
use crate::{libraries, log, replacement, report};

/// The study that a command line asks for.
pub(super) struct Subject<'a> {
    pub(super) arguments: &'a ScenarioArguments,
    pub(super) study: Study,
}

impl<'a> Subject<'a> {
    /// Reads the scenario; `output` is a file that is going to be written.
    pub(super) fn read(arguments: &'a ScenarioArguments, output: Option<&UserPath>) -> Result<Self, Failure> {
        let read = iter::once(&arguments.scenario).chain(&arguments.initial_state).chain(&arguments.libraries.files);
        let taken: Vec<UserPath> = read.map(UserPath::new).chain(output.cloned()).collect();
        log::begin(&arguments.verbosity, &taken, arguments.quiet).map_err(Failure::Wrong)?;
        let sources: Sources =
            report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref())
                .map_err(Failure::Wrong)?;
        let catalog = libraries::catalog(&arguments.libraries, arguments.quiet)
            .map_err(|error| Failure::Told(report::errors(&[error])))?;
        if let Some(output) = output {
            let given = Given {
                scenario: &arguments.scenario,
                initial_state: arguments.initial_state.as_deref(),
                libraries: &arguments.libraries.files,
            };
            given.check(output.place(), &sources, &catalog).map_err(Failure::Wrong)?;
        }
        Ok(Self { arguments, study: Study::read(&sources, Arc::new(catalog)).map_err(Failure::scenario)? })
    }

    /// Loads it as it is, and says what is to be known of it.
    pub(super) fn as_it_is(&self) -> Result<Arc<Model>, Failure> {
        let model = self.study.load(&[]).map_err(Failure::scenario)?;
        report::human(model.warnings(), self.arguments.quiet);
        Ok(model)
    }

    /// The scenario, for messages.
    pub(super) fn name(&self) -> String {
        self.arguments.scenario.display().to_string()
    }
}

/// Where a file is going to be written: refuses to replace what is something else than such files.
pub(super) fn output(path: Option<&PathBuf>, force: bool, kinds: &[Kind]) -> Result<Option<UserPath>, Failure> {
    let Some(output) = path.map(UserPath::new) else { return Ok(None) };
    replacement::check(&output, kinds, force).map_err(Failure::Wrong)?;
    Ok(Some(output))
}
