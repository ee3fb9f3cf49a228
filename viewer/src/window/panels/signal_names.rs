//! The names of signals, by which SimObjects are found too.

use std::collections::HashMap;
use std::sync::Arc;

use bowline_engine::{Model, SceneObject};

use crate::window::player::Player;

/// The signals of each SimObject of a scene, by its position.
#[derive(Debug, Clone, Default)]
pub(crate) enum SignalNames {
    /// Nothing is known of them.
    #[default]
    Unknown,
    /// Those of a run.
    Of(Arc<Model>),
    /// Those that were recorded.
    Recorded(Vec<Vec<String>>),
}

impl SignalNames {
    /// Of what plays.
    pub(super) fn of_player(player: &Player, objects: &[SceneObject]) -> Self {
        match (player.model(), player.results()) {
            (Some(model), _) => Self::Of(Arc::clone(model)),
            (None, Some(results)) => Self::recorded(results.columns().iter().map(|column| &*column.name), objects),
            (None, None) => Self::Unknown,
        }
    }

    /// Of columns such as `Object.Signal[0]`.
    pub(super) fn recorded<'c>(columns: impl Iterator<Item = &'c str>, objects: &[SceneObject]) -> Self {
        let places: HashMap<&str, usize> = (0..).zip(objects).map(|(place, object)| (&*object.name, place)).collect();
        let mut names = vec![Vec::new(); objects.len()];
        for column in columns {
            // Names of SimObjects and of signals may have points themselves.
            let parts = column.rmatch_indices('.').map(|(at, _)| (&column[..at], &column[at + 1..]));
            let found = parts.filter_map(|(object, signal)| Some((*places.get(object)?, signal))).next();
            if let Some((place, signal)) = found {
                names[place].push(signal.to_owned());
            }
        }
        Self::Recorded(names)
    }

    /// The names of the signals of a SimObject, without its own.
    pub(super) fn of(&self, object: usize) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Self::Unknown => Box::new(std::iter::empty()),
            Self::Of(model) => {
                let signals = model.objects().get(object).into_iter().flat_map(|of| &of.interface().signals);
                Box::new(signals.filter(|signal| !signal.role.is_resource()).map(|signal| &*signal.name))
            }
            Self::Recorded(names) => Box::new(names.get(object).into_iter().flatten().map(String::as_str)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_belong_to_the_longest_name_before_a_point() {
        let objects = ["Boom", "Boom.Cylinder"].map(|name| SceneObject { name: name.to_owned(), kind: String::new() });
        let columns = ["Time", "Boom.Angle", "Boom.Cylinder.Force", "Boom.A.p[1]", "Arm.Angle"];
        let names = SignalNames::recorded(columns.into_iter(), &objects);
        assert_eq!(names.of(0).collect::<Vec<_>>(), ["Angle", "A.p[1]"]);
        assert_eq!(names.of(1).collect::<Vec<_>>(), ["Force"]);
        assert_eq!(names.of(2).count(), 0);
    }
}
