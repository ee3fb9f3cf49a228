//! The signal blocks of the base library.

use crate::laboratory::{complaints, load, run, scenario};

/// What block `B` gives in its out-ports, one behind the other, when its
/// in-ports are connected so.
fn outputs(block: &str, connections: &str) -> Vec<f64> {
    let engine = r#"TOutput="0, 1" FileOutput="objects:outputs""#;
    run(&load(&scenario(&[block], connections, "", engine))).0[0].1.clone()
}

#[test]
fn a_gain_is_a_number_one_for_each_element_or_a_matrix() {
    let gain = |parameters: &str, input: &str| {
        outputs(&format!("base:Signal/Gain B {parameters}"), &format!(r#"B.In="{input}""#))
    };
    assert_eq!(gain(r#"Gain="-3""#, "2"), [-6.0]);
    assert_eq!(gain(r#"Gain="-3" PortWidth="2""#, "2, 4"), [-6.0, -12.0]);
    assert_eq!(gain(r#"Gain="-3, 0.5""#, "2, 4"), [-6.0, 2.0]);
    assert_eq!(gain(r#"Gain="1, 2, 3; 0, -1, 4" Multiplication="Matrix""#, "1, 10, 100"), [321.0, 390.0]);
    assert_eq!(gain(r#"Gain="1, 2" Multiplication="Matrix""#, "3, 4"), [11.0]);
    assert_eq!(gain(r#"Gain="1; 2" Multiplication="Matrix""#, "3"), [3.0, 6.0]);
}

#[test]
fn sums_have_signs() {
    let inputs = r#"B.In1="1, 10" B.In2="2, 20""#;
    assert_eq!(outputs(r#"base:Signal/Sum B PortWidth="2""#, inputs), [3.0, 30.0]);
    assert_eq!(outputs(r#"base:Signal/Sum B PortWidth="2" Signs="+-""#, inputs), [-1.0, -10.0]);
    let three = r#"B.In1="1" B.In2="2" B.In3="4""#;
    assert_eq!(outputs(r#"base:Signal/Sum B Signs="--+""#, three), [1.0]);
    assert_eq!(outputs(r#"base:Signal/Sum B NumInput="3""#, three), [7.0]);
}

#[test]
fn products_multiply_and_divide() {
    let inputs = r#"B.In1="6, 10" B.In2="2, -4""#;
    assert_eq!(outputs(r#"base:Signal/Product B PortWidth="2""#, inputs), [12.0, -40.0]);
    assert_eq!(outputs(r#"base:Signal/Product B PortWidth="2" Operations="*/""#, inputs), [3.0, -2.5]);
    assert_eq!(outputs(r#"base:Signal/Product B Operations="/""#, r#"B.In1="8""#), [0.125]);
}

#[test]
fn what_is_joined_comes_apart_again() {
    let mux = r#"base:Signal/Mux M NumInput="3" InPortWidth1="2" InPortWidth3="3""#;
    let demux = r#"base:Signal/Demux D NumOutput="3" OutPortWidth1="2" OutPortWidth3="3""#;
    let connections = r#"M.In1="1, 2" M.In2="3" M.In3="4, 5, 6" D.In="M.Out""#;
    let engine = r#"TOutput="0, 1" FileOutput="objects:outputs""#;
    let (rows, _) = run(&load(&scenario(&[demux, mux], connections, "", engine)));
    assert_eq!(rows[0].1, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn a_signal_is_kept_between_limits() {
    let input = r#"B.In="-3, 0.5, 3""#;
    let limited = |limits: &str| outputs(&format!(r#"base:Signal/Saturation B PortWidth="3" {limits}"#), input);
    assert_eq!(limited(r#"Lower="-1" Upper="2""#), [-1.0, 0.5, 2.0]);
    assert_eq!(limited(r#"Upper="-5, 0, 5""#), [-5.0, 0.0, 3.0]);
    assert_eq!(limited(r#"Lower="1""#), [1.0, 1.0, 3.0]);
}

#[test]
fn a_characteristic_is_read_off_at_each_element() {
    let input = r#"B.In="-1, 0, 0.5, 1, 3, 5""#;
    let lookup = |parameters: &str| {
        let block = format!(r#"base:Signal/Lookup B PortWidth="6" Points="0, 1, 3" Values="0, 2, 1" {parameters}"#);
        outputs(&block, input)
    };
    assert_eq!(lookup(""), [0.0, 0.0, 1.0, 2.0, 1.0, 1.0]);
    assert_eq!(lookup(r#"Outside="Extrapolated""#), [-2.0, 0.0, 1.0, 2.0, 1.0, 0.0]);
    assert_eq!(lookup(r#"Interpolation="Held""#), [0.0, 0.0, 0.0, 2.0, 1.0, 1.0]);
    // The parabola x (17 - 5 x) / 6 through the points, and its tangents.
    let spline = lookup(r#"Interpolation="Spline" Outside="Extrapolated""#);
    for (found, expected) in spline.iter().zip([-17.0 / 6.0, 0.0, 7.25 / 6.0, 2.0, 1.0, 1.0 - 2.0 * 13.0 / 6.0]) {
        assert!((found - expected).abs() < 1e-14, "{spline:?}");
    }
}

#[test]
fn mistakes_in_signal_blocks_are_told() {
    for (block, complaint) in [
        (r#"Gain B Gain="1; 2""#, "`Gain`: 2 rows need `Multiplication` to be `Matrix`"),
        (r#"Gain B Gain="1, 2" PortWidth="3""#, "`Gain`: 2 columns, where `PortWidth` asks for 3"),
        (r#"Gain B Gain="1" Multiplication="Matrix" PortWidth="2""#, "`Gain`: 1 columns, where `PortWidth` asks for 2"),
        (r#"Sum B Signs="+x""#, "`Signs`: may hold `+` and `-` only, one for each in-port"),
        (r#"Sum B Signs="+-" NumInput="3""#, "`Signs`: 2 signs for 3 in-ports"),
        (r#"Sum B Signs="""#, "`Signs`: 0 signs for 1 in-ports"),
        (r#"Product B Operations="*-""#, "`Operations`: may hold `*` and `/` only, one for each in-port"),
        (r#"Mux B InPortWidth2="0""#, "`InPortWidth2`: `0` is out of range"),
        (r#"Demux B OutPortWidth3="1""#, ": unknown parameter `OutPortWidth3`"),
        (r#"Saturation B Lower="1" Upper="0""#, "`Lower`: is 1, above `Upper`, 0"),
        (r#"Lookup B Points="0, 1" Values="1, 2; 3, 4""#, "`Values`: 2 columns, where a characteristic has one"),
        (r#"Lookup B Points="1, 0" Values="1, 2""#, "`Points`: must rise, but 1 is followed by 0"),
    ] {
        let found = complaints(&scenario(&[&format!("base:Signal/{block}")], "", "", r#"TOutput="0, 1""#));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(complaint), "{found:?}");
    }
}
