//! Views: recorded beside a run, and played again.

use std::fs;
use std::path::PathBuf;

use bowline_engine::integration::OutputTimes;
use bowline_engine::provenance::ScenarioRecord;
use bowline_engine::replay::{MomentTimes, Replay, ViewRecorder};
use bowline_engine::scene::Scene;
use bowline_engine::{
    Ending, LoadOptions, Model, NoRecorder, Recorder, Run, RunError, Source, Sources, Table, Workspace,
};

use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, load, load_from, run, scenario};
use crate::save_points::{library_model, model as jumping_model, sampled_model, stepping_model, stiff_model, ways};
use crate::scene::{QUARTER, looking_text};

/// Where a test keeps a view.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn sources(text: &str) -> Sources {
    Sources::new(Source::new("models/test.xml", text))
}

fn source(text: &str) -> ScenarioRecord {
    ScenarioRecord::of(sources(text).scenario())
}

fn usual(model: &Model) -> MomentTimes {
    MomentTimes::usual(&model.settings().output_times)
}

/// The view of a whole run, with so many moments a second.
fn recorded(text: &str, rate: f64) -> Vec<u8> {
    let model = load(text);
    let mut view = Vec::new();
    let mut recorder = ViewRecorder::new(&mut view, "bowline 1.2.3", source(text), &model).unwrap();
    let times = MomentTimes::with_rate(&model.settings().output_times, rate).unwrap();
    recorder.run_to_end(&mut Run::new(&model), times, &mut NoRecorder, &mut continues).unwrap();
    view
}

fn open(name: &str, view: &[u8]) -> Result<Replay, String> {
    fs::write(path(name), view).unwrap();
    Replay::open(path(name)).map_err(|error| {
        let message = error.to_string();
        let message = message.strip_prefix(&format!("cannot play `{}`: ", path(name).display()));
        message.unwrap_or_else(|| panic!("{error}")).to_owned()
    })
}

/// Neither where steps are interpolated nor where a method lands on its rows.
#[test]
fn recording_a_view_changes_no_bit() {
    for way in ways() {
        let texts = [jumping_model(way), library_model(way), sampled_model(way), stepping_model(way)];
        for text in texts {
            let model = load(&text);
            let (rows, x) = run(&model);
            let (mut table, mut seen) = (Table::new(&model), Run::new(&model));
            let mut view = ViewRecorder::new(Vec::new(), "", source(&text), &model).unwrap();
            let times = MomentTimes::with_rate(&model.settings().output_times, 97.0).unwrap();
            let ending = view.run_to_end(&mut seen, times, &mut table, &mut continues).unwrap();
            assert_eq!(ending, Ending::Finished);
            assert_same_bits(table.rows(), &rows, way);
            assert_eq!(seen.x(), x, "{way}");
            assert!(view.count() > 10 && view.missed().count == 0, "{way}: {:?}", view.missed());
        }
    }
}

