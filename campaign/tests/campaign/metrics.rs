//! Metrics of runs whose numbers are known.

use std::ops::ControlFlow;

use bowline_campaign::metric::MetricRecorder;
use bowline_campaign::{Campaign, Definition, Variation, sources};
use bowline_engine::{Catalog, Run, SavedState, Source};

/// A mass of 1 kg that is pushed with 2 N from rest: its speed is 2 t, and its place t^2. Rows are 0.1 s apart.
const PUSHED: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="2,0,0"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:5" IntegratorMethod="RK4" stepsize="0.05"/></INTEGRATION>
</Contents>"#;

fn definition(metrics: &[&str]) -> Definition {
    Definition {
        vary: vec![Variation::parse("B.Mass=1,2").unwrap()],
        metric: metrics.iter().map(|&metric| metric.to_owned()).collect(),
        ..Definition::default()
    }
}

/// What is read for it, and done with it.
fn with<T>(definition: &Definition, state: Option<Source>, then: impl FnOnce(&Campaign<'_>) -> T) -> T {
    let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
    let sources = sources(definition, Source::new("pushed.xml", PUSHED), state);
    then(&Campaign::read(definition, &sources, &catalog).unwrap())
}

/// The metrics of the first case, by name.
fn of_first_case(metrics: &[&str]) -> Vec<(String, Option<f64>)> {
    with(&definition(metrics), None, |campaign| {
        let loaded = campaign.load(1).unwrap();
        let mut recorder = MetricRecorder::new(&loaded.metrics);
        Run::new(&loaded.model).to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
        loaded.metrics.iter().map(|metric| metric.name.clone()).zip(recorder.values()).collect()
    })
}

#[test]
fn a_metric_of_a_window_is_of_its_times_only() {
    for (metric, expected) in [
        ("initial:B.Vel[0]@1..3", 2.0),
        ("final:B.Vel[0]@1..3", 6.0),
        // Rows at 1.3 and 2.4 s are the first and the last ones.
        ("initial:B.Vel[0]@1.21..2.45", 2.6),
        ("final:B.Vel[0]@1.21..2.45", 4.8),
        ("max:B.Pos[0]@..2", 4.0),
        ("min:B.Pos[0]@2..", 4.0),
        ("time-of-min:B.Pos[0]@2..", 2.0),
        // Of a line, up to the ends of the window.
        ("mean:B.Vel[0]@1.21..2.45", 3.66),
        ("percentile(95):B.Vel[0]@1..3", 5.8),
        ("percentile(25):B.Vel[0]@1.21..2.45", 2.0 * (1.21 + 0.25 * 1.24)),
        ("rising(5):B.Vel[0]@1..3", 2.5),
        // The trapezoidal rule adds h^2/6 to the mean of the square of t, and to its variance.
        ("rms:B.Vel[0]@1..3", 2.0 * (13.0 / 3.0 + 0.01_f64 / 6.0).sqrt()),
        ("std:B.Vel[0]@1..3", 2.0 * (1.0 / 3.0 + 0.01_f64 / 6.0).sqrt()),
        ("std:B.Vel[0]", 2.0 * (25.0 / 12.0 + 0.01_f64 / 6.0).sqrt()),
    ] {
        let found = of_first_case(&[metric]);
        assert_eq!(found[0].0, metric);
        let value = found[0].1.unwrap();
        assert!((value - expected).abs() < 1e-12, "{metric}: {value}, not {expected}");
    }
    assert_eq!(of_first_case(&["rising(5):B.Vel[0]@1..2"])[0].1, None);
}

#[test]
fn columns_are_called_as_they_are_asked_for() {
    let found = of_first_case(&["final:B.Vel[0:2]@1e0..2.50", "fast=percentile(99.0):B.Vel[0] [km/h]@2.."]);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["final:B.Vel[0]@1..2.5", "final:B.Vel[1]@1..2.5", "fast"]);
    // 4 m/s and 99 % of 6 m/s more.
    assert!((found[2].1.unwrap() - 3.6 * 9.94).abs() < 1e-10, "{found:?}");
}

#[test]
fn a_window_without_anything_of_the_run_is_refused() {
    let refusal = |definition: &Definition| {
        with(definition, None, |campaign| {
            let loaded = campaign.load(1).unwrap();
            campaign.check_windows(&loaded.model).err().map(|refusal| refusal.to_string())
        })
    };
    for (metric, is_refused) in [
        ("max:B.Pos[0]@5..", false),
        ("max:B.Pos[0]@5.001..", true),
        ("max:B.Pos[0]@..-0.1", true),
        ("max:B.Pos[0]@..0", false),
        ("max:B.Pos[0]@4..1e9", false),
        ("max:B.Pos[0]@600..700", true),
    ] {
        let expected = format!("`{metric}`: nothing of the run lies in its window: the run is from 0 s to 5 s");
        assert_eq!(refusal(&definition(&[metric])), is_refused.then_some(expected), "{metric}");
    }
    // It is of the run as it is asked for.
    let longer = Definition { until: Some(700.0), ..definition(&["max:B.Pos[0]@600.."]) };
    assert_eq!(refusal(&longer), None);
}

/// One run ends before the window begins: it has no such number.
#[test]
fn where_times_vary_a_run_may_have_nothing_in_a_window() {
    let mut definition = definition(&["final:B.Vel[0]@3.."]);
    definition.vary = vec![Variation::parse("Engine:TOutput=(0:0.1:2),(0:0.1:4)").unwrap()];
    with(&definition, None, |campaign| {
        for (case, expected) in [(1, None), (2, Some(8.0))] {
            let loaded = campaign.load(case).unwrap();
            assert!(campaign.check_windows(&loaded.model).is_ok());
            let mut recorder = MetricRecorder::new(&loaded.metrics);
            Run::new(&loaded.model).to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
            let found = recorder.values()[0];
            assert_eq!(found.map(|value| (value * 1e9).round() / 1e9), expected);
        }
    });
}

/// At 2 s it is at 4 m and has 4 m/s; half of the acceleration is left to the mass of 2 kg.
#[test]
fn cases_begin_in_a_saved_state_with_parameters_of_their_own() {
    let mut definition = Definition { until: Some(2.0), ..definition(&[]) };
    let state = with(&definition, None, |campaign| {
        let loaded = campaign.load(1).unwrap();
        let mut run = Run::new(&loaded.model);
        run.to_end(&mut MetricRecorder::new(&loaded.metrics), &mut |_| ControlFlow::Continue(())).unwrap();
        SavedState::new("tests", &loaded.model, &run.state()).to_json().unwrap()
    });
    definition.until = None;
    definition.metric = ["initial:B.Pos[0]", "final:B.Pos[0]", "final:B.Vel[0]@..3"].map(str::to_owned).to_vec();
    with(&definition, Some(Source::new("state.json", state)), |campaign| {
        for (case, expected) in [(1, [4.0, 25.0, 6.0]), (2, [4.0, 4.0 + 12.0 + 4.5, 5.0])] {
            let loaded = campaign.load(case).unwrap();
            let mut recorder = MetricRecorder::new(&loaded.metrics);
            Run::new(&loaded.model).to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
            for (value, expected) in recorder.values().into_iter().zip(expected) {
                assert!((value.unwrap() - expected).abs() < 1e-12, "case {case}: {value:?}, not {expected}");
            }
        }
    });
}
