//! Why an evaluation gave no usable result.

use std::fmt;

use simobject::Failure;

use bowline_text::seconds::Seconds;

/// Most signals of a loop in a message.
const MOST_SHOWN: usize = 12;

/// Why an evaluation gave no usable result.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationError {
    /// Simulated time, s.
    pub time: f64,
    /// What happened.
    pub cause: Cause,
}

/// What went wrong in an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// A number is not finite.
    NotFinite {
        /// `Object.Signal`, of the first culprit.
        signal: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// Whether it is the signal's derivative that is not finite.
        derivative: bool,
        /// The number.
        value: f64,
        /// The update or the handler that set it.
        by: Option<String>,
        /// The in-port of the object whose formula gave such a number.
        formula_of: Option<String>,
    },
    /// What a formula of FileOutput gives is not finite.
    ColumnNotFinite {
        /// The column.
        column: String,
        /// The number.
        value: f64,
    },
    /// A calculation left out a number that it has to set.
    NotSet {
        /// `Object.Signal`, with the element if it has several.
        signal: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The calculation's name.
        calculation: String,
        /// Whether it is the signal's derivative that was not set.
        derivative: bool,
    },
    /// A calculation failed.
    Failed {
        /// The object's name.
        object: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The calculation's name.
        calculation: String,
        /// Its own words.
        failure: Failure,
    },
    /// A calculation asked a resource, and who answers for it failed.
    NotAnswered {
        /// The name of the object that answers.
        object: String,
        /// Its type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The resource's name there.
        resource: String,
        /// Who asked: name, type and library.
        by: String,
        /// The calculation that asked.
        calculation: String,
        /// Its own words.
        failure: Failure,
    },
    /// Computations that need each other in the same instant have no solution, or none was found.
    LoopNotSolved {
        /// A shortest circle in it, `Object.Signal` by `Object.Signal`; the first once.
        path: Vec<String>,
        /// The unknowns at last, the first of them.
        unknowns: Vec<LoopNumber>,
        /// How many more there are.
        others: usize,
        /// The largest residual, of that unknown: what its equations give, less what it is.
        worst: Option<LoopNumber>,
        /// Why.
        why: String,
        /// What to try.
        advice: String,
        /// What a calculation said, if one failed.
        failure: Option<String>,
    },
    /// There are no modes in which all indicators are on their sides.
    NoModes {
        /// Those that are not, when their handlers have run: `Object.Indicator`.
        indicators: Vec<String>,
    },
    /// A calculation gave something else than before for the same state.
    Remembers {
        /// The object's name.
        object: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// `Object.Signal`, with the element if it has several.
        signal: String,
        /// Whether it is the signal's derivative.
        derivative: bool,
        /// What it gave first.
        before: f64,
        /// What it gives now.
        now: f64,
    },
    /// A calculation writes outside its own numbers.
    OutOfBounds {
        /// The object's name.
        object: String,
        /// The object's type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// The calculation's name.
        calculation: String,
        /// If it could not be repeated: the number of other SimObjects that ran
        /// with it, any of which it may be.
        others: usize,
        /// A description of where it writes.
        what: String,
    },
    /// Something wrote between the rows of SimObjects.
    Overwritten {
        /// The name of the neighbouring object.
        object: String,
        /// Its type.
        kind: &'static str,
        /// The type's library.
        library: &'static str,
        /// `Object.Signal` in front of the place.
        behind: Option<String>,
        /// `Object.Signal` behind the place.
        before: Option<String>,
    },
}

/// A number of a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopNumber {
    /// `Object.Signal`, with the element if it has several.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit; empty for a pure number.
    pub unit: String,
}

impl LoopNumber {
    /// A value with the unit, to seven digits.
    fn written(&self, value: f64) -> String {
        let rounded = format!("{value:.6e}").parse().unwrap_or(value);
        let number = format!("{rounded:?}");
        let number = number.strip_suffix(".0").unwrap_or(&number);
        if self.unit.is_empty() { number.to_owned() } else { format!("{number} {}", self.unit) }
    }
}

