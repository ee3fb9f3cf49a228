//! The folder of a campaign.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bowline_results::whole_file;

use crate::case_set::CaseSet;
use crate::error::CampaignError;
use crate::journal::{self, Journal, MEND};
use crate::known_files::KnownFiles;
use crate::lock::Lock;
use crate::manifest::Manifest;

/// Where things lie in the folder of a campaign:
///
/// ```text
/// campaign.toml         what was asked for
/// campaign.json         what the campaign is: the scenario's text, hashes, columns
/// journal/000001.jsonl  finished runs
/// series/case=12/       the rows of a run
/// summary.csv, summary.parquet, timing.csv
/// verification.csv      how far off the results of some cases are
/// lock                  held while runs are done
/// ```
#[derive(Debug, Clone)]
pub struct Layout {
    folder: PathBuf,
}

impl Layout {
    /// Of a campaign in that folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the campaign is.
    pub fn manifest(&self) -> PathBuf {
        self.folder.join("campaign.json")
    }

    /// What was asked for.
    pub fn definition(&self) -> PathBuf {
        self.folder.join("campaign.toml")
    }

    /// Finished runs.
    pub fn journal(&self) -> PathBuf {
        self.folder.join("journal")
    }

    /// The rows of runs.
    pub fn series(&self) -> PathBuf {
        self.folder.join("series")
    }

    /// The rows of one run.
    pub fn series_of(&self, case: u64) -> PathBuf {
        series_of(&self.series(), case)
    }

    /// One row a run, as comma-separated values.
    pub fn summary_csv(&self) -> PathBuf {
        self.folder.join("summary.csv")
    }

    /// The same as Parquet.
    pub fn summary_parquet(&self) -> PathBuf {
        self.folder.join("summary.parquet")
    }

    /// How long runs took, and where.
    pub fn timing(&self) -> PathBuf {
        self.folder.join("timing.csv")
    }

    /// How far off the results of some cases are.
    pub fn verification(&self) -> PathBuf {
        self.folder.join("verification.csv")
    }

    fn lock(&self) -> PathBuf {
        self.folder.join("lock")
    }

