use std::marker::PhantomData;

use crate::access::{Next, Read, Write};
use crate::handle::{DiscreteState, Out};
use crate::io::Io;
use crate::place::Place;

/// Signals of one number each that lie side by side, read or set as one: it
/// costs what one of them does. Side by side lie
///
/// * out-ports that the same computation fills, if no other out-port, state or
///   private value is declared between them,
/// * discrete states that the same update sets, in the order in which
///   [`sets`](crate::Registration::sets) names them.
///
/// `reads`, `fills` and `sets` take the handles that it is made of. If these do
/// not lie side by side, its use fails, as that of a signal that was not declared.
///
/// ```
/// # use simobject::*;
/// struct Counter {
///     states: Adjacent<DiscreteState<1>, 2>,
/// }
///
/// impl SimObject for Counter {
///     const NAME: &'static str = "Counter";
///     fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
///         let states = ["Ticks", "Sum"].map(|name| c.discrete_state(name, "", ""));
///         states.map(|state| c.initial_value(state, 0.0));
///         c.update(Self::count).on(Clock::model()).sets(states);
///         Ok(Self { states: Adjacent::of(states) })
///     }
/// }
///
/// impl Counter {
///     fn count(&self, io: &mut Io<'_>) {
///         let [ticks, sum] = io.get(self.states);
///         io.set_next(self.states, [ticks + 1.0, sum + ticks]);
///     }
/// }
/// # fn main() {}
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Adjacent<H, const N: usize> {
    place: u32,
    of: PhantomData<H>,
}

impl<H: Single, const N: usize> Adjacent<H, N> {
    /// Of these signals, in this order.
    pub fn of(signals: [H; N]) -> Self {
        Self { place: first_of(signals.map(H::place)), of: PhantomData }
    }
}

/// Handles that [`Adjacent`] is made of: of out-ports and of discrete states of
/// one number.
pub trait Single: Copy {
    #[doc(hidden)]
    fn place(self) -> u32;
}

impl Single for Out<1> {
    fn place(self) -> u32 {
        self.place
    }
}

impl Single for DiscreteState<1> {
    fn place(self) -> u32 {
        self.place
    }
}

impl<H: Single, const N: usize> Read<N> for Adjacent<H, N> {
    #[inline(always)]
    fn read(self, io: &Io<'_>) -> [f64; N] {
        io.chunk(self.place)
    }
}

impl<const N: usize> Write<N> for Adjacent<Out<1>, N> {
    #[inline(always)]
    fn place(self) -> u32 {
        self.place
    }
}

impl<const N: usize> Next<N> for Adjacent<DiscreteState<1>, N> {
    #[inline(always)]
    fn place(self) -> u32 {
        self.place
    }
}

/// The first of places that follow each other; outside of every workspace, if
/// they do not.
fn first_of<const N: usize>(places: [u32; N]) -> u32 {
    let follow = places.windows(2).all(|pair| pair[1].checked_sub(1) == Some(pair[0]));
    if follow { places.first().copied() } else { None }.unwrap_or_else(|| Place::out_of_bounds(u32::MAX).first)
}
