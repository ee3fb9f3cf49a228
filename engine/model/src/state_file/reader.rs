//! Reads a state file.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{Json, Member};
use super::{FORMAT, VERSION};
use bowline_provenance::{InitialStateRecord, ScenarioRecord, hash_of_text};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;
use bowline_text::source::{Source, Span};

const MEMBERS: [&str; 17] = [
    "format",
    "version",
    "program",
    "scenario",
    "overrides",
    "time_s",
    "states",
    "positions",
    "held",
    "next",
    "clocks",
    "past",
    "inputs",
    "unknowns",
    "unknowns_at_ticks",
    "solved_for",
    "nominal",
];
const CLOCK_MEMBERS: [&str; 3] = ["origin_s", "steps", "every"];

/// What a state file says.
#[derive(Debug)]
pub struct StateFile {
    pub(crate) program: String,
    pub(crate) scenario: ScenarioRecord,
    /// The overrides of the run that wrote it.
    pub overrides: Vec<String>,
    /// Simulated time, s, and where it stands.
    pub time: (f64, Span),
    /// The states.
    pub states: Section,
    /// Positions that follow from states, with what is added to these; older files have none.
    pub positions: Option<Section>,
    /// What is constant between ticks and events.
    pub discrete: Option<Section>,
    /// What of it takes effect at the next ticks.
    pub next: Option<Section>,
    /// The clocks, if it has them.
    pub clocks: Option<WrittenClocks>,
    /// The indicators that are beyond 0.
    pub past: Option<Vec<WrittenName>>,
    /// Inputs that were set from outside.
    pub inputs: Option<Section>,
    /// The unknowns of loops, and hashes of what these were solved for.
    pub unknowns: Option<Section>,
    /// The unknowns of loops that are solved at ticks.
    pub unknowns_at_ticks: Option<Section>,
    /// The inputs for which each loop was solved.
    pub solved_for: Vec<WrittenName>,
    /// The nominal values of the unknowns, loop by loop.
    pub nominal: Vec<Vec<f64>>,
    /// The brace behind everything.
    pub end: Span,
}

/// Numbers by name, in the order of the file.
#[derive(Debug)]
pub struct Section {
    /// Its entries.
    pub list: Vec<NamedNumbers>,
    /// The brace behind the last one.
    pub end: Span,
}

/// The clocks of a model, with their places.
#[derive(Debug)]
pub struct WrittenClocks {
    /// The place of its name.
    pub name_span: Span,
    /// Its place.
    pub span: Span,
    /// From where all ticks are counted, s.
    pub origin: (f64, Span),
    /// Ticks of the clock of accepted steps.
    pub steps: Option<(u64, Span)>,
    /// Period and offset, s, of what is set at ticks; older files have none.
    pub every: Option<Section>,
}

