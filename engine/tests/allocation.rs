//! What memory is asked for. Allocations are counted thread by thread, since
//! the test harness has one of its own; what is held is counted for the whole
//! process, so these tests have one to themselves, and run one after the other.

#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bowline_engine::{Catalog, LoadOptions, Model, NoRecorder, Run, Source, Sources};

#[path = "../../benches/ratios/models.rs"]
mod models;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}
static HELD: AtomicU64 = AtomicU64::new(0);
static MOST_HELD: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
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
fn memory() {
    explicit_steps_allocate_nothing();
    implicit_steps_allocate_nothing();
    a_chain_of_1000_masses_is_solved_without_a_dense_matrix();
    an_object_of_a_large_model_takes_less_than_a_kilobyte();
    an_object_that_is_loaded_takes_not_much_more();
    a_network_is_loaded_in_proportion_to_its_size();
}

fn chain(masses: usize, engine: &str) -> Arc<Model> {
    load(models::Net::chain(masses).scenario(engine))
}

fn load(scenario: String) -> Arc<Model> {
    let catalog = Catalog::new([
        &bowline_base::LIBRARY,
        &bowline_tutorial::LIBRARY,
        &bowline_mechanics::LIBRARY,
        &bowline_terminals::LIBRARY,
    ]);
    bowline_engine::load(&Sources::new(Source::new("test", scenario)), &catalog, LoadOptions::default()).unwrap()
}

/// Allocations by the start of each step.
fn allocations(model: &Arc<Model>) -> Vec<u64> {
    let mut counts = Vec::with_capacity(100_000);
    let observe = &mut |_| {
        counts.push(ALLOCATIONS.with(Cell::get));
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
            let engine = format!(r#"TOutput="0:0.01:0.2" IntegratorMethod="{method}" {sizes}"#);
            for model in [chain(20, &engine), load(base_blocks(&engine))] {
                let counts = allocations(&model);
                assert!(counts.len() >= 200, "{} steps", counts.len());
                assert_eq!(counts.first(), counts.last(), "{method}, {sizes}: allocations between the steps");
            }
        }
    }
}

