//! Who binds whom, and what is no formula.

use crate::{fault, value};

#[test]
fn powers_bind_to_the_right_and_before_signs() {
    for (text, expected) in [
        ("-3^2", -9.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("-2^-2", -0.25),
        ("(-3)^2", 9.0),
        ("8/4/2", 1.0),
        ("8-4-2", 2.0),
        ("1+2*3", 7.0),
        ("(1+2)*3", 9.0),
        ("--3", 3.0),
        ("+3", 3.0),
        ("n-1", 3.0),
        ("n-1.5", 2.5),
        ("1e-3", 0.001),
        (".5", 0.5),
        ("5.", 5.0),
        ("L[1]", 2.0),
        ("sum(L[1:3])", 5.0),
        ("L[n-3]", 2.0),
        ("if(n > 3 and not (n == 5), 1, 0)", 1.0),
        ("if(n lt 3 or n ge 4, 1, 0)", 1.0),
        ("if(n != 4, 1/0, 7)", 7.0),
        ("if(true, 1, 2)", 1.0),
        ("if(n == 4, 3, 1 + 1/0)", 3.0),
        ("if(n == 4 or 1/0 > 1, 1, 2)", 1.0),
        ("if(false and 1/0 > 1, 1, 2)", 2.0),
        ("mod(-1, 3)", 2.0),
        ("mod(1, -3)", -2.0),
        ("min(3, 1, 2)", 1.0),
        ("round(2.5)", 3.0),
        ("floor(0.1*30)", 3.0),
        ("atan2(0, -1)", std::f64::consts::PI),
        ("norm((3, 4))", 5.0),
        ("dot(L, (1, 1, 1))", 6.0),
    ] {
        assert_eq!(value(text, ""), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_formula_has_a_place() {
    for (text, place, message) in [
        ("", "", "a number, a name or a `(` is expected, and here it ends"),
        ("1 +", "", "a number, a name or a `(` is expected, and here it ends"),
        ("1 2", "2", "a sign is missing before `2`"),
        ("2 B.Pos", "B.Pos", "a sign is missing before `B.Pos`"),
        ("(1", "(", "the `(` has no `)`"),
        ("L[1", "[", "the `[` has no `]`"),
        ("1 < 2 < 3", "<", "comparisons do not chain"),
        ("sinn(1)", "sinn", "there is no function `sinn`"),
        ("sin(1, 2)", "sin(1, 2)", "`sin` takes one argument, and here are 2"),
        ("1 $ 2", "$", "`$` means nothing in a formula"),
        ("1.2.3", ".", "a number has one point"),
        ("3/2 kg", "2 kg", "a number with a unit follows the `/`"),
        ("A.Out-1.5", "A.Out-1.5", "`A.Out-1.5` is no name"),
        ("1d-3", "3", "`3` has no unit, and stands beside `1d`, which is in s"),
        ("2 mm x", "x", "there is no unit `x`"),
        ("1/0", "1/0", "`1/0` is not a finite number"),
        ("if(n == 4, 1/0, 1)", "1/0", "`1/0` is not a finite number"),
        ("sqrt(-1)", "sqrt(-1)", "`sqrt(-1)` is not a finite number"),
        ("1e400", "1e400", "`1e400` is not a finite number"),
        ("L[3]", "L[3]", "`L[3]` is not in `L`, which has 3 elements"),
        ("L[0.5]", "0.5", "`0.5` is no whole number from 0 on"),
        ("L[-1]", "-1", "`-1` is no whole number from 0 on"),
        ("L", "L", "this is 3 numbers, where one is needed"),
        ("(1, 2) + (1, 2, 3)", "(1, 2) + (1, 2, 3)", "`(1, 2)` has width 2, and `(1, 2, 3)` has width 3"),
        ("1 + true", "true", "`true` is true or false, and no number"),
        ("if(1, 2, 3)", "1", "`1` is a number, where true or false is needed"),
        ("x", "x", "there is no `x`"),
    ] {
        assert_eq!(fault(text, ""), (place.to_owned(), message.to_owned()), "{text}");
    }
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert_eq!(fault(&deep, "").1, "more than 50 parts are nested here");
    assert_eq!(fault(&"-".repeat(1000), "").1, "more than 50 parts are nested here");
    assert_eq!(fault(&format!("{} true", "not ".repeat(200_000)), "").1, "more than 50 parts are nested here");
    assert_eq!(fault(&format!("1{}", "+1".repeat(100_000)), "").1, "more than 1000 signs are in this formula");
    let fits = format!("{}1{}", "(".repeat(49), ")".repeat(49));
    assert_eq!(value(&fits, ""), Ok(1.0));
    // On a small stack too: campaigns load scenarios on threads.
    let load = || ["+1", "*1", "-0"].map(|next| value(&format!("1{}", next.repeat(1000)), ""));
    let small = std::thread::Builder::new().stack_size(256 << 10).spawn(load).unwrap();
    assert_eq!(small.join().unwrap(), [Ok(1001.0), Ok(1.0), Ok(1.0)]);
}

/// `100, 200, 300 mm` would be 100 m.
#[test]
fn a_list_is_all_quantities_or_all_numbers() {
    let numbers = |text: &str| {
        let rows = bowline_formula::constants(text, &crate::drive(), "m");
        rows.map(|rows| rows.concat().iter().map(bowline_formula::Number::value).collect::<Vec<_>>())
    };
    assert_eq!(numbers("1, 2; 3, 4"), Ok(vec![1.0, 2.0, 3.0, 4.0]));
    assert_eq!(numbers("0, 200 mm, 3 m"), Ok(vec![0.0, 0.2, 3.0]));
    let fault = numbers("100, 200, 300 mm").unwrap_err();
    assert_eq!(fault.message, "`100` has no unit, and stands beside `300 mm`, which is in m");
}
