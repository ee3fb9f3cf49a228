//! What a live run can be told.

use super::Rate;
use bowline_model::model::{Input, Probe};

/// What a live run can be told. While it jumps, what acts on the time that it
/// jumps to waits until it is there: [`Play`](Self::Play), [`Step`](Self::Step),
/// [`Set`](Self::Set), [`Rest`](Self::Rest) and [`Mark`](Self::Mark); it is forgotten if the run goes
/// elsewhere.
#[derive(Debug, Clone)]
pub enum Command {
    /// Go on.
    Play,
    /// Stay here; a jump ends where it has come to.
    Pause,
    /// [`Pause`](Self::Pause) if it goes on or jumps; else [`Play`](Self::Play), from the start if it has ended. Only the run
    /// knows which, at the moment the command arrives: two of them may come before either shows.
    PlayOrPause,
    /// Make one step of the method's own, and stay there.
    Step,
    /// Begin anew, with the inputs of the scenario. Marks stay.
    Restart,
    /// Go to this time, s: on, as fast as possible; or back, by a run from the
    /// start, to which is done what was done to this one up to there. A method
    /// that steps to output times goes to the end of its step there.
    Jump(f64),
    /// Go on with this rate.
    Rate(Rate),
    /// Give an input these values, from now on.
    Set(Input, Vec<f64>),
    /// Go to an equilibrium near by, with time and inputs as they are.
    Rest,
    /// Take the last thing back that changed it, an input or an equilibrium, and wait where that was done.
    TakeBack,
    /// Keep all of the run as it is now.
    Mark,
    /// Go back, or on, to a mark, by its position in [`LiveView::marks`](super::LiveView::marks).
    GoBack(usize),
    /// Show these signals in each view, instead of others.
    Watch {
        /// Comes back as [`LiveView::watched_generation`](super::LiveView::watched_generation).
        generation: u64,
        /// The signals.
        probes: Vec<Probe>,
    },
    /// Take samples of these signals, for plots, instead of others.
    Sample {
        /// Comes back as [`Samples::generation`](super::Samples::generation).
        generation: u64,
        /// The signals.
        probes: Vec<Probe>,
    },
}
