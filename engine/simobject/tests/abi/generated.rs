//! Files that a test generates, and that are checked in.

use std::path::Path;
use std::{env, fs};

/// Set it to anything to write a header instead of comparing it.
pub(crate) const BLESS: &str = "BOWLINE_BLESS_HEADER";

/// Compares a file with what it is generated as; or writes it.
///
/// # Panics
/// They differ: with the line, and the command that writes it.
pub(crate) fn compare(path: &Path, generated: &str, tests: &str) {
    if env::var_os(BLESS).is_some() {
        fs::write(path, generated).unwrap();
    }
    let checked_in = fs::read_to_string(path).unwrap_or_default();
    let line = checked_in.lines().zip(generated.lines()).position(|(old, new)| old != new);
    assert!(
        checked_in == generated,
        "{} is not what the sources give (from line {} on); to write it anew: {BLESS}=1 cargo test {tests} header",
        path.display(),
        line.unwrap_or_else(|| checked_in.lines().count().min(generated.lines().count())) + 1,
    );
}
