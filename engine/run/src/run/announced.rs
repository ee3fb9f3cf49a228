//! The times that SimObjects announce: events, and stops.

use bowline_decimal::Shortest;
use simobject_host::{Interface, NextTimeEvent};

use super::RunError;
use bowline_catalog::library_message;
use bowline_model::model::Model;
use bowline_model::model::schedule::Position;
use bowline_model::workspace::Workspace;
use bowline_solve::integration::unit_in_the_last_place;
use bowline_text::seconds::Seconds;

/// The SimObjects that announce times of a kind.
type By = fn(&Model) -> &[(Position, u32)];
/// The next time of a kind, after a time, that a model knows by itself; infinite if there is none.
type Known = fn(&Model, f64) -> f64;

/// Times of one kind that SimObjects announce, each its own next one.
#[derive(Debug)]
pub(super) struct Announced {
    /// In words, with its article.
    what: &'static str,
    /// Who announces any.
    by: By,
    function: fn(&Interface) -> Option<NextTimeEvent>,
    /// The next time of each, s; infinite if there is none, and minus infinity
    /// if it was not asked yet.
    next: Vec<f64>,
    /// What the model knows: where formulas of connections jump, or turn round; and the next of these times.
    known: Known,
    next_known: f64,
    /// The first of them, s.
    first: f64,
    /// Where the window began in which times are counted, s, and how many were.
    window: (f64, u32),
}

impl Announced {
    /// So many in a row within [`Self::WINDOW`] of the run's span end the run:
    /// it would never come to its end. So do as many that are mostly less than
    /// four doubles apart: whoever announces them cannot mean them.
    const MOST: u32 = 100_000;
    const WINDOW: f64 = 1e-9;

    pub(super) fn events(model: &Model) -> Self {
        Self::new("a time event", (Model::with_events, Model::next_jump), |interface| interface.time_events, model)
    }

    pub(super) fn stops(model: &Model) -> Self {
        Self::new("a stop", (Model::with_stops, Model::next_turn), |interface| interface.stops, model)
    }

    fn new(
        what: &'static str,
        (by, known): (By, Known),
        function: fn(&Interface) -> Option<NextTimeEvent>,
        model: &Model,
    ) -> Self {
        let (next, window) = (vec![f64::NEG_INFINITY; by(model).len()], (f64::NEG_INFINITY, 0));
        let (next_known, first) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        Self { what, by, function, next, known, next_known, first, window }
    }

    /// The first of them, s; infinite if there is none.
    pub(super) fn first(&self) -> f64 {
        self.first
    }

    /// Those whose time comes up to that one, s, by their positions among those who announce any.
    pub(super) fn due(&self, until: f64) -> impl Iterator<Item = usize> + '_ {
        let is_due = move |next: f64| next.is_finite() && next <= until;
        self.next.iter().enumerate().filter(move |(_, next)| is_due(**next)).map(|(position, _)| position)
    }

    /// Whoever announces any is to be asked again.
    pub(super) fn forget(&mut self) {
        self.next.fill(f64::NEG_INFINITY);
        (self.next_known, self.first) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        self.window = (f64::NEG_INFINITY, 0);
    }

    /// Asks those whose last one lies behind for their next one.
    pub(super) fn ask(&mut self, model: &Model, workspace: &Workspace, now: f64) -> Result<(), RunError> {
        let times = &model.settings().output_times;
        let closest = 4.0 * f64::from(Self::MOST) * unit_in_the_last_place(now);
        let is_crowded = self.is_crowded(now, closest.max(Self::WINDOW * (times.end() - times.start())));
        for ((position, number), next) in (self.by)(model).iter().zip(&mut self.next) {
            let object = &model.objects()[*number as usize];
            let Some(function) = (self.function)(object.interface()).filter(|_| *next <= now) else { continue };
            let (what, who) = (self.what, || object.introduced());
            let (access_set, index) = (model.stores()[position.store].access_sets().first(), position.index);
            let (announced, messages) = workspace.instances.next_time_event(access_set, function, index, now);
            messages.iter().for_each(|said| library_message::tell(said.level, &who(), Some(now), &said.text));
            // Libraries that others built may answer by something that changes: the same question has one answer.
            let again = object.kind().is_loaded().then(|| {
                workspace
                    .instances
                    .next_time_event(access_set, function, index, now)
                    .0
                    .ok()
                    .map(|t| t.map(f64::to_bits))
            });
            let wrong = match announced {
                Ok(time) if again.is_some_and(|again| again != Some(time.map(f64::to_bits))) => format!(
                    "{} announced {what} at {}, and something else when it was asked again: a mistake in the library, whose \
                     announcements may depend on the time and on parameters only",
                    who(),
                    time.map_or_else(|| "no time".to_owned(), |time| format!("{} s", Shortest(time))),
                ),
                Ok(Some(time)) if time > now && !is_crowded => {
                    *next = time;
                    continue;
                }
                Ok(None) => {
                    *next = f64::INFINITY;
                    continue;
                }
                Ok(Some(time)) if time > now => format!(
                    "{} announced {what} at {} s, after more than {} within {:e} s: the run would not \
                     come to its end",
                    who(),
                    Shortest(time),
                    Self::MOST,
                    now - self.window.0
                ),
                Ok(Some(time)) => {
                    format!("{} announced {what} at {} s, not after {} s", who(), Shortest(time), Shortest(now))
                }
                Err(failure) => format!("{}: announcing {what} failed at t = {} s: {failure}", who(), Seconds(now)),
            };
            return Err(RunError::TimeEvent(wrong));
        }
        if self.next_known <= now {
            self.next_known = (self.known)(model, now);
        }
        self.find_first();
        Ok(())
    }

    fn find_first(&mut self) {
        self.first = self.next.iter().copied().fold(self.next_known, f64::min);
    }

    /// Whether too many of them lie within a window, s, up to now.
    fn is_crowded(&mut self, now: f64, window: f64) -> bool {
        let (began, count) = &mut self.window;
        if now - *began > window {
            (*began, *count) = (now, 0);
        }
        *count += 1;
        *count > Self::MOST
    }
}
