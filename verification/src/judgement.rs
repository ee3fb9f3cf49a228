//! What the opinions say of one column.

use serde::Serialize;

use crate::comparison::Comparison;
use crate::growth::Growth;
use crate::trajectory::Trajectory;

/// Opinions that lie no further apart than this part of a column's range are not told
/// apart by who looks at a chart of it.
const VISIBLE: f64 = 0.01;
/// A run that lies further from them than this part is wrong, not only loose.
const WRONG: f64 = 0.1;
/// Beside a tighter opinion of diffsol, whose formulas may be those of the run, so much counts of a looser one of
/// another family.
const LOOSER: f64 = 0.1;
/// A difference of the start that has grown so much, and goes on to grow, explains
/// opinions that differ.
const EXPLAINS: f64 = 10.0;

/// What is to be thought of a column.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// It is as accurate as was asked for.
    Within,
    /// It is less accurate than was asked for; how much less is known.
    Looser,
    /// Opinions contradict it, or each other, from then on.
    Distrust {
        /// s.
        from_s: f64,
    },
    /// From then on it is one of many possible: small differences of the start grow.
    Sensitive {
        /// s.
        from_s: f64,
    },
    /// There are not two opinions that could agree.
    Unverified,
}

/// What diffsol says of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Diffsol {
    /// The same.
    Agrees,
    /// Something else at two tolerances, or against two families of ours.
    Unreliable,
    /// Something else, where ours do not agree either.
    Contradicts,
    /// Nothing: it was not asked, or did not come to the end.
    Silent,
}

/// What the opinions say of one column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// Its name.
    pub column: String,
    /// Its SI unit.
    pub unit: String,
    /// What was asked for: the absolute tolerance, and the relative one of its largest magnitude.
    pub tolerance: f64,
    /// The largest deviation of the run from the opinions, in the column's unit.
    pub deviation: f64,
    /// When that is, s.
    pub at_s: f64,
    /// How far the opinions may be off themselves.
    pub remaining: Option<f64>,
    /// What diffsol says.
    pub diffsol: Diffsol,
    /// What is to be thought of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The deviation in each row; none where an event is in between.
    #[serde(skip)]
    pub deviations: Vec<Option<f64>>,
}

impl Judgement {
    /// How far the run may be off: its deviation, and what the opinions may be off themselves.
    pub fn estimate(&self) -> f64 {
        self.deviation + self.remaining.unwrap_or(f64::INFINITY)
    }

    /// There is no other way to do it.
    pub(crate) fn cannot_differ(&mut self) {
        (self.verdict, self.remaining) = (Verdict::Within, Some(0.0));
    }

    /// Takes into account how differences of the start grow.
    pub(crate) fn consider(&mut self, growth: &Growth) {
        let Some(from_s) = growth.sensitive_from_s else { return };
        // A column that is only looser than asked is known well enough.
        if let Verdict::Distrust { from_s: distrusted } = self.verdict
            && growth.until(distrusted) > EXPLAINS
        {
            self.verdict = Verdict::Sensitive { from_s: from_s.min(distrusted) };
        }
    }
}

