//! Where the results of a run go, and what lies beside them.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use bowline_decimal::Shortest;
use bowline_engine::replay::MomentTimes;
use bowline_engine::{Model, RunRecord};
use bowline_results::{Format, whole_file};
use serde::Deserialize;

use crate::file_identity::FileIdentity;
use crate::paths::{Destination, Paths};
use crate::record_file::RecordFile;
use crate::recorded_view::RecordedView;
use crate::user_path::UserPath;
use bowline_surface::earlier_file::Kind;
use bowline_surface::own_file::{self, OwnFile};
use bowline_surface::result_file::ResultFile;

/// What a run writes, open or begun.
#[derive(Debug)]
pub(crate) struct Output {
    /// None if nothing is recorded.
    pub(crate) rows: Option<ResultFile>,
    /// Further results, with their places among those of the model.
    pub(crate) further: Vec<(usize, ResultFile)>,
    /// None beside standard output and devices.
    pub(crate) record: Option<RecordFile>,
    /// None if none is asked for.
    pub(crate) view: Option<RecordedView>,
}

impl Output {
    /// Opens the results, and a view with moments at these times, and begins the
    /// record, unless what the run writes
    /// would replace what it reads, or what is not of an earlier run, or could
    /// not be written in the end. Until then nothing is changed.
    ///
    /// # Errors
    /// In words.
    pub(crate) fn new(
        paths: &Paths,
        model: &Model,
        record: &mut RunRecord,
        view: Option<MomentTimes>,
        force: bool,
    ) -> Result<Self, String> {
        let (written, read) = (written_by(paths, model), read_by(paths, model));
        written.iter().try_for_each(|file| file.check_read(&read))?;
        check_different(&written, paths)?;
        written.iter().try_for_each(Written::check_free)?;
        if !force {
            written.iter().try_for_each(|file| file.check_replaced(paths))?;
            check_shared(paths)?;
        }
        written.iter().try_for_each(Written::check_format)?;
        check_places(&written)?;
        let stdout = match &paths.results {
            _ if model.columns().is_empty() => None,
            Destination::Stdout => {
                let rows = ResultFile::to_stdout();
                Some(rows.map_err(|reason| format!("cannot write to standard output: {reason}"))?)
            }
            Destination::Device(path) if Format::of(path.place()).is_ok_and(|format| format == Format::Parquet) => {
                let reason = "Parquet needs a file, since its end is written anew; leave `.parquet` out for CSV";
                return Err(cannot_write(path, reason));
            }
            Destination::Device(path) => {
                let device = OpenOptions::new().write(true).open(path.place());
                let device = device.map_err(|reason| cannot_write(path, &reason.to_string()))?;
                Some(ResultFile::new(path.to_string(), device, Format::Csv))
            }
            Destination::File(_) => None,
        };
        let open = |path: UserPath| match OwnFile::open(path.place()) {
            Ok(file) => Ok((path, file)),
            Err(reason) => Err(cannot_write(&path, &reason)),
        };
        let results = paths.results.file().filter(|_| !model.columns().is_empty());
        record.results = results.map(UserPath::to_string);
        let results = results.cloned().map(open).transpose()?;
        let mut further = Vec::new();
        for ((index, output), told) in model.outputs().iter().enumerate().zip(&mut record.outputs) {
            let Some(path) = paths.output(&output.name).filter(|_| !output.columns.is_empty()) else { continue };
            told.results = Some(path.to_string());
            further.push((index, open(path)?));
        }
        let view = match (paths.view(), view) {
            (Some(path), Some(times)) => {
                record.view = Some(path.to_string());
                Some((open(path)?, times))
            }
            _ => None,
        };
        let record_file = match paths.record() {
            Some(path) => {
                let begun = RecordFile::begin(path.clone(), record);
                Some(begun.map_err(|reason| cannot_write(&path, &reason))?)
            }
            None => None,
        };
        let results_in = |(path, file): (UserPath, OwnFile)| {
            let opened = Format::of(path.place()).and_then(|format| Ok((file.emptied()?, format)));
            match opened {
                Ok((file, format)) => Ok(ResultFile::new(path.to_string(), file, format)),
                Err(reason) => Err(cannot_write(&path, &reason.to_string())),
            }
        };
        let rows = results.map(results_in).transpose()?.or(stdout);
        let further = further.into_iter().map(|(index, file)| Ok((index, results_in(file)?)));
        let further = further.collect::<Result<_, String>>()?;
        let begin = |((path, file), times): ((UserPath, OwnFile), MomentTimes)| {
            let begun = file.emptied().and_then(|file| RecordedView::new(path.clone(), file, times, record, model));
            begun.map_err(|reason| cannot_write(&path, &reason.to_string()))
        };
        Ok(Self { rows, further, record: record_file, view: view.map(begin).transpose()? })
    }
}

