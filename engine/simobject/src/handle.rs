//! Handles: what a SimObject keeps of its ports, states and private values.
//!
//! A handle holds one number. While the constructor declares, it is the index
//! of the signal in the SimObject's interface; once bound, it is the signal's
//! final place in the workspace, so that reading a port is one load.

use crate::place::Place;
use crate::resource::Resource;

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<const N: usize> {
            pub(crate) place: u32,
        }

        impl<const N: usize> $name<N> {
            pub(crate) fn at(place: Place) -> Self {
                Self { place: place.first }
            }
        }

        impl<const N: usize> Declared for $name<N> {
            fn collect(&self, into: &mut Vec<u32>) {
                into.push(self.place);
            }
        }
    )*};
}

macro_rules! run_time_width {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name {
            pub(crate) place: u32,
            pub(crate) width: u32,
        }

        impl $name {
            pub(crate) fn at(place: Place, width: u32) -> Self {
                Self { place: place.first, width }
            }

            /// Number of elements.
            pub fn width(&self) -> usize {
                self.width as usize
            }
        }

        impl Declared for $name {
            fn collect(&self, into: &mut Vec<u32>) {
                into.push(self.place);
            }
        }
    )*};
}

fixed! {
    /// An in-port of width `N`, wired to one source.
    In
    /// An out-port of width `N`.
    Out
    /// A state of width `N`.
    State
    /// A discrete state of width `N`: it stays the same until an update's next
    /// value takes effect at a tick, or an event handler sets it.
    DiscreteState
    /// A private value of width `N`: what one computation leaves for another
    /// of the same SimObject. It is not a port: nothing else can read it.
    Private
}

run_time_width! {
    /// An in-port whose width is known when the model is built.
    InSlice
    /// An out-port whose width is known when the model is built.
    OutSlice
    /// A state whose width is known when the model is built.
    StateSlice
    /// A discrete state whose width is known when the model is built.
    DiscreteStateSlice
    /// A private value whose width is known when the model is built.
    PrivateSlice
    /// Room for delay lines and the like, which one update writes in place.
    Memory
}

/// A number whose sign the engine watches, to find where it crosses 0.
#[derive(Debug, Clone, Copy)]
pub struct Indicator {
    pub(crate) place: u32,
}

impl Indicator {
    pub(crate) fn at(place: Place) -> Self {
        Self { place: place.first }
    }
}

impl Declared for Indicator {
    fn collect(&self, into: &mut Vec<u32>) {
        into.push(self.place);
    }
}

/// `N` numbers that the engine solves for: it makes their residuals 0. To others they are an out-port.
#[derive(Debug, Clone, Copy)]
pub struct Unknown<const N: usize> {
    pub(crate) place: u32,
    pub(crate) residual: u32,
}

impl<const N: usize> Unknown<N> {
    pub(crate) fn at(place: Place, residual: Place) -> Self {
        Self { place: place.first, residual: residual.first }
    }
}

impl<const N: usize> Declared for Unknown<N> {
    fn collect(&self, into: &mut Vec<u32>) {
        into.push(self.place);
    }
}

/// The same, of a width that is known when the model is built.
#[derive(Debug, Clone, Copy)]
pub struct UnknownSlice {
    pub(crate) place: u32,
    pub(crate) residual: u32,
    pub(crate) width: u32,
}

impl UnknownSlice {
    pub(crate) fn at(place: Place, residual: Place, width: u32) -> Self {
        Self { place: place.first, residual: residual.first, width }
    }

    /// Number of elements.
    pub fn width(&self) -> usize {
        self.width as usize
    }
}

impl Declared for UnknownSlice {
    fn collect(&self, into: &mut Vec<u32>) {
        into.push(self.place);
    }
}

/// An in-port of width `N` that adds up any number of sources.
///
/// Use it where sums are the rule, as for the forces on a body: the terms of
/// `B.Force="S1.ForceB + S2.ForceA"` are gathered inside the read, with no
/// pass of their own. (A term with a factor, as in `A.Out - 2*B.Out`, costs a
/// pass, as it does for an [`In`].)
#[derive(Debug, Clone, Copy)]
pub struct Sum<const N: usize> {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl<const N: usize> Sum<N> {
    pub(crate) fn at(place: Place) -> Self {
        Self { first: place.first, count: place.count }
    }
}

impl<const N: usize> Declared for Sum<N> {
    fn collect(&self, into: &mut Vec<u32>) {
        into.push(self.first);
    }
}

/// Something that was declared and can be named in `reads`, `fills` or `sets`.
pub(crate) trait Declared {
    /// Appends the indices of the signals.
    fn collect(&self, into: &mut Vec<u32>);
}

/// Handles of states and discrete states, of fixed or run-time width.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no state",
    note = "states are `State`, `DiscreteState`, `StateSlice` and `DiscreteStateSlice`"
)]
pub trait StateHandle {
    #[doc(hidden)]
    fn index_and_width(&self) -> (u32, usize);
}

