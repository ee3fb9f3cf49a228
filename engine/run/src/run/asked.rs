//! The times at which rows are asked for.

use bowline_solve::integration::OutputTimes;

/// The rows that lie ahead.
#[derive(Debug)]
pub(super) struct Asked {
    times: OutputTimes,
    /// The range of the next one, and its number in it.
    at: (usize, u64),
    /// s.
    next: f64,
}

impl Asked {
    /// All of these times.
    pub(super) fn new(times: &OutputTimes) -> Self {
        let mut asked = Self { times: times.clone(), at: (0, 0), next: f64::INFINITY };
        asked.skip_to(f64::NEG_INFINITY);
        asked
    }

    /// The next one, s; infinite if there is none.
    #[inline]
    pub(super) fn next(&self) -> f64 {
        self.next
    }

    /// It is recorded.
    pub(super) fn pass(&mut self) {
        self.next = self.first_behind(self.next);
    }

    /// The next one is the first that is not before this time, s.
    pub(super) fn skip_to(&mut self, time: f64) {
        self.at = (0, 0);
        self.next = self.first_behind(time.next_down());
    }

    /// The first time behind another one, s, from where the last one was found on.
    fn first_behind(&mut self, time: f64) -> f64 {
        let OutputTimes { ranges, from, until, .. } = &self.times;
        if let Some(start) = from.filter(|start| *start > time) {
            return start;
        }
        let mut found = f64::INFINITY;
        while let Some(range) = ranges.get(self.at.0) {
            let number = self.at.1;
            let is_next = number < range.count
                && range.grid.time(number) > time
                && (number == 0 || range.grid.time(number - 1) <= time);
            let number = if is_next { number } else { range.grid.before(time.next_up(), range.count) };
            if number < range.count {
                self.at.1 = number + 1;
                found = range.grid.time(number);
                break;
            }
            self.at = (self.at.0 + 1, 0);
        }
        match *until {
            Some(end) if found >= end => {
                // It may be found again, from an earlier time on.
                self.at.1 = self.at.1.saturating_sub(1);
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
    fn all_times_are_asked_for_each_once() {
        for text in ["0:0.1:1", "0, 0:0.1:1, 1, 1, 5:2.5:10, 10", "3", "0:1:3, 3:0.5:5, 5:7:6"] {
            for (from, until) in [(None, None), (Some(0.25), None), (Some(0.3), Some(0.95)), (None, Some(3.0))] {
                let times = OutputTimes { from, until, ..text.parse().unwrap() };
                let expected: Vec<f64> = times.iter().collect();
                let rest = |mut asked: Asked| {
                    let mut found = Vec::new();
                    while asked.next() < f64::INFINITY {
                        found.push(asked.next());
                        asked.pass();
                    }
                    found
                };
                assert_eq!(rest(Asked::new(&times)), expected, "{text} {from:?} {until:?}");
                for (index, time) in expected.iter().enumerate() {
                    let mut asked = Asked::new(&times);
                    asked.skip_to(*time);
                    assert_eq!(rest(asked), expected[index..], "{text} from {time}");
                    let mut asked = Asked::new(&times);
                    asked.skip_to(time.next_up());
                    assert_eq!(rest(asked), expected[index + 1..], "{text} behind {time}");
                }
            }
        }
    }
}
