//! Runs on threads of their own, told what to do from another one.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bowline_engine::live::{Command, Keeper, Kept, Live, LiveOptions, LiveStatus, LiveView, Rate, Samples};
use bowline_engine::{Intervention, Model, NoRecorder, Recorder, Run, RunRecord, Table, Workspace};

use crate::laboratory::held::{continues, pushed};
use crate::laboratory::{assert_same_bits, load, run, scenario};
use crate::save_points::{
    coinciding_model, library_model, sampled_model, stepping_model, stiff_model, ticking_model, ways,
};

/// Longer than anything here takes, on a busy machine too.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The view as soon as it holds.
pub(crate) fn wait(live: &mut Live, what: &str, holds: impl Fn(&LiveView) -> bool) -> LiveView {
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

pub(crate) fn start(model: &Arc<Model>, rate: Rate, is_paused: bool) -> (Live, Arc<Mutex<Table>>) {
    let table = Arc::new(Mutex::new(Table::new(model)));
    let options = LiveOptions { rate, is_paused, keeper: Box::new(Arc::clone(&table)), ..LiveOptions::default() };
    (Live::start(model, options).unwrap(), table)
}

pub(crate) fn has_ended(view: &LiveView) -> bool {
    assert_ne!(view.status, LiveStatus::Failed, "{:?}", view.message);
    view.status == LiveStatus::Ended
}

/// Everything with every method, what is stiff with those that are made for it,
/// and what has no states; all of which end at 3 s.
fn models() -> impl Iterator<Item = (String, Arc<Model>)> {
    let texts = |way: &'static str| {
        let is_implicit = ["BDF", "TRBDF2", "ESDIRK34", "auto"].iter().any(|method| way.contains(method));
        let stiff = is_implicit.then(|| stiff_model(way));
        let texts = [coinciding_model(way), library_model(way), sampled_model(way), stepping_model(way)]
            .into_iter()
            .chain(stiff);
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

/// The rows of a run to which these things are done, and all columns at its end.
pub(crate) fn repeated(model: &Arc<Model>, changes: &[Intervention]) -> (Table, Vec<f64>) {
    let (mut run, mut table) = (Run::new(model), Table::new(model));
    run.plan(changes).unwrap();
    run.to_end(&mut table, &mut continues).unwrap();
    assert!(!run.has_plans());
    assert_eq!(run.interventions().to_vec(), changes);
    let columns = model.columns().iter().map(|column| model.probe(&model.column_name(column)).unwrap());
    let seen = columns.flat_map(|probe| run.get(&probe).unwrap().to_vec()).collect();
    (table, seen)
}

/// Inputs set while it goes on, a mark to go back to, a jump back and a restart: the list of changes repeats the end of the run
/// and all of its rows.
#[test]
fn what_was_done_to_a_live_run_repeats_it_bit_for_bit() {
    for way in ways() {
        let model = load(&sampled_model(way));
        let input = model.input("Y.In").unwrap();
        let set = |value: f64| Command::Set(input.clone(), vec![value]);
        let (mut live, table) = start(&model, Rate::Times(10.0), true);
        let probes = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
        live.send(Command::Watch { generation: 1, probes });
        live.send(set(0.4));
        assert_eq!(wait(&mut live, "an input", |view| view.changes.len() == 1).input(&input), [0.4]);
        live.send(Command::Play);
        wait(&mut live, "0.3 s", |view| view.time > 0.3);
        live.send(set(5.0));
        wait(&mut live, "0.6 s", |view| view.time > 0.6);
        live.send(set(-0.2));
        live.send(Command::Mark);
        let marked = wait(&mut live, "a mark", |view| view.marks.len() == 1).marks[0];
        wait(&mut live, "more", |view| view.time > marked + 0.2);
        live.send(set(-4.0));
        live.send(Command::Pause);
        live.send(Command::GoBack(0));
        let back = wait(&mut live, "to go back", |view| view.status == LiveStatus::Paused && view.time == marked);
        assert_eq!((back.time, back.changes.len(), back.input(&input)), (marked, 4, [-0.2].as_slice()), "{way}");
        live.send(Command::Play);
        wait(&mut live, "even more", |view| view.time > marked + 0.1);
        live.send(set(0.25));
        live.send(Command::Rate(Rate::Unlimited));
        let last = wait(&mut live, way, has_ended);
        assert_eq!(last.changes.len(), 5, "{way}: {:?}", last.changes);

        let (again, seen) = repeated(&model, &last.changes);
        assert_same_bits(&[(last.time, last.watched)], &[(3.0, seen)], way);
        assert_same_bits(table.lock().unwrap().rows(), again.rows(), way);

        live.send(Command::Pause);
        live.send(Command::Jump(marked + 0.05));
        let there = wait(&mut live, "to jump back", |view| view.status == LiveStatus::Paused && view.time < 3.0);
        assert!(there.time >= marked + 0.05, "{way}: {}", there.time);
        assert_eq!(there.changes[..], last.changes[..4], "{way}");
        live.send(Command::Play);
        let last = wait(&mut live, way, has_ended);
        let (again, seen) = repeated(&model, &there.changes);
        assert_same_bits(&[(last.time, last.watched.clone())], &[(3.0, seen)], way);
        assert_same_bits(table.lock().unwrap().rows(), again.rows(), way);

        live.send(Command::Pause);
        live.send(Command::Restart);
        wait(&mut live, "a restart", |view| view.time == 0.0 && view.changes.is_empty());
        live.send(Command::GoBack(0));
        live.send(Command::Play);
        // What came before the mark is gone with the run that was left, and comes again.
        let ended = wait(&mut live, way, |view| view.changes.len() == 4 && has_ended(view));
        assert_same_bits(&[(0.0, ended.watched)], &[(0.0, last.watched)], way);
        assert_same_bits(table.lock().unwrap().rows(), again.rows(), way);
        live.send(Command::Restart);
        wait(&mut live, "a restart", |view| view.changes.is_empty());
    }
}

/// A thousand commands as they come, at any time: whatever a live run was told,
/// its list of changes repeats the end and all rows.
#[test]
fn whatever_a_live_run_is_told_can_be_repeated() {
    for (seed, way) in ["", r#"IntegratorMethod="BDF""#, r#"IntegratorMethod="TRBDF2""#, r#"IntegratorMethod="auto""#]
        .into_iter()
        .enumerate()
    {
        let model = load(&stepping_model(way));
        let inputs: Vec<_> = model.inputs().collect();
        let (mut live, table) = start(&model, Rate::Times(5.0), false);
        let probes: Vec<_> = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
        live.send(Command::Watch { generation: 1, probes: probes.clone() });
        live.send(Command::Sample { generation: 1, probes });
        let mut dice = seed as u64 + 1;
        let mut throw = |sides: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % sides
        };
        for _ in 0..250 {
            let command = match throw(12) {
                0 | 1 => Command::Play,
                2 => Command::Pause,
                3 => Command::Step,
                4 => Command::Jump(throw(1000) as f64 * 3e-3),
                5 => Command::Rate(Rate::Times(1.0 + throw(20) as f64)),
                6 => Command::Mark,
                7 => Command::GoBack(throw(5) as usize),
                8 if throw(4) == 0 => Command::Restart,
                _ => {
                    let input = &inputs[throw(inputs.len() as u64) as usize];
                    let values = input.value().iter().map(|value| value + 0.01 * throw(7) as f64 - 0.02).collect();
                    Command::Set(input.clone(), values)
                }
            };
            live.send(command);
            thread::sleep(Duration::from_micros(throw(2) * throw(3000)));
        }
        live.send(Command::Rate(Rate::Unlimited));
        live.send(Command::Play);
        live.send(Command::Watch { generation: 2, probes: Vec::new() });
        wait(&mut live, way, |view| view.watched_generation == 2 && has_ended(view));
        let probes = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
        live.send(Command::Watch { generation: 3, probes });
        let last = wait(&mut live, way, |view| view.watched_generation == 3);
        let (again, seen) = repeated(&model, &last.changes);
        assert_same_bits(&[(last.time, last.watched)], &[(3.0, seen)], way);
        assert_same_bits(table.lock().unwrap().rows(), again.rows(), way);
    }
}

/// Who drags a slider sets it at every picture: what is told is the first, which
/// ends the step, and the last, which counts.
#[test]
fn a_slider_that_is_dragged_leaves_two_changes() {
    let model = load(&sampled_model(""));
    let input = model.input("Y.In").unwrap();
    let (mut live, _) = start(&model, Rate::Unlimited, true);
    live.send(Command::Jump(0.77));
    for number in 0..1000 {
        live.send(Command::Set(input.clone(), vec![f64::from(number) / 500.0 - 1.0]));
    }
    live.send(Command::Set(input.clone(), input.value().to_vec()));
    live.send(Command::Mark);
    let probes = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
    live.send(Command::Watch { generation: 1, probes });
    live.send(Command::Play);
    let last = wait(&mut live, "the end", has_ended);
    let inputs: Vec<_> = last.changes.iter().map(Intervention::time).collect();
    assert_eq!(inputs, [Some(0.77); 3]);
    assert_same_bits(&[(3.0, last.watched)], &[(3.0, repeated(&model, &last.changes).1)], "");
}

/// Who goes back from the end looks first: it does not play on, wherever it goes, until somebody says so.
#[test]
fn a_run_that_ended_waits_where_one_goes_back_to() {
    let (mut live, _) = start(&pushed(""), Rate::Unlimited, true);
    live.send(Command::Mark);
    let back = |live: &mut Live, command: Command, time: f64| {
        live.send(command);
        let view = wait(live, "to go back", |view| view.status == LiveStatus::Paused);
        assert_eq!(view.time, time);
        // Long enough for one that plays.
        thread::sleep(Duration::from_millis(50));
        assert_eq!(live.newest().time, time);
    };
    live.send(Command::Play);
    wait(&mut live, "the end", has_ended);
    back(&mut live, Command::Jump(1.5), 1.5);
    live.send(Command::Play);
    wait(&mut live, "the end again", has_ended);
    back(&mut live, Command::GoBack(0), 0.0);
    live.send(Command::Jump(4.0));
    wait(&mut live, "the end by a jump", has_ended);
    back(&mut live, Command::Restart, 0.0);
    live.send(Command::Play);
    live.send(Command::Jump(4.0));
    wait(&mut live, "the end by a jump while it plays", has_ended);
    back(&mut live, Command::Jump(2.0), 2.0);
    live.send(Command::PlayOrPause);
    wait(&mut live, "the end at last", has_ended);
}

/// On the way back, what was asked for first is forgotten, and what is to be done
/// at the time of the jump waits.
#[test]
fn a_jump_can_be_changed_on_its_way() {
    let model = pushed("HMax=\"1e-5\"");
    let force = model.input("B.Force").unwrap();
    let (mut live, _) = start(&model, Rate::Unlimited, true);
    live.send(Command::Jump(1.0));
    live.send(Command::Set(force.clone(), vec![2.0, 0.0, 0.0]));
    live.send(Command::Jump(2.0));
    live.send(Command::Set(force.clone(), vec![3.0, 0.0, 0.0]));
    live.send(Command::Jump(3.5));
    let there = wait(&mut live, "to jump", |view| view.time == 3.5 && view.status == LiveStatus::Paused);
    // The first was to be done at 1 s; it is at 2 s that it can be.
    let times = |view: &LiveView| view.changes.iter().map(|change| change.time().unwrap()).collect::<Vec<_>>();
    assert!(times(&there).iter().all(|time| [1.0, 2.0, 3.5].contains(time)), "{:?}", there.changes);
    for back in [3.0, 2.5, 2.2, 1.5, 3.7, 3.6, 3.5] {
        live.send(Command::Jump(back));
    }
    let back = wait(&mut live, "to jump again", |view| view.time == 3.5 && view.status == LiveStatus::Paused);
    assert_eq!(back.changes, there.changes);
    live.send(Command::Jump(0.25));
    let back = wait(&mut live, "to jump back", |view| view.time == 0.25 && view.status == LiveStatus::Paused);
    assert_eq!(times(&back), [] as [f64; 0]);
    live.send(Command::Jump(3.9));
    live.send(Command::Mark);
    live.send(Command::Pause);
    wait(&mut live, "to stop", |view| view.status == LiveStatus::Paused);
    live.send(Command::Jump(3.95));
    live.send(Command::Step);
    live.send(Command::Play);
    let last = wait(&mut live, "what comes after the step", has_ended);
    assert!(last.marks.len() <= 1, "what waited for a jump that was ended is forgotten");
}

#[test]
fn what_cannot_be_obeyed_is_said() {
    let (model, other) = (pushed(""), pushed(""));
    let (mut live, _) = start(&model, Rate::Unlimited, true);
    let mut refused = |command: Command| {
        live.send(command);
        let message = wait(&mut live, "a refusal", |view| view.message.is_some()).message;
        live.send(Command::Pause);
        wait(&mut live, "an accepted command", |view| view.message.is_none());
        message.unwrap()
    };
    let rate = |rate| Command::Rate(Rate::Times(rate));
    let why = "is no rate: give a number more than 0, or `unlimited`";
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(rate(wrong)), format!("`{wrong}` {why}"));
    }
    assert_eq!(refused(Command::GoBack(2)), "there is no mark 3: 0 are set");
    assert_eq!(refused(Command::Jump(f64::NAN)), "NaN is no time to jump to");
    let force = model.input("B.Force").unwrap();
    assert_eq!(refused(Command::Set(force, vec![1.0])), "the input `B.Force` has width 3, but is given 1");
    let probes = vec![other.probe("B.Pos").unwrap()];
    let why = "the probe of `B.Pos` is that of another model";
    assert_eq!(refused(Command::Watch { generation: 1, probes: probes.clone() }), why);
    assert_eq!(refused(Command::Sample { generation: 1, probes }), why);
    live.send(Command::Play);
    wait(&mut live, "the end", has_ended);
    live.send(Command::Play);
    let view = wait(&mut live, "a refusal", |view| view.message.is_some());
    assert_eq!(view.message.unwrap(), "the run ended at t = 4 s: restart it, or jump back");
    assert_eq!(view.status, LiveStatus::Ended);
}

