//! Where the time of a run goes.

use std::ops::ControlFlow;

use bowline_engine::{NoRecorder, Run, RunOptions};

use crate::laboratory::load;
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
