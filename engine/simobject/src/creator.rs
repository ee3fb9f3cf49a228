//! What a SimObject's constructor talks to.

use std::marker::PhantomData;

use crate::abi;
use crate::calculation::{
    CalculationFn, ElementFn, Outcome, calculate, calculate_element, function_name, next_time_event,
};
use crate::clock::{Clock, Crossing};
use crate::handle::{
    DiscreteState, DiscreteStateSlice, In, InSlice, Indicator, Memory, Out, OutSlice, Private, PrivateSlice, State,
    StateHandle, StateSlice, Sum, Unknown, UnknownSlice,
};
use crate::host_calls::HostCalls;
use crate::look::Look;
use crate::message::Level;
use crate::parameter::{Choice, Parameter};
use crate::place::Place;
use crate::registration::{Common, Derivatives, Handler, Initial, Registration, Residual, Update};
use crate::simobject::SimObject;
use crate::text::Text;
use crate::value::Value;

/// Registers the ports, states, parameters and calculations of a SimObject of
/// type `T` while it is constructed.
///
/// Units are SI, written as text (`N`, `m/s`, `Pa`), empty for pure numbers.
/// Declaring never stops at the first fault: the constructor always runs to
/// its end, and all faults are reported together.
pub struct Creator<'a, T> {
    pub(crate) host: HostCalls<'a>,
    object: PhantomData<fn() -> T>,
}

impl<'a, T: SimObject> Creator<'a, T> {
    pub(crate) fn new(host: HostCalls<'a>) -> Self {
        Self { host, object: PhantomData }
    }

