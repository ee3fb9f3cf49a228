//! Models that bend sharply: what an iteration, an error test and a Jacobian
//! knew on one side of a kink says nothing about the other.

use bowline_engine::integration::ImplicitMethod;

use crate::laboratory::{Row, load, run, scenario, statistics};

const TOLERANCES: [f64; 3] = [1e-4, 1e-6, 1e-8];

fn methods() -> Vec<&'static str> {
    ImplicitMethod::ALL.map(ImplicitMethod::name).into_iter().chain(["auto"]).collect()
}

/// The rows with that method and tolerance.
fn rows(objects: &[&str], connections: &str, times: &str, method: &str, tolerance: f64, columns: &str) -> Vec<Row> {
    let engine = format!(
        r#"TOutput="{times}" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}"
           FileOutput="{columns}""#
    );
    run(&load(&scenario(objects, connections, "", &engine))).0
}

/// An error in units of the tolerance.
fn in_tolerances(found: f64, exact: f64, tolerance: f64) -> f64 {
    (found - exact).abs() / (tolerance * (1.0 + exact.abs()))
}

/// A mass of 1 kg under a force `150 sin(2 pi t)` with dry friction of 100 N,
/// which takes the whole of it while the mass sticks: slope of the friction
/// near rest in 1/(m/s), velocities at 0.25, 0.6, 1.3, 1.8 and 2 s, and the
/// place at 2 s. By SciPy's Radau (1e-11) and BDF (1e-12), steps of 1 ms at
/// most, which agree to 3e-11; for 1e12 carried on from 1e6 and 1e7, as 1/slope.
const FRICTION: [(f64, [f64; 5], f64); 7] = [
    (1e2, [4.418036431646, -8.809150501137e-3, 6.795273754772, -6.795273754777, -3.291277895430], 4.961229034336e-2),
    (1e3, [4.409039910243, -8.816016269020e-4, 6.786277233370, -6.786277233365, -3.282281374027], 4.931608586519e-2),
    (1e4, [4.408139945017, -8.816702535994e-5, 6.785377268142, -6.785377268145, -3.281381408801], 4.928654543784e-2),
    (1e5, [4.408049945364, -8.816771159581e-6, 6.785287268491, -6.785287268489, -3.281291409149], 4.928359219541e-2),
    (1e6, [4.408040945368, -8.816778021899e-7, 6.785278268494, -6.785278268490, -3.281282409152], 4.928329687921e-2),
    (1e7, [4.408040045368, -8.816778708149e-8, 6.785277368494, -6.785277368493, -3.281281509152], 4.928326734767e-2),
    (1e12, [4.408039945368, -8.816779e-14, 6.785277268493, -6.785277268493, -3.281281409152], 4.928326407e-2),
];

/// The worst error of velocities and place, in tolerances.
fn worst_of_friction(rows: &[Row], velocities: &[f64; 5], place: f64, tolerance: f64) -> f64 {
    let found = |time: f64| &rows.iter().find(|(t, _)| *t == time).unwrap().1;
    let of_velocities = [0.25, 0.6, 1.3, 1.8, 2.0]
        .iter()
        .zip(velocities)
        .map(|(time, exact)| in_tolerances(found(*time)[0], *exact, tolerance));
    of_velocities.fold(in_tolerances(found(2.0)[1], place, tolerance), f64::max)
}