    /// Reads what the campaign is.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn read_manifest(&self) -> Result<Manifest, CampaignError> {
        let path = self.manifest();
        if !path.exists() {
            let folder = self.folder.display();
            let why = if self.folder.is_dir() { "there is no campaign.json in it" } else { "there is no such folder" };
            let help = "`bowline sweep FILE --vary ... -o DIR` begins one";
            return Err(CampaignError::Wrong(format!("`{folder}` holds no campaign: {why}; {help}")));
        }
        Manifest::read(&path)
    }

    /// Whether there is nothing but what a campaign leaves that was ended while
    /// it began, or no folder at all.
    fn is_unused(&self) -> io::Result<bool> {
        let entries = match fs::read_dir(&self.folder) {
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(true),
            entries => entries?,
        };
        for entry in entries {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            let is_left = match name.as_ref() {
                "lock" | "campaign.toml" => true,
                "journal" => fs::read_dir(self.journal())?.next().is_none(),
                other => whole_file::is_partial(other),
            };
            if !is_left {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The folder of a campaign that is run: nobody else writes to it meanwhile.
#[derive(Debug)]
pub struct Directory {
    layout: Layout,
    manifest: Manifest,
    done: CaseSet,
    done_count: u64,
    files: KnownFiles,
    _lock: Lock,
}

impl Directory {
    /// Makes the folder of a campaign that begins.
    ///
    /// # Errors
    /// It is not empty: what is in it is told, and nothing of it is changed; or
    /// it cannot be made.
    pub fn begin(layout: Layout, manifest: Manifest) -> Result<Self, CampaignError> {
        let folder = layout.folder();
        let cannot_make = |reason: io::Error| CampaignError::of_file("make", folder, &reason);
        let is_unused = layout.is_unused();
        if !is_unused.map_err(|reason| CampaignError::Wrong(format!("cannot read `{}`: {reason}", folder.display())))? {
            return Err(CampaignError::Wrong(refusal(&layout, &manifest)));
        }
        fs::create_dir_all(layout.journal()).map_err(cannot_make)?;
        let lock = Lock::take(&layout.lock())?;
        // Another program may have begun one since.
        if layout.manifest().exists() {
            return Err(CampaignError::Wrong(refusal(&layout, &manifest)));
        }
        let definition = manifest.definition.to_toml();
        let definition =
            definition.map_err(|reason| CampaignError::Wrong(format!("it cannot be written: {reason}")))?;
        for (path, text) in [(layout.definition(), definition), (layout.manifest(), manifest.to_json())] {
            whole_file::write(&path, text).map_err(|reason| CampaignError::of_file("write", &path, &reason))?;
        }
        whole_file::sync_names(folder);
        let files = KnownFiles::new(&manifest.files);
        Ok(Self { layout, manifest, done: CaseSet::default(), done_count: 0, files, _lock: lock })
    }

    /// Takes a campaign up again, with what is finished.
    ///
    /// # Errors
    /// There is none; it cannot be read; or another program runs it.
    pub fn resume(layout: Layout) -> Result<Self, CampaignError> {
        let manifest = layout.read_manifest()?;
        let lock = Lock::take(&layout.lock())?;
        for folder in [layout.folder().to_owned(), layout.journal()] {
            remove_partials(&folder).map_err(|reason| CampaignError::of_file("tidy", &folder, &reason))?;
        }
        let files = KnownFiles::new(&manifest.files);
        let mut directory = Self { layout, manifest, done: CaseSet::default(), done_count: 0, files, _lock: lock };
        let Self { layout, manifest, done, done_count, files, .. } = &mut directory;
        journal::read(&layout.journal(), &mut |mut result| {
            check_case(manifest, result.case)?;
            if !done.insert(result.case) {
                return Err(doubled(result.case, &layout.journal()));
            }
            *done_count += 1;
            files.learn(result.case, &mut result.files)
        })?;
        Ok(directory)
    }

    /// Where things lie in it.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the campaign is.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// How many runs are finished.
    pub fn done(&self) -> u64 {
        self.done_count
    }

    /// What its runs read.
    pub(crate) fn files(&self) -> &KnownFiles {
        &self.files
    }

    /// Whether the run of a case is finished.
    pub(crate) fn has(&self, case: u64) -> bool {
        self.done.has(case)
    }

    /// A run became finished: its group is in the journal.
    pub(crate) fn note_finished(&mut self, case: u64) {
        if self.done.insert(case) {
            self.done_count += 1;
        }
    }

    /// The cases that are to be run, in their order.
    pub fn missing(&self) -> impl Iterator<Item = u64> + Send {
        self.manifest.shard.cases(self.manifest.count).filter(|case| !self.done.has(*case))
    }

    /// How many there are.
    pub fn missing_count(&self) -> u64 {
        self.manifest.shard.count(self.manifest.count) - self.done_count
    }

    pub(crate) fn journal(&self) -> Result<Journal, CampaignError> {
        Journal::open(self.layout.journal())
    }
}

/// The folder of a case's rows, named so that programs for tables find the number of
/// the case in it.
pub(crate) fn series_of(series: &Path, case: u64) -> PathBuf {
    series.join(format!("case={case}"))
}

/// Only cases of the campaign belong into its journal.
pub(crate) fn check_case(manifest: &Manifest, case: u64) -> Result<(), CampaignError> {
    if manifest.shard.has(case) && case <= manifest.count {
        return Ok(());
    }
    let (shard, count) = (manifest.shard, manifest.count);
    Err(CampaignError::Wrong(format!(
        "the journal is damaged: case {case} is none of shard {shard} of {count} cases; {MEND}"
    )))
}

pub(crate) fn doubled(case: u64, journal: &Path) -> CampaignError {
    CampaignError::Wrong(format!("`{}` is damaged: case {case} is there twice; {MEND}", journal.display()))
}

/// Why a campaign cannot begin in a folder, and what to do.
fn refusal(layout: &Layout, manifest: &Manifest) -> String {
    let folder = layout.folder().display();
    match layout.read_manifest() {
        Ok(there) if there.identity == manifest.identity && there.shard == manifest.shard => {
            format!("`{folder}` holds this campaign already: `bowline sweep --resume {folder}` goes on with it")
        }
        Ok(there) if there.identity == manifest.identity => format!(
            "`{folder}` holds shard {} of this campaign, not {}: choose another folder with -o",
            there.shard, manifest.shard
        ),
        Ok(there) => format!(
            "`{folder}` holds another campaign, of {} cases of `{}`: choose another folder with -o",
            there.count,
            there.scenario.path.display()
        ),
        Err(CampaignError::Wrong(_)) => format!("`{folder}` is not empty: choose another folder with -o"),
        Err(reason) => format!("`{folder}` holds another campaign ({reason}): choose another folder with -o"),
    }
}

/// Removes what a program left that was ended while it wrote a file.
fn remove_partials(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if whole_file::is_partial(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
