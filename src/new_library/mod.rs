//! `bowline new-library`: a project of a library, which builds and runs at once.

mod embedded;
mod library_name;
mod manifest;
mod project;

use std::path::PathBuf;

use library_name::LibraryName;
use project::Project;

use crate::arguments::NewLibraryArguments;
use crate::{Exit, libraries, report};

pub(crate) fn new_library(arguments: &NewLibraryArguments) -> Exit {
    let outcome = LibraryName::new(&arguments.name, arguments.language).and_then(|name| {
        check_built_in(&arguments.name)?;
        let folder = arguments.path.clone().unwrap_or_else(|| PathBuf::from(name.text()));
        let project = Project::new(&name, arguments.language);
        project.write(&folder)?;
        Ok((project, folder))
    });
    match outcome {
        Ok((project, folder)) => report::page(&project.introduction(&folder)),
        Err(message) => {
            report::error(&message);
            Exit::Wrong
        }
    }
}

/// What is built in goes before what is found in directories, and its
/// SimObjects are those that the scenario of the project is fed by.
fn check_built_in(name: &str) -> Result<(), String> {
    match libraries::built_in().library(name) {
        Ok(None) => Ok(()),
        _ => Err(format!("a library called `{name}` is built in; choose another name")),
    }
}
