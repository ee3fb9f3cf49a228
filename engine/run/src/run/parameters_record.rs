//! The parameters of all SimObjects, for the record of a run.

use std::fmt;
use std::sync::Arc;

use serde::ser::{Error, Serialize, SerializeMap, Serializer};

use bowline_model::model::Model;

/// The parameters of each SimObject, by their names, as the scenario, the overrides
/// and the defaults give them. There may be millions: they are told one SimObject
/// after the other, when they are written. So it keeps the model.
#[derive(Clone)]
pub struct ParametersRecord(Arc<Model>);

/// Those of one SimObject, by their names.
struct OfObject<'a>(&'a [(&'a str, &'a str)]);

impl ParametersRecord {
    /// Those of a model.
    pub(super) fn new(model: &Arc<Model>) -> Self {
        Self(Arc::clone(model))
    }

    /// The value of a parameter of a SimObject, if both exist; the SimObject is asked.
    pub fn get(&self, object: &str, parameter: &str) -> Option<String> {
        let position = self.0.objects().iter().position(|of| of.name() == object)?;
        let parameters = self.0.parameters(position);
        parameters.into_iter().find(|of| of.name == parameter)?.value
    }
}

impl fmt::Debug for ParametersRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "those of {} SimObjects", self.0.objects().len())
    }
}

impl PartialEq for ParametersRecord {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || serde_json::to_vec(self).ok() == serde_json::to_vec(other).ok()
    }
}

impl Serialize for ParametersRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let objects = self.0.objects();
        let count = u32::try_from(objects.len()).map_err(S::Error::custom)?;
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by_key(|position| objects[*position as usize].name());
        let mut map = serializer.serialize_map(Some(objects.len()))?;
        let order = order.into_iter().map(|position| position as usize);
        self.0.each_parameters(order, |object, parameters| {
            parameters.sort_unstable();
            map.serialize_entry(object, &OfObject(parameters))
        })?;
        map.end()
    }
}

impl Serialize for OfObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
