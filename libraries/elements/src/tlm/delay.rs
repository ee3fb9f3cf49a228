/// A delay of any length on signals that come tick by tick. Between two ticks the
/// signal counts as straight: with a delay of `n + part` steps
///
/// ```text
/// y = (1 - part) u of n ticks before + part u of n + 1 ticks before
/// ```
///
/// It is a number only. What it remembers, [`room`](Self::room) inputs, is memory of
/// the SimObject, which fills it with what is to come out at first.
///
/// ```
/// use simobject_elements::tlm::Delay;
///
/// let delay = Delay::new(0.25, 0.1);
/// let mut memory = vec![0.0; delay.room()];
/// let mut out = Vec::new();
/// for tick in 0..5 {
///     let u = 10.0 * tick as f64;                                 // 100 t
///     out.push(delay.output(&memory, tick, u));
///     delay.keep(&mut memory, tick, u);
/// }
/// assert_eq!(out, [0.0, 0.0, 0.0, 5.0, 15.0]);                    // 100 (t - 0.25)
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Delay {
    steps: usize,
    /// Of a further step.
    part: f64,
}

impl Delay {
    /// By so long, s, with a step in s. What is a whole number of steps to within a
    /// millionth of a step counts as that.
    pub fn new(delay: f64, step: f64) -> Self {
        let steps = delay / step;
        let nearest = steps.round();
        if (steps - nearest).abs() < 1e-6 {
            Self { steps: nearest as usize, part: 0.0 }
        } else {
            Self { steps: steps as usize, part: steps.fract() }
        }
    }

    /// How many inputs it remembers.
    pub fn room(&self) -> usize {
        self.steps + usize::from(self.part > 0.0)
    }

    /// Whether the output depends on the input of the same tick, as with a delay of
    /// less than a step. If not, [`output`](Self::output) does not look at it.
    pub fn is_direct(&self) -> bool {
        self.steps == 0
    }

    /// The output of this tick, of what it remembers and the input.
    #[inline]
    pub fn output(&self, memory: &[f64], tick: u64, u: f64) -> f64 {
        let before = |ticks: usize| {
            if ticks == 0 { u } else { memory[Self::slot(tick, memory.len(), memory.len() - ticks)] }
        };
        if self.part > 0.0 {
            (1.0 - self.part) * before(self.steps) + self.part * before(self.steps + 1)
        } else {
            before(self.steps)
        }
    }

    /// Remembers the input of this tick, once the output is known.
    #[inline]
    pub fn keep(&self, memory: &mut [f64], tick: u64, u: f64) {
        if !memory.is_empty() {
            let slot = Self::slot(tick, memory.len(), 0);
            memory[slot] = u;
        }
    }

    #[inline]
    fn slot(tick: u64, length: usize, after: usize) -> usize {
        ((tick % length as u64) as usize + after) % length
    }
}
