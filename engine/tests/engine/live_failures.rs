//! Live runs that are told nonsense, that fail, and that are left.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bowline_engine::live::{Command, Live, LiveOptions, LiveStatus, LiveView, Rate};
use bowline_engine::{Model, Table};

use crate::laboratory::held::pushed;
use crate::laboratory::{assert_same_bits, load, run, scenario};
use crate::save_points::library_model;

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// The view as soon as it holds.
fn wait(live: &mut Live, what: &str, holds: impl Fn(&LiveView) -> bool) -> LiveView {
    let began = Instant::now();
    while !holds(live.newest()) {
        assert!(began.elapsed() < PATIENCE, "{what} takes too long: {:?}", live.newest());
        thread::sleep(Duration::from_millis(1));
    }
    live.newest().clone()
}

fn start(model: &Arc<Model>, rate: Rate, is_paused: bool) -> Live {
    Live::start(model, LiveOptions { rate, is_paused, ..LiveOptions::default() }).unwrap()
}

#[test]
fn nonsense_is_refused_in_words_and_changes_nothing() {
    let (model, other) = (pushed(""), pushed(""));
    let (rows, _) = run(&model);
    let force = model.input("B.Force").unwrap();
    let table = Arc::new(Mutex::new(Table::new(&model)));
    let keeper = Box::new(Arc::clone(&table));
    let options = LiveOptions { rate: Rate::Unlimited, is_paused: true, keeper, ..LiveOptions::default() };
    let mut live = Live::start(&model, options).unwrap();
    let stranger = other.probe("B.Pos").unwrap();
    let nonsense = [
        (Command::Rate(Rate::Times(0.0)), "`0` is no rate"),
        (Command::Rate(Rate::Times(-1.0)), "`-1` is no rate"),
        (Command::Rate(Rate::Times(f64::NAN)), "`NaN` is no rate"),
        (Command::Rate(Rate::Times(f64::INFINITY)), "`inf` is no rate"),
        (Command::Jump(f64::NAN), "NaN is no time to jump to"),
        (Command::GoBack(3), "there is no mark 4: 0 are set"),
        (Command::GoBack(usize::MAX - 1), "there is no mark"),
        (Command::Set(force.clone(), vec![1.0]), "B.Force"),
        (Command::Set(force.clone(), vec![1.0, f64::NAN, 0.0]), "B.Force"),
        (Command::Set(other.input("B.Force").unwrap(), vec![0.0; 3]), "another model"),
        (Command::Watch { generation: 1, probes: vec![stranger.clone()] }, "the probe of `B.Pos` is that of another"),
        (Command::Sample { generation: 1, probes: vec![stranger] }, "the probe of `B.Pos` is that of another"),
    ];
    for (command, why) in nonsense {
        let asked = format!("{command:?}");
        live.send(Command::Pause);
        wait(&mut live, "a pause", |view| view.message.is_none());
        live.send(command);
        let said = wait(&mut live, &asked, |view| view.message.is_some()).message.unwrap();
        assert!(said.contains(why), "{asked}: {said}");
    }
    live.send(Command::Play);
    let last = wait(&mut live, "the end", |view| view.status == LiveStatus::Ended);
    assert_eq!((last.changes.len(), last.time), (0, 4.0));
    assert_same_bits(table.lock().unwrap().rows(), &rows, "");
    live.send(Command::Play);
    wait(&mut live, "the answer", |view| {
        view.message.as_deref() == Some("the run ended at t = 4 s: restart it, or jump back")
    });
    // Beyond both ends.
    for (to, time) in [(-1e300, 0.0), (1e300, 4.0), (f64::NEG_INFINITY, 0.0), (f64::INFINITY, 4.0)] {
        live.send(Command::Pause);
        live.send(Command::Jump(to));
        wait(&mut live, "a jump", |view| view.time == time && view.status != LiveStatus::Jumping);
    }
}

/// An error, and a panic, at 0.5 s.
#[test]
fn a_run_that_failed_says_why_and_can_be_looked_at_before_that() {
    let failing = scenario(&[r#"Failing F Above="0.5" Way="Fatal""#], "", r#"F.X="0""#, r#"TOutput="0,1" HMax="0.01""#);
    let panicking = scenario(&[r#"Panicking P From="0.5""#], "", r#"P.X="0""#, r#"TOutput="0,1" HMax="0.01""#);
    for (text, why) in [(failing, "far too far"), (panicking, "out of cheese")] {
        let mut live = start(&load(&text), Rate::Unlimited, false);
        for again in [Command::Restart, Command::Jump(0.75), Command::Pause] {
            let failed = wait(&mut live, "a failure", |view| view.status == LiveStatus::Failed);
            assert!(failed.message.as_ref().is_some_and(|message| message.contains(why)), "{failed:?}");
            assert!((0.45..=0.51).contains(&failed.time), "{}", failed.time);
            live.send(Command::Play);
            live.send(Command::Step);
            wait(&mut live, "advice", |view| {
                view.message
                    .as_ref()
                    .is_some_and(|said| said.contains(why) && said.ends_with("; restart the run, or jump back"))
            });
            live.send(again);
            wait(&mut live, "it", |view| view.message.as_ref().is_none_or(|said| !said.ends_with("jump back")));
        }
        live.send(Command::Jump(0.25));
        let stands = wait(&mut live, "a jump back", |view| {
            matches!(view.status, LiveStatus::Paused | LiveStatus::Running) && view.time >= 0.25
        });
        assert!(stands.time < 0.27 && stands.message.is_none(), "{stands:?}");
    }
}

/// Its output is not a number from 0.5 s on; a run that records nothing of it goes on.
#[test]
fn what_cannot_be_evaluated_is_told_and_the_run_goes_on() {
    let text = scenario(&[r#"Delivering D From="0.5""#], "", r#"D.X="0""#, r#"TOutput="0,1" HMax="0.1""#);
    let model = load(&text);
    let mut live = start(&model, Rate::Unlimited, true);
    live.send(Command::Watch { generation: 1, probes: vec![model.probe("D.X").unwrap()] });
    live.send(Command::Jump(0.25));
    let before = wait(&mut live, "a jump", |view| view.time == 0.25);
    assert_eq!((before.message, before.watched.len()), (None, 1));
    live.send(Command::Play);
    let last = wait(&mut live, "the end", |view| view.status == LiveStatus::Ended);
    let said = last.message.unwrap();
    assert!(said.starts_with("what is shown is older: ") && said.contains("`D.Out`"), "{said}");
    // What can be shown again is.
    live.send(Command::Pause);
    live.send(Command::Jump(0.25));
    wait(&mut live, "a jump back", |view| view.time == 0.25 && view.message.is_none());
}

#[test]
fn live_runs_can_be_left_at_any_time() {
    let model = load(&library_model(""));
    let began = Instant::now();
    for number in 0..60_u64 {
        let live = start(&model, [Rate::Unlimited, Rate::Times(1.0)][number as usize % 2], number % 5 == 0);
        let commands = [Command::Play, Command::Mark, Command::Jump(3.0), Command::Restart, Command::GoBack(0)];
        commands.iter().cycle().take(number as usize).for_each(|command| live.send(command.clone()));
        thread::sleep(Duration::from_micros(50 * number));
    }
    assert!(began.elapsed() < PATIENCE);
}
