//! What is taken out of each run: single numbers, such as the largest force or
//! the first time at which a level is crossed.

mod deviation;
mod gauge;
mod line;
mod recorder;
mod what;
mod window;

use std::fmt;
use std::str::FromStr;

use bowline_decimal::Shortest;
use bowline_engine::{Column, Model};

pub use recorder::MetricRecorder;
pub use what::What;
pub use window::Window;

/// A metric, what is asked of each run: `[NAME=]WHAT:SIGNAL[@WINDOW]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// What it is called; none: as it is asked for.
    pub name: Option<String>,
    /// What is asked of the signal.
    pub what: What,
    /// The signal, as `Object.Signal`, perhaps with elements.
    pub signal: String,
    /// The times that are looked at.
    pub window: Window,
}

impl Metric {
    /// Makes sure that a run has any of the times that are looked at.
    ///
    /// # Errors
    /// In words: it has none of them.
    pub fn check_window(&self, model: &Model) -> Result<(), String> {
        let times = &model.settings().output_times;
        let (start, end) = (times.start(), times.end());
        if self.window.meets(start, end) {
            return Ok(());
        }
        let (start, end) = (Shortest(start), Shortest(end));
        Err(format!("`{self}`: nothing of the run lies in its window: the run is from {start} s to {end} s"))
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        write!(f, "{}:{}{}", self.what, self.signal, self.window)
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
        // No name and no unit has an `@` in it.
        let (signal, window) = match signal.split_once('@') {
            Some((signal, window)) => (signal, window.parse().map_err(|why: String| wrong(&why))?),
            None => (signal, Window::ALL),
        };
        if signal.trim().is_empty() || name.is_some_and(str::is_empty) {
            return Err(wrong(form));
        }
        let what = what.trim().parse().map_err(|why: String| wrong(&why))?;
        Ok(Self { name: name.map(str::to_owned), what, signal: signal.trim().to_owned(), window })
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
    window: Window,
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
        MetricColumn { name, unit, what: metric.what, window: metric.window, column: column.clone() }
    };
    if metrics.is_empty() {
        for column in model.columns() {
            let signal = model.column_name(column);
            let metric = Metric { name: None, what: What::Final, signal, window: Window::ALL };
            columns.push(of(&metric, metric.to_string(), column));
        }
    }
    for metric in metrics {
        let probe = model.probe(&metric.signal).map_err(|error| format!("`{metric}`: {error}"))?;
        for (index, column) in probe.columns().iter().enumerate() {
            let name = match &metric.name {
                Some(name) if probe.width() == 1 => name.clone(),
                Some(name) => format!("{name}[{index}]"),
                None => format!("{}:{}{}", metric.what, model.column_name(column), metric.window),
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
        for text in [
            "final:B.Pos[2]",
            "peak=max:S.Force",
            "crossing(-4.5):B.Pos[2]",
            "time-of-min:B.Vel[0:2]",
            "std:S.Force@600..",
            "load=percentile(99.5):S.Force [kN]@..1200",
            "mean:B.Pos[2]@-1..0.5",
        ] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        let spaced: Metric = " peak = rising( 1e3 ) : S.Force ".parse().unwrap();
        let mut expected = Metric {
            name: Some("peak".to_owned()),
            what: What::Rising(1000.0),
            signal: "S.Force".to_owned(),
            window: Window::ALL,
        };
        assert_eq!(spaced, expected);
        let within: Metric = " peak = rising( 1e3 ) : S.Force @ 1e2 .. 200.0 ".parse().unwrap();
        expected.window = "100..200".parse().unwrap();
        assert_eq!(within, expected);
    }

    #[test]
    fn what_is_no_metric_is_told_with_what_would_be() {
        for (text, said) in [
            ("B.Pos", "write WHAT:SIGNAL or NAME=WHAT:SIGNAL"),
            ("final:", "write WHAT:SIGNAL"),
            ("=final:B.Pos", "write WHAT:SIGNAL"),
            ("finale:B.Pos", "there is no `finale`: did you mean `final`?"),
            ("final(3):B.Pos", "`final` takes no number: write `final`"),
            ("std(3):B.Pos", "`std` takes no number: write `std`"),
            ("percentile:B.Pos", "`percentile` has no number from 0 to 100: write one, as in `percentile(95)`"),
            ("percentile(101):B.Pos", "`percentile(101)` has no number from 0 to 100"),
            ("percentile(-1):B.Pos", "`percentile(-1)` has no number from 0 to 100"),
            ("percentile(nan):B.Pos", "`percentile(nan)` has no number from 0 to 100"),
            ("max:B.Pos@", "`@` is no window: write @FROM..TO, @FROM.. or @..TO, in s, as in `max:S.Force@600..`"),
            ("max:B.Pos@600", "`@600` is no window"),
            ("max:B.Pos@soon..", "`@soon..` is no window"),
            ("max:B.Pos@1..2@3..4", "`@1..2@3..4` is no window"),
            ("max:B.Pos@2..1", "its window ends before it begins: write `@1..2`"),
            ("max:@1..2", "write WHAT:SIGNAL"),
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
