//! `bowline sensitivity`: how results change with parameters.

use std::path::Path;

use bowline_engine::Seconds;
use bowline_results::DataFrame;
use bowline_verification::{Means, Sensitivities, Sensitivity};

use super::asked::{Found, answer};
use crate::arguments::SensitivityArguments;
use crate::table::{aligned, digits};
use crate::{Exit, report};

/// Runs that take so long together are worth a word before they begin, s.
const LONG: f64 = 10.0;
/// Tight runs take so many times the time of the run.
const TIGHT: f64 = 5.0;
/// Most rows that are told.
const MOST_TOLD: usize = 60;

pub(crate) fn sensitivity(arguments: &SensitivityArguments) -> Exit {
    let quiet = arguments.again.quiet;
    answer(&arguments.again, |subject| {
        Sensitivities::of(subject, &arguments.parameters, |wall_s, runs| {
            if wall_s * TIGHT * runs as f64 > LONG {
                report::note(&format!("the run took {wall_s:.1} s; {runs} tighter ones follow"), quiet);
            }
        })
    })
}

impl Found for Sensitivities {
    fn page(&self, scenario: &Path) -> String {
        let mut lines = vec![
            format!(
                "{}: {} by {}",
                scenario.display(),
                report::counted(self.rows as u64, "row"),
                report::counted(self.parameters.len() as u64, "parameter")
            ),
            String::new(),
        ];
        let head = ["column", "parameter", "at its value", "derivative", "at t", "give or take", "scaled", "found by"];
        let told = self.sensitivities.iter().take(MOST_TOLD);
        let rows: Vec<[String; 8]> = told.map(|sensitivity| row(self, sensitivity)).collect();
        lines.extend(aligned(&head.map(str::to_owned), &rows));
        let more = self.sensitivities.len().saturating_sub(MOST_TOLD);
        if more > 0 {
            lines.push(format!("... and {} more: --format json has all", report::counted(more as u64, "derivative")));
        }
        lines.push(String::new());
        lines.push(
            "scaled: what the column changes by if the parameter changes by its own size, at this rate".to_owned(),
        );
        if let Some(why) = &self.no_forward {
            lines.push(format!("by differences of tight runs alone: {why}"));
        }
        let unknown = self.sensitivities.iter().filter(|sensitivity| !sensitivity.is_known).count();
        if unknown > 0 {
            lines.push(format!(
                "{} not known to a hundredth: runs with other values of the parameter do not agree on a derivative",
                report::counted(unknown as u64, "derivative")
            ));
        }
        let harmless = |line: String| bowline_harmless::name(&line).into_owned() + "\n";
        lines.into_iter().map(harmless).collect()
    }

    fn along(&self) -> DataFrame {
        Self::along(self)
    }

    fn is_good(&self) -> bool {
        self.are_known()
    }
}

fn row(all: &Sensitivities, sensitivity: &Sensitivity) -> [String; 8] {
    let with = |number: f64, unit: &str| format!("{} {unit}", digits(number)).trim_end().to_owned();
    let parameter = all.parameters.iter().find(|parameter| parameter.name == sensitivity.parameter);
    let value = parameter.map_or_else(String::new, |parameter| {
        let value = parameter.value;
        match value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
            true => format!("{value} {}", parameter.unit),
            false => format!("{value:e} {}", parameter.unit),
        }
    });
    let column_unit = &sensitivity.column_unit;
    [
        sensitivity.column.clone(),
        sensitivity.parameter.clone(),
        value.trim_end().to_owned(),
        with(sensitivity.largest, &sensitivity.unit),
        format!("{} s", Seconds(sensitivity.at_s)),
        with(sensitivity.error, ""),
        with(sensitivity.scaled, column_unit),
        match (sensitivity.is_known, sensitivity.means, sensitivity.is_confirmed) {
            (false, _, _) => "not known",
            (_, Means::ForwardSensitivities, true) => "diffsol, differences agree",
            (_, Means::ForwardSensitivities, false) => "diffsol",
            (_, Means::Differences, true) => "differences, diffsol agrees",
            (_, Means::Differences, false) => "differences",
        }
        .to_owned(),
    ]
}
