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
        let folder = arguments.path.clone().unwrap_or_else(|| PathBuf::from(name.text()));
        let project = Project::new(&name, arguments.language);
        project.write(&folder)?;
        Ok((project, folder))
    });
    match outcome {
        Ok((project, folder)) => {
            warn_of_a_library_of_the_same_name(&arguments.name);
            report::page(project.introduction(&folder).as_bytes())
        }
        Err(message) => {
            report::error(&message);
            Exit::Wrong
        }
    }
}

fn warn_of_a_library_of_the_same_name(name: &str) {
    if libraries::built_in().library(name).is_ok_and(|library| library.is_some()) {
        let message = format!(
            "`{name}` is also the name of a library that is built in, which comes before those of `--library-path`: \
             load yours with `--library FILE`, or choose another name"
        );
        report::warning(&message, false);
    }
}
