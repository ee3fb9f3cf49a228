//! The numbers before a batch ran.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use simobject_host::HostIo;

/// The numbers that calculations see, before a batch.
#[derive(Debug, Default)]
pub(crate) struct Before {
    pub(crate) values: Vec<f64>,
    /// dx/dt, or next values.
    pub(crate) results: Vec<f64>,
    /// The numbers that batches may change, by the address and the count of the
    /// batches.
    pub(crate) own: HashMap<(usize, usize), Arc<Own>>,
}

/// The places that may change, in rows, ascending.
#[derive(Debug, Default)]
pub(crate) struct Own {
    pub(crate) values: Vec<Range<usize>>,
    pub(crate) results: Vec<Range<usize>>,
}

impl Before {
    /// Takes the current numbers.
    pub(crate) fn take(&mut self, io: &mut HostIo<'_>) {
        self.values.clear();
        self.values.extend_from_slice(io.values());
        self.results.clear();
        self.results.extend_from_slice(io.results());
    }
}
