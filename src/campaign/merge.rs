//! `bowline merge`: joins the shards of a campaign.

use bowline_campaign::{Layout, Merged, Summary, merge as join};

use super::arguments::MergeArguments;
use super::summary::refuse;
use crate::{Exit, report};

pub(crate) fn merge(arguments: &MergeArguments) -> Exit {
    let Merged { directory, taken, missing } =
        match join(&arguments.shards, Layout::new(&arguments.output), arguments.partial) {
            Ok(merged) => merged,
            Err(error) => return refuse(&error),
        };
    let (layout, manifest) = (directory.layout(), directory.manifest());
    let summary = Summary::read(layout, manifest, &[]);
    let summary = match summary.and_then(|summary| summary.write(layout).map(|()| summary)) {
        Ok(summary) => summary,
        Err(error) => return refuse(&error),
    };
    let folder = layout.folder().display();
    report::note(&format!("{folder}: {} joined", report::counted(taken, "run")), arguments.quiet);
    if summary.failed > 0 {
        let path = layout.summary_csv();
        report::note(
            &format!("{} of them did not go well: `{}` says why", summary.failed, path.display()),
            arguments.quiet,
        );
    }
    if missing > 0 {
        let message =
            format!("{missing} of {} runs are missing: `bowline sweep --resume {folder}` does them", manifest.count);
        report::warning(&message, arguments.quiet);
    }
    Exit::Done
}
