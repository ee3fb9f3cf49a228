//! The parameters of all SimObjects, for the record of a run.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::ser::{Serialize, SerializeMap, Serializer};

use bowline_model::model::Model;

/// The parameters of each SimObject, by their names, as the scenario, the overrides
/// and the defaults give them. There may be millions: they are told one SimObject
/// after the other, when they are written. So it keeps the model; and, of a small
/// one, what its SimObjects said, since a record is written twice.
#[derive(Clone)]
pub struct ParametersRecord {
    model: Arc<Model>,
    kept: OnceLock<Vec<Kept>>,
}

/// What a SimObject of a small model said.
#[derive(Debug, Clone)]
struct Kept {
    object: Box<str>,
    parameters: Vec<(Box<str>, Box<str>)>,
}

/// The parameters of one SimObject, by their names.
struct OfObject<'a, T>(&'a [(T, T)]);

/// Up to so many SimObjects are a small model.
const SMALL: usize = 1000;

impl ParametersRecord {
    /// Those of a model.
    pub(super) fn new(model: &Arc<Model>) -> Self {
        Self { model: Arc::clone(model), kept: OnceLock::new() }
    }

    /// The value of a parameter of a SimObject, if both exist; the SimObject is asked.
    pub fn get(&self, object: &str, parameter: &str) -> Option<String> {
        let position = self.model.objects().iter().position(|of| of.name() == object)?;
        let parameters = self.model.parameters(position);
        parameters.into_iter().find(|of| of.name == parameter)?.value
    }
}

impl fmt::Debug for ParametersRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "those of {} SimObjects", self.model.objects().len())
    }
}

impl PartialEq for ParametersRecord {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.model, &other.model) || serde_json::to_vec(self).ok() == serde_json::to_vec(other).ok()
    }
}

impl ParametersRecord {
    /// Tells the parameters of each SimObject, both in the order of their names.
    fn each<E>(&self, mut each: impl FnMut(&str, &[(&str, &str)]) -> Result<(), E>) -> Result<(), E> {
        let objects = self.model.objects();
        let mut order: Vec<usize> = (0..objects.len()).collect();
        order.sort_unstable_by_key(|position| objects[*position].name());
        self.model.each_parameters(order, |object, parameters| {
            parameters.sort_unstable();
            each(object, parameters)
        })
    }

    /// Those of a small model.
    fn kept(&self) -> &[Kept] {
        self.kept.get_or_init(|| {
            let mut kept = Vec::with_capacity(self.model.objects().len());
            let Ok(()) = self.each::<Infallible>(|object, parameters| {
                let parameters = parameters.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
                kept.push(Kept { object: object.into(), parameters });
                Ok(())
            });
            kept
        })
    }
}

impl Serialize for ParametersRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let objects = self.model.objects().len();
        let mut map = serializer.serialize_map(Some(objects))?;
        if objects <= SMALL {
            self.kept().iter().try_for_each(|kept| map.serialize_entry(&kept.object, &OfObject(&kept.parameters)))?;
        } else {
            self.each(|object, parameters| map.serialize_entry(object, &OfObject(parameters)))?;
        }
        map.end()
    }
}

impl<T: Serialize> Serialize for OfObject<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
