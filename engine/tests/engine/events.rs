//! Tests of the events of a run: kept, recorded with its view, and sent to live viewers.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use bowline_engine::live::{Command, Rate};
use bowline_engine::provenance::ScenarioRecord;
use bowline_engine::replay::{MomentTimes, Replay, ViewRecorder};
use bowline_engine::{EventKind, Model, NoRecorder, Run, RunEvent, Source, Sources, event_sources};

use crate::laboratory::held::continues;
use crate::laboratory::{load, run, scenario};
use crate::live::{has_ended, start, wait};

/// A ball from 1 m that loses a fifth of its speed at each impact.
fn ball(engine: &str) -> String {
    let ball = r#"mechanics:Body/BouncingBall B Restitution="0.8" RestVelocity="1e-2""#;
    scenario(&[ball], "", r#"B.Pos="1" B.Vel="0""#, &format!(r#"TOutput="0, 5" FileOutput="B.Impacts" {engine}"#))
}

/// Falls from 1 m in `sqrt(2 / g)`, then flies for `2 e^k` times that.
fn impact(number: i32) -> f64 {
    (2.0_f64 / 9.81).sqrt() * (1.0 + 2.0 * (1..number).map(|k| 0.8_f64.powi(k)).sum::<f64>())
}

/// The events of a model as `time: words`, those of a source of that kind.
fn of_kind(model: &Model, events: &[RunEvent], kind: EventKind) -> Vec<(f64, String)> {
    let sources = event_sources(model);
    let of = events.iter().filter(|event| sources[event.source].kind == kind);
    of.map(|event| (event.time, sources[event.source].words(event))).collect()
}

fn recorded(model: &Arc<Model>, text: &str) -> Vec<u8> {
    let scenario = ScenarioRecord::of(Sources::new(Source::new("ball.xml", text)).scenario());
    let mut view = Vec::new();
    let mut recorder = ViewRecorder::new(&mut view, "bowline 1.2.3", scenario, model).unwrap();
    let times = MomentTimes::usual(&model.settings().output_times);
    recorder.run_to_end(&mut Run::new(model), times, &mut NoRecorder, &mut continues).unwrap();
    view
}

fn open(name: &str, view: &[u8]) -> Result<Replay, String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, view).unwrap();
    Replay::open(path).map_err(|error| error.to_string())
}

