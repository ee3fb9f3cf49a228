//! Several threads: the same bits, and the same errors, as with one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use bowline_engine::Run;
use bowline_engine::integration::{ImplicitMethod, tableau};

use crate::laboratory::{Row, load, run, scenario, statistics, try_run};
use crate::models::{self, Net};

fn chain(masses: usize, engine: &str) -> (Vec<Row>, Vec<f64>, usize) {
    let model = load(&Net::chain(masses).scenario(engine));
    let (rows, x) = run(&model);
    (rows, x, statistics(&model).threads)
}

#[test]
fn the_same_bits_for_any_number_of_threads_and_on_repetition() {
    let explicit = tableau::ALL.map(|tableau| (tableau.name, tableau.error.is_none()));
    let implicit = ImplicitMethod::ALL.map(|method| (method.name(), false));
    for (number, (method, is_fixed)) in explicit.into_iter().chain(implicit).enumerate() {
        // Norms are calculated in parts: with the first method by both.
        for norm in if number == 0 { &["max", "rms"][..] } else { &["rms"] } {
            let size = if is_fixed { r#"stepsize="0.001""# } else { "" };
            let engine = format!(r#"TOutput="0:0.002:0.004" IntegratorMethod="{method}" ErrorNorm="{norm}" {size}"#);
            let with =
                |threads: usize| chain(3000, &format!(r#"{engine} NumCores="{threads}" FileOutput="objects:all""#));
            let (rows, x, threads) = with(1);
            assert_eq!(threads, 1);
            for threads in [2, 3, 2] {
                let (others, other_x, used) = with(threads);
                assert_eq!(used, threads, "the model is large enough");
                assert!(x == other_x && rows == others, "{method}, {norm}, {threads} threads");
            }
        }
    }
}

/// A ring of 4000, x' = (left - 2 x + right)/4, that begins with 1, 0, -1, 0, ...: all fade with exp(-t/2). Every third
/// reads the same by a formula that is no sum. Its own parts are cut within calls.
#[test]
fn sums_and_formulas_are_put_together_in_parts() {
    let text = |threads: usize| {
        let engine = format!(r#"TOutput="0, 1" stepsize="0.01" IntegratorMethod="RK4" NumCores="{threads}""#);
        let sum = "0.25*I${mod(i + 3999, 4000)}.Out - 0.5*I${i}.Out + 0.25*I${mod(i + 1, 4000)}.Out";
        let formula = "(I${mod(i + 3999, 4000)}.Out + I${mod(i + 1, 4000)}.Out)/4 - I${i}.Out/2";
        format!(
            r#"<Contents><OBJECTS><Repeat Index="i" From="0" To="3999">
              <Lib LibName="base" SimObject="Math/Integrator" Name="I${{i}}"/></Repeat></OBJECTS>
            <INTERCONNECTIONS><Repeat Index="i" From="0" To="3999">
              <Repeat If="mod(i, 3) == 0"><Connection To="I${{i}}.In" From="{formula}"/></Repeat>
              <Repeat If="mod(i, 3) != 0"><Connection To="I${{i}}.In" From="{sum}"/></Repeat></Repeat></INTERCONNECTIONS>
            <INITIALIZATION><Repeat Index="i" From="0" To="3999"><InitialCondition To="I${{i}}.Integral"
              Value="if(mod(i, 2) == 0, 1 - mod(i, 4), 0)"/></Repeat></INITIALIZATION>
            <INTEGRATION><Engine {engine}/></INTEGRATION></Contents>"#
        )
    };
    let with = |threads: usize| {
        let model = load(&text(threads));
        (run(&model).1, statistics(&model).threads)
    };
    let (x, _) = with(1);
    for (at, x) in x.iter().enumerate() {
        let expected = [1.0, 0.0, -1.0, 0.0][at % 4] * (-0.5_f64).exp();
        assert!((x - expected).abs() <= 1e-9, "{at}: {x} {expected}");
    }
    for threads in [2, 3] {
        let (others, used) = with(threads);
        assert_eq!(used, threads, "the model is large enough");
        assert!(x == others, "{threads} threads");
    }
}

/// Ticks and events too, beside a model that is large enough for threads.
#[test]
fn the_same_bits_of_sampled_and_switched_parts() {
    let objects = [
        r#""base" SimObject="Src/Noise" Name="N" SampleTime="0.001" StandardDeviation="100""#,
        r#""base" SimObject="Math/DiscretePID" Name="C" SampleTime="0.0013" Kp="20" Ki="30""#,
        r#""base" SimObject="Math/Integrator" Name="I" Upper="0.0001""#,
        r#""base" SimObject="Signal/Relay" Name="R" SwitchOn="0.01" SwitchOff="-0.01""#,
        r#""mechanics" SimObject="Body/BouncingBall" Name="Ball" Restitution="0.9""#,
    ];
    let objects: String = objects.iter().map(|object| format!("<Lib LibName={object}/>\n")).collect();
    let connections =
        r#"<Connection C.Reference="N.Out" C.Measured="I.Out" I.In="C.Out" R.In="C.Out" Ball.Force="I.Out"/>"#;
    for method in ["DormandPrince", "BDF"] {
        let with = |threads: usize| {
            let engine = format!(
                r#"TOutput="0:0.002:0.004" IntegratorMethod="{method}" NumCores="{threads}" FileOutput="objects:all""#
            );
            let text = Net::chain(3000)
                .scenario(&engine)
                .replace("</OBJECTS>", &format!("{objects}</OBJECTS>"))
                .replace("</INTERCONNECTIONS>", &format!("{connections}</INTERCONNECTIONS>"))
                .replace("</INITIALIZATION>", r#"<InitialCondition Ball.Pos="1e-5" Ball.Vel="0"/></INITIALIZATION>"#);
            let model = load(&text);
            let cost = statistics(&model);
            assert_eq!(cost.threads, threads, "the model is large enough");
            assert!(cost.state_events > 0 && cost.ticks >= 7, "{cost:?}");
            run(&model)
        };
        let alone = with(1);
        for threads in [2, 3] {
            assert!(with(threads) == alone, "{method}, {threads} threads");
        }
    }
}

/// Where workers get a processor late, or never: beside threads that do not
/// rest, and with more threads than there are processors.
#[test]
fn the_same_bits_on_a_busy_machine() {
    let engine = r#"TOutput="0:0.002:0.02" FileOutput="objects:all""#;
    let with = |threads: usize| chain(1500, &format!(r#"{engine} NumCores="{threads}""#));
    let (rows, x, _) = with(1);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let _ends = Ending(&is_over);
        for _ in 0..3 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for threads in [2, 3, 8] {
            let (others, other_x, used) = with(threads);
            assert_eq!(used, threads);
            assert!(x == other_x && rows == others, "{threads} threads");
        }
        // Several at once, each with threads of its own.
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| with(2))).collect();
        for run in runs {
            let (others, other_x, _) = run.join().unwrap();
            assert!(x == other_x && rows == others);
        }
    });
}

/// Of a small model too, whose evaluations are not worth several.
#[test]
fn wide_rows_have_as_many_threads_as_are_asked_for() {
    let threads = |columns: usize, asked: usize| {
        let engine = format!(r#"TOutput="0:0.01:0.1" NumCores="{asked}""#);
        statistics(&load(&models::wide(columns, &engine))).threads
    };
    assert_eq!([threads(3000, 1), threads(3000, 2), threads(3000, 3)], [1, 2, 3]);
    assert_eq!(threads(200, 2), 1);
    // Those of a further result too.
    let further = models::wide(3000, r#"TOutput="0:0.01:0.1" NumCores="2""#)
        .replace("object.U:all, ", "")
        .replace("</INTEGRATION>", r#"<Output Name="wide" FileOutput="object.U:all"/></INTEGRATION>"#);
    assert_eq!(statistics(&load(&further)).threads, 2);
}

/// Says that it is over when it is dropped, also where a test fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A number that is not finite is found in whichever piece of the check it lies.
#[test]
fn the_same_number_that_is_not_finite_is_told() {
    let told = |mass: usize, threads: usize| {
        let text = Net::chain(1500).scenario(&format!(r#"TOutput="0, 0.01" NumCores="{threads}""#));
        // So far away that the square of a distance is infinite.
        let position = format!(r#"M{mass}.Pos="{},0,0""#, mass + 1);
        assert!(text.contains(&position));
        let model = load(&text.replace(&position, &format!(r#"M{mass}.Pos="1e200,0,0""#)));
        assert_eq!(Run::new(&model).statistics().threads, threads);
        try_run(&model).2.map_err(|error| error.to_string())
    };
    for mass in [1, 700, 1499] {
        let alone = told(mass, 1);
        for threads in [2, 3] {
            assert_eq!(told(mass, threads), alone, "mass {mass}, {threads} threads");
        }
        let message = alone.unwrap_err();
        assert!(message.contains(&format!("S{mass}.Force")), "{message}");
    }
}

#[test]
fn small_models_stay_on_one_thread() {
    assert_eq!(chain(50, r#"TOutput="0, 0.01" NumCores="2""#).2, 1);
}

/// Calculations of a type that is not re-entrant run on one thread when all others of the level are done. The last ones
/// in the file are re-entrant, so that some wait for those that are not.
#[test]
fn what_is_not_reentrant_calculates_while_no_other_does() {
    let objects: Vec<String> = (0..24)
        .map(|i| format!(r#"{} T{i} Width="10000""#, if i % 2 == 0 { "TurnsAlone" } else { "TurnsTogether" }))
        .collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = r#"TOutput="0, 1" IntegratorMethod="RK4" stepsize="0.005" NumCores="3" FileOutput="object.T0:states""#;
    let model = load(&scenario(&objects, "", "", engine));
    assert_eq!(Run::new(&model).statistics().threads, 3);
    let (rows, _) = run(&model);
    assert!(rows.iter().all(|(_, values)| values.iter().all(|value| *value == 0.0)), "{:?}", rows.last());
}

/// Of many that fail, the first in the file is told, as with one thread.
#[test]
fn the_same_failure_is_told() {
    let objects: Vec<String> =
        (0..25_000).map(|i| format!("Failing F{i} Way=\"Fatal\" Above=\"{}\"", 1 + i % 2)).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let initial: String = (0..25_000).map(|i| format!("F{i}.X=\"{}\" ", if i < 20 { -1.0 } else { 0.0 })).collect();
    let message = |threads: usize| {
        let model = load(&scenario(&objects, "", &initial, &format!(r#"TOutput="0, 2" NumCores="{threads}""#)));
        assert_eq!(Run::new(&model).statistics().threads, threads);
        try_run(&model).2.unwrap_err().to_string()
    };
    let alone = message(1);
    assert!(alone.starts_with("`F20` (Failing of laboratory)"), "{alone}");
    assert_eq!(message(3), alone);
}

/// Which failure counts is decided by the order of the batches, not by who
/// meets one first: a recoverable one is tried again, whatever else failed.
#[test]
fn of_a_recoverable_failure_and_a_fatal_one_the_same_counts() {
    let never = r#"Width="20000" Way="Never""#;
    let [first, second] = ["A", "B"].map(|name| format!("Draining {name} {never}"));
    let recoverable = r#"Draining R Width="20000" Way="Recoverable""#;
    let fatal = r#"DrainingAlone F Width="20000" Way="Fatal""#;
    let orders = [[first.as_str(), &second, recoverable, fatal], [fatal, &first, &second, recoverable]];
    let outcomes = orders.map(|objects| {
        let outcome = |threads: usize| {
            let engine = format!(r#"TOutput="0, 0.1" HFirst="0.05" NumCores="{threads}""#);
            let model = load(&scenario(&objects, "", "", &engine));
            assert_eq!(Run::new(&model).statistics().threads, threads);
            let (_, x, outcome) = try_run(&model);
            (x, outcome.map_err(|error| error.to_string()))
        };
        let alone = outcome(1);
        for threads in [2, 3] {
            assert!(outcome(threads) == alone, "{threads} threads: {:?}, alone: {:?}", outcome(threads).1, alone.1);
        }
        alone.1
    });
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "each counts once: {outcomes:?}");
}
