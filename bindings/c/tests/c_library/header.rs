//! `include/bowline.h` is what cbindgen makes of `src`.

use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, DocumentationStyle, Language, RenameRule, Style};

const BEGINNING: &str = r#"/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * libbowline: models are loaded from scenarios, and run. C99 and C++11.
 *
 * Generated from bindings/c/src of the Bowline repository: change that, not this.
 * docs/embedding.md shows how to use it.
 *
 * - You free each handle that you get, in any order; a model outlives its scenario, a run its model. Freeing null does
 *   nothing.
 * - A call that can fail takes `error` as its last argument: null, or the address of a pointer, which the call sets to an
 *   error or to null. Calls that return a handle return null on failure.
 * - Scenarios, sets of libraries and runs take one call at a time; a second call fails with BOWLINE_STATUS_BUSY. Runs share
 *   nothing: run as many as you like on as many threads. All other handles are immutable, and any number of threads may use
 *   them. Do not free a handle while another thread uses it.
 * - Calls detect a null pointer, a handle of another kind and, as long as its memory is not reused, a freed handle. Passing
 *   any other pointer is undefined.
 * - Texts are UTF-8. Times are in seconds, numbers in the listed SI units.
 * - The library installs no signal handlers, leaves locale and standard output alone, and lets nothing unwind. */
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
    crate::generated::compare(&root().join("include/bowline.h"), &generated(), "-p bowline-c --test c_library");
}
