//! `bowline check`: what is wrong with a scenario.

use bowline_engine::{Diagnostic, Diagnostics, LoadOptions};

use crate::arguments::{CheckArguments, Format};
use crate::user_path::UserPath;
use crate::{Exit, libraries, log, loops, report};

pub(crate) fn check(arguments: &CheckArguments) -> Exit {
    let read = std::iter::once(&arguments.scenario).chain(&arguments.initial_state).chain(&arguments.libraries.files);
    let taken: Vec<UserPath> = read.map(UserPath::new).collect();
    if let Err(message) = log::begin(&arguments.verbosity, &taken, false) {
        report::error(&message);
        return Exit::Wrong;
    }
    let catalog = match libraries::catalog(&arguments.libraries, false) {
        Ok(catalog) => catalog,
        Err(error) => return refuse(arguments.format, "unusable-library", &error.to_string()),
    };
    let sources = match report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return refuse(arguments.format, "unreadable-file", &message),
    };
    let options = LoadOptions { check: true, ..LoadOptions::default() };
    let outcome = bowline_engine::load(&sources, &catalog, options);
    let diagnostics = match &outcome {
        Ok(model) => model.warnings(),
        Err(diagnostics) => diagnostics,
    };
    let starts = if arguments.all_solutions { loops::STARTS } else { 0 };
    let said = match (arguments.format, &outcome) {
        (Format::Json, Ok(model)) => report::json(diagnostics, &model.loops_from(starts)),
        (Format::Json, Err(_)) => report::json(diagnostics, &[]),
        (Format::Human, Ok(model)) => {
            report::human(diagnostics, false);
            let (objects, states) =
                (model.objects().iter().filter(|object| !object.is_added()).count(), model.state_count());
            let (objects, states) =
                (report::counted(objects as u64, "object"), report::counted(states as u64, "state"));
            let loops = model.loops_from(starts);
            let is_told = arguments.verbosity.verbose > 0 || arguments.all_solutions;
            let counted = match loops.len() as u64 {
                0 => String::new(),
                count if is_told => format!(", {}", report::counted(count, "loop")),
                1 => ", 1 loop (-v shows it)".to_owned(),
                count => format!(", {count} loops (-v shows them)"),
            };
            let told: String = loops.iter().filter(|_| is_told).map(loops::told).collect();
            report::page(&format!("{told}{}: good, {objects}, {states}{counted}\n", arguments.scenario.display()))
        }
        (Format::Human, Err(diagnostics)) => {
            report::human(diagnostics, false);
            let count = report::count(diagnostics);
            report::note(&format!("{}: {count}", arguments.scenario.display()), false);
            Exit::Done
        }
    };
    if outcome.is_ok() { said } else { Exit::Wrong }
}

/// Says why there is no scenario to be checked.
fn refuse(format: Format, code: &'static str, message: &str) -> Exit {
    match format {
        Format::Human => report::error(message),
        Format::Json => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(Diagnostic::error(code, message));
            report::json(&diagnostics, &[]);
        }
    }
    Exit::Wrong
}
