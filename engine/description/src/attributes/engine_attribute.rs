//! The attributes of `Engine`: their names, values and meanings, for the
//! reader and for the schema.

use std::fmt;

/// An attribute of `Engine`.
#[derive(Debug)]
pub struct EngineAttribute {
    /// As scenarios write it.
    pub name: &'static str,
    /// What it may say.
    pub values: Values,
    /// What holds without it; empty for the one that is required.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// What an attribute of `Engine` may say.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// A finite number in this range, of this unit, if any.
    Number(Range, &'static str),
    /// A whole number from 1 to this one.
    Count(usize),
    /// One of [`TRUE`] or of [`FALSE`].
    Truth,
    /// A [`Method`](bowline_solve::integration::Method).
    Method,
    /// A [`Norm`](bowline_solve::integration::Norm).
    Norm,
    /// Times and ranges `start:step:stop`.
    TimesAndRanges,
    /// A name.
    Name,
    /// One of [`LOOPS`].
    Loops,
    /// One of [`STARTS`].
    Start,
    /// Times.
    Times,
    /// What to record.
    Selection,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(range, "") => write!(f, "a number, {}", range.words()),
            Self::Number(range, unit) => write!(f, "a number, {}, in {unit}", range.words()),
            Self::Count(most) => write!(f, "a whole number from 1 to {most}"),
            Self::Truth => f.write_str("1 or 0, true or false"),
            Self::Method => f.write_str("the name of a method"),
            Self::Norm => f.write_str("the name of a norm"),
            Self::TimesAndRanges => f.write_str("times and ranges start:step:stop, with commas"),
            Self::Name => f.write_str("a letter or `_`, then letters, digits, `_` and `-`"),
            Self::Loops => f.write_str("`solve` or `refuse`"),
            Self::Start => f.write_str("`initial` or `steady`"),
            Self::Times => f.write_str("times, with commas"),
            Self::Selection => f.write_str("one or more, with commas"),
        }
    }
}

/// Which numbers are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// 0 or more.
    NotNegative,
    /// More than 0.
    Positive,
}

impl Range {
    pub(crate) fn holds(self, number: f64) -> bool {
        match self {
            Self::NotNegative => number >= 0.0,
            Self::Positive => number > 0.0,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::NotNegative => "0 or more",
            Self::Positive => "more than 0",
        }
    }
}

/// How truth is written.
pub const TRUE: [&str; 3] = ["1", "true", "True"];
/// How falsehood is written.
pub const FALSE: [&str; 3] = ["0", "false", "False"];
/// Where a run may begin: each word, and its meaning.
pub const STARTS: [(&str, &str); 2] =
    [("initial", "The initial conditions"), ("steady", "The equilibrium that is found from the initial conditions")];
/// The ways to treat computations that need each other in the same instant: each word, and its meaning.
pub const LOOPS: [(&str, &str); 2] = [("solve", "They are solved together"), ("refuse", "They are an error")];

/// What a text says; none if neither.
pub(crate) fn truth(text: &str) -> Option<bool> {
    let text = text.trim();
    TRUE.contains(&text).then_some(true).or_else(|| FALSE.contains(&text).then_some(false))
}
/// Most threads of a run.
pub(crate) const MOST_CORES: usize = 1024;

/// An attribute that is a number.
const fn number(
    name: &'static str,
    range: Range,
    unit: &'static str,
    default: &'static str,
    doc: &'static str,
) -> EngineAttribute {
    EngineAttribute { name, values: Values::Number(range, unit), default, doc }
}

pub(crate) static STEP_SIZE: EngineAttribute =
    number("stepsize", Range::NotNegative, "s", "0", "A fixed step; 0 is adaptive");
pub(crate) static H_MAX: EngineAttribute = number("HMax", Range::Positive, "s", "no limit", "Largest step");
pub(crate) static H_MIN: EngineAttribute = number(
    "HMin",
    Range::NotNegative,
    "s",
    "16 units in the last place of the time",
    "A step that would have to be smaller ends the run",
);
pub(crate) static H_FIRST: EngineAttribute =
    number("HFirst", Range::Positive, "s", "estimated", "First step, also after each jump and save point");
