//! Runs that are held: advanced from time to time, and looked at.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread;

use bowline_engine::integration::OutputTimes;
use bowline_engine::{CsvRecorder, Model, NoRecorder, Recorder, Run, Table, Workspace};

use crate::laboratory::held::{continues, lands, pushed, refused};
use crate::laboratory::{assert_same_bits, load, run};
use crate::save_points::{
    coinciding_model, library_model, model as jumping_model, sampled_model, stepping_model, stiff_model, ticking_model,
    ways,
};

/// Times off the rows, on them, on ticks and time events and a unit in the last
/// place beside them, twice, and many in one step.
const TIMES: [f64; 17] = [
    0.0,
    1e-9,
    0.05,
    0.1,
    0.3,
    0.30000000000000004,
    0.49999999999999994,
    0.5,
    0.77,
    0.771,
    0.772,
    0.773,
    0.773,
    1.25,
    1.9,
    2.9999999999999996,
    3.0,
];

/// The models with everything in them, all of which end at 3 s.
fn models(way: &str) -> Vec<Arc<Model>> {
    let texts =
        [jumping_model(way), library_model(way), sampled_model(way), stepping_model(way), coinciding_model(way)];
    texts.iter().map(|text| load(text)).collect()
}

#[test]
fn looking_at_a_run_changes_no_bit_of_it() {
    for way in ways() {
        for model in models(way) {
            let (rows, x) = run(&model);
            let mut table = Table::new(&model);
            let mut held = Run::new(&model);
            let probes: Vec<_> = ["O.P", "U.Out", "P.Out"].iter().filter_map(|name| model.probe(name).ok()).collect();
            for time in TIMES {
                held.advance_to(time, &mut table).unwrap_or_else(|error| panic!("{way}: {error}"));
                assert!(
                    (held.time() - time).abs() <= 8.0 * (time.next_up() - time),
                    "{way}: {} at {time}",
                    held.time()
                );
                for probe in &probes {
                    held.get(probe).unwrap();
                }
            }
            assert_eq!(table.rows().len(), rows.len(), "{way}");
            if !lands(way) {
                assert_same_bits(table.rows(), &rows, way);
                assert_eq!(held.x(), x, "{way}");
            }
        }
    }
    for model in [ticking_model(""), ticking_model("").replace("Counting", "Delay").replace(" Most=\"3\"", "")] {
        let model = load(&model);
        let (rows, _) = run(&model);
        let (mut table, mut held) = (Table::new(&model), Run::new(&model));
        TIMES.iter().for_each(|time| held.advance_to(*time, &mut table).unwrap());
        assert_same_bits(table.rows(), &rows, "");
    }
}

/// Not even with methods that step to the output times, nor of the models without
/// continuous states.
#[test]
fn passing_times_changes_no_bit_with_any_method() {
    let ticking = [ticking_model(""), ticking_model("").replace("Counting", "Delay").replace(" Most=\"3\"", "")];
    let all = ways().flat_map(models).chain(ticking.iter().map(|text| load(text)));
    for (index, model) in all.enumerate() {
        let (rows, x) = run(&model);
        let (mut table, mut held) = (Table::new(&model), Run::new(&model));
        for time in TIMES {
            held.pass(time, &mut table, &mut continues).unwrap();
            assert!(held.time() >= time - 8.0 * (time.next_up() - time), "model {index}: {} at {time}", held.time());
            held.signals().unwrap();
        }
        assert_same_bits(table.rows(), &rows, &format!("model {index}"));
        assert_eq!(held.x(), x, "model {index}");
        let statistics = (held.statistics().steps, held.statistics().rejected);
        let mut alone = Run::new(&model);
        alone.to_end(&mut NoRecorder, &mut continues).unwrap();
        assert_eq!(statistics.1, alone.statistics().rejected, "model {index}");
    }
}

/// What is read at a time is what a row at that time holds; the first and the
/// last among them. (What is set at accepted steps takes effect behind the row.)
#[test]
fn what_is_read_is_what_is_recorded() {
    for way in ways() {
        for model in models(way).drain(..3) {
            let (rows, _) = run(&model);
            let names: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
            let probes: Vec<_> = names.iter().map(|name| model.probe(name).unwrap()).collect();
            let mut held = Run::new(&model);
            let mut read = Vec::new();
            for (time, _) in &rows {
                held.advance_to(*time, &mut NoRecorder).unwrap();
                read.push((*time, probes.iter().map(|probe| held.get(probe).unwrap()[0]).collect()));
            }
            assert_same_bits(&read, &rows, way);
        }
    }
}

/// Before anything ran, too: what is held is that of the start.
#[test]
fn a_run_that_has_not_begun_can_be_read() {
    let model = load(&sampled_model(""));
    let (rows, _) = run(&model);
    let mut held = Run::new(&model);
    for (column, expected) in model.columns().iter().zip(&rows[0].1) {
        let probe = model.probe(&model.column_name(column)).unwrap();
        assert_eq!(held.get(&probe).unwrap(), [*expected], "{}", probe.name());
    }
    assert_eq!(held.statistics().steps, 0);
    let mut table = Table::new(&model);
    held.to_end(&mut table, &mut continues).unwrap();
    assert_same_bits(table.rows(), &rows, "");
}

