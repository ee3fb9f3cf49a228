//! Loops that are hard to solve: kinks, jumps, numbers of all sizes, unknowns that are tiny.

use crate::laboratory::{complaints, load, run, run_text_in_order, scenario, try_run};
use crate::loops_reference::{AT_ONCE, net_of, outputs};

/// Loops through kinks: each has one solution, or the one that a search from 0 meets.
#[test]
fn kinks_are_no_obstacle() {
    let cases = [
        ("max(0.5*Z.Out, 3 - 2*Z.Out)", 1.0),
        ("3 - 2*abs(Z.Out - 1)", -1.0),
        ("min(max(1 - 5*Z.Out, 0), 1)", 1.0 / 6.0),
        ("min(max(1 - 1e3*Z.Out, -1), 1)", 1.0 / 1001.0),
        ("max(-1, min(1, 3*Z.Out)) + 0.1", -0.05),
        ("1 - sqrt(Z.Out)", 1.5 - 1.25_f64.sqrt()),
        ("2 - Z.Out*abs(Z.Out)", 1.0),
        ("-abs(Z.Out) + Z.Out", 0.0),
    ];
    for (formula, exact) in cases {
        let found = outputs(&net_of(&[("Z", formula)], &[], "", "", AT_ONCE), &["Z.Out"]).unwrap()[0];
        assert!((found - exact).abs() < 1e-15, "{formula}: {found} instead of {exact}");
    }
}

