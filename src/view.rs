//! `bowline view`: a scenario in a window.

use bowline_engine::{LoadOptions, Model};
use bowline_viewer::stage::{Hidden, Style};
use bowline_viewer::window::{self, ViewOptions};

use crate::arguments::ViewArguments;
use crate::{Exit, libraries, log, report};

pub(crate) fn view(arguments: &ViewArguments) -> Exit {
    if let Err(message) = log::begin(&arguments.verbosity, &[], arguments.quiet) {
        return report::errors(&[message]);
    }
    let Some(scenario) = &arguments.scenario else { return report::errors(&["there is no replay yet"]) };
    let sources = match report::read(scenario, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return report::errors(&[message]),
    };
    let catalog = match libraries::catalog(&arguments.libraries, arguments.quiet) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    let options = LoadOptions { until: arguments.until, ..LoadOptions::default() };
    let model = match Model::load(&sources, &catalog, options) {
        Ok(model) => model,
        Err(diagnostics) => {
            report::human(&diagnostics, &sources, false);
            report::note(&format!("{}: {}", scenario.display(), report::count(&diagnostics)), false);
            return Exit::Wrong;
        }
    };
    report::human(model.warnings(), &sources, arguments.quiet);
    let title = scenario.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let options = ViewOptions { title, size: [1280, 720], hidden: Hidden::default(), style: Style::default() };
    match window::view(&model, options) {
        Ok(()) => Exit::Done,
        Err(reason) => report::errors(&[format!("cannot begin the run: {reason}")]),
    }
}