/// The mass hangs at z = 0.0981 - 5.0981 cos(10 t).
fn oscillating() -> String {
    let objects = [
        r#"FhsimTutorialLibrary:Cable/LinearSpring S Stiffness="100" RelaxedLength="10""#,
        r#"FhsimTutorialLibrary:Body/Mass B Scale="1.0" Mass="1.0" g="-9.81" Material="Simple/Red""#,
    ];
    let connections = r#"S.PosB="B.Pos" B.Force="S.ForceB" S.PosA="0,0,-10""#;
    let engine = r#"TOutput="0, 3" AbsTol="1e-10" RelTol="1e-10""#;
    scenario(&objects, connections, r#"B.Pos="0,0,-5" B.Vel="0,0,0""#, engine)
}

/// Where the mass is, m.
fn z(replay: &mut Replay, time: f64) -> f64 {
    let mut moment = vec![1.0; 50];
    replay.moment_at(time, &mut moment).unwrap();
    let scene = replay.scene().clone();
    let spheres: Vec<f64> = scene
        .in_moment(&moment)
        .filter_map(|drawn| match drawn.figure {
            bowline_engine::scene::Figure::Sphere { centre: [0.0, 0.0, z], radius: 0.5 } => Some(z),
            _ => None,
        })
        .collect();
    assert_eq!(spheres.len(), 1);
    spheres[0]
}

#[test]
fn a_view_plays_in_any_order_what_was_to_be_seen() {
    let text = oscillating();
    let mut replay = open("oscillating.view", &recorded(&text, 100.0)).unwrap();
    assert_eq!((replay.times().len(), replay.times()[0], replay.times()[1]), (301, 0.0, 0.01));
    assert_eq!(replay.times().last(), Some(&3.0));
    assert_eq!((replay.program(), &*replay.scenario().path), ("bowline 1.2.3", "models/test.xml"));
    assert!(!replay.is_cut());
    let objects: Vec<_> = replay.scene().objects().iter().map(|object| (&*object.name, &*object.kind)).collect();
    assert_eq!(objects, [("S", "Cable/LinearSpring"), ("B", "Body/Mass")]);

    let exact = |time: f64| 0.0981 - 5.0981 * (10.0 * time).cos();
    for time in [2.0, 0.01, 2.99, 0.5] {
        let z = z(&mut replay, time);
        assert!((z - exact(time)).abs() < 1e-8, "at {time} s: {z}");
    }
    for time in [2.995, 0.0025, 1.2345] {
        // A chord lies from its curve by a² h² / 8 at most: 509.81 · 0.01² / 8 m.
        let z = z(&mut replay, time);
        assert!((z - exact(time)).abs() < 0.0064, "at {time} s: {z}");
    }
    // Half-way between two moments; and beyond both ends.
    assert!((z(&mut replay, 0.005) - (-5.0 + exact(0.01)) / 2.0).abs() < 1e-8);
    assert_eq!(z(&mut replay, -7.0), -5.0);
    assert_eq!(z(&mut replay, f64::NEG_INFINITY), -5.0);
    assert_eq!(z(&mut replay, 100.0), z(&mut replay, 3.0));
}

#[test]
fn a_scene_is_read_as_it_was_written() {
    for (turn, width) in [(QUARTER, 4), ("0,0,1, 1,0,0, 0,1,0", 9)] {
        let model = load(&looking_text(turn, width));
        let scene = model.scene();
        let written = serde_json::to_string(&scene).unwrap();
        let read: Scene = serde_json::from_str(&written).unwrap();
        assert_eq!((read.len(), read.moment_width(), read.up()), (15, scene.moment_width(), scene.up()));
        assert_eq!(read.objects(), scene.objects());
        let (mut run, mut moment) = (Run::new(&model), Vec::new());
        for time in [0.0, 2.0] {
            run.advance_to(time, &mut NoRecorder).unwrap();
            scene.take_moment(run.signals().unwrap(), &mut moment);
            assert_eq!(read.in_moment(&moment).collect::<Vec<_>>(), scene.in_moment(&moment).collect::<Vec<_>>());
        }
        assert_eq!(serde_json::to_string(&read).unwrap(), written);
    }
}

#[test]
#[should_panic(expected = "the workspace is that of another model")]
fn a_scene_that_was_read_takes_no_moments() {
    let model = load(&oscillating());
    let read: Scene = serde_json::from_str(&serde_json::to_string(&model.scene()).unwrap()).unwrap();
    read.take_moment(&model.workspace(), &mut Vec::new());
}

#[test]
fn a_view_is_found_beside_the_results_and_the_record() {
    fs::write(path("beside.view"), recorded(&oscillating(), 1.0)).unwrap();
    for name in ["beside.view", "beside.csv", "beside.run.json", "beside"] {
        assert_eq!(Replay::open(path(name)).unwrap().times(), [0.0, 1.0, 2.0, 3.0], "{name}");
    }
    let error = Replay::open(path("not-there.csv")).unwrap_err().to_string();
    let view = path("not-there.view");
    let why = "there is no such file; `bowline run FILE --record-view` writes it";
    assert_eq!(error, format!("cannot play `{}`: {why}", view.display()));
}

/// Wherever it is cut, it is played or refused in words.
#[test]
fn a_view_that_is_cut_plays_up_to_there() {
    let view = recorded(&oscillating(), 1.0);
    let header = view.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let block = (view.len() - header) / 4;
    for length in (0..view.len()).step_by(7).chain([header, header + block, view.len() - 1]) {
        match open("cut.view", &view[..length]) {
            Ok(replay) => {
                assert_eq!(replay.times().len(), (length - header) / block, "{length}");
                assert_eq!(replay.is_cut(), (length - header) % block > 0, "{length}");
            }
            Err(why) => {
                let expected = match length {
                    0 => "it is empty: its run ended before it began to write",
                    1..25 => "it is no view: `bowline run FILE --record-view` writes one beside the results",
                    _ if length < header => "its first line is cut: its run ended before there was anything to play",
                    _ => "it holds no moment: its run ended before there was one",
                };
                assert_eq!(why, expected, "{length}");
                assert!(length < header + block, "{length}");
            }
        }
    }
}

#[test]
fn a_damaged_view_is_refused_in_words() {
    let view = recorded(&looking_text(QUARTER, 4), 1.0);
    let end = view.iter().position(|byte| *byte == b'\n').unwrap();
    let header = str::from_utf8(&view[..end]).unwrap();
    let damaged = |from: &str, to: &str| {
        assert!(header.contains(from), "{from} in {header}");
        let view = [header.replacen(from, to, 1).as_bytes(), &view[end..]].concat();
        open("damaged.view", &view).expect_err(to)
    };
    let line = |from: &str, to: &str, why: &str| {
        let said = damaged(from, to);
        assert!(said.starts_with(&format!("its first line is damaged: {why}")), "{said}");
    };
    assert_eq!(
        damaged("\"version\":2", "\"version\":3"),
        "it is a view of version 3; this program plays versions 1 to 2"
    );
    line("\"scene\":", "\"scenery\":", "unknown field `scenery`");
    line("\"up\":\"-z\"", "\"up\":\"sideways\"", "`sideways` is no direction of a scene");
    line("\"sphere\"", "\"shpere\"", "shape 1 is a `shpere`, which is not known");
    line("\"centre\":", "\"center\":", "shape 1 (sphere) has no attribute `center`");
    line("\"centre\":", "\"from\":", "shape 1 (sphere) has no `centre`, which it needs");
    line("\"moment\":[0,3]", "\"moment\":[0,4]", "`centre` of shape 1 (sphere) is bound to `moment[0:4]`: 4 numbers");
    line("\"moment\":[0,3]", "\"moment\":[4000000000,3]", "`centre` of shape 1 (sphere) follows `moment[4000000000:");
    line("\"object\":0", "\"object\":3", "shape 1 (sphere) is of object 3, but there are 3");
    line("\"object\":0", "\"object\":-1", "invalid value");
    line(
        "\"columns\":[{\"numbers\":[3.0]}]",
        "\"columns\":[{\"numbers\":[0]}]",
        "`columns` of shape 14 (surface) is 0",
    );
    line("\"numbers\":[0.1]", "\"numbers\":[1e999]", "number out of range");
    line("\"numbers\":[0.1]", "\"numbers\":[-1]", "`radius` of shape 3 (cylinder) is -1, but must be 0 or more");
    line("\"text\":\"so high\"", "\"material\":\"#12\"", "shape 11 (text) does not say the words");

    let times = |times: [f64; 2]| {
        let width = (view.len() - end - 1) / 3 / 8;
        let blocks = times.map(|time| [time.to_le_bytes().to_vec(), vec![0; 8 * (width - 1)]].concat());
        open("times.view", &[&view[..=end], &blocks.concat()].concat()).map(|replay| replay.times().to_vec())
    };
    assert_eq!(times([0.0, 1.0]), Ok(vec![0.0, 1.0]));
    assert_eq!(times([1.0, 1.0]), Err("moment 2 has the time 1, behind 1".to_owned()));
    assert_eq!(times([f64::NEG_INFINITY, 1.0]), Err("moment 1 has the time -inf".to_owned()));
    assert_eq!(times([0.0, f64::INFINITY]), Err("moment 2 has the time inf, behind 0".to_owned()));
}

/// Its output is not a number from 0.5 s on, and nobody needs it.
#[test]
fn moments_that_cannot_be_evaluated_are_left_out() {
    let text = scenario(&[r#"Delivering D From="0.5""#], "", r#"D.X="0""#, r#"TOutput="0:0.25:1" FileOutput="D.X""#);
    let model = load(&text);
    let mut view = ViewRecorder::new(Vec::new(), "", source(&text), &model).unwrap();
    let (mut run, mut table) = (Run::new(&model), Table::new(&model));
    let times = MomentTimes::with_rate(&model.settings().output_times, 10.0).unwrap();
    let outcome = view.run_to_end(&mut run, times, &mut table, &mut continues);
    assert_eq!((outcome.unwrap(), table.rows().len()), (Ending::Finished, 5));
    assert_eq!((view.count(), view.missed().count), (5, 6));
    assert!(view.missed().why.contains("`D.Out`"), "{}", view.missed().why);
}

/// A run that ends early leaves what was to be seen by then.
#[test]
fn a_view_of_a_stopped_or_failed_run_holds_what_was_computed() {
    let text = oscillating();
    let model = load(&text);
    let mut bytes = Vec::new();
    let mut view = ViewRecorder::new(&mut bytes, "", source(&text), &model).unwrap();
    let mut run = Run::new(&model);
    let mut observe = |time| if time > 1.0 { std::ops::ControlFlow::Break(()) } else { continues(time) };
    let ending = view.run_to_end(&mut run, usual(&model), &mut NoRecorder, &mut observe).unwrap();
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(open("stopped.view", &bytes).unwrap().times().last(), Some(&run.time()));

    let text = scenario(&[r#"Failing F Above="0.5" Way="Fatal""#], "", r#"F.X="0""#, r#"TOutput="0,1" HMax="0.01""#);
    let model = load(&text);
    let mut bytes = Vec::new();
    let mut view = ViewRecorder::new(&mut bytes, "", source(&text), &model).unwrap();
    view.run_to_end(&mut Run::new(&model), usual(&model), &mut NoRecorder, &mut continues).unwrap_err();
    let last = *open("failed.view", &bytes).unwrap().times().last().unwrap();
    assert!((0.48..=0.5).contains(&last), "{last}");
}

struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_view_that_finds_no_room_ends_the_run() {
    let text = oscillating();
    let model = load(&text);
    let mut view = ViewRecorder::new(Full(2000), "", source(&text), &model).unwrap();
    let error = view.run_to_end(&mut Run::new(&model), usual(&model), &mut NoRecorder, &mut continues).unwrap_err();
    assert!(matches!(error, RunError::View(..)), "{error}");
    assert!(error.to_string().starts_with("the view at t = ") && view.count() > 0, "{error}");
    assert!(ViewRecorder::new(Full(5), "", source(&text), &model).is_err());
}

#[test]
fn a_model_without_shapes_has_a_view_of_times_alone() {
    let text = stiff_model("");
    let mut replay = open("shapeless.view", &recorded(&text, 1.0)).unwrap();
    assert!(replay.scene().is_empty() && replay.times().len() > 2);
    let mut moment = vec![1.0];
    replay.moment_at(0.5, &mut moment).unwrap();
    assert!(moment.is_empty());
}

#[test]
fn moments_are_kept_as_often_as_one_sees_or_as_asked() {
    let times = |text: &str| text.parse::<OutputTimes>().unwrap();
    let usual = |text: &str| MomentTimes::usual(&times(text)).collect::<Vec<_>>();
    let (short, middle, long) = (usual("1:1:2"), usual("0:1:20"), usual("0:1:5000"));
    assert_eq!((short.len(), short[0], short[300]), (301, 1.0, 2.0));
    assert!((short[1] - short[0] - 1.0 / 300.0).abs() < 1e-12);
    assert_eq!((middle.len(), middle[30], middle[600]), (601, 1.0, 20.0));
    assert_eq!((long.len(), long[10_000]), (10_001, 5000.0));
    let asked = |rate| MomentTimes::with_rate(&times("-1:1:1"), rate).map(Iterator::collect::<Vec<_>>);
    assert_eq!(asked(1.5).unwrap(), [-1.0, -1.0 + 1.0 / 1.5, -1.0 + 2.0 / 1.5, 1.0]);
    assert_eq!(asked(1e-9).unwrap(), [-1.0, 1.0]);
    let why = asked(1e6).unwrap_err();
    assert_eq!(why, "1000000 moments a second are 2000000 in all: give fewer, so that there are at most 1000000");
}

/// The signals are read by nobody else: a recorder that needs them gets its own.
#[test]
fn rows_are_recorded_beside_a_view() {
    struct Counting(u32);
    impl Recorder for Counting {
        fn needs_signals(&self) -> bool {
            true
        }
        fn row(&mut self, _: f64, _: &Workspace) -> std::io::Result<()> {
            self.0 += 1;
            Ok(())
        }
    }
    let text = sampled_model("");
    let model = load_from(&sources(&text), LoadOptions::default()).unwrap();
    let mut view = ViewRecorder::new(std::io::sink(), "", source(&text), &model).unwrap();
    let mut counting = Counting(0);
    view.run_to_end(&mut Run::new(&model), usual(&model), &mut counting, &mut continues).unwrap();
    assert_eq!((counting.0, view.count()), (31, 301));
}
