//! Scenes as they are written and read: shapes and attributes by their names.
//!
//! ```json
//! {
//!   "up": "-z",
//!   "moment_width": 3,
//!   "objects": [{ "name": "B", "kind": "Body/Mass" }],
//!   "shapes": [{
//!     "object": 0,
//!     "shape": "sphere",
//!     "attributes": {
//!       "centre": [{ "moment": [0, 3] }],
//!       "radius": [{ "numbers": [0.5] }]
//!     },
//!     "material": "Simple/Red"
//!   }],
//!   "cameras": [{ "name": "Near", "eye": [3, 0, 0], "target": [0, 0, 0], "follows": 0 }]
//! }
//! ```
//!
//! `"moment": [0, 3]` are 3 numbers of the moment, from the first on.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use simobject::Text;
use simobject::look::{Attribute, Binding, Elements, Look, Piece, Shape};
use simobject_host::look::mistakes;
use simobject_host::{PortKind, Role, Signal};

use super::colour_scale::ColourScale;
use super::moment::Moments;
use super::source::Sources;
use super::{Bound, Camera, Paint, Scene, SceneObject};
use bowline_description::Up;

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneRecord {
    up: String,
    moment_width: u32,
    objects: Vec<SceneObject>,
    shapes: Vec<ShapeRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cameras: Vec<Camera>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeRecord {
    object: u32,
    shape: String,
    attributes: BTreeMap<String, Vec<PieceRecord>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    material: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scale: Option<Box<ColourScale>>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum PieceRecord {
    Numbers(Vec<f64>),
    /// The first, and how many.
    Moment(u32, u32),
}

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = SceneRecord {
            up: self.up.name().to_owned(),
            // Places of signals are u32.
            moment_width: self.moment_width() as u32,
            objects: self.objects.clone(),
            shapes: self.shapes.iter().map(ShapeRecord::of).collect(),
            cameras: self.cameras.clone(),
        };
        record.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SceneRecord::deserialize(deserializer)?.scene().map_err(Error::custom)
    }
}

impl SceneRecord {
    /// # Errors
    /// What cannot be drawn, in words.
    fn scene(self) -> Result<Scene, String> {
        let up = Up::ALL.into_iter().find(|up| up.name() == self.up);
        let up = up.ok_or_else(|| format!("`{}` is no direction of a scene", self.up))?;
        let moment = [Signal {
            name: "moment".into(),
            unit: Text::default(),
            doc: Text::default(),
            width: self.moment_width,
            role: Role::State,
            kind: PortKind::Signal,
            bundle: None,
            datum: None,
            mode: None,
            rate_of: None,
            ring: 0,
        }];
        let objects = self.objects.len();
        let bound = |(shape, index): (ShapeRecord, usize)| shape.bound(index + 1, objects, &moment);
        let shapes: Result<Vec<Bound>, String> = self.shapes.into_iter().zip(0..).map(bound).collect();
        let is_lost = |camera: &&Camera| camera.follows.is_some_and(|object| object >= objects);
        if let Some(Camera { name, .. }) = self.cameras.iter().find(is_lost) {
            return Err(format!("camera `{name}` follows an object that is not there"));
        }
        let moments = Moments::elsewhere(self.moment_width as usize);
        Ok(Scene { up, objects: self.objects, shapes: shapes?, cameras: self.cameras, moments })
    }
}

impl ShapeRecord {
    fn of(bound: &Bound) -> Self {
        let attribute = |(attribute, pieces): (Attribute, Vec<Piece>)| {
            (attribute.name().to_owned(), pieces.into_iter().map(PieceRecord::of).collect())
        };
        Self {
            object: bound.object,
            shape: bound.shape.name().to_owned(),
            attributes: bound.sources.bindings().map(attribute).collect(),
            material: bound.paint.as_ref().map(Paint::text),
            text: bound.shape.text().map(|_| bound.text.to_string()),
            scale: bound.scale.clone(),
        }
    }

    /// The shape of that number, of one of so many objects.
    fn bound(self, number: usize, objects: usize, moment: &[Signal]) -> Result<Bound, String> {
        let named = Shape::ALL.iter().find(|shape| shape.name() == self.shape);
        let shape = *named.ok_or_else(|| format!("shape {number} is a `{}`, which is not known", self.shape))?;
        let who = format!("shape {number} ({})", shape.name());
        if self.object as usize >= objects {
            return Err(format!("{who} is of object {}, but there are {objects}", self.object));
        }
        let binding = |(name, pieces): (String, Vec<PieceRecord>)| {
            let attribute = Attribute::ALL.iter().find(|attribute| attribute.name() == name);
            let attribute = attribute.ok_or_else(|| format!("{who} has no attribute `{name}`"))?;
            Ok((*attribute, Binding::of(pieces.into_iter().map(PieceRecord::piece))))
        };
        let bindings: Result<_, String> = self.attributes.into_iter().map(binding).collect();
        let look = Look {
            shape,
            bindings: bindings?,
            material: self.material.map(Text::from),
            text: self.text.map(Text::from),
        };
        if let Some(mistake) = mistakes(&look, &who, moment).next() {
            return Err(mistake);
        }
        let elements = |elements: &Elements| {
            let first = elements.first as usize;
            first..first + elements.count as usize
        };
        Ok(Bound {
            object: self.object,
            shape,
            sources: Sources::new(&look, elements),
            paint: look.material.as_deref().map(Paint::of),
            text: look.text.as_deref().unwrap_or_default().into(),
            scale: self.scale,
        })
    }
}

impl PieceRecord {
    fn of(piece: Piece) -> Self {
        match piece {
            Piece::Numbers(numbers) => Self::Numbers(numbers),
            Piece::Elements(elements) => Self::Moment(elements.first, elements.count),
        }
    }

    fn piece(self) -> Piece {
        match self {
            Self::Numbers(numbers) => Piece::Numbers(numbers),
            Self::Moment(first, count) => Piece::Elements(Elements { signal: 0, first, count }),
        }
    }
}
