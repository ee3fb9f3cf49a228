//! Formulas of scenarios: units, dimensions, exact constants, and programs that run without
//! allocating.
//!
//! ```text
//! text -> tokens (a number takes its unit along) -> tree (who binds whom)
//!      -> graph of single numbers, each with what it measures; constants are calculated
//!      -> constants, or a program
//! ```
//!
//! ```
//! use bowline_formula::{NoNames, constant};
//!
//! // A parameter in Pa, and one in m.
//! assert_eq!(constant("210 bar", &NoNames, "Pa")?.value(), 21e6);
//! assert_eq!(constant("3.1 mm", &NoNames, "m")?.value(), 0.0031);
//! assert_eq!(constant("3/2", &NoNames, "kg")?.value(), 1.5);
//! let fault = constant("100 kN", &NoNames, "N/m").expect_err("a force is no stiffness");
//! assert_eq!(fault.message, "`100 kN` is in N, and N/m is needed");
//! # Ok::<(), bowline_formula::Fault>(())
//! ```
//!
//! Constants are fractions as long as they can be, and become the nearest double at the end. A
//! *bare* number means the unit that is declared where it stands; a number with a unit is a
//! quantity, whose dimension has to fit. What runs is calculated as it is written, in doubles, from
//! left to right, by functions that give the same bits on each machine.

mod build;
mod emit;
mod exact;
mod fault;
mod fold;
mod function;
mod lanes;
mod meaning;
mod measured;
mod names;
mod parse;
mod program;
mod real;
mod token;
mod tree;
mod waves;

pub use exact::Number;
pub use fault::Fault;
pub use lanes::{Lanes, Shape};
pub use meaning::{Meaning, Measure};
pub use measured::{Calculation, Measured, measured};
pub use names::{Found, Names, NoNames, Quantity};
pub use program::{Program, Sum};
pub use real::{Dual, Pair, Real, Unary};
pub use waves::Wave;

use bowline_units::Unit;

use build::{Builder, Built, Scalar};
use meaning::Difference;
use names::declared;
use tree::{Node, Tree};

/// The value of a formula that is a single constant, in the unit that is declared where it stands, as a text; empty, if
/// none is.
///
/// # Errors
/// What is wrong with it.
pub fn constant(text: &str, names: &dyn Names, unit: &str) -> Result<Number, Fault> {
    let tree = parse::formula(text)?;
    let built = Builder::new(text, names).whole(&tree)?;
    let mut numbers = in_declared(text, &tree, built, unit)?;
    match numbers.len() {
        1 => Ok(numbers.swap_remove(0)),
        width => Err(Fault::new(tree.place, format!("this is {width} numbers, where one is needed"))),
    }
}

/// The values of rows of constants: rows are separated by `;`, elements by `,`.
///
/// # Errors
/// What is wrong with them.
pub fn constants(text: &str, names: &dyn Names, unit: &str) -> Result<Vec<Vec<Number>>, Fault> {
    let rows = parse::rows(text)?;
    let mut builder = Builder::new(text, names);
    let mut all = Vec::new();
    let mut width = 0;
    for element in rows.iter().flatten() {
        let built = builder.whole(element)?;
        width += built.elements.len();
        builder.check_width_of_list(width, &built.place)?;
        all.push(built);
    }
    builder.check_list(&all)?;
    let mut numbers = rows.iter().flatten().zip(all).map(|(tree, built)| in_declared(text, tree, built, unit));
    rows.iter().map(|row| Ok(numbers.by_ref().take(row.len()).collect::<Result<Vec<_>, Fault>>()?.concat())).collect()
}

/// Constants in the unit that is declared where they stand.
fn in_declared(text: &str, tree: &Tree, built: Built, unit: &str) -> Result<Vec<Number>, Fault> {
    check(text, tree, &built, unit)?;
    let known = Unit::parse(unit).filter(|_| matches!(built.meaning, Meaning::Of(_)));
    let numbers = known_numbers(built)?.into_iter();
    Ok(match known {
        Some(unit) => numbers.map(|number| number.into_unit(&unit)).collect(),
        None => numbers.collect(),
    })
}

