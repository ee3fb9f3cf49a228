//! Dimensions and factors against pint, another program's table (`by_pint.py`).

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use bowline_units::Unit;

#[test]
fn units_are_those_of_pint() {
    let table = include_str!("by_pint.csv");
    let mut count = 0;
    for line in table.lines() {
        let [text, si, factor] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let unit = Unit::parse(text).unwrap_or_else(|| panic!("`{text}` is no unit"));
        let base = Unit::parse(si).unwrap_or_else(|| panic!("`{si}` is no unit"));
        assert!(unit.has_dimensions_of(&base), "`{text}` is {}, and pint says {si}", unit.dimension());
        let factor: f64 = factor.parse().unwrap();
        // pint multiplies doubles, one for each symbol.
        assert!(
            (unit.factor() / factor - 1.0).abs() < 1e-14,
            "`{text}`: {:?}, and pint says {factor:?}",
            unit.factor()
        );
        count += 1;
    }
    assert!(count > 400, "{count}");
}
