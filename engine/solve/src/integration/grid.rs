//! Times at equal distances.

use bowline_text::Decimal;

/// `first + k step`, all times `10^exponent`: each time is the double nearest to
/// its decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// The first time.
    pub first: i128,
    /// From one time to the next.
    pub step: i128,
    /// Both are in units of this power of 10, s.
    pub exponent: i32,
}

impl Grid {
    /// That of a clock which ticks for the first time so long after `origin`, s;
    /// none if the three have too many digits between them.
    pub fn of_clock(origin: f64, offset: f64, period: f64) -> Option<Self> {
        let [origin, offset, period] = [Decimal::of(origin)?, Decimal::of(offset)?, Decimal::of(period)?];
        let exponent = [origin, offset, period].iter().filter(|d| d.mantissa != 0).map(|d| d.exponent).min()?;
        let first = origin.mantissa_at(exponent)?.checked_add(offset.mantissa_at(exponent)?)?;
        let step = period.mantissa_at(exponent)?;
        // So that no tick of a run overflows.
        let most = i128::from(u64::MAX);
        let fits = step > 0 && step.checked_mul(most).and_then(|far| far.checked_add(first)).is_some();
        fits.then_some(Self { first, step, exponent })
    }

    /// The time with that number, s.
    #[inline]
    pub fn time(&self, k: u64) -> f64 {
        Decimal { mantissa: self.first + i128::from(k) * self.step, exponent: self.exponent }.nearest()
    }

    /// So many of its times can be told.
    pub fn longest(&self) -> u64 {
        let far = i128::MAX.saturating_sub(self.first) / self.step.max(1);
        u64::try_from(far).unwrap_or(u64::MAX)
    }

    /// How many of its first `count` times lie before a time, s.
    pub fn before(&self, time: f64, count: u64) -> u64 {
        let (mut before, mut not_before) = (0, count);
        while before < not_before {
            let middle = before + (not_before - before) / 2;
            if self.time(middle) < time { before = middle + 1 } else { not_before = middle }
        }
        before
    }
}
