//! CPU time of this thread.

use std::time::Duration;

/// CPU time of this thread so far; none if the system does not provide it.
#[cfg(unix)]
pub(crate) fn of_this_thread() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time may be written.
    let is_known = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) } == 0;
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    is_known.then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(not(unix))]
pub(crate) fn of_this_thread() -> Option<Duration> {
    None
}
