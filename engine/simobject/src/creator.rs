//! What a SimObject's constructor talks to.

use std::marker::PhantomData;

use crate::calculation::{CalculationFn, NextTimeEvent, Outcome, Sweep, function_name};
use crate::handle::{In, InSlice, Out, OutSlice, Private, PrivateSlice, State, StateSlice, Sum};
use crate::interface::{Meaning, Pattern, Purpose, Rate, Role, Subject, Text};
use crate::look::Look;
use crate::parameter::{Choice, Parameter};
use crate::session::Session;
use crate::signals::{Fills, Reads, States};
use crate::simobject::SimObject;
use crate::value::Value;

/// Registers the ports, states, parameters and calculations of a SimObject of
/// type `T` while it is constructed.
///
/// Units are SI, written as text (`N`, `m/s`, `Pa`), empty for pure numbers.
/// Declaring never stops at the first fault: the constructor always runs to
/// its end, and all faults are reported together.
pub struct Creator<'a, T> {
    session: Session<'a>,
    object: PhantomData<fn() -> T>,
}

impl<'a, T: SimObject> Creator<'a, T> {
    pub(crate) fn new(session: Session<'a>) -> Self {
        Self { session, object: PhantomData }
    }

    pub(crate) fn into_session(self) -> Session<'a> {
        self.session
    }

    /// The SimObject's name in the scenario.
    pub fn object_name(&self) -> &str {
        self.session.object()
    }

    // -- parameters

    /// Asks for a parameter; its type is that of the place it goes to. See [`Parameter`].
    pub fn parameter<V: Value>(&mut self, name: impl Into<Text>) -> Parameter<'_, 'a, V> {
        Parameter::new(&mut self.session, name.into())
    }

    /// Asks for a parameter that is one of a few words. See [`Choice`].
    pub fn choice<V: Clone, const M: usize>(
        &mut self,
        name: impl Into<Text>,
        options: [(&'static str, V); M],
    ) -> Choice<'_, 'a, V, M> {
        Choice::new(&mut self.session, name.into(), options)
    }

    /// Notes that a parameter's value is wrong, for checks across parameters.
    /// It is not reported beside a parameter that is missing or malformed,
    /// since a stand-in took part in the check then.
    pub fn error(&mut self, parameter: impl Into<Text>, message: impl Into<String>) {
        let parameter = parameter.into();
        let message = format!("parameter `{parameter}`: {}", message.into());
        self.session.fault(Subject::CrossCheck(parameter), message, "");
    }

    // -- ports, states and private values

    /// An in-port of width `N`, with one source.
    pub fn in_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> In<N> {
        In::at(self.session.signal(name.into(), unit.into(), doc.into(), N, Role::In))
    }

    /// An in-port of a width that depends on parameters.
    pub fn in_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> InSlice {
        InSlice::at(self.session.signal(name.into(), unit.into(), doc.into(), width, Role::In), width_u32(width))
    }

    /// An in-port of width `N` that adds up any number of sources
    /// inside the read: for forces and flows.
    pub fn sum_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Sum<N> {
        Sum::at(self.session.signal(name.into(), unit.into(), doc.into(), N, Role::Sum))
    }

    /// An out-port of width `N` that a common computation fills.
    pub fn out_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Out<N> {
        Out::at(self.session.signal(name.into(), unit.into(), doc.into(), N, Role::Out))
    }

    /// An out-port of a width that depends on parameters.
    pub fn out_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> OutSlice {
        OutSlice::at(self.session.signal(name.into(), unit.into(), doc.into(), width, Role::Out), width_u32(width))
    }

    /// An out-port that is a state, with the state's unit and description. It
    /// may have the state's name, and costs nothing.
    pub fn out_port_of(&mut self, name: impl Into<Text>, state: impl StateHandle) {
        let (index, width) = state.index_and_width();
        let (unit, doc) = self.session.unit_and_doc(index);
        self.session.signal(name.into(), unit, doc, width, Role::OutOfState(index));
    }

    /// A state of width `N`.
    pub fn state<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> State<N> {
        State::at(self.session.signal(name.into(), unit.into(), doc.into(), N, Role::State))
    }

    /// A state of a width that depends on parameters.
    pub fn state_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> StateSlice {
        StateSlice::at(self.session.signal(name.into(), unit.into(), doc.into(), width, Role::State), width_u32(width))
    }

    /// A value of width `N` that one computation leaves for another.
    pub fn private<const N: usize>(&mut self, name: impl Into<Text>) -> Private<N> {
        Private::at(self.session.signal(name.into(), Text::default(), Text::default(), N, Role::Private))
    }

    /// A value, of a width that depends on parameters, that one computation
    /// leaves for another.
    pub fn private_slice(&mut self, name: impl Into<Text>, width: usize) -> PrivateSlice {
        let place = self.session.signal(name.into(), Text::default(), Text::default(), width, Role::Private);
        PrivateSlice::at(place, width_u32(width))
    }

    // -- numbers that belong to them

    /// Typical magnitude of a state, in its unit: the absolute tolerance of a
    /// run is multiplied by it, so that metres and pascals live together.
    /// Default 1.
    pub fn nominal(&mut self, state: impl StateHandle, magnitude: f64) {
        if magnitude > 0.0 {
            self.session.number(state.index_and_width().0, Meaning::Nominal, &[magnitude]);
        } else {
            self.session.mistake(format!("a nominal value must be more than 0, not {magnitude}"));
        }
    }

    /// Initial value of a state, where the scenario gives none; a single
    /// number fills the state.
    pub fn initial_value(&mut self, state: impl StateHandle, value: &[f64]) {
        self.session.number(state.index_and_width().0, Meaning::InitialValue, value);
    }

    /// What an in-port has if it is not connected; every in-port without a
    /// fallback must be connected.
    pub fn fallback(&mut self, port: impl InPortHandle, fallback: impl Into<Fallback>) {
        match fallback.into() {
            Fallback::Value(value) => self.session.number(port.index(), Meaning::Fallback(None), &value),
            Fallback::Parameter(name) => self.session.fallback_parameter(port.index(), name),
        }
    }

    // -- calculations

    /// Registers a function that fills out-ports and private values; it runs
    /// at most once per evaluation, after everything that it reads.
    ///
    /// Write `#[inline]` above functions that many objects run in every
    /// evaluation: a crate that is compiled in several units, as crates are
    /// unless told otherwise, may else call them instead of inlining them in
    /// their batch, which made evaluations a fifth slower.
    pub fn common_computation<F: CalculationFn<T, R>, R: Outcome>(
        &mut self,
        function: F,
    ) -> Registration<'_, 'a, Common> {
        self.register::<F, R, Common>(function, Purpose::Common(Rate::Continuous))
    }

    /// Registers the function that sets the derivatives of all states.
    pub fn derivatives<F: CalculationFn<T, R>, R: Outcome>(
        &mut self,
        function: F,
    ) -> Registration<'_, 'a, Derivatives> {
        self.register::<F, R, Derivatives>(function, Purpose::Derivatives)
    }

    /// Registers a function that completes initial conditions from in-ports
    /// and other states, with [`Io::set_initial`](crate::Io::set_initial).
    /// It runs once, after everything that it reads is known; it does not run
    /// if all states that it sets are given.
    pub fn initial<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, 'a, Initial> {
        self.register::<F, R, Initial>(function, Purpose::Initial)
    }

    /// Registers the function that announces time events: given a time, s, the
    /// first event strictly after it, or none. Sources whose value jumps
    /// announce when, and every method then steps exactly to the jump.
    pub fn time_events<F: Fn(&T, f64) -> Option<f64> + Copy + Send + Sync + 'static>(&mut self, next: F) {
        self.session.time_events(NextTimeEvent::of::<T, F>(next));
    }

    /// Adds a shape to what the SimObject looks like.
    pub fn look(&mut self, look: Look) {
        self.session.look(look);
    }

    fn register<F: CalculationFn<T, R>, R: Outcome, K>(
        &mut self,
        function: F,
        purpose: Purpose,
    ) -> Registration<'_, 'a, K> {
        self.session.calculation(purpose, function_name::<F>(), Sweep::of::<T, F, R>(function));
        Registration { session: &mut self.session, kind: PhantomData }
    }
}