impl EvaluationError {
    /// Whether a smaller step may avoid it.
    pub fn is_recoverable(&self) -> bool {
        match &self.cause {
            Cause::NotFinite { .. } | Cause::LoopNotSolved { .. } => true,
            Cause::ColumnNotFinite { .. }
            | Cause::NoModes { .. }
            | Cause::NotSet { .. }
            | Cause::Remembers { .. }
            | Cause::OutOfBounds { .. }
            | Cause::Overwritten { .. } => false,
            Cause::Failed { failure, .. } | Cause::NotAnswered { failure, .. } => failure.is_recoverable(),
        }
    }
}

impl EvaluationError {
    /// Whether the object of that name is the one that it tells of.
    pub fn is_about(&self, object: &str) -> bool {
        match &self.cause {
            Cause::NotFinite { signal, .. } | Cause::NotSet { signal, .. } => signal.split('.').next() == Some(object),
            Cause::LoopNotSolved { unknowns, .. } => {
                let is_its = |name: &str| name.strip_prefix(object).is_some_and(|signal| signal.starts_with('.'));
                unknowns.iter().any(|unknown| is_its(&unknown.name))
            }
            Cause::ColumnNotFinite { .. } | Cause::NoModes { .. } => false,
            Cause::Failed { object: culprit, .. }
            | Cause::NotAnswered { object: culprit, .. }
            | Cause::Remembers { object: culprit, .. }
            | Cause::OutOfBounds { object: culprit, .. }
            | Cause::Overwritten { object: culprit, .. } => culprit == object,
        }
    }
}

impl EvaluationError {
    /// What to try, if that is known.
    pub fn advice(&self) -> Option<&str> {
        if let Cause::LoopNotSolved { advice, .. } = &self.cause { Some(advice) } else { None }
    }

    /// The column that it tells of.
    pub fn column(&self) -> Option<&str> {
        if let Cause::ColumnNotFinite { column, .. } = &self.cause { Some(column) } else { None }
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = Seconds(self.time);
        match &self.cause {
            Cause::NotFinite { signal, kind, library, derivative, value, by, formula_of } => {
                let what = if *derivative { "the derivative of " } else { "" };
                write!(f, "{what}`{signal}` ({kind} of {library}) became {value} at t = {time} s")?;
                by.iter().try_for_each(|by| write!(f, ": `{by}` set it"))?;
                formula_of.iter().try_for_each(|port| write!(f, ": the formula connected to `{port}` is not finite"))
            }
            Cause::ColumnNotFinite { column, value } => {
                write!(
                    f,
                    "the column `{column}` became {value} at t = {time} s; `if(condition, x, y)` chooses what it is where \
                     it has no value"
                )
            }
            Cause::NoModes { indicators } => {
                let names: Vec<String> = indicators.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "no modes were found at t = {time} s in which all indicators are on their sides")?;
                write!(f, ": {} went on to be wrong when their handlers had run. {MODES_ADVICE}", names.join(", "))
            }
            Cause::LoopNotSolved { path, unknowns, others, worst, why, failure, .. } => {
                write!(f, "the loop of `{}`", unknowns.first().map_or("", |unknown| &unknown.name))?;
                write!(f, " was not solved at t = {time} s: {why}")?;
                failure.iter().try_for_each(|failure| write!(f, ": {failure}"))?;
                write_unknowns(f, unknowns, *others)?;
                worst.iter().try_for_each(|residual| write_residual(f, residual))?;
                write_path(f, path)
            }
            Cause::NotSet { signal, kind, library, calculation, derivative } => {
                let what = if *derivative { "the derivative of " } else { "" };
                write!(f, "{what}`{signal}` ({kind} of {library}) was not set by `{calculation}` at t = {time} s")
            }
            Cause::Remembers { object, kind, library, signal, derivative, before, now } => {
                let what = if *derivative { "the derivative of " } else { "" };
                write!(
                    f,
                    "`{object}` ({kind} of {library}): a calculation remembers what came before, such as an earlier \
                     time or a step that was rejected: at t = {time} s the same state gave {what}`{signal}` = {now} where it gave {before} \
                     before; what is to be remembered belongs in a discrete state, which an update or the handler of \
                     an event sets (docs/libraries.md, Memory)"
                )
            }
            Cause::OutOfBounds { object, kind, library, calculation, others, what } => {
                write!(f, "`{object}` ({kind} of {library})")?;
                if *others > 0 {
                    write!(f, ", or one of the {others} that run with it")?;
                }
                write!(
                    f,
                    ": at t = {time} s `{calculation}` writes {what}, which it did not declare: a mistake in the \
                     library"
                )
            }
            Cause::Overwritten { object, kind, library, behind, before } => {
                let place = place_between(behind.as_deref(), before.as_deref());
                write!(
                    f,
                    "`{object}` ({kind} of {library}): by t = {time} s something was written {place}: a mistake in the \
                     library; `bowline run --guard` names the calculation"
                )
            }
            Cause::NotAnswered { object, kind, library, resource, by, calculation, failure } => {
                write!(
                    f,
                    "`{object}` ({kind} of {library}): answering for `{resource}` failed at t = {time} s: {failure}; \
                     {by} asked in `{calculation}`"
                )
            }
            Cause::Failed { object, kind, library, calculation, failure } => {
                write!(f, "`{object}` ({kind} of {library}): `{calculation}` failed at t = {time} s: {failure}")
            }
        }
    }
}

