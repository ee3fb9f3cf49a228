//! Whether a file may be written in the place of one that is there.

use std::io;
use std::path::{Path, PathBuf};

use bowline_engine::{Catalog, LoadOptions, Sources};
use bowline_results::Format;
use bowline_surface::earlier_file::Kind;

use crate::file_identity::FileIdentity;
use crate::user_path::UserPath;

/// Files that a command line names, for a command to read.
pub(crate) struct Given<'a> {
    pub(crate) scenario: &'a Path,
    pub(crate) initial_state: Option<&'a Path>,
    pub(crate) libraries: &'a [PathBuf],
}

impl Given<'_> {
    /// Refuses to replace what the command reads, forced or not: these files, and all that the scenario names.
    ///
    /// # Errors
    /// The output is one of them; in words.
    pub(crate) fn check(&self, output: &Path, sources: &Sources, catalog: &Catalog) -> Result<(), String> {
        if !output.exists() {
            return Ok(());
        }
        let identity = FileIdentity::of(output);
        let is_output = |path: &Path| FileIdentity::of(path) == identity;
        let what = if is_output(self.scenario) {
            "the scenario"
        } else if self.initial_state.is_some_and(is_output) {
            "the initial state"
        } else if self.libraries.iter().any(|path| is_output(path)) {
            "a library"
        } else {
            // What is wrong with the scenario is reported where it is used.
            let Ok(model) = bowline_engine::load(sources, catalog, LoadOptions::default()) else { return Ok(()) };
            if !model.files().iter().any(|file| is_output(&file.place)) {
                return Ok(());
            }
            "a file that the scenario reads"
        };
        Err(format!("cannot write `{}`: it is {what}; choose another name", output.display()))
    }
}

/// Refuses to replace anything but files of these kinds, unless it is forced; and tables under the name of another format.
/// The first kind names them.
///
/// # Errors
/// There is something else, or it cannot be read; in words.
pub(crate) fn check(output: &UserPath, kinds: &[Kind], force: bool) -> Result<(), String> {
    let is_table = |kind: &Kind| matches!(kind, Kind::Results | Kind::Response | Kind::Equilibria);
    if kinds.iter().any(is_table)
        && let Err(reason) = Format::of(output.place())
    {
        return Err(format!("cannot write `{output}`: {reason}"));
    }
    if output.is_xml() && !output.place().exists() {
        return Err(format!("cannot write `{output}`: that is a scenario's name"));
    }
    if force {
        return Ok(());
    }
    let may_replace = |may, kind: &Kind| Ok::<bool, io::Error>(may || kind.may_replace(output.place())?);
    match kinds.iter().try_fold(false, may_replace) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let words = kinds.first().map_or("", |kind| kind.in_words());
            let advice = "choose another name, or replace it with --force";
            Err(format!("cannot write `{output}`: it holds something else than {words}; {advice}"))
        }
        Err(reason) => Err(format!("cannot read `{output}`: {reason}")),
    }
}