/// The second loop is fed by the first, and this by a table that jumps.
#[test]
fn loops_in_a_row_follow_jumps() {
    let cubic = |t: f64| {
        // z + z^3 = t (Cardano).
        let root = (0.25 * t * t + 1.0 / 27.0).sqrt();
        // The sum of the roots of large numbers of both signs has no digits: the quotient has.
        let large = (0.5 * t.abs() + root).cbrt();
        (large - 1.0 / (3.0 * large)).copysign(t)
    };
    let steps = [(0.0, 0.0), (0.5, 5.0), (1.0, -100.0), (1.5, 1e6), (2.0, -3.0)];
    let list = |number: fn(&(f64, f64)) -> f64, between: &str| {
        steps.iter().map(|step| number(step).to_string()).collect::<Vec<_>>().join(between)
    };
    let table = format!(r#"base:Src/Table T Times="{}" Values="{}""#, list(|s| s.0, ", "), list(|s| s.1, "; "));
    let unknowns = [("A", "T.Out - A.Out^3"), ("B", "0.1*A.Out - B.Out^3")];
    for way in ["IntegratorMethod=\"DormandPrince\"", "IntegratorMethod=\"BDF\"", "stepsize=\"0.03\""] {
        let engine = format!(r#"TOutput="0:0.01:2.5" FileOutput="A.Out, B.Out" KeepOrder="1" {way}"#);
        let rows = run(&load(&net_of(&unknowns, &[&table], "", "", &engine))).0;
        for (time, row) in rows {
            let fed = steps.iter().rev().find(|(from, _)| *from <= time).unwrap().1;
            let exact = [cubic(fed), cubic(0.1 * cubic(fed))];
            for (found, exact) in row.iter().zip(exact) {
                assert!((found - exact).abs() < 3e-15 * exact.abs().max(1.0), "{way}: {found} at {time}, not {exact}");
            }
        }
    }
}

/// Far from 1, as long as the guess is not: what is not solved is an error, and no number.
#[test]
fn numbers_of_all_sizes_are_right_or_errors() {
    for exponent in [-300, -20, -15, -14, -12, -9, -6, -3, 0, 3, 6, 9, 12, 15, 20, 100, 300] {
        for gain in [0.5, -0.3, 0.9, -7.0] {
            let constant = 10.0_f64.powi(exponent);
            let formula = format!("{gain}*Z.Out + {constant:e}");
            let exact = constant / (1.0 - gain);
            match outputs(&net_of(&[("Z", &formula)], &[], "", "", AT_ONCE), &["Z.Out"]) {
                // A correction up to 2e-15 of the nominal value is rounding.
                Ok(found) => {
                    let error = (found[0] - exact).abs();
                    assert!(error < 1e-14 * exact.abs() + 1.5e-14, "{formula}: {} instead of {exact}", found[0]);
                }
                Err(error) => assert!(exponent > 6, "{formula}: {error}"),
            }
        }
    }
}

#[test]
fn a_refused_loop_is_an_error() {
    let text = net_of(&[("Z", "1 - 0.5*Z.Out")], &[], "", "", &format!(r#"{AT_ONCE} Loops="refuse""#));
    assert!(complaints(&text).iter().any(|complaint| complaint.starts_with("algebraic-loop")));
    // An unknown of a type is an equation of its own, until a connection leads back to it.
    let pipe = |reynolds: &str| {
        let engine = r#"TOutput="0, 1" FileOutput="P.Factor" Loops="refuse""#;
        scenario(&["Colebrook P Roughness=\"1e-4\""], &format!(r#"P.Re="{reynolds}""#), "", engine)
    };
    let found = outputs(&pipe("1e5"), &["P.Factor"]).unwrap()[0];
    assert!((found / 0.018_513_866_077_471_644 - 1.0).abs() < 1e-14, "{found}");
    for connected in ["1e5 + 1000*P.Factor", "P.Factor"] {
        assert!(
            complaints(&pipe(connected)).iter().any(|complaint| complaint.starts_with("algebraic-loop")),
            "{connected}"
        );
    }
}

/// A current of 1e-20 A is as well found as one of 1e-4 A, and followed: i = s (exp(v/25 mV) - 1), v = u - i/(100 s). Found by
/// bisection.
#[test]
fn unknowns_may_be_much_smaller_than_their_nominal_values() {
    let voltage = |u: f64| {
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..100 {
            let v: f64 = 0.5 * (low + high);
            if u - 0.01 * (v / 0.025).exp_m1() > v {
                low = v;
            } else {
                high = v;
            }
        }
        0.5 * (low + high)
    };
    for exponent in [4, 8, 9, 10, 11, 12, 14, 16, 18, 20] {
        for way in [
            r#"IntegratorMethod="DormandPrince""#,
            r#"IntegratorMethod="RK4" stepsize="0.1""#,
            r#"IntegratorMethod="BDF""#,
        ] {
            let objects = [
                "base:Signal/Gain A Gain=\"1\"",
                "base:Signal/Gain B Gain=\"1\"",
                "base:Math/LowPass F TimeConstant=\"0.3\"",
            ];
            let connections = format!(
                r#"A.In="1e-{exponent}*(exp(B.Out/0.025) - 1)" F.In="B.Out"
                   B.In="0.1 + 0.08*sin(3 rad/s*time) - 1e{}*A.Out""#,
                exponent - 2
            );
            let engine = format!(r#"TOutput="0:0.05:2" FileOutput="B.Out" {way}"#);
            for (time, row) in run(&load(&scenario(&objects, &connections, r#"F.Out="0""#, &engine))).0 {
                let exact = voltage(0.1 + 0.08 * (3.0 * time).sin());
                // What is rounding of the nominal value 1 of a current of 1e-8 A shows.
                let allowed = if exponent == 8 { 5e-9 } else { 1e-12 };
                assert!((row[0] - exact).abs() < allowed, "{exponent}, {way}, {time} s: {}, not {exact}", row[0]);
            }
        }
    }
}

/// What one unknown is, others amplify: a correction is rounding only beside the unknown itself.
#[test]
fn what_is_tiny_may_be_all_that_matters() {
    let engine = r#"TOutput="0, 1" FileOutput="A.Out, B.Out""#;
    let objects = ["base:Signal/Gain A Gain=\"1\"", "base:Signal/Gain B Gain=\"1\""];
    for (a, b, exact) in [
        ("2e-18*B.Out", "5 - A.Out/1e-18", 5.0 / 3.0),
        ("1.38e-23*B.Out", "300 + 100*(1 - A.Out/4e-21)", 400.0 / (1.0 + 1.38 / 4.0)),
        ("1e-16*(1 + B.Out)", "1e16*A.Out*0.5 + 3", 7.0),
        ("1e-10*(1 - atan(1e10*A.Out*5))", "1e11*A.Out", 2.042_032_815_693_103),
        ("1e-9 - 1e-9*sqrt(A.Out*1e9)", "1e9*A.Out", 0.381_966_011_250_105_15),
        ("1e-11 - 1e11*A.Out^2", "1e11*A.Out", 0.618_033_988_749_894_8),
        // From where nothing can be told of the slope.
        ("0.5*A.Out + 1e9", "A.Out", 2e9),
        ("1e10 - A.Out^3", "A.Out", 2_154.434_535_312_256),
        ("sin(A.Out) + 1", "A.Out", 1.934_563_210_752_024_3),
    ] {
        let text = scenario(&objects, &format!(r#"A.In="{a}" B.In="{b}""#), "", engine);
        let found = run(&load(&text)).0[1].1[1];
        assert!((found / exact - 1.0).abs() < 1e-12, "{a}; {b}: {found}, not {exact}");
    }
    for (a, b) in [("0.3*A.Out + 0.7*B.Out", "0.4*A.Out + 0.6*B.Out"), ("B.Out", "A.Out")] {
        let text = scenario(&objects, &format!(r#"A.In="{a}" B.In="{b}""#), r#"A.Out="1.1""#, engine);
        let error = try_run(&load(&text)).2.expect_err("many solutions").to_string();
        assert!(error.contains("determine none or many solutions"), "{error}");
    }
}

/// A voltage that goes through 0 where a mode switches is small for a moment: steps go on. (It was taken for one that is always
/// as small, and all differences were over parts of it from then on.)
#[test]
fn an_unknown_may_be_nearly_nothing_where_something_switches() {
    for (way, resistance) in [("DormandPrince", 0.86), ("ESDIRK34", 0.9), ("BDF", 1.1), ("auto", 0.7)] {
        let objects = [
            r#"base:Signal/Gain V Gain="1""#,
            r#"base:Math/Expression D Inputs="v" Outputs="i = if(v gt 0, v/0.05, v*0.0001)" Events="1""#,
            "base:Math/Integrator C",
        ];
        let connections = format!(
            r#"D.v="V.Out" C.In="((V.Out - C.Out)/{resistance} - C.Out/58)/0.01"
            V.In="V.Out + sin(60 rad/s*time) - V.Out - V.Out/47 - (V.Out - C.Out)/{resistance} - D.i""#
        );
        let engine = format!(
            r#"TOutput="0:0.02:0.6" FileOutput="V.Out, C.Out" IntegratorMethod="{way}" RelTol="1e-8" AbsTol="1e-9""#
        );
        // Its equation, solved by hand: the current into the node over what flows out of it a volt.
        let rows = run_text_in_order(&scenario(&objects, &connections, r#"C.Integral="0""#, &engine));
        for (time, row) in rows {
            let [voltage, capacitor] = row[..] else { panic!("{row:?}") };
            let current = (60.0 * time).sin() + capacitor / resistance;
            let out = 1.0 + 1.0 / 47.0 + 1.0 / resistance + if current > 0.0 { 20.0 } else { 1e-4 };
            assert!((voltage - current / out).abs() < 1e-9, "{way}: {voltage} at {time}");
        }
    }
}

/// A saturation, whose slope jumps where the loop leaves it: it has one solution throughout, which an integration knows.
#[test]
fn what_has_one_solution_throughout_is_no_fold() {
    for method in ["Tsitouras", "DormandPrince", "BDF", "TRBDF2"] {
        let text = format!(
            r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Signal/Saturation" Name="S0" Lower="-0.4" Upper="1.09"/>
            <Lib LibName="base" SimObject="Math/Integrator" Name="Z"/></OBJECTS>
            <INTERCONNECTIONS><Connection To="S0.In" From="0.738*S0.Out + 2.0*sin(1.86*time/(1 s)) - 0.3*Z.Out"/>
            <Connection To="Z.In" From="S0.Out"/></INTERCONNECTIONS>
            <INTEGRATION><Engine RelTol="1e-8" AbsTol="1e-8" HMax="0.05" IntegratorMethod="{method}" TOutput="0:0.25:4"
            FileOutput="S0.Out, Z.Out"/></INTEGRATION></Contents>"#
        );
        let rows = run_text_in_order(&text);
        let solved = |z: f64, t: f64| ((2.0 * (1.86 * t).sin() - 0.3 * z) / (1.0 - 0.738)).clamp(-0.4, 1.09);
        let (mut z, steps) = (0.0, 400_000);
        let h = 4.0 / f64::from(steps);
        for step in 0..steps {
            let t = f64::from(step) * h;
            let k1 = solved(z, t);
            let k2 = solved(z + 0.5 * h * k1, t + 0.5 * h);
            let k3 = solved(z + 0.5 * h * k2, t + 0.5 * h);
            let k4 = solved(z + h * k3, t + h);
            z += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        let (time, row) = rows.last().unwrap();
        assert!(*time == 4.0 && (row[0] - 1.09).abs() < 1e-6 && (row[1] - z).abs() < 1e-5, "{method}: {row:?}, {z}");
    }
}
