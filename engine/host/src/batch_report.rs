//! What calculations tell while they run.

use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr;

use simobject::{Failure, FailureKind, Level, abi};

use crate::text;

/// Something that a library says to the user.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// How important it is.
    pub level: Level,
    /// Position of the SimObject in its store, where one was calculating.
    pub object: usize,
    /// Place of the resource that this one asked, if who answers says it.
    pub asked: Option<u32>,
    /// What it says.
    pub text: String,
}

/// A batch that stopped at one of its SimObjects.
#[derive(Debug, Clone, PartialEq)]
pub struct Stopped {
    /// Position of the SimObject in its store.
    pub object: usize,
    /// Place of the resource that this one asked, if who answers failed.
    pub asked: Option<u32>,
    /// Why.
    pub failure: Failure,
}

/// What there is to tell of a batch.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BatchReport {
    /// What its SimObjects said.
    pub messages: Vec<Message>,
    /// The one that failed, if one did.
    pub stopped: Option<Stopped>,
}

/// Most messages that are kept of one batch.
const MOST_MESSAGES: usize = 100;

/// Most numbers to go on with: whoever asks for more makes a mistake anyway.
const MOST_STAND_INS: usize = 1 << 20;

/// Where a batch notes what it has to tell: mostly nothing.
pub(crate) struct Reporter {
    /// Dropped by hand, so that nothing is called where there is nothing.
    notes: ManuallyDrop<Option<Box<Pages>>>,
    /// The `Io` that was lent; null, where none was yet.
    lent: *const abi::Io,
}

impl Drop for Reporter {
    #[inline]
    fn drop(&mut self) {
        #[cold]
        fn forget(notes: &mut Option<Box<Pages>>) {
            *notes = None;
        }
        if self.notes.is_some() {
            forget(&mut self.notes);
        }
    }
}

#[derive(Default)]
struct Pages {
    notes: BatchReport,
    /// Numbers to go on with after a use of a place outside; the last are the most.
    stand_ins: Vec<Box<[f64]>>,
}

impl Pages {
    /// So many numbers to go on with, which are not a number. Those that were
    /// given out before stay, since the library may still look at them.
    fn numbers(&mut self, width: usize) -> &mut [f64] {
        let width = width.min(MOST_STAND_INS);
        if self.stand_ins.last().is_none_or(|numbers| numbers.len() < width) {
            let room = self.stand_ins.last().map_or(width, |numbers| width.max(2 * numbers.len()));
            self.stand_ins.push(vec![f64::NAN; room].into_boxed_slice());
        }
        let Some(numbers) = self.stand_ins.last_mut() else { unreachable!("there are some now") };
        numbers.fill(f64::NAN);
        numbers
    }
}

impl Reporter {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { notes: ManuallyDrop::new(None), lent: ptr::null() }
    }

    /// Lets an `Io` write into a reporter, until another one is opened for it.
    ///
    /// # Safety
    /// The reporter must be there, and be nobody else's.
    #[inline]
    pub(crate) unsafe fn open(reporter: *mut Self, io: &mut abi::Io) {
        io.calls = &raw const CALLS;
        io.notes = reporter.cast();
        // SAFETY: the caller's promise.
        unsafe { (*reporter).lent = io };
    }

    /// Lets another `Io`, made by the host, write where that one writes; which one it was before.
    ///
    /// # Safety
    /// A reporter must be open for `io`, or none, and be nobody else's meanwhile.
    pub(crate) unsafe fn lend(io: &mut abi::Io, lent: *const abi::Io) -> *const abi::Io {
        // SAFETY: the caller's promise.
        match unsafe { io.notes.cast::<Self>().as_mut() } {
            Some(reporter) => std::mem::replace(&mut reporter.lent, lent),
            None => ptr::null(),
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.notes.is_none()
    }

    fn pages(&mut self) -> &mut Pages {
        self.notes.get_or_insert_default()
    }

    pub(crate) fn fail(&mut self, object: usize, failure: Failure) {
        self.fail_at((object, None), failure);
    }

    fn fail_at(&mut self, (object, asked): At, failure: Failure) {
        self.pages().notes.stopped.get_or_insert(Stopped { object, asked, failure });
    }

    /// What was noted, with positions in the store. The batch was `range` of
    /// it, and `done` is where it stopped: that goes for notes of a loop which
    /// did not say which SimObject calculates, and left what another one said.
    pub(crate) fn close(mut self, range: Range<usize>, done: usize) -> BatchReport {
        let mut notes = self.notes.take().map(|pages| pages.notes).unwrap_or_default();
        let last = range.len().saturating_sub(1);
        let in_store =
            |object: &mut usize| *object = range.start + if *object <= last { *object } else { done.min(last) };
        notes.messages.iter_mut().for_each(|message| in_store(&mut message.object));
        notes.stopped.iter_mut().for_each(|stopped| in_store(&mut stopped.object));
        notes
    }
}

static CALLS: abi::IoCalls = abi::IoCalls { size: abi::size::<abi::IoCalls>(), reserved: 0, fail, out_of_bounds, log };

/// Which SimObject is calculating, and which resource it is asking.
type At = (usize, Option<u32>);

/// The reporter, and where the calculation is.
///
/// # Safety
/// `io` must be one that a reporter was opened for, or null.
unsafe fn reporter<'b>(io: *mut abi::Io) -> Option<(&'b mut Reporter, At)> {
    // SAFETY: the caller's promise; a library that passes another pointer
    // breaks its own.
    let (reporter, io) = unsafe { io.as_ref().and_then(|io| Some((io.notes.cast::<Reporter>().as_mut()?, io)))? };
    let at = (io.object, (io.asking != abi::NOT_ASKING).then_some(io.asking));
    if !ptr::eq(reporter.lent, io) && !reporter.lent.is_null() {
        let copied = "called Bowline with a copy of its `Io`, which may lack what a later Bowline reads: a mistake in \
                      the library";
        reporter.fail_at(at, Failure::fatal(copied));
    }
    Some((reporter, at))
}

unsafe extern "C" fn fail(io: *mut abi::Io, kind: u32, message: abi::Text) {
    // SAFETY: libraries pass the `io` that they were given.
    let Some((reporter, at)) = (unsafe { reporter(io) }) else { return };
    // SAFETY: a text that a library passes is there while it is passed.
    let message = unsafe { text::read(message) }.0.into_owned();
    let failure = match kind {
        abi::FAILURE_RECOVERABLE => Failure::recoverable(message),
        abi::FAILURE_THROWN => Failure::of(FailureKind::Thrown, message),
        _ => Failure::fatal(message),
    };
    reporter.fail_at(at, failure);
}

unsafe extern "C" fn out_of_bounds(io: *mut abi::Io, place: u32, width: usize) -> *mut f64 {
    // SAFETY: as in `fail`.
    let Some((reporter, at)) = (unsafe { reporter(io) }) else { return ptr::null_mut() };
    let message = format!("used place {place}, which is outside the workspace");
    reporter.fail_at(at, Failure::of(FailureKind::OutOfBounds { place }, message));
    reporter.pages().numbers(width).as_mut_ptr()
}

unsafe extern "C" fn log(io: *mut abi::Io, level: u32, message: abi::Text) {
    // SAFETY: as in `fail`.
    let Some((reporter, at)) = (unsafe { reporter(io) }) else { return };
    // SAFETY: as in `fail`.
    let text = unsafe { text::read(message) }.0.into_owned();
    let messages = &mut reporter.pages().notes.messages;
    if messages.len() < MOST_MESSAGES {
        messages.push(Message { level: Level::of(level), object: at.0, asked: at.1, text });
    }
}
