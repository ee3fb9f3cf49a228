//! Formulas that run.

use bowline_formula::{Dual, Lanes, Program, program};

use crate::drive;

fn run(text: &str, unit: &str, inputs: &[f64]) -> Vec<f64> {
    let known = drive();
    let program = program(text, &known, known.inputs(), unit).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let mut slots = program.slots::<f64>();
    slots[..inputs.len()].copy_from_slice(inputs);
    program.run(&mut slots);
    program.results(&slots).collect()
}

/// time, P1.p, B.Pos, B.Vel, Shaft.Vel, G.Out, the crane's angle in degrees, apples, and a temperature in degrees Celsius.
const INPUTS: [f64; 13] = [2.0, 3e5, 1.0, 2.0, 2.0, 4.0, 5.0, 6.0, 7.0, 8.0, 90.0, 11.0, 20.0];

#[test]
fn signals_are_taken_in_their_units() {
    for (text, unit, expected) in [
        ("P1.p", "Pa", vec![3e5]),
        ("P1.p/2", "bar", vec![1.5]),
        ("P1.p - 1 bar", "Pa", vec![2e5]),
        ("P1.p + 5", "Pa", vec![300_005.0]),
        ("norm(B.Pos)", "m", vec![3.0]),
        ("B.Pos[1:3]", "m", vec![2.0, 2.0]),
        ("-B.Pos", "m", vec![-1.0, -2.0, -2.0]),
        ("2*B.Pos", "m", vec![2.0, 4.0, 4.0]),
        ("dot(B.Pos, B.Vel)", "m^2/s", vec![4.0 + 10.0 + 12.0]),
        ("cross(B.Pos, B.Vel)", "", vec![2.0, 2.0, -3.0]),
        ("Stroke*Shaft.Vel", "m/s", vec![1.2 * 7.0]),
        ("Area*P1.p", "N", vec![std::f64::consts::PI / 4.0 * (0.08 * 0.08) * 3e5]),
        ("sin(Crane-1.Angle)", "", vec![1.0]),
        ("Crane-1.Angle + 10", "deg", vec![100.0]),
        ("T.Temp", "K", vec![293.15]),
        ("T.Temp", "degC", vec![20.0]),
        ("G.Out*P1.p", "N", vec![24e5]),
        ("G.Out + 1 m", "m", vec![9.0]),
        ("Q.Out*2", "m", vec![22.0]),
        ("if(P1.p gt 1 bar, 1, 1/(P1.p - P1.p))", "", vec![1.0]),
        ("if(P1.p lt 1 bar, 1/(P1.p - P1.p), 2)", "", vec![2.0]),
        ("if(time lt 1 or B.Pos[0] ge 1, 3, 4)", "", vec![3.0]),
        ("if(not (time lt 1) and B.Pos[0] eq 1, 3, 4)", "", vec![3.0]),
        ("abs(-B.Pos[0]^3)", "m^3", vec![1.0]),
        ("min(B.Pos, 1.5)", "m", vec![1.0, 1.5, 1.5]),
    ] {
        let found = run(text, unit, &INPUTS);
        assert_eq!(found.len(), expected.len(), "{text}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{text}: {found} {expected}");
        }
    }
}

/// A value that is calculated on one way only is calculated anew on another.
#[test]
fn what_is_not_chosen_is_not_calculated_and_not_used() {
    let text = "if(time gt 1, P1.p*2, 0) + if(time lt 1, 0, P1.p*2) + P1.p*2";
    assert_eq!(run(text, "Pa", &INPUTS), [18e5]);
}

