//! How a window looked when it was open last.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::over::Over;
use super::panels::Tab;
use super::side_views::ViewFrom;
use crate::camera::Pose;

/// How the window of a scenario looks, to be so again when it is opened again.
#[derive(Resource, Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    /// The view that the user has chosen; none: all is seen.
    #[serde(default)]
    pub view: Option<Pose>,
    /// Views that were kept.
    #[serde(default)]
    pub kept: Vec<Pose>,
    /// From where the views beside look.
    #[serde(default)]
    pub beside: Vec<ViewFrom>,
    /// Whether the plots are open.
    #[serde(default)]
    pub plots: bool,
    /// The numbers that are ticked, by their names.
    #[serde(default)]
    pub ticked: Vec<String>,
    /// What plots have along the bottom.
    #[serde(default)]
    pub over: Over,
    /// What the panel of all SimObjects shows.
    #[serde(default)]
    pub tab: Tab,
    /// The SimObject that is selected, by its name.
    #[serde(default)]
    pub selected: Option<String>,
    /// How large panels are, by their names, points.
    #[serde(default)]
    pub sizes: BTreeMap<String, f32>,
    /// Whether numbers are in SI units.
    #[serde(default)]
    pub si: bool,
}

impl Remembered {
    /// Out of the text of [`text`](Self::text): nothing of one that is broken.
    pub fn read(text: &str) -> Self {
        let read: Self = serde_json::from_str(text).unwrap_or_default();
        let is_sound = |pose: &Pose| pose.is_sound();
        Self { view: read.view.filter(is_sound), kept: read.kept.into_iter().filter(is_sound).collect(), ..read }
    }

    /// As JSON.
    ///
    /// # Errors
    /// A number cannot be written; in words.
    pub fn text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|reason| reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Side;

    #[test]
    fn what_is_written_is_read_and_what_is_broken_is_not() {
        let far = Pose { target: [4e5, 6.6e6, -3.0], distance: 25.0, yaw: -1.0, pitch: 0.5, height: Some(12.0) };
        let remembered = Remembered {
            view: Some(Pose::default()),
            kept: vec![far],
            beside: vec![ViewFrom::Camera("Driver".to_owned()), ViewFrom::Kept(0), ViewFrom::Side(Side::Top)],
            plots: true,
            ticked: vec!["B.Pos[0]".to_owned()],
            over: Over::Number("B.Pos[0]".to_owned()),
            tab: Tab::Types,
            selected: Some("B".to_owned()),
            sizes: BTreeMap::from([("plots".to_owned(), 300.5)]),
            si: true,
        };
        assert_eq!(Remembered::read(&remembered.text().expect("it can be written")), remembered);
        assert!(Remembered::read(r#"{"plots": true, "of a later program": 1}"#).plots);
        for broken in ["", "{", "[]", r#"{"view": 3}"#] {
            assert_eq!(Remembered::read(broken), Remembered::default(), "{broken}");
        }
        let nowhere = r#"{"view": {"target": [0, 0, 1e300], "distance": 1, "yaw": 0, "pitch": 0, "height": null}}"#;
        assert_eq!(Remembered::read(nowhere), Remembered::default());
    }
}