pub(crate) static ABS_TOL: EngineAttribute = number(
    "AbsTol",
    Range::NotNegative,
    "",
    "1e-6",
    "Error of a step allowed in each state: AbsTol * nominal + RelTol * abs(state)",
);
pub(crate) static REL_TOL: EngineAttribute = number(
    "RelTol",
    Range::NotNegative,
    "",
    "1e-6",
    "Error of a step allowed in each state: AbsTol * nominal + RelTol * abs(state)",
);

pub(crate) static SAMPLE_TIME: EngineAttribute =
    number("SampleTime", Range::Positive, "s", "none", "Period of the scenario's clock, for SimObjects that run on it");
pub(crate) static EVENT_TOL: EngineAttribute = number(
    "EventTol",
    Range::Positive,
    "s",
    "4 units in the last place of the time",
    "How precisely state events are located",
);

pub(crate) static KEEP_ORDER: EngineAttribute = EngineAttribute {
    name: "KeepOrder",
    values: Values::Truth,
    default: "0",
    doc: "1: columns stand in the order of FileOutput; 0: in that of the scenario",
};

/// All of them, in the order of the guide.
pub static ALL: [&EngineAttribute; 21] = [
    &EngineAttribute {
        name: "TOutput",
        values: Values::TimesAndRanges,
        default: "",
        doc: "When rows are written, in s, as in `0:0.1:10, 100`; the first is the start of the run, the last its end",
    },
    &EngineAttribute { name: "IntegratorMethod", values: Values::Method, default: "2", doc: "The integration method" },
    &STEP_SIZE,
    &ABS_TOL,
    &REL_TOL,
    &EngineAttribute {
        name: "ErrorNorm",
        values: Values::Norm,
        default: "max",
        doc: "How the scaled errors of the states are made one number",
    },
    &EngineAttribute {
        name: "UseRSSNormInsteadOfInfNorm",
        values: Values::Truth,
        default: "0",
        doc: "1 is `ErrorNorm=\"rss\"`, 0 is `ErrorNorm=\"max\"`; ErrorNorm overrides it",
    },
    &H_MAX,
    &H_MIN,
    &H_FIRST,
    &EngineAttribute {
        name: "TSave",
        values: Values::Times,
        default: "none",
        doc: "Save points, in s, rising: there the state is saved and the method starts afresh",
    },
    &SAMPLE_TIME,
    &EVENT_TOL,
    &EngineAttribute {
        name: "LogEvents",
        values: Values::Truth,
        default: "0",
        doc: "1: rows are written on both sides of each state event",
    },
    &EngineAttribute {
        name: "Loops",
        values: Values::Loops,
        default: "solve",
        doc: "What is done with computations that need each other in the same instant",
    },
    &EngineAttribute { name: "Start", values: Values::Start, default: "initial", doc: "Where the run begins" },
    &EngineAttribute {
        name: "Hold",
        values: Values::Selection,
        default: "none",
        doc: "With Start=\"steady\": states that keep their initial values, as in `Arm.Angle, Cylinder.p1`",
    },
    &EngineAttribute {
        name: "LogStates",
        values: Values::Truth,
        default: "1",
        doc: "1: all states are recorded; 0: nothing is. FileOutput overrides it",
    },
    &EngineAttribute {
        name: "FileOutput",
        values: Values::Selection,
        default: "as LogStates says",
        doc: "What is recorded: `objects:states`, `object.NAME:outputs`, `object.NAME:Signal`, \
              `NAME.Signal`, `NAME.Signal[i]`, `NAME.Signal[i:j]`; in a unit, `NAME.Signal [mm]`; a formula, \
              `Power = NAME.Force*NAME.Vel [kW]`",
    },
    &KEEP_ORDER,
    &EngineAttribute {
        name: "NumCores",
        values: Values::Count(MOST_CORES),
        default: "1",
        doc: "Threads that share each evaluation; the results are the same bits for any number",
    },
];

/// All names.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|attribute| attribute.name)
}

/// The unit of the attribute with that name, where its value is a number of one.
pub fn unit(name: &str) -> &'static str {
    match ALL.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.values) {
        Some(Values::Number(_, unit)) => unit,
        _ => "",
    }
}
