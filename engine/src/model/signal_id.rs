//! A signal, by position.

/// A signal of an object, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SignalId {
    pub(crate) object: u32,
    pub(crate) signal: u32,
}
