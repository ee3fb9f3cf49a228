//! Whatever a program calls, in whatever order, with whatever handles, from many threads: it gets an error or what it asked
//! for, and what it asked for is right.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bowline::*;

const SCENARIO: &CStr = c"<Contents>
  <OBJECTS>
    <Lib LibName='FhsimTutorialLibrary' SimObject='Body/Mass' Name='B' Mass='2' g='0'/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force='0,0,0'/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos='0,0,0' B.Vel='1,0,0'/></INITIALIZATION>
  <INTEGRATION><Engine TOutput='0:0.5:3' FileOutput='B.Pos'/></INTEGRATION>
</Contents>";

/// Numbers that look random, the same on each machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The message of an error that has to be there, and its status.
fn told(error: *mut BowlineError) -> (BowlineStatus, String) {
    assert!(!error.is_null(), "there is no error");
    // SAFETY: it is an error that a call gave; it is freed once.
    unsafe {
        let message = CStr::from_ptr(bowline_error_message(error)).to_str().unwrap().to_owned();
        let json = CStr::from_ptr(bowline_error_json(error)).to_str().unwrap();
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(json["valid"], false, "{json}");
        let status = bowline_error_status(error);
        assert_eq!(bowline_error_free(error), BowlineStatus::Ok);
        (status, message)
    }
}

fn scenario() -> *mut BowlineScenario {
    let mut error = null_mut();
    // SAFETY: texts that end with a zero.
    let made = unsafe { bowline_scenario_from_text(c"pushed".as_ptr(), SCENARIO.as_ptr(), null(), &raw mut error) };
    assert!(error.is_null());
    made
}

fn model() -> *mut BowlineModel {
    let scenario = scenario();
    // SAFETY: handles that are there.
    unsafe {
        let model = bowline_model_load(scenario, null(), null_mut());
        bowline_scenario_free(scenario);
        assert!(!model.is_null());
        model
    }
}

fn probes(model: *const BowlineModel, names: &[&CStr]) -> *mut BowlineProbes {
    let names: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    // SAFETY: as above.
    unsafe { bowline_probes_new(model, names.as_ptr(), names.len(), null_mut()) }
}

fn inputs(model: *const BowlineModel, names: &[&CStr]) -> *mut BowlineInputs {
    let names: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    // SAFETY: as above.
    unsafe { bowline_inputs_new(model, names.as_ptr(), names.len(), null_mut()) }
}

/// Of every kind one that is there, one that is null, and those of the other kinds.
struct Handles(Vec<*mut u8>);

