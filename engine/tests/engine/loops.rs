//! Loops: computations that need each other in the same instant.

use std::sync::{Arc, Mutex};

use bowline_engine::{NoRecorder, Run, SolvedLoop, Table};

use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, load, run, scenario, try_run};
use crate::save_points::ways;

/// Loops of many kinds: through a diode, through two numbers of one signal, one that only rows need; fed by states, by
/// what is held, by jumps and modes, and by five inputs; some feed each other. Each has one solution.
pub(crate) fn looping_model(engine: &str) -> String {
    let objects = [
        "base:Src/Table U Times=\"0, 0.5, 1.25, 2, 2.75\" Values=\"1; -1; 2; 0.5; 3\"",
        "Oscillator O",
        "base:Math/LowPass C TimeConstant=\"0.2\"",
        "base:Math/LowPass L TimeConstant=\"0.6\"",
        "base:Signal/Gain D Gain=\"1\"",
        "base:Signal/Gain Z Gain=\"0.5\"",
        "base:Signal/Gain V Gain=\"1\" PortWidth=\"2\"",
        "base:Signal/Gain R Gain=\"1\"",
        "base:Signal/UnitDelay H SampleTime=\"0.37\"",
        "base:Signal/Relay Q SwitchOn=\"0.9\" SwitchOff=\"0.2\"",
        "Delay A Period=\"0.3\"",
        "Through I",
        "Through J",
        "Through K",
        "Through M",
        "Through N",
    ];
    let connections = r#"
        D.In="0.5*U.Out + I.Out - C.Out + 0.1*H.Out - 0.01*(exp(D.Out/0.1) - 1)"
        Z.In="O.P[0] + 0.1*J.Out - Z.Out^3 + 0.2*D.Out"
        V.In="0.3*V.Out[1] + 0.2*Z.Out + K.Out, 0.5*sin(V.Out[0]) + C.Out"
        R.In="0.9*sin(R.Out) + O.P[1] + M.Out + 0.3*H.Out"
        C.In="D.Out - 0.3*Q.Out" L.In="V.Out[0] + 0.1*V.Out[1] + 0.1*N.Out" H.In="D.Out" Q.In="D.Out + Z.Out"
        A.In="V.Out[1]" I.In="0.1" J.In="0.2" K.In="-0.1" M.In="0.3" N.In="0""#;
    let engine = format!(r#"TOutput="0:0.1:3" FileOutput="objects:all" {engine}"#);
    scenario(&objects, connections, r#"O.P="1,0.3" C.Out="0.1" L.Out="0" A.Y="0.5""#, &engine)
}

#[test]
fn the_equations_of_all_loops_hold_in_every_row() {
    for way in ways() {
        let model = load(&looping_model(way));
        let mut table = Table::new(&model);
        Run::new(&model).to_end(&mut table, &mut continues).unwrap_or_else(|error| panic!("{way}: {error}"));
        let column = |name: &str| table.column(name).unwrap_or_else(|| panic!("{name}")).to_vec();
        let [u, c, h, d, p0, p1, z, v0, v1, r] =
            ["U.Out", "C.Out", "H.Out", "D.Out", "O.P[0]", "O.P[1]", "Z.Out", "V.Out[0]", "V.Out[1]", "R.Out"]
                .map(column);
        for at in 0..u.len() {
            let equations = [
                0.5 * u[at] + 0.1 - c[at] + 0.1 * h[at] - 0.01 * ((d[at] / 0.1).exp() - 1.0) - d[at],
                0.5 * (p0[at] + 0.02 - z[at].powi(3) + 0.2 * d[at]) - z[at],
                0.3 * v1[at] + 0.2 * z[at] - 0.1 - v0[at],
                0.5 * v0[at].sin() + c[at] - v1[at],
                0.9 * r[at].sin() + p1[at] + 0.3 + 0.3 * h[at] - r[at],
            ];
            for (number, residual) in equations.iter().enumerate() {
                // Rounding, times the slope of the exponential.
                assert!(residual.abs() < 1e-13, "{way}, row {at}, equation {number}: {residual}");
            }
        }
    }
}

/// Rows, looks and slices lie anywhere, and no bit is another.
#[test]
fn no_bit_depends_on_who_looks() {
    for way in ways() {
        let text = looping_model(way);
        let (rows, x) = run(&load(&text));
        // Methods that step to rows have other steps with other rows.
        let lands = way.contains("TRBDF2") || way.contains("ESDIRK34");
        if !lands {
            let model = load(&text);
            let (mut run_with_more, mut table) = (Run::new(&model), Table::new(&model));
            run_with_more.attach(&"0:0.037:3".parse().unwrap(), Arc::new(Mutex::new(Table::new(&model))));
            run_with_more.to_end(&mut table, &mut continues).unwrap();
            assert_same_bits(table.rows(), &rows, way);
            assert_eq!(run_with_more.x(), x, "{way}");
            let (_, none) = run(&load(&text.replace("0:0.1:3", "0, 3")));
            assert_eq!(none, x, "{way}");
        }
        for cores in [2, 3] {
            let (same, same_x) = run(&load(&text.replace("TOutput", &format!("NumCores=\"{cores}\" TOutput"))));
            assert_same_bits(&same, &rows, way);
            assert_eq!(same_x, x, "{way}");
        }
        if lands {
            continue;
        }
        let model = load(&text);
        let probes = ["R.Out", "D.Out", "C.Out"].map(|name| model.probe(name).unwrap());
        let (mut looked, mut table) = (Run::new(&model), Table::new(&model));
        looked.get(&probes[0]).unwrap();
        for slice in 1..200 {
            looked.advance_to(3.0 * f64::from(slice) / 200.0, &mut table).unwrap();
            looked.get(&probes[slice as usize % 3]).unwrap();
        }
        looked.to_end(&mut table, &mut continues).unwrap();
        assert_same_bits(table.rows(), &rows, way);
        assert_eq!(looked.x(), x, "{way}");
    }
}

/// z^3 - z = u(t) from its lower branch, which ends where u = 2/sqrt(27): at t = 0.3849 s.
#[test]
fn a_solution_that_ends_at_a_fold_ends_the_run_there() {
    let fold = 2.0 / 27.0_f64.sqrt();
    let steps = [0.05, 0.3, 2.0, 10.0, 60.0];
    let fixed = ["Euler", "Heun", "RK4", "DormandPrince", "BogackiShampine", "Tsitouras"];
    let fixed = fixed
        .into_iter()
        .flat_map(|method| steps.map(|step| format!(r#"IntegratorMethod="{method}" stepsize="{step}""#)));
    let adaptive = ["BogackiShampine", "DormandPrince", "Tsitouras", "BDF", "TRBDF2", "ESDIRK34", "auto"];
    let adaptive = adaptive
        .into_iter()
        .flat_map(|method| steps.map(|step| format!(r#"IntegratorMethod="{method}" HMax="{step}""#)));
    for way in fixed.chain(adaptive) {
        for scale in [1.0, 0.1] {
            // A state that follows the solution, one that it does not; and a ramp.
            let objects =
                ["base:Math/Integrator T", "base:Math/LowPass F TimeConstant=\"2\"", "base:Signal/Gain Z Gain=\"1\""];
            let connections = format!(r#"T.In="1" F.In="Z.Out" Z.In="(Z.Out/{scale})^3*{scale} - T.Out*{scale}""#);
            let engine = format!(r#"TOutput="0:0.1:60" FileOutput="objects:all" {way}"#);
            let initial = format!(r#"T.Integral="-2" F.Out="0" Z.Out="{}""#, -1.521_379_706_804_567_5 * scale);
            let model = load(&scenario(&objects, &connections, &initial, &engine));
            let (rows, _, outcome) = try_run(&model);
            let error = outcome.expect_err(&way).to_string();
            assert!(error.contains("`Z.Out`"), "{way}: {error}");
            assert!(error.contains("loop"), "{way}: {error}");
            let z = model.columns().iter().position(|column| model.column_name(column) == "Z.Out").unwrap();
            for (time, row) in &rows {
                let u = time - 2.0;
                assert!(u <= fold + 1e-9, "{way}: a row at {time} is beyond the fold");
                let z = row[z] / scale;
                assert!(z < -1.0 / 3.0_f64.sqrt() + 1e-4, "{way}: {z} at {u} is on another branch");
                assert!((z.powi(3) - z - u).abs() < 1e-9, "{way}: {z} at {u}");
            }
            assert!(!rows.is_empty(), "{way}");
        }
    }
}

/// What a step sees last before a jump is before the jump: the loop follows its input there, and is solved
/// anew behind it.
#[test]
fn a_jump_may_lead_to_another_solution_and_a_step_may_not() {
    let objects = [
        "base:Src/Step U StepTime=\"1\" Before=\"-0.3\" After=\"0.6\"",
        "base:Signal/Gain Z Gain=\"1\"",
        "base:Math/LowPass F TimeConstant=\"0.1\"",
    ];
    for way in ways() {
        let engine = format!(r#"TOutput="0:0.5:2" FileOutput="Z.Out" {way}"#);
        let text = scenario(&objects, r#"Z.In="Z.Out^3 - U.Out" F.In="Z.Out""#, r#"F.Out="0" Z.Out="-1""#, &engine);
        let rows = run(&load(&text)).0;
        // Of z^3 - z = -0.3 and of 0.6, which has only one solution.
        for (time, row) in rows {
            let exact = if time < 1.0 { -1.125_418_782_756_626 } else { 1.221_196_686_181_077_5 };
            assert!((row[0] - exact).abs() < 1e-12, "{way}: {} at {time}", row[0]);
        }
    }
}

/// Its loops, their unknowns, where these begin, and what solving costs.
#[test]
fn a_model_tells_its_loops() {
    let model = load(&looping_model(""));
    let loops = model.loops();
    let circles: Vec<String> = loops.iter().map(|of| of.circle.join(" ")).collect();
    assert_eq!(circles, ["D.Out D.In", "Z.Out Z.In", "V.Out V.In", "R.Out R.In"]);
    // Only rows need R.
    assert_eq!(loops.iter().map(|of| of.is_needed).collect::<Vec<_>>(), [true, true, true, false]);
    assert_eq!(loops[2].computations, ["V.In: formula", "V: scalar"]);
    assert_eq!(loops.iter().map(SolvedLoop::size).collect::<Vec<_>>(), [1, 1, 2, 1]);
    for of in &loops {
        let [unknown] = of.unknowns.as_slice() else { panic!("{of:?}") };
        assert_eq!((unknown.guess.len(), unknown.guess[0]), (of.size(), 0.0), "{unknown:?}");
        assert!(unknown.start.as_ref().unwrap().iter().all(|number| number.is_finite() && *number != 0.0));
    }
    let mut run = Run::new(&model);
    assert_eq!(run.statistics().loops, None);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    let cost = run.statistics().loops.unwrap();
    assert!(cost.count == 4 && cost.solutions > 0 && cost.evaluations > cost.solutions, "{cost:?}");
    let without = load(&scenario(&["Through A"], r#"A.In="1""#, "", r#"TOutput="0, 1" FileOutput="objects:all""#));
    assert!(without.loops().is_empty());
    let mut run = Run::new(&without);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    assert_eq!(run.statistics().loops, None);
}

/// A loop that cannot be solved where the run begins: it says which, and what was tried.
#[test]
fn what_has_no_solution_is_told_with_its_unknowns() {
    let engine = r#"TOutput="0, 1" FileOutput="objects:all""#;
    let error = |connections: &str| {
        let text = scenario(&["Through A", "Through B"], connections, "", engine);
        try_run(&load(&text)).2.unwrap_err().to_string()
    };
    // Nothing squared is less than 0.
    let none = error(r#"A.In="A.Out^2 + A.Out + 1" B.In="0""#);
    assert!(none.starts_with("the loop of `A.Out` was not solved at t = 0 s: no solution was found"), "{none}");
    // Everything is a solution.
    let all = error(r#"A.In="B.Out" B.In="A.Out""#);
    assert!(all.contains("determine none or many solutions"), "{all}");
    let mut run = Run::new(&load(&scenario(&["Through A"], r#"A.In="0.5*A.Out + 1""#, "", engine)));
    run.advance_to(1.0, &mut NoRecorder).unwrap();
}
