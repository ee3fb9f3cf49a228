//! The program under valgrind.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// The program under valgrind, which ends with status 99 where memory is used that must not be. It is a copy without
/// symbols: valgrind would spend half of its time on reading them.
pub(crate) fn under_valgrind() -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_bowline"));
    let copy = program.with_file_name("bowline_without_symbols");
    let lock = File::create(copy.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    let written = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    if written(&copy) < written(program) {
        let status = Command::new("strip").arg("-o").arg(&copy).arg(program).status();
        assert!(status.unwrap().success(), "binutils come with every C compiler");
    }
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=99", "--leak-check=no"]).arg(copy);
    command
}
