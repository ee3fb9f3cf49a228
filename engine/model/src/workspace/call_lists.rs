//! What is called again and again, prepared once for each workspace.

use std::sync::Arc;

use simobject_host::Kept;

use crate::assembly::AssemblyPass;

/// Batches in the order in which they are called: one array of loops with their
/// SimObjects, so that a call for a few SimObjects costs little beside what they do.
pub(crate) type CallList = Box<[Entry]>;

/// A batch of a list.
#[derive(Debug)]
pub(crate) enum Entry {
    Kernel(Kept),
    /// The pass that puts in-ports together.
    Assemblies(Arc<AssemblyPass>),
    /// A batch that is called by itself: its SimObjects could not be constructed
    /// for this workspace, or the run checks what it changes.
    Apart,
}

/// The lists of a workspace.
#[derive(Debug)]
pub(crate) struct CallLists {
    /// What the derivatives need, and the derivatives.
    pub(crate) evaluation: CallList,
    /// Sampled computations, and what they read.
    pub(crate) sampled: CallList,
    /// What updates read.
    pub(crate) before_updates: CallList,
    pub(crate) updates: CallList,
}

impl CallLists {
    /// Calls all batches by themselves.
    pub(super) fn call_apart(&mut self) {
        let lists = [&mut self.evaluation, &mut self.sampled, &mut self.before_updates, &mut self.updates];
        let kernels = lists.into_iter().flatten().filter(|entry| matches!(entry, Entry::Kernel(_)));
        kernels.for_each(|entry| *entry = Entry::Apart);
    }
}
