//! Handles what takes the program down from within a library: abort, a memory
//! fault, a stack overflow, an uncaught exception, a call of `exit`. The program
//! names the SimObject, and keeps the rows up to there.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::{mem, ptr};

use bowline_surface::rows;

use crate::{memory, whereabouts};

/// The exit status of a run that failed.
pub(crate) const FAILED: c_int = crate::Exit::Failed as c_int;

/// Stack of the main thread's handlers, bytes; the other threads have one of the
/// standard library.
const HANDLER_STACK: usize = 64 * 1024;

/// A fault this near to the end of the stack is an overflow, bytes. The end is
/// known only roughly, because arguments and environment lie on the stack too.
const NEAR: usize = 4 << 20;

/// Whether the program is at its own end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// The watched process; 0 before. A process that a library forks is not watched.
static WATCHED: AtomicI32 = AtomicI32::new(0);

/// The end of the main thread's stack, an address; 0 if it has none.
static STACK_END: AtomicUsize = AtomicUsize::new(0);

/// Listens for what should not happen, until it is dropped.
#[derive(Debug)]
pub(crate) struct CrashWatch(());

impl CrashWatch {
    /// Call it on the main thread, near the beginning of its stack.
    pub(crate) fn begin() -> Self {
        note_stack_end();
        let stack = Box::leak(vec![0_u8; HANDLER_STACK].into_boxed_slice());
        let stack = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        // SAFETY: the stack stays. If the system refuses any of this, one message
        // is missing.
        unsafe {
            libc::sigaltstack(&raw const stack, ptr::null_mut());
            libc::atexit(on_exit);
            WATCHED.store(libc::getpid(), Ordering::Relaxed);
        }
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGFPE, libc::SIGILL] {
            handle(signal, on_fault, libc::SA_RESETHAND);
        }
        whereabouts::listen();
        for signal in INTERRUPTIONS.into_iter().filter(|signal| is_left_alone(*signal)) {
            handle(signal, on_interruption, libc::SA_RESETHAND);
        }
        for (signal, _) in ENDS.into_iter().filter(|(signal, _)| is_left_alone(*signal)) {
            handle(signal, on_end, libc::SA_RESETHAND);
        }
        if is_left_alone(libc::SIGXFSZ) {
            // A file that grows past its limit (`ulimit -f`) is an error of writing then, which says what is kept.
            // SAFETY: no handler is called.
            unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
        }
        Self(())
    }
}

impl Drop for CrashWatch {
    fn drop(&mut self) {
        ENDED.store(true, Ordering::Relaxed);
    }
}

/// The signals that end a program from outside.
const INTERRUPTIONS: [c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Others that would end it without a word, and what to say.
const ENDS: [(c_int, &str); 5] = [
    (libc::SIGUSR1, "error: ended by the signal SIGUSR1"),
    (libc::SIGALRM, "error: ended by the signal SIGALRM"),
    (libc::SIGVTALRM, "error: ended by the signal SIGVTALRM"),
    (libc::SIGPROF, "error: ended by the signal SIGPROF"),
    (libc::SIGXCPU, "error: the limit of processor time is reached (SIGXCPU, `ulimit -t`)"),
];

/// Whether a signal has its default action.
fn is_left_alone(signal: c_int) -> bool {
    set_for(signal) == libc::SIG_DFL
}

/// Restores the default action of interruptions: another handler takes over.
pub(crate) fn leave_interruptions() {
    for signal in INTERRUPTIONS.into_iter().filter(|signal| set_for(*signal) == on_interruption as *const () as usize) {
        // SAFETY: no handler is called.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// The handler of a signal: an address, or libc's name for it.
fn set_for(signal: c_int) -> libc::sighandler_t {
    // SAFETY: null asks for what is set, and changes nothing; a sigaction of zeros is one.
    unsafe {
        let mut set: libc::sigaction = mem::zeroed();
        libc::sigaction(signal, ptr::null(), &raw mut set);
        set.sa_sigaction
    }
}

/// For interruptions before a run can be interrupted: a library may hang while it
/// is loaded.
extern "C" fn on_interruption(signal: c_int, _: *const libc::siginfo_t, _: *const libc::c_void) {
    whereabouts::tell_interrupted();
    // SAFETY: it may be called here.
    unsafe { libc::raise(signal) };
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

extern "C" fn on_end(signal: c_int, _: *const libc::siginfo_t, _: *const libc::c_void) {
    let what = ENDS.iter().find(|(known, _)| *known == signal).map_or("error: ended by a signal", |(_, what)| what);
    rows::rescue();
    whereabouts::tell_of_program(what);
    // SAFETY: it may be called here.
    unsafe { libc::raise(signal) };
}

extern "C" fn on_fault(signal: c_int, info: *const libc::siginfo_t, _: *const libc::c_void) {
    if signal == libc::SIGABRT && memory::is_exhausted() {
        rows::rescue();
        whereabouts::tell_of_program("error: out of memory");
        // SAFETY: it may be called here.
        unsafe { libc::raise(signal) };
        return;
    }
    let what = match signal {
        libc::SIGABRT => "error: abort (or an exception that nobody caught)",
        libc::SIGFPE => "error: arithmetic exception",
        libc::SIGILL => "error: illegal instruction",
        libc::SIGBUS => "error: bus error",
        // SAFETY: the system passes what it knows of the fault.
        _ if is_stack_end(unsafe { (*info).si_addr() } as usize) => "error: stack overflow",
        _ => "error: segmentation fault",
    };
    // No message may cost the rows.
    rows::rescue();
    whereabouts::tell(what);
    // The signal now has its default action, so that the parent process sees it,
    // and the system writes a core dump where wanted.
    // SAFETY: it may be called here.
    unsafe { libc::raise(signal) };
}

extern "C" fn on_exit() {
    if is_too_early() {
        rows::rescue();
        whereabouts::tell("error: a call of exit");
        leave(FAILED);
    }
}

/// Whether a library has forked this process from the program.
pub(crate) fn is_forked() -> bool {
    let watched = WATCHED.load(Ordering::Relaxed);
    // SAFETY: it always succeeds.
    watched != 0 && watched != unsafe { libc::getpid() }
}

/// Whether this process is the program's, and not yet at its own end.
pub(crate) fn is_too_early() -> bool {
    // SAFETY: it always succeeds.
    !ENDED.load(Ordering::Relaxed) && WATCHED.load(Ordering::Relaxed) == unsafe { libc::getpid() }
}

/// Ends the program at once, without anything that would happen at its end.
pub(crate) fn leave(status: c_int) -> ! {
    // Past our own `_exit`.
    #[cfg(target_os = "linux")]
    // SAFETY: nothing of the program runs after it.
    unsafe {
        libc::syscall(libc::SYS_exit_group, status);
    }
    // SAFETY: as above.
    unsafe { libc::_exit(status) }
}

/// Notes where the stack of this thread ends, which begins near here, if the system limits it.
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

/// Whether an address is at the end of the main thread's stack.
fn is_stack_end(address: usize) -> bool {
    let end = STACK_END.load(Ordering::Relaxed);
    end != 0 && address.abs_diff(end) < NEAR
}
