//! The scenario that is looked at.

use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use bowline_engine::{Catalog, FrontEnd, LoadOptions, Model, Scenario, Source, Sources};

use super::Failure;
use crate::arguments::ScenarioArguments;
use crate::user_path::UserPath;
use crate::{Exit, libraries, log, report};
use bowline_surface::earlier_file::Kind;
use bowline_surface::inputs;

/// A scenario that was read, and is loaded with values of its own.
pub(super) struct Subject<'a> {
    pub(super) arguments: &'a ScenarioArguments,
    pub(super) scenario: Scenario,
    overrides: Vec<Source>,
    catalog: Catalog,
}

impl<'a> Subject<'a> {
    /// Reads it; `outputs` are files that are going to be written.
    pub(super) fn read(arguments: &'a ScenarioArguments, output: Option<&UserPath>) -> Result<Self, Failure> {
        let read = iter::once(&arguments.scenario).chain(&arguments.initial_state).chain(&arguments.libraries.files);
        let taken: Vec<UserPath> = read.map(UserPath::new).chain(output.cloned()).collect();
        log::begin(&arguments.verbosity, &taken, arguments.quiet).map_err(Failure::Wrong)?;
        let sources: Sources =
            report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref())
                .map_err(Failure::Wrong)?;
        let catalog = libraries::catalog(&arguments.libraries, arguments.quiet)
            .map_err(|error| Failure::Told(report::errors(&[error])))?;
        let scenario = Scenario::read(&sources).map_err(|wrong| told(arguments, &wrong))?;
        Ok(Self { arguments, scenario, overrides: FrontEnd::overrides(&sources).to_vec(), catalog })
    }

    /// Makes in-ports inputs though something feeds them.
    pub(super) fn open(&mut self, names: &[String]) -> Result<(), Failure> {
        if names.is_empty() {
            return Ok(());
        }
        let model = self.load(&[])?;
        inputs::open(&mut self.scenario, &model, names).map_err(|error| Failure::Wrong(error.to_string()))
    }

    /// Loads it, with more overrides.
    pub(super) fn load(&self, more: &[Source]) -> Result<Arc<Model>, Failure> {
        self.try_load(more).map_err(|wrong| told(self.arguments, &wrong))
    }

    /// The same, and says nothing where that is not possible.
    pub(super) fn try_load(&self, more: &[Source]) -> Result<Arc<Model>, bowline_engine::Diagnostics> {
        // What is set again takes the place of what was set.
        let name = |source: &Source| source.text().split('=').next().unwrap_or_default().trim().to_owned();
        let again: Vec<_> = more.iter().map(name).collect();
        let kept = self.overrides.iter().filter(|source| !again.contains(&name(source)));
        let overrides: Vec<_> = kept.chain(more).cloned().collect();
        self.scenario.load(&overrides, &self.catalog, LoadOptions { unsettled: true, ..LoadOptions::default() })
    }

    /// Loads it as it is, and says what is to be known of it.
    pub(super) fn as_it_is(&self) -> Result<Arc<Model>, Failure> {
        let model = self.load(&[])?;
        report::human(model.warnings(), self.arguments.quiet);
        Ok(model)
    }

    /// The scenario, for messages.
    pub(super) fn name(&self) -> String {
        self.arguments.scenario.display().to_string()
    }
}

fn told(arguments: &ScenarioArguments, wrong: &bowline_engine::Diagnostics) -> Failure {
    report::human(wrong, false);
    report::note(&format!("{}: {}", arguments.scenario.display(), report::count(wrong)), false);
    Failure::Told(Exit::Wrong)
}

/// Where a file is going to be written: refuses to replace what is something else than such files.
pub(super) fn output(path: Option<&PathBuf>, force: bool, kinds: &[Kind]) -> Result<Option<UserPath>, Failure> {
    let Some(output) = path.map(UserPath::new) else { return Ok(None) };
    let is_one = |kind: &Kind| kind.may_replace(output.place());
    let may_replace = kinds.iter().try_fold(false, |may, kind| Ok::<bool, std::io::Error>(may || is_one(kind)?));
    match may_replace {
        Ok(may_replace) if may_replace || force => Ok(Some(output)),
        Ok(_) => {
            let words = kinds.first().map_or("", |kind| kind.in_words());
            Err(Failure::Wrong(format!(
                "cannot write `{output}`: it holds something else than {words}; choose another name, or replace it with --force"
            )))
        }
        Err(reason) => Err(Failure::Wrong(format!("cannot read `{output}`: {reason}"))),
    }
}
