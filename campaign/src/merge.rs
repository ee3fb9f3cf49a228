//! Shards of a campaign that become one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bowline_results::whole_file;

use crate::directory::{Directory, Layout, check_case};
use crate::error::CampaignError;
use crate::journal;
use crate::known_files::KnownFiles;
use crate::manifest::Manifest;
use crate::shard::Shard;

/// What became of shards that were joined.
#[derive(Debug)]
pub struct Merged {
    /// The folder of all of them.
    pub directory: Directory,
    /// So many runs were taken over.
    pub taken: u64,
    /// So many runs of the campaign are not there.
    pub missing: u64,
}

/// Joins shards of one campaign in a folder, which is then the folder of the
/// whole campaign: new, or one that was begun to be joined before. `partial`
/// takes what is there, also if shards or runs are missing.
///
/// # Errors
/// Shards of different campaigns, one of them twice, one that is missing or not
/// done; or something that cannot be read or written. Before any of these are
/// ruled out nothing is written.
pub fn merge(shards: &[PathBuf], into: Layout, partial: bool) -> Result<Merged, CampaignError> {
    let shards = shards.iter().map(|folder| ShardFolder::read(folder)).collect::<Result<Vec<ShardFolder>, _>>()?;
    let Some(first) = shards.first() else {
        return Err(CampaignError::Wrong("there are no shards to join".to_owned()));
    };
    for (index, shard) in shards.iter().enumerate() {
        shard.check(first, &shards[..index])?;
        if !partial {
            shard.check_done()?;
        }
    }
    if !partial {
        check_all_there(&shards)?;
    }
    let whole = Manifest { shard: Shard::WHOLE, ..first.manifest.clone() };
    let mut directory = match into.read_manifest() {
        Ok(there) if there.identity == whole.identity && there.shard == Shard::WHOLE => Directory::resume(into)?,
        _ => Directory::begin(into, whole)?,
    };
    if let Some((shard, path)) = shards.iter().find_map(|s| Some((s, s.files.difference(directory.files())?))) {
        let (one, two) = (directory.layout().folder().display(), shard.folder());
        return Err(CampaignError::Wrong(format!("`{path}` was not the same for the runs of `{one}` and of `{two}`")));
    }
    let taken = shards.iter().map(|shard| shard.give(&mut directory)).sum::<Result<u64, _>>()?;
    let missing = directory.missing_count();
    Ok(Merged { directory, taken, missing })
}

/// The folder of a shard, and what it holds.
struct ShardFolder {
    layout: Layout,
    manifest: Manifest,
    /// How many runs are finished.
    done: u64,
    /// What they read.
    files: KnownFiles,
}

impl ShardFolder {
    fn read(folder: &Path) -> Result<Self, CampaignError> {
        let layout = Layout::new(folder);
        let manifest = layout.read_manifest()?;
        let (mut done, mut files) = (0, KnownFiles::new(&manifest.files));
        journal::read(&layout.journal(), &mut |mut result| {
            done += 1;
            check_case(&manifest, result.case)?;
            files.learn(result.case, &mut result.files)
        })?;
        Ok(Self { layout, manifest, done, files })
    }

    fn folder(&self) -> String {
        self.layout.folder().display().to_string()
    }

    /// Refuses what is of another campaign than the first one, or there before.
    fn check(&self, first: &Self, before: &[Self]) -> Result<(), CampaignError> {
        let wrong = |what: String| Err(CampaignError::Wrong(what));
        let (shard, of) = (self.manifest.shard, first.manifest.shard.of);
        if let Some(difference) = first.manifest.difference(&self.manifest) {
            return wrong(format!(
                "`{}` and `{}` are of different campaigns: {difference}",
                first.folder(),
                self.folder()
            ));
        }
        if shard.of != of {
            return wrong(format!(
                "`{}` is shard {} and `{}` shard {shard}: they were cut in different ways",
                first.folder(),
                first.manifest.shard,
                self.folder()
            ));
        }
        for other in before {
            if let Some(path) = self.files.difference(&other.files) {
                let (one, two) = (other.folder(), self.folder());
                return wrong(format!("`{path}` was not the same for the runs of `{one}` and of `{two}`"));
            }
        }
        match before.iter().find(|other| other.manifest.shard == shard) {
            Some(twice) => wrong(format!("`{}` and `{}` are both shard {shard}", twice.folder(), self.folder())),
            None => Ok(()),
        }
    }

    fn check_done(&self) -> Result<(), CampaignError> {
        let count = self.manifest.shard.count(self.manifest.count);
        if self.done == count {
            return Ok(());
        }
        let folder = self.folder();
        Err(CampaignError::Wrong(format!(
            "`{folder}` has done {} of its {count} runs: `bowline sweep --resume {folder}` does the others, and --partial joins what is there",
            self.done
        )))
    }

    /// Puts its runs where they are not yet; returns how many.
    fn give(&self, whole: &mut Directory) -> Result<u64, CampaignError> {
        let mut journal = whole.journal()?;
        let mut taken = Vec::new();
        journal::read(&self.layout.journal(), &mut |result| {
            if whole.has(result.case) {
                return Ok(());
            }
            let [from, to] = [&self.layout, whole.layout()].map(|layout| layout.series_of(result.case));
            copy_rows(&from, &to).map_err(|reason| CampaignError::of_file("write", &to, &reason))?;
            taken.push(result.case);
            journal.add(&result)
        })?;
        journal.commit()?;
        taken.iter().for_each(|case| whole.note_finished(*case));
        Ok(taken.len() as u64)
    }
}

fn check_all_there(shards: &[ShardFolder]) -> Result<(), CampaignError> {
    let of = shards[0].manifest.shard.of;
    let is_there = |index: &u64| shards.iter().any(|shard| shard.manifest.shard.index == *index);
    let missing: Vec<String> = (1..=of).filter(|index| !is_there(index)).map(|index| format!("{index}/{of}")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (what, they) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    let named = missing.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
    let more = if missing.len() > 10 { ", ..." } else { "" };
    Err(CampaignError::Wrong(format!(
        "{what} {named}{more} {they} missing: name all folders, or join what is there with --partial"
    )))
}

/// Copies the rows of a case, if there are any, so that they outlast a loss of
/// power before the journal tells of them.
fn copy_rows(from: &Path, to: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(from) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    fs::create_dir_all(to)?;
    for entry in entries {
        let entry = entry?;
        let name = to.join(entry.file_name());
        // Rows are replaced as whole files, never changed: two names of one file are enough.
        if fs::hard_link(entry.path(), &name).is_err() {
            whole_file::write(&name, fs::read(entry.path())?)?;
        }
    }
    to.ancestors().take(2).for_each(whole_file::sync_names);
    Ok(())
}
