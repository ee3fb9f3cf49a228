//! Shared libraries without types, made of a few lines of C.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::native;

/// A C compiler, and a folder for what it makes.
pub(crate) struct Compiler {
    program: OsString,
    pub(crate) directory: TempDir,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        Self { program: native::compiler("CC", "cc"), directory: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A shared library of that source, which begins with the ABI's header.
    pub(crate) fn shared(&self, name: &str, source: &str, options: &[&str]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let input = path.with_extension("c");
        fs::write(&input, format!("#include \"simobject.h\"\n{source}")).unwrap();
        let mut compiler = Command::new(&self.program);
        compiler.args(["-shared", "-fPIC", "-I", native::HEADERS, "-o"]).arg(&path).arg(&input).args(options);
        let output = compiler.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::remove_file(input).unwrap();
        path.canonicalize().unwrap()
    }

    /// A library without types, with entries for its name and its alias.
    pub(crate) fn library(&self, file: &str, name: &str, alias: Option<&str>) -> PathBuf {
        let aliases = alias.map(|alias| vec![alias]).unwrap_or_default();
        let entries = [&[name], aliases.as_slice()].concat();
        self.shared(file, &source((3, 0), name, &aliases, &entries), &[])
    }
}

/// A library without types: its version of the ABI, its names, and the
/// names in its entries.
pub(crate) fn source(abi: (u32, u32), name: &str, aliases: &[&str], entries: &[&str]) -> String {
    let (major, minor) = abi;
    let texts: String = aliases.iter().map(|alias| format!("BOWLINE_LITERAL(\"{alias}\"), ")).collect();
    let count = aliases.len();
    let functions: String = entries
        .iter()
        .map(|entry| format!("const BowlineLibrary *bowline_library_{entry}(void) {{ return &library; }}\n"))
        .collect();
    format!(
        r#"
static const BowlineText aliases[] = {{ {texts}BOWLINE_LITERAL("") }};
static const BowlineLibrary library = {{
    {major}, {minor}, sizeof(BowlineLibrary), 0,
    BOWLINE_LITERAL("{name}"), BOWLINE_LITERAL("0.3.1"), BOWLINE_LITERAL("Nothing yet"), aliases, {count}, NULL, 0
}};
{functions}"#
    )
}

/// The file of one of the libraries that come with the program, as cargo leaves
/// it beside the tests.
pub(crate) fn of_the_program(name: &str) -> PathBuf {
    let tests = env::current_exe().unwrap();
    let file = format!("{}bowline_{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let path = tests.parent().unwrap().join(file);
    assert!(path.is_file(), "{} is missing", path.display());
    path.canonicalize().unwrap()
}

/// A path, as arguments have it.
pub(crate) fn argument(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
