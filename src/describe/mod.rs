//! `bowline describe`: what a type of SimObject declares, or all types of a library.

mod bundle;
mod computation;
mod human;
mod look;
mod markdown;
mod page;
mod resource;
mod scheme;
mod shape;
mod terminal;

use std::sync::Arc;

use bowline_engine::{Catalog, CatalogLibrary, LibraryError, nearest_names};
use serde::Serialize;
use simobject_host::{Argument, Declared, Library, ObjectType, SampleTime, Session, Subject, Surroundings};

use crate::arguments::{DescribeArguments, PageFormat};
use crate::{Exit, libraries, list, report};
use page::{LibraryPage, TypePage};

pub(crate) fn describe(arguments: &DescribeArguments) -> Exit {
    match text(arguments) {
        Ok(text) => report::page(&text),
        Err(messages) => {
            messages.iter().for_each(|message| report::error(message));
            Exit::Wrong
        }
    }
}

/// What is asked for; else all that is wrong.
fn text(arguments: &DescribeArguments) -> Result<String, Vec<String>> {
    if scheme::is_file(&arguments.subject) {
        return scheme::pages(&arguments.subject, arguments.format);
    }
    let mut given = Vec::new();
    for parameter in &arguments.parameters {
        let (name, value) =
            parameter.split_once('=').ok_or_else(|| vec![format!("`{parameter}` is not NAME=VALUE")])?;
        given.push(Argument { name, value });
    }
    let refuse = |error: LibraryError| vec![error.to_string()];
    let catalog = if arguments.subject.contains(':') {
        libraries::catalog(&arguments.libraries, false).map_err(refuse)?
    } else {
        // It may be in any of them, so one that cannot be loaded is worth knowing.
        let (catalog, wrong) = libraries::whole_catalog(&arguments.libraries).map_err(refuse)?;
        wrong.iter().for_each(|error| report::warning(&error.to_string(), false));
        catalog
    };
    match find(&catalog, &arguments.subject).map_err(|message| vec![message])? {
        Found::Type(library, kind) => {
            let page = declared(library, kind, &given)?;
            match arguments.format {
                PageFormat::Human => Ok(human::page(&page)),
                PageFormat::Markdown => Ok(markdown::page(&page)),
                PageFormat::Json => json(&page),
            }
        }
        Found::Library(CatalogLibrary { library, .. }) if !given.is_empty() => {
            Err(vec![format!("`{}` is a library: only types have parameters", library.name())])
        }
        Found::Library(found) => {
            let library = found.library;
            let pages = || library.types().map(|kind| declared(library, kind, &[])).collect::<Result<Vec<_>, _>>();
            match arguments.format {
                PageFormat::Human => Ok(list::listed(found)),
                PageFormat::Markdown => Ok(markdown::library(&LibraryPage::new(library, pages()?))),
                PageFormat::Json => json(&LibraryPage::new(library, pages()?)),
            }
        }
    }
}

fn json(page: &impl Serialize) -> Result<String, Vec<String>> {
    match serde_json::to_string_pretty(page) {
        Ok(text) => Ok(bowline_harmless::json(&text).into_owned() + "\n"),
        Err(reason) => Err(vec![format!("the description cannot be written as JSON: {reason}")]),
    }
}

/// What a type declares with these parameters; else what is wrong with them.
fn declared(library: &Library, kind: &ObjectType, given: &[Argument<'_>]) -> Result<TypePage, Vec<String>> {
    let Declared { declaration, faults, .. } = kind.declare(Session::declaring("X", given, &WorkingDirectory));
    let mut wrong = Vec::new();
    for argument in given {
        if !declaration.parameters.iter().any(|p| p.name == argument.name) {
            let known = declaration.parameters.iter().map(|p| p.name.as_ref());
            let advice = nearest_names(argument.name, "parameters", known);
            wrong.push(format!("{} has no parameter `{}`; {advice}", kind.name(), argument.name));
        }
    }
    // A type is described without its parameters too.
    let faults = faults.iter().filter(|fault| !matches!(fault.subject, Subject::MissingParameter(_)));
    wrong.extend(faults.map(|fault| {
        let advice = if fault.advice.is_empty() { String::new() } else { format!("; {}", fault.advice) };
        format!("{}{advice}", fault.message)
    }));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let shaped_by = shape::shaping(kind, &declaration.parameters, &declaration.interface, given, &WorkingDirectory);
    let choices = shape::choices(kind, &declaration.parameters, given, &WorkingDirectory);
    Ok(TypePage::new(library, kind, &declaration, given, shaped_by, choices))
}

/// Files relative to where the user stands.
struct WorkingDirectory;

impl Surroundings for WorkingDirectory {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        std::fs::read_to_string(path).map(Arc::from).map_err(|reason| format!("{path}: {reason}"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

/// What a name stands for.
enum Found<'c> {
    Type(&'static Library, &'static ObjectType),
    Library(&'c CatalogLibrary),
}

/// The type of that name, with or without its library; else the library of that name.
fn find<'c>(catalog: &'c Catalog, name: &str) -> Result<Found<'c>, String> {
    let library = |name: &str| catalog.library(name).map_err(|error| error.to_string());
    let (wanted, kind_name) = match name.split_once(':') {
        None => (None, name),
        Some((library_name, kind)) => match library(library_name)? {
            Some(found) => (Some(found.library.name()), kind),
            None => return Err(format!("there is no library `{library_name}`; {}", catalog.advice(library_name))),
        },
    };
    let is_wanted = |library: &Library| wanted.is_none_or(|name| library.name() == name);
    let found: Vec<_> = catalog.types_named(kind_name).filter(|(found, _)| is_wanted(found.library)).collect();
    match (found.as_slice(), library(name)?) {
        ([(found, kind)], _) => Ok(Found::Type(found.library, kind)),
        ([], Some(found)) => Ok(Found::Library(found)),
        ([], None) => {
            let libraries: Vec<_> =
                catalog.libraries().map(|found| found.library).filter(|library| is_wanted(library)).collect();
            let types = libraries.iter().flat_map(|library| library.types()).map(|kind| kind.name());
            // `Spring` is the last word of `Cable/LinearSpring`.
            let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase();
            let word = last(kind_name);
            let alike: Vec<String> = libraries
                .iter()
                .flat_map(|library| library.types())
                .filter(|kind| word.len() > 2 && last(kind.name()).contains(&word))
                .map(|kind| format!("`{}`", kind.name()))
                .collect();
            if !alike.is_empty() {
                return Err(format!("there is no type `{kind_name}`; did you mean {}?", alike.join(" or ")));
            }
            Err(match wanted {
                Some(_) => format!("there is no type `{kind_name}`; {}", nearest_names(kind_name, "types", types)),
                None => {
                    let names = libraries.iter().map(|library| library.name()).chain(types);
                    let advice = nearest_names(kind_name, "libraries and types", names);
                    format!("there is no type or library `{kind_name}`; {advice}")
                }
            })
        }
        (several, _) => {
            let choices: Vec<_> =
                several.iter().map(|(found, _)| format!("`{}:{kind_name}`", found.library.name())).collect();
            Err(format!("several libraries have a type `{kind_name}`: write {}", choices.join(" or ")))
        }
    }
}
