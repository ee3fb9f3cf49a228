//! Takes metrics out of a run while it goes on.

use std::io;

use bowline_engine::{Column, Recorder, Workspace};

use super::MetricColumn;
use super::gauge::Gauge;

/// Follows what is asked of a run. It keeps no rows, but for percentiles: 16 bytes a row
/// of the window for each.
#[derive(Debug)]
pub struct MetricRecorder {
    gauges: Vec<(Column, Gauge)>,
}

impl MetricRecorder {
    /// For a run of the model whose columns these are.
    pub fn new(columns: &[MetricColumn]) -> Self {
        Self {
            gauges: columns.iter().map(|asked| (asked.column.clone(), Gauge::new(asked.what, asked.window))).collect(),
        }
    }

    /// What was found, in the order of the columns; none where there is nothing.
    pub fn values(&self) -> Vec<Option<f64>> {
        self.gauges.iter().map(|(_, gauge)| gauge.value()).collect()
    }
}

impl Recorder for MetricRecorder {
    fn needs_signals(&self) -> bool {
        !self.gauges.iter().all(|(column, _)| column.is_state())
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.gauges.iter_mut().for_each(|(column, gauge)| gauge.take(time, column.value(time, workspace)));
        Ok(())
    }
}