/// # Safety
/// All handles are there until all threads are done.
unsafe fn any_call(handles: &Handles, dice: &mut Dice, failed: &AtomicUsize) {
    let any = |dice: &mut Dice| handles.0[dice.below(handles.0.len())];
    let numbers = [0.0, f64::NAN, f64::INFINITY, -1.0, 0.1, 2.5, 3.0, 4.0, 1e-300];
    let mut room = [0.0; 8];
    let mut error = null_mut();
    let (a, b) = (any(dice), any(dice));
    let number = numbers[dice.below(numbers.len())];
    let width = [0, 1, 3, 3, 3, 6, 8][dice.below(7)];
    let given: Vec<f64> =
        (0..8).map(|_| if dice.below(4) > 0 { 0.0 } else { numbers[dice.below(numbers.len())] }).collect();
    let texts =
        [c"B.Pos", c"B.Force", c"B.Vel[1]", c"", c"nothing", c"B.Pos[7]", c"B.Mass=1", c"\xff\xfe", c"B.Pos [mm]"];
    let names: Vec<*const c_char> = (0..3)
        .map(|_| match dice.below(12) {
            0 => null(),
            _ => texts[dice.below(texts.len())].as_ptr(),
        })
        .collect();
    let text = names[0];
    let told_to = if dice.below(5) == 0 { null_mut() } else { &raw mut error };
    // SAFETY: the caller's promise; what is made here is freed here.
    let status = unsafe {
        match dice.below(22) {
            0 => bowline_run_set(a.cast(), b.cast(), given.as_ptr(), width, told_to),
            1 => bowline_run_get(a.cast(), b.cast(), room.as_mut_ptr(), width, told_to),
            2 => bowline_run_advance(a.cast(), number, told_to),
            3 => bowline_run_step(a.cast(), told_to),
            4 => bowline_run_to_end(a.cast(), told_to),
            5 => bowline_run_cancel(a.cast()),
            6 => {
                let made = bowline_run_snapshot(a.cast(), told_to);
                bowline_snapshot_free(made)
            }
            7 | 8 => bowline_run_restore(a.cast(), b.cast(), told_to),
            9 => {
                let _ = bowline_run_time(a.cast());
                let _ = bowline_snapshot_time(b.cast());
                BowlineStatus::Ok
            }
            10 => bowline_run_free(bowline_run_new(a.cast(), told_to)),
            11 => bowline_probes_free(bowline_probes_new(a.cast(), names.as_ptr(), dice.below(4), told_to)),
            12 => bowline_inputs_free(bowline_inputs_new(a.cast(), names.as_ptr(), dice.below(4), told_to)),
            13 => bowline_model_free(bowline_model_load(a.cast(), b.cast(), told_to)),
            14 => {
                for list in 0..5 {
                    let count = bowline_model_count(a.cast(), list);
                    let _ = bowline_model_name(a.cast(), list, count.wrapping_sub(dice.below(3)));
                    let _ = bowline_model_unit(a.cast(), list, dice.below(9));
                    let _ = bowline_model_width(a.cast(), list, dice.below(9));
                }
                let _ = (bowline_model_warnings(a.cast()), bowline_model_start(a.cast()), bowline_model_end(a.cast()));
                BowlineStatus::Ok
            }
            15 => {
                let mut cost = BowlineStatistics {
                    size: [0, 4, 16, size_of::<BowlineStatistics>()][dice.below(4)],
                    ..Default::default()
                };
                bowline_run_statistics(a.cast(), &raw mut cost, told_to)
            }
            16 => {
                // What it returns lives until another thread asks.
                let _ = bowline_run_state(a.cast(), told_to);
                let _ = bowline_run_record(b.cast(), null_mut());
                BowlineStatus::Ok
            }
            17 => {
                let made = bowline_scenario_from_text(text, SCENARIO.as_ptr(), null(), told_to);
                bowline_scenario_set(made, text, null_mut());
                bowline_scenario_set_end(made, number, null_mut());
                bowline_model_free(bowline_model_load(made, null(), null_mut()));
                bowline_scenario_free(made)
            }
            18 => bowline_libraries_add_file(a.cast(), c"/no/such/library.so".as_ptr(), told_to),
            19 => bowline_libraries_add_directory(a.cast(), text, told_to),
            20 => bowline_run_flush(a.cast(), told_to),
            _ => {
                let _ = (bowline_error_status(a.cast()), bowline_error_message(a.cast()), bowline_error_json(a.cast()));
                bowline_run_record_to_file(a.cast(), c"/no/such/folder/results.csv".as_ptr(), told_to)
            }
        }
    };
    assert_ne!(status, BowlineStatus::Defect);
    if !error.is_null() {
        let (status, message) = told(error);
        assert!(status != BowlineStatus::Ok && !message.is_empty());
        assert_ne!(status, BowlineStatus::Defect, "{message}");
        failed.fetch_add(1, Ordering::Relaxed);
    }
}

/// So many calls on each of so many threads, with the same handles.
const CALLS: usize = 30_000;
const THREADS: usize = 4;

struct Everywhere<'a>(&'a Handles);
// SAFETY: the functions check what is called at once.
unsafe impl Sync for Everywhere<'_> {}

