//! `bowline sweep-worker`: runs cases for a campaign that takes no chances with
//! its libraries.

use std::fs::File;
use std::io;

use bowline_campaign::execute::serve;

use super::arguments::WorkerArguments;
use super::asked;
use crate::{Exit, libraries, report};

pub(crate) fn worker(arguments: &WorkerArguments) -> Exit {
    let served = prepare(arguments.parent).and_then(|answers| {
        serve(io::stdin().lock(), answers, |definition| {
            libraries::catalog(&asked::libraries(definition), true).map_err(|error| error.to_string())
        })
    });
    match served {
        Ok(()) => Exit::Done,
        Err(reason) => {
            report::error(&reason.to_string());
            Exit::Failed
        }
    }
}

/// Ends with its parent, leaves Ctrl-C to it, and keeps the way to it free of
/// what libraries print.
#[cfg(unix)]
fn prepare(parent: u32) -> io::Result<File> {
    use std::os::fd::AsFd;
    #[cfg(target_os = "linux")]
    // SAFETY: it asks for a signal, and reads no memory.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    if std::os::unix::process::parent_id() != parent {
        return Err(io::Error::other("the campaign has ended"));
    }
    crate::whereabouts::set_kept("");
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: no handler is called.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    let answers = io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: both are open, and nothing is lost of what was written before.
    if unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(File::from(answers))
}

#[cfg(windows)]
fn prepare(_: u32) -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
