//! Evenly spaced edges, exact to the last digit.

/// Times of rising and falling edges: pulse `k = 0, 1, ...` rises at
/// `start + k period` and falls at `start + (k + duty) period`.
///
/// Each time is the double nearest to the decimal that these numbers, as they
/// are written, add up to, however large `k` is. (`3.0 * 0.1` is not 0.3.) To
/// that end they are kept as whole multiples of a unit `1/per_second`, where
/// the unit is a power of ten. Numbers with too many digits for that are kept
/// in seconds; their edges are rounded, but still do not drift.
#[derive(Debug)]
pub(super) struct Periods {
    start: f64,
    period: f64,
    /// How long a pulse is high.
    high: f64,
    per_second: f64,
}

impl Periods {
    /// Edges from `start` on; `period`, s, is more than 0, and `duty` is
    /// between 0 and 1.
    pub(super) fn new(start: f64, period: f64, duty: f64) -> Self {
        Self::decimal(start, period, duty).unwrap_or(Self { start, period, high: duty * period, per_second: 1.0 })
    }

    /// From rise to rise, s.
    pub(super) fn length(&self) -> f64 {
        self.period / self.per_second
    }

    fn decimal(start: f64, period: f64, duty: f64) -> Option<Self> {
        let (times, parts) = (digits(start)?.max(digits(period)?), digits(duty)?);
        let (seconds, part) = (POWERS_OF_TEN[times], POWERS_OF_TEN[parts]);
        let per_second = *POWERS_OF_TEN.get(times + parts)?;
        let period = (period * seconds).round();
        let exact = Self {
            start: (start * seconds).round() * part,
            period: period * part,
            high: (duty * part).round() * period,
            per_second,
        };
        [exact.start, exact.period, exact.high].iter().all(|t| t.abs() <= LARGEST_WHOLE).then_some(exact)
    }

    /// Whether a pulse is on at `time`.
    #[inline]
    pub(super) fn is_high(&self, time: f64) -> bool {
        self.begun(time).is_some_and(|k| time < self.fall(k))
    }

    /// The first edge after a time: the next double, where doubles cannot
    /// resolve the period.
    pub(super) fn next_edge(&self, after: f64) -> f64 {
        let edge = match self.begun(after) {
            None => self.rise(0.0),
            Some(k) if after < self.fall(k) => self.fall(k),
            Some(k) => self.rise(k + 1.0),
        };
        if edge > after { edge } else { after.next_up() }
    }

    /// Number of the last pulse that has risen by `time`.
    #[inline]
    fn begun(&self, time: f64) -> Option<f64> {
        let k = ((time * self.per_second - self.start) / self.period).floor();
        // Rounding may have led one pulse astray.
        let k = if self.rise(k) > time {
            k - 1.0
        } else if self.rise(k + 1.0) <= time {
            k + 1.0
        } else {
            k
        };
        (k >= 0.0).then_some(k)
    }

    #[inline]
    fn rise(&self, k: f64) -> f64 {
        (self.start + k * self.period) / self.per_second
    }

    #[inline]
    fn fall(&self, k: f64) -> f64 {
        (self.start + k * self.period + self.high) / self.per_second
    }
}

/// Whole numbers up to here stand a rounding or two before they are rounded to
/// a whole number again.
const LARGEST_WHOLE: f64 = 1e15;

/// The powers of ten that are doubles.
const POWERS_OF_TEN: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// How many digits behind the point a number has: the fewest that read back
/// as it.
fn digits(number: f64) -> Option<usize> {
    POWERS_OF_TEN.iter().position(|power| {
        let whole = (number * power).round();
        whole.abs() <= LARGEST_WHOLE && whole / power == number
    })
}