/// What to do where no modes are found.
const MODES_ADVICE: &str = "A handler has to set its mode so that its indicator is right; or the equations have no solution \
                            (a diode needs a resistance where it conducts and one where it blocks)";

/// Writes the last values of the first unknowns of a loop, and how many more there are.
fn write_unknowns(f: &mut fmt::Formatter<'_>, unknowns: &[LoopNumber], others: usize) -> fmt::Result {
    let assigned = |of: &LoopNumber| format!("{} = {}", of.name, of.written(of.value));
    let shown: Vec<String> = unknowns.iter().map(assigned).collect();
    write!(f, "; at last {}", shown.join(", "))?;
    if others > 0 {
        write!(f, " and {others} more unknowns")?;
    }
    Ok(())
}

/// Writes the largest residual of a loop.
fn write_residual(f: &mut fmt::Formatter<'_>, residual: &LoopNumber) -> fmt::Result {
    let LoopNumber { name, value, .. } = residual;
    if !value.is_finite() {
        return write!(f, ", where its equations give {value} for {name}");
    }
    let than = if *value > 0.0 { "more" } else { "less" };
    write!(f, ", where its equations give {} {than} for {name}", residual.written(value.abs()))
}

/// Writes a circle of signals.
fn write_path(f: &mut fmt::Formatter<'_>, path: &[String]) -> fmt::Result {
    let shown = path.iter().take(MOST_SHOWN).map(String::as_str);
    let end = if path.len() > MOST_SHOWN { Some("...") } else { path.first().map(String::as_str) };
    write!(f, "; the loop: {}", shown.chain(end).collect::<Vec<_>>().join(" -> "))
}

/// A place in memory, by the signals around it.
fn place_between(behind: Option<&str>, before: Option<&str>) -> String {
    let behind = behind.iter().map(|name| format!("behind the end of `{name}`"));
    let before = before.iter().map(|name| format!("in front of `{name}`"));
    behind.chain(before).collect::<Vec<_>>().join(" or ")
}

impl std::error::Error for EvaluationError {}

/// An evaluation's outcome; the error is boxed to keep the way through small.
pub type Evaluated = Result<(), Box<EvaluationError>>;