/// Dense matrices with two masses, sparse ones with twenty. The first step
/// makes the solver, and factorises for the first time.
fn implicit_steps_allocate_nothing() {
    for method in ["BDF", "TRBDF2", "ESDIRK34"] {
        for masses in [2, 20] {
            let model = chain(masses, &format!(r#"TOutput="0:0.01:0.2" IntegratorMethod="{method}" HMax="0.001""#));
            let counts = allocations(&model);
            assert!(counts.len() >= 200, "{} steps", counts.len());
            assert_eq!(counts.get(2), counts.last(), "{method}, {masses} masses: allocations between the steps");
        }
    }
}

/// 6000 states: a dense matrix would take 288 MB.
fn a_chain_of_1000_masses_is_solved_without_a_dense_matrix() {
    for method in ["BDF", "ESDIRK34"] {
        let model = chain(1000, &format!(r#"TOutput="0, 0.02" IntegratorMethod="{method}""#));
        let before = HELD.load(Ordering::Relaxed);
        MOST_HELD.store(before, Ordering::Relaxed);
        assert!(allocations(&model).len() > 3);
        let most = MOST_HELD.load(Ordering::Relaxed) - before;
        assert!(most < 40_000_000, "{method}: {most} bytes");
    }
}

/// One block of every type of the base library, all of which reach a state,
/// with time events on the way.
fn base_blocks(engine: &str) -> String {
    let blocks = [
        r#"Src/Constant" Name="U1" Value="2""#,
        r#"Src/Sine" Name="U2" Frequency="3""#,
        r#"Src/Step" Name="U3" StepTime="0.01""#,
        r#"Src/Ramp" Name="U4" EndTime="0.1""#,
        r#"Src/Pulse" Name="U5" Period="0.03""#,
        r#"Src/Table" Name="U6" Times="0, 0.05, 0.15" Values="1, 2, 1" Interpolation="Linear""#,
        r#"Src/Table" Name="U7" Times="0, 0.05, 0.15" Values="1, 2, 1" Interpolation="Spline""#,
        r#"Signal/Mux" Name="M" NumInput="7""#,
        r#"Signal/Gain" Name="G" Gain="1, 2, 3, 4, 5, 6, 7; 0, 1, 0, 1, 0, 1, 0" Multiplication="Matrix""#,
        r#"Signal/Demux" Name="D""#,
        r#"Signal/Sum" Name="S" Signs="+-""#,
        r#"Signal/Product" Name="P""#,
        r#"Signal/Saturation" Name="L" Upper="1""#,
        r#"Signal/Lookup" Name="C" Points="0, 1, 2" Values="0, 1, 0""#,
        r#"Math/PID" Name="R" Kp="1" Ki="1" Kd="0.1" FilterTime="0.01" Upper="1""#,
        r#"Math/LinearSystem" Name="A" A="0, 1; -9, -1" B="0; 1" C="1, 0" D="0.5""#,
        r#"Math/LowPass" Name="F" Order="2" TimeConstant="0.1""#,
        r#"Math/LowPass" Name="E" TimeConstant="0.1""#,
        r#"Math/Integrator" Name="I" Upper="1""#,
        r#"Math/Integrator" Name="J""#,
    ];
    let blocks: String = blocks.map(|block| format!("<Lib LibName=\"base\" SimObject=\"{block}/>")).concat();
    let connections = r#"M.In1="U1.Out" M.In2="U2.Out" M.In3="U3.Out" M.In4="U4.Out" M.In5="U5.Out" M.In6="U6.Out"
        M.In7="U7.Out" G.In="M.Out" D.In="G.Out" S.In1="D.Out1" S.In2="D.Out2" P.In1="S.Out" P.In2="D.Out1"
        L.In="P.Out" C.In="L.Out" R.Reference="C.Out" R.Measured="F.Out" A.In="R.Out" F.In="D.Out2" E.In="A.Out"
        I.In="E.Out" J.In="I.Out""#;
    format!(
        "<Contents><OBJECTS>{blocks}</OBJECTS><INTERCONNECTIONS><Connection {connections}/></INTERCONNECTIONS>\
         <INTEGRATION><Engine {engine}/></INTEGRATION></Contents>"
    )
}

/// 100 000 SimObjects, with all that the model keeps.
fn an_object_of_a_large_model_takes_less_than_a_kilobyte() {
    let before = HELD.load(Ordering::Relaxed);
    let model = chain(50_000, r#"TOutput="0, 1""#);
    let each = (HELD.load(Ordering::Relaxed) - before) as f64 / model.objects().len() as f64;
    assert_eq!(model.objects().len(), 100_000);
    assert!(each < 1000.0, "{each} bytes");
}

/// What is read, resolved and planned on the way is let go of when it has been used.
fn an_object_that_is_loaded_takes_not_much_more() {
    let scenario = models::Net::chain(50_000).scenario(r#"TOutput="0, 1""#);
    let before = HELD.load(Ordering::Relaxed);
    MOST_HELD.store(before, Ordering::Relaxed);
    let model = load(scenario);
    let each = (MOST_HELD.load(Ordering::Relaxed) - before) as f64 / model.objects().len() as f64;
    assert!(each < 1200.0, "{each} bytes beside the scenario's text");
}

/// A ladder of resistors, with a capacitor to the ground at each of its nodes.
fn ladder(nodes: usize) -> String {
    let part = |kind: &str, name: &str, value: &str| {
        format!(r#"<Lib LibName="terminals" SimObject="Electric/{kind}" Name="{name}"{value}/>"#)
    };
    let (mut objects, mut joined) = (String::new(), String::new());
    objects += &part("Ground", "G", "");
    objects += &part("ConstantVoltage", "U", r#" V="1""#);
    joined += r#"<Connection G.P="U.N"/>"#;
    let mut before = "U.P".to_owned();
    for node in 0..nodes {
        objects += &part("Resistor", &format!("R{node}"), r#" R="1""#);
        objects += &part("Capacitor", &format!("C{node}"), r#" C="1e-3""#);
        joined += &format!(r#"<Connection {before}="R{node}.P" R{node}.N="C{node}.P" C{node}.N="G.P"/>"#);
        before = format!("R{node}.N");
    }
    format!(
        r#"<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{joined}</INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0, 0.01" IntegratorMethod="BDF"/></INTEGRATION></Contents>"#
    )
}

/// All capacitors meet at the ground, which joins nothing: ten times as many nodes take ten times the room and allocations.
fn a_network_is_loaded_in_proportion_to_its_size() {
    let cost = |nodes: usize| {
        let scenario = ladder(nodes);
        let (held, allocations) = (HELD.load(Ordering::Relaxed), ALLOCATIONS.with(Cell::get));
        MOST_HELD.store(held, Ordering::Relaxed);
        let model = load(scenario);
        assert_eq!(model.state_count(), nodes);
        let most = MOST_HELD.load(Ordering::Relaxed) - held;
        [most as f64, (ALLOCATIONS.with(Cell::get) - allocations) as f64]
    };
    let (small, large) = (cost(300), cost(3000));
    for (small, large) in small.into_iter().zip(large) {
        assert!(large < 11.0 * small, "{large} for 3000 nodes, {small} for 300");
    }
}