const INITIAL_STATE: &str = "the initial state";

/// A file that the run writes.
struct Written {
    path: UserPath,
    role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Results,
    Record,
    View,
    /// The state of a save point at that time, s.
    State(f64),
    FinalState,
}

fn written_by(paths: &Paths, model: &Model) -> Vec<Written> {
    let file = |path, role| Some(Written { path, role });
    let results = paths.results.file().filter(|_| !model.columns().is_empty());
    let results = results.and_then(|path| file(path.clone(), Role::Results));
    let record = paths.record().and_then(|path| file(path, Role::Record));
    let view = paths.view().and_then(|path| file(path, Role::View));
    let last = paths.final_state.clone().and_then(|path| file(path, Role::FinalState));
    let recorded = model.outputs().iter().filter(|output| !output.columns.is_empty());
    let further = recorded.filter_map(|output| file(paths.output(&output.name)?, Role::Results));
    let points = model.settings().save_points.iter();
    let states = points.filter_map(|time| file(paths.state(*time)?, Role::State(*time)));
    [results, record, view].into_iter().flatten().chain(further).chain(states).chain(last).collect()
}

/// A file that the run reads.
struct Read {
    /// Its path, for messages.
    name: String,
    identity: FileIdentity,
    what: &'static str,
}

fn read_by(paths: &Paths, model: &Model) -> Vec<Read> {
    let file = |name: String, place: &Path, what| Read { name, identity: FileIdentity::of(place), what };
    let named = |path: &UserPath, what| file(path.to_string(), path.place(), what);
    let scenario = named(&paths.scenario, "the scenario");
    let initial = paths.initial_state.iter().map(|path| named(path, INITIAL_STATE));
    let repeated = paths.repeated.iter().map(|path| named(path, "the record of the run that is repeated"));
    let data = model.files().iter().map(|read| file(read.path.clone(), &read.place, "a file that the scenario reads"));
    let libraries = model.libraries().iter().filter_map(|library| library.origin.path());
    let libraries = libraries.map(|path| file(path.display().to_string(), path, "a library"));
    std::iter::once(scenario).chain(initial).chain(repeated).chain(data).chain(libraries).collect()
}

impl Written {
    /// Why it is not written.
    fn refuse(&self, reason: &str) -> String {
        let path = &self.path;
        match self.role {
            Role::Results | Role::Record | Role::View => cannot_write(path, reason),
            Role::State(time) => format!("cannot write the state at t = {} s to `{path}`: {reason}", Shortest(time)),
            Role::FinalState => format!("cannot write the final state to `{path}`: {reason}"),
        }
    }

    fn kind(&self) -> Kind {
        match self.role {
            Role::Results => Kind::Results,
            Role::Record => Kind::Record,
            Role::View => Kind::View,
            Role::State(_) | Role::FinalState => Kind::State,
        }
    }

    /// Refuses what is read, and what is called as a scenario is.
    fn check_read(&self, read: &[Read]) -> Result<(), String> {
        let identity = FileIdentity::of(self.path.place());
        // A run may begin with a state and leave the next one in its place.
        let is_successor = |file: &Read| self.role == Role::FinalState && file.what == INITIAL_STATE;
        match (read.iter().find(|file| file.identity == identity && !is_successor(file)), self.role) {
            (Some(Read { name, what, .. }), Role::Results | Role::Record) => {
                Err(format!("the results would replace {what}, `{name}`; choose another place with -o"))
            }
            (Some(Read { what, .. }), _) => Err(self.refuse(&format!("it is {what}"))),
            (None, Role::Results) if self.path.is_xml() => {
                Err(format!("the results would be called `{}`: that is a scenario's name", self.path))
            }
            (None, _) if self.path.is_xml() => Err(self.refuse("that is a scenario's name")),
            (None, _) => Ok(()),
        }
    }

