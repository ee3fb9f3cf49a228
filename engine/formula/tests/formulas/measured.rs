//! Formulas whose numbers are shown.

use bowline_formula::{Calculation, Found, Names, measured};

/// Pressure `A.p` in Pa, position `B.x` in m, three numbers, and a number without a unit.
struct Ports;

impl Names for Ports {
    fn find(&self, name: &str, _: bool) -> Found<'_> {
        match name {
            "A.p" => Found::Signal { first: 0, width: 1, unit: "Pa" },
            "B.x" => Found::Signal { first: 1, width: 3, unit: "m" },
            "C.free" => Found::Signal { first: 4, width: 1, unit: "" },
            "D.T" => Found::Signal { first: 5, width: 1, unit: "K" },
            _ => Found::Unknown { message: String::new(), help: String::new() },
        }
    }
}

const NUMBERS: [f64; 6] = [3e5, 1.0, 2.0, -4.0, 0.5, 293.15];

/// What a formula gives, and in which unit.
fn shown(formula: &str, unit: &str) -> (Vec<f64>, String) {
    let measured =
        measured(formula, &Ports, NUMBERS.len(), unit).unwrap_or_else(|fault| panic!("{formula}: {fault:?}"));
    let value = |Calculation { program, inputs }: &Calculation| {
        assert_eq!(program.inputs(), inputs.len());
        let mut value = f64::NAN;
        let fill =
            |_: &f64, slots: &mut [f64]| slots.iter_mut().zip(inputs).for_each(|(slot, input)| *slot = NUMBERS[*input]);
        program.calculate(&mut value, fill, |value, _, result| *value = result);
        value
    };
    (measured.numbers.iter().map(value).collect(), measured.unit)
}

#[test]
fn formulas_are_in_their_unit_or_in_the_one_that_is_asked_for() {
    for (formula, unit, numbers, shown_in) in [
        ("A.p", "bar", vec![3.0], "bar"),
        ("A.p*B.x[1]^2", "", vec![12e5], "N"),
        ("A.p*B.x[1]^2", "kN", vec![1200.0], "kN"),
        ("2*B.x", "mm", vec![2000.0, 4000.0, -8000.0], "mm"),
        ("B.x[2]/B.x[1]", "", vec![-2.0], ""),
        ("B.x[2]/B.x[1]", "%", vec![-200.0], "%"),
        ("sign(B.x[2])*floor(2.5)", "", vec![-2.0], ""),
        ("B.x[2] gt 0", "", vec![0.0], ""),
        ("if(B.x[2] gt 0, A.p, 1 bar)", "bar", vec![1.0], "bar"),
        ("2*C.free", "", vec![1.0], ""),
        ("2*C.free", "N", vec![1.0], "N"),
        ("D.T", "degC", vec![20.0], "degC"),
        ("D.T + 10 K", "", vec![303.15], "K"),
        ("7", "kN", vec![7.0], "kN"),
        ("7 m", "mm", vec![7000.0], "mm"),
        ("-10 degC", "K", vec![263.15], "K"),
    ] {
        assert_eq!(shown(formula, unit), (numbers, shown_in.to_owned()), "{formula} [{unit}]");
    }
}

#[test]
fn what_cannot_be_shown_is_refused() {
    for (formula, unit, message) in [
        ("A.p", "m", "`A.p` is in Pa, and m is needed"),
        ("2*C.free", "bar", "nobody knows the unit of `2*C.free`, so that it cannot be shown in bar"),
        ("D.T - 280 K", "degC", "`D.T - 280 K` may be a difference, which has no zero, and so is not shown in degC"),
        ("-D.T", "degC", "`-D.T` may be a difference, which has no zero, and so is not shown in degC"),
        ("B.x[0] gt 0", "m", "`B.x[0] gt 0` is true or false, and a number is needed"),
    ] {
        assert_eq!(measured(formula, &Ports, NUMBERS.len(), unit).unwrap_err().message, message, "{formula}");
    }
}

#[test]
fn a_number_takes_only_what_it_needs() {
    let all = measured("B.x*if(A.p gt 0, 1, C.free)", &Ports, NUMBERS.len(), "").unwrap().numbers;
    let inputs: Vec<&[usize]> = all.iter().map(|number| number.inputs.as_slice()).collect();
    assert_eq!(inputs, [&[0, 1, 4], &[0, 2, 4], &[0, 3, 4]]);
}
