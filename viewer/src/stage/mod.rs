//! The stage: a scene, drawn as it is in a moment.

use std::collections::HashSet;
use std::sync::Arc;

use bevy::prelude::*;
use bowline_engine::Scene;

/// What is drawn. Whoever shows something else puts it here; the stage draws
/// what has changed.
#[derive(Resource, Debug, Clone)]
pub struct Shown {
    /// The shapes.
    pub scene: Arc<Scene>,
    /// The numbers that they follow, [`Scene::moment_width`] of them.
    pub moment: Vec<f64>,
    /// Simulated time of the moment, s.
    pub time: f64,
}

/// What is not drawn, though it is there.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Types of SimObjects, as in `Body/Mass`.
    pub kinds: HashSet<String>,
}

/// How it is drawn.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Plain colours, without light and shadow.
    pub unlit: bool,
    /// Whether the ground's grid, the axes and the horizon are drawn.
    pub surroundings: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { unlit: false, surroundings: true }
    }
}

/// The SimObject, by its position in the scene, to which an entity belongs.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfObject(pub usize);

/// When the entities of the stage follow [`Shown`]; in `Update`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Staging;
