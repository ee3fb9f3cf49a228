//! What a second thread gains, on a machine of its own and on a busy one.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use bowline_engine::{Model, NoRecorder, Run};

use crate::models::{Net, is_smoke};
use crate::{load, median, rounds};

/// A model, and one of half its size.
struct Pair {
    whole: Net,
    half: Net,
    /// What is simulated, s.
    until: f64,
}

fn pairs() -> Vec<Pair> {
    let pair = |whole, half, until| Pair { whole, half, until };
    if is_smoke() {
        return vec![pair(Net::chain(1000), Net::chain(500), 0.02)];
    }
    vec![
        pair(Net::chain(300), Net::chain(150), 1.0),
        pair(Net::chain(1000), Net::chain(500), 1.0),
        pair(Net::chain(10_000), Net::chain(5000), 1.0),
        pair(Net::square(50), Net::square(35), 1.0),
        pair(Net::square(150), Net::square(106), 0.5),
    ]
}

impl Pair {
    fn model(&self, net: &Net, cores: usize) -> Arc<Model> {
        let tolerances = r#"AbsTol="1e-6" RelTol="1e-6" HFirst="1e-3" LogStates="0""#;
        load(net, &format!(r#"TOutput="0, {}" {tolerances} NumCores="{cores}""#, self.until))
    }
}

/// Seconds that a mass and evaluation of a run take, and its threads.
fn each(model: &Arc<Model>, net: &Net) -> (f64, usize) {
    let began = Instant::now();
    let mut run = Run::new(model);
    run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
    let evaluations = run.statistics().evaluations as f64;
    let threads = run.statistics().threads;
    drop(run);
    (began.elapsed().as_secs_f64() / (evaluations * net.masses.len() as f64), threads)
}

pub fn threads() {
    alone();
    beside_others();
}

fn alone() {
    println!(
        "\na Dormand-Prince run on one thread, on two, and two runs of half the size at once, ns a mass and evaluation\n"
    );
    println!(
        "| model | one thread | two | two at once | threads | speed-up | of two at once |\n|---|---|---|---|---|---|---|"
    );
    for pair in pairs() {
        let (one, two, half) = (pair.model(&pair.whole, 1), pair.model(&pair.whole, 2), pair.model(&pair.half, 1));
        let threads = each(&two, &pair.whole).1;
        let times: Vec<[f64; 3]> = (0..rounds(9))
            .map(|_| {
                let halves = thread::scope(|scope| {
                    let other = scope.spawn(|| each(&half, &pair.half).0);
                    (each(&half, &pair.half).0 + other.join().unwrap()) / 4.0
                });
                [each(&one, &pair.whole).0, each(&two, &pair.whole).0, halves]
            })
            .collect();
        let of = |what: fn(&[f64; 3]) -> f64| median(times.iter().map(what).collect());
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {threads} | {:.2} | {:.2} |",
            pair.whole.name,
            1e9 * of(|t| t[0]),
            1e9 * of(|t| t[1]),
            1e9 * of(|t| t[2]),
            of(|t| t[0] / t[1]),
            of(|t| t[0] / t[2]),
        );
    }
}

fn beside_others() {
    println!("\nbeside two threads of somebody else that never rest, ns a mass and evaluation\n");
    println!("| model | one thread | two | speed-up |\n|---|---|---|---|");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut number = 1.0_f64;
                while !is_over.load(Ordering::Relaxed) {
                    (0..1000).for_each(|_| number = black_box(number * 0.999 + 1.0));
                }
            });
        }
        for pair in pairs() {
            let (one, two) = (pair.model(&pair.whole, 1), pair.model(&pair.whole, 2));
            let times: Vec<[f64; 2]> =
                (0..rounds(5)).map(|_| [each(&one, &pair.whole).0, each(&two, &pair.whole).0]).collect();
            // Their sums: who has the processors changes from run to run.
            let of = |what: fn(&[f64; 2]) -> f64| times.iter().map(what).sum::<f64>() / times.len() as f64;
            let (one, two) = (of(|t| t[0]), of(|t| t[1]));
            println!("| {} | {:.2} | {:.2} | {:.2} |", pair.whole.name, 1e9 * one, 1e9 * two, one / two);
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
