//! Which handles an `Io` reads and writes, and how.

use crate::failure::out_of_bounds;
use crate::handle::{
    DiscreteState, DiscreteStateSlice, In, InSlice, Indicator, Memory, Out, OutSlice, Private, PrivateSlice, State,
    StateSlice, Sum,
};
use crate::io::Io;

/// Handles of fixed width that [`Io::get`] reads.
pub trait Read<const N: usize> {
    #[doc(hidden)]
    fn read(self, io: &Io<'_>) -> [f64; N];
}

/// Handles of fixed width that [`Io::set`] fills.
pub trait Write<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_initial`] sets.
pub trait InitialValue<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_now`] sets.
pub trait Now<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_next`] sets.
pub trait Next<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of run-time width that [`Io::set_now_slice`] sets.
pub trait NowSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::set_initial_slice`] sets.
pub trait InitialSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::slice`] reads.
pub trait ReadSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::slice_mut`] fills.
pub trait WriteSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

macro_rules! reads {
    ($($name:ident)*) => {$(
        impl<const N: usize> Read<N> for $name<N> {
            #[inline(always)]
            fn read(self, io: &Io<'_>) -> [f64; N] {
                io.chunk(self.place)
            }
        }
    )*};
}
reads!(In Out State DiscreteState Private);

impl Read<1> for Indicator {
    #[inline(always)]
    fn read(self, io: &Io<'_>) -> [f64; 1] {
        io.chunk(self.place)
    }
}

impl<const N: usize> Read<N> for Sum<N> {
    #[inline(always)]
    fn read(self, io: &Io<'_>) -> [f64; N] {
        let first = self.first as usize;
        let Some(places) = io.places().get(first..first.saturating_add(self.count as usize)) else {
            out_of_bounds(self.first)
        };
        let mut sum = [0.0; N];
        for place in places {
            let source: [f64; N] = io.chunk(*place);
            for (total, value) in sum.iter_mut().zip(source) {
                *total += value;
            }
        }
        sum
    }
}

macro_rules! writes {
    ($role:ident: $($name:ident)*) => {$(
        impl<const N: usize> $role<N> for $name<N> {
            #[inline(always)]
            fn place(self) -> u32 {
                self.place
            }
        }
    )*};
}
writes!(Write: Out Private);
writes!(Now: State DiscreteState);
writes!(InitialValue: State DiscreteState Out Private);
writes!(Next: DiscreteState);

impl Write<1> for Indicator {
    #[inline(always)]
    fn place(self) -> u32 {
        self.place
    }
}

macro_rules! slices {
    ($role:ident: $($name:ident)*) => {$(
        impl $role for $name {
            #[inline(always)]
            fn range(self) -> (u32, u32) {
                (self.place, self.width)
            }
        }
    )*};
}
slices!(ReadSlice: InSlice OutSlice StateSlice DiscreteStateSlice PrivateSlice Memory);
slices!(WriteSlice: OutSlice PrivateSlice);
slices!(NowSlice: StateSlice DiscreteStateSlice);
slices!(InitialSlice: StateSlice DiscreteStateSlice Memory OutSlice PrivateSlice);
