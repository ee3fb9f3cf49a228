//! What the SimObjects of a model look like: their shapes, in the scenario's
//! axes, out of the numbers of a run.

mod camera;
mod colour_scale;
mod figure;
mod frame;
mod moment;
mod path;
mod record;
mod source;

use std::path::Path;

use serde::{Deserialize, Serialize};
use simobject::look::{Attribute, Look, Piece, Shape};
use simobject_host::Signal;

use crate::model::signal_id::SignalId;
use crate::model::{Model, Object};
use crate::workspace::Workspace;
use bowline_description::Up;

use colour_scale::ColourScale;
use moment::Moments;
use source::Sources;

pub use camera::{Camera, Sight};
pub use colour_scale::{Legend, scale_colour};
pub use figure::Figure;
pub use frame::Frame;

/// The shapes of all SimObjects of a model, with the places of what they
/// follow. It is made once, and drawn as often as one likes.
///
/// ```
/// # use bowline_model::Model;
/// # use bowline_model::model::scene::Figure;
/// # fn draw(model: &Model) -> Result<(), Box<dyn std::error::Error>> {
/// let scene = model.scene();
/// let mut workspace = model.workspace();
/// model.evaluate_signals(&mut workspace, 0.0)?;
/// for drawn in scene.at(&workspace).filter(|drawn| drawn.visible) {
///     if let Figure::Sphere { centre, radius } = drawn.figure {
///         println!("{}: {radius} m about {centre:?}", model.objects()[drawn.object].name());
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// All numbers of a run that its shapes follow are a *moment*: a few numbers,
/// which can be sent to another thread, kept in a file, and drawn where there is
/// no model: a scene can be written and read too (with serde).
#[derive(Debug, Clone)]
pub struct Scene {
    up: Up,
    objects: Vec<SceneObject>,
    shapes: Vec<Bound>,
    cameras: Vec<Camera>,
    moments: Moments,
}

/// A SimObject, for who shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneObject {
    /// Its name in the scenario.
    pub name: String,
    /// Its type, as in `Body/Mass`.
    pub kind: String,
}

/// A shape of a SimObject, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Drawn<'s> {
    /// Position of the SimObject among those of the scene, and of the model.
    pub object: usize,
    /// The shape, with all of its points in the scenario's axes.
    pub figure: Figure<'s>,
    /// Whether it is shown.
    pub visible: bool,
    /// Red, green, blue and opacity, 0 to 1, where the shape says them.
    pub colour: Option<[f64; 4]>,
    /// The same for each point of a line, a tube or a surface, where they differ; else none.
    pub colours: Vec<[f64; 4]>,
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
    /// The scale on which its colour shows a number.
    scale: Option<Box<ColourScale>>,
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
        let mut moments = Moments::of(self);
        let mut shapes = Vec::new();
        for (object, index) in self.objects.iter().zip(0..) {
            shapes.extend(object.looks.iter().map(|look| Bound {
                object: index,
                shape: look.shape,
                sources: Sources::new(look, |elements| moments.follow(self, index, elements)),
                paint: look.material.as_deref().map(Paint::of),
                text: self.text_of_look(look).into(),
                scale: self.scale_of_look(index, look).map(Box::new),
            }));
        }
        let shown =
            |object: &Object| SceneObject { name: object.name().to_owned(), kind: object.kind.name().to_owned() };
        let objects = self.objects.iter().map(shown).collect();
        Scene { up: self.up(), objects, shapes, cameras: self.cameras.clone(), moments }
    }
}

impl Model {
    /// What the colour of a look shows: what feeds the port that it follows, as far as that is of one kind.
    fn scale_of_look(&self, object: u32, look: &Look) -> Option<ColourScale> {
        let range = match look.binding(Attribute::ValueRange)?.constant()? {
            [low, high] => [*low, *high],
            _ => return None,
        };
        let shown = look.binding(Attribute::Value)?.pieces().iter().find_map(|piece| match piece {
            Piece::Elements(elements) => Some(elements.signal),
            Piece::Numbers(_) => None,
        })?;
        let port = SignalId { object, signal: shown };
        let own = &self.objects[object as usize].interface.signals[shown as usize];
        let feeders = if own.role.is_in_port() { self.feeder_signals(port) } else { Vec::new() };
        let fed = || feeders.iter().map(|id| &self.objects[id.object as usize].interface.signals[id.signal as usize]);
        // What they have in common.
        let common = |of: fn(&Signal) -> &str| fed().map(of).reduce(|one, other| if one == other { one } else { "" });
        let unit = Some(&*own.unit).filter(|unit| !unit.is_empty()).or_else(|| common(|signal| &signal.unit));
        let port_name = common(|signal| signal.name.rsplit('.').next().unwrap_or_default())
            .filter(|name| !name.is_empty())
            .unwrap_or(&own.name);
        Some(ColourScale {
            port: port_name.to_owned(),
            signal: self.signal_name(if let [only] = feeders[..] { only } else { port }),
            unit: unit.unwrap_or_default().to_owned(),
            range,
        })
    }

