//! Reasons why there is no equilibrium, or many.

use std::fmt;

use bowline_model::evaluation::EvaluationError;
use bowline_model::model::NameError;
use bowline_solve::nonlinear::Why;

/// Why there is no equilibrium.
#[derive(Debug)]
pub enum NoEquilibrium {
    /// A name means nothing, or nothing of that kind.
    Name(NameError),
    /// There are not as many conditions as numbers to be found, or a condition means nothing.
    Asked(String),
    /// The model cannot be evaluated.
    Failed(Box<EvaluationError>),
    /// None was found.
    NotFound(Box<Unmet>),
    /// There are many: something can be chosen.
    Open(Box<Openings>),
    /// Modes are found that are not right together, in an endless circle; their indicators.
    NoModes(Vec<String>),
}

impl fmt::Display for NoEquilibrium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => write!(f, "{error}"),
            Self::Asked(message) => f.write_str(message),
            Self::Failed(error) => write!(f, "{error}"),
            Self::NotFound(unmet) => write!(f, "{unmet}"),
            Self::Open(openings) => write!(f, "{openings}"),
            Self::NoModes(names) => {
                write!(
                    f,
                    "there is no equilibrium: one after the other {} change sides, without an end",
                    names.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for NoEquilibrium {}

impl From<NameError> for NoEquilibrium {
    fn from(error: NameError) -> Self {
        Self::Name(error)
    }
}

impl From<Box<EvaluationError>> for NoEquilibrium {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::Failed(error)
    }
}

/// So many are named.
const MOST_NAMED: usize = 6;

/// An equilibrium that leaves something open.
#[derive(Debug, Clone, PartialEq)]
pub struct Openings {
    /// How many numbers could be chosen.
    pub count: usize,
    /// The states of which so many can be held, and make it one.
    pub holds: Vec<String>,
    /// All states that are not determined.
    pub open: Vec<String>,
    /// Equations that say nothing new, where holding states does not help.
    pub superfluous: Vec<String>,
    /// Indicators that changed sides on the way, as at a stop: their handlers ran.
    pub events: Vec<String>,
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, holds, open, superfluous, events } = self;
        let numbers = if *count == 1 { "one number".to_owned() } else { format!("{count} numbers") };
        write!(f, "the equilibrium is not determined: {numbers} can be chosen among {}", listed(open))?;
        if !superfluous.is_empty() {
            let names: Vec<&str> = superfluous.iter().take(MOST_NAMED).map(String::as_str).collect();
            write!(f, "; nothing new say {}: what sticks or is locked is at rest anyway", names.join(", "))?;
        }
        if !events.is_empty() {
            write!(f, "; on the way {} changed sides, as at a stop", events.join(", "))?;
        }
        if holds.is_empty() {
            return Ok(());
        }
        let flags: Vec<String> = holds.iter().map(|name| format!("--hold {name}")).collect();
        write!(f, "; hold {}: `{}`", if holds.len() == 1 { "one" } else { "some" }, flags.join(" "))
    }
}

/// What is left of an equation of an equilibrium.
#[derive(Debug, Clone, PartialEq)]
pub struct EquationResidual {
    /// The name of the equation.
    pub name: String,
    /// The residual: 0 where the equation is met.
    pub value: f64,
    /// The unit of the residual; empty if it has none.
    pub unit: String,
}

/// An equilibrium that was not found.
#[derive(Debug, Clone)]
pub struct Unmet {
    /// Why the search ended.
    pub why: Why,
    /// The equations that are furthest from being met where it ended.
    pub worst: Vec<EquationResidual>,
    /// Equations that do not depend on anything that is sought.
    pub unmeetable: Vec<EquationResidual>,
    /// Indicators that are on their threshold there.
    pub on_threshold: Vec<String>,
    /// What an evaluation said at last.
    pub failure: Option<Box<EvaluationError>>,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amounts = |of: &[EquationResidual]| {
            let one = |EquationResidual { name, value, unit }: &EquationResidual| {
                format!("{name} is {} {unit}", Short(*value))
            };
            let shown = of.iter().take(MOST_NAMED).map(one);
            shown.map(|text| text.trim_end().to_owned()).collect::<Vec<_>>().join(", ")
        };
        if !self.unmeetable.is_empty() {
            let is_are = if self.unmeetable.len() == 1 { "it does" } else { "they do" };
            return write!(
                f,
                "there is no equilibrium: {}, and {is_are} not depend on anything that is sought: nothing can make it 0",
                amounts(&self.unmeetable)
            );
        }
        f.write_str("no equilibrium was found")?;
        match &self.failure {
            Some(failure) => write!(f, ": {failure}")?,
            None => write!(f, ": {}", in_words(self.why))?,
        }
        if !self.worst.is_empty() {
            write!(f, "; where the search ended, {}", amounts(&self.worst))?;
        }
        if !self.on_threshold.is_empty() {
            let is_are = if self.on_threshold.len() == 1 { "is" } else { "are" };
            let names = self.on_threshold.join(", ");
            write!(
                f,
                "; {names} {is_are} on the threshold there, as at a stop: begin at it, and hold what rests there"
            )?;
        }
        Ok(())
    }
}

/// A number with seven digits, and no more than it needs.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: f64 = format!("{:.6e}", self.0).parse().unwrap_or(self.0);
        write!(f, "{digits:?}")
    }
}

fn in_words(why: Why) -> &'static str {
    match why {
        Why::Singular => "what is sought is not determined on the way",
        Why::NotFinite => "something is not finite on the way",
        Why::Failed => "something cannot be evaluated on the way",
        Why::NoContraction | Why::NoProgress => "nothing leads nearer to one from this start",
        Why::TooMany => "the motion does not come to rest",
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
