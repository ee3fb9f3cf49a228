//! What stores: an inertia in series, `A1 - A2 = L dB/dt`, and an elasticity across, `B1 - B2 = C dA/dt`.
//!
//! Where a form reads the variable that is stored, it needs its rate: there is none in a run, but in equilibria (0) and
//! frequency responses (`s` times it).

use std::marker::PhantomData;

use simobject::{Creator, In, Io, Result, SimObject, State};

use crate::domain::Domain;
use crate::form::{self, H, Y, Z};
use crate::pole::Pole;

/// The law of what stores.
pub trait StoreLaw: Sized + Send + Sync + 'static {
    /// Its variables.
    type Domain: Domain;
    /// Names of the types in forms G, H, Y and Z.
    const NAMES: [&'static str; 4];
    /// What they are.
    const DOC: &'static str;
    /// Whether it stores the flow, in series; else the potential, across.
    const IS_INERTIA: bool;

    /// `L` or `C`, out of parameters.
    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> f64;
}

/// What stores, in one of the forms G, H and Y or Z.
pub struct Store<L, const FORM: char> {
    poles: [Pole; 2],
    coefficient: f64,
    /// Of the variable that is stored, where that is read.
    rate: Option<In<1>>,
    state: Option<State<1>>,
    law: PhantomData<L>,
}

impl<L: StoreLaw, const FORM: char> SimObject for Store<L, FORM> {
    const NAME: &'static str = form::name(FORM, L::NAMES);
    const DOC: &'static str = L::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let coefficient = L::declare(c);
        let poles @ [one, two] = form::poles::<L::Domain, Self>(c, FORM);
        let (mut rate, mut state) = (None, None);
        if FORM == Y || FORM == Z {
            let [name, unit, _] = if L::IS_INERTIA { L::Domain::FLOW } else { L::Domain::POTENTIAL };
            let stored = c.state(name, unit, "The variable that it stores");
            c.initial_value(stored, [0.0]);
            c.nominal(stored, L::Domain::NOMINAL[usize::from(L::IS_INERTIA)]);
            c.common_computation(Self::show).reads(stored).fills((one.gives, two.gives));
            c.derivatives(Self::fill).reads((one.reads, two.reads)).reads_no_states();
            state = Some(stored);
        } else {
            // Of the two ports one reads what is stored, the other one gives it on.
            let [stored, other] = if Self::READS_IT_AT_ONE { [one, two] } else { [two, one] };
            let [name, unit, _] = if L::IS_INERTIA { L::Domain::FLOW } else { L::Domain::POTENTIAL };
            let of = c.rate_of(
                format!("{name}_rate"),
                if unit.ends_with("/s") { format!("{unit}^2") } else { format!("{unit}/s") },
                stored.reads,
                "Rate of what it is given: 0 in an equilibrium, s times it in a frequency response",
            );
            c.common_computation(Self::pass).reads(stored.reads).fills(other.gives);
            c.common_computation(Self::give).reads((other.reads, of)).fills(stored.gives);
            rate = Some(of);
        }
        Ok(Self { poles, coefficient, rate, state, law: PhantomData })
    }
}

impl<L: StoreLaw, const FORM: char> Store<L, FORM> {
    /// Whether port 1 reads what is stored: a potential in form G, a flow in form H.
    const READS_IT_AT_ONE: bool = (FORM == H) == L::IS_INERTIA;

    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        match Self::READS_IT_AT_ONE {
            true => two.set(io, one.get(io)),
            false => one.set(io, two.get(io)),
        }
    }

    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let Some(rate) = self.rate else { return };
        let part = self.coefficient * io.get(rate)[0];
        match Self::READS_IT_AT_ONE {
            true => one.set(io, two.get(io) + part),
            false => two.set(io, one.get(io) - part),
        }
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let Some(state) = self.state else { return };
        let [stored] = io.get(state);
        self.poles.into_iter().for_each(|pole| pole.set(io, stored));
    }

    #[inline]
    fn fill(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let Some(state) = self.state else { return };
        io.set_derivative(state, [(one.get(io) - two.get(io)) / self.coefficient]);
    }
}
