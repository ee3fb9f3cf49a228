//! SimObjects that keep results in themselves: each run has its own.

use std::thread;

use bowline_engine::{Model, Run};

use crate::laboratory::{Row, load, run, scenario};

/// Many, each wide, beside as many that are re-entrant: worth several threads.
fn model(threads: usize) -> Model {
    let objects: Vec<String> = (0..120)
        .map(|i| match i % 2 {
            0 => format!(r#"Keeping K{i} Width="500""#),
            _ => format!(r#"base:Math/LowPass L{i} PortWidth="500" TimeConstant="1""#),
        })
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let connections: String = (0..60).map(|i| format!(r#"L{}.In="K{}.Energy" "#, 2 * i + 1, 2 * i)).collect();
    let engine = format!(
        r#"TOutput="0:0.5:1" RelTol="1e-8" AbsTol="1e-8" NumCores="{threads}"
           FileOutput="object.K0:X, object.K118:Energy, object.L119:Out""#
    );
    load(&scenario(&objects, &connections, "", &engine))
}

fn last(rows: &[Row]) -> (f64, &[f64]) {
    rows.last().map(|(time, values)| (*time, values.as_slice())).unwrap()
}

#[test]
fn what_is_kept_belongs_to_one_run() {
    let model = model(1);
    let (alone, x) = run(&model);
    let (time, values) = last(&alone);
    // x'' = -x from x = 1, x' = 0; its energy stays 1/2; the filter had settled on it.
    assert_eq!(time, 1.0);
    assert!((values[0] - 1.0_f64.cos()).abs() < 1e-8, "{}", values[0]);
    assert!((values[500] - 0.5).abs() < 1e-8 && (values[1000] - 0.5).abs() < 1e-8);
    let together: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| run(&model))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for (rows, others) in together {
        assert!(rows == alone && others == x, "the same bits beside other runs");
    }
}

#[test]
#[should_panic(expected = "the workspace is that of another model")]
fn a_workspace_serves_only_its_own_model() {
    let engine = r#"TOutput="0, 1""#;
    let one = load(&scenario(&["Keeping A"], "", "", engine));
    let other =
        load(&scenario(&["base:Math/LowPass A PortWidth=\"2\" TimeConstant=\"1\""], "A.In=\"1,1\"", "", engine));
    let _ = one.evaluate(&mut other.workspace(), 0.0, &mut [0.0; 2]);
}

#[test]
fn one_thread_at_a_time_calculates_with_them() {
    let (alone, x) = run(&model(1));
    for threads in [2, 3] {
        let shared = model(threads);
        assert_eq!(Run::new(&shared).statistics().threads, threads, "the model is large enough");
        let (rows, others) = run(&shared);
        assert!(rows == alone && others == x, "{threads} threads");
    }
}
