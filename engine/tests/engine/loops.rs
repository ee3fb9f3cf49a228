//! Loops: computations that need each other in the same instant.

use std::sync::{Arc, Mutex};

use bowline_engine::dependencies::SolvedLoop;
use bowline_engine::{NoRecorder, Run, Table};

use crate::laboratory::held::continues;
use crate::laboratory::{assert_same_bits, complaints, load, run, scenario, try_run};
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
        "base:Signal/ZeroOrderHold S SampleTime=\"0.21\"",
        "base:Signal/Gain W Gain=\"1\"",
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
        S.In="W.Out + 0.2*sin(W.Out) + C.Out" W.In="0.5*S.Out + 0.3*W.Out^3/(1 + W.Out^2) + D.Out"
        A.In="V.Out[1] + 0.1*W.Out" I.In="0.1" J.In="0.2" K.In="-0.1" M.In="0.3" N.In="0""#;
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
    let among_ticks = "S.Out W.In W.Out S.In";
    assert_eq!(circles, ["D.Out D.In", "Z.Out Z.In", "V.Out V.In", "R.Out R.In", "W.Out W.In", among_ticks]);
    // Only rows need R, and ticks W.
    assert_eq!(loops.iter().map(|of| of.is_needed).collect::<Vec<_>>(), [true, true, true, false, false, false]);
    assert_eq!(loops[2].computations, ["V.In: formula", "V: scalar"]);
    assert_eq!(loops.iter().map(SolvedLoop::size).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 1]);
    for of in &loops {
        let [unknown] = of.unknowns.as_slice() else { panic!("{of:?}") };
        assert_eq!((unknown.guess.len(), unknown.guess[0]), (of.size(), 0.0), "{unknown:?}");
        assert!(unknown.start.as_ref().unwrap().iter().all(|number| number.is_finite() && *number != 0.0));
    }
    let mut run = Run::new(&model);
    assert_eq!(run.statistics().loops, None);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    let cost = run.statistics().loops.unwrap();
    assert!(cost.count == 6 && cost.solutions > 0 && cost.evaluations > cost.solutions, "{cost:?}");
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

