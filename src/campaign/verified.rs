//! Cases of a campaign that are verified.

use bowline_campaign::{Campaign, CampaignError, Directory, Summary, choose};
use bowline_engine::FrontEnd;
use bowline_results::{Column, DataFrame, Header, Values};
use bowline_verification::{Judgement, Options, Subject, Verdict, Verification, VerificationError};

use super::summary::refuse;
use crate::verification::{share, verdict};
use crate::{Exit, report};

/// Verifies so many cases of a campaign whose runs are done, and writes what was found.
pub(super) fn verify(
    campaign: &Campaign<'_>,
    directory: &Directory,
    count: u16,
    stop: &(dyn Fn() -> bool + Sync),
    quiet: bool,
) -> Exit {
    let (layout, manifest) = (directory.layout(), directory.manifest());
    let summary = match Summary::read(layout, manifest, &[]) {
        Ok(summary) => summary,
        Err(error) => return refuse(&error),
    };
    let (scenario, catalog) = campaign.scenario();
    let signals = campaign.signals();
    let mut found = Found::default();
    for chosen in choose(manifest, &summary.runs, usize::from(count)) {
        let sources = campaign.sources_of(chosen.case);
        let overrides = FrontEnd::overrides(&sources);
        let until = campaign.definition().until;
        let subject = Subject { scenario, overrides, catalog, until, signals: &signals, stop };
        match Verification::of(subject, Options::default(), |_| {}) {
            Ok(verification) => found.take(chosen.case, &chosen.because, &verification, quiet),
            Err(VerificationError::Stopped) => {
                report::note("interrupted; `bowline sweep --resume DIR --verify N` begins to verify anew", quiet);
                return Exit::Interrupted;
            }
            // Each of them went well before.
            Err(VerificationError::Asked(why)) => return refuse(&CampaignError::Wrong(why)),
            Err(VerificationError::Run(error)) => return refuse(&CampaignError::Failed(error.to_string())),
            Err(VerificationError::Scenario(diagnostics)) => {
                report::human(&diagnostics, false);
                return Exit::Wrong;
            }
        }
    }
    let path = layout.verification();
    let within = found.rows.iter().filter(|row| row.2.verdict == Verdict::Within).count();
    if let Err(reason) = found.table().write(&path, Header::Names) {
        return refuse(&CampaignError::of_file("write", &path, &reason));
    }
    let all = found.rows.len();
    report::note(
        &format!(
            "{} verified: {within} of {} within what was asked for; `{}` has all",
            report::counted(found.cases, "case"),
            report::counted(all as u64, "column"),
            path.display()
        ),
        quiet,
    );
    if within == all { Exit::Done } else { Exit::Failed }
}

/// What was found of each column of each case.
#[derive(Debug, Default)]
struct Found {
    cases: u64,
    rows: Vec<(u64, String, Judgement)>,
}

impl Found {
    fn take(&mut self, case: u64, because: &str, verification: &Verification, quiet: bool) {
        self.cases += 1;
        let off = verification.columns.iter().filter(|judgement| judgement.verdict != Verdict::Within);
        let worst = off.max_by(|a, b| share(a).total_cmp(&share(b)));
        let told = worst.map_or_else(
            || "within".to_owned(),
            |worst| format!("{} is {} by {:.1e} tolerances", worst.column, verdict(worst.verdict), share(worst)),
        );
        report::note(&format!("case {case} ({because}): {told}"), quiet);
        self.rows.extend(verification.columns.iter().map(|column| (case, because.to_owned(), column.clone())));
    }

    fn table(&self) -> DataFrame {
        let column = |name: &str, values| Column { name: name.to_owned(), unit: String::new(), values };
        let texts = |of: fn(&(u64, String, Judgement)) -> String| {
            Values::Texts(self.rows.iter().map(|row| Some(of(row))).collect())
        };
        let numbers = |of: fn(&Judgement) -> Option<f64>| {
            Values::Numbers(self.rows.iter().map(|row| of(&row.2).filter(|number| number.is_finite())).collect())
        };
        let case = Values::Integers(self.rows.iter().map(|row| i64::try_from(row.0).ok()).collect());
        DataFrame {
            columns: vec![
                column("case", case),
                column("chosen", texts(|row| row.1.clone())),
                column("column", texts(|row| row.2.column.clone())),
                column("verdict", texts(|row| verdict(row.2.verdict))),
                column("deviation", numbers(|judgement| Some(judgement.deviation))),
                column("unit", texts(|row| row.2.unit.clone())),
                column("in_tolerances", numbers(|judgement| Some(share(judgement)))),
                column("at_s", numbers(|judgement| Some(judgement.at_s))),
                column("give_or_take", numbers(|judgement| judgement.remaining)),
            ],
        }
    }
}
