//! Reports which code the program's threads run, when it has to end or somebody
//! asks: in signal handlers, without memory and locks.

use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bowline_decimal::Decimal;
use simobject_host::{Calling, Library, ObjectType, calling};

/// Names the kept results, if they are not the rows.
static KEPT: OnceLock<&'static str> = OnceLock::new();

/// Sets the words of messages for what is kept.
pub(crate) fn set_kept(words: &'static str) {
    // Only the first call sets it.
    let _ = KEPT.set(words);
}

/// The words of a message before the place and behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'w> {
    pub(crate) before: &'w str,
    /// By default, what is kept.
    pub(crate) behind: Option<&'w str>,
}

impl<'w> Words<'w> {
    pub(crate) fn of(what: &'w str) -> Self {
        Self { before: what, behind: None }
    }
}

/// Reports what no library can be blamed for: the place does not matter.
pub(crate) fn tell_of_program(what: &str) {
    let mut line = Line::default();
    line.put(what).put(KEPT.get().copied().unwrap_or("; rows up to there are kept")).put("\n");
    line.write();
}

/// Reports what happened in this thread.
pub(crate) fn tell(what: &str) {
    calling(|now| write(Words::of(what), now));
}

/// The same, if the thread is in a library; returns whether it is.
pub(crate) fn tell_if_in_library(words: Words<'_>) -> bool {
    calling(|now| now.inspect(|now| write(words, Some(*now))).is_some())
}

fn write(words: Words<'_>, now: Option<Calling<'_>>) {
    let mut line = Line::default();
    line.put(words.before);
    let mut kept = KEPT.get().copied().unwrap_or("; rows up to there are kept");
    match now {
        None => {
            line.put(" outside of all SimObjects; a library may have spoilt what is not its own");
        }
        Some(Calling::File { path, function }) => {
            match function {
                Some(function) => line.put(" in `").put_foreign(function).put("` of `").put_foreign(path).put("`"),
                None => line.put(" while `").put_foreign(path).put("` was loaded"),
            };
            kept = "; nothing was run";
        }
        Some(Calling::SimObject { object, last, kind, library, time }) => {
            line.put(if last.is_some() { " in one of `" } else { " in `" }).put_foreign(object).put("`");
            if let Some(last) = last {
                line.put(" to `").put_foreign(last).put("`");
            }
            line.put(" (").put_foreign(kind.name());
            if let Some(library) = library.map_or_else(|| built_in(kind), |library| Some(library.name())) {
                line.put(" of ").put_foreign(library);
            }
            line.put(")");
            match time {
                Some(time) => line.put(" at t = ").put_number(time).put(" s"),
                None => line.put(" while it was constructed or destroyed"),
            };
        }
    }
    line.put(words.behind.unwrap_or(kept)).put("\n");
    line.write();
}

/// The built-in library of a type.
fn built_in(kind: &ObjectType) -> Option<&'static str> {
    let has_it = |library: &&Library| library.types().any(|own| ptr::eq(own, kind));
    bowline_surface::libraries::BUILT_IN.into_iter().map(Library::linked_in).find(has_it).map(Library::name)
}

/// A message that takes no memory; it drops what does not fit.
struct Line {
    bytes: [u8; 1024],
    length: usize,
}

impl Default for Line {
    fn default() -> Self {
        Self { bytes: [0; 1024], length: 0 }
    }
}

impl Line {
    fn put(&mut self, text: &str) -> &mut Self {
        let room = &mut self.bytes[self.length..];
        let count = text.len().min(room.len());
        room[..count].copy_from_slice(&text.as_bytes()[..count]);
        self.length += count;
        self
    }

    /// Adds a foreign text, without the characters that terminals take for
    /// commands.
    fn put_foreign(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            let mut bytes = [0; 4];
            let shown = if bowline_harmless::controls(c) { "?" } else { c.encode_utf8(&mut bytes) };
            let Some(room) = self.bytes.get_mut(self.length..self.length + shown.len()) else { break };
            room.copy_from_slice(shown.as_bytes());
            self.length += shown.len();
        }
        self
    }

    fn put_number(&mut self, number: f64) -> &mut Self {
        self.put(Decimal::new().of(number))
    }

    fn write(&self) {
        // SAFETY: the bytes are there; a signal handler may write.
        unsafe { libc::write(libc::STDERR_FILENO, self.bytes.as_ptr().cast(), self.length) };
    }
}

/// Questions to the threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// Why does no step end? The program ends with the answer, if there is one.
    Stalled = 1,
    /// Where are you still, while somebody waits?
    Waiting,
    /// Where are you, now that the program ends?
    Ending,
}

