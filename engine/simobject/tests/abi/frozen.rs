//! What libraries were built for stays where it was: the offset of every field, every slot of the tables of functions and
//! the value of every constant are those of `frozen.txt`. The ABI may grow at its ends only.

// Libraries of other widths are laid out by the same rules.
use std::collections::BTreeMap;
use std::env;
use std::fs;

use simobject::abi;

use crate::definitions::{names, root, texts};

/// Set it to anything to write down what has grown.
const BLESS: &str = "BOWLINE_BLESS_ABI";

/// They never get another field; of the creator libraries see only what it points to.
const NEVER_GROW: [&str; 3] = ["Creator", "Place", "Text"];

const BEGINNING: &str = "\
# The ABI of Bowline on 64 bits, from engine/simobject/src/abi: fields with their offsets, constants, functions.
# Test `frozen` compares it, and writes down what has grown; what stands here stays.
";

/// What something is, by its name: a field (`Signal.role`), a struct that never grows, a constant, a type of functions.
type Frozen = BTreeMap<String, String>;

/// A type on one line, without the names of parameters.
fn plain(kind: &str) -> String {
    let words = kind.split_whitespace().map(|word| match word.strip_suffix(':') {
        Some(_) => word.rfind('(').map_or("", |open| &word[..=open]),
        None => word,
    });
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.replace("( ", "(").replace(", )", ")").replace(",)", ")").replace(", >", ">").replace("< ", "<")
}

/// The parts of a list, whatever brackets stand in it.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    let mut before = ' ';
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            '>' if before == '-' => {}
            ')' | ']' | '>' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The name and type of each field of a struct, in their order.
fn fields(text: &str, name: &str) -> Vec<(String, String)> {
    let start = format!("pub struct {name} {{\n");
    let from = text.find(&start).unwrap_or_else(|| panic!("`{name}` is no struct with fields that have names"));
    let body = &text[from + start.len()..];
    let body = &body[..body.find("\n}").unwrap() + 1];
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with("#["));
    let body = lines.collect::<Vec<_>>().join("\n");
    let field = |part: &str| {
        let public = part.strip_prefix("pub ").unwrap_or_else(|| panic!("{name}: `{part}` is not public"));
        let (field, kind) = public.split_once(':').unwrap();
        (field.to_owned(), plain(kind))
    };
    parts(&body).into_iter().map(field).collect()
}

/// Structs by their names: names and types of their fields.
type Structs = BTreeMap<String, Vec<(String, String)>>;

/// Size and alignment of a type, as C lays it out.
fn layout(kind: &str, structs: &Structs) -> (usize, usize) {
    match kind {
        "u32" => (4, 4),
        "u64" | "usize" | "f64" => (8, 8),
        _ if kind.starts_with("*const ") || kind.starts_with("*mut ") => (8, 8),
        _ if kind.starts_with("unsafe extern \"C\" fn(") || kind.starts_with("Option<unsafe extern \"C\" fn(") => {
            (8, 8)
        }
        _ if kind.starts_with('[') => {
            let (one, count) = kind[1..kind.len() - 1].rsplit_once("; ").unwrap();
            let (size, alignment) = layout(one, structs);
            (size * count.parse::<usize>().unwrap(), alignment)
        }
        _ => {
            let fields = structs.get(kind).unwrap_or_else(|| panic!("how long is a `{kind}`? Teach `layout`"));
            let end = offsets(fields, structs).pop().unwrap();
            let alignment = fields.iter().map(|(_, kind)| layout(kind, structs).1).max().unwrap();
            (end.next_multiple_of(alignment), alignment)
        }
    }
}

/// Where each field begins, and the last one ends.
fn offsets(fields: &[(String, String)], structs: &Structs) -> Vec<usize> {
    let mut offsets = vec![0_usize];
    for (name, kind) in fields {
        let (size, alignment) = layout(kind, structs);
        let at = offsets.pop().unwrap();
        assert!(at.is_multiple_of(alignment), "there are bytes between the fields before `{name}`");
        offsets.extend([at, at + size]);
    }
    offsets
}

/// The value of a whole constant.
fn value(expression: &str) -> u64 {
    let number = |digits: &str| {
        let digits = digits.replace('_', "");
        let parsed = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        parsed.unwrap_or_else(|_| panic!("what is `{expression}`? Teach `value`"))
    };
    match expression.split_once(" << ") {
        _ if expression == "u32::MAX" => u64::from(u32::MAX),
        Some((one, by)) => number(one) << number(by),
        None => number(expression),
    }
}

fn structs(texts: &[String]) -> Structs {
    let of =
        |text: &String| names(text, "struct").iter().map(|name| ((*name).to_owned(), fields(text, name))).collect();
    texts.iter().flat_map(|text| -> Vec<_> { of(text) }).collect()
}