    /// Refuses results under the name of another format.
    fn check_format(&self) -> Result<(), String> {
        match self.role {
            Role::Results => Format::of(self.path.place()).map(drop).map_err(|reason| self.refuse(&reason.to_string())),
            _ => Ok(()),
        }
    }

    /// Refuses files that another run is writing, even with `--force`.
    fn check_free(&self) -> Result<(), String> {
        if own_file::is_taken(self.path.place()) { Err(self.refuse(own_file::TAKEN)) } else { Ok(()) }
    }

    /// Refuses what no run left there.
    fn check_replaced(&self, paths: &Paths) -> Result<(), String> {
        let may_replace = self.kind().may_replace(self.path.place());
        let may_replace = may_replace.map_err(|reason| self.refuse(&reason.to_string()))?;
        // The results may have been changed since; their record tells that they are ours.
        let is_told = || paths.record().is_some_and(|record| Kind::Record.is_there(record.place()));
        if may_replace || self.role == Role::Results && is_told() {
            return Ok(());
        }
        let kind = self.kind().in_words();
        Err(self
            .refuse(&format!("it holds something else than {kind}; choose another name, or replace it with --force")))
    }
}

/// Refuses to take the record of other results: `r.csv` and `r.parquet` share the
/// files beside them.
fn check_shared(paths: &Paths) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Record {
        results: Option<PathBuf>,
    }
    let (Some(own), Some(record)) = (paths.results.file(), paths.record()) else { return Ok(()) };
    // Another check handles files that are no readable record.
    let read = fs::read(record.place()).ok().and_then(|text| serde_json::from_slice::<Record>(&text).ok());
    let Some(name) = read.as_ref().and_then(|record| record.results.as_ref()?.file_name()) else { return Ok(()) };
    let other = own.place().with_file_name(name);
    let is_other = || FileIdentity::of(&other) != FileIdentity::of(own.place());
    if Some(name) != own.place().file_name() && Kind::Results.is_there(&other) && is_other() {
        let name = name.display();
        let reason = format!("it is the record of `{name}`; choose another name, or replace it with --force");
        return Err(cannot_write(&record, &reason));
    }
    Ok(())
}

/// Refuses to write one file twice.
fn check_different(written: &[Written], paths: &Paths) -> Result<(), String> {
    let mut taken = std::collections::HashMap::new();
    if let Some(log) = &paths.log {
        taken.insert(FileIdentity::of(log.place()), "the log goes there".to_owned());
    }
    for file in written {
        if let Some(by) = taken.get(&FileIdentity::of(file.path.place())) {
            return Err(file.refuse(by));
        }
        let what = match file.role {
            Role::Results | Role::Record => "the results go there".to_owned(),
            Role::View => "the view goes there".to_owned(),
            Role::State(time) => format!("the state at t = {} s goes there", Shortest(time)),
            Role::FinalState => "the final state goes there".to_owned(),
        };
        taken.insert(FileIdentity::of(file.path.place()), what);
    }
    Ok(())
}

/// A long run should not find out at its end that something has no place.
fn check_places(written: &[Written]) -> Result<(), String> {
    // Of the save points the one with the longest name stands for all.
    let is_state = |file: &&Written| matches!(file.role, Role::State(_));
    let longest = written.iter().filter(is_state).max_by_key(|file| file.path.name_length());
    let others = written.iter().filter(|file| !is_state(file));
    others.chain(longest).try_for_each(|file| {
        whole_file::try_place(file.path.place()).map_err(|reason| match (reason.kind(), file.role) {
            (io::ErrorKind::NotFound, Role::FinalState) => file.refuse("there is no such directory"),
            (io::ErrorKind::IsADirectory, Role::FinalState) => file.refuse("it is a directory"),
            _ => file.refuse(&reason.to_string()),
        })
    })
}

fn cannot_write(path: &UserPath, reason: &str) -> String {
    format!("cannot write `{path}`: {reason}")
}
