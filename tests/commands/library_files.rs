//! Files that are no sound libraries: each is refused in words, and none takes
//! the program down.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::bare_library::{Compiler, argument, of_the_program, source};
use crate::program::{bowline, text};

/// What the program says of a file that it refuses, without the path.
fn refusal(path: &Path) -> String {
    let elsewhere = TempDir::new().unwrap();
    let output = bowline(&elsewhere, &["list", "--library", &argument(path)]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(text(&output.stdout), "", "nothing is listed");
    let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let start = format!("error: cannot load the library `{}`: ", canonical.display());
    let given = format!("error: cannot load the library `{}`: ", path.display());
    let reason = said.strip_prefix(&start).or_else(|| said.strip_prefix(&given));
    reason.unwrap_or_else(|| panic!("{said}")).trim_end().to_owned()
}

/// What is said of a library of that source.
fn refusal_of(compiler: &Compiler, source: &str) -> String {
    refusal(&compiler.shared("libX.so", source, &[]))
}

#[test]
fn a_file_that_is_no_shared_library_is_refused() {
    let directory = TempDir::new().unwrap();
    let refusal_of = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        fs::write(&path, bytes).unwrap();
        refusal(&path)
    };
    let none = "it is no shared library: neither ELF, nor Mach-O, nor PE (DLL)";
    assert_eq!(refusal_of("text.so", b"This is a text, and not a library.\n"), none);
    assert_eq!(refusal_of("zeros.so", &[0; 4096]), none);
    assert_eq!(refusal_of("short.so", b"\x7fELF"), "it is no shared library: the file has only 4 bytes");
    assert_eq!(refusal_of("empty.so", b""), "the file is empty");
    let archive = "it is a static library (an archive); a shared one is needed";
    assert_eq!(refusal_of("libX.a", b"!<arch>\n/               0           "), archive);
    assert_eq!(refusal(directory.path()), "it is a directory");
    if cfg!(unix) {
        assert_eq!(refusal(Path::new("/dev/zero")), "it is not a file");
    }
    let missing = refusal(&directory.path().join("missing.so"));
    assert!(missing.starts_with("No such file or directory"), "{missing}");
}

