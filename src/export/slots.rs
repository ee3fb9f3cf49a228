//! Numbers that vary from frame to frame, or do not.

use super::blob::{Blob, zigzag};

/// Numbers that vary from frame to frame, or do not. What varies is kept in steps that nobody sees, each as what it
/// differs by from the straight line through the two before it: small numbers, where things move smoothly.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// In the first frame.
    base: Vec<f32>,
    /// Those that vary.
    varying: Vec<u32>,
    steps: Vec<f32>,
    /// All frames of the first of these, then of the second, and so on.
    bends: Vec<u32>,
}

/// Numbers stay far from the ends of 32 bits, with which the bends would run over.
const FARTHEST: f64 = (1 << 28) as f64;

impl Slots {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.base.len()
    }

    /// Adds one: its number in each frame, and in which steps it is kept. Where there is none, it stays as it was.
    pub(super) fn add(&mut self, frames: impl Iterator<Item = Option<f32>> + Clone, step: f32) {
        let base = frames.clone().flatten().next().unwrap_or(0.0);
        if frames.clone().flatten().any(|number| number != base) {
            self.varying.push(self.base.len() as u32);
            let step = step.max(f32::MIN_POSITIVE);
            self.steps.push(step);
            let (mut last, mut before) = (0_i32, 0_i32);
            for number in frames {
                let steps = number.map_or(last, |number| {
                    let steps = (f64::from(number) - f64::from(base)) / f64::from(step);
                    steps.clamp(-FARTHEST, FARTHEST).round() as i32
                });
                self.bends.push(zigzag(steps - 2 * last + before));
                (before, last) = (last, steps);
            }
        }
        self.base.push(base);
    }

    /// The largest size of numbers, in steps of this part of it.
    pub(super) fn step_of(frames: impl Iterator<Item = Option<f32>>, part: f32) -> f32 {
        part * frames.flatten().fold(0.0, |largest: f32, number| largest.max(number.abs()))
    }

    pub(super) fn write(self, blob: &mut Blob) {
        blob.floats("base", self.base);
        blob.integers("varying", self.varying);
        blob.floats("steps", self.steps);
        blob.integers("bends", self.bends);
    }
}
