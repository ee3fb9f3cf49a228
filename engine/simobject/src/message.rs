//! What a library says to the user.

use crate::abi;

/// How important a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something may be wrong.
    Warning,
    /// Worth knowing.
    Info,
    /// For who looks for an error.
    Debug,
    /// For who looks very closely.
    Trace,
}

impl Level {
    /// The level of that number in the ABI.
    #[doc(hidden)]
    pub fn of(level: u32) -> Self {
        match level {
            0 | abi::ERROR => Self::Error,
            abi::WARNING => Self::Warning,
            abi::INFO => Self::Info,
            abi::DEBUG => Self::Debug,
            _ => Self::Trace,
        }
    }

    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Error => abi::ERROR,
            Self::Warning => abi::WARNING,
            Self::Info => abi::INFO,
            Self::Debug => abi::DEBUG,
            Self::Trace => abi::TRACE,
        }
    }
}
