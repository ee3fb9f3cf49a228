//! Notices a run that crawls, since a pressure settles where the exact root of
//! a pressure difference has an infinite slope.

use simobject::{Io, Level, Memory};

/// As near to a kink as this a transition pressure would smooth it, Pa.
pub(super) const NEAR: f64 = 1000.0;
/// So many steps in a row near a kink.
const STEPS: f64 = 1000.0;
/// Each of them on average less than this part of the time that the pressure
/// takes to settle from [`NEAR`] to less.
const PART: f64 = 0.1;

/// Counts accepted steps near a kink.
#[derive(Clone, Copy)]
pub(super) struct Settling {
    /// The steps so far, less than 0 once it was said; and since when, s.
    pub(super) memory: Memory,
}

impl Settling {
    /// Notes a step; if it ends near a kink, with the time that settling takes, s.
    pub(super) fn step(self, io: &mut Io<'_>, settling_time: Option<f64>) {
        let now = io.time();
        let &[steps, since] = io.memory(self.memory) else { return };
        let noted = match settling_time {
            _ if steps < 0.0 => return,
            None => [0.0, now],
            Some(_) if steps == 0.0 => [1.0, now],
            Some(_) if steps < STEPS => [steps + 1.0, since],
            Some(time) if now - since < STEPS * PART * time => {
                io.log(
                    Level::Warning,
                    "a pressure settles at that of the supply or of the tank, where the exact root of the pressure \
                     difference has an infinite slope, and steps become very short; give a `TransitionPressure`, from \
                     1 to 1000 Pa (this is said only once)",
                );
                [-1.0, now]
            }
            Some(_) => [0.0, now],
        };
        io.memory_mut(self.memory).copy_from_slice(&noted);
    }
}
