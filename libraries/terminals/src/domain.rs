//! The natures as elements show them: names, units and descriptions of their terminals and variables.

use simobject::{Creator, Datum, Ends, In, Nature, Out, SimObject, Terminal};
use simobject_elements::nature::{ELECTRIC, HYDRAULIC, ROTATIONAL, THERMAL, TRANSLATIONAL};

/// A name, and its unit or description.
pub type Word = (&'static str, &'static str);

/// A nature with its words: the potential is its across variable, the flow its through variable.
pub trait Domain: Send + Sync + 'static {
    /// The nature of its terminals.
    const NATURE: &'static Nature;
    /// Name, unit and description of the potential.
    const POTENTIAL: [&'static str; 3];
    /// Name and unit of the rate of the potential.
    const RATE: Word;
    /// Name, unit and description of the flow, from the first terminal to the second.
    const FLOW: [&'static str; 3];
    /// Whether potentials count from a zero of nature.
    const IS_ABSOLUTE: bool = false;
    /// Names and descriptions of the terminals of an element between two nodes.
    const TERMINALS: [Word; 2];
    /// Description of the first terminal where it is the only one; none if a potential needs two terminals, as a voltage does.
    const ONLY_TERMINAL: Option<&'static str>;

    /// Declares two terminals.
    fn terminals<T: SimObject>(c: &mut Creator<'_, T>) -> (Terminal, Terminal) {
        let [first, second] = Self::TERMINALS.map(|(name, doc)| c.terminal(name, Self::NATURE, doc));
        (first, second)
    }

    /// Declares the ends of an element that has one potential: its only terminal and the reference, or two terminals.
    fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> Ends {
        let [(name, _), _] = Self::TERMINALS;
        match Self::ONLY_TERMINAL {
            Some(doc) => c.terminal(name, Self::NATURE, doc).into(),
            None => Self::terminals(c).into(),
        }
    }

    /// Declares an in-port for a potential.
    fn potential_in<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str) -> In<1> {
        let [_, unit, _] = Self::POTENTIAL;
        let port = c.in_port(name, unit, doc);
        if Self::IS_ABSOLUTE {
            c.datum(port, Datum::Absolute);
        }
        port
    }

    /// Declares the out-port of the potential, which has its name.
    fn potential_out<T: SimObject>(c: &mut Creator<'_, T>, doc: &'static str) -> Out<1> {
        let [name, unit, _] = Self::POTENTIAL;
        let port = c.out_port(name, unit, doc);
        if Self::IS_ABSOLUTE {
            c.datum(port, Datum::Absolute);
        }
        port
    }
}

/// Electricity, between the pins `P` and `N`.
pub struct Electric;

impl Domain for Electric {
    const NATURE: &'static Nature = &ELECTRIC;
    const POTENTIAL: [&'static str; 3] = ["v", "V", "Voltage from P to N"];
    const RATE: Word = ("der_v", "V/s");
    const FLOW: [&'static str; 3] = ["i", "A", "Current from P to N"];
    const TERMINALS: [Word; 2] = [("P", "Positive pin"), ("N", "Negative pin")];
    const ONLY_TERMINAL: Option<&'static str> = None;
}

/// Heat, at absolute temperatures.
pub struct Thermal;

impl Domain for Thermal {
    const NATURE: &'static Nature = &THERMAL;
    const POTENTIAL: [&'static str; 3] = ["T", "K", "Temperature"];
    const RATE: Word = ("der_T", "K/s");
    const FLOW: [&'static str; 3] = ["Q_flow", "W", "Heat flow from A to B"];
    const IS_ABSOLUTE: bool = true;
    const TERMINALS: [Word; 2] = [("A", "Port a"), ("B", "Port b")];
    const ONLY_TERMINAL: Option<&'static str> = Some("Port");
}

/// Oil, at absolute pressures.
pub struct Hydraulic;

impl Domain for Hydraulic {
    const NATURE: &'static Nature = &HYDRAULIC;
    const POTENTIAL: [&'static str; 3] = ["p", "Pa", "Absolute pressure"];
    const RATE: Word = ("der_p", "Pa/s");
    const FLOW: [&'static str; 3] = ["q", "m^3/s", "Flow from A to B"];
    const IS_ABSOLUTE: bool = true;
    const TERMINALS: [Word; 2] = [("A", "Port A"), ("B", "Port B")];
    const ONLY_TERMINAL: Option<&'static str> = Some("Port");
}

/// Motion along a line.
pub struct Translation;

impl Domain for Translation {
    const NATURE: &'static Nature = &TRANSLATIONAL;
    const POTENTIAL: [&'static str; 3] = ["v", "m/s", "Velocity"];
    const RATE: Word = ("a", "m/s^2");
    const FLOW: [&'static str; 3] = ["f", "N", "What flows from A to B"];
    const TERMINALS: [Word; 2] = [("A", "Flange a"), ("B", "Flange b")];
    const ONLY_TERMINAL: Option<&'static str> = Some("Flange");
}

/// Motion about an axis.
pub struct Rotation;

impl Domain for Rotation {
    const NATURE: &'static Nature = &ROTATIONAL;
    const POTENTIAL: [&'static str; 3] = ["w", "rad/s", "Velocity"];
    const RATE: Word = ("a", "rad/s^2");
    const FLOW: [&'static str; 3] = ["tau", "N m", "What flows from A to B"];
    const TERMINALS: [Word; 2] = [("A", "Flange a"), ("B", "Flange b")];
    const ONLY_TERMINAL: Option<&'static str> = Some("Flange");
}
