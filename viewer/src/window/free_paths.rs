//! Names of files that replace nothing.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

/// Makes empty files in the current folder, none of which was there: `NAME-1.END` for each of the ends, or all with the
/// next number.
///
/// # Errors
/// A file cannot be made.
pub fn free_paths<const N: usize>(name: &str, ends: [&str; N]) -> io::Result<[PathBuf; N]> {
    for number in 1.. {
        let paths = ends.map(|end| PathBuf::from(format!("{name}-{number}.{end}")));
        match make(&paths) {
            Ok(()) => return Ok(paths),
            Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(reason),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Makes all of them, or none.
fn make(paths: &[PathBuf]) -> io::Result<()> {
    for (number, path) in paths.iter().enumerate() {
        if let Err(reason) = File::create_new(path) {
            paths[..number].iter().try_for_each(fs::remove_file)?;
            return Err(reason);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with the first number is there, and stays: both files take the second one.
    #[test]
    fn nothing_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("run-plot").display().to_string();
        let there = folder.path().join("run-plot-1.svg");
        fs::write(&there, "a chart").expect("it is written");
        let paths = free_paths(&name, ["csv", "svg"]).expect("there is room");
        assert_eq!(paths, ["csv", "svg"].map(|end| folder.path().join(format!("run-plot-2.{end}"))));
        assert!(!folder.path().join("run-plot-1.csv").exists());
        assert_eq!(fs::read_to_string(there).expect("it is there"), "a chart");
        let nowhere = folder.path().join("nowhere/run").display().to_string();
        assert_eq!(free_paths(&nowhere, ["csv"]).expect_err("no folder").kind(), io::ErrorKind::NotFound);
    }
}