#[test]
fn whatever_is_called_from_many_threads_is_answered() {
    let model = model();
    let mut all: Vec<*mut u8> = vec![null_mut()];
    // SAFETY: handles that are there; they are freed when all threads are done.
    let snapshot = unsafe {
        let run = bowline_run_new(model, null_mut());
        bowline_run_advance(run, 1.0, null_mut());
        let snapshot = bowline_run_snapshot(run, null_mut());
        for _ in 0..3 {
            all.push(bowline_run_new(model, null_mut()).cast());
        }
        all.push(run.cast());
        snapshot
    };
    // SAFETY: nothing is handed over.
    let libraries = unsafe { bowline_libraries_new(null_mut()) };
    let scenario = scenario();
    let (probes, inputs) = (probes(model, &[c"B.Pos"]), inputs(model, &[c"B.Force"]));
    all.extend([snapshot.cast(), scenario.cast(), libraries.cast(), model.cast(), probes.cast(), inputs.cast::<u8>()]);
    let runs = all[1..5].to_vec();
    let (handles, failed) = (Handles(all), AtomicUsize::new(0));
    let everywhere = Everywhere(&handles);
    thread::scope(|scope| {
        for seed in 0..THREADS {
            let (everywhere, failed) = (&everywhere, &failed);
            scope.spawn(move || {
                let mut dice = Dice(seed as u64 + 1);
                for _ in 0..CALLS {
                    // SAFETY: the handles are freed below.
                    unsafe { any_call(everywhere.0, &mut dice, failed) };
                }
            });
        }
    });
    let failed = failed.into_inner();
    assert!(failed > CALLS && failed < CALLS * THREADS, "{failed} of {}", CALLS * THREADS);

    // What the runs were through changes nothing where they begin again.
    for run in runs {
        let mut position = [f64::NAN; 3];
        // SAFETY: as above.
        unsafe {
            let run: *mut BowlineRun = run.cast();
            assert_eq!(bowline_run_restore(run, snapshot, null_mut()), BowlineStatus::Ok);
            assert_eq!(bowline_run_set(run, inputs, [4.0, 0.0, 0.0].as_ptr(), 3, null_mut()), BowlineStatus::Ok);
            while bowline_run_advance(run, 3.0, null_mut()) == BowlineStatus::Cancelled {}
            assert_eq!(bowline_run_get(run, probes, position.as_mut_ptr(), 3, null_mut()), BowlineStatus::Ok);
            assert_eq!(bowline_run_free(run), BowlineStatus::Ok);
        }
        // From 1 m on with 1 m/s, and 2 m/s^2 for 2 s.
        assert!((position[0] - 7.0).abs() < 1e-9, "{position:?}");
    }
    // SAFETY: as above.
    unsafe {
        assert_eq!(bowline_snapshot_free(snapshot), BowlineStatus::Ok);
        assert_eq!(bowline_scenario_free(scenario), BowlineStatus::Ok);
        assert_eq!(bowline_libraries_free(libraries), BowlineStatus::Ok);
        assert_eq!(bowline_probes_free(probes), BowlineStatus::Ok);
        assert_eq!(bowline_inputs_free(inputs), BowlineStatus::Ok);
        assert_eq!(bowline_model_free(model), BowlineStatus::Ok);
    }
}

#[test]
fn messages_say_what_is_wrong() {
    let model = model();
    let mut error = null_mut();
    let mut room = [0.0; 3];
    // SAFETY: handles that are there.
    unsafe {
        let run = bowline_run_new(model, null_mut());
        let (probes, inputs) = (probes(model, &[c"B.Pos"]), inputs(model, &[c"B.Force"]));

        bowline_run_advance(model.cast(), 1.0, &raw mut error);
        assert_eq!(
            told(error),
            (BowlineStatus::WrongHandle, "this is no run: the pointer is of something else".to_owned())
        );
        bowline_run_advance(null_mut(), 1.0, &raw mut error);
        assert_eq!(told(error), (BowlineStatus::WrongHandle, "the run is a null pointer".to_owned()));
        bowline_run_get(run, probes, room.as_mut_ptr(), 2, &raw mut error);
        assert_eq!(
            told(error),
            (BowlineStatus::WrongArgument, "there are 3 numbers, and room for 2 is given".to_owned())
        );
        bowline_run_set(run, inputs, [0.0, f64::NAN, 0.0].as_ptr(), 3, &raw mut error);
        let (status, message) = told(error);
        assert_eq!(status, BowlineStatus::WrongArgument);
        assert!(message.contains("the input `B.Force` is given NaN"), "{message}");
        assert_eq!(bowline_run_advance(run, 2.0, &raw mut error), BowlineStatus::Ok);
        assert!(error.is_null());
        bowline_run_advance(run, 1.0, &raw mut error);
        let (status, message) = told(error);
        assert_eq!(status, BowlineStatus::Refused);
        assert!(message.contains("cannot go back to 1 s: restore a snapshot"), "{message}");
        // A refused call leaves the run as it was.
        assert_eq!(bowline_run_advance(run, 3.0, null_mut()), BowlineStatus::Ok);
        bowline_probes_new(model, [c"B.Poz".as_ptr()].as_ptr(), 1, &raw mut error);
        let (status, message) = told(error);
        assert_eq!(status, BowlineStatus::WrongArgument);
        assert!(message.contains("B.Poz") || message.contains("`Poz`"), "{message}");
        assert!(message.contains("Pos"), "{message}");

        let wrong = CString::new(SCENARIO.to_str().unwrap().replace("Mass='2'", "Mass='-'")).unwrap();
        let scenario = bowline_scenario_from_text(c"wrong.xml".as_ptr(), wrong.as_ptr(), null(), null_mut());
        assert!(bowline_model_load(scenario, null(), &raw mut error).is_null());
        let (status, message) = told(error);
        assert_eq!(status, BowlineStatus::WrongScenario);
        assert!(message.contains("wrong.xml:3:") && message.contains("Mass"), "{message}");
        bowline_scenario_free(scenario);

        bowline_run_free(run);
        bowline_probes_free(probes);
        bowline_inputs_free(inputs);
        bowline_model_free(model);
    }
}

