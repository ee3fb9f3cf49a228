//! `bowline verify`: how far off a result is.

use std::fmt::Write;
use std::io;
use std::path::Path;

use bowline_engine::{Catalog, FrontEnd, Scenario, Seconds, Sources};
use bowline_results::Header;
use bowline_verification::{
    Diffsol, Ended, Judgement, Options, Role, Subject, Verdict, Verification, VerificationError,
};

use crate::arguments::{Format, VerifyArguments};
use crate::earlier_file::Kind;
use crate::interruption::Interruption;
use crate::user_path::UserPath;
use crate::{Exit, libraries, log, report};

/// A run that takes so long is worth a word before it is done again and again, s.
const LONG: f64 = 3.0;
/// Most columns that are told one by one; those that are off come first then.
const MOST_TOLD: usize = 60;

pub(crate) fn verify(arguments: &VerifyArguments) -> Exit {
    let output = arguments.output.as_ref().map(UserPath::new);
    let read = std::iter::once(&arguments.scenario).chain(&arguments.initial_state).chain(&arguments.libraries.files);
    let taken: Vec<UserPath> = read.map(UserPath::new).chain(output.iter().cloned()).collect();
    if let Err(message) = log::begin(&arguments.verbosity, &taken, arguments.quiet) {
        return wrong(&message);
    }
    if let Some(output) = &output
        && let Err(message) = check_replaced(output, arguments.force)
    {
        return wrong(&message);
    }
    let sources = match report::read(&arguments.scenario, &arguments.overrides, arguments.initial_state.as_deref()) {
        Ok(sources) => sources,
        Err(message) => return wrong(&message),
    };
    let catalog = match libraries::catalog(&arguments.libraries, arguments.quiet) {
        Ok(catalog) => catalog,
        Err(error) => return report::errors(&[error]),
    };
    let Some(interruption) = interruption() else { return Exit::Failed };
    let asked = Asked {
        sources: &sources,
        catalog: &catalog,
        until: arguments.until,
        signals: &arguments.signals,
        stop: &|| interruption.is_asked(),
    };
    let options = Options { within: arguments.within, keeps_sample_time: arguments.keep_sample_time };
    let verification = match asked.verified(options, arguments.quiet) {
        Ok(verification) => verification,
        Err(error) => return refuse(&error, &arguments.scenario),
    };
    let written = match arguments.format {
        Format::Human => report::page(&page(&verification, &arguments.scenario)),
        Format::Json => match serde_json::to_string_pretty(&verification) {
            Ok(json) => report::data((json + "\n").as_bytes()),
            Err(reason) => {
                report::error(&format!("cannot be written as JSON: {reason}"));
                Exit::Failed
            }
        },
    };
    if let Some(output) = &output
        && let Err(reason) = write_deviations(&verification, output)
    {
        report::error(&format!("cannot write `{output}`: {reason}"));
        return Exit::Failed;
    }
    if written == Exit::Done && !verification.is_within() { Exit::Failed } else { written }
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
    match asked.verified(Options::default(), quiet) {
        Ok(verification) => {
            let is_within = verification.is_within();
            page(&verification, scenario).lines().for_each(|line| report::note(line, quiet && is_within));
            if is_within { Exit::Done } else { Exit::Failed }
        }
        Err(error) => refuse(&error, scenario),
    }
}

fn interruption() -> Option<Interruption> {
    let listening = Interruption::listen();
    listening.inspect_err(|reason| report::error(&format!("cannot listen for Ctrl-C: {reason}"))).ok()
}

/// Says how long it will take, if that is long.
fn announce(wall_s: f64, quiet: bool) {
    if wall_s > LONG {
        report::note(&format!("the run took {wall_s:.1} s; the opinions take some ten times as long"), quiet);
    }
}

/// What is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) catalog: &'a Catalog,
    pub(crate) until: Option<f64>,
    pub(crate) signals: &'a [String],
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

