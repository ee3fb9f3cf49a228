//! What a live run had before: found by a second run, and taken back.

use std::sync::Arc;

use bowline_engine::Workspace;
use bowline_engine::live::{Command, LiveStatus, Rate, Retrace};

use crate::laboratory::{assert_same_bits, load};
use crate::live::{PATIENCE, has_ended, repeated, start, wait};
use crate::save_points::{sampled_model, ways};

/// What a second run finds at the times of the rows is what the rows of the first have, inputs and all.
#[test]
fn a_second_run_finds_what_the_first_one_had() {
    for way in ways() {
        let model = load(&sampled_model(way));
        let input = model.input("Y.In").unwrap();
        let (mut live, table) = start(&model, Rate::Times(20.0), true);
        live.send(Command::Set(input.clone(), vec![0.4]));
        live.send(Command::Play);
        wait(&mut live, "0.5 s", |view| view.time > 0.5);
        live.send(Command::Set(input, vec![-0.2]));
        live.send(Command::Rate(Rate::Unlimited));
        let last = wait(&mut live, way, has_ended);
        let rows = table.lock().unwrap().rows().to_vec();
        let times = rows.iter().map(|(time, _)| *time).collect();
        let probes: Vec<_> = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
        let look = move |found: &mut Vec<(f64, Vec<f64>)>, time: f64, signals: &Workspace| {
            found.push((time, probes.iter().flat_map(|probe| probe.values(time, signals)).collect()));
        };
        let changes = last.changes;
        let mut retrace = Retrace::start(&model, Arc::clone(&changes), times, Vec::new(), look).unwrap();
        let found = retrace.wait(PATIENCE).unwrap();
        assert!(retrace.is_over() && retrace.take().is_none());
        // A method that steps to output times stands at the end of its step; rows lie within others. A row at the time of a
        // change was there before it.
        let is_changed = |time: f64| changes.iter().any(|change| change.time() == Some(time));
        let is_same = |(time, _): &(f64, Vec<f64>)| !is_changed(*time) && found.iter().any(|(at, _)| at == time);
        let same: Vec<_> = rows.into_iter().filter(is_same).collect();
        assert!(same.len() > 1 && same.last().unwrap().0 == 3.0, "{way}");
        let found: Vec<_> = found.into_iter().filter(|(time, _)| same.iter().any(|(at, _)| at == time)).collect();
        for ((time, found), (_, row)) in found.iter().zip(&same) {
            for (found, row) in found.iter().zip(row) {
                assert!((found - row).abs() <= 1e-9 * (1.0 + row.abs()), "{way}, t = {time}: {found} for {row}");
            }
        }
    }
}

/// Of three changes, of which the last was dragged, the last goes, then the one before.
#[test]
fn the_last_change_is_taken_back() {
    let model = load(&sampled_model(""));
    let input = model.input("Y.In").unwrap();
    let set = |value: f64| Command::Set(input.clone(), vec![value]);
    let (mut live, _) = start(&model, Rate::Times(20.0), true);
    live.send(set(0.4));
    live.send(Command::Play);
    wait(&mut live, "0.3 s", |view| view.time > 0.3);
    live.send(Command::Pause);
    let paused = wait(&mut live, "a pause", |view| view.status == LiveStatus::Paused && view.time > 0.3);
    [0.1, 0.2, 0.3].into_iter().for_each(|value| live.send(set(value)));
    wait(&mut live, "a drag", |view| view.changes.len() == 3);
    live.send(Command::Rate(Rate::Unlimited));
    live.send(Command::Play);
    wait(&mut live, "the end", has_ended);

    live.send(Command::TakeBack);
    let back = wait(&mut live, "it", |view| view.status == LiveStatus::Paused && view.time < 3.0);
    assert_eq!((back.time, back.changes.len(), back.input(&input)), (paused.time, 1, [0.4].as_slice()));
    live.send(Command::TakeBack);
    let back = wait(&mut live, "the first", |view| view.changes.is_empty() && view.status == LiveStatus::Paused);
    assert_eq!((back.time, back.input(&input)), (0.0, input.value()));
    live.send(Command::TakeBack);
    let back = wait(&mut live, "no more", |view| view.message.is_some());
    assert!(back.message.unwrap().contains("nothing was changed"));
    live.send(Command::Play);
    let last = wait(&mut live, "the end", has_ended);
    let (_, seen) = repeated(&model, &[]);
    let probes: Vec<_> = model.columns().iter().map(|c| model.probe(&model.column_name(c)).unwrap()).collect();
    live.send(Command::Watch { generation: 1, probes });
    let watched = wait(&mut live, "values", |view| view.watched_generation == 1 && !view.watched.is_empty());
    assert_same_bits(&[(last.time, watched.watched)], &[(3.0, seen)], "without changes");
}
