//! What a campaign is: `campaign.json`, with all that is needed to repeat it.

use std::fs;
use std::path::{Path, PathBuf};

use bowline_engine::provenance::{LibraryRecord, hash_of_text};
use bowline_engine::{CatalogLibrary, Model, Source};
use serde::{Deserialize, Serialize};

use crate::definition::Definition;
use crate::error::CampaignError;
use crate::known_files::ReadFile;
use crate::metric::MetricColumn;
use crate::plan::Plan;
use crate::shard::Shard;

/// What this program writes.
const FORMAT: &str = "bowline campaign 1";

/// What a campaign is, and what it was begun with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the format.
    pub format: String,
    /// Program and version.
    pub program: String,
    /// SHA-256 of all that decides the results, hexadecimal: what is merged or
    /// gone on with has the same.
    pub identity: String,
    /// How many cases the whole campaign has.
    pub count: u64,
    /// Which of them are run here.
    pub shard: Shard,
    /// The columns of the summary that are varied, and those of metrics.
    pub columns: Vec<SummaryColumn>,
    /// How runs are carried out, unless it is said anew.
    pub execution: ExecutionRecord,
    /// What was asked for.
    pub definition: Definition,
    /// The scenario.
    pub scenario: ScenarioText,
    /// The libraries whose SimObjects take part in the first case.
    pub libraries: Vec<LibraryRecord>,
    /// The files that the first case reads, and the initial state.
    pub files: Vec<ReadFile>,
}

/// A column of the summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryColumn {
    /// Its name.
    pub name: String,
    /// SI unit, empty for a pure number.
    pub unit: String,
    /// Where its values come from.
    pub kind: ColumnKind,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// It is varied.
    Varied,
    /// It is taken out of each run.
    #[serde(rename = "extract")]
    Metric,
}

/// How runs are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExecutionRecord {
    /// A run may take so long, s.
    pub timeout_s: Option<f64>,
    /// Whether runs are done in processes of their own.
    pub isolate: bool,
}

/// The text of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    /// Its path, absolute.
    pub path: PathBuf,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
    /// Its text.
    pub text: String,
}

impl ScenarioText {
    /// A text and where it comes from.
    pub fn new(path: PathBuf, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { path, sha256: hash_of_text(&text), text }
    }

    /// The text, called by its path.
    pub fn source(&self) -> Source {
        Source::new(self.path.display().to_string(), self.text.as_str())
    }
}

/// What a campaign is begun with.
#[derive(Debug)]
pub struct Beginning<'b> {
    /// Program and version.
    pub program: &'b str,
    /// What was asked for.
    pub definition: &'b Definition,
    /// Its cases.
    pub plan: &'b Plan,
    /// Which of them are run here.
    pub shard: Shard,
    /// How runs are carried out.
    pub execution: ExecutionRecord,
    /// The scenario.
    pub scenario: ScenarioText,
    /// The model of the first case.
    pub model: &'b Model,
    /// What is taken out of each run.
    pub metrics: &'b [MetricColumn],
}

