//! Groups of handles, as `reads`, `fills` and `sets` take them.

use crate::handle::{
    Declared, DiscreteState, DiscreteStateSlice, In, InSlice, Indicator, Memory, Out, OutSlice, Private, PrivateSlice,
    State, StateSlice, Sum, Unknown, UnknownSlice,
};
use crate::resource::Resource;

/// Handles that a calculation may read: in-ports, sums, states of both kinds,
/// and out-ports, private values or indicators that another computation of the
/// same SimObject fills; and resources that it asks. Memory is read by sampled computations on the clock of
/// the update that writes it.
///
/// One handle, a tuple of up to twelve, a `Vec` or slice, or tuples of these.
#[diagnostic::on_unimplemented(
    message = "a calculation cannot read `{Self}`",
    note = "it may read in-ports, sums, states of both kinds, private values, out-ports, indicators, memory and resources: one handle, a tuple of up to twelve, a slice or `Vec`, or tuples of these; `()` is nothing"
)]
pub trait Reads: Group {}

/// Handles that a computation may fill: out-ports, private values and indicators.
#[diagnostic::on_unimplemented(
    message = "a computation cannot fill `{Self}`",
    note = "it fills out-ports, private values and indicators: one handle, a tuple of up to twelve, a slice or `Vec`, or tuples of these"
)]
pub trait Fills: Group {}

/// Handles of states of both kinds.
#[diagnostic::on_unimplemented(
    message = "a handler cannot set `{Self}`",
    note = "it sets states and discrete states: one handle, a tuple of up to twelve, a slice or `Vec`, or tuples of these"
)]
pub trait States: Group {}

/// Handles that an initial condition may set: states of both kinds, memory, and
/// out-ports and private values that a computation on a clock fills.
#[diagnostic::on_unimplemented(
    message = "an initial condition cannot set `{Self}`",
    note = "it sets states of both kinds, memory, and out-ports and private values on a clock: one handle, a tuple of up to twelve, a slice or `Vec`, or tuples of these"
)]
pub trait Initials: Group {}

/// Handles of unknowns: one, a tuple of up to four, or a slice or `Vec`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no unknown",
    note = "a residual is of `Unknown` or `UnknownSlice`"
)]
pub trait Unknowns {
    #[doc(hidden)]
    fn collect_residuals(&self, into: &mut Vec<u32>);
}

impl<const N: usize> Unknowns for Unknown<N> {
    fn collect_residuals(&self, into: &mut Vec<u32>) {
        into.push(self.residual);
    }
}

impl Unknowns for UnknownSlice {
    fn collect_residuals(&self, into: &mut Vec<u32>) {
        into.push(self.residual);
    }
}

impl<U: Unknowns> Unknowns for [U] {
    fn collect_residuals(&self, into: &mut Vec<u32>) {
        self.iter().for_each(|unknown| unknown.collect_residuals(into));
    }
}

impl<U: Unknowns, const M: usize> Unknowns for [U; M] {
    fn collect_residuals(&self, into: &mut Vec<u32>) {
        self.as_slice().collect_residuals(into);
    }
}

impl<U: Unknowns> Unknowns for Vec<U> {
    fn collect_residuals(&self, into: &mut Vec<u32>) {
        self.as_slice().collect_residuals(into);
    }
}

macro_rules! unknowns {
    ($($u:ident)+) => {
        impl<$($u: Unknowns),+> Unknowns for ($($u,)+) {
            #[allow(non_snake_case, reason = "a type parameter and its value share a name")]
            fn collect_residuals(&self, into: &mut Vec<u32>) {
                let ($($u,)+) = self;
                $($u.collect_residuals(into);)+
            }
        }
    };
}
unknowns!(A);
unknowns!(A B);
unknowns!(A B C);
unknowns!(A B C D);

/// Handles of what an update may set: the next values of discrete states, and
/// memory, in place.
#[diagnostic::on_unimplemented(
    message = "an update cannot set `{Self}`",
    note = "it sets discrete states and memory: one handle, a tuple of up to twelve, a slice or `Vec`, or tuples of these"
)]
pub trait Updated: Group {}

