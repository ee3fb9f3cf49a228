//! What lies across: the potential is the same on both sides, and some of the flow goes astray.

use std::marker::PhantomData;

use simobject::{Creator, Io, Result, SimObject};

use crate::domain::Domain;
use crate::form::{self, G, Z};
use crate::pole::Pole;

/// The law of an element across: `B1 - B2 = conductance A + offset`.
pub trait ShuntLaw: Sized + Send + Sync + 'static {
    /// Its variables.
    type Domain: Domain;
    /// Names of the types in forms G, H, Y and Z.
    const NAMES: [&'static str; 4];
    /// What they are.
    const DOC: &'static str;

    /// Conductance and offset, out of parameters.
    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> [f64; 2];
}

/// An element across, in one of the forms G, H and Z.
pub struct Shunt<L, const FORM: char> {
    poles: [Pole; 2],
    conductance: f64,
    offset: f64,
    law: PhantomData<L>,
}

impl<L: ShuntLaw, const FORM: char> SimObject for Shunt<L, FORM> {
    const NAME: &'static str = form::name(FORM, L::NAMES);
    const DOC: &'static str = L::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let [conductance, offset] = L::declare(c);
        let poles @ [one, two] = form::poles::<L::Domain, Self>(c, FORM);
        if FORM == Z {
            c.common_computation(Self::hold).reads((one.reads, two.reads)).fills((one.gives, two.gives));
        } else {
            let (from, to) = if FORM == G { (one, two) } else { (two, one) };
            c.common_computation(Self::pass).reads(from.reads).fills(to.gives);
            c.common_computation(Self::leak).reads((one.reads, two.reads)).fills(from.gives);
        }
        Ok(Self { poles, conductance, offset, law: PhantomData })
    }
}

impl<L: ShuntLaw, const FORM: char> Shunt<L, FORM> {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        match FORM {
            G => two.set(io, one.get(io)),
            _ => one.set(io, two.get(io)),
        }
    }

    #[inline]
    fn leak(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let (a, b) = (one.get(io), two.get(io));
        match FORM {
            G => one.set(io, b + (self.conductance * a + self.offset)),
            _ => two.set(io, a - (self.conductance * b + self.offset)),
        }
    }

    #[inline]
    fn hold(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let potential = (one.get(io) - two.get(io) - self.offset) / self.conductance;
        one.set(io, potential);
        two.set(io, potential);
    }
}
