//! Wrong models of terminals: each is named as what it is, before anything runs.

mod electric;
mod hydraulic;
mod rotational;
mod thermal;
mod translational;

use crate::laboratory::{complaints, complaints_of_check, scenario};

/// A wrong model: elements, of `terminals` unless they name a library, connections and initial conditions.
struct Fault {
    what: &'static str,
    objects: &'static [&'static str],
    fed: &'static str,
    initial: &'static str,
    code: &'static str,
    /// What the message names.
    names: &'static [&'static str],
}

#[track_caller]
fn check(faults: &[Fault]) {
    for Fault { what, objects, fed, initial, code, names } in faults {
        let qualified = |object: &&str| {
            let kind = object.split(' ').next().unwrap_or(object);
            if kind.contains(':') { (*object).to_owned() } else { format!("terminals:{object}") }
        };
        let objects: Vec<String> = objects.iter().map(qualified).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, fed, initial, r#"TOutput="0, 1" FileOutput="objects:states""#);
        for told in [complaints(&text), complaints_of_check(&text)] {
            let is_told = told.iter().any(|told| {
                let named = |name: &&str| told.contains(&format!("`{name}`"));
                told.starts_with(&format!("{code}: ")) && names.iter().all(named)
            });
            assert!(is_told, "{what}: {code} of {names:?} expected, not {told:#?}\n{text}");
            // Nothing is left to a matrix.
            assert!(!told.iter().any(|told| told.starts_with("failed-evaluation: ")), "{what}: {told:#?}");
        }
    }
}

#[test]
fn wrong_electric_models_are_named() {
    check(electric::FAULTS);
}

#[test]
fn wrong_translational_models_are_named() {
    check(translational::FAULTS);
}

#[test]
fn wrong_rotational_models_are_named() {
    check(rotational::FAULTS);
}

#[test]
fn wrong_hydraulic_models_are_named() {
    check(hydraulic::FAULTS);
}

#[test]
fn wrong_thermal_models_are_named() {
    check(thermal::FAULTS);
}

#[test]
fn there_are_many() {
    let all = [electric::FAULTS, translational::FAULTS, rotational::FAULTS, hydraulic::FAULTS, thermal::FAULTS];
    assert!(all.iter().map(|faults| faults.len()).sum::<usize>() >= 80);
}
