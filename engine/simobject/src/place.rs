//! Places in the workspace, which handles are made of.

/// Where a signal lives in the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// First place of its numbers; for a sum, position of its first source in
    /// the list of places.
    pub first: u32,
    /// Number of sources of a sum.
    pub count: u32,
}

impl Place {
    /// Stray places begin here; no workspace is so large.
    const FIRST_STRAY: u32 = u32::MAX - 0xFFFF;

    /// The numbers from `first` on.
    pub fn at(first: u32) -> Self {
        Self { first, count: 0 }
    }

    /// The sources of a sum: `count` places in the list, from `first` on.
    pub fn sum(first: u32, count: u32) -> Self {
        Self { first, count }
    }

    /// A place outside every workspace: any use of it fails with
    /// [`FailureKind::Stray`], which tells `signal` back ([`Place::stray_signal`]).
    pub fn stray(signal: u32) -> Self {
        Self { first: Self::FIRST_STRAY + signal.min(0xFFFF), count: 1 }
    }

    /// The signal whose stray place this is.
    pub fn stray_signal(place: u32) -> Option<u32> {
        place.checked_sub(Self::FIRST_STRAY)
    }

    /// Number of places that a workspace may have.
    pub const MOST: usize = Self::FIRST_STRAY as usize;
}