/// Inputs that are set together are set all or none.
#[test]
fn inputs_are_set_all_or_none() {
    let text = CString::new(
        SCENARIO
            .to_str()
            .unwrap()
            .replace(
                "</OBJECTS>",
                "<Lib LibName='FhsimTutorialLibrary' SimObject='Body/Mass' Name='C' Mass='2' g='0'/></OBJECTS>",
            )
            .replace("B.Force='0,0,0'", "B.Force='0,0,0' C.Force='0,0,0'")
            .replace("B.Vel='1,0,0'", "B.Vel='1,0,0' C.Pos='0,0,0' C.Vel='0,0,0'"),
    )
    .unwrap();
    let mut room = [0.0; 2];
    // SAFETY: handles that are there.
    unsafe {
        let scenario = bowline_scenario_from_text(c"two".as_ptr(), text.as_ptr(), null(), null_mut());
        let model = bowline_model_load(scenario, null(), null_mut());
        let (inputs, probes) = (inputs(model, &[c"B.Force", c"C.Force"]), probes(model, &[c"B.Vel[0]", c"C.Vel[0]"]));
        let run = bowline_run_new(model, null_mut());
        assert_eq!(bowline_inputs_width(inputs), 6);
        let wrong = [1.0, 0.0, 0.0, f64::INFINITY, 0.0, 0.0];
        assert_eq!(bowline_run_set(run, inputs, wrong.as_ptr(), 6, null_mut()), BowlineStatus::WrongArgument);
        bowline_run_advance(run, 1.0, null_mut());
        bowline_run_get(run, probes, room.as_mut_ptr(), 2, null_mut());
        assert_eq!(room, [1.0, 0.0]);
        let right = [2.0, 0.0, 0.0, -4.0, 0.0, 0.0];
        assert_eq!(bowline_run_set(run, inputs, right.as_ptr(), 6, null_mut()), BowlineStatus::Ok);
        bowline_run_advance(run, 2.0, null_mut());
        bowline_run_get(run, probes, room.as_mut_ptr(), 2, null_mut());
        assert!((room[0] - 2.0).abs() < 1e-9 && (room[1] + 2.0).abs() < 1e-9, "{room:?}");
        let record = CStr::from_ptr(bowline_run_record(run, null_mut())).to_str().unwrap();
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert_eq!(record["interventions"].as_array().unwrap().len(), 2, "{}", record["interventions"]);
        bowline_run_free(run);
        bowline_inputs_free(inputs);
        bowline_probes_free(probes);
        bowline_model_free(model);
        bowline_scenario_free(scenario);
    }
}

