//! "Did you mean": the valid names nearest to a wrong one.

use std::collections::BTreeSet;

/// Longest name that is compared.
const LONGEST: usize = 100;
/// Most names that are compared.
const MOST_COMPARED: usize = 20_000;
/// Most names that are listed.
const MOST_LISTED: usize = 16;

/// Advice for a wrong name: the nearest valid ones, or all of them if they are few.
pub fn advice<'a>(wrong: &str, what: &str, valid: impl IntoIterator<Item = &'a str>) -> String {
    let valid: BTreeSet<&str> = valid.into_iter().take(MOST_COMPARED).collect();
    if valid.is_empty() {
        return format!("there are no {what}");
    }
    let near = nearest(wrong, &valid);
    if let [first, rest @ ..] = near.as_slice() {
        let others: String = rest.iter().map(|name| format!(" or `{name}`")).collect();
        return format!("did you mean `{first}`{others}?");
    }
    let shown: Vec<_> = valid.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    let more =
        if valid.len() > MOST_LISTED { format!(" and {} more", valid.len() - MOST_LISTED) } else { String::new() };
    format!("{what}: {}{more}", shown.join(", "))
}

/// The valid name that a wrong one stands for, if only one is near.
pub fn only<'a>(wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let valid: BTreeSet<&str> = valid.into_iter().take(MOST_COMPARED).collect();
    if let [only] = *nearest(wrong, &valid).as_slice() { Some(only) } else { None }
}

fn nearest<'a>(wrong: &str, valid: &BTreeSet<&'a str>) -> Vec<&'a str> {
    if wrong.len() > LONGEST {
        return Vec::new();
    }
    let lower = wrong.to_lowercase();
    // Another letter is another one-letter name, not a slip of the finger.
    let length = wrong.chars().count();
    let allowed = (1 + length / 4).min(length.saturating_sub(1));
    let mut near: Vec<(usize, &str)> = valid
        .iter()
        .filter(|name| name.len() <= LONGEST)
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), *name))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_unstable();
    if near.iter().any(|(distance, _)| *distance == 0) {
        near.retain(|(distance, _)| *distance == 0);
    }
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::{advice, only};

    #[test]
    fn a_slip_of_the_finger_finds_its_name() {
        let ports = ["PosA", "PosB", "ForceA"];
        assert_eq!(advice("PosC", "in-ports", ports), "did you mean `PosA` or `PosB`?");
        assert_eq!(advice("posb", "in-ports", ports), "did you mean `PosB`?");
        assert_eq!(advice("X", "objects", ["A", "B"]), "objects: `A`, `B`");
        assert_eq!(advice("Torque", "in-ports", ports), "in-ports: `ForceA`, `PosA`, `PosB`");
        assert_eq!(advice("x", "in-ports", []), "there are no in-ports");
    }

    #[test]
    fn one_name_or_none() {
        assert_eq!(only("Dampr", ["Damper", "Spring", "Mass"]), Some("Damper"));
        assert_eq!(only("PosC", ["PosA", "PosB"]), None);
        assert_eq!(only("Torque", ["PosA", "PosB"]), None);
    }
}