#[test]
fn a_library_that_is_cut_off_is_refused_wherever_it_ends() {
    let whole = fs::read(of_the_program("tutorial")).unwrap();
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("libcut.so");
    let last = whole.len() - 1;
    for length in [16, 63, 64, 500, 4096, 10_000, last / 4, last / 2, last / 10 * 9, last] {
        fs::write(&path, &whole[..length]).unwrap();
        let reason = refusal(&path);
        assert!(reason.contains("cut off"), "{length} of {} bytes: {reason}", whole.len());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_for_another_machine_is_refused() {
    let mut bytes = fs::read(of_the_program("tutorial")).unwrap();
    // `e_machine` of the ELF header: s390, which no test runs on.
    bytes[18..20].copy_from_slice(&22_u16.to_le_bytes());
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("libother.so");
    fs::write(&path, bytes).unwrap();
    let reason = refusal(&path);
    let here = format!("this program runs on {} (ELF)", std::env::consts::ARCH);
    assert!(reason.starts_with("it is for ") && reason.ends_with(&here), "{reason}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_for_another_version_of_the_abi_is_refused() {
    let compiler = Compiler::new();
    for (major, minor) in [(1, 0), (2, 0), (4, 0), (0, 9), (u32::MAX, u32::MAX)] {
        let said = refusal_of(&compiler, &source((major, minor), "X", &[], &["X"]));
        let reason = format!("it was built for ABI {major}.{minor}; this program takes ABI 3.0 to 3.1");
        assert!(said.starts_with(&reason), "{said}");
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn bowline_itself_is_no_library_of_simobjects() {
    let compiler = Compiler::new();
    let itself = source((3, 0), "X", &["bowline_engine"], &["X", "bowline_engine"]);
    let said = refusal_of(&compiler, &itself);
    assert!(said.starts_with("it is Bowline itself, to be linked into programs: "), "{said}");
    for file in ["found/libbowline.so", "found/lib_bowline.so"] {
        compiler.shared(file, &itself, &[]);
    }
    let list = bowline(&compiler.directory, &["list", "--library-path", "found"]);
    assert!(list.status.success() && !text(&list.stdout).contains("\nX "), "{}", text(&list.stdout));
    assert_eq!(text(&list.stderr), "", "it lies there by right");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_without_a_sound_entry_is_refused() {
    let compiler = Compiler::new();
    assert_eq!(
        refusal_of(&compiler, "int answer(void) { return 42; }"),
        "it exports no function `bowline_library_NAME`: there is no library of SimObjects in it"
    );
    assert_eq!(
        refusal_of(&compiler, "const BowlineLibrary *bowline_library_X(void) { return NULL; }"),
        "its entry returns a null pointer"
    );
    assert_eq!(
        refusal_of(&compiler, "const BowlineLibrary bowline_library_X = { .abi_major = 3 };"),
        "what it exports as `bowline_library_X` is not a function"
    );
    assert_eq!(
        refusal_of(&compiler, &source((3, 0), "X", &[], &["Y"])),
        "its function `bowline_library_Y` returns the library `X`, but it exports no function `bowline_library_X`"
    );
    assert_eq!(
        refusal_of(&compiler, &source((3, 0), "X", &["Old"], &["X"])),
        "its function `bowline_library_X` returns the library `X`, also called `Old`, \
         but it exports no function `bowline_library_Old`"
    );
    let nowhere = |counts: &str| source((3, 0), "X", &[], &["X"]).replace("aliases, 0, NULL, 0", counts);
    assert_eq!(refusal_of(&compiler, &nowhere("aliases, 0, NULL, 3")), "it claims 3 types at a null pointer");
    assert_eq!(refusal_of(&compiler, &nowhere("NULL, 3, NULL, 0")), "it claims 3 aliases at a null pointer");
    assert_eq!(
        refusal_of(&compiler, &source((3, 0), "X", &[], &["X", "Y"])),
        "its function `bowline_library_Y` returns the library `X`, which has no such name or alias"
    );
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_a_library_misses_is_told_in_the_words_of_the_loader() {
    let compiler = Compiler::new();
    let needed = compiler.shared("libneeded.so", "int needed(void) { return 1; }", &[]);
    let uses = format!("int needed(void);\nint answer(void) {{ return needed(); }}\n{}", sound("X"));
    let library = compiler.shared("libX.so", &uses, &[&argument(&needed)]);
    fs::remove_file(&needed).unwrap();
    let reason = refusal(&library);
    assert!(reason.contains("libneeded.so"), "{reason}");
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    assert!(reason.ends_with("libneeded.so: cannot open shared object file: No such file or directory"), "{reason}");

    let undefined = format!("int nowhere(void);\nint answer(void) {{ return nowhere(); }}\n{}", sound("Y"));
    if cfg!(target_os = "linux") {
        let reason = refusal(&compiler.shared("libY.so", &undefined, &[]));
        assert!(reason.ends_with("undefined symbol: nowhere"), "{reason}");
    }
}

fn sound(name: &str) -> String {
    source((3, 0), name, &[], &[name])
}

#[test]
fn a_refused_library_ends_every_command_with_2() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("libX.so"), "text").unwrap();
    let scenario = crate::program::tutorial();
    let commands: [&[&str]; 5] =
        [&["run", &scenario], &["check", &scenario], &["list"], &["describe", "Body/Mass"], &["schema"]];
    for command in commands {
        let output = bowline(&directory, &[command, &["--library", "libX.so"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(text(&output.stderr).contains("libX.so`: it is no shared library"), "{command:?}");
        assert_eq!(text(&output.stdout), "", "{command:?}");
    }
    let output = bowline(&directory, &["check", &scenario, "--format", "json", "--library", "libX.so"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (report["valid"].as_bool(), &report["diagnostics"][0]["code"]),
        (Some(false), &"unusable-library".into())
    );
}