/// Both the crossing and what its handler changes are at the time of the closed form, with every method that is exact on
/// parabolas; and at the rows that the run logs of its events.
#[test]
fn a_view_knows_when_impacts_were() {
    for method in ["DormandPrince", "RK4"] {
        let step = if method == "RK4" { r#"stepsize="0.01""# } else { "" };
        let text = ball(&format!(r#"IntegratorMethod="{method}" {step} LogEvents="1""#));
        let model = load(&text);
        let replay = open("impacts.view", &recorded(&model, &text)).unwrap();
        assert_eq!(replay.event_sources(), event_sources(&model));
        let crossings = of_kind(&model, replay.events(), EventKind::Crossing);
        let changes = of_kind(&model, replay.events(), EventKind::Change);
        for number in 1..=15 {
            let at = number as usize - 1;
            let (time, words) = &crossings[at];
            assert!((time - impact(number)).abs() < 1e-12, "{method} {number}: {time}");
            assert!(words.ends_with("falls below 0"), "{words}");
            assert_eq!(changes[at], (*time, format!("`Impacts` goes from {} to {number}", number - 1)));
        }
        let (rows, _) = run(&model);
        let logged: Vec<f64> =
            rows.windows(2).filter(|pair| pair[1].1[0] > pair[0].1[0]).map(|pair| pair[1].0).collect();
        assert_eq!(crossings.iter().map(|(time, _)| *time).collect::<Vec<_>>(), logged, "{method}");
        let rests: Vec<_> = changes.iter().filter(|(_, words)| words == "`Resting` goes from 0 to 1").collect();
        assert!(rests.len() == 1 && rests[0].0 == crossings.last().unwrap().0, "{rests:?}");
        let names: Vec<&str> =
            replay.event_sources().iter().map(|source| &*replay.scene().objects()[source.object].name).collect();
        assert!(names.iter().all(|name| *name == "B"), "{names:?}");
    }
}

/// A step that is announced for 1 s is an event; nothing crosses anything.
#[test]
fn announced_times_are_events() {
    let text = scenario(&[r#"base:Src/Step S StepTime="1" After="2""#], "", "", r#"TOutput="0, 3""#);
    let model = load(&text);
    let mut run = Run::new(&model);
    run.keep_events(10);
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    let sources = event_sources(&model);
    assert_eq!(run.events().iter().map(|event| event.time).collect::<Vec<_>>(), [1.0]);
    assert_eq!(sources[run.events()[0].source].kind, EventKind::Announced);
}

#[test]
fn as_many_events_are_kept_as_are_asked_for() {
    let model = load(&ball(""));
    let mut whole = Run::new(&model);
    whole.keep_events(Run::MANY_EVENTS);
    whole.to_end(&mut NoRecorder, &mut continues).unwrap();
    let mut run = Run::new(&model);
    run.keep_events(5);
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert_eq!(run.events(), &whole.events()[..5]);
    assert_eq!(run.events_left_out(), whole.events().len() as u64 - 5);
    // A run that nobody asks keeps none.
    let mut run = Run::new(&model);
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert!(run.events().is_empty() && run.events_left_out() == 0);
}

/// A run that goes back to a snapshot has the events of then, and those that come again.
#[test]
fn events_go_back_with_their_run() {
    let model = load(&ball(""));
    let mut run = Run::new(&model);
    run.keep_events(Run::MANY_EVENTS);
    run.pass(1.5, &mut NoRecorder, &mut continues).unwrap();
    let (snapshot, then) = (run.snapshot().unwrap(), run.events().to_vec());
    assert_eq!(of_kind(&model, &then, EventKind::Crossing).len(), 2, "at 0.45 s and 1.17 s");
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    let all = run.events().to_vec();
    run.restore(&snapshot).unwrap();
    assert_eq!(run.events(), then);
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    assert_eq!(run.events(), all);
    // In another run, which has none of its own.
    let mut other = Run::new(&model);
    other.keep_events(Run::MANY_EVENTS);
    other.restore(&snapshot).unwrap();
    assert_eq!(other.events(), then);
}

/// A live run tells its events; where it goes back, those behind are no more.
#[test]
fn a_live_run_tells_its_events() {
    let model = load(&ball(""));
    let mut run = Run::new(&model);
    run.keep_events(Run::MANY_EVENTS);
    run.to_end(&mut NoRecorder, &mut continues).unwrap();
    let (mut live, _) = start(&model, Rate::Unlimited, false);
    let mut all = Vec::new();
    wait(&mut live, "the end", has_ended);
    live.events().into_iter().for_each(|batch| batch.update(&mut all));
    assert_eq!(all, run.events());
    assert_eq!(live.events(), None);
    // It would go on from there at once.
    live.send(Command::Pause);
    live.send(Command::Jump(1.5));
    wait(&mut live, "the jump", |view| view.time == 1.5);
    live.events().into_iter().for_each(|batch| batch.update(&mut all));
    let then = run.events().iter().filter(|event| event.time <= 1.5).copied().collect::<Vec<_>>();
    assert_eq!(all, then);
}

/// What earlier programs wrote: the same without events.
#[test]
fn views_of_the_version_before_are_played() {
    let text = ball("");
    let model = load(&text);
    let view = recorded(&model, &text);
    let end = view.iter().position(|byte| *byte == b'\n').unwrap();
    let header = str::from_utf8(&view[..end]).unwrap();
    let [from, to] = [header.find(r#","events":["#).unwrap(), header.find(r#","scene":"#).unwrap()];
    let header = format!("{}{}\n", &header[..from], &header[to..]).replacen(r#""version":2"#, r#""version":1"#, 1);
    let with = open("with_events.view", &view).unwrap();
    let block = 8 * (1 + with.scene().moment_width());
    let mut moments = Vec::new();
    let mut rest = &view[end + 1..];
    while !rest.is_empty() {
        let is_event = f64::from_le_bytes(rest[..8].try_into().unwrap()).is_nan();
        let (one, others) = rest.split_at(if is_event { 40 } else { block });
        moments.extend_from_slice(if is_event { &[] } else { one });
        rest = others;
    }
    let mut old = open("version_1.view", &[header.as_bytes(), &moments].concat()).unwrap();
    assert_eq!((old.times(), old.events()), (with.times(), &[][..]));
    let (mut one, mut other, mut with) = (Vec::new(), Vec::new(), with);
    old.moment_at(1.7, &mut one).unwrap();
    with.moment_at(1.7, &mut other).unwrap();
    assert_eq!(one, other);
}

#[test]
fn damaged_events_are_refused_in_words() {
    let text = ball("");
    let model = load(&text);
    let view = recorded(&model, &text);
    let mark = f64::NAN.to_le_bytes();
    let first = view.windows(8).position(|bytes| bytes == mark).unwrap();
    let damaged = |number: usize, to: f64| {
        let mut view = view.clone();
        view[first + 8 * number..][..8].copy_from_slice(&to.to_le_bytes());
        open("damaged_events.view", &view).unwrap_err()
    };
    let sources = event_sources(&model).len();
    for wrong in [-1.0, 0.5, f64::NAN, 1e300, sources as f64] {
        let said = damaged(2, wrong);
        assert!(said.ends_with(&format!("event 1 is of source {wrong}, but there are {sources}")), "{said}");
    }
    assert!(damaged(1, f64::INFINITY).ends_with("event 1 has the time inf"));
    assert!(damaged(1, 4.9).contains("event 2 has the time 0.45"), "{}", damaged(1, 4.9));
    // Wherever it is cut, it plays up to there.
    for length in first..first + 41 {
        let replay = open("cut_events.view", &view[..length]).unwrap();
        let is_whole = length >= first + 40;
        assert_eq!(replay.events().len(), usize::from(is_whole), "{length}");
        assert_eq!(replay.is_cut(), !matches!(length - first, 0 | 40), "{length}");
    }
}
