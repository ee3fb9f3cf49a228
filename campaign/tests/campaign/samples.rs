//! Values that are drawn. Reference values are SciPy's (1.17.1):
//! `scipy.stats.qmc.Sobol(d, scramble=False, bits=32)` and `scipy.special.ndtri`.

use bowline_campaign::{Plan, Sampling, SamplingMethod, Value, Variation};

fn try_plan(variations: &[&str], method: SamplingMethod, count: u64, seed: u64) -> Result<Plan, String> {
    let variations = variations.iter().map(|text| Variation::parse(text).unwrap()).collect();
    Plan::new(variations, Some(Sampling { method, count, seed })).map_err(|error| error.to_string())
}

fn plan(variations: &[&str], method: SamplingMethod, count: u64, seed: u64) -> Plan {
    try_plan(variations, method, count, seed).unwrap()
}

fn numbers(plan: &Plan, case: u64) -> Vec<f64> {
    let number = |value: Value| if let Value::Number(number) = value { number } else { f64::NAN };
    plan.case(case).values.into_iter().map(number).collect()
}

fn column(plan: &Plan, column: usize) -> Vec<f64> {
    (1..=plan.count()).map(|case| numbers(plan, case)[column]).collect()
}

const METHODS: [SamplingMethod; 3] = [SamplingMethod::Random, SamplingMethod::Lhs, SamplingMethod::Sobol];

fn units(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("A.X{i}=0..1")).collect()
}

fn assert_near(found: &[f64], expected: &[f64]) {
    let far = found.iter().zip(expected).any(|(found, expected)| (found - expected).abs() > 2e-16);
    assert!(found.len() == expected.len() && !far, "{found:?} is not {expected:?}");
}

#[test]
fn a_sobol_sequence_that_is_not_shifted_is_that_of_scipy() {
    let variations = units(12);
    let variations: Vec<&str> = variations.iter().map(String::as_str).collect();
    let sobol = plan(&variations, SamplingMethod::Sobol, 4096, 0);
    for (index, expected) in [
        (0, [0.0, 0.0, 0.0, 0.0, 0.0]),
        (1, [0.5, 0.5, 0.5, 0.5, 0.5]),
        (2, [0.75, 0.25, 0.25, 0.75, 0.75]),
        (3, [0.25, 0.75, 0.75, 0.25, 0.25]),
        (4, [0.375, 0.375, 0.625, 0.125, 0.375]),
        (7, [0.125, 0.625, 0.375, 0.375, 0.125]),
        (100, [0.4140625, 0.2578125, 0.7734375, 0.7421875, 0.6796875]),
        (1023, [0.0009765625, 0.7529296875, 0.6123046875, 0.4384765625, 0.0361328125]),
        (4095, [0.000244140625, 0.941162109375, 0.334228515625, 0.078857421875, 0.321533203125]),
    ] {
        let point = numbers(&sobol, index + 1);
        assert_near(&[point[0], point[1], point[2], point[5], point[11]], &expected);
    }
    let variations = units(1000);
    let variations: Vec<&str> = variations.iter().map(String::as_str).collect();
    let point = numbers(&plan(&variations, SamplingMethod::Sobol, 1 << 20, 0), 123_457);
    let expected =
        [0.02649688720703125, 0.18274688720703125, 0.5315628051757812, 0.20032501220703125, 0.9606246948242188];
    assert_near(&[0, 1, 100, 500, 999].map(|dimension: usize| point[dimension]), &expected);
}

#[test]
fn a_normal_value_is_the_quantile_of_its_probability() {
    // The sequence begins with 0, 0.5, 0.75, 0.25.
    let sobol = plan(&["A.X=normal:0,1", "A.Y=normal:100,5"], SamplingMethod::Sobol, 4096, 0);
    let quarter = 0.6744897501960817;
    assert!(numbers(&sobol, 2)[0].abs() < 1e-15);
    assert!((numbers(&sobol, 3)[0] - quarter).abs() < 1e-15 && (numbers(&sobol, 4)[0] + quarter).abs() < 1e-15);
    assert!((numbers(&sobol, 3)[1] - (100.0 - 5.0 * quarter)).abs() < 1e-13);
    // 0.0009765625 and 0.000244140625: in the tails.
    assert!((numbers(&sobol, 1024)[0] + 3.0972690781987846).abs() < 1e-12, "{}", numbers(&sobol, 1024)[0]);
    assert!((numbers(&sobol, 4096)[0] + 3.487104104114431).abs() < 1e-12, "{}", numbers(&sobol, 4096)[0]);
}