pub(crate) mod sealed {
    /// A group of declared signals.
    pub trait Group {
        /// Appends the indices of the signals.
        fn collect_into(&self, into: &mut Vec<u32>);
    }
}
use sealed::Group;

macro_rules! single {
    ($($name:ident $([$n:ident])? : $($role:ident)*;)*) => {$(
        impl$(<const $n: usize>)? Group for $name$(<$n>)? {
            fn collect_into(&self, into: &mut Vec<u32>) {
                self.collect(into);
            }
        }
        single!(@roles $name $([$n])? : $($role)*);
    )*};
    (@roles $name:ident [$n:ident] : $($role:ident)*) => { $(impl<const $n: usize> $role for $name<$n> {})* };
    (@roles $name:ident : $($role:ident)*) => { $(impl $role for $name {})* };
}

single! {
    In[N]: Reads;
    Sum[N]: Reads;
    Out[N]: Reads Fills Initials;
    Private[N]: Reads Fills Initials;
    State[N]: Reads States Initials;
    DiscreteState[N]: Reads States Initials Updated;
    InSlice: Reads;
    OutSlice: Reads Fills Initials;
    PrivateSlice: Reads Fills Initials;
    StateSlice: Reads States Initials;
    DiscreteStateSlice: Reads States Initials Updated;
    Unknown[N]: Reads;
    UnknownSlice: Reads;
    Memory: Reads Initials Updated;
    Indicator: Reads Fills;
}

impl<const N: usize, const M: usize> Group for Resource<N, M> {
    fn collect_into(&self, into: &mut Vec<u32>) {
        self.collect(into);
    }
}
impl<const N: usize, const M: usize> Reads for Resource<N, M> {}

macro_rules! groups {
    ($($role:ident)*) => {$(
        impl $role for () {}
        impl<G: $role> $role for [G] {}
        impl<G: $role> $role for Vec<G> {}
        impl<G: $role, const M: usize> $role for [G; M] {}
        impl<G: $role + ?Sized> $role for &G {}
        impl<G: $role> $role for Option<G> {}
    )*};
}
groups!(Reads Fills States Initials Updated);

impl Group for () {
    fn collect_into(&self, _: &mut Vec<u32>) {}
}
impl<G: Group> Group for [G] {
    fn collect_into(&self, into: &mut Vec<u32>) {
        for group in self {
            group.collect_into(into);
        }
    }
}
impl<G: Group> Group for Vec<G> {
    fn collect_into(&self, into: &mut Vec<u32>) {
        self.as_slice().collect_into(into);
    }
}
impl<G: Group, const M: usize> Group for [G; M] {
    fn collect_into(&self, into: &mut Vec<u32>) {
        self.as_slice().collect_into(into);
    }
}
impl<G: Group + ?Sized> Group for &G {
    fn collect_into(&self, into: &mut Vec<u32>) {
        (**self).collect_into(into);
    }
}
impl<G: Group> Group for Option<G> {
    fn collect_into(&self, into: &mut Vec<u32>) {
        if let Some(group) = self {
            group.collect_into(into);
        }
    }
}

macro_rules! tuple {
    ($($g:ident)+) => {
        impl<$($g: Group),+> Group for ($($g,)+) {
            #[allow(non_snake_case, reason = "a type parameter and its value share a name")]
            fn collect_into(&self, into: &mut Vec<u32>) {
                let ($($g,)+) = self;
                $($g.collect_into(into);)+
            }
        }
        impl<$($g: Reads),+> Reads for ($($g,)+) {}
        impl<$($g: Fills),+> Fills for ($($g,)+) {}
        impl<$($g: States),+> States for ($($g,)+) {}
        impl<$($g: Initials),+> Initials for ($($g,)+) {}
        impl<$($g: Updated),+> Updated for ($($g,)+) {}
    };
}
tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);
tuple!(A B C D E F G H I);
tuple!(A B C D E F G H I J);
tuple!(A B C D E F G H I J K);
tuple!(A B C D E F G H I J K L);
