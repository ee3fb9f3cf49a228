//! Equilibria one after the other, while a value changes: characteristics.

use bowline_analysis::characteristic::{Characteristic, Row};
use bowline_analysis::words::number;
use bowline_results::Header;
use bowline_surface::earlier_file::Kind;

use super::Failure;
use super::subject::{self, Subject};
use crate::arguments::{Format, SteadyArguments};
use crate::table::aligned;
use crate::{Exit, report};

/// Most columns that are told.
const MOST_COLUMNS: usize = 7;

pub(super) fn sweep(arguments: &SteadyArguments) -> Result<Exit, Failure> {
    let output = subject::output(arguments.output.as_ref(), arguments.scenario.force, &[Kind::Equilibria])?;
    let subject = Subject::read(&arguments.scenario, output.as_ref())?;
    let sweep = arguments.sweep.as_deref().unwrap_or_default();
    let found = Characteristic::of(&subject.study, &arguments.conditions.wanted(), sweep, &arguments.signals)?;
    if let Some(output) = &output {
        found
            .table()
            .write(output.place(), Header::NamesAndUnits)
            .map_err(|reason| Failure::None(format!("cannot write `{output}`: {reason}")))?;
    }
    let Characteristic { name, heads, rows, missing } = &found;
    let shown = match &output {
        Some(output) => {
            let rows = report::counted(rows.len() as u64, "equilibrium").replace("equilibriums", "equilibria");
            report::note(&format!("{output}: {rows}, for `plot`"), arguments.scenario.quiet);
            Exit::Done
        }
        None if arguments.scenario.format == Format::Human => report::page(&page(name, heads, rows)),
        None => Exit::Done,
    };
    let shown = match arguments.scenario.format {
        Format::Human => shown,
        Format::Json => report::data((found.to_json() + "\n").as_bytes()),
    };
    for told in missing {
        report::error(told);
    }
    if !missing.is_empty() && !rows.is_empty() {
        report::note(
            "  help: where equilibria end while others go on, two of them may meet (a fold): look at the largest real part before, which goes to 0 there",
            arguments.scenario.quiet,
        );
    }
    Ok(if missing.is_empty() { shown } else { Exit::Failed })
}

fn page(name: &str, heads: &[(String, String)], rows: &[Row]) -> String {
    let shown = heads.len().min(MOST_COLUMNS - 2);
    let mut head: [String; MOST_COLUMNS] = std::array::from_fn(|_| String::new());
    head[0] = name.to_owned();
    for (at, (name, unit)) in heads.iter().take(shown).enumerate() {
        head[at + 1] = if unit.is_empty() { name.clone() } else { format!("{name} [{unit}]") };
    }
    head[shown + 1] = "largest real part [1/s]".to_owned();
    let rows: Vec<[String; MOST_COLUMNS]> = rows
        .iter()
        .map(|row| {
            let mut cells: [String; MOST_COLUMNS] = std::array::from_fn(|_| String::new());
            cells[0] = number(row.value);
            row.numbers.iter().take(shown).enumerate().for_each(|(at, value)| cells[at + 1] = number(*value));
            cells[shown + 1] = if row.largest.is_nan() { "?".to_owned() } else { number(row.largest) };
            cells
        })
        .collect();
    let mut text: String = aligned(&head, &rows).iter().map(|line| format!("{line}\n")).collect();
    if heads.len() > shown {
        text += &format!("... and {} columns more: write the table with -o\n", heads.len() - shown);
    }
    text
}
