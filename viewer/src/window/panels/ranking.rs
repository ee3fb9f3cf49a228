//! Which SimObjects are meant by a few letters.

use bowline_engine::SceneObject;

/// How well a word is found, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    WholeName,
    StartOfName,
    StartOfWord,
    InName,
    InKind,
}

/// The positions of the SimObjects in whose name or type all words of a query
/// are found, the best first, else in file order; all of them, if it has no words.
pub(crate) fn ranked(query: &str, objects: &[SceneObject]) -> Vec<usize> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return (0..objects.len()).collect();
    }
    let worst = |object: &SceneObject| words.iter().map(|word| find(word, object)).try_fold(Found::WholeName, worse);
    let mut found: Vec<(Found, usize)> = (0..).zip(objects).filter_map(|(at, o)| Some((worst(o)?, at))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, at)| at).collect()
}

fn worse(worst: Found, found: Option<Found>) -> Option<Found> {
    Some(worst.max(found?))
}

/// How a word in lower case is found.
fn find(word: &str, object: &SceneObject) -> Option<Found> {
    let name = object.name.to_lowercase();
    if name == word {
        return Some(Found::WholeName);
    }
    if name.starts_with(word) {
        return Some(Found::StartOfName);
    }
    if begins(&object.name).any(|rest| rest.to_lowercase().starts_with(word)) {
        return Some(Found::StartOfWord);
    }
    if name.contains(word) {
        return Some(Found::InName);
    }
    object.kind.to_lowercase().contains(word).then_some(Found::InKind)
}

/// A name from the beginning of each of its words on: `MakeUpBoom0` has `Make`,
/// `Up`, `Boom` and `0`.
fn begins(name: &str) -> impl Iterator<Item = &str> {
    let pairs = name.char_indices().zip(name.chars().skip(1));
    pairs.filter_map(move |((at, before), after)| {
        let is_begin = match (before, after) {
            (_, after) if !after.is_alphanumeric() => false,
            (before, _) if !before.is_alphanumeric() => true,
            (before, after) => {
                (before.is_numeric() != after.is_numeric()) || (before.is_lowercase() && after.is_uppercase())
            }
        };
        is_begin.then(|| &name[at + before.len_utf8()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects() -> Vec<SceneObject> {
        let of = |(name, kind): &(&str, &str)| SceneObject { name: (*name).to_owned(), kind: (*kind).to_owned() };
        let all = [
            ("Keyboard", "Src/Table"),
            ("MakeUpBoom0", "Hydraulic/CheckValve"),
            ("BoomValve", "Hydraulic/Valve43"),
            ("Boom", "Hydraulic/ActuatorSimple"),
            ("Arm", "Mechanism/PlanarLinkage"),
            ("boom_2", "Hydraulic/ActuatorSimple"),
            ("Åse", "Body/Mass"),
        ];
        all.iter().map(of).collect()
    }

    fn names(query: &str) -> Vec<String> {
        let objects = objects();
        ranked(query, &objects).into_iter().map(|at| objects[at].name.clone()).collect()
    }

    #[test]
    fn the_best_comes_first() {
        assert_eq!(names("boom"), ["Boom", "BoomValve", "boom_2", "MakeUpBoom0"]);
        assert_eq!(names("board"), ["Keyboard"]);
        assert_eq!(names("up"), ["MakeUpBoom0"]);
        assert_eq!(names("VALVE"), ["BoomValve", "MakeUpBoom0"], "then what is so by its type");
        assert_eq!(names("boom valve"), ["BoomValve", "MakeUpBoom0"]);
        assert_eq!(names("2"), ["boom_2"]);
        assert_eq!(names("å"), ["Åse"]);
        assert!(names("zebra").is_empty() && names("boom zebra").is_empty());
        assert_eq!(names("  ").len(), 7);
    }
}
