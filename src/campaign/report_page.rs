//! `bowline report`: a campaign on one page.

use bowline_campaign::{CampaignError, Layout, Summary, report};
use bowline_results::{DataFrame, whole_file};

use super::arguments::ReportArguments;
use super::summary::refuse;
use crate::{Exit, report as messages};

pub(crate) fn report(arguments: &ReportArguments) -> Exit {
    let layout = Layout::new(&arguments.folder);
    let page = layout.read_manifest().and_then(|manifest| {
        let summary = Summary::read(&layout, &manifest, &[])?;
        let path = layout.verification();
        let verified = path.exists().then(|| DataFrame::read(&path)).transpose();
        let verified = verified.map_err(|reason| CampaignError::of_file("read", &path, &reason))?;
        Ok(report::report(&manifest, &summary.runs, verified.as_ref()))
    });
    let page = match page {
        Ok(page) => page,
        Err(error) => return refuse(&error),
    };
    let path = arguments.output.clone().unwrap_or_else(|| arguments.folder.join("report.html"));
    if let Err(reason) = whole_file::write(&path, page) {
        messages::error(&format!("cannot write `{}`: {reason}", path.display()));
        return Exit::Failed;
    }
    messages::note(&format!("{}: open it in a browser", path.display()), arguments.quiet);
    Exit::Done
}
