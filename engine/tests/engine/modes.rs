//! Modes that have to agree with their indicators: at the start, after inputs were set, and where several switch at once.

use bowline_engine::{NoRecorder, Run};

use crate::laboratory::{ADAPTIVE, complaints, load, run_text_in_order, scenario, try_run};
use crate::loops_reference::{gauss, outputs};

const START: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

/// A bridge of four diodes behind a source `E` with 1 Ohm, with 100 Ohm between its rails; and what else hangs there.
fn bridge(source: &str, at_rails: &str, others: &[&str], connections: &str, initial: &str, engine: &str) -> String {
    let objects = [
        &[
            "Diode D1 Goff=\"1e-5\"",
            "Diode D2 Goff=\"1e-5\"",
            "Diode D3 Goff=\"1e-5\"",
            "Diode D4 Goff=\"1e-5\"",
            "base:Signal/Gain A Gain=\"1\"",
            "base:Signal/Gain P Gain=\"1\"",
            "base:Signal/Gain N Gain=\"1\"",
        ],
        others,
    ]
    .concat();
    // The second end of the source is the ground.
    let connections = format!(
        r#"D1.In="A.Out - P.Out" D2.In="-P.Out" D3.In="N.Out - A.Out" D4.In="N.Out"
        A.In="A.Out + ({source} - A.Out) - D1.Current + D3.Current"
        P.In="P.Out + D1.Current + D2.Current - (P.Out - N.Out)/100 - ({at_rails})"
        N.In="N.Out + (P.Out - N.Out)/100 + ({at_rails}) - D3.Current - D4.Current"
        {connections}"#
    );
    scenario(&objects, &connections, initial, engine)
}

/// The voltages of the same, when two diodes conduct.
fn solved(source: f64, conduct: [bool; 4]) -> [f64; 3] {
    let [d1, d2, d3, d4] = conduct.map(|conducts| if conducts { 100.0 } else { 1e-5 });
    let load = 0.01;
    let balances = [vec![1.0 + d1 + d3, -d1, -d3], vec![-d1, d1 + d2 + load, -load], vec![-d3, -load, d3 + d4 + load]];
    let found = gauss(&balances, &[source, 0.0, 0.0]).unwrap();
    [found[0], found[1], found[2]]
}

#[test]
fn a_bridge_of_diodes_begins_with_the_right_ones_on() {
    for (volts, conduct) in [(10.0, [true, false, false, true]), (-10.0, [false, true, true, false])] {
        let exact = solved(volts, conduct);
        // Whatever the diodes begin with.
        for begin in ["", r#"D1.Conducts="1" D2.Conducts="1""#, r#"D2.Conducts="1" D3.Conducts="1""#] {
            let text = bridge(&format!("{volts}"), "0", &[], "", begin, START);
            let names = ["A.Out", "P.Out", "N.Out", "D1.Conducts", "D2.Conducts", "D3.Conducts", "D4.Conducts"];
            let found = outputs(&text, &names).unwrap();
            for (found, exact) in found.iter().zip(exact) {
                assert!((found - exact).abs() < 1e-11, "{volts} V, {begin}: {found}, not {exact}");
            }
            let modes: Vec<bool> = found[3..].iter().map(|mode| *mode != 0.0).collect();
            // What else their handlers set is there, too.
            let counts = outputs(&text, &["D1.Count", "D2.Count", "D3.Count", "D4.Count"]).unwrap();
            if begin.is_empty() {
                let switched: Vec<bool> = counts.iter().map(|count| *count == 1.0).collect();
                assert_eq!(switched, conduct, "{volts} V: {counts:?}");
            }
            assert_eq!(modes, conduct, "{volts} V, {begin}");
        }
    }
}

