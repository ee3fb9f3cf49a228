//! Libraries in C and C++, built with the compilers of this machine.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Where `simobject.h` is.
pub(crate) const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/simobject/include");

/// The compiler that a variable names, or the usual one; none, with a line,
/// where there is none.
pub(crate) fn compiler(variable: &str, usual: &str) -> Option<OsString> {
    let compiler = env::var_os(variable).unwrap_or_else(|| usual.into());
    match Command::new(&compiler).arg("--version").output() {
        Ok(_) => Some(compiler),
        Err(reason) => {
            println!("skipped: no compiler `{}` ({reason}); {variable} may name one", compiler.display());
            None
        }
    }
}

/// The compilers of C and C++, which `CC` and `CXX` may name.
pub(crate) struct Compilers {
    c: OsString,
    cpp: OsString,
    /// Where libraries go.
    folder: PathBuf,
}

impl Compilers {
    /// None, with a line, where there are none. `folder` is made for what they build.
    pub(crate) fn new(folder: &str) -> Option<Self> {
        let (c, cpp) = (compiler("CC", "cc"), compiler("CXX", "c++"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        Some(Self { c: c?, cpp: cpp?, folder })
    }

    /// Builds a library of one source file, which is named from the root of the repository.
    pub(crate) fn build(&self, source: &str) -> PathBuf {
        self.build_as(source, if source.ends_with(".c") { "-std=c99" } else { "-std=c++17" })
    }

    /// The same in another version of the language.
    pub(crate) fn build_as(&self, source: &str, standard: &str) -> PathBuf {
        let source = Path::new(source);
        let compiler = if standard.contains("++") { &self.cpp } else { &self.c };
        let stem = source.file_stem().unwrap().to_str().unwrap();
        let library = self.folder.join(format!("{}{stem}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
        let mut command = Command::new(compiler);
        command.args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-O1", "-fPIC", "-shared"]);
        command.args(["-I", HEADERS]);
        command.arg("-o").arg(&library).arg(Path::new(ROOT).join(source)).arg("-lm");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{command:?}: {said}");
        library
    }
}
