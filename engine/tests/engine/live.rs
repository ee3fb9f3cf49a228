//! Runs on threads of their own, told what to do from another one.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bowline_engine::{Command, Live, LiveOptions, LiveStatus, LiveView, Model, NoRecorder, Rate, Run, Table};

use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, load, run};
use crate::save_points::{library_model, sampled_model, stepping_model, stiff_model, ticking_model, ways};

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// The view as soon as it holds.
fn wait(live: &mut Live, what: &str, holds: impl Fn(&LiveView) -> bool) -> LiveView {
    let began = Instant::now();
    loop {
        let view = live.newest();
        if holds(view) {
            return view.clone();
        }
        assert!(began.elapsed() < PATIENCE, "{what} takes too long: {view:?}");
        thread::sleep(Duration::from_millis(1));
    }
}

fn start(model: &Arc<Model>, rate: Rate, is_paused: bool) -> (Live, Arc<Mutex<Table>>) {
    let table = Arc::new(Mutex::new(Table::new(model)));
    let options = LiveOptions { rate, is_paused, recorder: Box::new(Arc::clone(&table)), ..LiveOptions::default() };
    (Live::start(model, options).unwrap(), table)
}

fn has_ended(view: &LiveView) -> bool {
    assert_ne!(view.status, LiveStatus::Failed, "{:?}", view.message);
    view.status == LiveStatus::Ended
}

/// Everything with every method, what is stiff with those that are made for it,
/// and what has no states; all of which end at 3 s.
fn models() -> impl Iterator<Item = (String, Arc<Model>)> {
    let texts = |way: &'static str| {
        let is_implicit = ["BDF", "TRBDF2", "ESDIRK34", "auto"].iter().any(|method| way.contains(method));
        let stiff = is_implicit.then(|| stiff_model(way));
        let texts = [library_model(way), sampled_model(way), stepping_model(way)].into_iter().chain(stiff);
        texts.map(move |text| (way.to_owned(), load(&text)))
    };
    ways().flat_map(texts).chain([("ticks".to_owned(), load(&ticking_model("")))])
}

/// Pauses, steps, rates, jumps ahead, signals that are watched, and nobody who
/// fetches the samples.
#[test]
fn a_live_run_has_the_bits_of_a_run_that_nobody_looks_at() {
    for (way, model) in models() {
        let (rows, _) = run(&model);
        let (mut live, table) = start(&model, Rate::Times(20.0), true);
        let probes: Vec<_> = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
        live.send(Command::Watch { generation: 7, probes: probes.clone() });
        live.send(Command::Sample { generation: 8, probes: probes.clone() });
        live.send(Command::Step);
        live.send(Command::Play);
        thread::sleep(Duration::from_millis(15));
        live.send(Command::Pause);
        let stood = wait(&mut live, "a pause", |view| view.status == LiveStatus::Paused && view.time > 0.0);
        live.send(Command::Step);
        live.send(Command::Jump((stood.time + 0.3333).min(3.0)));
        live.send(Command::Step);
        wait(&mut live, "a jump", |view| view.status == LiveStatus::Paused && view.time > stood.time + 0.3333);
        live.send(Command::Rate(Rate::Times(100.0)));
        live.send(Command::Play);
        thread::sleep(Duration::from_millis(3));
        live.send(Command::Rate(Rate::Unlimited));
        let last = wait(&mut live, &way, has_ended);
        assert_eq!((last.time, last.message, last.changes.len()), (3.0, None, 0), "{way}");
        assert_same_bits(table.lock().unwrap().rows(), &rows, &way);
        assert_eq!(last.watched_generation, 7);
        let mut alone = Run::new(&model);
        alone.to_end(&mut NoRecorder, &mut continues).unwrap();
        let seen: Vec<f64> = probes.iter().flat_map(|probe| alone.get(probe).unwrap().to_vec()).collect();
        assert_same_bits(&[(3.0, last.watched)], &[(3.0, seen)], &way);
    }
}
