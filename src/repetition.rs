//! A run that is repeated, with all that was done to it from outside.

use std::fmt::Display;
use std::fs;

use bowline_engine::{Model, RecordedChanges, Run, Seconds, SignalId};

use crate::report;
use crate::user_path::UserPath;

/// What was done to another run, as its record tells.
#[derive(Debug)]
pub(crate) struct Repetition {
    record: UserPath,
    changes: RecordedChanges,
}

impl Repetition {
    /// Reads the record.
    ///
    /// # Errors
    /// In words: the path, and the reason.
    pub(crate) fn read(record: UserPath) -> Result<Self, String> {
        let text = fs::read_to_string(record.place()).map_err(|reason| format!("cannot read `{record}`: {reason}"))?;
        let changes = RecordedChanges::read(&text).map_err(|reason| cannot_repeat(&record, &reason))?;
        Ok(Self { record, changes })
    }

    /// The in-ports that were set, in a model.
    pub(crate) fn ports(&self, model: &Model) -> Vec<SignalId> {
        self.changes.inputs().filter_map(|name| model.signal(name).ok()).collect()
    }

    /// Lets a run that has not begun do the same, and warns of what is not as it
    /// was in the other one.
    ///
    /// # Errors
    /// In words.
    pub(crate) fn plan(&self, run: &mut Run, quiet: bool) -> Result<(), String> {
        let Self { record, changes } = self;
        run.plan(changes.interventions()).map_err(|reason| cannot_repeat(record, &reason))?;
        for difference in changes.differences(run.model()) {
            report::warning(&format!("`{record}`: {difference}"), quiet);
        }
        let end = run.model().settings().output_times.end();
        let is_later = |time: f64| time > end;
        let later = changes.interventions().iter().filter(|change| change.time().is_some_and(is_later)).count();
        if later > 0 {
            let later = report::counted(later as u64, "change");
            report::warning(&format!("`{record}`: {later} behind the end of the run, {} s", Seconds(end)), quiet);
        }
        Ok(())
    }
}

fn cannot_repeat(record: &UserPath, reason: &dyn Display) -> String {
    format!("cannot repeat `{record}`: {reason}")
}
