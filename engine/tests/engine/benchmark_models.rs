//! The benchmark models, against checksums and counts of other programs.

use crate::laboratory::{load, run, statistics};
use crate::models::{Net, REFERENCE_ENGINE};

/// Dormand-Prince 5(4), rtol = atol = 1e-6; several programs agree to 8 digits.
#[test]
fn checksums_agree_with_other_programs() {
    for (net, checksum) in [
        (Net::chain(10), -109.415_414),
        (Net::chain(100), 132.465_351),
        (Net::chain(1000), 134.319_016),
        (Net::square(50), 169.192_116),
    ] {
        let (_, x) = run(&load(&net.scenario(REFERENCE_ENGINE)));
        let found = net.checksum(&x);
        assert!((found - checksum).abs() < 1e-6 * checksum.abs(), "{}: {found}, not {checksum}", net.name);
    }
}

#[test]
fn the_number_of_evaluations_is_that_of_the_method_and_norm() {
    for (norm, counts) in [("max", [1315, 1243]), ("rss", [1417, 1537]), ("rms", [943, 823])] {
        for (net, expected) in [Net::chain(10), Net::chain(100)].iter().zip(counts) {
            let engine = format!(r#"{REFERENCE_ENGINE} ErrorNorm="{norm}""#);
            let found = statistics(&load(&net.scenario(&engine))).evaluations as f64;
            let ratio = found / f64::from(expected);
            assert!((0.85..1.15).contains(&ratio), "{}, {norm}: {found} evaluations, not {expected}", net.name);
        }
    }
}

/// `BOWLINE_WRITE_SCENARIOS=1 cargo test` writes it anew.
#[test]
fn the_scenario_of_the_chain_is_the_generated_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/chain_100.xml");
    let engine = format!(r#"{REFERENCE_ENGINE} FileOutput="object.M99:states""#);
    let generated = Net::chain(100).scenario(&engine);
    if std::env::var_os("BOWLINE_WRITE_SCENARIOS").is_some() {
        std::fs::write(path, &generated).unwrap();
    }
    let same = std::fs::read_to_string(path).unwrap() == generated;
    assert!(same, "scenarios/chain_100.xml is not what the generator writes");
}
