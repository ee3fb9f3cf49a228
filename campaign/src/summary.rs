//! What a campaign found, a row for each run.

use bowline_results::{Column, DataFrame, Header, Values};

use crate::case_result::{CaseResult, Status};
use crate::case_set::CaseSet;
use crate::directory::{Layout, check_case, doubled};
use crate::error::CampaignError;
use crate::journal;
use crate::manifest::{ColumnKind, Manifest};
use crate::plan::{Plan, Value};

/// What a campaign found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// A row for each run, by the number of its case: what varied, what was
    /// taken out of it, how it ended and what it cost.
    pub runs: DataFrame,
    /// How long each of them took, and where.
    pub timing: DataFrame,
    /// So many runs did not go well.
    pub failed: u64,
}

/// A run, without what a column has.
struct Row {
    case: u64,
    status: Status,
    reason: Option<Box<str>>,
    statistics: Option<[u64; 3]>,
    wall_s: f64,
    /// Number of its origin.
    origin: usize,
}

impl Summary {
    /// Of what is in a folder, and of runs that were interrupted.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn read(layout: &Layout, manifest: &Manifest, interrupted: &[CaseResult]) -> Result<Self, CampaignError> {
        let plan = manifest.definition.plan().map_err(|error| CampaignError::Wrong(error.to_string()))?;
        let width = manifest.columns_of(ColumnKind::Metric).count();
        let (mut rows, mut metrics, mut origins) = (Vec::new(), vec![Vec::new(); width], Vec::new());
        let mut seen = CaseSet::default();
        let mut take = |result: CaseResult| {
            check_case(manifest, result.case)?;
            if !seen.insert(result.case) {
                return Err(doubled(result.case, &layout.journal()));
            }
            let origin = origins.iter().position(|known| *known == result.origin).unwrap_or_else(|| {
                origins.push(result.origin.clone());
                origins.len() - 1
            });
            for (index, column) in metrics.iter_mut().enumerate() {
                column.push(result.metrics.get(index).copied().flatten());
            }
            let CaseResult { case, status, wall_s, .. } = result;
            let statistics = result.statistics.map(|cost| [cost.steps, cost.rejected, cost.evaluations]);
            rows.push(Row { case, status, reason: result.reason.map(Into::into), statistics, wall_s, origin });
            Ok(())
        };
        journal::read(&layout.journal(), &mut take)?;
        interrupted.iter().cloned().try_for_each(take)?;

        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_unstable_by_key(|row| rows[*row].case);
        let row = |index: &usize| &rows[*index];
        let integer = |number: u64| i64::try_from(number).ok();
        let cases = Values::Integers(order.iter().map(|index| integer(row(index).case)).collect());
        let mut columns = vec![column("case", "", cases.clone())];
        columns.extend(varied(manifest, &plan, &order.iter().map(|index| row(index).case).collect::<Vec<_>>()));
        for (metric, values) in manifest.columns_of(ColumnKind::Metric).zip(&metrics) {
            let values = Values::Numbers(order.iter().map(|index| values[*index]).collect());
            columns.push(column(&metric.name, &metric.unit, values));
        }
        let texts = |of: &dyn Fn(&Row) -> Option<String>| Values::Texts(order.iter().map(|i| of(row(i))).collect());
        columns.push(column("status", "", texts(&|row| Some(row.status.to_string()))));
        columns.push(column("reason", "", texts(&|row| row.reason.as_deref().map(str::to_owned))));
        for (index, name) in ["steps", "rejected", "evaluations"].into_iter().enumerate() {
            let counts = order.iter().map(|i| row(i).statistics.and_then(|all| integer(all[index])));
            columns.push(column(name, "", Values::Integers(counts.collect())));
        }
        let timing = vec![
            column("case", "", cases),
            column("wall_s", "s", Values::Numbers(order.iter().map(|index| Some(row(index).wall_s)).collect())),
            column("host", "", texts(&|row| Some(origins[row.origin].host.clone()))),
            column("began", "", texts(&|row| Some(origins[row.origin].began.clone()))),
        ];
        let failed = rows.iter().filter(|row| matches!(row.status, Status::Failed | Status::Timeout)).count() as u64;
        Ok(Self { runs: columns.into(), timing: timing.into(), failed })
    }

    /// Writes it into the folder: `summary.csv`, `summary.parquet`, `timing.csv`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, layout: &Layout) -> Result<(), CampaignError> {
        let files = [
            (layout.summary_csv(), &self.runs),
            (layout.summary_parquet(), &self.runs),
            (layout.timing(), &self.timing),
        ];
        for (path, table) in files {
            let written = table.write(&path, Header::Names);
            written.map_err(|reason| CampaignError::of_file("write", &path, &reason))?;
        }
        Ok(())
    }
}

/// The columns of what varies, for these cases: numbers, or texts where there is any.
fn varied(manifest: &Manifest, plan: &Plan, cases: &[u64]) -> Vec<Column> {
    let mut columns: Vec<Vec<Value>> = vec![Vec::with_capacity(cases.len()); plan.columns().len()];
    for case in cases {
        columns.iter_mut().zip(plan.case(*case).values).for_each(|(column, value)| column.push(value));
    }
    let of = |values: Vec<Value>| {
        let numbers = values.iter().map(|value| match value {
            Value::Number(number) => Some(Some(*number)),
            Value::Text(_) => None,
        });
        match numbers.collect() {
            Some(numbers) => Values::Numbers(numbers),
            None => Values::Texts(values.iter().map(|value| Some(value.to_string())).collect()),
        }
    };
    let named = manifest.columns_of(ColumnKind::Varied).zip(columns);
    named.map(|(varied, values)| column(&varied.name, &varied.unit, of(values))).collect()
}

fn column(name: &str, unit: &str, values: Values) -> Column {
    Column { name: name.to_owned(), unit: unit.to_owned(), values }
}