/// What the definitions say.
fn defined(texts: &[String]) -> Frozen {
    let structs = structs(texts);
    let mut found = Frozen::new();
    for (name, fields) in &structs {
        for ((field, kind), at) in fields.iter().zip(offsets(fields, &structs)) {
            found.insert(format!("{name}.{field}"), format!("at {at}, {kind}"));
        }
        if NEVER_GROW.contains(&&**name) {
            found.insert(name.clone(), format!("{} bytes, never more", layout(name, &structs).0));
        }
    }
    for text in texts {
        let item = |keyword: &str, name: &str| {
            let start = format!("\npub {keyword} {name}");
            let rest = &text[text.find(&start).unwrap() + start.len()..];
            rest[..rest.find(';').unwrap()].to_owned()
        };
        for name in names(text, "const") {
            let item = item("const", &format!("{name}:"));
            let (kind, expression) = item.split_once('=').unwrap();
            let value = match kind.trim() {
                "f64" => expression.trim().to_owned(),
                _ => value(expression.trim()).to_string(),
            };
            found.insert(name.to_owned(), format!("{} {value}", kind.trim()));
        }
        for name in names(text, "type") {
            found.insert(name.to_owned(), plain(item("type", &format!("{name} =")).trim()));
        }
    }
    found
}

fn as_text(frozen: &Frozen) -> String {
    let lines = frozen.iter().map(|(name, what)| format!("{name}: {what}\n"));
    BEGINNING.to_owned() + &lines.collect::<String>()
}

fn as_kept(text: &str) -> Frozen {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").unwrap()).map(|(name, what)| (name.to_owned(), what.to_owned())).collect()
}

/// What has grown, and what is not any more what it was.
fn compared(kept: &Frozen, now: &Frozen) -> (Vec<String>, Vec<String>) {
    let (mut grown, mut broken) = (Vec::new(), Vec::new());
    let of_struct = |name: &str| name.split_once('.').map(|(kind, _)| kind.to_owned());
    // What was reserved may get a name.
    let named = |name: &str, was: &str| {
        let kind = of_struct(name).filter(|_| name.ends_with(".reserved"))?;
        let is_it = |(other, is): &(&String, &String)| of_struct(other) == Some(kind.clone()) && *is == was;
        now.iter().filter(is_it).map(|(other, _)| other.clone()).find(|other| !kept.contains_key(other))
    };
    let mut renamed = Vec::new();
    for (name, was) in kept {
        match now.get(name) {
            Some(is) if is == was => {}
            Some(is) if name == "ABI_MINOR" && value(&is[4..]) > value(&was[4..]) => {
                grown.push(format!("`{name}` is {is}"));
            }
            Some(is) => broken.push(format!("`{name}` was {was}, and is {is}")),
            None => match named(name, was) {
                Some(other) => {
                    grown.push(format!("`{name}` is `{other}`"));
                    renamed.push(other);
                }
                None => broken.push(format!("`{name}`, {was}, is gone")),
            },
        }
    }
    let offset = |what: &str| what["at ".len()..what.find(',').unwrap()].parse::<usize>().unwrap();
    for (name, is) in now.iter().filter(|(name, _)| !kept.contains_key(*name) && !renamed.contains(name)) {
        let kind = of_struct(name);
        let of_kept = kept.iter().filter(|(other, _)| kind.is_some() && of_struct(other) == kind);
        let end = of_kept.map(|(_, what)| offset(what)).max();
        match end {
            Some(last) if offset(is) <= last => broken.push(format!("`{name}`, {is}, is new, and not at the end")),
            _ => grown.push(format!("`{name}`, {is}, is new")),
        }
    }
    (grown, broken)
}

#[test]
fn what_is_frozen_stays() {
    let path = root().join("tests/abi/frozen.txt");
    let now = defined(&texts());
    let bless = format!("{BLESS}=1 cargo test -p simobject --test abi frozen");
    let Ok(text) = fs::read_to_string(&path) else {
        assert!(env::var_os(BLESS).is_some(), "there is no tests/abi/frozen.txt; to write it: {bless}");
        return fs::write(&path, as_text(&now)).unwrap();
    };
    let (grown, broken) = compared(&as_kept(&text), &now);
    assert!(
        broken.is_empty(),
        "ABI {}.{} is frozen: libraries that were built for it would break.\n  {}\nIt may grow only: fields at the end of \
         a struct or of a table of functions, whose 0 means what older libraries mean; new structs and constants. Anything \
         else is a new major version. (While 3.0 is a draft, docs/libraries.md, such a change may be meant: delete \
         engine/simobject/tests/abi/frozen.txt then, and write it anew: {bless})",
        abi::ABI_MAJOR,
        abi::ABI_MINOR,
        broken.join("\n  ")
    );
    if env::var_os(BLESS).is_some() {
        fs::write(&path, as_text(&now)).unwrap();
    } else {
        assert!(
            grown.is_empty(),
            "the ABI has grown, which it may; to write that down: {bless}\n  {}",
            grown.join("\n  ")
        );
        assert_eq!(text, as_text(&now), "tests/abi/frozen.txt is not as this test writes it: {bless}");
    }
}

