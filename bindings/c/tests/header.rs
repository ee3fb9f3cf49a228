//! `include/bowline.h` is what cbindgen makes of `src`.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use cbindgen::{Builder, Config, DocumentationStyle, Language, RenameRule, Style};

/// Set it to anything to write the header instead of comparing it.
const BLESS: &str = "BOWLINE_BLESS_HEADER";

const BEGINNING: &str = r#"/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * libbowline: models are loaded from scenarios, and run. C99 and C++11.
 *
 * Generated from bindings/c/src of the Bowline repository: change that, not this.
 * docs/embedding.md shows how to use it.
 *
 * - Who gets a handle frees it, in any order; what was made of it stays. Null is freed by doing nothing.
 * - A call that can fail has `error` as its last argument: null, or where a BowlineError is put, or null if all is well.
 *   Calls that make something return null then.
 * - Handles of scenarios, libraries and runs take one call at a time; a second one fails with BOWLINE_STATUS_BUSY. Two
 *   of them have nothing in common: as many runs as you like go on as many threads. All other handles never change, and any
 *   number of threads may use them. A handle must not be freed while another thread uses it.
 * - A null pointer, a handle of another kind and mostly also one that was freed are told; any other pointer is your defect.
 * - Texts are UTF-8. Times are in seconds, numbers in the SI units that are listed.
 * - Signal handlers, the locale and standard output are left as they are; nothing unwinds. */
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn generated() -> String {
    let mut config = Config {
        language: Language::C,
        header: Some(BEGINNING.to_owned()),
        include_guard: Some("BOWLINE_H".to_owned()),
        cpp_compat: true,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        style: Style::Both,
        usize_is_size_t: true,
        documentation_style: DocumentationStyle::Cxx,
        ..Config::default()
    };
    config.enumeration.rename_variants = RenameRule::QualifiedScreamingSnakeCase;
    // They are handed over as numbers: what C passes may be anything.
    config.export.include = vec!["BowlineList".to_owned(), "BowlineLevel".to_owned()];
    let builder = Builder::new().with_config(config).with_src(root().join("src/lib.rs"));
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    without_safety(&String::from_utf8(header).unwrap())
}

/// Without what Rust demands of a comment; the beginning of the header says it once.
fn without_safety(header: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_within = false;
    for line in header.lines() {
        match line.trim_start() {
            "/// # Safety" => {
                is_within = true;
                if kept.last().is_some_and(|last| last.trim() == "///") {
                    kept.pop();
                }
            }
            text if is_within && text.starts_with("///") => {}
            _ => {
                is_within = false;
                kept.push(line);
            }
        }
    }
    kept.join("\n") + "\n"
}

#[test]
fn the_header_is_that_of_the_functions() {
    let path = root().join("include/bowline.h");
    let generated = generated();
    if env::var_os(BLESS).is_some() {
        fs::write(&path, &generated).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    let line = checked_in.lines().zip(generated.lines()).position(|(old, new)| old != new);
    assert!(
        checked_in == generated,
        "include/bowline.h is not what src gives (from line {} on); to write it anew: \
         {BLESS}=1 cargo test -p bowline-c --test header",
        line.unwrap_or_else(|| checked_in.lines().count().min(generated.lines().count())) + 1,
    );
}