#[test]
fn a_latin_hypercube_has_one_case_in_each_part_of_each_range() {
    for count in [1_u32, 7, 1000] {
        let lhs = plan(&["A.X=0..1", "A.Y=-20..80", "A.Z=0..1"], SamplingMethod::Lhs, count.into(), 1);
        for dimension in 0..3 {
            let within = |x: f64| if dimension == 1 { (x + 20.0) / 100.0 } else { x };
            let mut parts: Vec<u32> =
                column(&lhs, dimension).into_iter().map(|x| (within(x) * f64::from(count)) as u32).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..count).collect::<Vec<_>>());
        }
        assert!(count < 1000 || column(&lhs, 0) != column(&lhs, 2), "each range has an order of its own");
    }
}

#[test]
fn drawn_values_have_the_mean_and_the_spread_of_their_distribution() {
    for method in METHODS {
        let drawn = plan(&["A.X=50..150", "A.Y=log:1..100", "A.Z=normal:10,2", "A.W=1,2,3,4"], method, 20_000, 1);
        let moments = |column: &[f64]| {
            let count = column.len() as f64;
            let mean = column.iter().sum::<f64>() / count;
            (mean, (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt())
        };
        let near = |(mean, spread): (f64, f64), expected: (f64, f64)| {
            // Four standard errors of what is drawn at random.
            (mean - expected.0).abs() < 0.03 * expected.1 && (spread / expected.1 - 1.0).abs() < 0.03
        };
        let cases: Vec<Vec<f64>> = (1..=drawn.count()).map(|case| numbers(&drawn, case)).collect();
        let [uniform, log, normal, list] = [0, 1, 2, 3].map(|i| cases.iter().map(|case| case[i]).collect::<Vec<_>>());
        assert!(uniform.iter().all(|x| (50.0..=150.0).contains(x)) && log.iter().all(|x| (1.0..=100.0).contains(x)));
        assert!(near(moments(&uniform), (100.0, 100.0 / 12f64.sqrt())), "{method:?}");
        let logarithms: Vec<f64> = log.iter().map(|x| x.log10()).collect();
        assert!(near(moments(&logarithms), (1.0, 2.0 / 12f64.sqrt())), "{method:?}");
        assert!(near(moments(&normal), (10.0, 2.0)), "{method:?}");
        for choice in [1.0, 2.0, 3.0, 4.0] {
            let count = list.iter().filter(|x| **x == choice).count();
            assert!((4800..=5200).contains(&count), "{method:?}: {count} of {choice}");
        }
    }
}

#[test]
fn cases_are_the_same_for_all_time_and_others_with_another_seed() {
    for method in METHODS {
        let of = |seed| column(&plan(&["A.X=0..1", "A.Y=0..1"], method, 50, seed), 1);
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }
    // What was drawn once must be drawn by later releases too. The first numbers were
    // taken from this program, and are not to change.
    let first = METHODS.map(|method| numbers(&plan(&["A.X=0..1", "A.Y=log:1..10"], method, 4, 1), 3));
    insta::assert_debug_snapshot!(first);
    // Of what is drawn at random and in sequence, more cases only add to the first ones.
    for method in [SamplingMethod::Random, SamplingMethod::Sobol] {
        let of = |count| numbers(&plan(&["A.X=0..1"], method, count, 1), 3);
        assert_eq!(of(4), of(4000));
    }
}

#[test]
fn linked_names_share_what_is_drawn() {
    let linked = plan(&["A.X,A.Y=1..2", "B.X,B.Y=(1,2),(3,4)"], SamplingMethod::Random, 20, 1);
    for case in 1..=20 {
        let values = numbers(&linked, case);
        assert!(values[0] == values[1] && values[3] == values[2] + 1.0, "{values:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let wrong = |variations: &[&str], method, count| try_plan(variations, method, count, 1).unwrap_err();
    assert_eq!(wrong(&["A.X=0..1"], SamplingMethod::Random, 0), "0 cases are drawn: give a count of at least 1");
    let most = wrong(&["A.X=0..1"], SamplingMethod::Random, 2_000_000_000);
    assert_eq!(most, "2000000000 cases: at most 1000000000 are run");
    let lhs = wrong(&["A.X=0..1", "A.Y=0..1"], SamplingMethod::Lhs, 60_000_000);
    assert!(lhs.contains("a Latin hypercube of 60000000 cases in 2 dimensions is too large"), "{lhs}");
    let variations = units(1001);
    let variations: Vec<&str> = variations.iter().map(String::as_str).collect();
    let sobol = wrong(&variations, SamplingMethod::Sobol, 10);
    assert_eq!(sobol, "a Sobol' sequence has at most 1000 dimensions, and 1001 values vary");
}