/// A jump of the input switches four diodes in one instant.
#[test]
fn modes_follow_an_input_that_jumps() {
    let text = bridge("E.Out", "0", &["base:Signal/Gain E Gain=\"1\""], r#"E.In="10""#, "", START);
    let model = load(&text);
    let (mut run, input) = (Run::new(&model), model.input("E.In").unwrap());
    let probes = ["A.Out", "P.Out", "N.Out"].map(|name| model.probe(name).unwrap());
    for (at, volts) in [(0.0, 10.0), (0.1, -7.0), (0.3, 4.0), (0.4, -4.0), (0.5, 1e-3)] {
        run.advance_to(at, &mut NoRecorder).unwrap();
        run.set(&input, &[volts]).unwrap();
        run.advance_to(at + 0.05, &mut NoRecorder).unwrap();
        let exact = solved(volts, if volts > 0.0 { [true, false, false, true] } else { [false, true, true, false] });
        for (probe, exact) in probes.iter().zip(exact) {
            let found = run.get(probe).unwrap()[0];
            assert!((found - exact).abs() < 1e-11, "{volts} V at {at} s: {found}, not {exact}");
        }
    }
}

/// A rectifier with a capacitor, from 10 V on. Reference: DOP853 at 1e-12 with steps of 4 us at most, the one right one of
/// the 16 modes in each evaluation.
#[test]
fn a_rectifier_by_modes_is_as_another_method_says() {
    #[rustfmt::skip]
    let reference = [
        (0.0, [3.410_245_809_65, 3.344_348_602_18, 0.065_897_207_47, 0.0]),
        (0.001, [9.488_690_256_57, 9.488_472_456_35, 0.000_217_800_22, 9.524_853_360_95]),
        (0.002, [8.090_089_042_86, 8.341_906_359_75, -0.251_817_317_18, 8.636_735_263_93]),
        (0.004, [3.090_139_042_36, 5.065_847_430_66, -1.975_708_388_37, 7.076_798_805_9]),
        (0.007, [-5.642_481_285_36, -0.002_353_148_36, -5.640_128_137, 5.548_334_646_07]),
        (0.009, [-9.307_466_551_5, -0.002_030_055_57, -9.305_436_495_93, 9.248_467_221_2]),
        (0.012, [-8.090_089_042_86, 0.254_133_469_95, -8.344_222_512_61, 8.641_390_754_25]),
        (0.015, [-0.0, 3.188_719_278_35, -3.188_719_278_39, 6.409_357_636_71]),
        (0.017, [5.642_955_469_33, 5.640_607_062_85, 0.002_348_406_48, 5.549_057_828_93]),
        (0.02, [9.886_246_452_24, 9.885_109_905_27, 0.001_136_546_97, 9.876_615_302_32]),
    ];
    let names = ["A.Out", "P.Out", "N.Out", "C.Out"];
    let times: Vec<String> = reference.iter().map(|(time, _)| time.to_string()).collect();
    for way in ADAPTIVE {
        let engine = format!(
            r#"TOutput="{}" FileOutput="{}" IntegratorMethod="{way}" RelTol="1e-11" AbsTol="1e-11" HMax="1e-3""#,
            times.join(", "),
            names.join(", ")
        );
        let (source, charge) = ("10*cos(50 rev/s*time)", r#"C.In="(P.Out - N.Out - C.Out)/0.5/1e-4""#);
        let text = bridge(
            source,
            "(P.Out - N.Out - C.Out)/0.5",
            &["base:Math/Integrator C"],
            charge,
            r#"C.Integral="0""#,
            &engine,
        );
        for ((time, found), (_, exact)) in run_text_in_order(&text).iter().zip(reference) {
            for ((found, exact), name) in found.iter().zip(exact).zip(names) {
                assert!((found - exact).abs() < 1e-7, "{way}: {name} at {time}: {found}, not {exact}");
            }
        }
    }
}

/// An indicator for each transition, and a controller that samples what the mode says.
#[test]
fn a_relay_begins_as_its_input_says_and_so_does_what_samples_it() {
    let objects = ["Relaying R", "base:Signal/ZeroOrderHold H SampleTime=\"0.5\""];
    let with = |input: f64, begin: f64| {
        let initial = format!(r#"R.On="{begin}""#);
        let connections = format!(r#"R.In="{input}" H.In="2*R.On""#);
        outputs(&scenario(&objects, &connections, &initial, START), &["R.On", "H.Out"]).unwrap()
    };
    assert_eq!(with(3.0, 0.0), [1.0, 2.0]);
    assert_eq!(with(-3.0, 1.0), [0.0, 0.0]);
    // In between it stays as it is.
    assert_eq!(with(0.5, 0.0), [0.0, 0.0]);
    assert_eq!(with(0.5, 1.0), [1.0, 2.0]);
}

/// What switches itself off as soon as it is on.
#[test]
fn modes_of_which_none_are_right_are_an_error_with_their_names() {
    let text = scenario(&["Diode D"], r#"D.In="0.5 - D.Conducts""#, "", START);
    let error = try_run(&load(&text)).2.unwrap_err().to_string();
    assert!(error.contains("no modes were found") && error.contains("`D.Forward`"), "{error}");
}

/// A voltage that is 0 but for rounding: no diode flutters, and as it grows, the right ones conduct.
#[test]
fn modes_at_nothing_are_at_rest_until_it_is_something() {
    for way in ADAPTIVE {
        let engine = format!(
            r#"TOutput="0:0.1:1" FileOutput="A.Out, P.Out, N.Out, D1.Conducts, D4.Conducts" IntegratorMethod="{way}""#
        );
        let text =
            bridge("T.Out + 1e-17", "0", &["base:Math/Integrator T"], r#"T.In="1""#, r#"T.Integral="0""#, &engine);
        for (time, row) in &run_text_in_order(&text)[1..] {
            let exact = solved(*time, [true, false, false, true]);
            for (found, exact) in row.iter().zip(exact) {
                assert!((found - exact).abs() < 1e-9, "{way}: {found} at {time}, not {exact}");
            }
            assert_eq!(row[3..], [1.0, 1.0], "{way} at {time}");
        }
    }
}

#[test]
fn a_side_in_what_is_no_mode_is_a_mistake_of_the_type() {
    let wrong = complaints(&scenario(&["Sideless S"], r#"S.In="1""#, "", START));
    assert!(wrong.iter().any(|wrong| wrong.contains("which no handler of it sets")), "{wrong:?}");
}

/// Comparisons in a formula are modes that nobody knows before their loop is solved: a diode of a formula, behind 1 Ohm, with
/// 1 mF beside 100 Ohm. Where it begins, where it switches and what it conducts are those of the diode above.
#[test]
fn comparisons_in_a_loop_begin_as_its_solution_says() {
    let columns = "V.Out, C.Out";
    let initial = r#"C.Integral="0""#;
    let circuit = |diode: &str, voltage: &str, current: &str, engine: &str| {
        let connections = format!(
            r#"V.In="10*cos(50 rev/s*time) - C.Out - {current}" {voltage}="V.Out" C.In="({current} - C.Out/100)/1e-3""#
        );
        let objects = [diode, "base:Signal/Gain V Gain=\"1\"", "base:Math/Integrator C"];
        run_text_in_order(&scenario(&objects, &connections, initial, engine))
    };
    for law in ["if(v > 0, v/0.01, v*1e-5)", "if(v le 0, v*1e-5, v/0.01)", "if(not (v > 0), v*1e-5, v/0.01)"] {
        for way in ADAPTIVE {
            let engine = format!(
                r#"TOutput="0:1e-3:0.05" FileOutput="{columns}" IntegratorMethod="{way}" RelTol="1e-9" AbsTol="1e-9" HMax="1e-3""#
            );
            let law = law.replace('>', "gt");
            let formula = format!(r#"base:Math/Expression D Inputs="v" Outputs="i = {law}" Events="1""#);
            let by_formula = circuit(&formula, "D.v", "D.i", &engine);
            let by_type = circuit("Diode D Goff=\"1e-5\"", "D.In", "D.Current", &engine);
            assert!((by_formula[0].1[0] - 10.0 / 101.0).abs() < 1e-12, "{way}: {:?}", by_formula[0]);
            for ((time, a), (_, b)) in by_formula.iter().zip(&by_type) {
                let off = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off < 1e-7, "{law}, {way}: {off:e} at {time}");
            }
        }
    }
}

/// An initial condition that is completed from what a mode decides.
#[test]
fn initial_conditions_see_the_modes_of_the_start() {
    let objects = [
        "Diode D Goff=\"1e-5\"",
        "base:Signal/Gain V Gain=\"1\"",
        "base:Math/DiscretePID P SampleTime=\"0.1\" Kp=\"1\" Ki=\"1\" Kd=\"0\"",
    ];
    let connections = r#"V.In="10 - D.Current" D.In="V.Out" P.Reference="D.Current" P.Measured="0""#;
    let found = outputs(&scenario(&objects, connections, "", START), &["D.Conducts", "D.Current", "P.Out"]).unwrap();
    assert!(found[0] == 1.0 && (found[1] - 1000.0 / 101.0).abs() < 1e-9, "{found:?}");
    // Kp e + Ki T e.
    assert!((found[2] - 1.1 * found[1]).abs() < 1e-9, "{found:?}");
}
