//! The SimObjects of the engine's own that networks need.

use simobject::{Creator, Failure, In, Io, Out, Result, SimObject, State, Unknown};
use simobject_host::ObjectType;

use crate::held::Held;

simobject::library! {
    name: "bowline_engine",
    doc: "What the engine makes of nodes; scenarios cannot name it",
    types: [Storage, Massless, Floating, Integral, Charging, Held],
}

/// Which of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A state of what stores.
    Storage,
    /// A node at which nothing stores.
    Massless,
    /// The position of nodes that nothing anchors.
    Floating,
    /// The position of what a source of velocity moves.
    Integral,
    /// What flows into a storage whose coefficient is a signal.
    Charging,
    /// Bodies that friction and stops hold together.
    Held,
}

impl PartKind {
    /// Its type.
    pub fn object_type(self) -> &'static ObjectType {
        match self {
            Self::Storage => ObjectType::of::<Storage>(),
            Self::Massless => ObjectType::of::<Massless>(),
            Self::Floating => ObjectType::of::<Floating>(),
            Self::Integral => ObjectType::of::<Integral>(),
            Self::Charging => ObjectType::of::<Charging>(),
            Self::Held => ObjectType::of::<Held>(),
        }
    }
}

/// Name and unit of a variable, which a nature gives.
fn variable<T: SimObject>(c: &mut Creator<'_, T>, of: &str) -> (String, String) {
    let name: String = c.parameter(of.to_owned()).doc("Name").default(String::new());
    let unit: String = c.parameter(format!("{of}Unit")).doc("Unit").default(String::new());
    (name, unit)
}

/// The unit of temperatures, which are absolute: a node looks for its own from this one on, and never below 0.
const KELVIN: &str = "K";
const AMBIENT: f64 = 293.15;

/// Refuses what no temperature is.
///
/// # Errors
/// It is below absolute zero.
fn absolute(temperature: f64) -> Result<f64> {
    if temperature >= 0.0 { Ok(temperature) } else { Err(below_zero(temperature)) }
}

#[cold]
fn below_zero(temperature: f64) -> Failure {
    Failure::recoverable(format!(
        "its temperature would be {temperature:?} K, below absolute zero: more heat is drawn than comes"
    ))
}

/// The magnitude of an across variable.
fn nominal<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
    c.parameter("Nominal").doc("Magnitude of the across variable").default(1.0)
}

/// The integral of an across variable, if it has a name; and with what it begins.
fn position<T: SimObject>(c: &mut Creator<'_, T>) -> Option<State<1>> {
    let (name, unit) = variable(c, "Position");
    let begins: f64 = c.parameter("InitialPosition").doc("With what it begins").default(0.0);
    (!name.is_empty()).then(|| {
        let position = c.state(name, unit, "Position");
        c.initial_value(position, [begins]);
        position
    })
}

/// A state of what stores: `across' = -through / coefficient`.
pub(crate) struct Storage {
    through: In<1>,
    coefficient: Coefficient,
    across: State<1>,
    position: Option<State<1>>,
    rate: Option<Out<1>>,
    is_temperature: bool,
}

enum Coefficient {
    Inverse(f64),
    Given(In<1>),
}

impl SimObject for Storage {
    const NAME: &'static str = "Storage";
    const DOC: &'static str = "A node that stores, or a storage between two";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (name, unit) = variable(c, "Across");
        let through_unit: String = c.parameter("ThroughUnit").doc("Unit").default(String::new());
        let (rate_name, rate_unit) = variable(c, "Rate");
        let through = c.in_port("others", through_unit, "What flows into everything else");
        let coefficient: f64 = c.parameter("Coefficient").doc("With what it stores; 0 if that is given").default(0.0);
        let begins: f64 = c.parameter("Initial").doc("With what it begins").default(0.0);
        let nominal = nominal(c);
        let is_temperature = unit == KELVIN;
        let across = c.state(name, unit, "Across variable");
        c.initial_value(across, [begins]);
        c.nominal(across, nominal);
        let position = position(c);
        let coefficient = match coefficient {
            0.0 => Coefficient::Given(c.in_port("Coefficient", "", "With what it stores")),
            number => Coefficient::Inverse(1.0 / number),
        };
        let is_given = if let Coefficient::Given(given) = &coefficient { Some(*given) } else { None };
        let rate = (!rate_name.is_empty()).then(|| c.out_port(rate_name, rate_unit, "Rate of the across variable"));
        let reads_across = position.is_some() || is_temperature;
        match (rate, is_given) {
            (Some(rate), given) => {
                let computation = c.common_computation(Self::rate).fills(rate);
                match given {
                    Some(given) => computation.reads((through, given)),
                    None => computation.reads(through),
                };
                match reads_across {
                    true => c.derivatives(Self::motion_by_rate).reads((rate, across)),
                    false => c.derivatives(Self::motion_by_rate).reads(rate).reads_no_states(),
                };
            }
            (None, given) => {
                let derivatives = c.derivatives(Self::motion);
                match (given, reads_across) {
                    (None, false) => derivatives.reads(through).reads_no_states(),
                    (None, true) => derivatives.reads((through, across)),
                    (Some(given), false) => derivatives.reads((through, given)).reads_no_states(),
                    (Some(given), true) => derivatives.reads((through, given, across)),
                };
            }
        }
        Ok(Self { through, coefficient, across, position, rate, is_temperature })
    }
}

