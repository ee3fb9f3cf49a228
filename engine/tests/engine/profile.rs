//! Where the time of a run goes.

use std::ops::ControlFlow;

use bowline_engine::{NoRecorder, Run, RunOptions, Table};

use crate::laboratory::{load, scenario};
use crate::models::Net;

#[test]
fn a_profile_counts_evaluations_and_changes_no_bit() {
    for method in ["DormandPrince", "BDF", "auto"] {
        let engine = format!(r#"TOutput="0, 0.05" IntegratorMethod="{method}" LogStates="0""#);
        let model = load(&Net::chain(30).scenario(&engine));
        let finish = |mut run: Run| {
            run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
            (run.x().to_vec(), run.statistics().evaluations, run.profile())
        };
        let (x, evaluations, none) = finish(Run::new(&model));
        assert_eq!(none, None);
        let (timed_x, timed_evaluations, profile) =
            finish(Run::with(&model, RunOptions { profile: true, ..RunOptions::default() }));
        let profile = profile.unwrap();
        assert_eq!((x, evaluations), (timed_x, timed_evaluations), "{method}");
        assert_eq!(profile.evaluations, evaluations, "{method}");
        assert_eq!(profile.timed, evaluations.div_ceil(32), "{method}");

        let mut names: Vec<_> = profile.types.iter().map(|of_type| (of_type.name.as_str(), of_type.objects)).collect();
        names.sort_unstable();
        assert_eq!(names, [("FhsimTutorialLibrary:Body/Mass", 30), ("mechanics:Cable/DampedSpring", 30)]);
        let total: f64 = profile.types.iter().map(|of_type| of_type.share).sum();
        assert!((total - 1.0).abs() < 1e-12 && profile.evaluations_s > 0.0, "{profile:?}");
    }
}

/// A hundred delays of a thousand numbers, and one of one number, at 2000 ticks:
/// the profile times ticks only, and names the slowest type.
#[test]
fn a_profile_tells_of_ticks_and_changes_no_bit() {
    let objects: Vec<String> = (0..100)
        .map(|i| format!(r#"base:Signal/UnitDelay D{i} PortWidth="1000""#))
        .chain(["base:Signal/Gain G Gain=\"0.5\"".to_owned(), "base:Signal/UnitDelay Last".to_owned()])
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let ring: String = (0..100).map(|i| format!(r#"D{}.In="D{i}.Out" "#, (i + 1) % 100)).collect();
    let connections = format!(r#"{ring} G.In="D0.Out[0]" Last.In="G.Out""#);
    let engine = r#"TOutput="0, 2" SampleTime="0.001" FileOutput="object.Last:Out""#;
    let model = load(&scenario(&objects, &connections, "", engine));
    let finish = |options: RunOptions| {
        let (mut run, mut table) = (Run::with(&model, options), Table::new(&model));
        run.to_end(&mut table, &mut |_| ControlFlow::Continue(())).unwrap();
        (table.rows().to_vec(), run.statistics().ticks, run.profile())
    };
    // Guards around loaded libraries take more time than the libraries.
    let plain = RunOptions { guard: false, ..RunOptions::default() };
    let (rows, ticks, _) = finish(plain);
    let (timed_rows, timed_ticks, profile) = finish(RunOptions { profile: true, ..plain });
    let profile = profile.unwrap();
    assert!(rows == timed_rows && (ticks, timed_ticks) == (2001, 2001));
    assert!(profile.types.is_empty() && profile.evaluations_s == 0.0, "{profile:?}");
    let of_ticks = &profile.ticks;
    // One pass in 32 of some 2000 of each list.
    assert!((30..300).contains(&of_ticks.timed) && of_ticks.ticks_s > 0.0, "{profile:?}");
    assert_eq!((of_ticks.types[0].name.as_str(), of_ticks.types[0].objects), ("fhsim_base:Signal/UnitDelay", 101));
    assert!(of_ticks.types[0].share > 0.9, "{profile:?}");
    let total: f64 = of_ticks.types.iter().map(|of_type| of_type.share).sum();
    assert!((total - 1.0).abs() < 1e-12, "{profile:?}");
}
