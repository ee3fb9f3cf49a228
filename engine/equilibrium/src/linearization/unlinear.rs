//! Why a model has no linear model at a point, and where it has two.

use std::fmt;

use super::Opened;
use bowline_model::evaluation::EvaluationError;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::differentiation::{Kink, NoDerivative};

/// A slope that is another one on the other side.
#[derive(Debug, Clone, PartialEq)]
pub struct KinkAt {
    /// Of what, in words: `the derivative of ...`.
    pub of: String,
    /// By which number: `Object.Signal`.
    pub by: String,
    /// The signal at which it begins, if that is known.
    pub at: Option<String>,
    /// The slope below, and above; not-a-number where the model cannot be evaluated.
    pub slopes: [f64; 2],
}

/// Why there is no linear model.
#[derive(Debug, Clone)]
pub enum NotLinear {
    /// Something cannot be evaluated.
    Failed(Box<EvaluationError>),
    /// A slope has no bound.
    Unbounded {
        /// Of what, in words.
        of: String,
        /// By which number.
        by: String,
        /// The signal at which it begins.
        at: Option<String>,
        /// Whether it jumps there.
        jumps: bool,
    },
    /// It can be evaluated on neither side of the point.
    Isolated {
        /// What is not finite.
        of: String,
        /// By which number.
        by: String,
    },
    /// The equations of its loops do not determine their unknowns.
    Undetermined,
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => write!(f, "{error}"),
            Self::Unbounded { of, by, at, jumps } => {
                let what = if *jumps { "jumps" } else { "has an infinite slope" };
                write!(f, "{of} {what} here, by `{by}`")?;
                at.as_ref().map_or(Ok(()), |at| write!(f, ": it begins at `{at}`"))?;
                let help = match jumps {
                    true => "a linear model needs a point beside the jump",
                    false => {
                        "a root at 0, as in the flow of an ideal orifice: give it a laminar part, or go to a point beside it"
                    }
                };
                write!(f, "; {help}")
            }
            Self::Isolated { of, by } => {
                write!(f, "{of} is not finite on either side of this point, by `{by}`")
            }
            Self::Undetermined => f.write_str("the equations of a loop do not determine its unknowns here"),
        }
    }
}

impl std::error::Error for NotLinear {}

impl fmt::Display for KinkAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, by, at, slopes: [below, above] } = self;
        let place = at.as_ref().map_or_else(String::new, |at| format!(", from `{at}` on"));
        let side = |slope: f64| if slope.is_nan() { "none".to_owned() } else { format!("{slope:.6e}") };
        write!(
            f,
            "{of} by `{by}` has another slope on each side{place}: {} below, {} above",
            side(*below),
            side(*above)
        )
    }
}

/// A part of a number by which it is moved to see where a slope begins.
const PARTS: [f64; 2] = [1e-6, 1e-9];
/// A slope grows from one to the other, or differs from side to side, by this at least.
const GROWS: f64 = 10.0;
const BENDS: f64 = 1e-3;

impl Opened<'_> {
    /// Says where there is no slope.
    pub(crate) fn explained(&mut self, none: NoDerivative<EvaluationError>) -> NotLinear {
        match none {
            NoDerivative::Failed(error) => NotLinear::Failed(error),
            NoDerivative::NotFinite { row, column } => NotLinear::Isolated {
                of: self.row_name(row),
                by: column.map_or_else(String::new, |column| self.column_name(column)),
            },
            NoDerivative::Unbounded { row, column, jumps, .. } => {
                let begins = self.begins(column, |slopes| {
                    let steep = |[below, above]: [f64; 2]| below.abs().max(above.abs());
                    steep(slopes[1]) > GROWS * steep(slopes[0])
                });
                NotLinear::Unbounded { of: self.row_name(row), by: self.column_name(column), at: begins, jumps }
            }
        }
    }

    /// Says where a kink is.
    pub(crate) fn kink(&mut self, kink: &Kink) -> KinkAt {
        let begins = self.begins(kink.column, |slopes| {
            let [below, above] = slopes[1];
            (below - above).abs() > BENDS * below.abs().max(above.abs())
        });
        let Kink { row, column, slopes } = *kink;
        KinkAt { of: self.row_name(row), by: self.column_name(column), at: begins, slopes }
    }

    /// The first signal, in the order in which they are calculated, whose slopes over two distances, below and above, are
    /// of a kind.
    fn begins(&mut self, column: usize, is_it: impl Fn([[f64; 2]; 2]) -> bool) -> Option<String> {
        let at = self.point.clone();
        let here = self.signals(&at)?;
        let size = self.sizes[column];
        let mut around = Vec::new();
        for part in PARTS {
            let h = part * size;
            let mut side = |by: f64| {
                let mut moved = at.clone();
                moved[column] += by;
                self.signals(&moved)
            };
            around.push((side(-h), side(h), h));
        }
        let slope = |(below, above, h): &(Option<Vec<f64>>, Option<Vec<f64>>, f64), place: usize| {
            let of = |side: &Option<Vec<f64>>| side.as_ref().map_or(0.0, |side| (side[place] - here[place]) / h);
            [-of(below), of(above)]
        };
        let found = self.model.filled_signals().into_iter().find(|id| {
            let first = self.model.layout().place(*id).first as usize;
            let width = self.model.values_of(self.workspace, *id).len();
            (first..first + width).any(|place| is_it([slope(&around[0], place), slope(&around[1], place)]))
        });
        found.map(|id| self.model.signal_name(id))
    }

    /// All numbers of the workspace at a point, if it can be evaluated there.
    fn signals(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        let mut rates = vec![f64::NAN; self.model.state_count()];
        let outcome = self.put(at).and_then(|()| {
            self.workspace.loops.continuity = Continuity::Given;
            self.model.evaluate(self.workspace, self.time, &mut rates)
        });
        self.workspace.loops.continuity = Continuity::Broken;
        outcome.ok().map(|()| self.workspace.values.to_vec())
    }
}
