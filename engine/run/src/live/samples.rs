//! What signals were, for plots.

/// The numbers of some signals at some times.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Samples {
    /// The command that chose the signals; 0 before the first.
    pub generation: u64,
    /// Simulated times, s: they rise.
    pub times: Vec<f64>,
    /// The numbers of all signals at the first time, one signal after the other;
    /// then those at the next.
    pub values: Vec<f64>,
}

impl Samples {
    /// How many numbers there are at each time.
    pub fn width(&self) -> usize {
        self.values.len().checked_div(self.times.len()).unwrap_or(0)
    }

    /// One of the numbers at all times, by its position.
    pub fn column(&self, index: usize) -> impl Iterator<Item = f64> {
        self.values.chunks_exact(self.width().max(1)).map(move |row| row[index])
    }

    /// Adds what came later. Where the run went back, what lay behind is
    /// dropped; where others signals were chosen, everything.
    pub fn append(&mut self, batch: &Self) {
        if batch.generation != self.generation || batch.width() != self.width() {
            self.times.clear();
            self.values.clear();
            self.generation = batch.generation;
        }
        if let Some(first) = batch.times.first() {
            self.cut(*first);
        }
        self.times.extend_from_slice(&batch.times);
        self.values.extend_from_slice(&batch.values);
    }

    /// Drops what is not before that time, s.
    pub(super) fn cut(&mut self, time: f64) {
        let width = self.width();
        let kept = self.times.partition_point(|known| *known < time);
        self.times.truncate(kept);
        self.values.truncate(kept * width);
    }

    /// Drops every second one.
    pub(super) fn thin_out(&mut self) {
        let width = self.width();
        self.values = self.values.chunks(2 * width.max(1)).flat_map(|pair| &pair[..width]).copied().collect();
        self.times = self.times.iter().step_by(2).copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_sample_is_dropped_with_all_of_its_numbers() {
        let samples = |times: &[f64]| Samples {
            generation: 3,
            times: times.to_vec(),
            values: times.iter().flat_map(|time| [10.0 * time, 10.0 * time + 1.0, 10.0 * time + 2.0]).collect(),
        };
        let mut thinned = samples(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        thinned.thin_out();
        assert_eq!(thinned, samples(&[0.0, 2.0, 4.0, 6.0]));
        thinned.thin_out();
        assert_eq!(thinned, samples(&[0.0, 4.0]));
        thinned.thin_out();
        assert_eq!(thinned, samples(&[0.0]));
        let mut none = samples(&[]);
        none.thin_out();
        assert_eq!(none, samples(&[]));
    }
}
