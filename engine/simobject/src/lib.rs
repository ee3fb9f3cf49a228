//! The contract between the Bowline engine and libraries of SimObjects.
//!
//! A **SimObject** is a sub-model: it registers parameters, in-ports,
//! out-ports, states and common computations while it is constructed, and the
//! engine wires many of them into one model and integrates it. To write one,
//! implement [`SimObject`]; to ship some, name them in [`library!`].
//!
//! ```
//! use simobject::*;
//!
//! /// A mass that moves along one axis.
//! pub struct Slider {
//!     force: Sum<1>,
//!     position: State<1>,
//!     velocity: State<1>,
//!     mass: f64,
//! }
//!
//! impl SimObject for Slider {
//!     const NAME: &'static str = "Body/Slider";
//!     const DOC: &'static str = "A mass that moves along one axis";
//!
//!     fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
//!         let force = c.sum_port("Force", "N", "Sum of the forces on the mass");
//!         let position = c.state("Pos", "m", "Position");
//!         let velocity = c.state("Vel", "m/s", "Velocity");
//!         c.out_port_of("Pos", position);
//!         c.out_port_of("Vel", velocity);
//!         c.derivatives(Self::motion).reads(force);
//!         Ok(Self {
//!             force,
//!             position,
//!             velocity,
//!             mass: c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).required(),
//!         })
//!     }
//! }
//!
//! impl Slider {
//!     fn motion(&self, io: &mut Io<'_>) {
//!         let ([force], velocity) = (io.get(self.force), io.get(self.velocity));
//!         io.set_derivative(self.position, velocity);
//!         io.set_derivative(self.velocity, [force / self.mass]);
//!     }
//! }
//!
//! simobject::library! { name: "example", types: [Slider] }
//! # fn main() {}
//! ```
//!
//! How the pieces fit:
//!
//! * [`Creator`]: declares ports, states, parameters and calculations, once;
//!   checks, reference pages, CSV header and viewer labels come from there.
//! * Handles ([`In`], [`Sum`], [`Out`], [`State`], [`DiscreteState`], [`Private`], the
//!   `Slice` ones for widths known at run time, [`Memory`] and [`Indicator`])
//!   are what the SimObject keeps.
//! * [`Adjacent`]: several of them as one.
//! * [`Bundle`]: in-ports and out-ports that are connected together.
//! * [`Terminal`]: a place where elements are joined without a direction; a [`Branch`] is what lies between two.
//! * [`Clock`]: when sampled parts run. A SimObject has no other memory than its
//!   states: what changes at ticks or events is a discrete state.
//! * [`ResourceKind`]: what one SimObject answers and many ask.
//! * [`Io`]: where a calculation reads and fills them.
//! * [`wave`]: where sine waves turn round.
//! * [`Failure`]: a calculation fails, recoverably or fatally.
//!
//! The engine's side is a crate of its own, `simobject-host`; so is what libraries
//! share, `simobject-elements`.

pub mod abi;
mod access;
mod adjacent;
mod bundle;
mod calculation;
mod clock;
mod creator;
mod datum;
mod declared_numbers;
mod failure;
mod former;
mod handle;
mod host_calls;
mod io;
mod library;
pub mod look;
mod message;
mod mode;
// The engine reads and writes these too.
#[doc(hidden)]
pub mod number;
mod numbers;
mod parameter;
mod pattern;
#[doc(hidden)]
pub mod place;
mod rate;
mod registration;
mod resource;

mod signals;
mod simobject;
mod terminal;
mod text;
#[doc(hidden)]
mod value;
pub mod wave;

#[cfg(panic = "abort")]
compile_error!(
    "a library of SimObjects must be built with `panic = \"unwind\"`, so that a panic ends the run and not the \
     program: remove `panic = \"abort\"` from the profile in Cargo.toml"
);

pub use access::{InitialSlice, InitialValue, Next, Now, NowSlice, Read, ReadSlice, Values, Write, WriteSlice};
pub use adjacent::{Adjacent, Single};
/// Units of measurement, as ports and parameters declare them.
pub use bowline_units as unit;
pub use bundle::{Bundle, BundleKind, Member, Side};
pub use calculation::{CalculationFn, ElementFn, Outcome};
pub use clock::{Clock, Crossing};
pub use creator::Creator;
pub use datum::Datum;
pub use declared_numbers::{DefaultInput, InitialNumbers};
pub use failure::{Failure, FailureKind, Result};
#[allow(deprecated, reason = "who uses them is told")]
pub use former::{Fallback, Sampled, SampledSlice};
pub use handle::{
    DependencyHandle, DiscreteState, DiscreteStateSlice, GuessHandle, In, InPortHandle, InSlice, Indicator,
    InitialHandle, Memory, NominalHandle, Out, OutSlice, Private, PrivateSlice, State, StateHandle, StateSlice, Sum,
    Unknown, UnknownSlice,
};
pub use io::Io;
pub use library::Library;
#[doc(hidden)]
pub use library::TableOf;
pub use look::{Bind, Look, SignalHandle};
pub use message::Level;
pub use mode::check_mode;
pub use number::parse_number;
pub use parameter::{Choice, Parameter, Towards};
pub use pattern::Pattern;
pub use rate::Rate;
pub use registration::{Common, Derivatives, Handler, Initial, Registration, Residual, Update};
pub use resource::{AnswerFn, Answered, Provided, Quantity, Resource, ResourceKind, RowsFn};
pub use signals::{Fills, Initials, Reads, States, Unknowns, Updated};
pub use simobject::SimObject;
pub use terminal::{Branch, BranchSignal, Ends, Given, Nature, Terminal, Variable};
pub use text::Text;
pub use value::{Matrix, Numeric, TextFile, Value};