macro_rules! states {
    (fixed: $($fixed:ident)*; slices: $($slice:ident)*) => {
        $(impl<const N: usize> StateHandle for $fixed<N> {
            fn index_and_width(&self) -> (u32, usize) {
                (self.place, N)
            }
        })*
        $(impl StateHandle for $slice {
            fn index_and_width(&self) -> (u32, usize) {
                (self.place, self.width())
            }
        })*
    };
}
states!(fixed: State DiscreteState; slices: StateSlice DiscreteStateSlice);

/// Handles of what may have a nominal value: states of both kinds, unknowns and out-ports.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no nominal value",
    note = "states, unknowns and out-ports have one"
)]
pub trait NominalHandle {
    #[doc(hidden)]
    fn index(&self) -> u32;
}

macro_rules! nominals {
    (fixed: $($fixed:ident)*; slices: $($slice:ident)*) => {
        $(impl<const N: usize> NominalHandle for $fixed<N> {
            fn index(&self) -> u32 {
                self.place
            }
        })*
        $(impl NominalHandle for $slice {
            fn index(&self) -> u32 {
                self.place
            }
        })*
    };
}
nominals!(fixed: State DiscreteState Unknown Out; slices: StateSlice DiscreteStateSlice UnknownSlice OutSlice);

/// Handles of what is solved for, or may be: unknowns, and out-ports, which may be in a loop.
#[diagnostic::on_unimplemented(message = "`{Self}` has no guess", note = "unknowns and out-ports have one")]
pub trait GuessHandle {
    #[doc(hidden)]
    fn index(&self) -> u32;
}

macro_rules! guesses {
    (fixed: $($fixed:ident)*; slices: $($slice:ident)*) => {
        $(impl<const N: usize> GuessHandle for $fixed<N> {
            fn index(&self) -> u32 {
                self.place
            }
        })*
        $(impl GuessHandle for $slice {
            fn index(&self) -> u32 {
                self.place
            }
        })*
    };
}
guesses!(fixed: Unknown Out; slices: UnknownSlice OutSlice);

impl NominalHandle for Indicator {
    fn index(&self) -> u32 {
        self.place
    }
}

/// Handles of what may have an initial value: states of both kinds, memory, and
/// out-ports and private values that are filled at ticks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no initial value",
    note = "states of both kinds and memory have one, and out-ports and private values that are filled at ticks"
)]
pub trait InitialHandle {
    #[doc(hidden)]
    fn signal(&self) -> u32;
}

macro_rules! initials {
    (fixed: $($fixed:ident)*; slices: $($slice:ident)*) => {
        $(impl<const N: usize> InitialHandle for $fixed<N> {
            fn signal(&self) -> u32 {
                self.place
            }
        })*
        $(impl InitialHandle for $slice {
            fn signal(&self) -> u32 {
                self.place
            }
        })*
    };
}
initials!(fixed: State DiscreteState Out Private; slices: StateSlice DiscreteStateSlice OutSlice PrivateSlice Memory);

/// Handles of in-ports, of fixed or run-time width.
#[diagnostic::on_unimplemented(message = "`{Self}` is no in-port", note = "in-ports are `In`, `Sum` and `InSlice`")]
pub trait InPortHandle {
    #[doc(hidden)]
    fn index(&self) -> u32;
}

impl<const N: usize> InPortHandle for In<N> {
    fn index(&self) -> u32 {
        self.place
    }
}

impl<const N: usize> InPortHandle for Sum<N> {
    fn index(&self) -> u32 {
        self.first
    }
}

impl InPortHandle for InSlice {
    fn index(&self) -> u32 {
        self.place
    }
}

/// Handles of what derivatives may depend on: states, in-ports, and resources
/// (of which only [`Pattern::NONE`](crate::Pattern::NONE) says anything).
#[diagnostic::on_unimplemented(
    message = "derivatives have no pattern over `{Self}`",
    note = "they have one over states, in-ports and resources"
)]
pub trait DependencyHandle {
    #[doc(hidden)]
    fn dependency(&self) -> u32;
}

macro_rules! dependencies {
    ($($kind:ty, $place:ident;)*) => {$(
        impl<const N: usize> DependencyHandle for $kind {
            fn dependency(&self) -> u32 {
                self.$place
            }
        }
    )*};
}
dependencies!(State<N>, place; In<N>, place; Sum<N>, first;);

impl<const N: usize, const M: usize> DependencyHandle for Resource<N, M> {
    fn dependency(&self) -> u32 {
        self.place()
    }
}

impl DependencyHandle for StateSlice {
    fn dependency(&self) -> u32 {
        self.place
    }
}

impl DependencyHandle for InSlice {
    fn dependency(&self) -> u32 {
        self.place
    }
}
