//! Where the numbers of a shape's attributes come from.

use std::ops::{Deref, Range};

use simobject::look::{self, Attribute, Elements, Look, Otherwise, Piece, Usage};

use super::colour_scale::scale_colour;
use super::frame::Frame;

/// The attributes of a shape, those that it has not bound with what holds then.
#[derive(Debug, Clone)]
pub(super) struct Sources(Box<[Followed]>);

/// An attribute, and its pieces in their order.
#[derive(Debug, Clone)]
struct Followed {
    usage: &'static Usage,
    pieces: Box<[Source]>,
}

/// Numbers, or where they are in a moment of the scene.
#[derive(Debug, Clone)]
enum Source {
    Numbers(Box<[f64]>),
    Moment(Range<usize>),
}

/// The numbers of a shape's attributes, out of a moment.
pub(super) struct Reading<'r> {
    sources: &'r Sources,
    moment: &'r [f64],
    frame: Frame,
}

impl Sources {
    /// Of a look; `follow` lets moments have elements of a signal, and tells
    /// where.
    pub(super) fn new(look: &Look, mut follow: impl FnMut(&Elements) -> Range<usize>) -> Self {
        let mut source = |piece: &Piece| match piece {
            Piece::Numbers(numbers) => Source::Numbers(numbers.as_slice().into()),
            Piece::Elements(elements) => Source::Moment(follow(elements)),
        };
        let mut bound = |usage: &Usage| -> Option<Box<[Source]>> {
            match (look.binding(usage.attribute), usage.otherwise) {
                (Some(binding), _) => Some(binding.pieces().iter().map(&mut source).collect()),
                (None, Otherwise::Numbers(numbers)) => Some(Box::new([Source::Numbers(numbers.into())])),
                (None, Otherwise::Required | Otherwise::Nothing) => None,
            }
        };
        Self(look.shape.usages().filter_map(|usage| Some(Followed { usage, pieces: bound(usage)? })).collect())
    }

    /// The attributes, each with its pieces: elements of signal 0, which is the
    /// moment. Those that would be the same if they were not bound are left out.
    pub(super) fn bindings(&self) -> impl Iterator<Item = (Attribute, Vec<Piece>)> {
        let is_bound = |followed: &&Followed| match (followed.usage.otherwise, &*followed.pieces) {
            (Otherwise::Numbers(otherwise), [Source::Numbers(numbers)]) => **numbers != *otherwise,
            _ => true,
        };
        let bound = self.0.iter().filter(is_bound);
        bound.map(|followed| (followed.usage.attribute, followed.pieces.iter().map(Source::piece).collect()))
    }

    pub(super) fn read<'r>(&'r self, moment: &'r [f64]) -> Reading<'r> {
        let reading = Reading { sources: self, moment, frame: Frame::default() };
        let orientation = reading.few(Attribute::Orientation);
        let frame = Frame::new(reading.triple(Attribute::Position), &orientation);
        Reading { frame, ..reading }
    }
}

impl Source {
    fn piece(&self) -> Piece {
        match self {
            Self::Numbers(numbers) => Piece::Numbers(numbers.to_vec()),
            // Moments are as wide as all that is followed, which has u32 for its places.
            Self::Moment(range) => {
                Piece::Elements(Elements { signal: 0, first: range.start as u32, count: range.len() as u32 })
            }
        }
    }

    fn numbers<'s>(&'s self, moment: &'s [f64]) -> &'s [f64] {
        match self {
            Self::Numbers(numbers) => numbers,
            Self::Moment(range) => &moment[range.clone()],
        }
    }
}

/// A few numbers, at most those of a rotation matrix.
pub(super) struct Few {
    numbers: [f64; 9],
    count: usize,
}

impl Deref for Few {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.numbers[..self.count]
    }
}

impl Reading<'_> {
    /// The axes in which the shape's points are.
    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    /// Takes the numbers of an attribute, one after the other.
    fn visit(&self, attribute: Attribute, mut take: impl FnMut(f64)) {
        let mut all = self.sources.0.iter();
        let Some(Followed { usage, pieces }) = all.find(|followed| followed.usage.attribute == attribute) else {
            return;
        };
        let is_size = usage.range == look::Range::NotNegative;
        let numbers = pieces.iter().flat_map(|piece| piece.numbers(self.moment));
        // What is no number stays so: nobody can draw it, and that is told.
        numbers.for_each(|number| take(if is_size && *number < 0.0 { 0.0 } else { *number }));
    }

    /// All numbers of a wide attribute.
    pub(super) fn numbers(&self, attribute: Attribute) -> Vec<f64> {
        let mut numbers = Vec::new();
        self.visit(attribute, |number| numbers.push(number));
        numbers
    }

    /// The numbers of an attribute that has few; none if it is not bound.
    pub(super) fn few(&self, attribute: Attribute) -> Few {
        let mut few = Few { numbers: [0.0; 9], count: 0 };
        self.visit(attribute, |number| {
            if let Some(place) = few.numbers.get_mut(few.count) {
                *place = number;
                few.count += 1;
            }
        });
        few
    }

    /// An attribute of one number.
    pub(super) fn number(&self, attribute: Attribute) -> f64 {
        self.few(attribute).first().copied().unwrap_or_default()
    }

    /// One of three, or of one for all three.
    pub(super) fn triple(&self, attribute: Attribute) -> [f64; 3] {
        match *self.few(attribute) {
            [x, y, z] => [x, y, z],
            [all] => [all; 3],
            _ => [0.0; 3],
        }
    }

    /// A point, in the scenario's axes.
    pub(super) fn point(&self, attribute: Attribute) -> [f64; 3] {
        self.frame.point(self.triple(attribute))
    }

    /// Points, in the scenario's axes.
    pub(super) fn points(&self, attribute: Attribute) -> Vec<[f64; 3]> {
        self.numbers(attribute).as_chunks().0.iter().map(|point| self.frame.point(*point)).collect()
    }

    /// The colours that show numbers on a scale: none, one, or one for each point.
    pub(super) fn value_colours(&self) -> Vec<[f64; 4]> {
        if !self.sources.0.iter().any(|followed| followed.usage.attribute == Attribute::Value) {
            return Vec::new();
        }
        let range = self.few(Attribute::ValueRange);
        let [low, high] = *range else { return Vec::new() };
        let mut colours = Vec::new();
        self.visit(Attribute::Value, |value| {
            let [red, green, blue] = scale_colour((value - low) / (high - low));
            colours.push([red, green, blue, 1.0]);
        });
        colours
    }

    /// The colour that signals or numbers give.
    pub(super) fn colour(&self) -> Option<[f64; 4]> {
        let part = |part: f64| part.clamp(0.0, 1.0);
        match *self.few(Attribute::Colour) {
            [red, green, blue] => Some([part(red), part(green), part(blue), 1.0]),
            [red, green, blue, opacity] => Some([part(red), part(green), part(blue), part(opacity)]),
            _ => None,
        }
    }
}