/// By bisection with 50 digits.
#[test]
fn an_unknown_of_a_library_is_solved_for() {
    let exact = [
        (4000.0, 0.0, 0.039_907_014_055_634_9),
        (1e5, 1e-4, 0.018_513_866_077_471_644),
        (1e7, 1e-6, 0.008_213_180_404_259_389),
        (1e8, 0.05, 0.071_550_904_091_083_25),
        (5e3, 0.02, 0.055_477_197_548_099_87),
    ];
    for (reynolds, roughness, factor) in exact {
        let pipe = format!("Colebrook P Roughness=\"{roughness}\"");
        let engine = r#"TOutput="0, 1" FileOutput="P.Factor, P.Drop""#;
        let rows = run(&load(&scenario(&[&pipe], &format!(r#"P.Re="{reynolds}""#), "", engine))).0;
        assert!((rows[0].1[0] / factor - 1.0).abs() < 1e-14, "{reynolds}, {roughness}: {}", rows[0].1[0]);
        assert_eq!(rows[1].1[1], 100.0 * rows[1].1[0]);
    }
    // Side by side, with a guess of the scenario, and far from there.
    let engine = r#"TOutput="0:0.1:1" FileOutput="P.Factor""#;
    let objects = [
        "Colebrook P PortWidth=\"2\" Roughness=\"0.0001\"",
        "base:Src/Ramp R After=\"100000\" Before=\"4000\" EndTime=\"1\"",
    ];
    for guess in ["0.02, 0.02", "0.9, 1e-6"] {
        let text = scenario(&objects, r#"P.Re="1e5, R.Out""#, &format!(r#"P.Factor="{guess}""#), engine);
        let rows = run(&load(&text)).0;
        assert!(rows.iter().all(|(_, row)| (row[0] / 0.018_513_866_077_471_644 - 1.0).abs() < 1e-14), "{rows:?}");
        assert!((rows[10].1[1] / 0.018_513_866_077_471_644 - 1.0).abs() < 1e-13, "{rows:?}");
    }
}

/// A parallelogram's coupler stays level, and its rocker follows the crank; by every method, through a turn.
#[test]
fn a_linkage_is_followed_through_its_turn() {
    for way in ways() {
        let engine = format!(r#"TOutput="0:0.1:2.8" FileOutput="L.Angles" {way}"#);
        // A state, so that there are steps.
        let objects = ["base:Math/Integrator T", "FourBar L Bars=\"1, 2, 1, 2\"", "base:Math/Integrator F"];
        let connections = r#"T.In="1" L.Crank="T.Out" F.In="L.Angles[1]""#;
        let initial = r#"T.Integral="0.2" F.Integral="0" L.Angles="0.1, 0.3""#;
        for (time, row) in run(&load(&scenario(&objects, connections, initial, &engine))).0 {
            let crank = time + 0.2;
            assert!(row[0].abs() < 1e-9 && (row[1] - crank).abs() < 1e-9, "{way}: {row:?} at {crank} rad");
        }
    }
}

#[test]
fn an_unknown_that_its_equation_does_not_know_is_refused_unless_a_connection_leads_back() {
    let engine = r#"TOutput="0, 1" FileOutput="D.Amount""#;
    assert_eq!(
        complaints(&scenario(&["Demanding D"], r#"D.Wanted="1""#, "", engine)),
        ["undetermined-unknown: nothing determines `D.Amount`: its residual does not depend on it here"]
    );
    // exp(x) - 1 = 3.
    let text = scenario(&["Demanding D"], r#"D.Wanted="exp(D.Amount) - 1""#, "", engine);
    let rows = run(&load(&text)).0;
    assert!((rows[0].1[0] - 4.0_f64.ln()).abs() < 1e-15);
}

/// What one call gives and another SimObject of the same call reads is read as it was taken for.
#[test]
fn like_simobjects_in_a_ring_are_solved() {
    for (length, gain) in [(2, 0.5_f64), (3, -2.0), (41, 1.1), (60, 2.0), (60, 3.0), (40, -3.0)] {
        let objects: Vec<String> = (0..length).map(|at| format!("base:Signal/Gain G{at} Gain=\"{gain}\"")).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        // All but one in-port is another's out-port, without a pass of its own.
        let connections: Vec<String> = (1..length).map(|at| format!("G{at}.In=\"G{}.Out\"", at - 1)).collect();
        let connections = format!("{} G0.In=\"G{}.Out + 1\"", connections.join(" "), length - 1);
        let model = load(&scenario(&objects, &connections, "", r#"TOutput="0, 1" FileOutput="objects:outputs""#));
        for (at, found) in (1..).zip(&run(&model).0[1].1) {
            // The first is gain (gain^(n - 1) z + 1).
            let exact = gain.powi(at) / (1.0 - gain.powi(length));
            assert!((found - exact).abs() < 1e-14 * exact.abs().max(1.0), "{length}, {gain}: {found}, not {exact}");
        }
    }
}

/// A sampled controller acts on what follows it in the same instant: at each tick u = Kp (r - y) and
/// y = 3 u + 0.3 x; between ticks u is held, and y follows x.
#[test]
fn sampled_computations_on_one_clock_are_solved_with_the_continuous_ones_at_their_ticks() {
    let objects = |period: f64| {
        [
            "base:Src/Ramp R EndTime=\"2\" After=\"5\"".to_owned(),
            "base:Math/LowPass X TimeConstant=\"0.7\"".to_owned(),
            "base:Math/DiscretePID C SampleTime=\"0.1\" Kp=\"2\"".to_owned(),
            format!("base:Signal/ZeroOrderHold Z SampleTime=\"{period}\""),
            "base:Signal/Gain G Gain=\"3\"".to_owned(),
        ]
    };
    let connections = r#"X.In="1" C.Reference="R.Out" C.Measured="Z.Out" Z.In="G.Out" G.In="C.Out + 0.1*X.Out""#;
    for way in ways() {
        let engine = format!(r#"TOutput="0:0.025:1" FileOutput="objects:all" {way}"#);
        let objects = objects(0.1);
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, connections, r#"X.Out="0""#, &engine);
        let model = load(&text);
        let mut table = Table::new(&model);
        Run::new(&model).to_end(&mut table, &mut continues).unwrap();
        let [x, r, u, z, y] =
            ["X.Out", "R.Out", "C.Out", "Z.Out", "G.Out"].map(|name| table.column(name).unwrap().to_vec());
        let mut held = (f64::NAN, f64::NAN);
        for row in 0..x.len() {
            if row % 4 == 0 {
                let u = 2.0 * (r[row] - 0.3 * x[row]) / (1.0 + 6.0);
                held = (u, 3.0 * u + 0.3 * x[row]);
            }
            let near = |found: f64, exact: f64, what: &str| {
                assert!((found - exact).abs() < 1e-14, "{way}, row {row}: {what} is {found}, not {exact}");
            };
            near(u[row], held.0, "u");
            near(z[row], held.1, "z");
            near(y[row], 3.0 * held.0 + 0.3 * x[row], "y");
        }
    }
    let objects = objects(0.2);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let found = complaints(&scenario(&objects, connections, r#"X.Out="0""#, r#"TOutput="0, 1""#));
    assert!(found[0].starts_with("algebraic-loop: algebraic loop: "), "through two clocks: {found:?}");
}

/// sqrt(A - Z^2) = B has no solution for A less than B^2. All that is set at one time counts together.
#[test]
fn inputs_without_a_solution_are_taken_back() {
    for way in ["DormandPrince", "BDF", "TRBDF2"] {
        let objects = [
            "base:Math/LowPass F TimeConstant=\"0.5\"",
            "base:Signal/Gain Z Gain=\"1\"",
            "base:Signal/Gain A Gain=\"1\"",
            "base:Signal/Gain B Gain=\"1\"",
        ];
        let connections = r#"F.In="Z.Out" A.In="1" B.In="0.5" Z.In="Z.Out + sqrt(A.Out - Z.Out^2) - B.Out""#;
        let engine = format!(r#"TOutput="0:0.1:2" FileOutput="objects:all" IntegratorMethod="{way}""#);
        let model = load(&scenario(&objects, connections, r#"F.Out="0" Z.Out="0.8""#, &engine));
        let [a, b] = ["A.In", "B.In"].map(|name| model.input(name).unwrap());
        let probe = model.probe("Z.Out").unwrap();
        let mut run = Run::new(&model);
        run.advance_to(0.55, &mut NoRecorder).unwrap();
        let before = run.get(&probe).unwrap()[0];
        assert!((before - 0.75_f64.sqrt()).abs() < 1e-12, "{way}: {before}");
        run.set(&b, &[2.0]).unwrap();
        run.set(&a, &[0.04]).unwrap();
        let error = run.advance_to(0.6, &mut NoRecorder).unwrap_err().to_string();
        assert!(error.starts_with("`B.In`, `A.In` as before: with what was set, the loop of"), "{error}");
        assert!(!run.has_failed());
        // As before; and two that fit together.
        run.advance_to(0.8, &mut NoRecorder).unwrap();
        assert_eq!(run.get(&probe).unwrap()[0].to_bits(), before.to_bits(), "{way}");
        run.set(&b, &[2.0]).unwrap();
        run.set(&a, &[5.0]).unwrap();
        run.advance_to(1.5, &mut NoRecorder).unwrap();
        assert!((run.get(&probe).unwrap()[0] - 1.0).abs() < 1e-12, "{way}");
    }
}

/// A loop is cut where its author or the scenario says how large something is, the scenario first.
#[test]
fn a_guess_says_where_a_loop_is_cut() {
    let unknowns = |initial: &str| {
        let engine = r#"TOutput="0, 1" FileOutput="objects:all""#;
        let objects = ["Through A", "Through B", "Guessing C"];
        let model = load(&scenario(&objects, r#"A.In="C.Out + 1" B.In="A.Out" C.In="B.Out""#, initial, engine));
        let [of] = &model.loops()[..] else { panic!("one loop") };
        let [unknown] = &of.unknowns[..] else { panic!("one unknown") };
        (unknown.signal.clone(), unknown.guess[0], unknown.start.clone().unwrap()[0])
    };
    assert_eq!(unknowns(""), ("C.Out".to_owned(), 3.0, 1.0));
    assert_eq!(unknowns(r#"B.Out="5""#), ("B.Out".to_owned(), 5.0, 2.0));
}
