//! The headers in every version of C and C++ that there is, by every compiler that is here: without
//! a warning; and what they refuse.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::program::native::{HEADERS, compiler};
use crate::program::text;

/// Compiles a source, and throws the result away.
fn compiled(compiler: &str, standard: &str, source: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(compiler);
    command.arg(format!("-std={standard}")).args(["-fsyntax-only", "-I", HEADERS]).args(more).arg(source);
    command.output().unwrap()
}

fn is_there(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok()
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native_libraries").join(name)
}

/// Compiles these sources by these compilers in these standards, and says how often.
fn all(compilers: &[&str], standards: &[&str], extension: &str, sources: &[&str]) -> usize {
    let directory = TempDir::new().unwrap();
    let empty = directory.path().join(format!("empty.{extension}"));
    fs::write(&empty, "int main(void);\n").unwrap();
    let mut count = 0;
    let missing: Vec<_> = compilers.iter().filter(|compiler| !is_there(compiler)).collect();
    assert!(missing.is_empty() || std::env::var_os("CI").is_none(), "not here: {missing:?}");
    for compiler in compilers.iter().filter(|compiler| is_there(compiler)) {
        // A compiler may be older than a standard.
        let is_known = |standard: &&&str| compiled(compiler, standard, &empty, &[]).status.success();
        for standard in standards.iter().filter(is_known) {
            for name in sources {
                let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
                let output = compiled(compiler, standard, &source(name), &warnings);
                let said = text(&output.stderr);
                assert!(output.status.success() && said.is_empty(), "{compiler} -std={standard} {name}: {said}");
                count += 1;
            }
        }
    }
    count
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn in_all_versions_of_c() {
    let sources = ["three.c", "asking.c", "bundled.c", "looking.c", "joined.c"];
    let count = all(&["gcc", "clang", "cc"], &["c99", "c11", "c17", "c2x", "c23"], "c", &sources);
    assert!(count >= 3 * sources.len(), "{count}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn in_all_versions_of_cpp() {
    let sources = ["three_too.cpp", "asking_too.cpp", "joined_too.cpp"];
    let count = all(&["g++", "clang++"], &["c++17", "c++20", "c++23"], "cpp", &sources);
    assert!(count >= 2 * sources.len(), "{count}");
}

/// What a class says, and what the compiler says of it.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_cpp_refuses_and_why() {
    let cpp = compiler("CXX", "c++");
    let directory = TempDir::new().unwrap();
    let library = |members: &str, declared: &str, functions: &str| {
        let path = directory.path().join("refused.cpp");
        let text = format!(
            r#"#include "simobject.hpp"
               using namespace bowline;
               static const BowlineQuantity row[] = {{BOWLINE_QUANTITY("Pos", "m", 1)}};
               static const BowlineResourceKind KIND = BOWLINE_RESOURCE_KIND("Kind", "", row, row);
               class X : public SimObject {{
               public:
                   static constexpr const char *TypeName = "X";
                   {members}
                   X(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {{
                       (void)creator; (void)&KIND; {declared}
                   }}
                   {functions}
               }};
               BOWLINE_LIBRARY(refused, "1.0", "", X)"#
        );
        fs::write(&path, text).unwrap();
        compiled(cpp.to_str().unwrap(), "c++17", &path, &[])
    };
    let scratch = "static constexpr bool Reentrant = false;";
    let out = r#"creator->AddOutport("Out", 1, PORT_FUNCTION(X::Out));"#;
    let common = "creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(X::Out));";
    for (members, declared, functions, why) in [
        ("", out, "double Out(double, const double *) const { return 1.0; }", None),
        ("", out, "double Out(double, const double *) const noexcept { return 1.0; }", None),
        (scratch, out, "double Out(double, const double *) { return 1.0; }", None),
        ("", out, "double Out(double, const double *) { return 1.0; }", Some("this function may change members")),
        ("", out, "int Out(double, const double *) const { return 1; }", Some("a function that gives numbers is")),
        ("", common, "double Out(double, const double *) const { return 1.0; }", Some("this function is `void F(")),
        ("", "", "void OdeFcn(double, const double *, double *) {}", Some("OdeFcn may change members")),
        ("", "", "void OdeFcn(double, const double *, double *) const {}", None),
        (
            "",
            "",
            "void OdeFcn(double, const double *, double *, bool) const {}",
            Some("there is no bIsMajorTimeStep here"),
        ),
        ("", "", "double NextTimeEvent(double) { return 1.0; }", Some("NextTimeEvent may change members")),
        ("", "", "private: double NextTimeEvent(double) const { return 1.0; }", Some("NextTimeEvent has to be public")),
        (
            "",
            "",
            "double NextStop(double) const { return 1.0; } double NextStop(int) const { return 1.0; }",
            Some("the only function of that name"),
        ),
        (
            scratch,
            r#"creator->Provide("R", &KIND, ANSWER_FUNCTION(X::Answer));"#,
            "void Answer(double, const double *, const double *, double *) const {}",
            Some("who provides a resource is Reentrant"),
        ),
    ] {
        let output = library(members, declared, functions);
        let said = text(&output.stderr);
        match why {
            None => assert!(output.status.success(), "{functions}: {said}"),
            Some(why) => assert!(!output.status.success() && said.contains(why), "{functions}: {why}\nnot in {said}"),
        }
    }
}

/// Every byte of a struct of the ABI is somebody's, so that what is not known can be compared with 0.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn no_struct_has_bytes_between_its_fields() {
    let cc = compiler("CC", "cc");
    let output = compiled(cc.to_str().unwrap(), "c99", &source("three.c"), &["-Wpadded"]);
    let said = text(&output.stderr);
    // The compiler does say so: a clock, which stays on one side, has some.
    assert!(said.contains("simobject_inline.h") && said.contains("padding struct"), "{said}");
    let padded: Vec<&str> =
        said.lines().filter(|line| line.contains("simobject.h:") && line.contains("padding")).collect();
    assert_eq!(padded, [""; 0]);
}
