//! The times at which rows are recorded.

use bowline_solve::integration::OutputTimes;

/// The times of the rows to come.
#[derive(Debug)]
pub(super) struct RowTimes {
    times: OutputTimes,
    next_number: RowNumber,
    /// The next one, s; infinite if there is none.
    next: f64,
}

/// The number of a row among the output times.
#[derive(Debug, Clone, Copy, Default)]
struct RowNumber {
    /// The range that it belongs to.
    range: usize,
    /// Its number in the range.
    number: u64,
}

impl RowTimes {
    /// Rows at all output times.
    pub(super) fn new(times: &OutputTimes) -> Self {
        let mut all = Self { times: times.clone(), next_number: RowNumber::default(), next: f64::INFINITY };
        all.skip_to(f64::NEG_INFINITY);
        all
    }

    /// The next one, s; infinite if there is none.
    #[inline]
    pub(super) fn next(&self) -> f64 {
        self.next
    }

    /// Advances behind the next one, once it is recorded.
    pub(super) fn pass(&mut self) {
        self.next = self.first_behind(self.next);
    }

    /// Advances, or returns, to the first one that is not before a time, s.
    pub(super) fn skip_to(&mut self, time: f64) {
        self.next_number = RowNumber::default();
        self.next = self.first_behind(time.next_down());
    }

    /// The first one behind a time, s. The search starts at the last one that it found.
    fn first_behind(&mut self, time: f64) -> f64 {
        let OutputTimes { ranges, from, until, .. } = &self.times;
        if let Some(start) = from.filter(|start| *start > time) {
            return start;
        }
        let mut found = f64::INFINITY;
        while let Some(range) = ranges.get(self.next_number.range) {
            let number = self.next_number.number;
            let is_next = number < range.count
                && range.grid.time(number) > time
                && (number == 0 || range.grid.time(number - 1) <= time);
            let number = if is_next { number } else { range.grid.before(time.next_up(), range.count) };
            if number < range.count {
                self.next_number.number = number + 1;
                found = range.grid.time(number);
                break;
            }
            self.next_number = RowNumber { range: self.next_number.range + 1, number: 0 };
        }
        match *until {
            Some(end) if found >= end => {
                // It may be found again, from an earlier time on.
                self.next_number.number = self.next_number.number.saturating_sub(1);
                if end > time { end } else { f64::INFINITY }
            }
            _ => found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times one after the other are those of the iterator, which finds
    /// them in another way; and so they are from any of them on.
    #[test]
    fn each_time_comes_once() {
        for text in ["0:0.1:1", "0, 0:0.1:1, 1, 1, 5:2.5:10, 10", "3", "0:1:3, 3:0.5:5, 5:7:6"] {
            for (from, until) in [(None, None), (Some(0.25), None), (Some(0.3), Some(0.95)), (None, Some(3.0))] {
                let times = OutputTimes { from, until, ..text.parse().unwrap() };
                let expected: Vec<f64> = times.iter().collect();
                let rest = |mut row_times: RowTimes| {
                    let mut found = Vec::new();
                    while row_times.next() < f64::INFINITY {
                        found.push(row_times.next());
                        row_times.pass();
                    }
                    found
                };
                assert_eq!(rest(RowTimes::new(&times)), expected, "{text} {from:?} {until:?}");
                for (index, time) in expected.iter().enumerate() {
                    let mut row_times = RowTimes::new(&times);
                    row_times.skip_to(*time);
                    assert_eq!(rest(row_times), expected[index..], "{text} from {time}");
                    let mut row_times = RowTimes::new(&times);
                    row_times.skip_to(time.next_up());
                    assert_eq!(rest(row_times), expected[index + 1..], "{text} behind {time}");
                }
            }
        }
    }
}
