//! `bowline flatten`: a scenario without variables, schemes and repetitions.

use std::fs;
use std::path::Path;

use bowline_engine::{Diagnostics, Scenario, write_flat};

use crate::arguments::FlattenArguments;
use crate::replacement::Given;
use crate::{Exit, libraries, report};

pub(crate) fn flatten(arguments: &FlattenArguments) -> Exit {
    let catalog = match libraries::catalog(&arguments.libraries, false) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    let sources = match report::read(&arguments.scenario, &arguments.overrides, None) {
        Ok(sources) => sources,
        Err(message) => return report::errors(&[message]),
    };
    let refuse = |diagnostics: &Diagnostics| {
        report::human(diagnostics, false);
        Exit::Wrong
    };
    let scenario = match Scenario::read(&sources) {
        Ok(scenario) => scenario,
        Err(diagnostics) => return refuse(&diagnostics),
    };
    let text = match scenario.flat(sources.overrides(), &catalog) {
        Ok((flat, warnings)) => {
            report::human(&warnings, false);
            write_flat(&flat)
        }
        Err(diagnostics) => return refuse(&diagnostics),
    };
    match &arguments.output {
        None => report::page(&text),
        Some(path) if path == Path::new("-") => report::page(&text),
        Some(path) => {
            let given =
                Given { scenario: &arguments.scenario, initial_state: None, libraries: &arguments.libraries.files };
            match given.check(path, &sources, &catalog) {
                Ok(()) => write(path, &text, arguments.force),
                Err(message) => report::errors(&[message]),
            }
        }
    }
}

fn write(path: &Path, text: &str, force: bool) -> Exit {
    if path.exists() && !force {
        return report::errors(&[format!("`{}` is there already: `--force` replaces it", path.display())]);
    }
    match fs::write(path, text) {
        Ok(()) => Exit::Done,
        Err(reason) => report::errors(&[format!("cannot write `{}`: {reason}", path.display())]),
    }
}