#[test]
fn recorders_have_times_of_their_own() {
    for way in ways() {
        let with = |times: &str| load(&sampled_model(way).replace("0:0.1:3", times));
        let model = with("0:0.1:3");
        let attached = |columns: Vec<_>| Arc::new(Mutex::new(Table::of(&model, columns)));
        let (fine, coarse) =
            (attached(model.columns().to_vec()), attached(model.probe("O.P").unwrap().columns().to_vec()));
        let mut csv = Vec::new();
        let mut main = CsvRecorder::new(&model, &mut csv).unwrap();
        let mut held = Run::new(&model);
        held.attach(&"0:0.01:3".parse::<OutputTimes>().unwrap(), Arc::clone(&fine));
        held.advance_to(1.0, &mut main).unwrap();
        held.attach(&"0:0.25:3, 100".parse::<OutputTimes>().unwrap(), Arc::clone(&coarse));
        held.to_end(&mut main, &mut continues).unwrap();
        main.finish().unwrap();
        let times: Vec<f64> = coarse.lock().unwrap().rows().iter().map(|(time, _)| *time).collect();
        assert_eq!(times, [1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0]);
        assert_eq!(String::from_utf8(csv).unwrap().lines().count(), 32);
        assert_eq!(fine.lock().unwrap().rows().len(), 301);
        if !lands(way) {
            let (rows, _) = run(&with("0:0.01:3"));
            assert_same_bits(fine.lock().unwrap().rows(), &rows, way);
        }
    }
}

/// Ten runs of one model on four threads, stepped in turn, dropped in any order.
#[test]
fn runs_share_a_model_and_outlive_each_other() {
    let model = load(&stiff_model(r#"IntegratorMethod="BDF""#));
    let (rows, _) = run(&model);
    let mut runs: Vec<(Run, Table)> = (0..10).map(|_| (Run::new(&model), Table::new(&model))).collect();
    let weak = Arc::downgrade(&model);
    drop(model);
    for tenth in 1..=9 {
        // Another thread has another one each time.
        runs.rotate_left(3);
        let chunks: Vec<&mut [(Run, Table)]> = runs.chunks_mut(3).collect();
        thread::scope(|scope| {
            for (number, chunk) in chunks.into_iter().enumerate() {
                scope.spawn(move || {
                    for (index, (run, table)) in chunk.iter_mut().enumerate() {
                        let time = 0.3 * f64::from(tenth) + 0.01 * (number + index) as f64;
                        run.advance_to(time.max(run.time()), table).unwrap();
                    }
                });
            }
        });
    }
    for pick in [3, 0, 7, 2, 5, 1, 2, 1, 0, 0] {
        let (mut run, mut table) = runs.remove(pick);
        let ended = thread::spawn(move || {
            run.to_end(&mut table, &mut continues).unwrap();
            table
        });
        assert_same_bits(ended.join().unwrap().rows(), &rows, "");
    }
    assert!(weak.upgrade().is_none(), "the last run took the model with it");
}

/// An observer on another thread sees times that rise, each with its state, and
/// the last one in the end.
#[test]
fn an_observer_sees_the_newest_numbers() {
    let model = pushed("HMax=\"1e-4\"");
    let probes = ["B.Pos[0]", "B.Force"].map(|name| model.probe(name).unwrap());
    let mut run = Run::new(&model);
    let mut observer = run.observer(&probes).unwrap();
    assert!(observer.newest().time.is_nan());
    let watching = thread::spawn(move || {
        let mut times = vec![f64::NEG_INFINITY];
        while times[times.len() - 1] < 4.0 {
            let seen = observer.newest();
            if seen.time > times[times.len() - 1] {
                // The whole of one step, not parts of two.
                assert!((seen.values[0] - 0.5 * seen.time * seen.time).abs() < 1e-9);
                assert_eq!(seen.values[1..], [1.0, 0.0, 0.0]);
                times.push(seen.time);
            }
            thread::yield_now();
        }
        times.len()
    });
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert!(watching.join().unwrap() > 1);
    assert_eq!(
        run.x(),
        Run::x(&{
            let mut alone = Run::new(&model);
            alone.to_end(&mut NoRecorder, &mut continues).unwrap();
            alone
        })
    );
}

/// Takes so many rows, and has no room for more until it is emptied.
struct Full {
    table: Table,
    room: usize,
}

impl Recorder for Full {
    fn needs_signals(&self) -> bool {
        true
    }
    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.room = self.room.checked_sub(1).ok_or_else(|| io::Error::other("full"))?;
        self.table.row(time, workspace)
    }
}

/// A run that failed in the middle of something does not go on from there, but
/// from a snapshot, with every row behind it.
#[test]
fn a_run_that_failed_goes_on_from_a_snapshot_only() {
    for way in ways() {
        let model = load(&stepping_model(way));
        for room in [3, 4, 5, 6, 7, 20, 30] {
            let mut held = Run::new(&model);
            let snapshot = held.snapshot().unwrap();
            let mut full = Full { table: Table::new(&model), room };
            let error = held.to_end(&mut full, &mut continues).unwrap_err();
            assert_eq!(error.to_string(), "a row could not be written: full");
            assert_eq!(held.time(), room as f64 / 10.0, "{way}: where the row was asked for");
            let again = refused(held.advance_to(3.0, &mut full));
            assert_eq!(again, format!("the run failed at t = {} s: it goes on from a snapshot only", held.time()));
            assert_eq!(refused(held.snapshot()), again);
            let input = model.input("Y.In").unwrap();
            assert_eq!(refused(held.set(&input, &[3.0])), again);
            assert_eq!(held.interventions().len(), 1, "the snapshot alone");
            held.restore(&snapshot).unwrap();
            let mut table = Table::new(&model);
            held.to_end(&mut table, &mut continues).unwrap();
            assert_eq!(table.rows().len(), 31, "{way}");
        }
    }
}
