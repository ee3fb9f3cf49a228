//! The host, as a constructor reaches it through the ABI.

use std::marker::PhantomData;

use crate::abi;
use crate::failure::Failure;
use crate::place::Place;

/// The host during one construction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HostCalls<'a> {
    creator: *mut abi::Creator,
    construction: PhantomData<&'a abi::Creator>,
}

/// The value of a parameter; what its kind has no use for is empty.
#[derive(Debug, Clone, Copy)]
pub struct ParameterValue<'h> {
    pub(crate) numbers: &'h [f64],
    pub(crate) columns: usize,
    pub(crate) whole: u64,
    pub(crate) text: &'h str,
    pub(crate) path: &'h str,
}

impl<'a> HostCalls<'a> {
    /// # Safety
    /// `creator` must be what a host passes to a constructor, and stay so for `'a`.
    pub(crate) unsafe fn new(creator: *mut abi::Creator) -> Self {
        Self { creator, construction: PhantomData }
    }

    fn calls(self) -> &'a abi::CreatorCalls {
        // SAFETY: a host's creator points to its table, which stays.
        unsafe { &*(*self.creator).calls }
    }

    pub(crate) fn object_name(self) -> &'a str {
        // SAFETY: the host's text is there during the construction.
        text(unsafe { (self.calls().object_name)(self.creator) })
    }

    /// The value of a parameter, none if it may be left out and is; given to
    /// `take`, since it is gone with the next call.
    pub(crate) fn parameter<V>(
        self,
        request: &abi::Parameter,
        take: impl FnOnce(ParameterValue<'_>) -> V,
    ) -> Option<V> {
        let mut value = abi::Value::NOTHING;
        // SAFETY: both structs are there and say their size; what the value
        // points to is there until the next call, which is not made before
        // `take` has returned.
        unsafe {
            (self.calls().parameter)(self.creator, request, &raw mut value);
            (value.given != 0).then(|| {
                take(ParameterValue {
                    numbers: abi::row(value.numbers, value.count),
                    columns: value.columns,
                    whole: value.whole,
                    text: text(value.text),
                    path: text(value.path),
                })
            })
        }
    }

    pub(crate) fn signal(self, signal: &abi::Signal) -> Place {
        // SAFETY: the struct is there, says its size, and its texts are there.
        let place = unsafe { (self.calls().signal)(self.creator, signal) };
        Place { first: place.first, count: place.count }
    }

    pub(crate) fn bundle(self, bundle: &abi::Bundle) -> u32 {
        // SAFETY: as in `signal`; so is all that it points to.
        unsafe { (self.calls().bundle)(self.creator, bundle) }
    }

    pub(crate) fn terminal(self, terminal: &abi::Terminal) -> u32 {
        // SAFETY: as in `bundle`.
        unsafe { (self.calls().terminal)(self.creator, terminal) }
    }

    pub(crate) fn branch(self, branch: &abi::Branch) {
        // SAFETY: as in `bundle`.
        unsafe { (self.calls().branch)(self.creator, branch) };
    }

    pub(crate) fn resource(self, resource: &abi::Resource) -> Place {
        // SAFETY: as in `signal`.
        let place = unsafe { (self.calls().resource)(self.creator, resource) };
        Place { first: place.first, count: place.count }
    }

    pub(crate) fn number(self, number: &abi::Number) {
        // SAFETY: as in `signal`.
        unsafe { (self.calls().number)(self.creator, number) };
    }

    pub(crate) fn calculation(self, calculation: &abi::Calculation) {
        // SAFETY: as in `signal`.
        unsafe { (self.calls().calculation)(self.creator, calculation) };
    }

    /// Registers a function that announces times of that kind.
    pub(crate) fn time_events(self, kind: u32, next: abi::NextTimeEvent) {
        let size = abi::size::<abi::TimeEvents>();
        let events = abi::TimeEvents { size, kind, next: Some(next), tag: 0 };
        // SAFETY: as in `signal`.
        unsafe { (self.calls().time_events)(self.creator, &raw const events) };
    }

    pub(crate) fn pattern(self, pattern: &abi::Pattern) {
        // SAFETY: as in `signal`.
        unsafe { (self.calls().pattern)(self.creator, pattern) };
    }

    pub(crate) fn look(self, look: &abi::Look) {
        // SAFETY: as in `signal`.
        unsafe { (self.calls().look)(self.creator, look) };
    }

    pub(crate) fn fault(self, kind: u32, parameter: &str, message: &str) {
        let (parameter, message) = (abi::Text::of(parameter), abi::Text::of(message));
        let fault = abi::Fault { size: abi::size::<abi::Fault>(), kind, parameter, message };
        // SAFETY: as in `signal`.
        unsafe { (self.calls().fault)(self.creator, &raw const fault) };
    }

    /// Notes that the constructor failed or panicked.
    pub(crate) fn not_constructed(self, failure: &Failure) {
        let kind = if failure.is_panic() { abi::FAULT_EXCEPTION } else { abi::FAULT_NOT_CONSTRUCTED };
        self.fault(kind, "", failure.message());
    }

    /// The period of the scenario's clock, s.
    pub(crate) fn sample_time(self) -> f64 {
        // SAFETY: the creator is the host's.
        unsafe { (self.calls().sample_time)(self.creator) }
    }

    pub(crate) fn log(self, level: u32, message: &str) {
        // SAFETY: the text is there.
        unsafe { (self.calls().log)(self.creator, level, abi::Text::of(message)) };
    }
}

/// A text of the host's.
fn text<'h>(text: abi::Text) -> &'h str {
    // SAFETY: hosts pass UTF-8, which is there as long as they say.
    unsafe { str::from_utf8_unchecked(abi::row(text.first.cast(), text.length)) }
}
