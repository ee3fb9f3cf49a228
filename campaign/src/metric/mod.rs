//! What is taken out of each run: single numbers, such as the largest force or
//! the first time at which a level is crossed.

mod gauge;
mod recorder;

use std::fmt;
use std::str::FromStr;

use bowline_decimal::Shortest;
use bowline_engine::{Column, Model, nearest_names};

pub use recorder::MetricRecorder;

/// A metric, what is asked of each run: `[NAME=]WHAT:SIGNAL`.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// What it is called; none: as it is asked for.
    pub name: Option<String>,
    /// What is asked of the signal.
    pub what: What,
    /// The signal, as `Object.Signal`, perhaps with elements.
    pub signal: String,
}

/// What is asked of a signal, over the rows of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    /// Its value in the first row.
    Initial,
    /// Its value in the last row.
    Final,
    /// Its smallest value.
    Min,
    /// Its largest value.
    Max,
    /// Its mean over time, by the trapezoidal rule.
    Mean,
    /// The root of the mean of its square, by the trapezoidal rule.
    Rms,
    /// The first time at which it is smallest, s.
    TimeOfMin,
    /// The first time at which it is largest, s.
    TimeOfMax,
    /// The first time at which it comes to a level, from either side, s.
    Crossing(f64),
    /// The first time at which it comes to a level from below, s.
    Rising(f64),
    /// The first time at which it comes to a level from above, s.
    Falling(f64),
}

/// What is asked about a level.
type OfLevel = fn(f64) -> What;

impl What {
    /// Those without a level, by name.
    const PLAIN: [(&'static str, Self); 8] = [
        ("initial", Self::Initial),
        ("final", Self::Final),
        ("min", Self::Min),
        ("max", Self::Max),
        ("mean", Self::Mean),
        ("rms", Self::Rms),
        ("time-of-min", Self::TimeOfMin),
        ("time-of-max", Self::TimeOfMax),
    ];
    /// Those with a level.
    const LEVELS: [(&'static str, OfLevel); 3] =
        [("crossing", Self::Crossing), ("rising", Self::Rising), ("falling", Self::Falling)];

    /// Whether it is a time.
    fn is_time(self) -> bool {
        match self {
            Self::TimeOfMin | Self::TimeOfMax | Self::Crossing(_) | Self::Rising(_) | Self::Falling(_) => true,
            Self::Initial | Self::Final | Self::Min | Self::Max | Self::Mean | Self::Rms => false,
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crossing(level) => write!(f, "crossing({})", Shortest(*level)),
            Self::Rising(level) => write!(f, "rising({})", Shortest(*level)),
            Self::Falling(level) => write!(f, "falling({})", Shortest(*level)),
            plain => f.write_str(Self::PLAIN.iter().find(|(_, what)| what == plain).map_or("", |(name, _)| name)),
        }
    }
}

impl FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, level) = match text.split_once('(') {
            Some((name, level)) => (name.trim(), Some(level)),
            None => (text, None),
        };
        let plain = Self::PLAIN.iter().find(|(known, _)| *known == name).map(|(_, what)| *what);
        let with_level = Self::LEVELS.iter().find(|(known, _)| *known == name).map(|(_, what)| *what);
        match (plain, with_level, level) {
            (Some(what), _, None) => Ok(what),
            (Some(_), _, Some(_)) => Err(format!("`{name}` takes no level: write `{name}`")),
            (_, Some(what), Some(level)) => {
                let number = level.strip_suffix(')').and_then(|level| level.trim().parse().ok());
                let number = number.filter(|level: &f64| level.is_finite());
                number.map(what).ok_or_else(|| format!("`{text}` has no level: write a number, as in `{name}(0.5)`"))
            }
            (_, Some(_), None) => Err(format!("`{name}` has no level: write a number, as in `{name}(0.5)`")),
            (None, None, _) => {
                let names = Self::PLAIN.iter().map(|(name, _)| *name).chain(Self::LEVELS.iter().map(|(name, _)| *name));
                Err(format!("there is no `{name}`: {}", nearest_names(name, "metrics", names)))
            }
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        write!(f, "{}:{}", self.what, self.signal)
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("`{text}` is no metric: {why}");
        let form = "write WHAT:SIGNAL or NAME=WHAT:SIGNAL, as in `peak=max:S.Force`";
        let (head, signal) = text.split_once(':').ok_or_else(|| wrong(form))?;
        let (name, what) = match head.split_once('=') {
            Some((name, what)) => (Some(name.trim()), what),
            None => (None, head),
        };
        if signal.trim().is_empty() || name.is_some_and(str::is_empty) {
            return Err(wrong(form));
        }
        let what = what.trim().parse().map_err(|why: String| wrong(&why))?;
        Ok(Self { name: name.map(str::to_owned), what, signal: signal.trim().to_owned() })
    }
}

/// A metric, for one number of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricColumn {
    /// What it is called in a summary.
    pub name: String,
    /// Its SI unit, empty for a pure number.
    pub unit: String,
    what: What,
    column: Column,
}

