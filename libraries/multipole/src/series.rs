//! What lies in series: `A1 - A2` follows from the flow, and the flow comes out as it goes in.

use simobject::{Creator, Failure, Io, Resource, Result, SimObject};
use simobject_elements::hydraulic::Resistance;

use crate::domain::Domain;
use crate::form::{self, G, Y};
use crate::pole::Pole;

/// The law of an element in series.
pub trait SeriesLaw: Sized + Send + Sync + 'static {
    /// Its variables.
    type Domain: Domain;
    /// Names of the types in forms G, H, Y and Z.
    const NAMES: [&'static str; 4];
    /// What they are.
    const DOC: &'static str;

    /// Asks for the parameters.
    ///
    /// # Errors
    /// They contradict each other.
    fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Result<Self>;

    /// The fluid that it asks, if it does.
    fn fluid(&self) -> Option<Resource<1, 3>> {
        None
    }

    /// Its resistance, at the mean of both potentials.
    fn resistance(&self, io: &Io<'_>, mean: f64) -> Resistance;
}

/// An element in series, in one of the forms G, H and Y.
pub struct Series<L, const FORM: char> {
    poles: [Pole; 2],
    law: L,
}

impl<L: SeriesLaw, const FORM: char> SimObject for Series<L, FORM> {
    const NAME: &'static str = form::name(FORM, L::NAMES);
    const DOC: &'static str = L::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let law = L::declare(c)?;
        let poles @ [one, two] = form::poles::<L::Domain, Self>(c, FORM);
        let reads = (one.reads, two.reads, law.fluid());
        if FORM == Y {
            c.common_computation(Self::flow).reads(reads).fills((one.gives, two.gives));
        } else {
            // A flow comes out as it goes in: only the potential needs the law.
            let (from, to) = if FORM == G { (two, one) } else { (one, two) };
            c.common_computation(Self::pass).reads(from.reads).fills(to.gives);
            c.common_computation(Self::drop).reads(reads).fills(from.gives);
        }
        Ok(Self { poles, law })
    }
}

/// The mean potential is known after so many rounds, or never.
const MOST_ROUNDS: usize = 60;

impl<L: SeriesLaw, const FORM: char> Series<L, FORM> {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        match FORM {
            G => one.set(io, two.get(io)),
            _ => two.set(io, one.get(io)),
        }
    }

    #[inline]
    fn drop(&self, io: &mut Io<'_>) -> Result<()> {
        let [one, two] = self.poles;
        let ((known, flow), away) = match FORM {
            G => ((one.get(io), two.get(io)), -1.0),
            _ => ((two.get(io), one.get(io)), 1.0),
        };
        // The law counts at the mean of both potentials, of which one follows from it.
        let mut other = known;
        for _ in 0..MOST_ROUNDS {
            let found = known + away * self.law.resistance(io, 0.5 * (known + other)).drop(flow);
            let is_known = (found - other).abs() <= 2.0 * f64::EPSILON * found.abs().max(known.abs());
            other = found;
            if is_known || self.law.fluid().is_none() {
                if FORM == G {
                    two.set(io, other)
                } else {
                    one.set(io, other)
                }
                return Ok(());
            }
        }
        Err(no_mean(known, flow))
    }

    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let [one, two] = self.poles;
        let (a, b) = (one.get(io), two.get(io));
        let flow = self.law.resistance(io, 0.5 * (a + b)).flow(a - b);
        one.set(io, flow);
        two.set(io, flow);
    }
}

#[cold]
fn no_mean(known: f64, flow: f64) -> Failure {
    Failure::recoverable(format!(
        "with {known} on one side and a flow of {flow} there is no pressure on the other side at which the fluid's law holds"
    ))
}