/// What a function of the program hears.
unsafe extern "C" fn hear(context: *mut std::ffi::c_void, level: BowlineLevel, message: *const c_char) {
    // SAFETY: the context is the list below, and the message ends with a zero.
    unsafe {
        let heard = &*context.cast::<std::sync::Mutex<Vec<(BowlineLevel, String)>>>();
        heard.lock().unwrap().push((level, CStr::from_ptr(message).to_str().unwrap().to_owned()));
    }
}

#[test]
fn a_function_hears_what_is_said_of_its_scenario_only() {
    let heard = std::sync::Mutex::new(Vec::<(BowlineLevel, String)>::new());
    let context = (&raw const heard).cast_mut().cast();
    // SAFETY: handles that are there; the list lives longer than they do.
    unsafe {
        let (quiet, told) = (scenario(), scenario());
        assert_eq!(bowline_scenario_log(told, 9, Some(hear), context, null_mut()), BowlineStatus::WrongArgument);
        let info = BowlineLevel::Info as u32;
        assert_eq!(bowline_scenario_log(told, info, Some(hear), context, null_mut()), BowlineStatus::Ok);
        bowline_model_free(bowline_model_load(quiet, null(), null_mut()));
        assert!(heard.lock().unwrap().is_empty());
        bowline_model_free(bowline_model_load(told, null(), null_mut()));
        let count = heard.lock().unwrap().len();
        assert!(
            heard.lock().unwrap().iter().any(|(level, text)| *level == BowlineLevel::Info && text.contains("scenario"))
        );
        assert_eq!(bowline_scenario_log(told, info, None, null_mut(), null_mut()), BowlineStatus::Ok);
        bowline_model_free(bowline_model_load(told, null(), null_mut()));
        assert_eq!(heard.lock().unwrap().len(), count);
        bowline_scenario_free(quiet);
        bowline_scenario_free(told);
    }
}

/// Ends the run at the third row.
unsafe extern "C" fn third(
    context: *mut std::ffi::c_void,
    time: f64,
    values: *const f64,
    count: usize,
) -> std::ffi::c_int {
    // SAFETY: the context is the list below, and there are so many values.
    unsafe {
        let rows = &mut *context.cast::<Vec<(f64, Vec<f64>)>>();
        rows.push((time, std::slice::from_raw_parts(values, count).to_vec()));
        std::ffi::c_int::from(rows.len() == 3)
    }
}

#[test]
fn a_function_gets_rows_and_may_end_the_run() {
    let (model, mut error) = (model(), null_mut());
    let mut rows: Vec<(f64, Vec<f64>)> = Vec::new();
    // SAFETY: handles that are there; the list lives longer than they do.
    unsafe {
        let run = bowline_run_new(model, null_mut());
        assert_eq!(bowline_run_record_to(run, None, null_mut(), null_mut()), BowlineStatus::WrongArgument);
        bowline_run_record_to(run, Some(third), (&raw mut rows).cast(), null_mut());
        assert_eq!(bowline_run_to_end(run, &raw mut error), BowlineStatus::RunFailed);
        let (_, message) = told(error);
        assert!(message.contains("returned 1"), "{message}");
        bowline_run_free(run);
        bowline_model_free(model);
    }
    let times: Vec<f64> = rows.iter().map(|(time, _)| *time).collect();
    assert_eq!(times, [0.0, 0.5, 1.0]);
    assert!(rows.iter().all(|(time, row)| (row[0] - time).abs() < 1e-12 && row[1..] == [0.0, 0.0]));
}

#[test]
fn a_cancelled_run_goes_on() {
    let model = model();
    // SAFETY: handles that are there.
    unsafe {
        let run = bowline_run_new(model, null_mut());
        for go in 0..3 {
            assert_eq!(bowline_run_cancel(run), BowlineStatus::Ok);
            let ended = match go {
                0 => bowline_run_advance(run, 1.0, null_mut()),
                1 => bowline_run_step(run, null_mut()),
                _ => bowline_run_to_end(run, null_mut()),
            };
            assert_eq!(ended, BowlineStatus::Cancelled);
        }
        assert!(bowline_run_time(run) < 1e-12);
        assert_eq!(bowline_run_to_end(run, null_mut()), BowlineStatus::Ok);
        assert!((bowline_run_time(run) - 3.0).abs() < 1e-12);
        bowline_run_free(run);
        bowline_model_free(model);
    }
}
