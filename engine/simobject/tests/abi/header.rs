//! `include/simobject.h` is what cbindgen makes of `src/abi`.

use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

use crate::definitions::{names, root, sources, texts};

/// The beginning of the header; the types are named before they are defined, since some refer to each other.
const BEGINNING: &str = r#"/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The ABI between Bowline and a library of SimObjects, in C99 and C++11.
 *
 * Generated from engine/simobject/src/abi of the Bowline repository: change
 * that, not this. simobject_inline.h, which comes with it, makes it pleasant
 * to use from C; simobject.hpp does so from C++.
 *
 * What both sides rely on (docs/libraries.md says why):
 *
 * - A calculation is a function of what it reads, of time, of its tick, and of parameters:
 *   the same bits for the same numbers, at any state, also at ones that the run never reaches,
 *   in any order and as often as the host likes. It sets all that it gives, every time.
 * - A falling indicator fires where it gets below 0, a rising one where it gets above; 0 itself is
 *   on neither of these sides. Each transition has its own.
 * - Constructors may run at the same time as others, of one type too, and as calculations.
 *   Calculations of a re-entrant type may run at the same time for one SimObject; those of
 *   another type by one thread at a time, not always the same. No static variable changes.
 * - What a call gets is there until it returns; what it passes is copied before that. Tables of
 *   types and kinds stay for good. SimObjects are not moved. Who allocates frees.
 * - Rounding mode, subnormal numbers, traps, locale, signal handlers, the working directory and
 *   standard output are left as they are. Nothing unwinds: exceptions are caught before.
 * - What is logged at a trial point may never have happened.
 * - `a*b + c` is not fused: compile with -ffp-contract=off, never with -ffast-math. */

#ifndef BOWLINE_SIMOBJECT_H
#define BOWLINE_SIMOBJECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
"#;

const END: &str = r#"#ifdef __cplusplus
}
#endif

#include "simobject_inline.h"

#endif"#;

fn generated() -> String {
    let texts = texts();
    let all = |keyword| texts.iter().flat_map(|text| names(text, keyword)).collect::<Vec<_>>();
    let (constants, structs, functions) = (all("const"), all("struct"), all("type"));

    let typedefs: String =
        structs.iter().map(|name| format!("typedef struct Bowline{name} Bowline{name};\n")).collect();
    let mut config = Config {
        language: Language::C,
        header: Some(format!("{BEGINNING}\n{typedefs}")),
        trailer: Some(END.to_owned()),
        no_includes: true,
        style: Style::Tag,
        usize_is_size_t: true,
        documentation_style: DocumentationStyle::Cxx,
        ..Config::default()
    };
    config.export.prefix = Some("Bowline".to_owned());
    config.export.renaming_overrides_prefixing = true;
    for constant in &constants {
        config.export.rename.insert((*constant).to_owned(), format!("BOWLINE_{constant}"));
    }
    // Nothing exported refers to the library, which is where a host begins.
    config.export.include = [&constants, &structs, &functions].into_iter().flatten().map(ToString::to_string).collect();

    let builder = sources().iter().fold(Builder::new().with_config(config), |builder, file| builder.with_src(file));
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    let mut header = String::from_utf8(header).unwrap();
    // Beyond `int` C needs to be told that it is unsigned.
    header = header.replace(" 4294967295\n", " 4294967295u\n");
    // Comments name things as C knows them.
    let renamed = constants.iter().map(|name| (name, format!("`BOWLINE_{name}`")));
    let prefixed = structs.iter().chain(&functions).map(|name| (name, format!("`Bowline{name}`")));
    for (name, as_in_c) in renamed.chain(prefixed) {
        header = header.replace(&format!("[`{name}`]"), &as_in_c).replace(&format!("`{name}`"), &as_in_c);
    }
    header
}

#[test]
fn the_header_is_that_of_the_definitions() {
    crate::generated::compare(&root().join("include/simobject.h"), &generated(), "-p simobject --test abi");
}