impl Asked<'_> {
    /// Asks, with the scenario read.
    pub(crate) fn about<T>(
        self,
        ask: impl FnOnce(Subject<'_>) -> Result<T, VerificationError>,
    ) -> Result<T, VerificationError> {
        let Self { sources, catalog, until, signals, stop } = self;
        let scenario = &Scenario::read(sources).map_err(VerificationError::Scenario)?;
        ask(Subject { scenario, overrides: FrontEnd::overrides(sources), catalog, until, signals, stop })
    }

    fn verified(self, options: Options, quiet: bool) -> Result<Verification, VerificationError> {
        self.about(|subject| Verification::of(subject, options, |wall_s| announce(wall_s, quiet)))
    }
}

fn wrong(message: &str) -> Exit {
    report::error(message);
    Exit::Wrong
}

fn refuse(error: &VerificationError, scenario: &Path) -> Exit {
    match error {
        VerificationError::Scenario(diagnostics) => {
            report::human(diagnostics, false);
            report::note(&format!("{}: {}, nothing was run", scenario.display(), report::count(diagnostics)), false);
            Exit::Wrong
        }
        VerificationError::Asked(message) => wrong(message),
        VerificationError::Run(error) => {
            report::error(&error.to_string());
            report::note("  help: the run itself fails, so that there is nothing to verify; see `bowline run`", false);
            Exit::Failed
        }
        VerificationError::Stopped => {
            report::note("interrupted; nothing was verified", false);
            Exit::Interrupted
        }
    }
}

fn check_replaced(output: &UserPath, force: bool) -> Result<(), String> {
    match force || Kind::Results.may_replace(output.place()).map_err(|why| format!("cannot read `{output}`: {why}"))? {
        true => Ok(()),
        false => Err(format!(
            "cannot write `{output}`: it holds something else than {}; choose another name, or replace it with --force",
            Kind::Results.in_words()
        )),
    }
}

/// The deviations over time, which `bowline plot` draws.
fn write_deviations(verification: &Verification, output: &UserPath) -> io::Result<()> {
    let frame = verification.deviations();
    frame.write(output.place(), Header::NamesAndUnits)
}

/// The table for people.
fn page(verification: &Verification, scenario: &Path) -> String {
    let mut text = String::new();
    let mut line = |parts: &str| text += &(bowline_harmless::name(parts.trim_end()).into_owned() + "\n");
    line(&format!("{}: {} of {}", scenario.display(), report::counted(verification.rows as u64, "row"), {
        report::counted(verification.columns.len() as u64, "column")
    }));
    line("");
    for told in opinions(verification) {
        line(&told);
    }
    line("");
    let mut columns: Vec<&Judgement> = verification.columns.iter().collect();
    if columns.len() > MOST_TOLD {
        columns.sort_by(|a, b| share(b).total_cmp(&share(a)));
    }
    let rows = columns.iter().take(MOST_TOLD).map(|judgement| row(judgement)).collect::<Vec<_>>();
    let head = ["column", "deviation", "in tolerances", "at t", "give or take", "diffsol", "verdict"];
    for told in aligned(&head.map(str::to_owned), &rows) {
        line(&told);
    }
    if columns.len() > MOST_TOLD {
        line(&format!("... and {} columns more, which are off by less", columns.len() - MOST_TOLD));
    }
    line("");
    for told in notes(verification) {
        line(&told);
    }
    text
}

/// What was run, a line each.
fn opinions(verification: &Verification) -> Vec<String> {
    let cost = verification.opinions.first().map_or(0.0, |run| run.evaluations as f64);
    let rows: Vec<[String; 4]> = verification
        .opinions
        .iter()
        .map(|opinion| {
            let what = match opinion.role {
                Role::Run => "the run",
                Role::Tighter => "tighter",
                Role::Other => "another way",
                Role::DiffsolLooser | Role::DiffsolTighter => "diffsol",
                Role::Moved => "moved start",
            };
            let ended = match &opinion.ended {
                Ended::Finished => String::new(),
                Ended::Failed(_) => "failed (see below)".to_owned(),
                Ended::TooCostly => "not finished: it takes too many evaluations".to_owned(),
            };
            let evaluations = match opinion.role {
                Role::Run => format!("{} evaluations", opinion.evaluations),
                _ if cost > 0.0 => format!("{:.1} times as many", opinion.evaluations as f64 / cost),
                _ => String::new(),
            };
            [what.to_owned(), opinion.words.clone(), evaluations, ended]
        })
        .collect();
    let mut lines = aligned(&["opinion", "by", "cost", ""].map(str::to_owned), &rows);
    if verification.opinions.len() == 1 {
        lines.push("nothing is integrated, and nothing ticks by SampleTime: there is no other way to do it".to_owned());
    }
    lines
}

