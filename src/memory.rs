//! The allocator of the program: the system's, which notes when there is no more.
//!
//! The standard library ends the program then by an abort, as a library does that finds itself broken: so that nobody
//! blames one, the message has to know.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether memory was refused.
static IS_EXHAUSTED: AtomicBool = AtomicBool::new(false);

#[global_allocator]
static NOTING: Noting = Noting;

struct Noting;

/// Whether memory was refused since the program began.
pub(crate) fn is_exhausted() -> bool {
    IS_EXHAUSTED.load(Ordering::Relaxed)
}

fn noted(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        IS_EXHAUSTED.store(true, Ordering::Relaxed);
    }
    memory
}

// SAFETY: everything is the system's allocator.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}
