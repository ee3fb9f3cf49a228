//! The parameters of all SimObjects, for the record of a run.

use std::collections::HashSet;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The parameters of each SimObject, by their names. There may be millions,
/// mostly alike: each text is stored once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParametersRecord(Vec<(Box<str>, OfObject)>);

/// Names and values, by the names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct OfObject(Box<[(Arc<str>, Arc<str>)]>);

impl ParametersRecord {
    /// Gathers the parameters of SimObjects, each with a name of its own.
    pub(crate) fn gather(
        count: usize,
        each: impl FnOnce(&mut dyn FnMut(&str, &mut dyn Iterator<Item = (&str, &str)>)),
    ) -> Self {
        let (mut list, mut known) = (Vec::with_capacity(count), HashSet::new());
        let mut shared = |text: &str| match known.get(text) {
            Some(known) => Arc::clone(known),
            None => {
                let text: Arc<str> = text.into();
                known.insert(Arc::clone(&text));
                text
            }
        };
        each(&mut |object, parameters| {
            let mut parameters: Box<[_]> = parameters.map(|(name, value)| (shared(name), shared(value))).collect();
            parameters.sort_unstable();
            list.push((object.into(), OfObject(parameters)));
        });
        list.sort_unstable_by(|one: &(Box<str>, _), other| one.0.cmp(&other.0));
        Self(list)
    }

    /// The value of a parameter of a SimObject, if both exist.
    pub fn get(&self, object: &str, parameter: &str) -> Option<&str> {
        let object = self.0.binary_search_by(|(name, _)| (**name).cmp(object)).ok()?;
        let OfObject(parameters) = &self.0[object].1;
        let parameter = parameters.binary_search_by(|(name, _)| (**name).cmp(parameter)).ok()?;
        Some(&parameters[parameter].1)
    }
}

impl Serialize for ParametersRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(object, parameters)| (object, parameters)))
    }
}

impl Serialize for OfObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, value)| map.serialize_entry(&**name, &**value))?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::ParametersRecord;

    #[test]
    fn they_are_found_and_written_by_their_names() {
        let record = ParametersRecord::gather(2, |each| {
            each("B", &mut [("Mass", "2"), ("Drag", "0")].into_iter());
            each("A", &mut [("Mass", "2")].into_iter());
        });
        let found = [("B", "Mass"), ("B", "Drag"), ("A", "Drag"), ("C", "Mass")].map(|(of, name)| record.get(of, name));
        assert_eq!(found, [Some("2"), Some("0"), None, None]);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(text, r#"{"A":{"Mass":"2"},"B":{"Drag":"0","Mass":"2"}}"#);
    }
}
