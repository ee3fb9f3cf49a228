//! `bowline verify`: how far off a result is.

use std::path::Path;

use bowline_engine::{Catalog, Sources};
use bowline_results::DataFrame;
use bowline_verification::{Options, Subject, Verification, VerificationError};

use super::asked::{Asked, Found, answer, interruption, refuse};
use super::page::page;
use crate::arguments::VerifyArguments;
use crate::{Exit, report};

/// A run that takes so long is worth a word before it is done again and again, s.
const LONG: f64 = 3.0;

pub(crate) fn verify(arguments: &VerifyArguments) -> Exit {
    let options = Options { within: arguments.within, keeps_sample_time: arguments.keep_sample_time };
    answer(&arguments.again, |subject| verified(subject, options, arguments.again.quiet))
}

/// What is to be thought of a run that was just done; what is said goes where messages do.
pub(crate) fn after_run(
    sources: &Sources,
    catalog: &Catalog,
    until: Option<f64>,
    scenario: &Path,
    quiet: bool,
) -> Exit {
    let Some(interruption) = interruption() else { return Exit::Failed };
    let asked = Asked { sources, catalog, until, signals: &[], stop: &|| interruption.is_asked() };
    match asked.about(|subject| verified(subject, Options::default(), quiet)) {
        Ok(verification) => {
            let is_within = verification.is_within();
            page(&verification, scenario).lines().for_each(|line| report::note(line, quiet && is_within));
            if is_within { Exit::Done } else { Exit::Failed }
        }
        Err(error) => refuse(&error, scenario),
    }
}

/// Says how long it will take, if that is long.
fn announce(wall_s: f64, quiet: bool) {
    if wall_s > LONG {
        report::note(&format!("the run took {wall_s:.1} s; the opinions take some ten times as long"), quiet);
    }
}

fn verified(subject: Subject<'_>, options: Options, quiet: bool) -> Result<Verification, VerificationError> {
    Verification::of(subject, options, |wall_s| announce(wall_s, quiet))
}

impl Found for Verification {
    fn page(&self, scenario: &Path) -> String {
        page(self, scenario)
    }

    fn along(&self) -> DataFrame {
        self.deviations()
    }

    fn is_good(&self) -> bool {
        self.is_within()
    }
}
