//! A step allocates nothing, and no matrix of a large model is dense. The
//! counting allocator counts for the whole process, so these tests have one to
//! themselves, and run one after the other.

#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};

#[path = "../../benches/ratios/models.rs"]
mod models;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static HELD: AtomicU64 = AtomicU64::new(0);
static MOST_HELD: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        let held = HELD.fetch_add(layout.size() as u64, Ordering::Relaxed) + layout.size() as u64;
        MOST_HELD.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn no_step_allocates_and_no_large_matrix_is_dense() {
    explicit_steps_allocate_nothing();
    implicit_steps_allocate_nothing();
    a_chain_of_1000_masses_is_solved_without_a_dense_matrix();
}

fn load(masses: usize, engine: &str) -> Model {
    let scenario = models::Net::chain(masses).scenario(engine);
    let catalog = Catalog::new([&bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY]);
    Model::load(&Sources::new(Source::new("chain", scenario)), &catalog, LoadOptions::default()).unwrap()
}

/// Allocations by the start of each step.
fn allocations(model: &Model) -> Vec<u64> {
    let mut counts = Vec::with_capacity(100_000);
    let observe = &mut |_| {
        counts.push(ALLOCATIONS.load(Ordering::Relaxed));
        ControlFlow::Continue(())
    };
    Run::new(model).to_end(&mut NoRecorder, observe).unwrap();
    counts
}

fn explicit_steps_allocate_nothing() {
    for method in ["Euler", "Heun", "RK4", "BogackiShampine", "DormandPrince", "Tsitouras"] {
        for sizes in [r#"stepsize="0.001""#, r#"HMax="0.001""#] {
            if sizes.starts_with('H') && ["Euler", "Heun", "RK4"].contains(&method) {
                continue;
            }
            let model = load(20, &format!(r#"TOutput="0:0.01:0.2" IntegratorMethod="{method}" {sizes}"#));
            let counts = allocations(&model);
            assert!(counts.len() >= 200, "{} steps", counts.len());
            assert_eq!(counts.first(), counts.last(), "{method}, {sizes}: allocations between the steps");
        }
    }
}

/// Dense matrices with two masses, sparse ones with twenty. The first step
/// makes the solver, and factorises for the first time.
fn implicit_steps_allocate_nothing() {
    for method in ["BDF", "TRBDF2", "ESDIRK34"] {
        for masses in [2, 20] {
            let model = load(masses, &format!(r#"TOutput="0:0.01:0.2" IntegratorMethod="{method}" HMax="0.001""#));
            let counts = allocations(&model);
            assert!(counts.len() >= 200, "{} steps", counts.len());
            assert_eq!(counts.get(2), counts.last(), "{method}, {masses} masses: allocations between the steps");
        }
    }
}

/// 6000 states: a dense matrix would take 288 MB.
fn a_chain_of_1000_masses_is_solved_without_a_dense_matrix() {
    for method in ["BDF", "ESDIRK34"] {
        let model = load(1000, &format!(r#"TOutput="0, 0.02" IntegratorMethod="{method}""#));
        let before = HELD.load(Ordering::Relaxed);
        MOST_HELD.store(before, Ordering::Relaxed);
        assert!(allocations(&model).len() > 3);
        let most = MOST_HELD.load(Ordering::Relaxed) - before;
        assert!(most < 40_000_000, "{method}: {most} bytes");
    }
}
