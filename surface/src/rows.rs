//! Rows on their way to where the results go.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Lines are gathered up to this size, bytes, and passed on together.
const ROOM: usize = 64 * 1024;

/// Takes whole lines and passes on whole lines. What finds no room is neither
/// left in the file nor counted.
#[derive(Debug)]
pub struct Rows {
    /// What it is called in messages.
    name: String,
    file: File,
    owner: Owner,
    gathered: Vec<u8>,
    lines: u64,
    bytes: u64,
    /// Its place among [`GATHERED`].
    place: usize,
}

impl Rows {
    /// Writes to an open file, from its beginning.
    pub fn new(name: String, file: File) -> Self {
        let place = OPENED.fetch_add(1, Ordering::Relaxed);
        Self { name, file, owner: Owner::default(), gathered: Vec::with_capacity(ROOM), lines: 0, bytes: 0, place }
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// There is none.
    pub fn to_stdout() -> io::Result<Self> {
        #[cfg(unix)]
        let stdout = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        #[cfg(windows)]
        let stdout = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
        Ok(Self::new("standard output".to_owned(), File::from(stdout)))
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many rows the file holds; the first line is the header.
    pub fn count(&self) -> u64 {
        self.lines.saturating_sub(1)
    }

    /// Keeps the first so many rows. Reads the file for that, which it then has to be.
    ///
    /// # Errors
    /// It cannot be read, or not shortened.
    pub fn truncate(&mut self, rows: u64, path: &Path) -> io::Result<()> {
        self.flush()?;
        let named = |reason: io::Error| io::Error::new(reason.kind(), format!("{}: {reason}", self.name));
        let mut lines = BufReader::new(File::open(path).map_err(named)?);
        let mut bytes = 0;
        // The first line is the header.
        for _ in 0..=rows {
            bytes += lines.skip_until(b'\n').map_err(named)? as u64;
        }
        self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes))).map_err(named)?;
        (self.lines, self.bytes) = (rows + 1, bytes);
        Ok(())
    }

    /// How many rows it was given, also those that are gathered.
    pub fn taken(&self) -> u64 {
        let gathered = self.gathered.iter().filter(|byte| **byte == b'\n').count() as u64;
        (self.lines + gathered).saturating_sub(1)
    }

    /// Passes on the lines; leaves none of them cut off.
    fn pass_on(&mut self, lines: &[u8]) -> io::Result<()> {
        self.owner.check()?;
        let mut passed = 0;
        let outcome = loop {
            match self.file.write(&lines[passed..]) {
                Ok(0) if passed < lines.len() => break Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => passed += count,
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => {}
                Err(reason) => break Err(io::Error::new(reason.kind(), format!("{}: {reason}", self.name))),
            }
            if passed == lines.len() {
                break Ok(());
            }
        };
        let whole = lines[..passed].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        self.lines += lines[..whole].iter().filter(|byte| **byte == b'\n').count() as u64;
        self.bytes += whole as u64;
        if whole < passed {
            // What cannot be shortened, such as a pipe, stays as it is.
            let _ = self.file.set_len(self.bytes);
        }
        outcome
    }
}

/// The process that opened a file, and the only one that writes to it: one that a library forks has the same lines gathered.
#[derive(Debug)]
pub(crate) struct Owner(u32);

impl Default for Owner {
    fn default() -> Self {
        Self(std::process::id())
    }
}

impl Owner {
    /// Whether this process may write.
    ///
    /// # Errors
    /// It was forked since.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.0 == std::process::id() {
            return Ok(());
        }
        Err(io::Error::other("this process was forked from the one that records the run: only that one writes"))
    }
}

/// The lines that the running program has gathered for a file, and where they
/// go: for a program that ends in a crash.
struct Gathered {
    lines: AtomicPtr<u8>,
    length: AtomicUsize,
    descriptor: AtomicUsize,
}

/// Those of the files that were opened first; of others a crash costs more.
static GATHERED: [Gathered; 16] = [const {
    Gathered { lines: AtomicPtr::new(ptr::null_mut()), length: AtomicUsize::new(0), descriptor: AtomicUsize::new(0) }
}; 16];
/// How many files were opened.
static OPENED: AtomicUsize = AtomicUsize::new(0);

/// Writes the lines that are gathered. Takes no memory and no lock, so that a
/// signal handler may call it; nothing may be gathered meanwhile.
#[cfg(unix)]
pub fn rescue() {
    GATHERED.iter().for_each(Gathered::write);
}

impl Gathered {
    #[cfg(unix)]
    fn write(&self) {
        let mut left = self.length.swap(0, Ordering::Acquire);
        let mut line = self.lines.load(Ordering::Acquire);
        let descriptor = i32::try_from(self.descriptor.load(Ordering::Acquire)).unwrap_or(-1);
        while left > 0 {
            // SAFETY: so many bytes were gathered there, and the room for them is
            // given back only after the length is set to 0.
            let count = unsafe { libc::write(descriptor, line.cast(), left) };
            let Ok(count @ 1..) = usize::try_from(count) else { return };
            left -= count;
            line = line.wrapping_add(count);
        }
    }
}

impl Rows {
    /// Lets [`rescue`] know what is gathered.
    fn publish(&self) {
        let Some(place) = GATHERED.get(self.place) else { return };
        place.lines.store(self.gathered.as_ptr().cast_mut(), Ordering::Release);
        #[cfg(unix)]
        place.descriptor.store(std::os::fd::AsRawFd::as_raw_fd(&self.file) as usize, Ordering::Release);
        place.length.store(self.gathered.len(), Ordering::Release);
    }

    /// What is gathered is on its way, or of no use.
    fn retract(&self) {
        if let Some(place) = GATHERED.get(self.place) {
            place.length.store(0, Ordering::Release);
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.retract();
    }
}

impl Write for Rows {
    /// Takes one or more whole lines.
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        if self.gathered.len() + lines.len() > ROOM {
            self.flush()?;
        }
        if lines.len() > ROOM {
            self.pass_on(lines)?;
        } else {
            self.gathered.extend_from_slice(lines);
            self.publish();
        }
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.retract();
        let mut lines = std::mem::take(&mut self.gathered);
        let outcome = self.pass_on(&lines);
        lines.clear();
        self.gathered = lines;
        outcome
    }
}
