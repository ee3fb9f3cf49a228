//! The documents about the repository against what is in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{bowline, text};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every file and folder below one, as paths from the root; folders end with `/`.
fn collect(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let inner = path.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/");
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            into.insert(inner + "/");
            collect(&path, into);
        } else if path.is_file() {
            into.insert(inner);
        }
    }
}

fn read(document: &str) -> String {
    String::from_utf8_lossy(&fs::read(Path::new(ROOT).join(document)).unwrap()).into_owned()
}

/// What looks like the path of a file or folder in a text.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let words = text.split(move |c| !is_part(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| {
        let is_file =
            [".rs", ".md", ".h", ".hpp", ".svg"].iter().any(|end| word.len() > end.len() && word.ends_with(end));
        is_file || (word.len() > 1 && word.ends_with('/'))
    })
}

/// The decisions, as paths from the root.
fn decisions() -> impl Iterator<Item = String> {
    let decisions = fs::read_dir(Path::new(ROOT).join("docs/decisions")).unwrap();
    decisions.map(|entry| format!("docs/decisions/{}", entry.unwrap().file_name().to_string_lossy()))
}

/// The documents that tell how the repository is built. (The guide and docs/libraries.md name files and types of
/// their readers, docs/hopsan.md those of another program.)
fn about_the_repository() -> impl Iterator<Item = String> {
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/performance.md", "docs/walkthrough.md", "docs/words.md"]
        .into_iter()
        .map(str::to_owned)
        .chain(decisions())
}

#[test]
fn what_the_documents_name_is_there() {
    let mut there = BTreeSet::new();
    collect(Path::new(ROOT), &mut there);
    let is_there = |path: &str| there.iter().any(|one| one == path || one.ends_with(&format!("/{path}")));
    // `W/` and `1/` are of units.
    let is_long = |path: &&str| path.len() > 2;
    for document in about_the_repository() {
        let text = read(&document);
        let absent: Vec<&str> =
            paths(&text).filter(is_long).filter(|path| !is_there(path.trim_start_matches("../"))).collect();
        assert!(absent.is_empty(), "{document} names {absent:?}");
    }
    assert!(paths(&read("ARCHITECTURE.md")).count() > 50);
    assert!(
        !is_there("engine/loading/src/absent.rs")
            && is_there("connecting/wiring.rs")
            && !is_there("onnecting/wiring.rs")
    );
}

