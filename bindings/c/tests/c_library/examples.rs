//! The examples, compiled as a program of others is: with the header, the shared library and what is installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// Where cargo put the library, beside the tests.
fn built() -> PathBuf {
    let test = env::current_exe().unwrap();
    let folder = test.parent().unwrap().to_path_buf();
    assert!(folder.join("libbowline.so").exists(), "{} has no libbowline.so", folder.display());
    folder
}

/// Whether a tool is not there, which has been told; in CI it has to be.
fn is_missing(tools: &[&str]) -> bool {
    let is_there = |tool: &&str| Command::new(tool).arg("--version").output().is_ok();
    let Some(missing) = tools.iter().find(|tool| !is_there(tool)) else { return false };
    assert!(env::var_os("CI").is_none(), "there is no `{missing}`");
    eprintln!("skipped: there is no `{missing}` here");
    true
}

fn done(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|reason| panic!("{command:?}: {reason}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    out
}

/// Compiles an example, with the warnings that careful people have.
fn compiled(example: &str, folder: &Path) -> PathBuf {
    let is_cpp = example.ends_with(".cpp");
    let program = folder.join(example.split('.').next().unwrap());
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++17") } else { ("cc", "-std=c99") };
    let built = built();
    done(
        Command::new(compiler)
            .args([standard, "-O1", "-g", "-pthread", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o"])
            .arg(&program)
            .arg(root().join("examples").join(example))
            .arg(format!("-I{}", root().join("include").display()))
            .args([
                format!("-L{}", built.display()),
                "-lbowline".to_owned(),
                format!("-Wl,-rpath,{}", built.display()),
            ]),
    );
    program
}

fn scenarios() -> PathBuf {
    root().join("../../scenarios")
}

/// What a control loop of fifty lines does with the excavator.
#[test]
fn the_excavator_obeys_a_program() {
    if is_missing(&["cc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let lines = fs::read_to_string(root().join("examples/excavator.c")).unwrap();
    let main = lines.lines().skip_while(|line| !line.starts_with("int main")).count();
    assert!(main <= 50, "{main} lines");
    let program = compiled("excavator.c", folder.path());
    let out = done(Command::new(program).arg(scenarios().join("excavator.xml")));
    let last = out.lines().last().unwrap();
    let number = |behind: &str| {
        let rest = &last[last.find(behind).unwrap() + behind.len()..];
        rest.split_whitespace().next().unwrap().parse::<f64>().unwrap()
    };
    assert!((number("boom") - 0.8).abs() < 0.05 && (number("stick") + 1.6).abs() < 0.05, "{out}");
}

#[test]
fn many_threads_run_one_model() {
    if is_missing(&["c++"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = done(&mut Command::new(compiled("threads.cpp", folder.path())));
    assert!(out.ends_with("cancelled\n"), "{out}");
}

/// Nothing is read that is not there, and nothing is lost.
#[test]
fn valgrind_finds_nothing() {
    if is_missing(&["cc", "c++", "valgrind"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let valgrind = |program: PathBuf| {
        let mut command = Command::new("valgrind");
        command.args([
            "-q",
            "--error-exitcode=9",
            "--leak-check=full",
            "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite",
        ]);
        command.arg(program);
        command
    };
    let results = folder.path().join("results.csv");
    done(valgrind(compiled("run.c", folder.path())).arg(scenarios().join("mass_linear_spring.xml")).arg(&results));
    assert!(fs::read_to_string(&results).unwrap().lines().last().unwrap().starts_with("100,"));
    // What is wrong is freed too.
    let mut wrong = valgrind(folder.path().join("run"));
    let output = wrong.arg(scenarios().join("mass_linear_spring.xml")).arg(&results).arg("B.Mess=3").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    done(&mut valgrind(compiled("threads.cpp", folder.path())));
}

/// What a package manager does: the header, both libraries, a pkg-config file and a CMake package.
#[test]
fn it_is_installed_for_pkg_config_and_cmake() {
    if is_missing(&["cc", "cmake", "pkg-config"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (build, prefix) = (folder.path().join("build"), folder.path().join("prefix"));
    let built = format!("-DBOWLINE_BUILT={}", built().display());
    done(
        Command::new("cmake")
            .arg("-S")
            .arg(root())
            .arg("-B")
            .arg(&build)
            .args([&built, "-DCMAKE_INSTALL_LIBDIR=lib/deep"]),
    );
    done(Command::new("cmake").arg("--install").arg(&build).arg("--prefix").arg(&prefix));

    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "bowline"])
        .env("PKG_CONFIG_PATH", prefix.join("lib/deep/pkgconfig"))
        .output()
        .unwrap();
    assert!(flags.status.success(), "{}", String::from_utf8_lossy(&flags.stderr));
    let flags = String::from_utf8(flags.stdout).unwrap();
    let program = folder.path().join("excavator");
    let mut cc = Command::new("cc");
    cc.args(["-Wall", "-Werror"]).arg(root().join("examples/excavator.c"));
    done(cc.args(flags.split_whitespace()).arg("-o").arg(&program));
    let mut excavator = Command::new(program);
    done(excavator.arg(scenarios().join("excavator.xml")).env("LD_LIBRARY_PATH", prefix.join("lib/deep")));

    let project = folder.path().join("project");
    fs::create_dir(&project).unwrap();
    fs::write(
        project.join("CMakeLists.txt"),
        "cmake_minimum_required(VERSION 3.16)\nproject(uses C)\nset(bowline_DIR \"${bowline_at}\")\nfind_package(bowline 0.1 REQUIRED)\n\
         add_executable(shared run.c)\ntarget_link_libraries(shared PRIVATE bowline::bowline)\n\
         add_executable(static run.c)\ntarget_link_libraries(static PRIVATE bowline::static)\n",
    )
    .unwrap();
    fs::copy(root().join("examples/run.c"), project.join("run.c")).unwrap();
    let out = project.join("build");
    let found = format!("-Dbowline_at={}", prefix.join("lib/deep/cmake/bowline").display());
    done(Command::new("cmake").arg("-S").arg(&project).arg("-B").arg(&out).arg(found));
    done(Command::new("cmake").arg("--build").arg(&out));
    let results = |program: &str| {
        let to = folder.path().join(format!("{program}.csv"));
        done(Command::new(out.join(program)).arg(scenarios().join("position_servo.xml")).arg(&to));
        fs::read(to).unwrap()
    };
    assert!(results("shared") == results("static"), "two libraries, two results");
}
