//! The times that SimObjects announce: events, and stops.

use bowline_decimal::Shortest;
use simobject_host::{Interface, NextTimeEvent};

use super::HappeningError;
use bowline_catalog::library_message;
use bowline_model::model::schedule::Position;
use bowline_model::model::{Model, Object};
use bowline_model::workspace::Workspace;
use bowline_solve::integration::unit_in_the_last_place;
use bowline_text::seconds::Seconds;

/// A kind of times that SimObjects announce.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// Its name in messages, with its article.
    name: &'static str,
    /// The SimObjects that announce such times.
    announcers: fn(&Model) -> &[(Position, u32)],
    function: fn(&Interface) -> Option<NextTimeEvent>,
    /// The next such time after a time, s, that the model knows by itself: where formulas of connections jump, or turn
    /// round. Infinite if there is none.
    known: fn(&Model, f64) -> f64,
}

const EVENTS: Kind = Kind {
    name: "a time event",
    announcers: |model| model.with_events(),
    function: |interface| interface.time_events,
    known: Model::next_jump,
};

const STOPS: Kind = Kind {
    name: "a stop",
    announcers: |model| model.with_stops(),
    function: |interface| interface.stops,
    known: Model::next_turn,
};

/// Times of one kind that SimObjects announce, each its own next one.
#[derive(Debug)]
pub(super) struct AnnouncedTimes {
    kind: Kind,
    /// The next time of each, s; infinite if there is none, and minus infinity
    /// if it was not asked yet.
    next: Vec<f64>,
    /// The next time that the model knows by itself, s.
    next_known: f64,
    /// The first of all, s.
    first: f64,
    window: Window,
}

/// A span in which announced times are counted.
#[derive(Debug, Clone, Copy)]
struct Window {
    /// s.
    began: f64,
    count: u32,
}

impl Window {
    const NONE: Self = Self { began: f64::NEG_INFINITY, count: 0 };
}

impl AnnouncedTimes {
    /// More times than this within [`Self::WINDOW`] of the run's span are an error, because the run would not reach its
    /// end. So are more that are mostly less than four doubles apart: no SimObject means them.
    const MOST: u32 = 100_000;
    const WINDOW: f64 = 1e-9;

    pub(super) fn events(model: &Model) -> Self {
        Self::new(EVENTS, model)
    }

    pub(super) fn stops(model: &Model) -> Self {
        Self::new(STOPS, model)
    }

    fn new(kind: Kind, model: &Model) -> Self {
        let next = vec![f64::NEG_INFINITY; (kind.announcers)(model).len()];
        Self { kind, next, next_known: f64::NEG_INFINITY, first: f64::NEG_INFINITY, window: Window::NONE }
    }

    /// The first of them, s; infinite if there is none.
    pub(super) fn first(&self) -> f64 {
        self.first
    }

    /// The announcers whose time comes up to that one, s, by their positions.
    pub(super) fn due(&self, until: f64) -> impl Iterator<Item = usize> + '_ {
        let is_due = move |next: f64| next.is_finite() && next <= until;
        self.next.iter().enumerate().filter(move |(_, next)| is_due(**next)).map(|(position, _)| position)
    }

    /// Forgets all times: every announcer is asked again.
    pub(super) fn forget(&mut self) {
        self.next.fill(f64::NEG_INFINITY);
        (self.next_known, self.first) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        self.window = Window::NONE;
    }

    /// Asks the announcers whose last time is past for their next one.
    pub(super) fn ask(&mut self, model: &Model, workspace: &Workspace, now: f64) -> Result<(), HappeningError> {
        let times = &model.settings().output_times;
        let closest = 4.0 * f64::from(Self::MOST) * unit_in_the_last_place(now);
        let is_crowded = self.is_crowded(now, closest.max(Self::WINDOW * (times.end() - times.start())));
        for ((position, number), next) in (self.kind.announcers)(model).iter().zip(&mut self.next) {
            let object = &model.objects()[*number as usize];
            let Some(function) = (self.kind.function)(object.interface()).filter(|_| *next <= now) else { continue };
            let question = Question { kind: self.kind, object, position: *position, function, now };
            let announced = question.answer(model, workspace).map_err(HappeningError::TimeEvent)?;
            if is_crowded && announced.is_finite() {
                return Err(HappeningError::TimeEvent(question.crowded(announced, self.window.began)));
            }
            *next = announced;
        }
        if self.next_known <= now {
            self.next_known = (self.kind.known)(model, now);
        }
        self.first = self.next.iter().copied().fold(self.next_known, f64::min);
        Ok(())
    }

    /// Whether too many of them are within a window, s, up to now.
    fn is_crowded(&mut self, now: f64, window: f64) -> bool {
        let Window { began, count } = &mut self.window;
        if now - *began > window {
            (*began, *count) = (now, 0);
        }
        *count += 1;
        *count > Self::MOST
    }
}

/// A question to a SimObject: when is your next time of this kind?
struct Question<'m> {
    kind: Kind,
    object: &'m Object,
    position: Position,
    function: NextTimeEvent,
    /// s.
    now: f64,
}

impl Question<'_> {
    /// The time that the SimObject announces, s; infinite if there is none. The error says what is wrong with it.
    fn answer(&self, model: &Model, workspace: &Workspace) -> Result<f64, String> {
        let Self { kind, object, position, function, now } = *self;
        let (access_set, index) = (model.stores()[position.store].access_sets().first(), position.index);
        let ask = || workspace.instances.next_time_event(access_set, function, index, now);
        let (announced, messages) = ask();
        let (name, who) = (kind.name, || object.introduced());
        messages.iter().for_each(|said| library_message::tell(said.level, &who(), Some(now), &said.text));
        // Libraries that others built may answer by something that changes: the same question has one answer.
        let again = object.kind().is_loaded().then(|| ask().0.ok().map(|time| time.map(f64::to_bits)));
        match announced {
            Ok(time) if again.is_some_and(|again| again != Some(time.map(f64::to_bits))) => Err(format!(
                "{} announced {name} at {}, and something else when it was asked again: a mistake in the library, whose \
                 announcements may depend on the time and on parameters only",
                who(),
                time.map_or_else(|| "no time".to_owned(), |time| format!("{} s", Shortest(time))),
            )),
            Ok(None) => Ok(f64::INFINITY),
            Ok(Some(time)) if time > now => Ok(time),
            Ok(Some(time)) => {
                Err(format!("{} announced {name} at {} s, not after {} s", who(), Shortest(time), Shortest(now)))
            }
            Err(failure) => Err(format!("{}: announcing {name} failed at t = {} s: {failure}", who(), Seconds(now))),
        }
    }

    /// The error for too many times since `began`, s.
    fn crowded(&self, announced: f64, began: f64) -> String {
        format!(
            "{} announced {} at {} s, after more than {} within {:e} s: the run would not come to its end",
            self.object.introduced(),
            self.kind.name,
            Shortest(announced),
            AnnouncedTimes::MOST,
            self.now - began
        )
    }
}
