//! Why a campaign does not go on.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a campaign did not begin, or does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CampaignError {
    /// What was asked for is wrong; nothing was run.
    Wrong(String),
    /// The system does not let it go on; finished runs are kept.
    Failed(String),
}

impl CampaignError {
    /// A file or folder with which something cannot be done.
    pub fn of_file(what: &str, path: &Path, reason: &io::Error) -> Self {
        Self::Failed(format!("cannot {what} `{}`: {reason}", path.display()))
    }
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Wrong(message) | Self::Failed(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for CampaignError {}
