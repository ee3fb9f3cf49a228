//! Which handles an `Io` reads and writes, and how.

use crate::failure::out_of_bounds;
use crate::handle::{
    DiscreteState, DiscreteStateSlice, In, InSlice, Indicator, Memory, Out, OutSlice, Private, PrivateSlice, State,
    StateSlice, Sum, Unknown, UnknownSlice,
};
use crate::io::Io;

/// `N` numbers: `[f64; N]`, or one `f64` where `N` is 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not {N} numbers",
    label = "the width is {N}",
    note = "write an array of as many numbers as the handle is wide, `[x, y, z]`, or a single number where the width is 1"
)]
pub trait Values<const N: usize>: Copy {
    #[doc(hidden)]
    fn array(self) -> [f64; N];
}

impl<const N: usize> Values<N> for [f64; N] {
    #[inline(always)]
    fn array(self) -> [f64; N] {
        self
    }
}

impl Values<1> for f64 {
    #[inline(always)]
    fn array(self) -> [f64; 1] {
        [self]
    }
}

/// Handles of fixed width that [`Io::get`] reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no {N} numbers to read",
    note = "`get` reads handles of fixed width: `In`, `Sum`, `State`, `DiscreteState`, `Unknown`, `Private`, `Out` and `Indicator`; those of a width that parameters set are read with `slice` and `at`"
)]
pub trait Read<const N: usize> {
    #[doc(hidden)]
    fn read(self, io: &Io<'_>) -> [f64; N];
}

/// Handles of fixed width that [`Io::set`] fills.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be filled with {N} numbers",
    note = "`set` fills `Out`, `Private` and `Indicator`; a state has `set_derivative`, a discrete state `set_next` (in an update) and `set_now` (in a handler); `slice_mut` and `set_at` fill what has a width that parameters set"
)]
pub trait Write<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_initial`] sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no {N} initial values",
    note = "`set_initial` sets `State`, `DiscreteState`, `Out` and `Private`; `set_initial_slice` what has a width that parameters set"
)]
pub trait InitialValue<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_now`] sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be set to {N} numbers at an event",
    note = "`set_now` sets `State` and `DiscreteState`; `set_now_slice` and `set_now_at` those of a width that parameters set"
)]
pub trait Now<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of fixed width that [`Io::set_next`] sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no next value of {N} numbers",
    note = "`set_next` sets a `DiscreteState`; `next_slice_mut` one of a width that parameters set; memory is written in place, with `memory_mut`"
)]
pub trait Next<const N: usize> {
    #[doc(hidden)]
    fn place(self) -> u32;
}

/// Handles of run-time width that [`Io::set_now_slice`] sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no state of a width that parameters set",
    note = "`set_now` sets a state of fixed width"
)]
pub trait NowSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::set_initial_slice`] sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no initial values of a width that parameters set",
    note = "`set_initial` sets what has a fixed width"
)]
pub trait InitialSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::slice`] reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no width that parameters set",
    note = "`get` reads what has a fixed width"
)]
pub trait ReadSlice {
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// Handles of run-time width that [`Io::slice_mut`] fills.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be filled, or has a fixed width",
    note = "`slice_mut` and `set_at` fill `OutSlice` and `PrivateSlice`; `set` fills `Out` and `Private`"
)]
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
reads!(In Out State DiscreteState Private Unknown);

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
slices!(ReadSlice: UnknownSlice InSlice OutSlice StateSlice DiscreteStateSlice PrivateSlice Memory);
slices!(WriteSlice: OutSlice PrivateSlice);
slices!(NowSlice: StateSlice DiscreteStateSlice);
slices!(InitialSlice: StateSlice DiscreteStateSlice Memory OutSlice PrivateSlice);
