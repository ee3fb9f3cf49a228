//! The names of signals, by which SimObjects are found too.

use std::sync::Arc;

use bowline_engine::Model;
use bowline_engine::scene::SceneObject;
use bowline_results::by_object;

use super::sheet::listed;
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
            (None, Some(results)) => Self::recorded(results.names(), objects),
            (None, None) => Self::Unknown,
        }
    }

    /// Of columns such as `Object.Signal[0]`.
    pub(super) fn recorded<'c>(columns: impl Iterator<Item = &'c str>, objects: &[SceneObject]) -> Self {
        let of = by_object(columns, objects.iter().map(|object| &*object.name));
        let names = |columns: Vec<(usize, &str)>| columns.into_iter().map(|(_, signal)| signal.to_owned()).collect();
        Self::Recorded(of.into_iter().map(names).collect())
    }

    /// The names of the signals of a SimObject, without its own.
    pub(super) fn of(&self, object: usize) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Self::Unknown => Box::new(std::iter::empty()),
            Self::Of(model) => {
                let of = model.objects().get(object).into_iter();
                Box::new(of.flat_map(|of| listed(of).map(|position| &*of.interface().signals[position].name)))
            }
            Self::Recorded(names) => Box::new(names.get(object).into_iter().flatten().map(String::as_str)),
        }
    }
}