/// The numbers of a formula that is constant.
fn known_numbers(built: Built) -> Result<Vec<Number>, Fault> {
    let Built { elements, place, .. } = built;
    let numbers = elements.into_iter().map(|element| match element {
        Scalar::Known(number) => Ok(number),
        Scalar::Node(_) => Err(Fault::new(place.clone(), "a constant is needed, and this changes while it runs")),
    });
    numbers.collect()
}

/// Whether a formula holds, which is constant.
///
/// # Errors
/// What is wrong with it.
pub fn is_true(text: &str, names: &dyn Names) -> Result<bool, Fault> {
    let tree = parse::formula(text)?;
    let built = Builder::new(text, names).whole(&tree)?;
    match (built.meaning, built.elements.as_slice()) {
        (Meaning::Truth, [Scalar::Known(number)]) => Ok(number.value() != 0.0),
        _ => Err(Fault::new(tree.place.clone(), format!("`{}` is neither true nor false", &text[tree.place]))
            .help("compare numbers, as in `n > 3`, in XML `n gt 3`")),
    }
}

/// A variable: one constant or several, which are separated by `,`. A number without a unit is in that one, which any other
/// must fit; if it is empty, a number means nothing until it is used.
///
/// # Errors
/// What is wrong with it.
pub fn variable(text: &str, names: &dyn Names, unit: &str) -> Result<Quantity, Fault> {
    let rows = parse::rows(text)?;
    let [row] = rows.as_slice() else {
        return Err(
            Fault::new(0..text.len(), "a variable is a number, or a row of them").help("write `,` between them")
        );
    };
    if let Some(known) = Unit::parse(unit) {
        let numbers = constants(text, names, unit)?.concat();
        let numbers = numbers.into_iter().map(|number| number.in_unit(&known, true)).collect();
        return Ok(Quantity { numbers, meaning: Meaning::Of(Measure::written(&known)) });
    }
    // Elements of one row measure the same.
    let listed = Tree { place: 0..text.len(), node: Node::Vector(row.clone()) };
    let tree = if row.len() == 1 { &row[0] } else { &listed };
    let built = Builder::new(text, names).whole(tree)?;
    let meaning = built.meaning;
    Ok(Quantity { numbers: known_numbers(built)?, meaning })
}

/// The unit of a text that is one number and its unit, as it is written.
pub fn literal_unit(text: &str) -> Option<String> {
    let tree = parse::formula(text).ok()?;
    let decimal = alone(&tree)?;
    Some(text[decimal.end..tree.place.end].trim().to_owned())
}