#[test]
fn a_mass_that_sticks_and_slips() {
    for (slope, velocities, place) in &FRICTION {
        for tolerance in TOLERANCES {
            for method in methods() {
                let objects = [
                    r#"base:Src/Sine F Frequency="1" Amplitude="150""#,
                    r#"base:Signal/Saturation S Upper="1" Lower="-1""#,
                    "base:Math/Integrator V",
                    "base:Math/Integrator X",
                ];
                let connections = format!(r#"V.In="F.Out - 100*S.Out" S.In="{slope}*V.Out" X.In="V.Out""#);
                let rows = rows(&objects, &connections, "0:0.05:2", method, tolerance, "V.Out, X.Out");
                let worst = worst_of_friction(&rows, velocities, *place, tolerance);
                assert!(worst < 1000.0, "{method}, slope {slope}, {tolerance:e}: {worst:.0} tolerances");
            }
        }
    }
}

/// The same friction from a table, beside 30 parts of a model that change
/// slowly, and in any norm would hide what one fast part leaves undone.
#[test]
fn a_steep_table_in_a_larger_model() {
    let (slope, velocities, place) = &FRICTION[3];
    for tolerance in [1e-4, 1e-6] {
        for method in methods() {
            let points = format!("-1, {}, {}, 1", -1.0 / slope, 1.0 / slope);
            let table = format!(r#"base:Signal/Lookup S Points="{points}" Values="-1; -1; 1; 1""#);
            let objects = [
                r#"base:Src/Sine F Frequency="1" Amplitude="150""#,
                &table,
                "base:Math/Integrator V",
                "base:Math/Integrator X",
                r#"base:Math/LowPass L PortWidth="30" TimeConstant="0.7""#,
            ];
            let others = vec!["0.1*F.Out"; 30].join(", ");
            let connections = format!(r#"V.In="F.Out - 100*S.Out" S.In="V.Out" X.In="V.Out" L.In="{others}""#);
            let columns = "V.Out, X.Out";
            // Beyond its ends the table keeps its values.
            let rows = rows(&objects, &connections, "0:0.05:2", method, tolerance, columns);
            let worst = worst_of_friction(&rows, velocities, *place, tolerance);
            assert!(worst < 1000.0, "{method}, {tolerance:e}: {worst:.0} tolerances");
        }
    }
}

/// x' = -sat(slope x) falls from 0.5 at the rate 1, and then dies out.
#[test]
fn a_relay_with_a_narrow_band() {
    for slope in [1e2, 1e4, 1e6, 1e7, 1e9] {
        for tolerance in TOLERANCES {
            for method in methods() {
                let objects = [
                    r#"base:Signal/Saturation S Upper="1" Lower="-1""#,
                    r#"base:Math/Integrator I InitialValue="0.5""#,
                ];
                let connections = format!(r#"I.In="S.Out" S.In="-{slope}*I.Out""#);
                let band = 1.0 / slope;
                let exact = |t: f64| {
                    let inside = t - (0.5 - band);
                    if inside < 0.0 { 0.5 - t } else { band * (-slope * inside).exp() }
                };
                let rows = rows(&objects, &connections, "0:0.05:2", method, tolerance, "I.Out");
                let worst = rows.iter().map(|(t, x)| in_tolerances(x[0], exact(*t), tolerance)).fold(0.0, f64::max);
                assert!(worst < 1000.0, "{method}, slope {slope}, {tolerance:e}: {worst:.0} tolerances");
            }
        }
    }
}

/// A servo under a controller with limits. SciPy's methods and Dormand-Prince
/// at 1e-11 agree on 0.02857 at 3 s.
#[test]
fn a_controller_at_its_limits() {
    let objects = [
        r#"base:Src/Sine R Frequency="0.5" Amplitude="0.1""#,
        r#"base:Math/PID C Kp="1e5" Kd="1e4" FilterTime="0.001" Lower="-10" Upper="10""#,
        r#"base:Math/LinearSystem A A="0,1; 0,-3" B="0; 0.5" C="1,0" InitialState="0.05,0""#,
    ];
    let connections = r#"C.Reference="R.Out" C.Measured="A.Out" A.In="C.Out""#;
    let at = |method: &str, tolerance: f64| rows(&objects, connections, "0:0.05:4", method, tolerance, "A.Out");
    let exact = at("DormandPrince", 1e-11);
    let at_three = exact.iter().find(|(t, _)| *t == 3.0).unwrap().1[0];
    assert!((at_three - 0.02857).abs() < 5e-6, "{at_three}");
    for tolerance in TOLERANCES {
        for method in methods() {
            let rows = at(method, tolerance);
            let errors = rows.iter().zip(&exact).map(|((_, x), (_, exact))| in_tolerances(x[0], exact[0], tolerance));
            let worst = errors.fold(0.0, f64::max);
            assert!(worst < 1000.0, "{method}, {tolerance:e}: {worst:.0} tolerances");
        }
    }
}

/// Each pulse makes the filter's state go to 1 or to 0 within a time that is
/// over before anything is seen of it.
#[test]
fn pulses_into_stiff_filters() {
    for time_constant in [1e-2, 1e-4, 1e-7] {
        for tolerance in TOLERANCES {
            for method in methods() {
                let objects = [
                    r#"base:Src/Pulse P Period="0.3" Duty="0.5" StartTime="0.1""#,
                    &format!(r#"base:Math/LowPass L TimeConstant="{time_constant:e}""#),
                ];
                let rows = rows(&objects, r#"L.In="P.Out""#, "0:0.049:2", method, tolerance, "L.Out");
                // Edge by edge: what is left decays to the value after it.
                let exact = |t: f64| {
                    let (mut level, mut from, mut at) = (0.0, 0.0, 0.0);
                    for edge in (0..14).map(|i| 0.1 + 0.15 * f64::from(i)).take_while(|edge| *edge <= t) {
                        from = level + (from - level) * (-(edge - at) / time_constant).exp();
                        (level, at) = (1.0 - level, edge);
                    }
                    level + (from - level) * (-(t - at) / time_constant).exp()
                };
                let worst = rows.iter().map(|(t, x)| in_tolerances(x[0], exact(*t), tolerance)).fold(0.0, f64::max);
                assert!(worst < 1000.0, "{method}, {time_constant:e} s, {tolerance:e}: {worst:.0} tolerances");
            }
        }
    }
}

/// Steps that chatter across a band too narrow to see a rate in it.
#[test]
fn auto_leaves_the_explicit_method_where_it_chatters() {
    let objects = [r#"base:Signal/Saturation S Upper="1" Lower="-1""#, r#"base:Math/Integrator I InitialValue="0.5""#];
    let engine = r#"TOutput="0, 2" IntegratorMethod="auto" AbsTol="1e-8" RelTol="1e-8""#;
    let cost = statistics(&load(&scenario(&objects, r#"I.In="S.Out" S.In="-1e7*I.Out""#, "", engine)));
    assert_eq!(cost.switches.last().unwrap().method, "BDF");
    assert!(cost.steps < 20_000, "{cost:?}");
}
