//! Reads a state file.

use serde::Deserialize;

use super::json::{Json, Member};
use super::{FORMAT, VERSION};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::provenance::{InitialStateRecord, ScenarioRecord, hash_of_text};
use crate::source::{Source, Span};

const MEMBERS: [&str; 7] = ["format", "version", "program", "scenario", "overrides", "time_s", "states"];

/// What a state file says.
#[derive(Debug)]
pub(crate) struct StateFile {
    pub(crate) program: String,
    pub(crate) scenario: ScenarioRecord,
    pub(crate) overrides: Vec<String>,
    /// Simulated time, s, and where it stands.
    pub(crate) time: (f64, Span),
    /// The states, in the order of the file.
    pub(crate) states: Vec<NamedState>,
    /// The brace behind the last state.
    pub(crate) states_end: Span,
}

impl StateFile {
    /// What a run record tells of it, if it is that source.
    pub(crate) fn record(&self, source: &Source) -> InitialStateRecord {
        InitialStateRecord {
            path: source.name().to_owned(),
            sha256: hash_of_text(source.text()),
            time_s: self.time.0,
            program: self.program.clone(),
            scenario: self.scenario.clone(),
            overrides: self.overrides.clone(),
        }
    }
}

/// A state and its numbers, with their places.
#[derive(Debug)]
pub(crate) struct NamedState {
    /// `Object.State`.
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) values: Vec<f64>,
    pub(crate) values_span: Span,
}

/// Reads the text of a state file, which has that number among the sources.
pub(crate) fn read(text: &str, source: u32, diagnostics: &mut Diagnostics) -> Option<StateFile> {
    let json = Json::new(text, source);
    match Reader::new(json).and_then(|reader| reader.file(diagnostics)) {
        Ok(file) => Some(file),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            None
        }
    }
}

struct Reader<'t> {
    json: Json<'t>,
    members: Vec<Member<'t>>,
}

impl<'t> Reader<'t> {
    fn new(json: Json<'t>) -> Result<Self, Diagnostic> {
        let whole = json.whole();
        let help = "a state file is JSON, as `bowline run` writes it at save points (TSave) and with --final-state";
        let members = json.members(whole).map_err(|diagnostic| diagnostic.help(help))?;
        Ok(Self { json, members })
    }

    fn file(&self, diagnostics: &mut Diagnostics) -> Result<StateFile, Diagnostic> {
        self.check_format()?;
        if let Some(unknown) = self.members.iter().find(|member| !MEMBERS.contains(&member.name.as_str())) {
            let message = format!("a state file has no member `{}`", unknown.name);
            let advice = nearest::advice(&unknown.name, "members", MEMBERS);
            return Err(Diagnostic::error("bad-state-file", message).at(unknown.name_span).help(advice));
        }
        let states = self.member("states")?;
        Ok(StateFile {
            program: self.value("program")?,
            scenario: self.value("scenario")?,
            overrides: self.value("overrides")?,
            time: (self.value("time_s")?, self.json.span(self.member("time_s")?.value)),
            states: self.states(states, diagnostics)?,
            states_end: self.json.span(states.value).part(states.value.len() - 1, states.value.len()),
        })
    }

    /// Refuses what is no state file, or one of another version.
    fn check_format(&self) -> Result<(), Diagnostic> {
        let format = self.member("format")?;
        if self.json.read::<String>(format.value).as_deref() != Ok(FORMAT) {
            let message = format!("the format is {}, not \"{FORMAT}\": this is no state file", format.value);
            return Err(Diagnostic::error("bad-state-file", message).at(self.json.span(format.value)));
        }
        let version = self.member("version")?;
        if self.json.read::<u32>(version.value) != Ok(VERSION) {
            let message = format!("state files of version {} are not known, only of {VERSION}", version.value);
            let diagnostic = Diagnostic::error("bad-state-file", message).at(self.json.span(version.value));
            return Err(diagnostic.help("a newer version of the program may have written it"));
        }
        Ok(())
    }

    fn member(&self, name: &str) -> Result<&Member<'t>, Diagnostic> {
        self.members.iter().find(|member| member.name == name).ok_or_else(|| {
            let start = self.json.span(self.json.whole()).part(0, 1);
            Diagnostic::error("bad-state-file", format!("the member `{name}` is missing")).at(start)
        })
    }

    fn value<T: Deserialize<'t>>(&self, name: &str) -> Result<T, Diagnostic> {
        self.json.read(self.member(name)?.value)
    }

    /// Reads the states; those that are no arrays of numbers are reported.
    fn states(&self, states: &Member<'t>, diagnostics: &mut Diagnostics) -> Result<Vec<NamedState>, Diagnostic> {
        let members = self.json.members(states.value)?;
        let mut list = Vec::with_capacity(members.len());
        for Member { name, name_span, value } in members {
            match self.json.read(value) {
                Ok(values) => list.push(NamedState { name, name_span, values, values_span: self.json.span(value) }),
                Err(diagnostic) => {
                    diagnostics
                        .push(diagnostic.help(format!("`{name}` is an array of finite numbers, as in `[0.0, 1.5]`")));
                }
            }
        }
        Ok(list)
    }
}
