//! The run record of a session.

use bowline_engine::RunRecord;

use super::Session;

impl Session {
    /// The run record: model, method, interventions, warnings, outcome so far.
    pub fn record(&self) -> RunRecord {
        let mut record = RunRecord::new(self.program, self.model());
        record.statistics = self.statistics().clone();
        record.interventions = self.run.interventions().to_vec();
        record.warnings.extend(self.warnings());
        record.reached_s = self.time();
        let status = if self.has_failed() {
            "failed"
        } else if self.time() >= self.end() {
            "finished"
        } else {
            "running"
        };
        status.clone_into(&mut record.status);
        record.error = self.failure.clone().filter(|_| self.has_failed());
        record
    }
}
