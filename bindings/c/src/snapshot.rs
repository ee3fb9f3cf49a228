//! All of a run at one time, kept in memory.

use bowline_engine::Snapshot;

use crate::call;
use crate::error::BowlineStatus;
use crate::handle::{self, Kind, magic};

/// All of a run at one time. It never changes: any number of runs of its model may go on from it, on any threads.
pub struct BowlineSnapshot {
    _opaque: [u8; 0],
}

impl Kind for BowlineSnapshot {
    type Inner = Snapshot;
    type Shared = ();
    const NAME: &'static str = "snapshot";
    const MAGIC: u64 = magic(8);
}

/// When it was taken, s; not a number for a wrong handle.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_snapshot_time(snapshot: *const BowlineSnapshot) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(snapshot) }.map_or(f64::NAN, Snapshot::time)
}

/// Frees a snapshot. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_snapshot_free(snapshot: *mut BowlineSnapshot) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(snapshot) }
}
