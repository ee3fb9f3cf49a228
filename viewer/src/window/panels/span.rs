//! Which part of a run the plots show.

use super::curves::Spectra;
use super::number::brief;
use crate::window::over::Over;

/// How much of the run is seen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Span {
    /// All of it so far.
    #[default]
    Whole,
    /// So much of its end, s.
    Last(f64),
    /// From one time to another, s: what was zoomed to.
    Part(f64, f64),
}

/// What is seen of the plots.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PlotView {
    pub(crate) span: Span,
    /// What is along the bottom.
    pub(crate) over: Over,
    /// The spectra of what is plotted.
    pub(crate) spectra: Spectra,
    /// The time that the pointer is on, s.
    pub(crate) cursor: Option<f64>,
    /// Whether the next picture shows all heights again, where a box has zoomed them.
    pub(crate) is_reset: bool,
}

impl Span {
    pub(crate) const ALL: [Self; 5] =
        [Self::Whole, Self::Last(1.0), Self::Last(5.0), Self::Last(20.0), Self::Last(100.0)];

    pub(crate) fn words(self) -> String {
        match self {
            Self::Whole => "whole run".to_owned(),
            Self::Last(seconds) => format!("last {} s", brief(seconds)),
            Self::Part(from, to) => format!("{} s", brief(to - from)),
        }
    }

    /// From when to when, s, in a run that began at `start` and is at `now`.
    pub(crate) fn range(self, start: f64, now: f64) -> (f64, f64) {
        // A run that has just begun has no span yet.
        let (from, least) = match self {
            Self::Whole => (start, 0.1),
            Self::Last(seconds) => ((now - seconds).max(start), seconds),
            Self::Part(from, to) => return (from, to),
        };
        (from, now.max(from + least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_the_end_of_the_run() {
        assert_eq!(Span::Whole.range(0.0, 7.5), (0.0, 7.5));
        assert_eq!(Span::Whole.range(2.0, 2.0), (2.0, 2.1));
        assert_eq!(Span::Last(5.0).range(0.0, 7.5), (2.5, 7.5));
        assert_eq!(Span::Last(5.0).range(1.0, 2.0), (1.0, 6.0));
    }
}