/// Derivatives beside differences of second order.
#[test]
fn dual_numbers_have_the_slopes_of_differences() {
    for text in [
        "G.Out^3 - 2*G.Out",
        "sqrt(G.Out)",
        "cbrt(G.Out)",
        "exp(G.Out/4)",
        "log(G.Out)",
        "log10(G.Out)",
        "sin(G.Out)",
        "cos(G.Out)",
        "tan(G.Out)",
        "asin(G.Out/10)",
        "acos(G.Out/10)",
        "atan(G.Out)",
        "atan2(G.Out, 3)",
        "atan2(3, G.Out)",
        "sinh(G.Out/4)",
        "cosh(G.Out/4)",
        "tanh(G.Out/4)",
        "hypot(G.Out, 3)",
        "2^G.Out",
        "G.Out^G.Out",
        "min(G.Out, 9)*3",
        "max(G.Out, 9) + G.Out",
        "mod(G.Out, 3)",
        "abs(-G.Out)",
        "1/G.Out",
        "if(G.Out > 3, G.Out^2, 0)",
    ] {
        let known = drive();
        let program = program(text, &known, known.inputs(), "").unwrap();
        let mut slots = program.slots::<Dual>();
        for (slot, value) in slots.iter_mut().zip(INPUTS) {
            *slot = Dual { value, slope: 0.0 };
        }
        slots[9].slope = 1.0;
        program.run(&mut slots);
        let dual = program.results(&slots).next().unwrap();
        let at = |x: f64| {
            let mut inputs = INPUTS;
            inputs[9] = x;
            run(text, "", &inputs)[0]
        };
        let (x, h) = (INPUTS[9], 1e-5);
        let difference = (at(x + h) - at(x - h)) / (2.0 * h);
        assert_eq!(dual.value.to_bits(), at(x).to_bits(), "{text}");
        assert!(
            (dual.slope - difference).abs() <= 1e-8 * dual.slope.abs().max(1.0),
            "{text}: {} {difference}",
            dual.slope
        );
    }
}

/// 77 programs of a kind, with numbers and inputs of their own: more than run at once, and not a multiple of it.
#[test]
fn programs_side_by_side_have_the_bits_of_each_alone() {
    for of_lane in [
        |k: f64| format!("-{k}*G.Out^3"),
        |k: f64| format!("{k}*G.Out^2 + sqrt(abs(G.Out))/{k} - min(G.Out, {k})*max({k}, G.Out)"),
        |k: f64| format!("sin(G.Out) - mod(G.Out, {k}) + {k}^G.Out + G.Out^{k}"),
        |k: f64| format!("({k}.0625*time, G.Out, {k}, (-G.Out - {k}.0625*time)/3)"),
    ] {
        let known = drive();
        let texts: Vec<String> = (5..82).map(|k| of_lane(f64::from(k))).collect();
        let made =
            |text: &String| program(text, &known, known.inputs(), "").unwrap_or_else(|fault| panic!("{fault:?}"));
        let programs: Vec<Program> = texts.iter().map(made).collect();
        let lanes = Lanes::of(&programs.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(lanes.count(), texts.len());
        let input = |lane: usize, input: usize| INPUTS[input] + lane as f64 / 64.0 - f64::from(input == 9) * 8.5;
        let mut found = vec![vec![f64::NAN; programs[0].width()]; texts.len()];
        let fill = |_: &Vec<Vec<f64>>, number: usize, first: usize, numbers: &mut [f64]| {
            numbers.iter_mut().zip(first..).for_each(|(to, lane)| *to = input(lane, number));
        };
        lanes.calculate(&mut found, fill, |found, result, first, numbers| {
            numbers.iter().zip(first..).for_each(|(number, lane)| found[lane][result] = *number);
        });
        for ((text, found), lane) in texts.iter().zip(&found).zip(0..) {
            let inputs: Vec<f64> = (0..INPUTS.len()).map(|number| input(lane, number)).collect();
            let bits = |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|number| number.to_bits()).collect() };
            assert_eq!(bits(found), bits(&run(text, "", &inputs)), "{text}");
        }
    }
}

#[test]
fn programs_of_other_shapes_and_those_that_choose_do_not_run_side_by_side() {
    let known = drive();
    let made = |text: &str| program(text, &known, known.inputs(), "").unwrap();
    assert_eq!(Lanes::of(&[]), None);
    assert_eq!(Lanes::of(&[&made("G.Out*2"), &made("G.Out + 2")]), None);
    assert_eq!(Lanes::of(&[&made("G.Out*2"), &made("2*time*G.Out")]), None);
    assert_eq!(Lanes::of(&[&made("if(time lt 2, G.Out, 3)"), &made("if(time lt 2, G.Out, 3)")]), None);
    assert!(Lanes::of(&[&made("G.Out*2"), &made("G.Out*3")]).is_some());
}
