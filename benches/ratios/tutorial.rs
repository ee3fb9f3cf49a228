//! The smallest model, where every nanosecond of a step's own cost is seen: the
//! tutorial's mass on a spring.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;

use bowline_engine::{LoadOptions, Model, NoRecorder, Run, Source, Sources};

use crate::models::is_smoke;
use crate::{in_turn, linked_in, plain, ratio_of, rounds};

/// Stiffness, relaxed length, mass, gravity.
const PARAMETERS: [f64; 4] = [100.0, 10.0, 1.0, -9.81];
const START: [f64; 6] = [0.0, 0.0, -5.0, 0.0, 0.0, 0.0];
/// Largest and only step, s.
const STEP: f64 = 0.002;
const TOLERANCE: f64 = 1e-3;
/// 5000 steps.
const END: f64 = 10.0;

/// The scenario, integrated as the attributes of `Engine` say.
fn scenario(mass: f64, end: f64, engine: &str) -> String {
    let [stiffness, relaxed_length, _, g] = PARAMETERS;
    let lib = r#"<Lib LibName="FhsimTutorialLibrary" SimObject="#;
    format!(
        r#"<Contents><OBJECTS>
  {lib}"Cable/LinearSpring" Name="S" Stiffness="{stiffness}" RelaxedLength="{relaxed_length}"/>
  {lib}"Body/Mass" Name="B" Mass="{mass}" g="{g}"/>
</OBJECTS><INTERCONNECTIONS><Connection S.PosB="B.Pos" B.Force="S.ForceB" S.PosA="0,0,-10"/></INTERCONNECTIONS>
<INITIALIZATION><InitialCondition B.Pos="0,0,-5" B.Vel="0,0,0"/></INITIALIZATION>
<INTEGRATION><Engine TOutput="0, {end}" {engine}/></INTEGRATION></Contents>"#
    )
}

fn load(text: String) -> Arc<Model> {
    let sources = Sources::new(Source::new("tutorial", text));
    bowline_engine::load(&sources, &linked_in(), LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Runs it; gives the state at the end, and the number of steps.
fn run(model: &Arc<Model>) -> (Vec<f64>, u64) {
    let mut run = Run::new(model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    (run.x().to_vec(), run.statistics().steps)
}

fn methods() -> [(&'static str, String); 2] {
    [
        ("RK4", format!(r#"IntegratorMethod="RK4" stepsize="{STEP}""#)),
        ("DormandPrince", format!(r#"HMax="{STEP}" HFirst="{STEP}" AbsTol="{TOLERANCE}" RelTol="{TOLERANCE}""#)),
    ]
}

/// A step's time: of the engine, and of the program from its start to its end.
pub fn tutorial() {
    println!("\nthe tutorial, us a step\n");
    let builds = plain::builds();
    let names: Vec<&str> = builds.iter().map(|(name, _)| *name).collect();
    println!("| method | {} | engine | `bowline` | ratio to {} | to {} |", names.join(" | "), names[0], names[1]);
    println!("|---|---|---|---|---|---|---|");
    for (method, engine) in methods() {
        let model = load(scenario(1.0, END, &engine));
        let (end, steps) = run(&model);
        let by_hand = |plain: &plain::Plain| {
            let mut x = START;
            if method == "RK4" {
                plain.rk4(&PARAMETERS, &mut x, STEP, steps as usize);
            } else {
                let count = plain.dormand_prince(&PARAMETERS, &mut x, END, STEP, TOLERANCE);
                assert_eq!(count as u64, steps, "other steps");
            }
            x
        };
        let long = if is_smoke() { END } else { 100.0 * END };
        let file = tempfile::Builder::new().suffix(".xml").tempfile().unwrap();
        std::fs::write(file.path(), scenario(1.0, long, &engine)).unwrap();
        let mut works: Vec<Box<dyn FnMut() + '_>> = vec![Box::new(|| drop(black_box(run(&model))))];
        for (name, plain) in builds.iter().filter_map(|(name, plain)| Some((name, plain.as_ref()?))) {
            let worst = end.iter().zip(by_hand(plain)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{name} comes to another end: {worst}");
            works.push(Box::new(|| {
                black_box(by_hand(plain));
            }));
        }
        let measured = in_turn(rounds(41), 10, &mut works);
        drop(works);
        let mut program: Vec<Box<dyn FnMut()>> = vec![Box::new(|| {
            let mut bowline = Command::new(env!("CARGO_BIN_EXE_bowline"));
            let output = bowline.arg("run").arg(file.path()).args(["-o", "-", "--quiet"]).output().unwrap();
            assert!(output.status.success());
        })];
        let whole = in_turn(rounds(9), 1, &mut program)[0].seconds * END / long;
        let micro = |seconds: f64| format!("{:.3}", 1e6 * seconds / steps as f64);
        let mut others = measured[1..].iter();
        let (mut columns, mut ratios) = (Vec::new(), Vec::new());
        for (_, plain) in &builds {
            let found = plain.as_ref().and_then(|_| others.next());
            columns.push(found.map_or("no compiler".to_owned(), |found| micro(found.seconds)));
            ratios.push(ratio_of(found));
        }
        let (columns, ratios, ours) = (columns.join(" | "), ratios.join(" | "), micro(measured[0].seconds));
        println!("| {method} | {columns} | {ours} | {} | {ratios} |", micro(whole));
    }
}

/// Runs a second on one core, each loaded and run with a mass of its own.
pub fn sweep() {
    println!("\na sweep of the tutorial on one core, 5000 steps of Dormand-Prince a run, runs a second\n");
    println!("| C++ -O3, nothing loaded | engine, each run loaded |\n|---|---|");
    let count = rounds(100);
    let mass = |i: usize| 1.0 + 0.001 * i as f64;
    let [_, (_, engine)] = methods();
    let mut works: Vec<Box<dyn FnMut()>> = vec![Box::new(move || {
        for i in 0..count {
            black_box(run(&load(scenario(mass(i), END, &engine))));
        }
    })];
    if let (_, Some(plain)) = plain::builds().swap_remove(0) {
        works.push(Box::new(move || {
            for i in 0..count {
                let [stiffness, relaxed_length, _, g] = PARAMETERS;
                let mut x = START;
                plain.dormand_prince(&[stiffness, relaxed_length, mass(i), g], &mut x, END, STEP, TOLERANCE);
                black_box(x);
            }
        }));
    }
    let measured = in_turn(rounds(9), 1, &mut works);
    let a_second = |seconds: f64| format!("{:.0}", count as f64 / seconds);
    let by_hand = measured.get(1).map_or("no compiler".to_owned(), |found| a_second(found.seconds));
    println!("| {by_hand} | {} |", a_second(measured[0].seconds));
}