/// Panics at rows from 1 s on.
struct Panicking;

impl Recorder for Panicking {
    fn needs_signals(&self) -> bool {
        false
    }
    fn row(&mut self, time: f64, _: &Workspace) -> io::Result<()> {
        assert!(time < 1.0, "no room");
        Ok(())
    }
}

impl Keeper for Panicking {
    fn kept(&self) -> Option<Kept> {
        None
    }
    fn forget(&mut self, _: &Kept) -> io::Result<()> {
        Ok(())
    }
}

/// What fails, or panics, is shown with the moment before; a restart, a jump back
/// and a mark lead out of it.
#[test]
fn a_run_that_fails_is_shown_and_can_be_taken_up_again() {
    let engine = r#"TOutput="0:0.1:3" FileOutput="objects:all""#;
    let failing = scenario(&["Failing F Above=\"1\" Way=\"Fatal\"", "Growth G"], "", r#"F.X="0" G.Y="1""#, engine);
    let cases: [(Arc<Model>, Box<dyn Keeper>, &str); 2] = [
        (load(&failing), Box::new(NoRecorder), "`F`"),
        (pushed(""), Box::new(Panicking), "a calculation panicked: no room"),
    ];
    for (model, keeper, why) in cases {
        let options = LiveOptions { rate: Rate::Unlimited, keeper, is_paused: true, ..LiveOptions::default() };
        let mut live = Live::start(&model, options).unwrap();
        live.send(Command::Jump(0.5));
        live.send(Command::Mark);
        wait(&mut live, "a mark", |view| view.marks.len() == 1);
        let mut fails = || {
            live.send(Command::Play);
            let failed = wait(&mut live, "the failure", |view| view.status == LiveStatus::Failed);
            assert!(failed.message.as_ref().is_some_and(|message| message.contains(why)), "{failed:?}");
            assert!(failed.time >= 0.5 && failed.time <= 1.1, "{}", failed.time);
            live.send(Command::Play);
            let advised =
                |view: &LiveView| view.message.as_ref().is_some_and(|m| m.ends_with("; restart the run, or jump back"));
            wait(&mut live, "a refusal", advised);
        };
        fails();
        for way_out in [Command::Jump(0.7), Command::GoBack(0), Command::Restart] {
            live.send(Command::Pause);
            live.send(way_out.clone());
            let out = wait(&mut live, "a way out", |view| view.status == LiveStatus::Paused);
            assert_eq!(out.message, None);
            live.send(Command::Play);
            wait(&mut live, "the failure", |view| view.status == LiveStatus::Failed);
        }
    }
}

/// Whatever it does then; nothing of it is left.
#[test]
fn a_live_run_can_be_dropped_at_any_time() {
    for (rate, is_paused) in [(Rate::Unlimited, false), (Rate::Times(1.0), false), (Rate::Unlimited, true)] {
        let model = pushed("HMax=\"1e-6\"");
        let weak = Arc::downgrade(&model);
        let (live, table) = start(&model, rate, is_paused);
        drop((model, live));
        assert!(weak.upgrade().is_none(), "the thread has ended");
        assert_eq!(Arc::strong_count(&table), 1);
    }
}

/// It obeys before it ends, and tells how it stood.
#[test]
fn a_live_run_that_is_ended_tells_how_it_was() {
    let text = sampled_model("");
    let model = load(&text);
    let input = model.input("Y.In").unwrap();
    for (until, status) in [(0.5, "interrupted"), (3.0, "finished")] {
        let (mut live, _) = start(&model, Rate::Unlimited, true);
        live.send(Command::Jump(until));
        wait(&mut live, "to jump", |view| view.time == until && view.status != LiveStatus::Jumping);
        live.send(Command::Set(input.clone(), vec![0.3]));
        let view = live.end().clone();
        let mut record = RunRecord::new("tests", &model);
        view.tell(&mut record);
        assert_eq!((record.status.as_str(), record.reached_s, record.interventions.len()), (status, until, 1));
        assert_eq!((record.interventions[0].time(), record.error), (Some(until), None));
        assert!(record.statistics.steps > 0);
    }
}

/// Simulated time never runs ahead of the clock on the wall; and while it waits
/// nothing is published.
#[test]
fn a_paced_run_waits() {
    for (rate, factor) in [(Rate::Times(2.0), 2.0), (Rate::Times(0.1), 0.1)] {
        let model = pushed("");
        let (mut live, _) = start(&model, rate, true);
        assert_eq!((live.newest().time, live.newest().status), (0.0, LiveStatus::Paused));
        let began = Instant::now();
        live.send(Command::Play);
        let mut seen = 0.0;
        while seen < 0.1 {
            let view = wait(&mut live, "to go on", |view| view.time > seen);
            seen = view.time;
            assert!(seen <= factor * began.elapsed().as_secs_f64(), "{seen} s after {:?}", began.elapsed());
        }
        live.send(Command::Pause);
        let time = wait(&mut live, "a pause", |view| view.status == LiveStatus::Paused).time;
        thread::sleep(Duration::from_millis(30));
        assert!(!live.is_newer());
        assert_eq!(live.newest().time, time);
    }
}

/// A parabola, sampled on its way: at least every 2000th part of it; and again
/// where it goes back.
#[test]
fn samples_tell_where_it_was() {
    let model = pushed("");
    let (mut live, _) = start(&model, Rate::Unlimited, false);
    wait(&mut live, "the end", has_ended);
    let mut plot = Samples::default();
    for generation in 1..=3 {
        live.send(Command::Pause);
        live.send(Command::Restart);
        let probes = vec![model.probe("B.Pos[0]").unwrap(), model.probe("B.Vel").unwrap()];
        live.send(Command::Sample { generation, probes });
        live.send(Command::Play);
        let began = Instant::now();
        let is_whole = |plot: &Samples| plot.generation == generation && plot.times.last() == Some(&4.0);
        while !is_whole(&plot) {
            assert!(began.elapsed() < PATIENCE);
            live.samples().for_each(|batch| plot.append(&batch));
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!((plot.width(), plot.times[0]), (4, 0.0));
        let steps: Vec<f64> = plot.times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|step| *step > 0.0 && *step < 0.0021));
        for ((time, x), v) in plot.times.iter().zip(plot.column(0)).zip(plot.column(1)) {
            assert!((x - 0.5 * time * time).abs() < 1e-9 && (v - time).abs() < 1e-9, "{x} and {v} at {time}");
        }
    }
    live.send(Command::Pause);
    live.send(Command::Jump(1.0));
    wait(&mut live, "to jump back", |view| view.time == 1.0 && view.status == LiveStatus::Paused);
    live.samples().for_each(|batch| plot.append(&batch));
    assert_eq!((plot.times[0], plot.times.last()), (0.0, Some(&1.0)));

    let batches = |times: std::ops::Range<u32>| Samples {
        generation: 1,
        times: times.clone().map(f64::from).collect(),
        values: times.flat_map(|time| [f64::from(time), f64::from(10 * time)]).collect(),
    };
    let mut plot = batches(0..10);
    plot.append(&batches(5..8));
    assert_eq!((plot.clone(), plot.column(1).last()), (batches(0..8), Some(70.0)));
    plot.append(&Samples { generation: 2, ..batches(20..21) });
    assert_eq!(plot, Samples { generation: 2, ..batches(20..21) });
}

#[test]
fn rates_are_read() {
    let read = |text: &str| text.parse::<Rate>();
    assert_eq!(read("unlimited"), Ok(Rate::Unlimited));
    assert_eq!(read("0.5"), Ok(Rate::Times(0.5)));
    assert_eq!(Rate::Times(0.5).to_string(), "0.5");
    for wrong in ["0", "-2", "fast", "", "nan", "inf"] {
        assert_eq!(
            read(wrong).unwrap_err(),
            format!("`{wrong}` is no rate: give a number more than 0, or `unlimited`")
        );
    }
}

/// A window may keep it where any of its threads finds it.
#[test]
fn a_live_run_can_be_shared_among_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Live>();
    shared::<Command>();
}
