//! What the SimObjects of a model look like: their shapes, in the scenario's
//! axes, out of the numbers of a run.

mod figure;
mod frame;
mod source;

use simobject::look::{Attribute, Look, Shape};
use simobject_host::Role;

use crate::model::Model;
use crate::model::signal_id::SignalId;
use crate::workspace::{ModelId, Workspace};

use source::Sources;

pub use figure::Figure;
pub use frame::Frame;

/// The shapes of all SimObjects of a model, with the places of what they
/// follow. It is made once, and drawn as often as one likes.
///
/// ```
/// # use bowline_engine::{Figure, Model, NoRecorder, Run};
/// # fn draw(model: &std::sync::Arc<Model>) -> Result<(), Box<dyn std::error::Error>> {
/// let scene = model.scene();
/// let mut run = Run::new(model);
/// run.advance_to(3.0, &mut NoRecorder)?;
/// for drawn in scene.at(run.signals()?).filter(|drawn| drawn.visible) {
///     if let Figure::Sphere { centre, radius } = drawn.figure {
///         println!("{}: {radius} m about {centre:?}", model.objects()[drawn.object].name());
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    shapes: Vec<Bound>,
    model: ModelId,
}

/// A shape of a SimObject, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Drawn<'s> {
    /// Position of the SimObject among those of the model.
    pub object: usize,
    /// The shape, with all of its points in the scenario's axes.
    pub figure: Figure<'s>,
    /// Whether it is shown.
    pub visible: bool,
    /// Red, green, blue and opacity, 0 to 1, where the shape says them.
    pub colour: Option<[f64; 4]>,
    /// The name of its material, where it has one and no colour.
    pub material: Option<&'s str>,
}

/// A shape whose attributes have their places.
#[derive(Debug, Clone)]
struct Bound {
    object: u32,
    shape: Shape,
    sources: Sources,
    paint: Option<Paint>,
    text: Box<str>,
}

/// A material.
#[derive(Debug, Clone)]
enum Paint {
    Colour([f64; 4]),
    Named(Box<str>),
}

impl Model {
    /// What its SimObjects look like.
    pub fn scene(&self) -> Scene {
        let shapes = self.objects.iter().zip(0..).flat_map(|(object, index)| {
            object.looks.iter().map(move |look| Bound {
                object: index,
                shape: look.shape,
                sources: self.sources_of_look(index, look),
                paint: look.material.as_deref().map(Paint::of),
                text: look.text.as_deref().unwrap_or_default().into(),
            })
        });
        Scene { shapes: shapes.collect(), model: self.id.clone() }
    }

    fn sources_of_look(&self, object: u32, look: &Look) -> Sources {
        Sources::new(look, |signal| {
            let place = self.layout.place(SignalId { object, signal });
            let is_sum = self.objects[object as usize].interface.signals[signal as usize].role == Role::Sum;
            (place, is_sum.then_some(self.layout.summed.as_slice()))
        })
    }
}

impl Scene {
    /// How many shapes there are, shown or not.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there is nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The shapes, as a workspace has them in which all signals are evaluated
    /// ([`Model::evaluate_signals`]): object by object, in the order of their
    /// declaration.
    ///
    /// # Panics
    /// If the workspace is that of another model.
    pub fn at<'s>(&'s self, workspace: &'s Workspace) -> impl ExactSizeIterator<Item = Drawn<'s>> {
        workspace.assert_of(&self.model);
        self.shapes.iter().map(|shape| shape.drawn(&workspace.values))
    }
}

impl Bound {
    fn drawn(&self, values: &[f64]) -> Drawn<'_> {
        let read = self.sources.read(values);
        let (colour, material) = match (read.colour(), self.paint.as_ref()) {
            (Some(colour), _) | (None, Some(&Paint::Colour(colour))) => (Some(colour), None),
            (None, Some(Paint::Named(name))) => (None, Some(&**name)),
            (None, None) => (None, None),
        };
        Drawn {
            object: self.object as usize,
            figure: Figure::new(self.shape, &read, &self.text),
            visible: read.number(Attribute::Visible) != 0.0,
            colour,
            material,
        }
    }
}

impl Paint {
    /// A name, or a colour, `#rrggbb` or `#rrggbbaa`.
    fn of(material: &str) -> Self {
        let part = |digits: &[u8]| {
            let digits = str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok().map(|part| f64::from(part) / 255.0)
        };
        let parts: Option<Vec<f64>> =
            material.strip_prefix('#').and_then(|digits| digits.as_bytes().chunks(2).map(part).collect());
        match parts.as_deref() {
            Some([red, green, blue]) => Self::Colour([*red, *green, *blue, 1.0]),
            Some([red, green, blue, opacity]) => Self::Colour([*red, *green, *blue, *opacity]),
            _ => Self::Named(material.into()),
        }
    }
}