/// What looks like the name of a type or a function between backticks: `ModelDescription`, `push_object`,
/// `Model::build`.
fn names(text: &str) -> Vec<&str> {
    let code = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let words = code.flat_map(|code| code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
    let is_name = |word: &&str| {
        let has_hump = word.as_bytes().windows(2).any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
        let is_type = word.starts_with(|c: char| c.is_ascii_uppercase()) && has_hump;
        let is_function = word.trim_matches('_').contains('_') && word.bytes().all(|b| !b.is_ascii_uppercase());
        is_type || is_function
    };
    words.filter(is_name).collect()
}

#[test]
fn types_and_functions_that_the_documents_name_are_there() {
    let mut there = BTreeSet::new();
    collect(Path::new(ROOT), &mut there);
    let is_source = |path: &&String| {
        [".rs", ".h", ".hpp", ".cpp", ".c", ".py", ".toml", ".xml", ".template"].iter().any(|end| path.ends_with(end))
    };
    // Files have names, too.
    let files = there.iter().map(|path| format!("{path}\n"));
    let sources: String = there
        .iter()
        .filter(is_source)
        .filter(|path| *path != "tests/commands/documents.rs")
        .map(|path| read(path))
        .chain(files)
        .collect();
    let words: BTreeSet<&str> = sources.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let mut seen = 0;
    for document in about_the_repository() {
        let text = read(&document);
        let absent: Vec<&str> = names(&text).into_iter().filter(|name| !words.contains(name)).collect();
        assert!(absent.is_empty(), "{document} names {absent:?}");
        seen += names(&text).len();
    }
    assert!(seen > 50, "{seen}");
    assert_eq!(names("a `Model::buildX` in ```\nLost::in_code\n``` and `push_object(a)`, not `Mass`"), ["push_object"]);
}

/// A link between brackets and parentheses to somewhere in the repository leads somewhere.
#[test]
fn links_between_documents_lead_somewhere() {
    let documents = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/guide.md",
        "docs/libraries.md",
        "docs/walkthrough.md",
        "docs/words.md",
    ];
    let mut seen = 0;
    for document in documents.into_iter().map(str::to_owned).chain(decisions()) {
        let text = read(&document);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            if path.contains("://") || path.contains(' ') {
                continue;
            }
            let folder = Path::new(ROOT).join(&document).parent().unwrap().to_owned();
            let target = if path.is_empty() { Path::new(ROOT).join(&document) } else { folder.join(path) };
            assert!(target.exists(), "{document} links to {link}");
            if !heading.is_empty() {
                let headings = fs::read_to_string(&target).unwrap();
                let headings = headings.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.into_iter().any(|name| name == heading), "{document} links to {link}");
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Where a heading is found, as forges name it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Each module of the engine, and each crate, has its place in the picture.
#[test]
fn the_architecture_tells_every_module_of_the_engine() {
    let text = read("ARCHITECTURE.md");
    let crates = [
        "text",
        "solve",
        "provenance",
        "description",
        "catalog",
        "network",
        "model",
        "equilibrium",
        "loading",
        "scenario",
        "run",
    ];
    let folders = crates.map(|name| format!("engine/{name}/src"));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(Path::new(ROOT).join(folder)).unwrap());
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let name = if path.is_dir() { name + "/" } else { name };
        assert!(name == "lib.rs" || text.contains(&name), "ARCHITECTURE.md does not tell `{name}`");
    }
    let engine = crates.map(|name| format!("`bowline-{name}`"));
    let others = ["`simobject`", "`simobject-host`", "`bowline-engine`", "`bowline`"].map(str::to_owned);
    for member in engine.into_iter().chain(others) {
        assert!(text.contains(&member), "{member}");
    }
}

/// The SimObjects that pages show: libraries, types and parameters are there, and values are accepted. Names that other lines
/// of a page define are not.
#[test]
fn simobjects_that_the_pages_show_are_accepted() {
    const WRONG: [&str; 6] =
        ["unknown-library", "unknown-type", "unknown-parameter", "bad-parameter", "missing-parameter", "malformed-xml"];
    let directory = TempDir::new().unwrap();
    let pages = ["README.md", "docs/guide.md", "docs/hopsan.md", "docs/libraries.md"].map(str::to_owned);
    let mut count = 0;
    for page in pages.into_iter().chain(decisions()) {
        let written = read(&page);
        for (at, _) in written.match_indices("<Lib ") {
            let Some(element) = written[at..].split_inclusive("/>").next().filter(|e| !e.contains("...")) else {
                continue;
            };
            let scenario = format!(
                r#"<Contents><OBJECTS>{element}</OBJECTS><INTEGRATION><Engine TOutput="0,1" SampleTime="1e-5"/></INTEGRATION></Contents>"#
            );
            fs::write(directory.path().join("shown.xml"), scenario).unwrap();
            let output = bowline(&directory, &["check", "shown.xml", "--format", "json"]);
            let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            for told in found["diagnostics"].as_array().unwrap() {
                let (code, message) = (told["code"].as_str().unwrap(), told["message"].as_str().unwrap());
                let is_of_the_page =
                    message.contains("neither a number nor a variable") || message.contains("No such file");
                assert!(!WRONG.contains(&code) || is_of_the_page, "{page}: {element}: {message}");
            }
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn scenarios_that_the_guide_shows_are_good() {
    let directory = TempDir::new().unwrap();
    let guide = read("docs/guide.md");
    let shown = guide.split("\n    <Contents>").skip(1).filter_map(|rest| rest.split_once("</Contents>"));
    // The first one is an overview with dots.
    let whole: Vec<&str> = shown.map(|(inside, _)| inside).filter(|inside| !inside.contains("...")).collect();
    assert!(whole.len() >= 2);
    for inside in whole {
        fs::write(directory.path().join("shown.xml"), format!("<Contents>{inside}</Contents>")).unwrap();
        let output = bowline(&directory, &["check", "shown.xml"]);
        assert!(output.status.success(), "{}{inside}", text(&output.stderr));
    }
}
