//! Former names. A library that uses them builds as before, and the compiler
//! tells what to write instead.

use crate::Text;
use crate::creator::Creator;
use crate::declared_numbers::DefaultInput;
use crate::handle::{DiscreteState, DiscreteStateSlice, InPortHandle};
use crate::simobject::SimObject;

/// The former name of [`DefaultInput`].
#[deprecated(note = "write `DefaultInput`")]
pub type Fallback = DefaultInput;

/// The former name of [`DiscreteState`].
#[deprecated(note = "write `DiscreteState`")]
pub type Sampled<const N: usize> = DiscreteState<N>;

/// The former name of [`DiscreteStateSlice`].
#[deprecated(note = "write `DiscreteStateSlice`")]
pub type SampledSlice = DiscreteStateSlice;

impl<T: SimObject> Creator<'_, T> {
    /// The former name of [`Creator::default_input`].
    #[deprecated(note = "write `default_input`")]
    pub fn fallback(&mut self, port: impl InPortHandle, default_input: impl Into<DefaultInput>) {
        self.default_input(port, default_input);
    }

    /// The former name of [`Creator::discrete_state`].
    #[deprecated(note = "write `discrete_state`")]
    pub fn sampled_state<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> DiscreteState<N> {
        self.discrete_state(name, unit, doc)
    }

    /// The former name of [`Creator::discrete_state_slice`].
    #[deprecated(note = "write `discrete_state_slice`")]
    pub fn sampled_state_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> DiscreteStateSlice {
        self.discrete_state_slice(name, width, unit, doc)
    }
}
