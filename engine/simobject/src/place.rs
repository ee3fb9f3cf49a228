//! Places in the workspace, which handles are made of.

/// Where a signal lives in the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// First place of its numbers; for a sum, position of its first source in
    /// the list of places.
    pub first: u32,
    /// Number of sources of a sum; of another signal 0, or 1 where it is out of bounds.
    pub count: u32,
}

impl Place {
    /// Places outside begin here; no workspace is so large.
    const FIRST_OUT_OF_BOUNDS: u32 = u32::MAX - 0xFFFF;

    /// The numbers from `first` on.
    pub fn at(first: u32) -> Self {
        Self { first, count: 0 }
    }

    /// The sources of a sum: `count` places in the list, from `first` on.
    pub fn sum(first: u32, count: u32) -> Self {
        Self { first, count }
    }

    /// A place outside every workspace: any use of it fails with
    /// [`FailureKind::OutOfBounds`], which tells `signal` back ([`Place::signal_out_of_bounds`]).
    pub fn out_of_bounds(signal: u32) -> Self {
        Self { first: Self::FIRST_OUT_OF_BOUNDS + signal.min(0xFFFF), count: 1 }
    }

    /// The signal whose place outside this is.
    pub fn signal_out_of_bounds(place: u32) -> Option<u32> {
        place.checked_sub(Self::FIRST_OUT_OF_BOUNDS)
    }

    /// Number of places that a workspace may have.
    pub const MOST: usize = Self::FIRST_OUT_OF_BOUNDS as usize;
}
