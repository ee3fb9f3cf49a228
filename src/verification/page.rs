//! What a verification found, for people.

use std::fmt::Write;
use std::path::Path;

use bowline_engine::Seconds;
use bowline_verification::{Diffsol, Ended, Judgement, Role, Verdict, Verification};

use crate::report;
use crate::table::{aligned, digits};

/// Most columns that are told one by one; those that are off come first then.
const MOST_TOLD: usize = 60;

/// The table for people.
pub(super) fn page(verification: &Verification, scenario: &Path) -> String {
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
    [
        judgement.column.clone(),
        with_unit(judgement.deviation),
        digits(share(judgement)),
        format!("{} s", Seconds(judgement.at_s)),
        judgement.remaining.map_or_else(|| "unknown".to_owned(), with_unit),
        diffsol.to_owned(),
        verdict(judgement.verdict),
    ]
}

/// A verdict in words.
pub(crate) fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Within => "within".to_owned(),
        Verdict::Looser => "looser than asked".to_owned(),
        Verdict::Distrust { from_s } => format!("distrust from t = {} s", Seconds(from_s)),
        Verdict::Sensitive { from_s } => format!("sensitive from t = {} s", Seconds(from_s)),
        Verdict::Unverified => "unverified".to_owned(),
    }
}

/// The deviation in tolerances.
pub(crate) fn share(judgement: &Judgement) -> f64 {
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
        let mut note = format!("a small difference of the start grows to {} times its size", digits(growth.largest));
        if let Some(from_s) = growth.sensitive_from_s {
            let _ = write!(note, ": sensitive, rows after t = {} s are one of many possible", Seconds(from_s));
        }
        notes.push(note);
    }
    notes
}