impl Storage {
    #[inline]
    fn calculated(&self, io: &Io<'_>) -> f64 {
        let [through] = io.get(self.through);
        match self.coefficient {
            Coefficient::Inverse(inverse) => -through * inverse,
            Coefficient::Given(given) => -through / io.get(given)[0],
        }
    }

    #[inline]
    fn rate(&self, io: &mut Io<'_>) {
        let rate = self.calculated(io);
        if let Some(out) = self.rate {
            io.set(out, [rate]);
        }
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let rate = self.calculated(io);
        io.set_derivative(self.across, [rate]);
        self.move_on(io)
    }

    #[inline]
    fn motion_by_rate(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(rate) = self.rate else { return Ok(()) };
        let rate = io.get(rate);
        io.set_derivative(self.across, rate);
        self.move_on(io)
    }

    #[inline]
    fn move_on(&self, io: &mut Io<'_>) -> Result<()> {
        if let Some(position) = self.position {
            let across = io.get(self.across);
            io.set_derivative(position, across);
        } else if self.is_temperature {
            absolute(io.get(self.across)[0])?;
        }
        Ok(())
    }
}

/// A node at which nothing stores: its across variable is such that what flows adds up to 0.
pub(crate) struct Massless {
    through: In<1>,
    across: Unknown<1>,
    position: Option<State<1>>,
}

impl SimObject for Massless {
    const NAME: &'static str = "Massless";
    const DOC: &'static str = "A node at which nothing stores";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (name, unit) = variable(c, "Across");
        let through_unit: String = c.parameter("ThroughUnit").doc("Unit").default(String::new());
        let through = c.in_port("others", through_unit, "What flows into everything");
        let guess: Option<f64> = c.parameter("Initial").doc("Where it is looked for first").optional();
        let nominal = nominal(c);
        let is_temperature = unit == KELVIN;
        // Absolute pressures and temperatures are nowhere near 0.
        let guess = guess.unwrap_or(match nominal {
            _ if is_temperature => AMBIENT,
            1.0 => 0.0,
            pressure => pressure,
        });
        let across = c.unknown(name, unit, "Across variable");
        c.guess(across, [guess]);
        c.nominal(across, nominal);
        match is_temperature {
            true => c.residual(Self::balance_of_heat).reads((through, across)).of(across),
            false => c.residual(Self::balance).reads(through).of(across),
        };
        let position = position(c);
        if position.is_some() {
            c.derivatives(Self::motion).reads(across).reads_no_states();
        }
        Ok(Self { through, across, position })
    }
}

impl Massless {
    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let through = io.get(self.through);
        io.set_residual(self.across, through);
    }

    fn balance_of_heat(&self, io: &mut Io<'_>) -> Result<()> {
        let [temperature] = io.get(self.across);
        absolute(temperature)?;
        self.balance(io);
        Ok(())
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        if let Some(position) = self.position {
            let across = io.get(self.across);
            io.set_derivative(position, across);
        }
    }
}

/// The position of nodes that nothing anchors, such that what flows into all of them adds up to 0.
pub(crate) struct Floating {
    through: In<1>,
    position: Unknown<1>,
}

impl SimObject for Floating {
    const NAME: &'static str = "Floating";
    const DOC: &'static str = "The position of a node that has no mass, and no damper to what has";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (name, unit) = variable(c, "Position");
        let through_unit: String = c.parameter("ThroughUnit").doc("Unit").default(String::new());
        let through = c.in_port("others", through_unit, "What flows into everything");
        let guess: f64 = c.parameter("InitialPosition").doc("Where it is looked for first").default(0.0);
        let position = c.unknown(name, unit, "Position");
        c.guess(position, [guess]);
        c.residual(Self::balance).reads(through).of(position);
        Ok(Self { through, position })
    }
}

impl Floating {
    #[inline]
    fn balance(&self, io: &mut Io<'_>) {
        let through = io.get(self.through);
        io.set_residual(self.position, through);
    }
}

/// The position of what a source of velocity moves.
pub(crate) struct Integral {
    across: In<1>,
    position: Option<State<1>>,
}

impl SimObject for Integral {
    const NAME: &'static str = "Integral";
    const DOC: &'static str = "The position of what a source of velocity moves";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (name, unit) = variable(c, "Across");
        let across = c.in_port(name, unit, "Across variable");
        let position = position(c);
        c.derivatives(Self::motion).reads(across).reads_no_states();
        Ok(Self { across, position })
    }
}

impl Integral {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let across = io.get(self.across);
        if let Some(position) = self.position {
            io.set_derivative(position, across);
        }
    }
}

/// What flows into a storage whose coefficient is a signal.
pub(crate) struct Charging {
    coefficient: In<1>,
    rate: In<1>,
    through: Out<1>,
}

impl SimObject for Charging {
    const NAME: &'static str = "Charging";
    const DOC: &'static str = "What flows into a storage whose coefficient is a signal";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let coefficient = c.in_port("Coefficient", "", "With what it stores");
        let rate = c.in_port("Rate", "", "Rate of its across variable");
        let (name, unit) = variable(c, "Through");
        let through = c.out_port(name, unit, "What flows into it");
        c.common_computation(Self::charge).reads((coefficient, rate)).fills(through);
        Ok(Self { coefficient, rate, through })
    }
}

impl Charging {
    #[inline]
    fn charge(&self, io: &mut Io<'_>) {
        let ([coefficient], [rate]) = (io.get(self.coefficient), io.get(self.rate));
        io.set(self.through, [coefficient * rate]);
    }
}
