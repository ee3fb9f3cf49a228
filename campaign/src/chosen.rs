//! Which cases of a campaign are worth a second look.

use bowline_results::{DataFrame, Values};

use crate::manifest::{ColumnKind, Manifest};
use crate::plan::shuffled;

/// A case that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Its number.
    pub case: u64,
    /// Why it was chosen, in words.
    pub because: String,
}

/// Chooses so many cases of those that went well: half of them at most since they have the largest or the smallest
/// number of a metric, the others at random, the same ones whenever the campaign is asked.
pub fn choose(manifest: &Manifest, summary: &DataFrame, count: usize) -> Vec<Chosen> {
    let is_ok = |row: &usize| match summary.column("status").map(|column| &column.values) {
        Some(Values::Texts(texts)) => texts[*row].as_deref() == Some("ok"),
        _ => false,
    };
    let case = |row: usize| match summary.column("case").map(|column| &column.values) {
        Some(Values::Integers(numbers)) => numbers[row].and_then(|case| u64::try_from(case).ok()),
        _ => None,
    };
    let ok: Vec<usize> = (0..summary.rows()).filter(is_ok).collect();
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut take = |row: usize, because: String, most: usize| {
        let Some(case) = case(row) else { return };
        if chosen.len() < most && chosen.iter().all(|taken| taken.case != case) {
            chosen.push(Chosen { case, because });
        }
    };
    for metric in manifest.columns_of(ColumnKind::Metric) {
        let Some(column) = summary.column(&metric.name) else { continue };
        let known = ok.iter().filter_map(|row| Some((*row, column.values.number(*row)?)));
        let known: Vec<_> = known.filter(|(_, number)| number.is_finite()).collect();
        let ends = [
            ("largest", known.iter().max_by(|a, b| a.1.total_cmp(&b.1))),
            ("smallest", known.iter().min_by(|a, b| a.1.total_cmp(&b.1))),
        ];
        for (which, row) in ends {
            row.into_iter().for_each(|(row, _)| take(*row, format!("{which} {}", metric.name), count.div_ceil(2)));
        }
    }
    let seed = manifest.definition.sample.map_or(1, |sampling| sampling.seed);
    // The streams of what varies are taken.
    let dimension = manifest.columns_of(ColumnKind::Varied).count();
    for place in shuffled(ok.len() as u64, seed, dimension) {
        take(ok[place as usize], "at random".to_owned(), count);
    }
    chosen.sort_by_key(|chosen| chosen.case);
    chosen
}