/// What is asked of a model, a column for each number: without metrics the
/// final value of each recorded one.
///
/// # Errors
/// In words: a signal that is not there; two columns of one name.
pub fn metric_columns(metrics: &[Metric], model: &Model) -> Result<Vec<MetricColumn>, String> {
    let mut columns = Vec::new();
    let of = |metric: &Metric, name, column: &Column| {
        let unit = if metric.what.is_time() { "s" } else { model.column_unit(column) }.to_owned();
        MetricColumn { name, unit, what: metric.what, column: column.clone() }
    };
    if metrics.is_empty() {
        for column in model.columns() {
            let metric = Metric { name: None, what: What::Final, signal: model.column_name(column) };
            columns.push(of(&metric, metric.to_string(), column));
        }
    }
    for metric in metrics {
        let probe = model.probe(&metric.signal).map_err(|error| format!("`{metric}`: {error}"))?;
        for (index, column) in probe.columns().iter().enumerate() {
            let name = match &metric.name {
                Some(name) if probe.width() == 1 => name.clone(),
                Some(name) => format!("{name}[{index}]"),
                None => format!("{}:{}", metric.what, model.column_name(column)),
            };
            columns.push(of(metric, name, column));
        }
    }
    for (index, column) in columns.iter().enumerate() {
        if columns[..index].iter().any(|other| other.name == column.name) {
            return Err(format!(
                "two metrics are called `{}`: give one of them another name, NAME=WHAT:SIGNAL",
                column.name
            ));
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_reads_back_as_it_is_written() {
        for text in ["final:B.Pos[2]", "peak=max:S.Force", "crossing(-4.5):B.Pos[2]", "time-of-min:B.Vel[0:2]"] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        let spaced: Metric = " peak = rising( 1e3 ) : S.Force ".parse().unwrap();
        let expected =
            Metric { name: Some("peak".to_owned()), what: What::Rising(1000.0), signal: "S.Force".to_owned() };
        assert_eq!(spaced, expected);
    }

    #[test]
    fn what_is_no_metric_is_told_with_what_would_be() {
        for (text, said) in [
            ("B.Pos", "write WHAT:SIGNAL or NAME=WHAT:SIGNAL"),
            ("final:", "write WHAT:SIGNAL"),
            ("=final:B.Pos", "write WHAT:SIGNAL"),
            ("finale:B.Pos", "there is no `finale`: did you mean `final`?"),
            ("final(3):B.Pos", "`final` takes no level: write `final`"),
            ("crossing:B.Pos", "`crossing` has no level: write a number, as in `crossing(0.5)`"),
            ("rising(high):B.Pos", "`rising(high)` has no level"),
            ("rising(nan):B.Pos", "`rising(nan)` has no level"),
            ("rising(1:B.Pos", "`rising(1` has no level"),
        ] {
            let error = text.parse::<Metric>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
