//! Log messages of the engine and of SimObjects, for a function.

use std::fmt::{self, Write};
use std::sync::OnceLock;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

pub use tracing::{Dispatch, Level};

/// A function that gets what is said; on any thread that works for a model or its runs, on several at once.
struct Listener<F> {
    /// None hears nothing.
    most: Option<Level>,
    function: F,
}

/// Lets a function listen to all that matters so much or more.
pub fn listener(most: Level, function: impl Fn(Level, &str) + Send + Sync + 'static) -> Dispatch {
    // A single dispatcher counts as that of the whole process in `tracing`: messages that first come while it is not
    // active are switched off for good. So there is a second one.
    static ANOTHER: OnceLock<Dispatch> = OnceLock::new();
    ANOTHER.get_or_init(|| Dispatch::new(Listener { most: None, function: |_, _: &str| {} }));
    Dispatch::new(Listener { most: Some(most), function })
}

/// Works, with a listener for its messages.
pub fn heard<T>(listener: Option<&Dispatch>, work: impl FnOnce() -> T) -> T {
    match listener {
        Some(listener) => tracing::dispatcher::with_default(listener, work),
        None => work(),
    }
}

impl<F: Fn(Level, &str) + Send + Sync + 'static> Subscriber for Listener<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("bowline") && self.most.is_some_and(|most| *metadata.level() <= most)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        (self.function)(*event.metadata().level(), &message.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The text of an event, with what belongs to it.
#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let separator = if self.0.is_empty() { "" } else { " " };
        // A text takes whatever is written.
        let _ = match field.name() {
            "message" => write!(self.0, "{separator}{value:?}"),
            name => write!(self.0, "{separator}{name}={value:?}"),
        };
    }
}