impl Manifest {
    /// The names of a summary's other columns.
    pub(crate) const OWN_COLUMNS: [&'static str; 6] = ["case", "status", "reason", "steps", "rejected", "evaluations"];

    /// Of a campaign that begins.
    ///
    /// # Errors
    /// Two columns have one name.
    pub fn new(beginning: Beginning<'_>) -> Result<Self, CampaignError> {
        let Beginning { program, definition, plan, shard, execution, scenario, model, metrics } = beginning;
        let column =
            |name: &str, unit: &str, kind| SummaryColumn { name: name.to_owned(), unit: unit.to_owned(), kind };
        let varied = plan.columns().iter().map(|varied| column(&varied.name, &varied.unit, ColumnKind::Varied));
        let metrics = metrics.iter().map(|metric| column(&metric.name, &metric.unit, ColumnKind::Metric));
        let columns: Vec<SummaryColumn> = varied.chain(metrics).collect();
        for (index, SummaryColumn { name, .. }) in columns.iter().enumerate() {
            let is_taken =
                Self::OWN_COLUMNS.contains(&name.as_str()) || columns[..index].iter().any(|c| c.name == *name);
            if is_taken {
                let message =
                    format!("two columns would be called `{name}`: give a metric another name, NAME=WHAT:SIGNAL");
                return Err(CampaignError::Wrong(message));
            }
        }
        let libraries = model.libraries().iter().map(CatalogLibrary::record).collect();
        let files = ReadFile::of(model, &scenario.path, definition.initial_state.as_deref());
        let mut manifest = Self {
            format: FORMAT.to_owned(),
            program: program.to_owned(),
            identity: String::new(),
            count: plan.count(),
            shard,
            columns,
            execution,
            definition: definition.clone(),
            scenario,
            libraries,
            files,
        };
        manifest.identity = manifest.identified();
        Ok(manifest)
    }

    /// SHA-256 of what decides the results: not where things lie, nor which
    /// shard of it is run, and how.
    fn identified(&self) -> String {
        let libraries: Vec<_> = self.libraries.iter().map(|l| (&l.name, &l.version, &l.sha256)).collect();
        let files: Vec<_> = self.files.iter().map(|file| &file.sha256).collect();
        // Where things lie decides nothing: what lies there is compared.
        let nowhere = (PathBuf::new(), Vec::new(), Vec::new());
        let mut deciding = self.definition.clone();
        (deciding.scenario, deciding.library, deciding.library_path) = nowhere;
        deciding.scheme_path.clear();
        deciding.initial_state = None;
        let all = (&self.program, &deciding, &self.columns, &self.scenario.sha256, libraries, files);
        // Nothing in it fails to be written.
        hash_of_text(&serde_json::to_string(&all).unwrap_or_default())
    }

    /// What is not as it was when this campaign was begun, in words.
    pub fn difference(&self, now: &Self) -> Option<String> {
        if self.identity == now.identity {
            return None;
        }
        if self.program != now.program {
            return Some(format!("it was begun by {}, and this is {}", self.program, now.program));
        }
        let library = |library: &LibraryRecord| (library.name.clone(), library.version.clone(), library.sha256.clone());
        if let Some(other) = self.libraries.iter().find(|one| now.libraries.iter().all(|l| library(l) != library(one)))
        {
            return Some(format!("the library `{}` is no longer the same", other.name));
        }
        if let Some(other) = self.files.iter().find(|one| now.files.iter().all(|file| file.sha256 != one.sha256)) {
            return Some(format!("`{}` changed since", other.path));
        }
        Some("its definition or its scenario is not what it was".to_owned())
    }

    /// Reads it.
    ///
    /// # Errors
    /// It is not there, cannot be read, or is of another version.
    pub fn read(path: &Path) -> Result<Self, CampaignError> {
        #[derive(Deserialize)]
        struct Versioned {
            format: String,
        }
        let text = fs::read_to_string(path).map_err(|reason| CampaignError::of_file("read", path, &reason))?;
        let damaged = |reason| {
            let path = path.display();
            CampaignError::Wrong(format!("`{path}` is damaged: {reason}; restore it, or begin the campaign anew"))
        };
        let Versioned { format } = serde_json::from_str(&text).map_err(damaged)?;
        if format != FORMAT {
            let message = format!("`{}` is of the format `{format}`: this program knows `{FORMAT}`", path.display());
            return Err(CampaignError::Wrong(message));
        }
        serde_json::from_str(&text).map_err(damaged)
    }

    /// As it is written.
    pub(crate) fn to_json(&self) -> String {
        // Nothing in it fails to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The columns of a kind.
    pub fn columns_of(&self, kind: ColumnKind) -> impl Iterator<Item = &SummaryColumn> {
        self.columns.iter().filter(move |column| column.kind == kind)
    }
}
