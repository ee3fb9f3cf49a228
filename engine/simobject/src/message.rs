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
            0 | abi::LEVEL_ERROR => Self::Error,
            abi::LEVEL_WARNING => Self::Warning,
            abi::LEVEL_INFO => Self::Info,
            abi::LEVEL_DEBUG => Self::Debug,
            _ => Self::Trace,
        }
    }

    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Error => abi::LEVEL_ERROR,
            Self::Warning => abi::LEVEL_WARNING,
            Self::Info => abi::LEVEL_INFO,
            Self::Debug => abi::LEVEL_DEBUG,
            Self::Trace => abi::LEVEL_TRACE,
        }
    }
}
