//! What fits where.

use crate::{fault, value};

#[test]
fn quantities_are_converted_and_bare_numbers_taken_as_they_are() {
    for (text, unit, expected) in [
        ("5", "Pa", 5.0),
        ("5", "deg", 5.0),
        ("210 bar", "Pa", 21e6),
        ("210 bar", "", 21e6),
        ("3.1 mm", "m", 0.0031),
        ("15 l/min", "m^3/s", 0.00025),
        ("100 kN/m", "N/m", 1e5),
        ("-20 degC", "K", 253.15),
        ("68 degF", "K", 293.15),
        ("20 degC", "degC", 20.0),
        ("90 deg", "rad", std::f64::consts::FRAC_PI_2),
        ("90 deg", "deg", 90.0),
        ("50 %", "", 0.5),
        ("Bore/Stroke", "-", 0.08 / 1.2),
        ("50 bar + 1e5 Pa", "Pa", 51e5),
        ("Stroke/2", "m", 0.6),
        ("Bore + 0", "m", 0.08),
        ("1 m + 1 mm", "mm", 1001.0),
        ("sqrt(4 m^2)", "m", 2.0),
        ("(2 m)^3", "m^3", 8.0),
        ("1 kg * 9.81 m/s^2", "N", 9.81),
        ("sin(30 deg)", "", 0.5),
        ("1200 rpm", "rad/s", 125.663_706_143_591_73),
        ("50 Hz", "1/s", 50.0),
        ("2 Pa^0.5 * 3 Pa^0.5", "Pa", 6.0),
        ("if(Bore lt 100 mm, 1 bar, 2 bar)", "bar", 1.0),
        ("max(1 mm, Bore)", "mm", 80.0),
        ("100 cm^3/rev", "m^3/rad", 1.591_549_430_918_953_4e-5),
        ("100 cm^3/rev * 2 rev/s", "m^3/s", 2e-4),
        ("4 in", "m", 0.1016),
        ("6 m/(2 m)", "", 3.0),
        ("1/(2 s)", "1/s", 0.5),
    ] {
        let found = value(text, unit).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert!((found - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(), "{text} in {unit}: {found}");
    }
}

#[test]
fn what_does_not_fit_is_told_with_what_would() {
    for (text, unit, message) in [
        ("100 kN", "N/m", "`100 kN` is in N, and N/m is needed"),
        ("1 bar", "m", "`1 bar` is in Pa, and m is needed"),
        ("Bore", "N", "`Bore` is in m, and N is needed"),
        ("Bore + 5", "m", "`5` has no unit, and stands beside `Bore`, which is in m"),
        ("5 - Bore", "m", "`5` has no unit, and stands beside `Bore`, which is in m"),
        ("Bore + 1 bar", "m", "`Bore` is in m, and `1 bar` in Pa"),
        ("Bore lt 100", "", "`100` has no unit, and stands beside `Bore`, which is in m"),
        ("30 deg", "m", "`30 deg` is in rad, and m is needed"),
        ("50 %", "m", "`50 %` is in -, and m is needed"),
        ("Bore/Stroke", "m", "`Bore/Stroke` is in -, and m is needed"),
        ("50 Hz", "rad/s", "`50 Hz` is in Hz, and rad/s is needed"),
        ("50 cm^3/rev", "m^3", "`50 cm^3/rev` is in m^3/rad, and m^3 is needed"),
        ("50 cm^3", "m^3/rev", "`50 cm^3` is in m^3, and m^3/rev is needed"),
        ("50 cm^3", "m^3/rad", "`50 cm^3` is in m^3, and m^3/rad is needed"),
        ("2*50 cm^3", "m^3/rad", "`2*50 cm^3` is in m^3, and m^3/rad is needed"),
        ("2*20 degC", "K", "`20 degC` is counted from another zero"),
        ("20 degC + 1 K", "K", "`20 degC` is counted from another zero"),
        ("exp(1 m)", "", "`1 m` is in m, and the argument of `exp` is a pure number"),
        ("sin(1 m)", "", "`1 m` is in m, and the argument of `sin` is an angle"),
        ("2^Bore", "", "`Bore` is in m, and an exponent is a pure number"),
        ("Bore^pi", "", "`Bore` is in m: its exponent must be a constant fraction"),
        ("min(Bore, 3)", "m", "`3` has no unit, and stands beside `Bore`, which is in m"),
        ("if(true, 1 m, 1 s)", "m", "`1 m` is in m, and `1 s` in s"),
        ("hypot(1 m, 1 s)", "m", "`1 m` is in m, and `1 s` in s"),
        ("1 kt", "kg", "`kt` is a knot for some, and a kilotonne for others"),
        ("5 W/m K", "", "`W/m K` can be read in two ways"),
        ("5 apples", "m", "there is no unit `apples`"),
        ("3 < 4", "m", "`3 < 4` is true or false, and a number is needed"),
        ("3 bar", "apples", "`3 bar` is needed in `apples`, which is no unit that is known"),
        ("floor(1 m)", "m", "`1 m` is in m, and the argument of `floor` is a pure number"),
        ("-(20 degC)", "K", "`(20 degC)` is counted from another zero"),
        ("80 mm ^2", "m^2", "is the `^` of the unit, or of `80 mm`?"),
        ("2 m^2^2", "m^4", "is the `^` of the unit, or of `2 m^2`?"),
        ("5 kg^1/2", "kg", "`kg^1` can be read in two ways"),
        ("7%2", "", "`%` is a hundredth"),
        ("1 m^1000", "m", "this is no exponent of a unit"),
        ("(1 m)^1000", "m", "`(1 m)` is in m: its exponent must be a constant fraction"),
    ] {
        assert_eq!(fault(text, unit).1, message, "{text}");
    }
    let help = |text: &str, unit: &str| value(text, unit).expect_err(text).help.unwrap_or_default();
    assert_eq!(help("100 kN", "N/m"), "write `100 N/m`");
    assert_eq!(help("-3 bar", "N/m"), "write `-3 N/m`");
    assert_eq!(help("50 cm^3", "m^3/rad"), "write `50 cm^3/rev` or `50 cm^3/rad`");
    assert_eq!(help("50 cm^3", "m^3/rev"), "write `50 cm^3/rev` or `50 cm^3/rad`");
    assert_eq!(help("50 Hz", "rad/s"), "a frequency in Hz counts turns: write `rev/s` or `rad/s`");
    assert_eq!(help("Bore + 5", "m"), "give it one, as in `5 m`");
    assert!(
        help("5 Mpa", "Pa").starts_with("capital letters count: did you mean `mPa` or `MPa`?"),
        "{}",
        help("5 Mpa", "Pa")
    );
    assert!(help("5 barr", "Pa").starts_with("did you mean `bar`?"), "{}", help("5 barr", "Pa"));
    assert_eq!(help("5 W/m K", ""), "write `W/(m K)`, or what is above the line first");
    assert_eq!(help("3/2 kg", "kg"), "write `/ (2 kg)`, or calculate with 2 first: `3/2 kg` is `1.5 kg`");
}
