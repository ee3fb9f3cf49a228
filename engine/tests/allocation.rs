//! A step of an explicit method allocates nothing. The counting allocator
//! counts for the whole process, so this test has one to itself.

#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};

#[path = "../../benches/ratios/models.rs"]
mod models;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn no_step_allocates() {
    for method in ["Euler", "Heun", "RK4", "BogackiShampine", "DormandPrince", "Tsitouras"] {
        for sizes in [r#"stepsize="0.001""#, r#"HMax="0.001""#] {
            if sizes.starts_with('H') && ["Euler", "Heun", "RK4"].contains(&method) {
                continue;
            }
            let engine = format!(r#"TOutput="0:0.01:0.2" IntegratorMethod="{method}" {sizes}"#);
            let scenario = models::Net::chain(20).scenario(&engine);
            let catalog = Catalog::new([&bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY]);
            let sources = Sources::new(Source::new("chain", scenario));
            let model = Model::load(&sources, &catalog, LoadOptions::default()).unwrap();

            let mut run = Run::new(&model);
            let mut counts = Vec::with_capacity(1000);
            run.to_end(&mut NoRecorder, &mut |_| {
                counts.push(ALLOCATIONS.load(Ordering::Relaxed));
                ControlFlow::Continue(())
            })
            .unwrap();
            assert!(counts.len() >= 200, "{} steps", counts.len());
            assert_eq!(counts.first(), counts.last(), "{method}, {sizes}: allocations between the steps");
        }
    }
}
