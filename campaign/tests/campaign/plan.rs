//! Which cases a campaign has.

use bowline_campaign::{Plan, Sampling, Value, Variation};

fn plan(variations: &[&str], sampling: Option<Sampling>) -> Result<Plan, String> {
    let parsed: Result<Vec<_>, _> = variations.iter().map(|text| Variation::parse(text)).collect();
    let plan = parsed.and_then(|parsed| Plan::new(parsed, sampling));
    plan.map_err(|error| error.to_string())
}

fn grid(variations: &[&str]) -> Plan {
    plan(variations, None).unwrap()
}

fn overrides(plan: &Plan) -> Vec<String> {
    (1..=plan.count()).map(|number| plan.case(number).overrides.join(" ")).collect()
}

fn names(plan: &Plan) -> Vec<&str> {
    plan.columns().iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn a_grid_has_all_combinations_and_its_last_value_varies_fastest() {
    let plan = grid(&["S.Stiffness=50:50:100", "B.Mass=1,2.50,5e0"]);
    assert_eq!(
        overrides(&plan),
        [
            "S.Stiffness=50 B.Mass=1",
            "S.Stiffness=50 B.Mass=2.50",
            "S.Stiffness=50 B.Mass=5e0",
            "S.Stiffness=100 B.Mass=1",
            "S.Stiffness=100 B.Mass=2.50",
            "S.Stiffness=100 B.Mass=5e0",
        ]
    );
    assert_eq!(names(&plan), ["S.Stiffness", "B.Mass"]);
    assert_eq!(plan.case(5).values, [Value::Number(100.0), Value::Number(2.5)]);
    assert_eq!((plan.case(5).number, plan.count()), (5, 6));
}

#[test]
fn a_range_is_of_decimals() {
    let numbers = |spec: &str| -> Vec<f64> {
        let plan = grid(&[&format!("A.X={spec}")]);
        let number = |value: &Value| if let Value::Number(number) = value { *number } else { f64::NAN };
        (1..=plan.count()).map(|case| number(&plan.case(case).values[0])).collect()
    };
    // What 0.1 + 0.1 + 0.1 and 3 * 0.1 are not.
    assert_eq!(numbers("0.1:0.1:0.5"), [0.1, 0.2, 0.3, 0.4, 0.5]);
    assert_eq!(numbers("1:1:3.9"), [1.0, 2.0, 3.0]);
    assert_eq!(numbers("1:-0.7:-1.1"), [1.0, 0.3, -0.4, -1.1]);
    assert_eq!(numbers("2:1:2"), [2.0]);
    assert_eq!(numbers("1e-3:1e-3:3e-3"), [0.001, 0.002, 0.003]);
    assert_eq!(numbers("0:1:999999").len(), 1_000_000);
}

#[test]
fn vectors_have_a_column_for_each_element() {
    let plan = grid(&["B.Pos=(0, 0,-5),(0,0,-6)", "Engine:IntegrationMethod=RK4,BDF"]);
    assert_eq!(names(&plan), ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]", "Engine:IntegrationMethod"]);
    assert_eq!(plan.case(4).overrides, ["B.Pos=0,0,-6", "Engine:IntegrationMethod=BDF"]);
    assert_eq!(
        plan.case(4).values,
        [Value::Number(0.0), Value::Number(0.0), Value::Number(-6.0), Value::Text("BDF".to_owned())]
    );
    let units = plan.with_units(|name| if name == "B.Pos" { "m" } else { "" }.to_owned());
    assert_eq!(units.columns().iter().map(|column| column.unit.as_str()).collect::<Vec<_>>(), ["m", "m", "m", ""]);
}

#[test]
fn names_that_are_linked_vary_together() {
    let same = grid(&["A.Mass,B.Mass=1:1:2"]);
    assert_eq!(overrides(&same), ["A.Mass=1 B.Mass=1", "A.Mass=2 B.Mass=2"]);
    let both = grid(&["S.Stiffness,B.Mass=(50,1),(60,2)", "C.On=true,false"]);
    assert_eq!(overrides(&both)[2], "S.Stiffness=60 B.Mass=2 C.On=true");
    assert_eq!(both.count(), 4);
    let vectors = grid(&["B.Pos,B.Mass=((0,0,1),5),((0,0,2),6)"]);
    assert_eq!(names(&vectors), ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]", "B.Mass"]);
    assert_eq!(vectors.case(2).overrides, ["B.Pos=0,0,2", "B.Mass=6"]);
}

#[test]
fn numbers_that_are_mixed_with_words_are_words() {
    let plan = grid(&["Engine:IntegratorMethod=2,BDF"]);
    assert_eq!(plan.case(1).values, [Value::Text("2".to_owned())]);
}

#[test]
fn what_is_wrong_with_a_variation_is_told_with_what_to_write() {
    for (variation, expected) in [
        ("S.Stiffness", "what varies is written NAME=VALUES, as in `S.Stiffness=50:10:150`"),
        ("A.X=", "`A.X=`: there are no values: give a list, or a range start:step:stop"),
        ("=1,2", "`=1,2`: a name is missing"),
        ("A.X,=1,2", "`A.X,=1,2`: a name is missing"),
        ("A.X=1,,2", "`A.X=1,,2`: a value is missing"),
        ("A.X=1:0:2", "the step of a range start:step:stop must not be 0"),
        ("A.X=1:-1:3", "the step -1 leads away from 3: write 1:1:3"),
        ("A.X=3:1:1", "the step 1 leads away from 1: write 3:-1:1"),
        ("A.X=1:x:3", "`x` is not a number"),
        ("A.X=1,2,5x", "`5x` is not a number"),
        ("A.X=(1,2),(1,2,3)", "`A.X` has 2 values here and 3 values there"),
        ("A.X,A.Y=(1,2,3),(1,2,3)", "`(1,2,3)` has 3 values for 2 names: write one for each"),
        ("A.X=(1,2", "a `(` without its `)`"),
        ("A.X=1),2", "a `)` without its `(`"),
        ("A.X=((1,2),3)", "`(1,2)` stands in a vector, which holds single values"),
        ("A.X=0:1e-9:1.5", "1500000001 cases: at most 1000000000 are run; give longer steps, or draw some"),
        ("A.X=50..150", "such values are drawn: say how with --sample random, lhs or sobol, and --count N"),
        ("A.X=150..50", "the range is empty: write 50.0..150.0, the smaller one first"),
        ("A.X=5..5", "the range is empty: 5.0 at both of its ends"),
        ("A.X=5..b", "`5..b` is no range: write FROM..TO with two numbers, as in `50..150`"),
        ("A.X=log:-1..5", "both ends of a logarithmic range must be more than 0"),
        ("A.X=log:1:5", "`1:5` is no range: write FROM..TO with two numbers, as in `50..150`"),
        ("A.X=normal:5", "write normal:MEAN,SD with two numbers, as in `normal:100,5`"),
        ("A.X=normal:5,-1", "the standard deviation -1.0 must be more than 0"),
    ] {
        let error = plan(&[variation], None).unwrap_err();
        assert!(error.contains(expected), "{variation}: {error}");
    }
    assert!(plan(&["A.X=1,2", "A.Y,A.X=1,2"], None).unwrap_err().contains("`A.X` varies twice"));
    assert!(plan(&[], None).unwrap_err().contains("nothing varies"));
    let product = plan(&["A.X=0:1:99999", "A.Y=0:1:99999"], None).unwrap_err();
    assert!(product.contains("100000 x 100000 cases: at most 1000000000"), "{product}");
}

/// A unit behind the numbers goes along with each, and is that of the column.
#[test]
fn numbers_have_the_unit_that_stands_behind_them() {
    let grid = grid(&["S.k=50:50:150 kN/m", "B.g=-9.81,-1.62"]);
    let grid = grid.with_units(|name| if name == "S.k" { "N/m".to_owned() } else { "m/s^2".to_owned() });
    assert_eq!(overrides(&grid)[..2], ["S.k=50 kN/m B.g=-9.81", "S.k=50 kN/m B.g=-1.62"]);
    assert_eq!(grid.columns()[0].unit, "kN/m");
    for (spec, unit) in [
        ("50..150 kN/m", "kN/m"),
        ("log:1..10 bar", "bar"),
        ("normal:100,5 kN/m", "kN/m"),
        ("1e2..1e3 1/min", "1/min"),
        ("-20..40 degC", "degC"),
        ("0..90deg", "deg"),
        ("0..90", ""),
        ("1e-3..1e3", ""),
    ] {
        let sampling = Sampling { method: bowline_campaign::SamplingMethod::Random, count: 3, seed: 1 };
        let drawn = plan(&[&format!("X.y={spec}")], Some(sampling)).unwrap();
        assert_eq!(drawn.columns()[0].unit, unit, "{spec}");
        let case = drawn.case(1);
        assert!(case.overrides[0].ends_with(unit), "{spec}: {:?}", case.overrides);
    }
    assert!(plan(&["X.y=50:10:150 kN/x"], None).is_err());
}