/// What an unconnected in-port has.
#[derive(Debug, Clone, PartialEq)]
pub enum Fallback {
    /// These numbers; a single one fills the port.
    Value(Vec<f64>),
    /// The value of the parameter of this name.
    Parameter(Text),
}

impl From<f64> for Fallback {
    fn from(value: f64) -> Self {
        Self::Value(vec![value])
    }
}

impl<const N: usize> From<[f64; N]> for Fallback {
    fn from(value: [f64; N]) -> Self {
        Self::Value(value.to_vec())
    }
}

/// A calculation being registered: what it reads and what it gives.
pub struct Registration<'c, 'a, K> {
    session: &'c mut Session<'a>,
    kind: PhantomData<K>,
}

/// Marks the registration of a common computation.
pub struct Common;
/// Marks the registration of derivatives.
pub struct Derivatives;
/// Marks the registration of an initial condition.
pub struct Initial;

impl<K> Registration<'_, '_, K> {
    /// Names what the function reads. In-ports that are not named here are out
    /// of its reach, so that the engine knows exactly what depends on what.
    /// The SimObject's own states count as read unless some are named; an
    /// initial condition reads only what is named.
    pub fn reads(self, signals: impl Reads) -> Self {
        if let Some(calculation) = self.session.last_calculation() {
            signals.collect_into(&mut calculation.reads);
        }
        self
    }

