//! What takes the program down from within a library: abort, a fault of memory,
//! a stack overflow, an exception that nobody catches, a call of `exit`. It is
//! said which SimObject it was, and the rows up to there are kept.

use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{mem, ptr};

use bowline_decimal::Decimal;
use simobject_host::{Calling, Library, ObjectType, calling};

use crate::{libraries, rows};

/// The exit status of a run that failed.
const FAILED: c_int = crate::Exit::Failed as c_int;

/// Stack of the handlers of the main thread, bytes; the others have one of the
/// standard library.
const HANDLER_STACK: usize = 64 * 1024;

/// A fault this near to the end of the stack is an overflow, bytes. The end is
/// known but roughly: arguments and environment lie on the stack too.
const NEAR: usize = 4 << 20;

/// Whether the program is at its own end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// What is kept, in words, if it is something else than rows.
static KEPT: OnceLock<&'static str> = OnceLock::new();

/// The end of the main thread's stack, an address; 0 if it has none.
static STACK_END: AtomicUsize = AtomicUsize::new(0);

/// Lets messages say what is kept.
pub(crate) fn set_kept(words: &'static str) {
    // It is set once.
    let _ = KEPT.set(words);
}

/// Listens for what should not happen, until it is dropped.
#[derive(Debug)]
pub(crate) struct CrashWatch(());

impl CrashWatch {
    /// To be called on the main thread, near the beginning of its stack.
    pub(crate) fn begin() -> Self {
        note_stack_end();
        let stack = Box::leak(vec![0_u8; HANDLER_STACK].into_boxed_slice());
        let stack = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        // SAFETY: the stack stays. Where any of this is refused, there is one
        // message less.
        unsafe {
            libc::sigaltstack(&raw const stack, ptr::null_mut());
            libc::atexit(on_exit);
        }
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGFPE, libc::SIGILL] {
            handle(signal, on_fault, libc::SA_RESETHAND);
        }
        Self(())
    }
}

impl Drop for CrashWatch {
    fn drop(&mut self) {
        ENDED.store(true, Ordering::Relaxed);
    }
}

type Handler = extern "C" fn(c_int, *const libc::siginfo_t, *const libc::c_void);

/// Sets the handler of a signal; it runs on a stack of its own.
pub(crate) fn handle(signal: c_int, handler: Handler, flags: c_int) {
    // SAFETY: a sigaction of zeros is one; the handler keeps to what a signal
    // handler may do.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = handler as usize;
        action.sa_flags = flags | libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigaction(signal, &raw const action, ptr::null_mut());
    }
}

extern "C" fn on_fault(signal: c_int, info: *const libc::siginfo_t, _: *const libc::c_void) {
    let what = match signal {
        libc::SIGABRT => "abort (or an exception that nobody caught)",
        libc::SIGFPE => "arithmetic exception",
        libc::SIGILL => "illegal instruction",
        libc::SIGBUS => "bus error",
        // SAFETY: the system passes what it knows of the fault.
        _ if is_stack_end(unsafe { (*info).si_addr() } as usize) => "stack overflow",
        _ => "segmentation fault",
    };
    calling(|now| tell(what, now));
    rows::rescue();
    // The signal does now what it does without a handler, so that whoever began
    // the program sees it, and a core dump is left where one is wanted.
    // SAFETY: it may be called here.
    unsafe { libc::raise(signal) };
}

extern "C" fn on_exit() {
    if !ENDED.load(Ordering::Relaxed) {
        calling(|now| tell("a call of exit", now));
        rows::rescue();
        // SAFETY: nothing of the program runs after it.
        unsafe { libc::_exit(FAILED) };
    }
}

/// Ends the program, if this thread is in a SimObject, saying why; returns if it is not.
pub(crate) fn end_calculation(what: &str) {
    let is_there = calling(|now| now.inspect(|now| tell(what, Some(*now))).is_some());
    if is_there {
        rows::rescue();
        // SAFETY: nothing of the program runs after it.
        unsafe { libc::_exit(FAILED) };
    }
}

/// Says what happened where. Takes no memory and no lock.
fn tell(what: &str, now: Option<Calling<'_>>) {
    let mut line = Line::default();
    line.put("error: ").put(what);
    match now {
        None => line.put(" outside of all SimObjects; a library may have spoilt what is not its own"),
        Some(Calling { object, last, kind, library, time }) => {
            line.put(" in ");
            if last.is_some() {
                line.put("one of ");
            }
            line.put("`").put(object).put("`");
            if let Some(last) = last {
                line.put(" to `").put(last).put("`");
            }
            line.put(" (").put(kind.name());
            let library = library.map_or_else(|| built_in(kind), |library| Some(library.name()));
            if let Some(library) = library {
                line.put(" of ").put(library);
            }
            line.put(")");
            match time {
                Some(time) => line.put(" at t = ").put_number(time).put(" s"),
                None => line.put(" while it was constructed or destroyed"),
            }
        }
    };
    line.put(KEPT.get().copied().unwrap_or("; rows up to there are kept")).put("\n");
    line.write();
}

/// The built-in library of a type.
fn built_in(kind: &ObjectType) -> Option<&'static str> {
    let has_it = |library: &&Library| library.types().any(|own| ptr::eq(own, kind));
    libraries::BUILT_IN.into_iter().map(Library::linked_in).find(has_it).map(Library::name)
}

/// A message that takes no memory; what has no room is left out.
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

    fn put_number(&mut self, number: f64) -> &mut Self {
        self.put(Decimal::new().of(number))
    }

    fn write(&self) {
        // SAFETY: the bytes are there; a signal handler may write.
        unsafe { libc::write(libc::STDERR_FILENO, self.bytes.as_ptr().cast(), self.length) };
    }
}

/// Notes where the stack of this thread ends, which begins about here, if the system limits it.
fn note_stack_end() {
    let here = 0_u8;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is there to be written.
    let is_known = unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) } == 0;
    if is_known && limit.rlim_cur != libc::RLIM_INFINITY {
        let size = usize::try_from(limit.rlim_cur).unwrap_or(0);
        STACK_END.store((&raw const here as usize).saturating_sub(size), Ordering::Relaxed);
    }
}

/// Whether an address is where the main thread's stack ends.
fn is_stack_end(address: usize) -> bool {
    let end = STACK_END.load(Ordering::Relaxed);
    end != 0 && address.abs_diff(end) < NEAR
}
