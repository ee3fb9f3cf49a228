//! `bowline summary`: what is there of a campaign, at any time.

use bowline_campaign::{CampaignError, Layout, Summary};
use bowline_results::Header;

use super::arguments::SummaryArguments;
use crate::{Exit, report};

pub(crate) fn summary(arguments: &SummaryArguments) -> Exit {
    let layout = Layout::new(&arguments.folder);
    let read = layout.read_manifest().and_then(|manifest| Ok((Summary::read(&layout, &manifest, &[])?, manifest)));
    let (summary, manifest) = match read {
        Ok(read) => read,
        Err(error) => return refuse(&error),
    };
    let exit = match &arguments.output {
        None => {
            let mut text = Vec::new();
            match summary.runs.write_csv(&mut text, Header::Names) {
                Ok(()) => report::data(&text),
                Err(reason) => {
                    report::error(&format!("the summary cannot be written: {reason}"));
                    Exit::Failed
                }
            }
        }
        Some(path) => match summary.runs.write(path, Header::Names) {
            Ok(()) => Exit::Done,
            Err(reason) => {
                report::error(&format!("cannot write `{}`: {reason}", path.display()));
                Exit::Failed
            }
        },
    };
    let (runs, of) = (summary.runs.rows() as u64, manifest.shard.count(manifest.count));
    report::note(&format!("{}: {runs} of {of} runs, {} failed", arguments.folder.display(), summary.failed), false);
    exit
}

/// Says why a campaign does not go on.
pub(super) fn refuse(error: &CampaignError) -> Exit {
    report::error(&error.to_string());
    match error {
        CampaignError::Wrong(_) => Exit::Wrong,
        CampaignError::Failed(_) => Exit::Failed,
    }
}
