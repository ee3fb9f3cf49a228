//! What formulas of signals name.

use bowline_formula::{Found, NameIn, Names};
use simobject_host::Signal;

use bowline_description::variables::Variables;
use bowline_model::model::signal_id::SignalId;
use bowline_text::Text;

/// The word for the time in formulas.
const TIME: &str = "time";

/// The signals that a formula names, and the variables.
pub(crate) struct Known<'k> {
    variables: &'k Variables,
    signals: Vec<Named<'k>>,
    /// The slot of the time.
    time: usize,
}

/// A signal in a formula.
struct Named<'k> {
    name: String,
    id: SignalId,
    /// The slot of its first number.
    first: usize,
    width: usize,
    unit: &'k str,
}

impl<'k> Known<'k> {
    /// Looks up the paths among the names in a text; none, if `signal` does not find one, which it reports.
    pub(crate) fn of<'t>(
        text: Text<'t>,
        names: &[NameIn],
        variables: &'k Variables,
        mut signal: impl FnMut(Text<'t>) -> Option<(SignalId, &'k Signal)>,
    ) -> Option<Self> {
        let mut known = Known { variables, signals: Vec::new(), time: 0 };
        let mut is_sound = true;
        for path in names.iter().filter(|name| name.is_path) {
            let path = text.slice(path.place.start, path.place.end);
            let is_known = variables.constant(path.as_str()).is_some();
            if is_known || known.signals.iter().any(|named| named.name == path.as_str()) {
                continue;
            }
            match signal(path) {
                Some((id, declared)) => {
                    let (name, width) = (path.as_str().to_owned(), declared.width as usize);
                    known.signals.push(Named { name, id, first: known.time, width, unit: &declared.unit });
                    known.time += width;
                }
                None => is_sound = false,
            }
        }
        is_sound.then_some(known)
    }

    /// What is in the slots, but for the time.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (SignalId, u32)> + '_ {
        self.signals.iter().flat_map(|named| (0..named.width as u32).map(|element| (named.id, element)))
    }

    /// The slot of the time, which is the last one.
    pub(crate) fn time(&self) -> usize {
        self.time
    }

    /// How many slots there are.
    pub(crate) fn slots(&self) -> usize {
        self.time + 1
    }
}

impl Names for Known<'_> {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        if !is_path && name == TIME {
            return Found::Signal { first: self.time, width: 1, unit: "s" };
        }
        match self.signals.iter().find(|named| is_path && named.name == name) {
            Some(named) => Found::Signal { first: named.first, width: named.width, unit: named.unit },
            None => match self.variables.of_port(name) {
                Some(numbers) => Found::Constant(numbers),
                None => self.variables.find(name, is_path),
            },
        }
    }
}