/// The opinions that came to their end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opinions<'t> {
    pub(crate) run: &'t Trajectory,
    /// Ours: the one whose numbers count first.
    pub(crate) ours: [Option<&'t Trajectory>; 2],
    /// Diffsol's at two tolerances.
    pub(crate) diffsol: Option<[&'t Trajectory; 2]>,
    /// Whether the second of ours is looser than diffsol's, which then says more.
    pub(crate) diffsol_is_tighter: bool,
}

/// The opinions, each compared with the others.
#[derive(Debug)]
pub(crate) struct Compared<'t> {
    run: &'t Trajectory,
    /// The run with each of ours, and with diffsol's.
    with_run: [Option<Comparison<'t>>; 3],
    ours: Option<Comparison<'t>>,
    diffsol: Option<Comparison<'t>>,
    /// Each of ours with diffsol's tighter one.
    with_diffsol: [Option<Comparison<'t>>; 2],
    diffsol_is_tighter: bool,
}

impl<'t> Compared<'t> {
    pub(crate) fn new(opinions: Opinions<'t>) -> Self {
        let Opinions { run, ours, diffsol, diffsol_is_tighter } = opinions;
        let tight = diffsol.map(|[_, tight]| tight);
        let compare = |a: Option<&'t Trajectory>, b: Option<&'t Trajectory>| Some(Comparison::new(a?, b?));
        Self {
            run,
            with_run: [ours[0], ours[1], tight].map(|opinion| compare(Some(run), opinion)),
            ours: compare(ours[0], ours[1]),
            diffsol: diffsol.map(|[loose, tight]| Comparison::new(loose, tight)),
            with_diffsol: ours.map(|opinion| compare(opinion, tight)),
            diffsol_is_tighter,
        }
    }

    /// The most rows that are compared in none of the opinions.
    pub(crate) fn hidden(&self) -> usize {
        self.with_run.iter().flatten().map(Comparison::hidden).max().unwrap_or(0)
    }

    /// Whether diffsol contradicts itself in a column.
    pub(crate) fn is_diffsol_unreliable(&self, column: usize, threshold: f64) -> bool {
        self.diffsol.as_ref().is_some_and(|both| both.first_beyond(column, threshold).is_some())
    }

    /// What is known of a column.
    pub(crate) fn judge(&self, column: usize, scale: Scale, name: String, unit: String) -> Judgement {
        let threshold = scale.threshold();
        let is_same = |pair: &Option<Comparison<'_>>| {
            pair.as_ref().is_some_and(|pair| pair.first_beyond(column, threshold).is_none())
        };
        // Neither of two opinions is right: each may be as far off as they lie apart, and a little further.
        let apart = |pair: &Option<Comparison<'_>>| pair.as_ref().map(|pair| 2.0 * pair.largest(column).1);
        let differs_from = |pair: &Option<Comparison<'_>>| {
            let row = pair.as_ref().and_then(|pair| pair.first_beyond(column, threshold));
            row.map(|row| self.run.times[row])
        };
        let is_reliable = self.diffsol.is_some() && !self.is_diffsol_unreliable(column, threshold);
        let agrees = self.with_diffsol.each_ref().map(|pair| is_reliable && is_same(pair));

        // Whose numbers count, how far they may be off, and from when on nobody's do.
        let by_diffsol = |at: usize| if agrees[at] { apart(&self.with_diffsol[at]) } else { None };
        let (counts, remaining, contradicted_from) = match &self.ours {
            Some(_) if is_same(&self.ours) => {
                let nearer = if self.diffsol_is_tighter { by_diffsol(0) } else { None };
                let apart = apart(&self.ours);
                (Some(0), nearer.zip(apart).map(|(near, far)| near + LOOSER * far).or(apart), None)
            }
            Some(_) if agrees[0] => (Some(0), by_diffsol(0), None),
            // Two agree against the one that is nearest to the run: it is not known why.
            Some(_) if agrees[1] => (Some(1), by_diffsol(1), differs_from(&self.ours)),
            Some(_) => (Some(0), apart(&self.ours), differs_from(&self.ours)),
            None => match [0, 1].into_iter().find(|at| self.with_run[*at].is_some()) {
                Some(only) if is_reliable => {
                    (Some(only), apart(&self.with_diffsol[only]), differs_from(&self.with_diffsol[only]))
                }
                Some(only) => (Some(only), None, None),
                None if is_reliable => (Some(2), apart(&self.diffsol), None),
                None => (None, None, None),
            },
        };
        let diffsol = match (&self.diffsol, is_reliable) {
            (None, _) => Diffsol::Silent,
            (Some(_), false) => Diffsol::Unreliable,
            _ if agrees[0] || agrees[1] || counts == Some(2) => Diffsol::Agrees,
            _ if is_same(&self.ours) => Diffsol::Unreliable,
            _ => Diffsol::Contradicts,
        };
        let against = counts.and_then(|at| self.with_run[at].as_ref());
        let (row, deviation) = against.map_or((0, 0.0), |against| against.largest(column));
        let beyond = against.and_then(|against| against.first_beyond(column, scale.wrong()));
        let beyond = beyond.map(|row| self.run.times[row]);
        let verdict = match (beyond, contradicted_from, remaining) {
            (None, None, None) => Verdict::Unverified,
            (None, None, Some(remaining)) if deviation + remaining <= scale.within => Verdict::Within,
            (None, None, Some(_)) => Verdict::Looser,
            (a, b, _) => Verdict::Distrust { from_s: a.into_iter().chain(b).fold(f64::INFINITY, f64::min) },
        };
        let mut deviations = vec![None; self.run.times.len()];
        if let Some(against) = against {
            against.distances(column).for_each(|(row, distance)| deviations[row] = Some(distance));
        }
        Judgement {
            column: name,
            unit,
            tolerance: scale.tolerance,
            deviation,
            at_s: self.run.times.get(row).copied().unwrap_or(f64::NAN),
            remaining,
            diffsol,
            verdict,
            deviations,
        }
    }
}

/// What counts as much in a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    /// What was asked for.
    pub(crate) tolerance: f64,
    /// What is within it.
    within: f64,
    /// Largest number less smallest.
    range: f64,
}

impl Scale {
    /// Of a column with an absolute tolerance and a relative one, where so many of them are within.
    pub(crate) fn of(run: &Trajectory, column: usize, absolute: f64, relative: f64, within: f64) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        run.column(column).for_each(|value| (least, most) = (least.min(value), most.max(value)));
        let tolerance = absolute + relative * least.abs().max(most.abs());
        Self { tolerance, within: within * tolerance, range: most - least }
    }

    /// Beyond it a run is wrong, where opinions agree.
    fn wrong(&self) -> f64 {
        self.within.max(WRONG * self.range)
    }

    /// Beyond it two opinions do not agree.
    pub(crate) fn threshold(&self) -> f64 {
        self.within.max(VISIBLE * self.range)
    }
}