    pub(crate) fn host(&self) -> HostCalls<'_> {
        self.host
    }

    /// The SimObject's name in the scenario.
    pub fn object_name(&self) -> &str {
        self.host.object_name()
    }

    /// Says something to the user.
    pub fn log(&mut self, level: Level, message: &str) {
        self.host.log(level.number(), message);
    }

    // -- parameters

    /// Asks for a parameter; its type is that of the place it goes to. See [`Parameter`].
    pub fn parameter<V: Value>(&mut self, name: impl Into<Text>) -> Parameter<'_, V> {
        Parameter::new(self.host, name.into())
    }

    /// Asks for a parameter that is one of a few words. See [`Choice`].
    pub fn choice<V: Clone, const M: usize>(
        &mut self,
        name: impl Into<Text>,
        options: [(&'static str, V); M],
    ) -> Choice<'_, V, M> {
        Choice::new(self.host, name.into(), options)
    }

    /// Notes that a parameter's value is wrong, for checks across parameters.
    /// It is not reported beside a parameter that is missing or malformed,
    /// since a stand-in took part in the check then.
    pub fn error(&mut self, parameter: impl Into<Text>, message: impl Into<String>) {
        self.host.fault(abi::FAULT_WRONG_PARAMETER, &parameter.into(), &message.into());
    }

    // -- ports, states and private values

    /// An in-port of width `N`, with one source.
    pub fn in_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> In<N> {
        In::at(self.signal(name.into(), unit.into(), doc.into(), N, abi::ROLE_IN_PORT))
    }

    /// An in-port of a width that depends on parameters.
    pub fn in_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> InSlice {
        InSlice::at(self.signal(name.into(), unit.into(), doc.into(), width, abi::ROLE_IN_PORT), width_u32(width))
    }

    /// An in-port of width `N` that adds up any number of sources
    /// inside the read: for forces and flows.
    pub fn sum_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Sum<N> {
        Sum::at(self.signal(name.into(), unit.into(), doc.into(), N, abi::ROLE_SUM_PORT))
    }

    /// An out-port of width `N` that a common computation fills.
    pub fn out_port<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Out<N> {
        Out::at(self.signal(name.into(), unit.into(), doc.into(), N, abi::ROLE_OUT_PORT))
    }

    /// An out-port of a width that depends on parameters.
    pub fn out_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> OutSlice {
        OutSlice::at(self.signal(name.into(), unit.into(), doc.into(), width, abi::ROLE_OUT_PORT), width_u32(width))
    }

    /// An out-port that is a state, with the state's unit and description. It
    /// may have the state's name, and costs nothing.
    pub fn out_port_of(&mut self, name: impl Into<Text>, state: impl StateHandle) {
        let (index, width) = state.index_and_width();
        self.host.signal(&abi::Signal {
            role: abi::ROLE_OUT_PORT_OF_STATE,
            name: abi::Text::of(&name.into()),
            width: width as u64,
            state: index,
            ..abi::Signal::NOTHING
        });
    }

    /// A state of width `N`.
    pub fn state<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> State<N> {
        State::at(self.signal(name.into(), unit.into(), doc.into(), N, abi::ROLE_STATE))
    }

    /// A state of a width that depends on parameters.
    pub fn state_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> StateSlice {
        StateSlice::at(self.signal(name.into(), unit.into(), doc.into(), width, abi::ROLE_STATE), width_u32(width))
    }

    /// A discrete state of width `N`: it stays the same until an update's next
    /// value takes effect at a tick, or the handler of an event sets it. One
    /// that only handlers set is a *mode*: calculations branch on it, and stay
    /// smooth within a step. It has initial values as other states have.
    pub fn discrete_state<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> DiscreteState<N> {
        DiscreteState::at(self.signal(name.into(), unit.into(), doc.into(), N, abi::ROLE_DISCRETE_STATE))
    }

    /// A discrete state of a width that depends on parameters.
    pub fn discrete_state_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> DiscreteStateSlice {
        let place = self.signal(name.into(), unit.into(), doc.into(), width, abi::ROLE_DISCRETE_STATE);
        DiscreteStateSlice::at(place, width_u32(width))
    }

    /// Room for delay lines and the like: one update writes it in place, and
    /// only that update and sampled computations on its clock read it. It
    /// belongs to the state of a run, and begins with zeros unless something
    /// else is declared.
    pub fn memory(&mut self, name: impl Into<Text>, width: usize) -> Memory {
        let place = self.signal(name.into(), Text::default(), Text::default(), width, abi::ROLE_MEMORY);
        Memory::at(place, width_u32(width))
    }

    /// Memory that is a ring of entries: at tick `n` ([`Io::tick`](crate::Io::tick)) the update replaces entry
    /// `n % entries`, which is the oldest one, and no other; what reads it goes by how old entries are. So the engine
    /// knows what it remembers: linear models and equilibria need that.
    pub fn ring(&mut self, name: impl Into<Text>, entries: usize, width: usize) -> Memory {
        let (name, count) = (name.into(), entries * width);
        let place = self.host.signal(&abi::Signal {
            role: abi::ROLE_MEMORY,
            name: abi::Text::of(&name),
            width: count as u64,
            ring: width_u32(width),
            ..abi::Signal::NOTHING
        });
        Memory::at(place, width_u32(count))
    }

    /// A number that a common computation fills and whose sign the engine
    /// watches: the engine locates the zero crossing, ends the step just behind
    /// it, and runs the handlers ([`on_event`](Self::on_event)). Give each
    /// transition its own indicator. It looks at the mode only to be 1, or -1 if
    /// it has to rise, where the transition does not apply; elsewhere it crosses
    /// 0 with a slope.
    pub fn indicator(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
        crossing: Crossing,
    ) -> Indicator {
        let (name, unit, doc) = (name.into(), unit.into(), doc.into());
        Indicator::at(self.host.signal(&abi::Signal {
            role: abi::ROLE_INDICATOR,
            name: abi::Text::of(&name),
            unit: abi::Text::of(&unit),
            doc: abi::Text::of(&doc),
            width: 1,
            crossing: crossing.number(),
            ..abi::Signal::NOTHING
        }))
    }

    /// `N` numbers that the engine solves for: it chooses them so that their residuals
    /// ([`residual`](Self::residual)) become 0, together with all that depends on them in the same instant. For equations
    /// that are implicit by nature, as a friction factor that stands on both sides. To other SimObjects they are an
    /// out-port.
    pub fn unknown<const N: usize>(
        &mut self,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Unknown<N> {
        let (place, residual) = self.unknown_and_residual(name.into(), unit.into(), doc.into(), N);
        Unknown::at(place, residual)
    }

    /// Unknowns of a width that depends on parameters.
    pub fn unknown_slice(
        &mut self,
        name: impl Into<Text>,
        width: usize,
        unit: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> UnknownSlice {
        let (place, residual) = self.unknown_and_residual(name.into(), unit.into(), doc.into(), width);
        UnknownSlice::at(place, residual, width_u32(width))
    }

    fn unknown_and_residual(&mut self, name: Text, unit: Text, doc: Text, width: usize) -> (Place, Place) {
        let residual = format!("{name}-residual");
        let place = self.signal(name, unit, doc, width, abi::ROLE_UNKNOWN);
        let residual = self.host.signal(&abi::Signal {
            role: abi::ROLE_RESIDUAL,
            name: abi::Text::of(&residual),
            width: width as u64,
            state: place.first,
            ..abi::Signal::NOTHING
        });
        (place, residual)
    }

    /// A value of width `N` that one computation leaves for another.
    pub fn private<const N: usize>(&mut self, name: impl Into<Text>) -> Private<N> {
        Private::at(self.signal(name.into(), Text::default(), Text::default(), N, abi::ROLE_PRIVATE))
    }

    /// A value, of a width that depends on parameters, that one computation
    /// leaves for another.
    pub fn private_slice(&mut self, name: impl Into<Text>, width: usize) -> PrivateSlice {
        let place = self.signal(name.into(), Text::default(), Text::default(), width, abi::ROLE_PRIVATE);
        PrivateSlice::at(place, width_u32(width))
    }

    fn signal(&mut self, name: Text, unit: Text, doc: Text, width: usize, role: u32) -> Place {
        self.host.signal(&abi::Signal {
            role,
            name: abi::Text::of(&name),
            unit: abi::Text::of(&unit),
            doc: abi::Text::of(&doc),
            width: width as u64,
            ..abi::Signal::NOTHING
        })
    }

    // -- calculations

    /// Registers a function that fills out-ports and private values; it runs
    /// at most once per evaluation, after everything that it reads.
    ///
    /// Write `#[inline]` above functions that many objects run in every
    /// evaluation: a crate that is compiled in several units, as crates are
    /// unless told otherwise, may else call them instead of inlining them in
    /// their batch, which made evaluations a fifth slower.
    pub fn common_computation<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, Common> {
        Registration::new(
            self.host,
            function_name::<F>(),
            abi::PURPOSE_COMMON_COMPUTATION,
            calculate::<T, F, R>(function),
        )
    }

    /// Registers a function that sets residuals of unknowns ([`Registration::<Residual>::of`]), with
    /// [`Io::set_residual`](crate::Io::set_residual). It is called with unknowns on trial: a recoverable failure, or a
    /// residual that is not finite, makes the engine try others.
    pub fn residual<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, Residual> {
        Registration::new(self.host, function_name::<F>(), abi::PURPOSE_RESIDUAL, calculate::<T, F, R>(function))
    }

    /// Registers the function that sets the derivatives of all states.
    pub fn derivatives<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, Derivatives> {
        Registration::new(self.host, function_name::<F>(), abi::PURPOSE_DERIVATIVES, calculate::<T, F, R>(function))
    }

    /// Registers a function that sets, at the ticks of a clock
    /// ([`Registration::<Update>::on`]), the next values of discrete states with
    /// [`Io::set_next`](crate::Io::set_next), and writes memory in place. A next
    /// value takes effect at the next tick, before anything runs: so all updates
    /// of an instant see the same values, and a unit delay is one line.
    pub fn update<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, Update> {
        Registration::new(self.host, function_name::<F>(), abi::PURPOSE_UPDATE, calculate::<T, F, R>(function))
    }

    /// Registers a function that runs when an indicator crosses 0, and sets
    /// states of both kinds with [`Io::set_now`](crate::Io::set_now). It sees
    /// the state just behind the crossing.
    pub fn on_event<F: CalculationFn<T, R>, R: Outcome>(
        &mut self,
        indicator: Indicator,
        function: F,
    ) -> Registration<'_, Handler> {
        let (name, calculate) = (function_name::<F>(), calculate::<T, F, R>(function));
        Registration::<Handler>::new(self.host, name, abi::PURPOSE_HANDLER, calculate).of_indicator(indicator.place)
    }

    /// Registers a function that runs when the indicator of one element crosses
    /// 0, with the number of that element: it sets the states of this element
    /// only ([`Io::set_now_at`](crate::Io::set_now_at)), because the others
    /// crossed nothing. Otherwise as [`on_event`](Self::on_event).
    pub fn on_event_of<F: ElementFn<T, R>, R: Outcome>(
        &mut self,
        indicator: Indicator,
        element: usize,
        function: F,
    ) -> Registration<'_, Handler> {
        let (name, calculate) = (function_name::<F>(), calculate_element::<T, F, R>(function));
        let handler = Registration::<Handler>::new(self.host, name, abi::PURPOSE_HANDLER, calculate)
            .of_indicator(indicator.place);
        handler.for_element(element)
    }

    /// The period of a clock, s, for coefficients that depend on it. A clock of
    /// accepted steps has none: that is noted as a mistake of the library.
    pub fn sample_time(&mut self, clock: Clock) -> f64 {
        match clock.period_and_offset() {
            Some((period, _)) => period,
            None if clock.is_model() => self.host.sample_time(),
            None => {
                self.host.fault(abi::FAULT_MISTAKE, "", "the clock of accepted steps has no sample time");
                1.0
            }
        }
    }

    /// Registers a function that completes initial conditions from in-ports and
    /// other states, with [`Io::set_initial`](crate::Io::set_initial). It runs
    /// once, after everything that it reads is known; it does not run if all
    /// states that it sets are given. A function that sets none checks the start,
    /// and reports what is wrong with it.
    ///
    /// When a run continues from a state file, all of these functions run on a
    /// copy: the engine drops what they set, and rejects the state if one fails.
    /// [`only_at_the_start`](Registration::<Initial>::only_at_the_start) excludes
    /// a function from this.
    pub fn initial<F: CalculationFn<T, R>, R: Outcome>(&mut self, function: F) -> Registration<'_, Initial> {
        Registration::new(
            self.host,
            function_name::<F>(),
            abi::PURPOSE_INITIAL_CONDITION,
            calculate::<T, F, R>(function),
        )
    }

    /// Registers the function that announces time events: given a time, s, the
    /// first event strictly after it, or none. Sources whose value jumps
    /// announce when, and every method then steps exactly to the jump.
    pub fn time_events<F: Fn(&T, f64) -> Option<f64> + Copy + Send + Sync + 'static>(&mut self, next: F) {
        self.host.time_events(abi::TIMES_EVENT, next_time_event::<T, F>(next));
    }

    /// Registers the function that announces stops: given a time, s, the first
    /// time strictly after it at which a step must end, or none. A source that
    /// is smooth, but is nothing for long and something for a short time,
    /// announces where to look, so that no step jumps over it. A method goes
    /// on from a stop as if it had chosen it: that costs no new start, as a
    /// time event does.
    pub fn stops<F: Fn(&T, f64) -> Option<f64> + Copy + Send + Sync + 'static>(&mut self, next: F) {
        self.host.time_events(abi::TIMES_STOP, next_time_event::<T, F>(next));
    }

    /// Adds a shape to what the SimObject looks like.
    pub fn look(&mut self, look: Look) {
        look.declare(self.host);
    }
}

fn width_u32(width: usize) -> u32 {
    u32::try_from(width).unwrap_or(u32::MAX)
}