/// The words in a text that are no functions, each once; none, if it is no formula.
pub fn words(text: &str) -> Vec<String> {
    let tokens = token::tokens(text).unwrap_or_default();
    let is_called =
        |at: usize| tokens.get(at + 1).is_some_and(|next| next.kind == token::Kind::Sign(token::Sign::Open));
    let words = tokens.iter().enumerate().filter(|(at, token)| token.kind == token::Kind::Word && !is_called(*at));
    let mut all: Vec<String> = words.map(|(_, token)| text[token.place.clone()].to_owned()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A name in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameIn {
    /// Where it stands.
    pub place: std::ops::Range<usize>,
    /// Whether it has points in it.
    pub is_path: bool,
}

/// Whether a text has what only formulas have: words, units, and signs other than those of sums.
///
/// # Errors
/// What keeps the text from being cut into words.
pub fn is_more_than_a_sum(text: &str) -> Result<bool, Fault> {
    use token::{Kind, Sign};
    let tokens = token::tokens(text)?;
    let is_of_formulas = |token: &token::Token| match &token.kind {
        Kind::Number { unit, .. } => unit.is_some(),
        Kind::Word | Kind::Keyword(_) => true,
        Kind::Sign(sign) => {
            matches!(sign, Sign::Times | Sign::Over | Sign::Power | Sign::Semicolon | Sign::Compare(_))
        }
        Kind::Path | Kind::End => false,
    };
    let is_slice = |pair: &[token::Token]| {
        pair[0].kind == Kind::Sign(Sign::Close) && pair[1].kind == Kind::Sign(Sign::OpenBracket)
    };
    Ok(tokens.iter().any(is_of_formulas) || tokens.windows(2).any(is_slice))
}

/// The names in a text, in order: those of functions and units are none.
///
/// # Errors
/// What keeps the text from being cut into words.
pub fn names(text: &str) -> Result<Vec<NameIn>, Fault> {
    let tokens = token::tokens(text)?;
    let name = |(token, next): (&token::Token, &token::Token)| {
        let is_called = next.kind == token::Kind::Sign(token::Sign::Open);
        let is_path = token.kind == token::Kind::Path;
        let is_name = is_path || token.kind == token::Kind::Word && !is_called;
        is_name.then(|| NameIn { place: token.place.clone(), is_path })
    };
    Ok(tokens.iter().zip(&tokens[1..]).filter_map(name).collect())
}

/// Whether a text is one path and nothing more, but for spaces around it.
pub fn is_path(text: &str) -> bool {
    let is_all = |name: &NameIn| name.is_path && text[name.place.clone()] == *text.trim();
    names(text).is_ok_and(|found| matches!(found.as_slice(), [name] if is_all(name)))
}

/// A formula with other texts in the places of some names: those for which `put` gives one. A text that is no formula stays.
pub fn with_names(text: &str, put: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for name in names(text).unwrap_or_default() {
        let Some(instead) = put(&text[name.place.clone()]) else { continue };
        out.push_str(&text[at..name.place.start]);
        out.push_str(&instead);
        at = name.place.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Where stands what jumps in a text, in the words of [`Program::jumps`]; none, if it may be one of several.
pub fn place_of_jump(text: &str, what: &str) -> Option<std::ops::Range<usize>> {
    use token::{Keyword, Kind, Relation, Sign};
    let tokens = token::tokens(text).ok()?;
    let jumps = |pair: &&[token::Token]| match &pair[0].kind {
        Kind::Word => text[pair[0].place.clone()] == *what.trim_matches('`') && pair[1].kind == Kind::Sign(Sign::Open),
        Kind::Sign(Sign::Compare(relation)) | Kind::Keyword(Keyword::Compare(relation)) => match relation {
            Relation::Equal | Relation::NotEqual => what == "`==`",
            _ => what == "a comparison",
        },
        _ => false,
    };
    let mut found = tokens.windows(2).filter(jumps);
    let (first, another) = (found.next()?, found.next());
    another.is_none().then(|| first[0].place.clone())
}

/// The program of a formula, whose numbers are in the unit that is declared where it stands. It takes numbers from so
/// many slots.
///
/// # Errors
/// What is wrong with it.
pub fn program(text: &str, names: &dyn Names, inputs: usize, unit: &str) -> Result<Program, Fault> {
    let tree = parse::formula(text)?;
    let mut builder = Builder::new(text, names);
    let built = builder.whole(&tree)?;
    check(text, &tree, &built, unit)?;
    let numbers = builder.in_declared(built, unit);
    Ok(emit::program(&builder.nodes, inputs, &numbers))
}

impl Builder<'_> {
    /// The numbers of all formulas of the text, in the unit that is declared where they stand.
    fn listed(&mut self, unit: &str) -> Result<Vec<Scalar>, Fault> {
        let (mut all, mut width) = (Vec::new(), 0);
        let rows = parse::rows(self.text)?;
        let [trees] = rows.as_slice() else {
            return Err(Fault::new(0..self.text.len(), "this is one row of numbers").help("write `,` between them"));
        };
        for tree in trees {
            let built = self.whole(tree)?;
            width += built.elements.len();
            self.check_width_of_list(width, &built.place)?;
            check(self.text, tree, &built, unit)?;
            all.push(built);
        }
        self.check_list(&all)?;
        Ok(all.into_iter().flat_map(|built| self.in_declared(built, unit)).collect())
    }

    /// The numbers of a formula in the unit that is declared where they stand.
    fn in_declared(&mut self, built: Built, unit: &str) -> Vec<Scalar> {
        let unit = Unit::parse(unit).filter(|unit| matches!(built.meaning, Meaning::Of(_)) && !unit.is_si());
        let Some(unit) = unit else { return built.elements };
        let whole = |number: u128| i64::try_from(number).ok().map(|number| Scalar::Known(Number::whole(number)));
        // Metres are thousands of millimetres, which is exact, and not thousandths below a line, which are not.
        let (sign, factor) = match unit.exact() {
            Some((ratio, 0)) if ratio.numerator() == 1 => (Pair::Times, whole(ratio.denominator())),
            _ => (Pair::Over, None),
        };
        let factor = factor.unwrap_or_else(|| Scalar::Known(Number::whole(1).in_unit(&unit, false)));
        let zero = unit.zero().map(|_| Scalar::Known(Number::whole(0).in_unit(&unit, true)));
        let elements = built.elements.into_iter().map(|element| match element {
            Scalar::Known(number) => Scalar::Known(number.into_unit(&unit)),
            element => {
                let above = match &zero {
                    Some(zero) => self.pair(Pair::Minus, element, zero.clone()),
                    None => element,
                };
                if unit.factor() == 1.0 { above } else { self.pair(sign, above, factor.clone()) }
            }
        });
        elements.collect()
    }
}

/// What stands on the right side of a connection.
#[derive(Debug, Clone, PartialEq)]
pub enum Connected {
    /// Numbers, which are constant.
    Constant(Vec<f64>),
    /// What is calculated while a model runs.
    Program(Program),
}

impl Connected {
    /// How many numbers it has.
    pub fn width(&self) -> usize {
        match self {
            Self::Constant(numbers) => numbers.len(),
            Self::Program(program) => program.width(),
        }
    }
}

/// The formulas of a connection, with `,` between them, whose numbers are in the unit that is declared where they go. They
/// take numbers from so many slots.
///
/// # Errors
/// What is wrong with them.
pub fn connection(text: &str, names: &dyn Names, inputs: usize, unit: &str) -> Result<Connected, Fault> {
    let mut builder = Builder::new(text, names);
    let numbers = builder.listed(unit)?;
    let known = numbers.iter().map(|number| match number {
        Scalar::Known(number) => Some(number.value()),
        Scalar::Node(_) => None,
    });
    if let Some(known) = known.collect() {
        return Ok(Connected::Constant(known));
    }
    Ok(Connected::Program(emit::program(&builder.nodes, inputs, &numbers)))
}

/// The program of formulas with `,` between them, as that of a [connection], be it constant.
///
/// # Errors
/// What is wrong with them.
pub fn calculated(text: &str, names: &dyn Names, inputs: usize, unit: &str) -> Result<Program, Fault> {
    let mut builder = Builder::new(text, names);
    let numbers = builder.listed(unit)?;
    Ok(emit::program(&builder.nodes, inputs, &numbers))
}

/// Formulas whose comparisons are modes.
#[derive(Debug, Clone, PartialEq)]
pub struct Switched {
    /// What is calculated: the modes are its last inputs, 1 where a comparison holds and 0 where it does not.
    pub values: Program,
    /// The differences that are compared, of the same inputs: a comparison changes where one crosses 0.
    pub differences: Program,
    /// Whether each holds where its difference is *not* positive.
    pub is_negated: Vec<bool>,
    /// The comparisons, as they are written.
    pub compared: Vec<String>,
}

/// Formulas with `,` between them, whose numbers are in the unit that is declared where they go, and whose comparisons of what
/// changes are modes. They take numbers from so many slots, and the modes from those behind them.
///
/// # Errors
/// What is wrong with them.
pub fn switched(text: &str, names: &dyn Names, inputs: usize, unit: &str) -> Result<Switched, Fault> {
    let mut builder = Builder::with_modes(text, names, inputs);
    let numbers = builder.listed(unit)?;
    let (_, modes) = builder.modes.take().unwrap_or_default();
    let differences: Vec<Scalar> = modes.iter().map(|mode| mode.difference.clone()).collect();
    let all = inputs + modes.len();
    Ok(Switched {
        values: emit::program(&builder.nodes, all, &numbers),
        differences: emit::program(&builder.nodes, all, &differences),
        is_negated: modes.iter().map(|mode| mode.is_negated).collect(),
        compared: modes.iter().map(|mode| text[mode.place.clone()].to_owned()).collect(),
    })
}

/// Whether a formula measures what is asked for.
fn check(text: &str, tree: &Tree, built: &Built, unit: &str) -> Result<(), Fault> {
    let place = tree.place.clone();
    let written = &text[place.clone()];
    let measure = match built.meaning {
        Meaning::Bare | Meaning::Free => return Ok(()),
        Meaning::Truth => {
            return Err(Fault::new(place, format!("`{written}` is true or false, and a number is needed"))
                .help("choose numbers by it: `if(condition, 1, 0)`"));
        }
        Meaning::Of(measure) => measure,
    };
    let unit = unit.trim();
    let (Meaning::Of(needed), _) = declared(unit) else {
        // What has no unit takes everything; an unknown one only itself.
        return if unit.is_empty() { Ok(()) } else { check_unknown(text, tree, unit) };
    };
    match measure.difference(&needed) {
        None => Ok(()),
        Some(difference) => {
            let is_pure = needed.dimension.is_none();
            let needed_words = if is_pure { "a pure number".to_owned() } else { unit.to_owned() };
            let fault =
                Fault::new(place, format!("`{written}` is in {}, and {needed_words} is needed", measure.dimension));
            Err(match difference {
                Difference::Hertz => fault.help(build::OF_HERTZ),
                Difference::Turns => fault.help("turns are an angle, 2 pi rad: they are no pure number"),
                Difference::PerAngle => match alone(tree) {
                    Some(_) => fault.help(format!("write `{written}/rev` or `{written}/rad`")),
                    None => fault.help(build::PER_ANGLE),
                },
                Difference::Dimension => match alone(tree) {
                    Some(number) if !is_pure => fault.help(format!("write `{} {unit}`", &text[number])),
                    _ => fault,
                },
            })
        }
    }
}

/// A quantity where the unit is one that nobody knows.
fn check_unknown(text: &str, tree: &Tree, unit: &str) -> Result<(), Fault> {
    let written = &text[tree.place.clone()];
    let number = alone(tree).map(|number| &text[number]);
    let help = number.map_or_else(
        || "write a number without a unit".to_owned(),
        |number| format!("write `{number}`, which is in `{unit}`"),
    );
    Err(Fault::new(tree.place.clone(), format!("`{written}` is needed in `{unit}`, which is no unit that is known"))
        .help(help))
}

/// The decimal of a literal with a unit that is all there is.
fn alone(tree: &Tree) -> Option<std::ops::Range<usize>> {
    match &tree.node {
        Node::Number { decimal, unit: Some(_) } => Some(decimal.clone()),
        Node::Negative(inner) => alone(inner).map(|number| tree.place.start..number.end),
        _ => None,
    }
}

/// A unit that stands alone.
///
/// # Errors
/// There is no such unit.
pub fn unit(text: &str) -> Result<Unit, Fault> {
    Unit::parse(text).ok_or_else(|| token::no_unit(text))
}

/// The symbols of units, without prefixes; but for one that is another unit for some.
pub fn units() -> impl Iterator<Item = &'static str> {
    bowline_units::symbols().filter(|symbol| Unit::behind_number(symbol).is_some_and(|behind| behind.unit.is_ok()))
}

/// Whether a word may be the name of a variable: it is made of letters, digits and `_`, and means nothing else.
pub fn is_free_word(word: &str) -> bool {
    let mut characters = word.chars();
    let is_word = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_');
    is_word && !token::is_keyword(word) && !matches!(word, "pi" | "time") && function::Function::named(word).is_none()
}
