//! What is taken out of each run: single numbers, such as the largest force or
//! the first time at which a level is crossed.

mod about;
mod asked;
mod column;
mod deviation;
mod gauge;
mod line;
mod mode_value;
mod recorder;
mod still;
mod what;
mod window;

use std::fmt;
use std::str::FromStr;

use bowline_decimal::Shortest;
use bowline_engine::Model;

pub use about::About;
pub use asked::Asked;
pub use column::{MetricColumn, metric_columns};
pub use mode_value::{ModeValue, Which};
pub use recorder::MetricRecorder;
pub use still::StillMetrics;
pub use what::What;
pub use window::Window;

/// A metric, what is asked of each case: `[NAME=]WHAT:SIGNAL[@WINDOW]` of its run, `[NAME=]steady:SIGNAL` of its
/// equilibrium, `[NAME=]WHAT:steady` or `[NAME=]WHAT:start` of its modes.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// What it is called; none: as it is asked for.
    pub name: Option<String>,
    /// What is asked.
    pub asked: Asked,
}

impl Metric {
    /// Makes sure that a run has any of the times that are looked at.
    ///
    /// # Errors
    /// In words: it has none of them.
    pub fn check_window(&self, model: &Model) -> Result<(), String> {
        let Asked::Rows { window, .. } = &self.asked else { return Ok(()) };
        let times = &model.settings().output_times;
        let (start, end) = (times.start(), times.end());
        if window.meets(start, end) {
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
        write!(f, "{}", self.asked)
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("`{text}` is no metric: {why}");
        let form = "write WHAT:SIGNAL or NAME=WHAT:SIGNAL, as in `peak=max:S.Force`";
        let (head, of) = text.split_once(':').ok_or_else(|| wrong(form))?;
        let (name, what) = match head.split_once('=') {
            Some((name, what)) => (Some(name.trim()), what),
            None => (None, head),
        };
        if of.trim().is_empty() || of.trim().starts_with('@') || name.is_some_and(str::is_empty) {
            return Err(wrong(form));
        }
        let asked = Asked::read(what.trim(), of).map_err(|why| wrong(&why))?;
        Ok(Self { name: name.map(str::to_owned), asked })
    }
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
            "rest=steady:S.Force [kN]",
            "real(1):steady",
            "slow=imaginary(12):start",
            "frequency(2):steady",
            "damping(1):start",
            "frequency(B.Pos[2]):steady",
            "largest-real-part:steady",
        ] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        let read = |text: &str| text.parse::<Metric>().unwrap();
        let rising = |window| {
            let (what, signal) = (What::Rising(1000.0), "S.Force".to_owned());
            Metric { name: Some("peak".to_owned()), asked: Asked::Rows { what, signal, window } }
        };
        assert_eq!(read(" peak = rising( 1e3 ) : S.Force "), rising(Window::ALL));
        let window = "100..200".parse().unwrap();
        assert_eq!(read(" peak = rising( 1e3 ) : S.Force @ 1e2 .. 200.0 "), rising(window));
        let mode = Asked::Modes { value: ModeValue::Damping(Which::Number(3)), about: About::Equilibrium };
        assert_eq!(read("damping( 3 ) : steady "), Metric { name: None, asked: mode });
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
            ("stead:B.Pos", "there is no `stead`: did you mean `steady` or `std`?"),
            ("steady(1):B.Pos", "`steady` takes no number: write `steady`"),
            ("steady:B.Pos@1..", "an equilibrium has no times: leave out `@1..`"),
            (
                "real:steady",
                "`real` names no mode: write its number, from 1 on, or a state that it moves, as in `real(1):steady`",
            ),
            ("real(0):steady", "`real(0)` names no mode"),
            ("damping(1.5):steady", "`damping(1.5)` names no mode"),
            ("frequency(1:start", "`frequency(1` names no mode"),
            ("real(1):steady@..2", "a mode has no times: leave out `@..2`"),
            ("real(1):B.Pos", "`B.Pos` has no modes: write `steady`, an equilibrium, or `start`"),
            ("largest-real-part(1):steady", "`largest-real-part` takes no number: write `largest-real-part`"),
        ] {
            let error = text.parse::<Metric>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
