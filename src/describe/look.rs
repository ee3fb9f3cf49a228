//! What a reference page tells of a look: a shape, and to what its attributes
//! are bound.

use serde::Serialize;
use simobject::look::{Elements, Look, Piece};
use simobject_host::look::words;
use simobject_host::{Declaration, Signal};

#[derive(Debug, Serialize)]
pub(super) struct LookPage {
    pub(super) shape: &'static str,
    attributes: Vec<AttributePage>,
    /// Its name, or its colour.
    material: Option<String>,
    /// The words of a text, or the file of a mesh.
    text: Option<String>,
}

#[derive(Debug, Serialize)]
struct AttributePage {
    name: &'static str,
    unit: &'static str,
    /// One after the other.
    pieces: Vec<PiecePage>,
    /// The same in words; each signal between backticks.
    #[serde(skip)]
    words: String,
}

/// A part of what an attribute is bound to.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum PiecePage {
    Numbers { numbers: Vec<f64> },
    Elements { signal: String, first: u32, count: u32 },
}

impl LookPage {
    pub(super) fn all(declaration: &Declaration) -> Vec<Self> {
        declaration.looks.iter().map(|look| Self::new(look, &declaration.interface.signals)).collect()
    }

    fn new(look: &Look, signals: &[Signal]) -> Self {
        let attributes = look.bindings.iter().map(|(attribute, binding)| AttributePage {
            name: attribute.name(),
            unit: look.shape.usage(*attribute).map_or("", |usage| usage.unit),
            pieces: binding.pieces().iter().map(|piece| PiecePage::new(piece, signals)).collect(),
            words: words(binding, signals, |signal| format!("`{signal}`")),
        });
        Self {
            shape: look.shape.name(),
            attributes: attributes.collect(),
            material: look.material.as_ref().map(ToString::to_string),
            text: look.text.as_ref().map(ToString::to_string),
        }
    }

    /// What it is bound to, in words: signals and texts between backticks.
    pub(super) fn words(&self) -> String {
        let text = self.text.iter().map(|text| format!("`{text}`"));
        let attributes = self.attributes.iter().map(|attribute| format!("{} {}", attribute.name, attribute.words));
        let material = self.material.iter().map(|material| format!("material `{material}`"));
        text.chain(attributes).chain(material).collect::<Vec<_>>().join("; ")
    }
}

impl PiecePage {
    fn new(piece: &Piece, signals: &[Signal]) -> Self {
        match piece {
            Piece::Numbers(numbers) => Self::Numbers { numbers: numbers.clone() },
            Piece::Elements(Elements { signal, first, count }) => {
                Self::Elements { signal: signals[*signal as usize].name.to_string(), first: *first, count: *count }
            }
        }
    }
}
