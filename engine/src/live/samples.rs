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
        let mut row = 0;
        self.times.retain(|_| {
            row += 1;
            row % 2 == 1
        });
        let mut place = 0;
        self.values.retain(|_| {
            place += 1;
            (place - 1) / width % 2 == 0
        });
    }
}