impl StateFile {
    /// What a run record tells of it, if it is that source.
    pub fn record(&self, source: &Source) -> InitialStateRecord {
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

/// A signal and its numbers, with their places.
#[derive(Debug)]
pub struct NamedNumbers {
    /// `Object.Signal`.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The numbers.
    pub values: Vec<f64>,
    /// The place of the numbers.
    pub values_span: Span,
}

/// A name, with its place.
#[derive(Debug)]
pub struct WrittenName {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// Reads the text of a state file, which begins there among all texts.
pub fn read(text: &str, begins: usize, diagnostics: &mut Diagnostics) -> Option<StateFile> {
    let json = Json::new(text, begins);
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
        only(&self.members, "a state file has", &MEMBERS)?;
        let whole = self.json.whole();
        Ok(StateFile {
            program: self.value("program")?,
            scenario: self.value("scenario")?,
            overrides: self.value("overrides")?,
            time: (self.value("time_s")?, self.json.span(self.member("time_s")?.value)),
            states: self.section(self.member("states")?, diagnostics)?,
            positions: self.find("positions").map(|of| self.section(of, diagnostics)).transpose()?,
            discrete: self.find("held").map(|discrete| self.section(discrete, diagnostics)).transpose()?,
            next: self.find("next").map(|next| self.section(next, diagnostics)).transpose()?,
            clocks: self.find("clocks").map(|clocks| self.clocks(clocks, diagnostics)).transpose()?,
            past: self.find("past").map(|past| self.names(past)).transpose()?,
            inputs: self.find("inputs").map(|inputs| self.section(inputs, diagnostics)).transpose()?,
            unknowns: self.find("unknowns").map(|unknowns| self.section(unknowns, diagnostics)).transpose()?,
            unknowns_at_ticks: self.find("unknowns_at_ticks").map(|of| self.section(of, diagnostics)).transpose()?,
            solved_for: self.find("solved_for").map(|hashes| self.names(hashes)).transpose()?.unwrap_or_default(),
            nominal: self.find("nominal").map(|of| self.json.read(of.value)).transpose()?.unwrap_or_default(),
            end: self.json.span(whole).part(whole.len() - 1, whole.len()),
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

    fn find(&self, name: &str) -> Option<&Member<'t>> {
        self.members.iter().find(|member| member.name == name)
    }

    fn member(&self, name: &str) -> Result<&Member<'t>, Diagnostic> {
        self.find(name).ok_or_else(|| {
            let start = self.json.span(self.json.whole()).part(0, 1);
            Diagnostic::error("bad-state-file", format!("the member `{name}` is missing")).at(start)
        })
    }

    fn value<T: Deserialize<'t>>(&self, name: &str) -> Result<T, Diagnostic> {
        self.json.read(self.member(name)?.value)
    }

    /// Reads numbers by name; those that are no arrays of numbers are reported.
    fn section(&self, section: &Member<'t>, diagnostics: &mut Diagnostics) -> Result<Section, Diagnostic> {
        let members = self.json.members(section.value)?;
        let mut list = Vec::with_capacity(members.len());
        for Member { name, name_span, value } in members {
            match self.json.read(value) {
                Ok(values) => list.push(NamedNumbers { name, name_span, values, values_span: self.json.span(value) }),
                Err(diagnostic) => {
                    diagnostics
                        .push(diagnostic.help(format!("`{name}` is an array of finite numbers, as in `[0.0, 1.5]`")));
                }
            }
        }
        let end = self.json.span(section.value).part(section.value.len() - 1, section.value.len());
        Ok(Section { list, end })
    }

    /// Reads an array of names.
    fn names(&self, names: &Member<'t>) -> Result<Vec<WrittenName>, Diagnostic> {
        let help = |diagnostic: Diagnostic| {
            diagnostic.help(format!("`{}` is an array of names, as in `[\"Line.Reserve\"]`", names.name))
        };
        let quoted: Vec<&RawValue> = self.json.read(names.value).map_err(help)?;
        let name = |quoted: &'t RawValue| {
            let name = self.json.read(quoted.get()).map_err(help)?;
            Ok(WrittenName { name, span: self.json.span(quoted.get()) })
        };
        quoted.into_iter().map(name).collect()
    }

    fn clocks(&self, clocks: &Member<'t>, diagnostics: &mut Diagnostics) -> Result<WrittenClocks, Diagnostic> {
        let help =
            |diagnostic: Diagnostic| diagnostic.help("clocks are written as `{\"origin_s\": 0.0, \"steps\": 17}`");
        let members = self.json.members(clocks.value).map_err(help)?;
        only(&members, "clocks have", &CLOCK_MEMBERS)?;
        let span = self.json.span(clocks.value);
        let find = |name: &str| members.iter().find(|member| member.name == name);
        let Some(origin) = find("origin_s") else {
            let diagnostic = Diagnostic::error("bad-state-file", "the clocks have no `origin_s`").at(span);
            return Err(diagnostic.help("it is the time, s, from which all ticks are counted: the first run's start"));
        };
        let steps = find("steps").map(|steps| Ok((self.json.read(steps.value)?, self.json.span(steps.value))));
        Ok(WrittenClocks {
            name_span: clocks.name_span,
            span,
            origin: (self.json.read(origin.value)?, self.json.span(origin.value)),
            steps: steps.transpose()?,
            every: find("every").map(|every| self.section(every, diagnostics)).transpose()?,
        })
    }
}

/// Refuses members of other names.
fn only(members: &[Member<'_>], what: &str, known: &[&'static str]) -> Result<(), Diagnostic> {
    let Some(unknown) = members.iter().find(|member| !known.contains(&member.name.as_str())) else { return Ok(()) };
    let message = format!("{what} no member `{}`", unknown.name);
    let advice = nearest::advice(&unknown.name, "members", known.iter().copied());
    Err(Diagnostic::error("bad-state-file", message).at(unknown.name_span).help(advice))
}