    /// Says that the function reads none of the SimObject's own states.
    pub fn reads_no_states(self) -> Self {
        self.session.read_no_states();
        self
    }

    fn gives(self, signals: &impl crate::signals::sealed::Group) -> Self {
        if let Some(calculation) = self.session.last_calculation() {
            signals.collect_into(&mut calculation.gives);
        }
        self
    }
}

impl Registration<'_, '_, Common> {
    /// Names the out-ports and private values that the function fills.
    pub fn fills(self, signals: impl Fills) -> Self {
        self.gives(&signals)
    }

    /// Says how often it has to run; [`Rate::Continuous`] if nothing is said.
    pub fn rate(self, rate: Rate) -> Self {
        if let Some(calculation) = self.session.last_calculation() {
            calculation.purpose = Purpose::Common(rate);
        }
        self
    }
}

impl Registration<'_, '_, Derivatives> {
    /// Says that the derivatives of `rows` depend on no other elements of the
    /// state or in-port `columns` than those of the pattern: what is not said
    /// counts as all. (`columns` must be among what it reads.) The more of it
    /// is known, the faster are implicit methods.
    pub fn pattern(self, rows: impl StateHandle, columns: impl DependencyHandle, pattern: Pattern) -> Self {
        self.session.pattern(rows.index_and_width().0, columns.dependency(), pattern);
        self
    }
}

impl Registration<'_, '_, Initial> {
    /// Names the states that the function sets.
    pub fn sets(self, states: impl States) -> Self {
        self.gives(&states)
    }
}

/// Handles of states, of fixed or run-time width.
pub trait StateHandle {
    #[doc(hidden)]
    fn index_and_width(&self) -> (u32, usize);
}

impl<const N: usize> StateHandle for State<N> {
    fn index_and_width(&self) -> (u32, usize) {
        (self.place, N)
    }
}

impl StateHandle for StateSlice {
    fn index_and_width(&self) -> (u32, usize) {
        (self.place, self.width())
    }
}

/// Handles of in-ports, of fixed or run-time width.
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

/// Handles of what derivatives may depend on: states and in-ports.
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

fn width_u32(width: usize) -> u32 {
    u32::try_from(width).unwrap_or(u32::MAX)
}