    /// The words of a look, or the path of its file, which is relative to the
    /// scenario's directory like those of parameters.
    fn text_of_look(&self, look: &Look) -> String {
        let text = look.text.as_deref().unwrap_or_default();
        match look.shape {
            Shape::Mesh => self.provenance.directory.join(text).to_string_lossy().into_owned(),
            _ => text.to_owned(),
        }
    }
}

/// FhSim's sphere, which needs no file.
const SPHERE: &str = "fhSphere.mesh";

/// Whether the file of a mesh is that of FhSim's sphere, which is drawn without it.
pub fn is_sphere(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name.eq_ignore_ascii_case(SPHERE))
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

    /// Which way is up in its axes.
    pub fn up(&self) -> Up {
        self.up
    }

    /// The scales of colours that its shapes have, each once.
    pub fn legends(&self) -> Vec<Legend> {
        Legend::of(self.shapes.iter().filter_map(|shape| shape.scale.as_deref()))
    }

    /// The SimObjects, in file order: also those that have no shape.
    pub fn objects(&self) -> &[SceneObject] {
        &self.objects
    }

    /// How many numbers a moment is.
    pub fn moment_width(&self) -> usize {
        self.moments.width()
    }

    /// Takes the moment out of a workspace in which all signals are evaluated
    /// (`Run::signals`), in the place of what is in `moment`.
    ///
    /// # Panics
    /// If the workspace is that of another model; those of a scene that was read
    /// all are.
    pub fn take_moment(&self, workspace: &Workspace, moment: &mut Vec<f64>) {
        self.moments.take(workspace, moment);
    }

    /// The shapes in a moment: object by object, in the order of their
    /// declaration.
    ///
    /// # Panics
    /// If the moment is not as wide as those of this scene are.
    pub fn in_moment<'s>(&'s self, moment: &'s [f64]) -> impl ExactSizeIterator<Item = Drawn<'s>> {
        assert_eq!(moment.len(), self.moment_width(), "a moment of another scene");
        self.shapes.iter().map(move |shape| shape.drawn(moment))
    }

    /// The shapes that are trails, by their positions among all: to draw them takes earlier moments.
    pub fn trails(&self) -> impl Iterator<Item = usize> + '_ {
        self.shapes.iter().enumerate().filter(|(_, bound)| bound.shape == Shape::Trail).map(|(position, _)| position)
    }

    /// One of the shapes in a moment, by its position.
    ///
    /// # Panics
    /// If there is none, or the moment is not as wide as those of this scene are.
    pub fn shape_in<'s>(&'s self, shape: usize, moment: &'s [f64]) -> Drawn<'s> {
        assert_eq!(moment.len(), self.moment_width(), "a moment of another scene");
        self.shapes[shape].drawn(moment)
    }

    /// The shapes, as a workspace has them in which all signals are evaluated.
    ///
    /// # Panics
    /// If the workspace is that of another model.
    pub fn at<'s>(&'s self, workspace: &Workspace) -> impl ExactSizeIterator<Item = Drawn<'s>> + use<'s> {
        let mut moment = Vec::with_capacity(self.moment_width());
        self.take_moment(workspace, &mut moment);
        self.shapes.iter().map(move |shape| shape.drawn(&moment))
    }
}

impl Bound {
    fn drawn(&self, moment: &[f64]) -> Drawn<'_> {
        let read = self.sources.read(moment);
        let colours = read.value_colours();
        let single = if let [only] = colours[..] { Some(only) } else { read.colour() };
        let (colour, material) = match (single, self.paint.as_ref()) {
            (Some(colour), _) | (None, Some(&Paint::Colour(colour))) => (Some(colour), None),
            (None, Some(Paint::Named(name))) => (None, Some(&**name)),
            (None, None) => (None, None),
        };
        Drawn {
            object: self.object as usize,
            figure: Figure::new(self.shape, &read, &self.text),
            visible: read.number(Attribute::Visible) != 0.0,
            colour,
            colours: if colours.len() > 1 { colours } else { Vec::new() },
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

    /// As [`of`](Self::of) reads it.
    fn text(&self) -> String {
        match self {
            Self::Colour(parts) => {
                let digits = parts.iter().map(|part| format!("{:02x}", (255.0 * part).round() as u8));
                format!("#{}", digits.collect::<String>())
            }
            Self::Named(name) => name.to_string(),
        }
    }
}
