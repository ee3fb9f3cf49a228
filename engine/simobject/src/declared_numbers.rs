//! Numbers that belong to signals, as a constructor declares them.

use std::ops::{Bound, RangeBounds};

use crate::abi;
use crate::creator::Creator;
use crate::datum::Datum;
use crate::handle::{
    DiscreteState, DiscreteStateSlice, GuessHandle, In, InPortHandle, Indicator, InitialHandle, NominalHandle,
};
use crate::look::SignalHandle;
use crate::simobject::SimObject;
use crate::text::Text;

impl<T: SimObject> Creator<'_, T> {
    /// Typical magnitude of a state, of an unknown, of an out-port that may be solved for in a loop, or of an indicator, in its unit: the
    /// absolute tolerance of a run is multiplied by it, so that metres and pascals live together.
    /// Default 1; of all but states, by its unit.
    pub fn nominal(&mut self, of: impl NominalHandle, magnitude: f64) {
        self.number(of.index(), abi::MEANING_NOMINAL, &[magnitude], "");
    }

    /// From where an unknown is solved for at the start of a run, where the scenario says nothing else; or an out-port,
    /// where it is in a loop. A single number fills it. Default 0.
    pub fn guess(&mut self, of: impl GuessHandle, value: impl InitialNumbers) {
        self.number(of.index(), abi::MEANING_GUESS, value.numbers(), "");
    }

    /// Initial value of a state of either kind or of memory, where the scenario
    /// gives none; or of an out-port or private value that is filled at ticks,
    /// for those who read its previous value before there is any. A single
    /// number fills it.
    pub fn initial_value(&mut self, signal: impl InitialHandle, value: impl InitialNumbers) {
        self.number(signal.signal(), abi::MEANING_INITIAL_VALUE, value.numbers(), "");
    }

    /// Says that what an in-port is connected to should tick together with the
    /// SimObject, as where a body meets a spring: where both have steps of their
    /// own that differ, a warning says why that is bad.
    pub fn in_step(&mut self, port: impl InPortHandle, why: &str) {
        self.number(port.index(), abi::MEANING_IN_STEP, &[], why);
    }

    /// Says that what an in-port is connected to should not tick more often than
    /// the SimObject, as where a flow is held that should answer to a pressure: a
    /// warning says why that is bad, where it does.
    pub fn no_finer(&mut self, port: impl InPortHandle, why: &str) {
        self.number(port.index(), abi::MEANING_NO_FINER, &[], why);
    }

    /// Says from where the numbers of a port, state or private value are counted:
    /// a connection of ports that differ is told with a warning.
    pub fn datum(&mut self, signal: impl SignalHandle, datum: Datum) {
        self.host.number(&abi::Number {
            meaning: abi::MEANING_DATUM,
            signal: signal.signal_and_width().0,
            datum: datum.number(),
            ..abi::Number::NOTHING
        });
    }

    /// Declares an in-port that reads the rate of another one, in its unit per second, for an element in a form that needs it, as a volume that
    /// is given its pressure. There is one where everything is known to all orders: in equilibria, where it is 0, and
    /// in frequency responses. A model in which it is not connected does not run, and the error says so.
    pub fn rate_of<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        of: In<N>,
        doc: impl Into<Text>,
    ) -> In<N> {
        let rate = self.in_port(name, unit, doc);
        self.default_input(rate, [0.0; N]);
        self.host.number(&abi::Number {
            meaning: abi::MEANING_RATE,
            signal: InPortHandle::index(&rate),
            datum: InPortHandle::index(&of),
            ..abi::Number::NOTHING
        });
        rate
    }

    /// Says on which side of 0 an indicator has to be in a mode, a discrete state that its handler sets. Where it is on the
    /// other one at the start of a run, or at the end of an instant, its handler runs, until all are right: so
    /// diodes that conduct from the start are found, and those that switch together. A falling or rising indicator has to
    /// be before 0: beyond it its transition is due. One for [`Crossing::Either`](crate::Crossing::Either) has to be above 0 where the mode is not 0,
    /// and else not. A thousandth of `RelTol` of its nominal value is forgiven.
    pub fn side(&mut self, indicator: Indicator, mode: DiscreteState<1>) {
        self.host.number(&abi::Number {
            meaning: abi::MEANING_SIDE,
            signal: indicator.place,
            datum: mode.place,
            ..abi::Number::NOTHING
        });
    }

    /// The same of an element of several modes, and for the start alone: later on only crossings count, exactly at 0, unless
    /// the SimObject is part of a loop. An indicator for [`Crossing::Either`](crate::Crossing::Either) has to be above 0 where the element is not 0; or, if it
    /// is `inverted`, where it is 0.
    pub fn side_at_start(&mut self, indicator: Indicator, modes: DiscreteStateSlice, element: usize, inverted: bool) {
        let flags = abi::SIDE_AT_START + if inverted { abi::SIDE_INVERTED } else { 0 };
        let values = [element as f64, f64::from(flags)];
        self.host.number(&abi::Number {
            meaning: abi::MEANING_SIDE,
            signal: indicator.place,
            datum: modes.place,
            values: values.as_ptr(),
            count: values.len(),
            ..abi::Number::NOTHING
        });
    }

    /// What an in-port has if it is not connected; every in-port without a
    /// default input must be connected.
    pub fn default_input(&mut self, port: impl InPortHandle, default_input: impl Into<DefaultInput>) {
        match default_input.into() {
            DefaultInput::Value(value) => self.number(port.index(), abi::MEANING_DEFAULT_INPUT, &value, ""),
            DefaultInput::Parameter(name) => {
                self.number(port.index(), abi::MEANING_DEFAULT_INPUT_PARAMETER, &[], &name)
            }
        }
    }

    /// Between which values an in-port means something: who moves it by hand has a slider from one to the other, and the
    /// reference tells them. They are no check: what others feed it may lie beyond, and the calculation that reads it
    /// says what comes of that, as a valve that is fully open at 1 does.
    ///
    /// ```
    /// # use simobject::*;
    /// # fn declare<T: SimObject>(c: &mut Creator<'_, T>) {
    /// let command: In<1> = c.in_port("Command", "", "How far it is to open");
    /// c.input_range(command, -1.0..=1.0);
    /// # }
    /// ```
    pub fn input_range(&mut self, port: impl InPortHandle, range: impl RangeBounds<f64>) {
        let index = port.index();
        for (bound, meaning) in [(range.start_bound(), abi::MEANING_LOWER), (range.end_bound(), abi::MEANING_UPPER)] {
            if let Bound::Included(bound) | Bound::Excluded(bound) = bound {
                self.number(index, meaning, &[*bound], "");
            }
        }
    }

    fn number(&mut self, signal: u32, meaning: u32, values: &[f64], parameter: &str) {
        self.host.number(&abi::Number {
            meaning,
            signal,
            values: values.as_ptr(),
            count: values.len(),
            parameter: abi::Text::of(parameter),
            ..abi::Number::NOTHING
        });
    }
}

