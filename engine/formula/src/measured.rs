//! Formulas whose numbers are shown, in a unit.

use bowline_units::Unit;

use crate::build::{Builder, Built};
use crate::fault::Fault;
use crate::meaning::Meaning;
use crate::names::Names;
use crate::program::Program;
use crate::tree::{Node, Tree};
use crate::{alone, check, emit, parse};

/// A formula's numbers, and the unit that they are in.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// What calculates each of them.
    pub numbers: Vec<Calculation>,
    /// Their unit; empty, if there is none.
    pub unit: String,
}

/// A program that gives one number, of some of the inputs that there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Calculation {
    /// The program.
    pub program: Program,
    /// Which inputs it takes, by its slots.
    pub inputs: Vec<usize>,
}

/// A formula in a unit; without one, in the SI unit of what it measures. It takes numbers from so many slots, and may jump,
/// and be true or false: 1 or 0.
///
/// # Errors
/// What is wrong with it.
pub fn measured(text: &str, names: &dyn Names, inputs: usize, unit: &str) -> Result<Measured, Fault> {
    let tree = parse::formula(text)?;
    let mut builder = Builder::new(text, names);
    let built = builder.whole(&tree)?;
    let unit = match unit.trim() {
        "" => own_unit(built.meaning),
        given => {
            check_shown(text, &tree, &built, given)?;
            given.to_owned()
        }
    };
    let numbers = builder.in_declared(built, &unit);
    let calculation = |number| {
        let (program, inputs) = emit::program(&builder.nodes, inputs, std::slice::from_ref(number)).of_what_it_takes();
        Calculation { program, inputs }
    };
    Ok(Measured { numbers: numbers.iter().map(calculation).collect(), unit })
}

/// The SI unit of what a formula measures; empty, if that is a pure number, or nobody knows.
fn own_unit(meaning: Meaning) -> String {
    match meaning {
        Meaning::Of(measure) if !measure.dimension.is_none() => measure.dimension.to_string(),
        _ => String::new(),
    }
}

/// Whether a formula can be shown in a unit.
fn check_shown(text: &str, tree: &Tree, built: &Built, unit: &str) -> Result<(), Fault> {
    let written = &text[tree.place.clone()];
    let known = Unit::parse(unit);
    if built.meaning == Meaning::Free && !known.is_some_and(|known| known.is_si()) {
        let message = format!("nobody knows the unit of `{written}`, so that it cannot be shown in {unit}");
        let help = "it names a port without a unit: leave the unit out, or name the SI unit that it is in";
        return Err(Fault::new(tree.place.clone(), message).help(help));
    }
    let is_alone = matches!(tree.node, Node::Name { .. }) || alone(tree).is_some();
    if known.is_some_and(|known| known.zero().is_some()) && !is_alone {
        let message = format!("`{written}` may be a difference, which has no zero, and so is not shown in {unit}");
        let help = format!("a port alone can be shown in {unit}: record this without a unit, in K");
        return Err(Fault::new(tree.place.clone(), message).help(help));
    }
    check(text, tree, built, unit).map_err(|fault| match built.meaning {
        Meaning::Of(measure) if fault.help.is_none() && !is_alone => {
            let own = measure.dimension;
            fault.help(format!("name a unit that converts into {own}, or none, for {own}"))
        }
        _ => fault,
    })
}
