//! Constructors that say something else when they run again, and those that do not end.

use std::cell::Cell;
use std::sync::Arc;

use simobject::{Creator, Io, Level, Look, Pattern, Result, SimObject, State};
use simobject_host::{Argument, Declared, ObjectStore, ObjectType, Place, SampleTime, Session, Surroundings};

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Missing
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Says {
    /// What all of them say.
    Nothing,
    Parameter,
    OtherDefault,
    OtherRange,
    Number,
    Events,
    Stops,
    Pattern,
    Look,
    Signal,
    Endless,
    Chatter,
}

thread_local! {
    static SAYS: Cell<Says> = const { Cell::new(Says::Nothing) };
}

/// x' = -x, and what it is told to say beside that.
struct Fickle {
    x: State<2>,
}

impl SimObject for Fickle {
    const NAME: &'static str = "Fickle";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let says = SAYS.get();
        let x: State<2> = c.state("X", "m", "");
        c.derivatives(|object: &Self, io: &mut Io<'_>| {
            let [a, b] = io.get(object.x);
            io.set_derivative(object.x, [-a, -b]);
        });
        let parameter = c.parameter("P").at_least(if says == Says::OtherRange { 0.0 } else { 1.0 });
        let _: f64 = parameter.default(if says == Says::OtherDefault { 3.0 } else { 2.0 });
        match says {
            Says::Parameter => drop(c.parameter::<f64>("Q").optional()),
            Says::Number => c.nominal(x, 10.0),
            Says::Events => c.time_events(|_, _| None),
            Says::Stops => c.stops(|_, _| None),
            Says::Pattern => drop(c.derivatives(|_: &Self, _: &mut Io<'_>| {}).pattern(x, x, Pattern::DIAGONAL)),
            Says::Look => c.look(Look::sphere([0.0; 3], 1.0)),
            Says::Signal => drop(c.in_port::<1>("In", "", "")),
            Says::Endless => (0..2_000_000).for_each(|_| c.nominal(x, 10.0)),
            Says::Chatter => (0..20_000).for_each(|i| c.log(Level::Info, &format!("message {i}"))),
            Says::Nothing | Says::OtherDefault | Says::OtherRange => {}
        }
        Ok(Self { x })
    }
}

fn declare(says: Says) -> Declared {
    SAYS.set(says);
    let arguments: [Argument<'_>; 0] = [];
    ObjectType::of::<Fickle>().declare(Session::declaring("L", &arguments, &NoFiles))
}

/// What is told if it says one thing first and another then.
fn told(first: Says, then: Says) -> Vec<String> {
    let interface = declare(first).declaration.interface;
    SAYS.set(then);
    let mut store = ObjectStore::new(ObjectType::of::<Fickle>(), 1);
    let places = vec![Place::at(0); interface.signals.len()];
    let bound = store.bind(Session::binding("L", &[], &NoFiles, &interface, &places));
    bound.err().unwrap_or_default().into_iter().map(|fault| fault.message).collect()
}

#[test]
fn who_says_something_else_the_second_time_is_told_what() {
    for (says, more, less) in [
        (
            Says::Parameter,
            "the parameter `Q` was not declared so the first time",
            "something that was declared the first time is missing",
        ),
        (
            Says::OtherDefault,
            "the parameter `P` was not declared so the first time",
            "the parameter `P` was not declared so the first time",
        ),
        (
            Says::OtherRange,
            "the parameter `P` was not declared so the first time",
            "the parameter `P` was not declared so the first time",
        ),
        (
            Says::Number,
            "it declared 0 numbers of signals the first time, and now 1",
            "it declared 1 numbers of signals the first time, and now 0",
        ),
        (
            Says::Events,
            "`time_events` was not declared so the first time",
            "it declared 1 kinds of time events the first time, and now 0",
        ),
        (
            Says::Stops,
            "`stops` was not declared so the first time",
            "it declared 1 kinds of time events the first time, and now 0",
        ),
        (Says::Look, "it declared 0 looks the first time, and now 1", "it declared 1 looks the first time, and now 0"),
        (
            Says::Signal,
            "`In` was not declared so the first time",
            "something that was declared the first time is missing",
        ),
    ] {
        let expected = |what: &str| {
            format!(
                "the constructor does not repeat itself: {what} (does it depend on something else than its parameters?)"
            )
        };
        assert_eq!(told(says, says), [""; 0], "{says:?}");
        assert_eq!(told(Says::Nothing, says)[0], expected(more), "{says:?}");
        assert_eq!(told(says, Says::Nothing)[0], expected(less), "{says:?}");
    }
    // One that declares derivatives twice is told of already.
    assert!(!told(Says::Nothing, Says::Pattern).is_empty());
}

#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn who_does_not_end_is_stopped() {
    let faults = declare(Says::Endless).faults;
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(messages.contains(&"its constructor declares more than 1048576 things"), "{messages:?}");
    assert!(messages.len() <= 200, "{}", messages.len());
}

#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn who_talks_too_much_is_cut_short() {
    let declared = declare(Says::Chatter);
    assert_eq!(declared.messages.len(), 10_001);
    assert_eq!(declared.messages[9999].text, "message 9999");
    let last = "its constructor says more than 10000 messages; the others are dropped";
    assert_eq!(declared.messages[10_000].text, last);
}
