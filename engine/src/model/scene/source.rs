//! Where the numbers of a shape's attributes come from.

use std::ops::Deref;

use simobject::look::{Attribute, Elements, Look, Otherwise, Piece, Range, Usage};
use simobject_host::Place;

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

/// Numbers, and where they are.
#[derive(Debug, Clone)]
enum Source {
    Numbers(Box<[f64]>),
    /// So many numbers of the workspace, from a place on.
    Place(u32, u32),
    /// So many sums of what is at these places, and of what follows them.
    Sum(Box<[u32]>, u32),
}

/// The numbers of a shape's attributes, out of the workspace.
pub(super) struct Reading<'r> {
    sources: &'r Sources,
    values: &'r [f64],
    frame: Frame,
}

impl Sources {
    /// Of a look; `places` knows the place of a signal, and the list of places
    /// for the sources of one that adds up.
    pub(super) fn new<'l>(look: &Look, places: impl Fn(u32) -> (Place, Option<&'l [u32]>)) -> Self {
        let bound = |usage: &Usage| -> Option<Box<[Source]>> {
            match (look.binding(usage.attribute), usage.otherwise) {
                (Some(binding), _) => Some(binding.pieces().iter().map(|piece| Source::new(piece, &places)).collect()),
                (None, Otherwise::Numbers(numbers)) => Some(Box::new([Source::Numbers(numbers.into())])),
                (None, Otherwise::Required | Otherwise::Nothing) => None,
            }
        };
        Self(look.shape.usages().filter_map(|usage| Some(Followed { usage, pieces: bound(usage)? })).collect())
    }

    pub(super) fn read<'r>(&'r self, values: &'r [f64]) -> Reading<'r> {
        let reading = Reading { sources: self, values, frame: Frame::default() };
        let orientation = reading.few(Attribute::Orientation);
        let frame = Frame::new(reading.triple(Attribute::Position), &orientation);
        Reading { frame, ..reading }
    }
}

impl Source {
    fn new<'l>(piece: &Piece, places: impl Fn(u32) -> (Place, Option<&'l [u32]>)) -> Self {
        match piece {
            Piece::Numbers(numbers) => Self::Numbers(numbers.as_slice().into()),
            Piece::Elements(Elements { signal, first, count }) => {
                let (place, summed) = places(*signal);
                match summed {
                    None => Self::Place(place.first + first, *count),
                    Some(summed) => {
                        let sources = &summed[place.first as usize..(place.first + place.count) as usize];
                        Self::Sum(sources.iter().map(|place| place + first).collect(), *count)
                    }
                }
            }
        }
    }

    fn visit(&self, values: &[f64], take: &mut impl FnMut(f64)) {
        match self {
            Self::Numbers(numbers) => numbers.iter().copied().for_each(take),
            Self::Place(first, count) => {
                let first = *first as usize;
                values[first..first + *count as usize].iter().copied().for_each(take);
            }
            Self::Sum(places, count) => {
                let sum = |element| places.iter().map(|place| values[(*place + element) as usize]).sum();
                (0..*count).map(sum).for_each(take);
            }
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
        let is_size = usage.range == Range::NotNegative;
        let mut take = |number: f64| take(if is_size { number.max(0.0) } else { number });
        pieces.iter().for_each(|piece| piece.visit(self.values, &mut take));
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
