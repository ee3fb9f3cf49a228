//! To what an attribute of a look is bound: numbers, or elements of signals.

use std::ops::Range;

use crate::handle::{
    DiscreteState, DiscreteStateSlice, In, InSlice, Indicator, Memory, Out, OutSlice, Private, PrivateSlice, State,
    StateSlice, Sum,
};

/// To what an attribute is bound: pieces, one after the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Binding {
    pub(super) pieces: Vec<Piece>,
}

/// A part of a binding.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// These numbers.
    Numbers(Vec<f64>),
    /// Elements of a signal.
    Elements(Elements),
}

/// Elements of a signal, which follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elements {
    /// The signal's index in the interface.
    pub signal: u32,
    /// The first of them.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl Binding {
    /// Of these pieces.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let pieces = pieces.into_iter();
        // There may be as many bindings as objects, most of them of one piece.
        let mut binding = Self { pieces: Vec::with_capacity(pieces.size_hint().0) };
        pieces.for_each(|piece| binding.push(piece));
        binding
    }

    /// Its pieces, in their order; numbers that meet are one piece.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// How many numbers it is.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(Piece::width).sum()
    }

    /// Its numbers, if they are always the same.
    pub fn constant(&self) -> Option<&[f64]> {
        match self.pieces.as_slice() {
            [Piece::Numbers(numbers)] => Some(numbers),
            _ => None,
        }
    }

    /// Adds a piece at the end.
    pub fn push(&mut self, piece: Piece) {
        match (self.pieces.last_mut(), piece) {
            (Some(Piece::Numbers(last)), Piece::Numbers(numbers)) => last.extend(numbers),
            (_, piece) => self.pieces.push(piece),
        }
    }
}

impl Piece {
    /// Its numbers, if it has any.
    pub fn numbers(&self) -> &[f64] {
        match self {
            Self::Numbers(numbers) => numbers,
            Self::Elements(_) => &[],
        }
    }

    /// How many numbers it is.
    pub fn width(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Elements(elements) => elements.count as usize,
        }
    }
}

/// What an attribute of a look may be bound to: a number, a handle of a port, a
/// state or a private value, [elements](SignalHandle::elements) of one, and
/// arrays, vectors and tuples of these, one after the other.
///
/// ```
/// # use simobject::*;
/// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
/// let along = c.state::<1>("Along", "m", "Way along the rail");
/// c.look(Look::sphere((along, 0.0, -0.5), 0.5));
/// # }
/// ```
pub trait Bind {
    /// Appends what it is bound to.
    fn bind(self, to: &mut Binding);
}

impl Bind for f64 {
    fn bind(self, to: &mut Binding) {
        to.push(Piece::Numbers(vec![self]));
    }
}

impl Bind for Elements {
    fn bind(self, to: &mut Binding) {
        to.push(Piece::Elements(self));
    }
}

impl Bind for Binding {
    fn bind(self, to: &mut Binding) {
        self.pieces.into_iter().for_each(|piece| to.push(piece));
    }
}

impl<B: Bind, const N: usize> Bind for [B; N] {
    fn bind(self, to: &mut Binding) {
        self.into_iter().for_each(|part| part.bind(to));
    }
}

impl<B: Bind> Bind for Vec<B> {
    fn bind(self, to: &mut Binding) {
        self.into_iter().for_each(|part| part.bind(to));
    }
}

macro_rules! tuples {
    ($($($part:ident)*;)*) => {$(
        impl<$($part: Bind),*> Bind for ($($part,)*) {
            fn bind(self, to: &mut Binding) {
                #[allow(non_snake_case, reason = "the parts are called as their types")]
                let ($($part,)*) = self;
                $($part.bind(to);)*
            }
        }
    )*};
}
tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

/// Handles of what has numbers: ports, states, private values, memory and
/// indicators.
pub trait SignalHandle: Sized {
    #[doc(hidden)]
    fn signal_and_width(&self) -> (u32, usize);

    /// Some of its elements, from the first of the range to the one before its end.
    fn elements(self, range: Range<usize>) -> Elements {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let count = number(range.end.saturating_sub(range.start));
        Elements { signal: self.signal_and_width().0, first: number(range.start), count }
    }
}

macro_rules! handles {
    (fixed: $($fixed:ident)*; slices: $($slice:ident)*) => {
        $(impl<const N: usize> SignalHandle for $fixed<N> {
            fn signal_and_width(&self) -> (u32, usize) {
                (self.place, N)
            }
        }
        impl<const N: usize> Bind for $fixed<N> {
            fn bind(self, to: &mut Binding) {
                self.elements(0..N).bind(to);
            }
        })*
        $(impl SignalHandle for $slice {
            fn signal_and_width(&self) -> (u32, usize) {
                (self.place, self.width())
            }
        }
        impl Bind for $slice {
            fn bind(self, to: &mut Binding) {
                self.elements(0..self.width()).bind(to);
            }
        })*
    };
}
handles!(
    fixed: In Out State DiscreteState Private;
    slices: InSlice OutSlice StateSlice DiscreteStateSlice PrivateSlice Memory
);

impl<const N: usize> SignalHandle for Sum<N> {
    fn signal_and_width(&self) -> (u32, usize) {
        (self.first, N)
    }
}

impl<const N: usize> Bind for Sum<N> {
    fn bind(self, to: &mut Binding) {
        self.elements(0..N).bind(to);
    }
}

impl SignalHandle for Indicator {
    fn signal_and_width(&self) -> (u32, usize) {
        (self.place, 1)
    }
}

impl Bind for Indicator {
    fn bind(self, to: &mut Binding) {
        self.elements(0..1).bind(to);
    }
}
