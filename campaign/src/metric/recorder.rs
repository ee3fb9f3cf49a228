//! Takes metrics out of a run while it goes on.

use std::io;

use bowline_engine::{Column, Recorder, Workspace};

use super::MetricColumn;
use super::column::Origin;
use super::gauge::Gauge;

/// Follows what is asked of a run. It keeps no rows, but for percentiles: 16 bytes a row
/// of the window for each.
#[derive(Debug)]
pub struct MetricRecorder {
    /// None for what is not of the run.
    gauges: Vec<Option<(Column, Gauge)>>,
}

impl MetricRecorder {
    /// For a run of the model whose columns these are.
    pub fn new(columns: &[MetricColumn]) -> Self {
        let gauge = |asked: &MetricColumn| match &asked.origin {
            Origin::Rows { what, window, column } => Some((column.clone(), Gauge::new(*what, *window))),
            Origin::Equilibrium(_) | Origin::Modes { .. } => None,
        };
        Self { gauges: columns.iter().map(gauge).collect() }
    }

    /// What was found, in the order of the columns; none where there is nothing, and for what is
    /// not of the run.
    pub fn values(&self) -> Vec<Option<f64>> {
        self.gauges.iter().map(|gauge| gauge.as_ref()?.1.value()).collect()
    }
}

impl Recorder for MetricRecorder {
    fn needs_signals(&self) -> bool {
        !self.gauges.iter().flatten().all(|(column, _)| column.is_state())
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        let gauges = self.gauges.iter_mut().flatten();
        gauges.for_each(|(column, gauge)| gauge.take(time, column.value(time, workspace)));
        Ok(())
    }
}
