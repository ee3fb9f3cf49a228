//! Overrides of the run that saved an initial state: a run that goes on from it takes them over.

use bowline_text::Source;

use bowline_model::state_file::reader::StateFile;

/// The overrides of a run, with those of the run that saved its initial state.
#[derive(Debug, Default)]
pub(crate) struct TakenOver {
    /// Those of the initial state, and then those that were given.
    pub(crate) overrides: Vec<Source>,
    /// How many are of the initial state.
    pub(crate) count: usize,
    /// What differs from the run that saved the state, and nobody asked for, in words.
    pub(crate) notes: Vec<String>,
    /// What was asked for in this run alone.
    pub(crate) new: Vec<String>,
}

impl TakenOver {
    /// What was given comes behind what the state has, and in its place where both set the same. How the run is integrated,
    /// and for how long, is not taken over.
    pub(crate) fn new(state: Option<&StateFile>, given: &[Source]) -> Self {
        let mut all = Self::default();
        let mut of_engine = Vec::new();
        for earlier in state.iter().flat_map(|state| &state.overrides) {
            let name = name_of(earlier);
            let again = given.iter().map(Source::text).rfind(|text| covers(name_of(text), name));
            match again {
                Some(again) if again.trim() == earlier.trim() => {}
                Some(again) => {
                    let with = "with which the initial state was saved";
                    all.notes.push(format!("`{again}` takes the place of `{earlier}`, {with}"));
                }
                None if name.starts_with("Engine:") => of_engine.push(format!("`{earlier}`")),
                None => all.overrides.push(Source::new("the initial state", earlier.clone())),
            }
        }
        if !of_engine.is_empty() {
            let of_engine = of_engine.join(", ");
            all.notes.push(format!("{of_engine} of the run that saved the initial state is not taken over"));
        }
        if let Some(state) = state {
            let is_new = |text: &&str| !state.overrides.iter().any(|earlier| covers(name_of(text), name_of(earlier)));
            let new = given.iter().map(Source::text).filter(is_new);
            all.new = new.map(|text| format!("the initial state was saved without `{text}`")).collect();
        }
        all.count = all.overrides.len();
        all.overrides.extend_from_slice(given);
        all
    }

    /// What is to be known of an override, by its number, that has taken effect.
    pub(crate) fn note(&self, number: usize) -> String {
        let text = self.overrides[number].text();
        format!("`{text}` is taken over from the run that saved the initial state")
    }

    /// Those that have taken effect: of the initial state's these, by their numbers.
    pub(crate) fn effective(&self, taken: &[usize]) -> Vec<String> {
        let all =
            self.overrides.iter().enumerate().filter(|(number, _)| *number >= self.count || taken.contains(number));
        all.map(|(_, source)| source.text().to_owned()).collect()
    }
}

/// What an override sets.
fn name_of(text: &str) -> &str {
    text.split('=').next().unwrap_or_default().trim()
}

/// Whether who sets one sets the other too: the same, or an element of it.
fn covers(one: &str, other: &str) -> bool {
    one == other || other.strip_prefix(one).is_some_and(|element| element.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn the_whole_covers_its_elements() {
        assert!(covers("B.Pos", "B.Pos") && covers("B.Pos", "B.Pos[1]"));
        assert!(!covers("B.Pos[1]", "B.Pos") && !covers("B.Pos", "B.Position"));
    }
}