/// A row of numbers: `f64`, `[f64; N]`, `Vec<f64>`, or a reference to them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row of numbers",
    note = "write a number, an array or slice of them, or a `Vec<f64>`"
)]
pub trait InitialNumbers {
    #[doc(hidden)]
    fn numbers(&self) -> &[f64];
}

impl InitialNumbers for f64 {
    fn numbers(&self) -> &[f64] {
        std::slice::from_ref(self)
    }
}

impl<const N: usize> InitialNumbers for [f64; N] {
    fn numbers(&self) -> &[f64] {
        self
    }
}

impl InitialNumbers for [f64] {
    fn numbers(&self) -> &[f64] {
        self
    }
}

impl InitialNumbers for Vec<f64> {
    fn numbers(&self) -> &[f64] {
        self
    }
}

impl<R: InitialNumbers + ?Sized> InitialNumbers for &R {
    fn numbers(&self) -> &[f64] {
        (**self).numbers()
    }
}

/// What an unconnected in-port has.
#[derive(Debug, Clone, PartialEq)]
pub enum DefaultInput {
    /// These numbers; a single one fills the port.
    Value(Vec<f64>),
    /// The value of the parameter of this name.
    Parameter(Text),
}

impl From<f64> for DefaultInput {
    fn from(value: f64) -> Self {
        Self::Value(vec![value])
    }
}

impl<const N: usize> From<[f64; N]> for DefaultInput {
    fn from(value: [f64; N]) -> Self {
        Self::Value(value.to_vec())
    }
}