/// The last question.
static QUESTION: AtomicUsize = AtomicUsize::new(0);
/// Whether a thread has answered it.
static IS_ANSWERED: AtomicBool = AtomicBool::new(false);
/// The message about a stalled run; made in advance.
static STALLED: OnceLock<String> = OnceLock::new();

/// Sets the answer to [`Question::Stalled`].
pub(crate) fn set_stalled(words: String) {
    // Only the first call sets it.
    let _ = STALLED.set(words);
}

/// Lets threads answer. Call it on the thread that runs.
pub(crate) fn listen() {
    #[cfg(not(target_os = "linux"))]
    // SAFETY: it always succeeds.
    THE_THREAD.store(unsafe { libc::pthread_self() } as usize, Ordering::Relaxed);
    crate::crash::handle(libc::SIGUSR2, on_question, 0);
}

/// Asks all threads, including this one. The first one in a library answers.
pub(crate) fn ask(question: Question) {
    IS_ANSWERED.store(false, Ordering::Relaxed);
    QUESTION.store(question as usize, Ordering::Release);
    signal_threads();
}

extern "C" fn on_question(_: c_int, _: *const libc::siginfo_t, _: *const libc::c_void) {
    let is_first = || !IS_ANSWERED.swap(true, Ordering::Relaxed);
    let is_there = calling(|now| now.is_some());
    if !is_there || !is_first() {
        return;
    }
    let question = QUESTION.load(Ordering::Acquire);
    if question == Question::Stalled as usize {
        bowline_surface::rows::rescue();
        tell(STALLED.get().map_or("error: stalled", String::as_str));
        crate::crash::leave(crate::crash::FAILED);
    } else if question == Question::Waiting as usize {
        let behind = Some("; a second signal ends the program at once");
        tell_if_in_library(Words { before: "note: the step has not ended yet, it is", behind });
    } else if question == Question::Ending as usize {
        tell_if_in_library(INTERRUPTED);
    }
}

/// The message about a run that does not wait for its step.
const INTERRUPTED: Words<'static> = Words { before: "interrupted", behind: None };

/// Reports the thread that is in a library, if there is one: this one, or
/// another.
pub(crate) fn tell_interrupted() {
    if !tell_if_in_library(INTERRUPTED) {
        ask(Question::Ending);
        // The threads answer at once, or are not in a library.
        let wait = libc::timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        // SAFETY: a signal handler may sleep.
        unsafe { libc::nanosleep(&raw const wait, ptr::null_mut()) };
    }
}

/// Sends the signal of questions to all threads, with calls that a signal handler
/// may use.
#[cfg(target_os = "linux")]
fn signal_threads() {
    const NAME: usize = 19;
    // Small, because a signal handler has little room.
    let mut entries = [0_u64; 64];
    // SAFETY: the path is a C string; what is read fits into the buffer. A thread
    // that has ended since gives an error, which is ignored.
    unsafe {
        let folder = libc::open(c"/proc/self/task".as_ptr(), libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC);
        loop {
            let room = size_of_val(&entries);
            let filled = libc::syscall(libc::SYS_getdents64, folder, entries.as_mut_ptr(), room);
            let Ok(filled @ 1..) = usize::try_from(filled) else { break };
            let bytes = std::slice::from_raw_parts(entries.as_ptr().cast::<u8>(), filled.min(room));
            let mut at = 0;
            // An entry holds its number and offset of 8 bytes each, its length of 2, its kind, its name.
            while at + NAME < bytes.len() {
                let length = usize::from(u16::from_ne_bytes([bytes[at + 16], bytes[at + 17]]));
                let digits = bytes[at + NAME..].iter().take_while(|byte| byte.is_ascii_digit());
                let number = digits.fold(0_i32, |number, digit| number.wrapping_mul(10) + i32::from(digit - b'0'));
                if number > 0 {
                    libc::syscall(libc::SYS_tgkill, libc::getpid(), number, libc::SIGUSR2);
                }
                at += length.max(1);
            }
        }
        libc::close(folder);
    }
}

/// The thread that runs.
#[cfg(not(target_os = "linux"))]
static THE_THREAD: AtomicUsize = AtomicUsize::new(0);

#[cfg(not(target_os = "linux"))]
fn signal_threads() {
    // SAFETY: it is the main thread, which lives as long as the program.
    unsafe { libc::pthread_kill(THE_THREAD.load(Ordering::Relaxed) as libc::pthread_t, libc::SIGUSR2) };
}