fn row(judgement: &Judgement) -> [String; 7] {
    let with_unit = |number: f64| format!("{} {}", digits(number), judgement.unit).trim_end().to_owned();
    let diffsol = match judgement.diffsol {
        Diffsol::Agrees => "agrees",
        Diffsol::Unreliable => "unreliable here",
        Diffsol::Contradicts => "contradicts",
        Diffsol::Silent => "-",
    };
    let verdict = match judgement.verdict {
        Verdict::Within => "within".to_owned(),
        Verdict::Looser => "looser than asked".to_owned(),
        Verdict::Distrust { from_s } => format!("distrust from t = {} s", Seconds(from_s)),
        Verdict::Sensitive { from_s } => format!("sensitive from t = {} s", Seconds(from_s)),
        Verdict::Unverified => "unverified".to_owned(),
    };
    [
        judgement.column.clone(),
        with_unit(judgement.deviation),
        digits(share(judgement)),
        format!("{} s", Seconds(judgement.at_s)),
        judgement.remaining.map_or_else(|| "unknown".to_owned(), with_unit),
        diffsol.to_owned(),
        verdict,
    ]
}

/// The deviation in tolerances.
fn share(judgement: &Judgement) -> f64 {
    if judgement.deviation == 0.0 { 0.0 } else { judgement.deviation / judgement.tolerance }
}

/// What is to be said below the table.
fn notes(verification: &Verification) -> Vec<String> {
    let mut notes = Vec::new();
    for opinion in &verification.opinions {
        if let Ended::Failed(why) = &opinion.ended {
            notes.push(format!("{} failed: {why}", opinion.words));
        }
    }
    let count = |is: fn(&Verdict) -> bool| verification.columns.iter().filter(|column| is(&column.verdict)).count();
    let within = count(|verdict| matches!(verdict, Verdict::Within));
    let all = verification.columns.len();
    let asked = match verification.tolerances {
        Some([absolute, relative]) => format!("AbsTol {absolute:e} and RelTol {relative:e} of the largest magnitude"),
        None => "a ten-thousandth of the largest magnitude, since steps or ticks are fixed".to_owned(),
    };
    notes.push(format!(
        "{within} of {} within {} tolerances ({asked})",
        report::counted(all as u64, "column"),
        verification.within
    ));
    if verification.hidden_rows > 0 {
        let rows = report::counted(verification.hidden_rows as u64, "row");
        notes.push(format!("{rows} left out, where an event lies between one opinion and another"));
    }
    if let Some(order) = &verification.event_order {
        let at = Seconds(order.time_s);
        notes.push(match &order.second {
            Some(second) => format!(
                "at t = {at} s `{}` comes before `{second}` in the run, {:.1e} s apart; in another opinion after it",
                order.first, order.apart_s
            ),
            None => format!("at t = {at} s `{}` happens in one opinion and not in another", order.first),
        });
    }
    if let Some(growth) = &verification.growth {
        let mut note = format!("a small difference of the start grows to {:.1e} times its size", growth.largest);
        if let Some(from_s) = growth.sensitive_from_s {
            let _ = write!(note, ": sensitive, rows after t = {} s are one of many possible", Seconds(from_s));
        }
        notes.push(note);
    }
    notes
}

/// Two digits tell how large a difference is.
fn digits(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        _ if !number.is_finite() => "not a number".to_owned(),
        _ if (0.01..1000.0).contains(&number) => {
            let decimals = (1 - number.log10().floor() as i32).max(0) as usize;
            format!("{number:.decimals$}")
        }
        _ => format!("{number:.1e}"),
    }
}

/// Rows below a head, each cell as wide as its column.
fn aligned<const N: usize>(head: &[String; N], rows: &[[String; N]]) -> Vec<String> {
    let all = || std::iter::once(head).chain(rows);
    let widths: [usize; N] =
        std::array::from_fn(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let told = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    all().map(told).collect()
}