/// The compiler's sizes: as there are no bytes between fields, they make sure of the offsets.
#[test]
fn structs_are_laid_out_as_the_compiler_does() {
    macro_rules! sizes {
        ($($name:ident)*) => {
            [$((stringify!($name), size_of::<abi::$name>(), align_of::<abi::$name>())),*]
        };
    }
    let compiled = sizes! {
        Branch Bundle BundleKind BundleMember Calculation Creator CreatorCalls Fault Io IoCalls Library Look LookAttribute
        Loop Nature Number Parameter Pattern Place Provider Quantity RateGain Resource ResourceKind Signal Terminal Text
        TimeEvents Type Value
    };
    let structs = structs(&texts());
    let listed: Vec<_> = compiled.iter().map(|(name, ..)| *name).collect();
    assert_eq!(structs.keys().collect::<Vec<_>>(), listed, "list every struct of src/abi in this test");
    for (name, size, alignment) in compiled {
        assert_eq!(layout(name, &structs), (size, alignment), "{name}");
    }
}

#[test]
fn what_moves_is_told_and_what_grows_may() {
    let source = |fields: &str, more: &str| {
        let structs = "\npub struct Text {\n    /// How many.\n    pub length: usize,\n}\n";
        vec![format!("{structs}pub struct Signal {{\n{fields}}}\n{more}")]
    };
    let of = |fields: &str, more: &str| defined(&source(fields, more));
    let sound = "    pub size: u32,\n    pub reserved: u32,\n    // Called.\n    pub calls: unsafe extern \"C\" fn(\n        io: \
                 *mut Io,\n        count: usize,\n    ) -> usize,\n    pub sides: [Text; 2],\n";
    let constants =
        "\npub const ROLE: u32 = 0xFF_FF;\npub const MOST: usize = 1 << 20;\npub const ABI_MINOR: u32 = 0;\n";
    let first = of(sound, constants);
    assert_eq!(first["Signal.calls"], "at 8, unsafe extern \"C\" fn(*mut Io, usize) -> usize");
    assert_eq!(first["Signal.sides"], "at 16, [Text; 2]");
    assert_eq!(
        (&*first["Text"], &*first["ROLE"], &*first["MOST"]),
        ("8 bytes, never more", "u32 65535", "usize 1048576")
    );
    assert_eq!(as_kept(&as_text(&first)), first);
    let told = |fields: &str, more: &str| compared(&first, &of(fields, more));
    let none: (Vec<String>, Vec<String>) = Default::default();
    assert_eq!(told(sound, constants), none);
    // Growth: a field at the end, a constant, a name for what was reserved, a later minor version.
    let (grown, broken) =
        told(&format!("{sound}    pub later: u64,\n"), &format!("{constants}pub const NEW: u32 = 1;\n"));
    assert_eq!(
        (grown, broken),
        (vec!["`NEW`, u32 1, is new".into(), "`Signal.later`, at 32, u64, is new".into()], vec![])
    );
    let (grown, broken) =
        told(&sound.replace("reserved", "kind"), &constants.replace("MINOR: u32 = 0", "MINOR: u32 = 1"));
    assert_eq!(
        (grown, broken),
        (vec!["`ABI_MINOR` is u32 1".into(), "`Signal.reserved` is `Signal.kind`".into()], vec![])
    );
    // Everything else.
    let moved =
        sound.replace("    pub reserved: u32,\n", "    pub early: u64,\n    pub reserved: u32,\n    pub more: u32,\n");
    let moved = moved.replace("size: u32", "size: u64");
    for (fields, more, expected) in [
        (moved, constants.to_owned(), "`Signal.reserved` was at 4, u32, and is at 16, u32"),
        (sound.replace("usize,\n    )", "u32,\n    )"), constants.to_owned(), "`Signal.calls` was at 8, unsafe"),
        (sound.replace("sides", "ends"), constants.to_owned(), "`Signal.sides`, at 16, [Text; 2], is gone"),
        (sound.to_owned(), constants.replace("0xFF_FF", "1"), "`ROLE` was u32 65535, and is u32 1"),
        (
            sound.to_owned(),
            constants.replace("pub const MOST: usize = 1 << 20;\n", ""),
            "`MOST`, usize 1048576, is gone",
        ),
    ] {
        let (_, broken) = told(&fields, &more);
        assert!(broken.iter().any(|message| message.contains(expected)), "{expected}: {broken:?}");
    }
    let mut longer = source(sound, constants);
    longer[0] = longer[0].replace("    pub length: usize,\n", "    pub length: usize,\n    pub hash: u64,\n");
    let (_, broken) = compared(&first, &defined(&longer));
    assert!(broken.contains(&"`Text` was 8 bytes, never more, and is 16 bytes, never more".to_owned()), "{broken:?}");
}
