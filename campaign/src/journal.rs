//! Finished runs, kept so that none of them is lost.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bowline_results::whole_file;

use crate::case_result::CaseResult;
use crate::error::CampaignError;

/// Runs of at most so long are kept together: what a loss of power can cost.
const GROUP: Duration = Duration::from_secs(1);
/// And so much text, bytes.
const LARGEST_GROUP: usize = 1 << 20;
/// What the names of its files end in.
const ENDING: &str = "jsonl";

/// The help for a damaged journal.
pub(crate) const MEND: &str =
    "restore the journal's file, or remove it and let `bowline sweep --resume` do its runs again";

/// Where finished runs are written to: a file for each group of them, one line
/// a run. Each file is there as a whole or not at all, and a run counts as
/// finished when its file is.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    /// Number of the next file.
    next: u64,
    group: Vec<u8>,
    /// When the first run of the group came.
    began: Option<Instant>,
}

impl Journal {
    /// Goes on behind what is in the folder.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, CampaignError> {
        let next = files(&folder)?.last().map_or(1, |(number, _)| number + 1);
        Ok(Self { folder, next, group: Vec::new(), began: None })
    }

    /// Takes a finished run, which is kept when its group is.
    pub(crate) fn add(&mut self, result: &CaseResult) -> Result<(), CampaignError> {
        // A result has no maps, and nothing in it fails.
        self.group.extend(serde_json::to_vec(result).unwrap_or_default());
        self.group.push(b'\n');
        self.began.get_or_insert_with(Instant::now);
        if self.group.len() >= LARGEST_GROUP { self.commit() } else { self.commit_if_due() }
    }

    /// When the group has to be kept at the latest: so long from now; none
    /// without a group.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.began.map(|began| GROUP.saturating_sub(began.elapsed()))
    }

    /// Keeps the group if it is old enough.
    pub(crate) fn commit_if_due(&mut self) -> Result<(), CampaignError> {
        if self.due() == Some(Duration::ZERO) { self.commit() } else { Ok(()) }
    }

    /// Keeps the group.
    pub(crate) fn commit(&mut self) -> Result<(), CampaignError> {
        if self.began.take().is_some() {
            let path = self.folder.join(format!("{:06}.{ENDING}", self.next));
            let written = whole_file::write(&path, &self.group);
            written.map_err(|reason| CampaignError::of_file("write", &path, &reason))?;
            self.next += 1;
            self.group.clear();
        }
        Ok(())
    }
}

/// Reads all finished runs of a folder, one after the other.
pub(crate) fn read(
    folder: &Path,
    each: &mut dyn FnMut(CaseResult) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    for (_, path) in files(folder)? {
        let unreadable = |reason: io::Error| CampaignError::of_file("read", &path, &reason);
        for (line, number) in BufReader::new(File::open(&path).map_err(unreadable)?).lines().zip(1..) {
            let result = serde_json::from_str(&line.map_err(unreadable)?).map_err(|reason| {
                CampaignError::Wrong(format!("`{}` is damaged in line {number}: {reason}; {MEND}", path.display()))
            })?;
            each(result)?;
        }
    }
    Ok(())
}

/// The files of a journal, by number.
fn files(folder: &Path) -> Result<Vec<(u64, PathBuf)>, CampaignError> {
    let unreadable = |reason: io::Error| CampaignError::of_file("read", folder, &reason);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        if let Some(number) = number.filter(|_| path.extension().is_some_and(|ending| ending == ENDING)) {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_result::{CaseStatistics, Origin, Status};

    fn result(case: u64) -> CaseResult {
        CaseResult {
            case,
            status: Status::Ok,
            reason: None,
            metrics: vec![Some(0.1 + 0.2), None, Some(-0.0), Some(5e-324)],
            statistics: Some(CaseStatistics { steps: 3, rejected: 0, evaluations: 19 }),
            wall_s: 0.25,
            files: Vec::new(),
            origin: Origin { host: "here".to_owned(), began: "now".to_owned() },
        }
    }

    fn cases(folder: &Path) -> Vec<u64> {
        let mut found = Vec::new();
        read(folder, &mut |result| {
            found.push(result.case);
            Ok(())
        })
        .unwrap();
        found
    }

    #[test]
    fn runs_are_there_when_their_group_is_and_with_the_same_bits() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut journal = Journal::open(folder.path().to_owned()).unwrap();
        journal.add(&result(2)).unwrap();
        journal.add(&result(1)).unwrap();
        assert!(cases(folder.path()).is_empty());
        journal.commit().unwrap();
        journal.commit().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // Another program goes on behind it.
        let mut journal = Journal::open(folder.path().to_owned()).unwrap();
        journal.add(&result(3)).unwrap();
        journal.commit().unwrap();
        assert_eq!(cases(folder.path()), [2, 1, 3]);
        read(folder.path(), &mut |read| {
            let bits = |result: &CaseResult| -> Vec<_> { result.metrics.iter().map(|x| x.map(f64::to_bits)).collect() };
            assert_eq!(bits(&read), bits(&result(1)));
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn a_group_is_kept_after_a_second() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut journal = Journal::open(folder.path().to_owned()).unwrap();
        assert_eq!(journal.due(), None);
        journal.add(&result(1)).unwrap();
        assert!(journal.due().unwrap() <= GROUP);
        std::thread::sleep(journal.due().unwrap());
        journal.commit_if_due().unwrap();
        assert_eq!(cases(folder.path()), [1]);
    }

    #[test]
    fn a_damaged_line_is_told_with_its_place() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::write(folder.path().join("000001.jsonl"), "{\"case\":1}\n").unwrap();
        let error = read(folder.path(), &mut |_| Ok(())).unwrap_err().to_string();
        assert!(error.contains("000001.jsonl` is damaged in line 1: missing field `status`"), "{error}");
        assert!(error.contains("remove it and let `bowline sweep --resume` do its runs again"), "{error}");
    }
}
