//! Which SimObjects are meant by a few letters.

use bowline_engine::scene::SceneObject;

use super::signal_names::SignalNames;

/// A SimObject that is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Its position.
    pub(crate) object: usize,
    /// The signal by which it is found, where neither its name nor its type tells it.
    pub(crate) signal: Option<String>,
}

/// How well a word is found, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    WholeName,
    StartOfName,
    StartOfWord,
    InName,
    InKind,
    InSignal,
}

/// The SimObjects in whose name, type or signals all words of a query are found, the best first, else in file order; all of
/// them, if it has no words. Of signals each that has all the words that are found nowhere else is a hit.
pub(crate) fn ranked(query: &str, objects: &[SceneObject], signals: &SignalNames) -> Vec<Hit> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(Found, Hit)> = Vec::new();
    for (at, object) in (0..).zip(objects) {
        let (mut worst, mut others) = (Found::WholeName, Vec::new());
        for word in &words {
            match find(word, object) {
                Some(found) => worst = worst.max(found),
                None => others.push(word),
            }
        }
        if others.is_empty() {
            found.push((worst, Hit { object: at, signal: None }));
            continue;
        }
        for signal in signals.of(at) {
            let whole = format!("{}.{signal}", object.name).to_lowercase();
            if others.iter().all(|word| whole.contains(*word)) {
                found.push((Found::InSignal, Hit { object: at, signal: Some(signal.to_owned()) }));
            }
        }
    }
    // Those that are as good stay in order.
    found.sort_by_key(|(found, _)| *found);
    found.into_iter().map(|(_, hit)| hit).collect()
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
        let columns = ["Boom.Pressure", "Arm.Angle", "Arm.PressureDrop[0]", "boom_2.Angle"];
        let hits = ranked(query, &objects, &SignalNames::recorded(columns.into_iter(), &objects));
        let name = |hit: Hit| match hit.signal {
            None => objects[hit.object].name.clone(),
            Some(signal) => format!("{}.{signal}", objects[hit.object].name),
        };
        hits.into_iter().map(name).collect()
    }

    #[test]
    fn signals_come_last() {
        assert_eq!(names("pressure"), ["Boom.Pressure", "Arm.PressureDrop[0]"]);
        assert_eq!(names("boom angle"), ["boom_2.Angle"]);
        assert_eq!(names("arm.pres"), ["Arm.PressureDrop[0]"]);
        assert_eq!(names("linkage angle"), ["Arm.Angle"], "one word of its type, one of a signal");
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
