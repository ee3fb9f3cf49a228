//! A SimObject that panics where the scenario asks it to, or announces times that change.

use std::sync::atomic::{AtomicU32, Ordering};

use simobject::*;

/// dx/dt = 1; panics in the part that `In` names, once x is above 1.
pub struct Panicking {
    x: State<1>,
    twice: Out<1>,
    part: Part,
    asked: AtomicU32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Constructor,
    Initial,
    Computation,
    Derivatives,
    TimeEvent,
    Announcement,
    Destructor,
}

impl SimObject for Panicking {
    const NAME: &'static str = "Panicking";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let parts = [
            ("Constructor", Part::Constructor),
            ("Initial", Part::Initial),
            ("Computation", Part::Computation),
            ("Derivatives", Part::Derivatives),
            ("TimeEvent", Part::TimeEvent),
            ("Announcement", Part::Announcement),
            ("Destructor", Part::Destructor),
        ];
        let part = c.choice("In", parts).required();
        let (x, twice) = (c.state("X", "", ""), c.out_port("Twice", "", ""));
        c.common_computation(Self::double).fills(twice);
        c.derivatives(Self::grow);
        c.initial(Self::begin).sets(x);
        c.time_events(Self::next);
        assert!(part != Part::Constructor, "no constructor today");
        c.log(Level::Warning, "this will end badly");
        Ok(Self { x, twice, part, asked: AtomicU32::new(0) })
    }
}

impl Panicking {
    fn begin(&self, io: &mut Io<'_>) {
        assert!(self.part != Part::Initial, "no beginning");
        io.set_initial(self.x, [0.0]);
    }

    fn double(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        assert!(self.part != Part::Computation || x <= 1.0, "no doubling above 1");
        io.set(self.twice, [2.0 * x]);
    }

    fn grow(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        assert!(self.part != Part::Derivatives || x <= 1.0, "no growth above 1");
        io.set_derivative(self.x, [1.0]);
    }

    fn next(&self, time: f64) -> Option<f64> {
        assert!(self.part != Part::TimeEvent || time < 1.0, "no event after {time}");
        if self.part == Part::Announcement {
            return Some(time + 0.5 + f64::from(self.asked.fetch_add(1, Ordering::Relaxed)));
        }
        (time < 1.0).then_some(1.0)
    }
}

impl Drop for Panicking {
    fn drop(&mut self) {
        assert!(self.part != Part::Destructor, "no end");
    }
}

simobject::library! {
    name: "panicking",
    doc: "What must not take the program down",
    types: [Panicking],
}
